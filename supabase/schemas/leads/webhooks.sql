-- Webhooks: where the operator's leads go. A delivery is added in the transaction of its fact and worked off by `deliver-webhooks`
-- until the receiver says yes or 24 hours have passed; each try is kept. An address that failed all that time is switched off, and
-- admins are told; what is meant for it waits. Admins set the addresses; nobody reads a secret without being written down.
create table public.webhook_endpoints (
  id bigint generated always as identity primary key,
  name text not null check (length(btrim(name)) between 1 and 80),
  url text not null check (url ~ '^https?://[^\s/@?#][^\s@]*$' and length(url) <= 2048),
  secret text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') check (length(secret) >= 32),
  events text[] not null default '{lead.created,lead.qualified}'
    check (events <@ '{lead.created,lead.qualified}'::text[] and cardinality(events) > 0),
  active boolean not null default true,
  switched_off_at timestamptz,
  switched_off_reason text check (switched_off_reason in ('staff', 'failing')),
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  check (active = (switched_off_at is null) and active = (switched_off_reason is null))
);
comment on table public.webhook_endpoints is 'Addresses that leads are sent to. failing_since: since when no try succeeded.';

create table public.webhook_deliveries (
  id bigint generated always as identity primary key,
  endpoint_id bigint not null references public.webhook_endpoints (id) on delete cascade,
  lead_id uuid references public.leads (id) on delete cascade,
  event text not null check (event in ('lead.created', 'lead.qualified', 'lead.erased', 'test')),
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  retry_until timestamptz not null default now() + interval '24 hours',
  replay_of bigint references public.webhook_deliveries (id) on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  last_status int,
  last_error text,
  check ((state = 'pending') = (ended_at is null))
);
comment on table public.webhook_deliveries is 'What is to be sent, to the byte, and what became of it. A receiver knows it by its id, which a replay does not share.';
create index webhook_deliveries_due on public.webhook_deliveries (next_attempt_at) where state = 'pending';
create index webhook_deliveries_of_endpoint on public.webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_of_lead on public.webhook_deliveries (lead_id);
create index webhook_deliveries_replays on public.webhook_deliveries (replay_of);

create table public.webhook_attempts (
  delivery_id bigint not null references public.webhook_deliveries (id) on delete cascade,
  number int not null check (number >= 1),
  at timestamptz not null,
  address text,
  status int,
  error text check (length(error) <= 500),
  duration_ms int not null check (duration_ms >= 0),
  primary key (delivery_id, number)
);
comment on table public.webhook_attempts is 'Each try of a delivery: the address that was connected to, the status of the answer or why there was none, and how long it took.';

create function private.switch_endpoint() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.switched_off_at := case when new.active then null when old.active then now() else old.switched_off_at end;
  new.switched_off_reason := case when new.active then null else coalesce(new.switched_off_reason, 'staff') end;
  if new.url <> old.url or (new.active and not old.active) then new.failing_since := null; end if;
  return new;
end
$$;
comment on function private.switch_endpoint() is 'Off has a time and a reason; on begins anew.';
create trigger switch_endpoint before update on public.webhook_endpoints for each row execute function private.switch_endpoint();

create function private.resume_deliveries() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.webhook_deliveries set next_attempt_at = now(), retry_until = now() + interval '24 hours'
  where endpoint_id = new.id and state = 'pending';
  perform private.enqueue('deliver-webhooks', '{}', 'deliver-webhooks');
  return null;
end
$$;
comment on function private.resume_deliveries() is 'What waited while an address was off is tried at once, for a whole day again.';
create trigger resume_deliveries after update of active on public.webhook_endpoints for each row
  when (new.active and not old.active) execute function private.resume_deliveries();

