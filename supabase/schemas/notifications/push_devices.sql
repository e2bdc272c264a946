-- Browsers that agreed to be woken (Web Push, RFC 8030), and the key by which the worker shows who sends (VAPID, RFC 8292).
create table public.push_devices (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Whoever signs a device out, from anywhere, also silences it.
  session_id uuid references auth.sessions (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1024 and endpoint ~ '^https?://[^/\s@]+/\S*$'),
  p256dh text not null check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  user_agent text check (length(user_agent) <= 512),
  created_at timestamptz not null default now(),
  last_reached_at timestamptz,
  last_error text check (length(last_error) <= 200)
);
comment on table public.push_devices is 'Where each member''s pushes go and the keys they are encrypted with. What the push service no longer knows is removed.';
create index push_devices_of_member on public.push_devices (user_id);
create index push_devices_of_session on public.push_devices (session_id);

create table private.push_keys (
  only_row boolean primary key default true check (only_row),
  public_key text not null check (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  private_key text not null check (private_key ~ '^[A-Za-z0-9_-]{43}$')
);
comment on table private.push_keys is 'The pair of keys of this installation, made by the worker at its first start or taken from its settings.';
alter table private.push_keys enable row level security;

create function private.keep_push_keys(public_key text, private_key text, replace boolean) returns private.push_keys
language plpgsql security definer set search_path = '' as $$
declare
  kept private.push_keys;
begin
  insert into private.push_keys (public_key, private_key) values (keep_push_keys.public_key, keep_push_keys.private_key)
  on conflict do nothing;
  select * into kept from private.push_keys for update;
  if replace and kept.public_key <> keep_push_keys.public_key then
    -- A subscription belongs to the key it was made with.
    delete from public.push_devices;
    update private.push_keys set public_key = keep_push_keys.public_key, private_key = keep_push_keys.private_key returning * into kept;
  end if;
  return kept;
end
$$;
comment on function private.keep_push_keys(text, text, boolean) is 'For the worker: keeps a pair unless there is one, or in its place; the pair that holds is returned.';

create function public.push_public_key() returns text
language sql stable security definer set search_path = '' as $$
  select public_key from private.push_keys
$$;
comment on function public.push_public_key() is 'What a browser subscribes with; null until the worker has started once.';

create function public.add_push_device(endpoint text, p256dh text, auth text, user_agent text default null) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  device bigint;
begin
  if me is null then raise exception 'not_signed_in' using errcode = '42501'; end if;
  -- The endpoint is the browser's secret: whoever holds it now is who sits there now.
  insert into public.push_devices (user_id, session_id, endpoint, p256dh, auth, user_agent)
  values (
    me, (select sessions.id from auth.sessions where sessions.id = (auth.jwt() ->> 'session_id')::uuid),
    add_push_device.endpoint, add_push_device.p256dh, add_push_device.auth, left(add_push_device.user_agent, 512)
  )
  on conflict on constraint push_devices_endpoint_key do update
  set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
    user_agent = excluded.user_agent, last_error = null
  returning id into device;
  if (select count(*) from public.push_devices where user_id = me) > 20 then
    raise exception 'too_many_devices' using errcode = 'PT409';
  end if;
  return device;
end
$$;
comment on function public.add_push_device(text, text, text, text) is 'Registers the caller''s browser, until its session ends. At most 20 a member. Returns its id.';

create function public.renew_push_device(was text, endpoint text, p256dh text, auth text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- The browser does this while nobody sits there, without a session; only it and its push service know the old endpoint.
  update public.push_devices as device
  set endpoint = renew_push_device.endpoint, p256dh = renew_push_device.p256dh, auth = renew_push_device.auth, last_error = null
  where device.endpoint = renew_push_device.was
    and not exists (select from public.push_devices as other where other.endpoint = renew_push_device.endpoint and other.id <> device.id);
  return found;
end
$$;
comment on function public.renew_push_device(text, text, text, text) is 'A push service gave a browser a new address: the device is reached there from now on. The old address is the right to do so. False when nobody has it.';

alter table public.push_devices enable row level security;
create policy "members see their own devices" on public.push_devices for select to authenticated using ((select auth.uid()) = user_id);
create policy "members remove their own devices" on public.push_devices for delete to authenticated using ((select auth.uid()) = user_id);
revoke all on public.push_devices from anon, authenticated, service_role;
grant select (id, user_id, endpoint, user_agent, created_at, last_reached_at, last_error), delete on public.push_devices to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function private.keep_push_keys(text, text, boolean) from public, anon, authenticated;
revoke execute on function public.push_public_key(), public.add_push_device(text, text, text, text), public.renew_push_device(text, text, text, text) from public, anon, service_role;
grant execute on function public.push_public_key(), public.add_push_device(text, text, text, text) to authenticated;
grant execute on function public.renew_push_device(text, text, text, text) to anon, authenticated;
