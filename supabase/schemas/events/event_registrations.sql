-- Registrations: a seat, a place in the waiting list, or a seat that was given back and is offered. Each act first locks its occurrence,
-- so that no seat is given twice; the numbers that everybody reads follow the rows by a trigger.
create table public.event_registrations (
  occurrence uuid not null references public.event_occurrences (id),
  user_id uuid not null references public.profiles (id) on delete cascade,
  state text not null check (state in ('seated', 'waiting', 'offered')),
  -- The order of the waiting list.
  place int check ((place is null) = (state = 'seated')),
  offered_until timestamptz check ((offered_until is null) = (state <> 'offered')),
  registered_at timestamptz not null default clock_timestamp(),
  -- How long before the beginning its member is reminded; null: not at all.
  remind_minutes int default 60 check (remind_minutes in (15, 60, 180, 1440)),
  reminded_at timestamptz,
  -- When its member opened the link; what staff say of it counts more.
  joined_at timestamptz,
  attended boolean,
  primary key (occurrence, user_id)
);
comment on table public.event_registrations is 'Who has a seat at an event or waits for one. Read by its member alone; staff read names by event_participants().';
create index event_registrations_of_member on public.event_registrations (user_id);
create unique index event_registrations_in_order on public.event_registrations (occurrence, place);
create index event_registrations_offered on public.event_registrations (offered_until) where state = 'offered';
create index event_registrations_unreminded on public.event_registrations (occurrence) where state = 'seated' and remind_minutes is not null and reminded_at is null;

create function private.keep_seats() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was constant text := case when tg_op <> 'INSERT' then old.state end;
  becomes constant text := case when tg_op <> 'DELETE' then new.state end;
  held constant int := (becomes is not null and becomes <> 'waiting')::int - (was is not null and was <> 'waiting')::int;
  of_now public.event_occurrences;
begin
  update public.event_occurrences set
    taken = taken + held, waiting = waiting + (becomes is not distinct from 'waiting')::int - (was is not distinct from 'waiting')::int,
    freed = freed + greatest(-held, 0)
  where id = case when tg_op = 'DELETE' then old.occurrence else new.occurrence end returning * into of_now;
  perform private.tell_topic('events', 'seats', jsonb_build_object('occurrence', of_now.id, 'taken', of_now.taken, 'waiting', of_now.waiting));
  if held < 0 and of_now.waiting > 0 then perform private.offer_seats(of_now.id); end if;
  return null;
end
$$;
comment on function private.keep_seats() is 'Counts the seats and the waiting list, tells open pages, and offers a seat that was given back to the next person.';
create trigger keep_seats after insert or update of state or delete on public.event_registrations for each row execute function private.keep_seats();