create function private.queue_deliveries(lead_id uuid, event text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  subject public.leads;
  delivery bigint;
begin
  select * into strict subject from public.leads where leads.id = queue_deliveries.lead_id;
  for delivery in
    insert into public.webhook_deliveries (endpoint_id, lead_id, event, body)
    select endpoint.id, subject.id, queue_deliveries.event, private.lead_record(subject)::text
    from public.webhook_endpoints as endpoint where queue_deliveries.event = any (endpoint.events) order by endpoint.id
    returning webhook_deliveries.id
  loop
    perform private.enqueue('deliver-webhooks', jsonb_build_object('id', delivery));
  end loop;
end
$$;
comment on function private.queue_deliveries(uuid, text) is 'One delivery of a lead for each address that wants the event, also for one that is off: it waits there.';

create function private.tell_lead() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_deliveries(new.id, case tg_op when 'INSERT' then 'lead.created' else 'lead.qualified' end);
  return null;
end
$$;
comment on function private.tell_lead() is 'A new lead, and one that is qualified, goes to the addresses in the fact''s own transaction.';
create trigger tell_new_lead after insert on public.leads for each row execute function private.tell_lead();
create trigger tell_qualified_lead after update of is_qualified on public.leads
  for each row when (new.is_qualified and not old.is_qualified) execute function private.tell_lead();

create function private.tell_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  delivery bigint;
begin
  for delivery in
    insert into public.webhook_deliveries (endpoint_id, event, body)
    select distinct endpoint_id, 'lead.erased', jsonb_build_object(
      'integration_id', old.integration_id, 'timestamp', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'format_version', '1.0')::text
    from public.webhook_deliveries where lead_id = old.id and attempts > 0
    returning id
  loop
    perform private.enqueue('deliver-webhooks', jsonb_build_object('id', delivery));
  end loop;
  return old;
end
$$;
comment on function private.tell_erasure() is 'Whoever was sent a lead, or may have been, is told that it is erased (GDPR art. 19): by the number they know it by, and nothing else. Whatever events an address asked for.';
create trigger tell_erasure before delete on public.leads for each row execute function private.tell_erasure();

-- For the worker -------------------------------------------------------------------------------------------------------
create function private.claim_delivery(moment timestamptz, delivery_id bigint, skip_endpoints bigint[])
returns table (id bigint, endpoint_id bigint, event text, body text, attempt int, url text, secret text, retry_until timestamptz)
language sql volatile security definer set search_path = '' as $$
  with next as (
    select delivery.id from public.webhook_deliveries as delivery
    join public.webhook_endpoints as endpoint on endpoint.id = delivery.endpoint_id
    where delivery.state = 'pending' and delivery.next_attempt_at <= moment and endpoint.active
      and (claim_delivery.delivery_id is null or delivery.id = claim_delivery.delivery_id)
      and delivery.endpoint_id <> all (skip_endpoints)
    order by delivery.next_attempt_at, delivery.id limit 1 for update of delivery skip locked
  )
  update public.webhook_deliveries as taken set next_attempt_at = moment + interval '2 minutes', attempts = taken.attempts + 1
  from next, public.webhook_endpoints as endpoint
  where taken.id = next.id and endpoint.id = taken.endpoint_id
  returning taken.id, taken.endpoint_id, taken.event, taken.body, taken.attempts, endpoint.url, endpoint.secret, taken.retry_until
$$;
comment on function private.claim_delivery(timestamptz, bigint, bigint[]) is 'Takes the next delivery that is due, for two minutes: a worker that dies with it leaves it to another after that.';

create function private.settle_delivery(
  delivery_id bigint, attempt int, moment timestamptz, delivered boolean, status int, error text, address text, duration_ms int,
  retry_at timestamptz
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  delivery public.webhook_deliveries;
  endpoint public.webhook_endpoints;
begin
  insert into public.webhook_attempts (delivery_id, number, at, address, status, error, duration_ms)
  values (settle_delivery.delivery_id, attempt, moment, settle_delivery.address, settle_delivery.status, left(settle_delivery.error, 500), settle_delivery.duration_ms)
  on conflict do nothing;
  if not found then return 'known'; end if;
  update public.webhook_deliveries set
    state = case when delivered then 'delivered' when retry_at is null then 'failed' else 'pending' end,
    ended_at = case when delivered or retry_at is null then moment end,
    next_attempt_at = coalesce(retry_at, next_attempt_at), last_status = settle_delivery.status,
    last_error = case when delivered then null else left(settle_delivery.error, 500) end
  where id = settle_delivery.delivery_id and state = 'pending'
  returning * into delivery;
  if delivery.id is null then return 'known'; end if;
  update public.webhook_endpoints set failing_since = case when delivered then null else coalesce(failing_since, moment) end
  where id = delivery.endpoint_id and (delivered = (failing_since is not null))
  returning * into endpoint;
  if delivery.state <> 'failed' then return delivery.state; end if;
  update public.webhook_endpoints set active = false, switched_off_reason = 'failing'
  where id = delivery.endpoint_id and active and failing_since <= moment - interval '24 hours'
  returning * into endpoint;
  if not found then return 'failed'; end if;
  perform private.tell_admins('webhook_off', jsonb_build_object('Endpoint', endpoint.name, 'At', moment));
  return 'switched_off';
end
$$;
comment on function private.settle_delivery(bigint, int, timestamptz, boolean, int, text, text, int, timestamptz) is 'What came of a try: delivered, pending (again at retry_at), failed (no further try), switched_off (and the address had failed for a day, so it is off and admins were told), or known (already written). Only the delivery''s own state decides.';

-- For admins -----------------------------------------------------------------------------------------------------------
create function public.replay_deliveries(delivery_ids bigint[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  delivery bigint;
  made int := 0;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if cardinality(delivery_ids) > 500 then raise exception 'too_many_rows' using errcode = '22023'; end if;
  for delivery in
    insert into public.webhook_deliveries (endpoint_id, lead_id, event, body, replay_of)
    select endpoint_id, lead_id, event, body, id from public.webhook_deliveries
    where id = any (delivery_ids) and state <> 'pending' order by id
    returning id
  loop
    made := made + 1;
    perform private.enqueue('deliver-webhooks', jsonb_build_object('id', delivery));
  end loop;
  return made;
end
$$;
comment on function public.replay_deliveries(bigint[]) is 'Sends again what has ended, to the byte, as new deliveries that name the first. How many; at most 500.';

create function public.test_webhook(endpoint_id bigint) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  delivery bigint;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  insert into public.webhook_deliveries (endpoint_id, event, body)
  values (test_webhook.endpoint_id, 'test', jsonb_build_object('test_type', 'webhook', 'timestamp', now(), 'format_version', '1.0')::text)
  returning id into delivery;
  perform private.enqueue('deliver-webhooks', jsonb_build_object('id', delivery));
  return delivery;
end
$$;
comment on function public.test_webhook(bigint) is 'Sends a test to an address, signed like a lead; the delivery log shows what came of it.';

create function public.webhook_secret(endpoint_id bigint, rotate boolean default false) returns text
language plpgsql security definer set search_path = '' as $$
declare
  found_secret text;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if rotate then
    update public.webhook_endpoints set secret = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') where id = endpoint_id;
  end if;
  select secret into found_secret from public.webhook_endpoints where id = endpoint_id;
  return found_secret;
end
$$;
comment on function public.webhook_secret(bigint, boolean) is 'The secret that signs what an address is sent, or a new one: for an admin who proved a second factor. A new one is written down in the audit log, without its value.';

call private.audit_changes('public.webhook_endpoints', '{secret}');
call private.audit_changes('public.webhook_deliveries', '{body}');
alter table public.webhook_endpoints enable row level security;
create policy "admins read the webhooks" on public.webhook_endpoints for select to authenticated
  using ((select private.reading_staff_role()) = 'admin');
create policy "admins add webhooks" on public.webhook_endpoints for insert to authenticated
  with check ((select public.writing_staff_role()) = 'admin');
create policy "admins change webhooks" on public.webhook_endpoints for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');
create policy "admins remove webhooks" on public.webhook_endpoints for delete to authenticated
  using ((select public.writing_staff_role()) = 'admin');
alter table public.webhook_deliveries enable row level security;
create policy "admins read the deliveries" on public.webhook_deliveries for select to authenticated
  using ((select private.reading_staff_role()) = 'admin');
alter table public.webhook_attempts enable row level security;
create policy "admins read the tries" on public.webhook_attempts for select to authenticated
  using ((select private.reading_staff_role()) = 'admin');

revoke all on public.webhook_endpoints, public.webhook_deliveries, public.webhook_attempts from anon, authenticated, service_role;
grant select (id, name, url, events, active, switched_off_at, switched_off_reason, failing_since, created_at),
  insert (name, url, events), update (name, url, events, active), delete on public.webhook_endpoints to authenticated;
grant select on public.webhook_deliveries, public.webhook_attempts to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.switch_endpoint(), private.resume_deliveries(), private.queue_deliveries(uuid, text), private.tell_lead(), private.tell_erasure(), private.claim_delivery(timestamptz, bigint, bigint[]),
  private.settle_delivery(bigint, int, timestamptz, boolean, int, text, text, int, timestamptz),
  public.replay_deliveries(bigint[]), public.test_webhook(bigint), public.webhook_secret(bigint, boolean)
from public, anon, authenticated, service_role;
grant execute on function public.replay_deliveries(bigint[]), public.test_webhook(bigint), public.webhook_secret(bigint, boolean) to authenticated;
grant execute on function
  private.claim_delivery(timestamptz, bigint, bigint[]),
  private.settle_delivery(bigint, int, timestamptz, boolean, int, text, text, int, timestamptz)
to service_role;
