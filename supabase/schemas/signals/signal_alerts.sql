-- Alerts on signals: a member's rules, and what came of them. The worker looks at stored quotes, minutes and events
-- (`fire-signal-alerts`) and appends what fired, once per rule and occasion; each row becomes a notification in its own
-- transaction (`notifications/signal_notifications.sql`).
--
-- What a member reads of what they were told has no number from a sequence of everybody: its gaps would count what others were
-- told, premium members of open signals above all (docs/decisions/026).
create function private.ordered_id() returns uuid
language sql volatile parallel safe set search_path = '' as $$
  -- RFC 9562, version 7 by its method 3: milliseconds, then the part of the millisecond in twelve bits, then chance.
  select encode(
    substring(int8send(floor(micros / 1000)::bigint) from 3)
      || int2send((28672 + floor(micros % 1000 * 4.096))::int::smallint) || substring(uuid_send(gen_random_uuid()) from 9),
    'hex')::uuid
  from (select floor(extract(epoch from clock_timestamp()) * 1000000) as micros) as clock
$$;
comment on function private.ordered_id() is 'A UUID of version 7: sorts by the time of its making, to a microsecond, and counts nothing.';

create table public.signal_alerts (
  id uuid primary key default private.ordered_id(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  signal_id uuid not null references public.signals (id),
  kind text not null check (kind in ('entry', 'stop', 'target', 'events')),
  distance numeric check (distance > 0 and distance <= 10000),
  unit text check (unit in ('pips', 'r')),
  after_sequence int not null default 0,
  created_at timestamptz not null default now(),
  unique (user_id, signal_id, kind),
  check ((kind = 'events') = (distance is null) and (distance is null) = (unit is null))
);
comment on table public.signal_alerts is 'What a member wants to be told of: price within a distance of entry, stop or next target, or what happens to the signal.';
create index signal_alerts_of_signal on public.signal_alerts (signal_id);

create table public.signal_alerts_fired (
  id uuid primary key default private.ordered_id(),
  alert_id uuid not null references public.signal_alerts (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  signal_id uuid not null references public.signals (id),
  kind text not null check (kind in ('entry', 'stop', 'target', 'entered', 'target_reached', 'stop_moved', 'stopped', 'closed', 'expired', 'cancelled', 'close_asked', 'cancel_asked')),
  occasion text not null check (length(occasion) between 1 and 64),
  price numeric,
  at timestamptz not null,
  fired_at timestamptz not null default now(),
  unique (alert_id, occasion)
);
comment on table public.signal_alerts_fired is 'What was told, once per rule and occasion (`entry`, `target:2`, `event:5`). Rows are never changed; they leave with their rule or account, being about a person.';
create index signal_alerts_fired_newest on public.signal_alerts_fired (user_id, fired_at desc);
create index signal_alerts_fired_of_signal on public.signal_alerts_fired (signal_id);

create function private.begin_signal_alert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.reads_levels(new.user_id, new.signal_id) then raise exception 'levels_not_open' using errcode = '42501'; end if;
  new.after_sequence := (select coalesce(max(sequence), 0) from public.signal_events where signal_events.signal_id = new.signal_id);
  return new;
end
$$;
comment on function private.begin_signal_alert() is 'A rule begins now: what happened before is not told. Only for signals whose levels the member may read.';
create trigger begin_signal_alert before insert on public.signal_alerts for each row execute function private.begin_signal_alert();

create function private.ask_for_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.signal_alerts where signal_alerts.signal_id = new.signal_id) then
    perform private.enqueue('fire-signal-alerts', '{}', 'fire-signal-alerts');
  end if;
  return null;
end
$$;
comment on function private.ask_for_alerts() is 'Something happened to a signal that somebody wants to hear of.';
create trigger ask_for_alerts after insert on public.signal_events for each row execute function private.ask_for_alerts();

create function private.fire_signal_alert(alert_ids uuid[], kind text, occasion text, price numeric, at timestamptz) returns int
language sql security definer set search_path = '' as $$
  with fired as (
    insert into public.signal_alerts_fired (alert_id, user_id, signal_id, kind, occasion, price, at)
    select alert.id, alert.user_id, alert.signal_id, fire_signal_alert.kind, fire_signal_alert.occasion, fire_signal_alert.price, fire_signal_alert.at
    from public.signal_alerts as alert
    -- Who may no longer read the levels is not told how near the price is to them.
    where alert.id = any (alert_ids) and private.reads_levels(alert.user_id, alert.signal_id)
    on conflict do nothing
    returning 1
  )
  select count(*)::int from fired
$$;
comment on function private.fire_signal_alert(uuid[], text, text, numeric, timestamptz) is 'For the worker: notes that rules fired on an occasion, for those whose owner may read the levels and who were not told yet. Returns how many.';

alter table public.signal_alerts enable row level security;
create policy "members read their own alerts" on public.signal_alerts for select to authenticated using ((select auth.uid()) = user_id);
create policy "members set alerts on signals whose levels they may read" on public.signal_alerts for insert to authenticated
  with check ((select auth.uid()) = user_id and exists (
    select from public.signal_levels as levels where levels.signal_id = signal_alerts.signal_id
  ));
create policy "members remove their own alerts" on public.signal_alerts for delete to authenticated using ((select auth.uid()) = user_id);
alter table public.signal_alerts_fired enable row level security;
create policy "members read the alerts they were told" on public.signal_alerts_fired for select to authenticated using ((select auth.uid()) = user_id);

create function public.set_signal_alerts(signal_id uuid, rules jsonb) returns void
language sql security invoker set search_path = '' as $$
  delete from public.signal_alerts as former
  where former.signal_id = set_signal_alerts.signal_id and former.kind in (select rule ->> 'kind' from jsonb_array_elements(rules) as rule);
  insert into public.signal_alerts (signal_id, kind, distance, unit)
  select set_signal_alerts.signal_id, kind, distance, unit from jsonb_to_recordset(rules) as rule (kind text, distance numeric, unit text);
$$;
comment on function public.set_signal_alerts(uuid, jsonb) is 'Sets the member''s rules of these kinds ({kind, distance, unit}) for a signal, all or none. Each begins now, in place of the former of its kind.';

revoke all on public.signal_alerts, public.signal_alerts_fired from anon, authenticated, service_role;
grant select, delete, insert (signal_id, kind, distance, unit) on public.signal_alerts to authenticated;
grant select on public.signal_alerts_fired to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function private.ordered_id() from public, anon;
grant execute on function private.ordered_id() to authenticated, service_role;
revoke execute on function public.set_signal_alerts(uuid, jsonb) from public, anon, service_role;
grant execute on function public.set_signal_alerts(uuid, jsonb) to authenticated;
revoke execute on function private.begin_signal_alert(), private.ask_for_alerts(), private.fire_signal_alert(uuid[], text, text, numeric, timestamptz)
from public, anon, authenticated;
grant execute on function private.fire_signal_alert(uuid[], text, text, numeric, timestamptz) to service_role;

create policy "members hear what is theirs alone" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'member:' || (select auth.uid())::text);