create function private.occurrence_words(of_occurrence uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('event', event.title, 'day', to_char(local.at, 'DD/MM'), 'time', to_char(local.at, 'HH24:MI'))
  from public.event_occurrences as occurrence join public.events as event on event.item = occurrence.event,
    lateral (select occurrence.starts_at at time zone 'Europe/Paris' as at) as local
  where occurrence.id = of_occurrence
$$;
comment on function private.occurrence_words(uuid) is 'What notifications say of an occurrence: {event, day, time}, in Paris.';

create function private.tell_of_event(members uuid[], of_occurrence uuid, kind text, fact text, more jsonb default '{}') returns int
language plpgsql security definer set search_path = '' as $$
declare
  told constant int := private.tell_members(members, jsonb_populate_record(null::private.notification_facts, jsonb_build_object(
    'fact', fact, 'category', private.notification_category(kind), 'kind', kind, 'parameters', private.occurrence_words(of_occurrence) || more,
    'link', '/communaute/evenements?seance=' || of_occurrence, 'perishable', false, 'own_mail', false, 'created_at', clock_timestamp())));
begin
  if told > 0 then perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications'); end if;
  return told;
end
$$;
comment on function private.tell_of_event(uuid[], uuid, text, text, jsonb) is 'Tells members a fact about an occurrence. Never where it is joined.';

create function private.tell_registered(of_occurrence uuid, kind text) returns void
language sql security definer set search_path = '' as $$
  select private.tell_of_event(array_agg(user_id), of_occurrence, kind, format('%s:%s:%s', kind, of_occurrence, (select sequence from public.event_occurrences where id = of_occurrence)))
  from public.event_registrations where occurrence = of_occurrence having count(*) > 0
$$;
comment on function private.tell_registered(uuid, text) is 'Tells everybody who has a seat or waits for one what became of an occurrence.';

create function private.offer_seats(of_occurrence uuid, moment timestamptz default clock_timestamp()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  held public.event_occurrences;
  room int;
  next public.event_registrations;
begin
  select * into held from public.event_occurrences where id = of_occurrence for update;
  if held.cancelled or held.starts_at <= moment then return; end if;
  room := coalesce((select capacity from public.events where item = held.event), held.taken + held.waiting);
  while held.taken < room loop
    -- A row that is being deleted at this moment frees nothing more.
    select * into next from public.event_registrations where occurrence = of_occurrence and state = 'waiting' order by place limit 1 for update skip locked;
    exit when not found;
    update public.event_registrations set state = 'offered', offered_until = least(moment + interval '2 hours', held.starts_at)
    where occurrence = of_occurrence and user_id = next.user_id returning * into next;
    perform private.tell_of_event(array[next.user_id], of_occurrence, 'seat_freed', format('seat_freed:%s:%s', of_occurrence, next.place),
      jsonb_build_object('until', to_char(next.offered_until at time zone 'Europe/Paris', 'HH24:MI')));
    perform private.enqueue('keep-events', '{}', 'keep-events:' || of_occurrence, next.offered_until);
    select * into held from public.event_occurrences where id = of_occurrence;
  end loop;
end
$$;
comment on function private.offer_seats(uuid, timestamptz) is 'Offers free seats in the order of the waiting list, each for two hours.';

-- What members do ---------------------------------------------------------------------------------------------------------------
create function private.open_occurrence(of_occurrence uuid) returns public.event_occurrences
language plpgsql security definer set search_path = '' as $$
declare
  held public.event_occurrences;
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  select * into held from public.event_occurrences where id = of_occurrence for update;
  if not found then raise exception 'occurrence_not_found' using errcode = 'PT404'; end if;
  if held.cancelled then raise exception 'occurrence_cancelled' using errcode = 'PT409'; end if;
  if held.starts_at <= clock_timestamp() then raise exception 'occurrence_begun' using errcode = 'PT409'; end if;
  return held;
end
$$;
comment on function private.open_occurrence(uuid) is 'The occurrence, locked, for a member; refuses one that was cancelled or has begun.';

create function public.event_rank(registration public.event_registrations) returns int
language sql stable security definer set search_path = '' as $$
  select count(*)::int from public.event_registrations as other
  where other.occurrence = registration.occurrence and other.state = 'waiting' and other.place <= registration.place and registration.user_id = auth.uid()
    and registration.state = 'waiting'
$$;
comment on function public.event_rank(public.event_registrations) is 'How many wait for a seat up to the caller themselves; 0 for who does not wait.';

create function public.register(occurrence uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  held public.event_occurrences := private.open_occurrence(register.occurrence);
  of_event public.events;
  own public.event_registrations;
begin
  select * into of_event from public.events where item = held.event;
  if of_event.tier = 'premium' and public.current_tier() <> 'premium' then raise exception 'premium_only' using errcode = '42501'; end if;
  select * into own from public.event_registrations as known where known.occurrence = held.id and known.user_id = auth.uid();
  if own.state = 'offered' then
    update public.event_registrations as known set state = 'seated', place = null, offered_until = null
    where known.occurrence = held.id and known.user_id = auth.uid() returning * into own;
  elsif own.occurrence is null then
    if of_event.capacity is null or held.taken < of_event.capacity and held.waiting = 0 then
      own.state := 'seated';
    else
      update public.event_occurrences set last_place = last_place + 1 where id = held.id returning * into held;
      own.state := 'waiting';
      own.place := held.last_place;
    end if;
    insert into public.event_registrations as made (occurrence, user_id, state, place, remind_minutes)
    values (held.id, auth.uid(), own.state, own.place, (coalesce(
      -- As they chose the last time.
      (select jsonb_build_array(last.remind_minutes) from public.event_registrations as last where last.user_id = auth.uid() order by last.registered_at desc limit 1),
      '[60]') ->> 0)::int)
    returning * into own;
  end if;
  return jsonb_build_object('state', own.state, 'rank', public.event_rank(own));
end
$$;
comment on function public.register(uuid) is 'Takes a seat at an occurrence, the one that is offered, or a place in its waiting list: {state, rank}. Asked again it changes nothing.';

create function public.leave(occurrence uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  held constant public.event_occurrences := private.open_occurrence(leave.occurrence);
begin
  delete from public.event_registrations as known where known.occurrence = held.id and known.user_id = auth.uid();
end
$$;
comment on function public.leave(uuid) is 'Gives the caller''s seat, or their place in the waiting list, back.';

create function private.open_events() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select occurrence.event
  from public.event_registrations as registration join public.event_occurrences as occurrence on occurrence.id = registration.occurrence
  where registration.user_id = auth.uid() and registration.state = 'seated' and not occurrence.cancelled
    and now() between occurrence.starts_at - interval '15 minutes' and occurrence.ends_at
$$;
comment on function private.open_events() is 'The events that the caller may join now.';

create function public.join_event(occurrence uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  found_url text;
begin
  select link.url into found_url
  from public.event_occurrences as held join public.event_links as link on link.event = held.event
  where held.id = join_event.occurrence and (held.event in (select private.open_events()) or private.reading_staff_role() is not null);
  if found_url is null then raise exception 'link_not_open' using errcode = '42501'; end if;
  update public.event_registrations as own set joined_at = coalesce(own.joined_at, clock_timestamp())
  where own.occurrence = join_event.occurrence and own.user_id = auth.uid() and own.state = 'seated';
  return found_url;
end
$$;
comment on function public.join_event(uuid) is 'The address where the occurrence is joined, for who may; notes that they came.';

-- What staff do -----------------------------------------------------------------------------------------------------------------
create function public.event_participants(occurrence uuid) returns table (
  member uuid, name text, handle text, state text, place int, registered_at timestamptz, joined_at timestamptz, attended boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.reading_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return query
    select known.id, known.name, known.handle, own.state, own.place, own.registered_at, own.joined_at, coalesce(own.attended, own.joined_at is not null)
    from public.event_registrations as own join public.community_members as known on known.user_id = own.user_id
    where own.occurrence = event_participants.occurrence order by own.state = 'waiting', own.place nulls first, own.registered_at;
end
$$;
comment on function public.event_participants(uuid) is 'For staff: who has a seat, in the order of registration, then who waits, with who came.';

create function public.correct_attendance(occurrence uuid, member uuid, attended boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  update public.event_registrations as own set attended = correct_attendance.attended
  from public.event_occurrences as held
  where held.id = correct_attendance.occurrence and held.starts_at <= clock_timestamp() and own.occurrence = held.id and own.state = 'seated'
    and own.user_id = (select user_id from public.community_members where id = correct_attendance.member);
  if not found then raise exception 'participant_not_found' using errcode = 'PT404'; end if;
end
$$;
comment on function public.correct_attendance(uuid, uuid, boolean) is 'For staff: whether somebody who had a seat was there, once the occurrence has begun.';
call private.audit_changes('public.event_registrations');

-- Upkeep ------------------------------------------------------------------------------------------------------------------------
create function private.keep_events(moment timestamptz default clock_timestamp()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  told int := 0;
begin
  for due in select occurrence, user_id from public.event_registrations where state = 'offered' and offered_until <= moment order by occurrence, place loop
    perform from public.event_occurrences where id = due.occurrence for update;
    delete from public.event_registrations as own where own.occurrence = due.occurrence and own.user_id = due.user_id and own.state = 'offered' and own.offered_until <= moment;
    if found then told := told + private.tell_of_event(array[due.user_id], due.occurrence, 'seat_passed', format('seat_passed:%s:%s', due.occurrence, moment)); end if;
  end loop;
  for due in
    with reminded as (
      update public.event_registrations as own set reminded_at = moment
      from public.event_occurrences as held
      where held.id = own.occurrence and own.state = 'seated' and own.reminded_at is null and not held.cancelled and held.starts_at > moment
        and held.starts_at < moment + interval '1 day 1 minute' and held.starts_at - own.remind_minutes * interval '1 minute' <= moment
        -- Who registers later than that knows.
        and own.registered_at < held.starts_at - own.remind_minutes * interval '1 minute'
      returning own.occurrence, own.user_id, held.sequence
    )
    select occurrence, sequence, array_agg(user_id) as members from reminded group by occurrence, sequence
  loop
    told := told + private.tell_of_event(due.members, due.occurrence, 'meeting_soon', format('meeting_soon:%s:%s', due.occurrence, due.sequence));
  end loop;
  return told;
end
$$;
comment on function private.keep_events(timestamptz) is 'For the worker: passes seats on whose two hours are over, and reminds who is to be reminded. Returns how many were told.';

-- Who may see what --------------------------------------------------------------------------------------------------------------
alter table public.event_registrations enable row level security;
create policy "members see their own registrations" on public.event_registrations for select to authenticated using (user_id = (select auth.uid()));
create policy "members choose their own reminders" on public.event_registrations for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
alter table public.event_links enable row level security;
create policy "seated members read the link while it is open, staff always" on public.event_links for select to authenticated
  using (event in (select private.open_events()) or (select private.reading_staff_role()) is not null);

revoke all on public.event_registrations from anon, authenticated, service_role;
grant select, update (remind_minutes) on public.event_registrations to authenticated;
grant select on public.event_links to authenticated;
revoke execute on function
  private.keep_seats(), private.occurrence_words(uuid), private.tell_of_event(uuid[], uuid, text, text, jsonb), private.tell_registered(uuid, text),
  private.offer_seats(uuid, timestamptz), private.open_occurrence(uuid), private.open_events(), private.keep_events(timestamptz)
from public, anon, authenticated, service_role;
grant execute on function private.open_events() to authenticated;
grant execute on function private.keep_events(timestamptz) to service_role;
revoke execute on function
  public.event_rank(public.event_registrations), public.register(uuid), public.leave(uuid), public.join_event(uuid), public.event_participants(uuid),
  public.correct_attendance(uuid, uuid, boolean)
from public, anon, service_role;
grant execute on function
  public.event_rank(public.event_registrations), public.register(uuid), public.leave(uuid), public.join_event(uuid), public.event_participants(uuid),
  public.correct_attendance(uuid, uuid, boolean)
to authenticated;
