-- Download my data. A member asks; the worker's `export-data` reads what private.my_data() gives with the member's own
-- rights, adds their files, and puts zips into the private bucket `exports`, in their folder. They fetch them by a signed
-- link that lives for minutes; after three days the zips are gone.
create table public.data_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed', 'expired')),
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  parts int check (parts >= 1),
  bytes bigint check (bytes > 0),
  check ((state = 'waiting') = (finished_at is null)),
  check ((state in ('ready', 'expired')) = (expires_at is not null and parts is not null and bytes is not null))
);
comment on table public.data_exports is 'Copies of their data that members asked for. A ready one lies in the bucket exports under <user_id>/<id>/<part>.zip until expires_at.';
create index data_exports_of_member on public.data_exports (user_id, requested_at desc);
create index data_exports_ready on public.data_exports (expires_at) where state = 'ready';

insert into storage.buckets (id, name, public, allowed_mime_types) values ('exports', 'exports', false, array['application/zip']);
-- Nobody but the worker writes there. A link is made by reading: an old session that somebody else sits at makes none.
create policy "members fetch their own copy, having proved who they are" on storage.objects for select to authenticated
  using (
    bucket_id = 'exports' and (storage.foldername(name))[1] = (select auth.uid())::text and (select public.recently_proved())
    and exists (
      select from public.data_exports as made
      where made.id::text = (storage.foldername(name))[2] and made.state = 'ready' and made.expires_at > now()
    )
  );

create function public.request_data_export() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  made uuid;
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if not public.recently_proved() then raise exception 'proof_needed' using errcode = '42501'; end if;
  -- One at a time, so that two calls that meet count each other.
  perform pg_advisory_xact_lock(hashtextextended('data export ' || me, 0));
  select id into made from public.data_exports where user_id = me and state = 'waiting';
  if found then return made; end if;
  perform private.use_allowance(me, 'data_copies');
  insert into public.data_exports (user_id) values (me) returning id into made;
  perform private.enqueue('export-data', jsonb_build_object('id', made));
  return made;
end
$$;
comment on function public.request_data_export() is 'Asks for a copy of the caller''s data; the one that already waits counts. Refuses with proof_needed when they did not prove who they are within ten minutes, with allowance_used_up when the day''s copies were made.';

alter table public.data_exports enable row level security;
create policy "members follow their own copies" on public.data_exports for select to authenticated using ((select auth.uid()) = user_id);
revoke all on public.data_exports from anon, authenticated, service_role;
grant select on public.data_exports to authenticated;
revoke execute on function public.request_data_export() from public, anon, authenticated, service_role;
grant execute on function public.request_data_export() to authenticated;

-- An account that goes takes its copies along.
create or replace function private.forget_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed constant text := coalesce(current_setting('storage.allow_delete_query', true), 'false');
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where bucket_id in ('avatars', 'proofs', 'exports') and (storage.foldername(name))[1] = old.id::text;
  perform set_config('storage.allow_delete_query', allowed, true);
  return null;
end
$$;
comment on function private.forget_files() is 'Removes the profile image, the proofs and the copies of an account that is deleted.';
