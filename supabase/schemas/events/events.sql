-- Events: meetings that the team holds online, once or again and again. Staff write an event as content (kind `event`, sealed: visitors read
-- nothing of it); publication writes its row here, and the worker its occurrences, twelve months ahead. Members alone read both.
create table public.events (
  item uuid primary key references public.content_items (id),
  slug text not null,
  kind text not null check (kind in ('debrief', 'workshop', 'questions')),
  title jsonb not null check (private.is_translated(title)),
  summary jsonb not null check (private.is_translated(summary)),
  -- Null: who held it is gone.
  host uuid references public.community_members (id) on delete set null,
  tier text not null check (tier in ('freemium', 'premium')),
  -- The first occurrence on the clock of its zone, and by which rule (RFC 5545, without DTSTART) others follow.
  starts_at timestamp not null,
  zone text not null check (private.is_time_zone(zone)),
  minutes int not null check (minutes between 5 and 480),
  rule text check (length(rule) <= 200),
  -- [{at, moved_to}]: occurrences that take place at another time; without moved_to, not at all.
  exceptions jsonb not null default '[]',
  -- Null: no limit.
  capacity int check (capacity between 1 and 10000),
  recorded boolean not null,
  -- Withdrawn events keep their past.
  listed boolean not null default true,
  demonstration boolean not null default false
);
comment on table public.events is 'Meetings as published: what, with whom, when on the clock of a place, and for how many.';
create index events_of_host on public.events (host);

create table public.event_occurrences (
  id uuid primary key default private.ordered_id(),
  event uuid not null references public.events (item),
  -- Its place in the series, on the series' own clock: it stays when the occurrence is moved.
  slot timestamp not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  cancelled boolean not null default false,
  -- Grows with each change, as calendars want it (RFC 5545, SEQUENCE).
  sequence int not null default 0,
  changed_at timestamptz not null default clock_timestamp(),
  -- Kept by private.keep_seats(): seats that are taken or offered, members who wait, and seats that were given back.
  taken int not null default 0 check (taken >= 0),
  waiting int not null default 0 check (waiting >= 0),
  freed int not null default 0,
  last_place int not null default 0,
  unique (event, slot)
);
comment on table public.event_occurrences is 'Each time that an event takes place, with its seats as numbers: who has them, members do not read.';
create index event_occurrences_by_time on public.event_occurrences (starts_at);

create table public.event_links (
  event uuid primary key references public.events (item) on delete cascade,
  url text not null check (url ~ '^https://[^\s]+$' and length(url) <= 500)
);
comment on table public.event_links is 'Where an event is joined: for those who have a seat, from a quarter of an hour before it begins until it ends.';

-- The worker's writing --------------------------------------------------------------------------------------------------------
create function private.keep_occurrences(of_event uuid, expanded jsonb, moment timestamptz default clock_timestamp()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept public.events;
  changed record;
  told boolean := false;
begin
  select * into kept from public.events where item = of_event for update;
  if not found then return; end if;
  -- In the order of their ids, as everybody who locks several.
  perform from public.event_occurrences where event = of_event and ends_at > moment order by id for update;
  delete from public.event_occurrences as gone
  where gone.event = of_event and gone.starts_at > moment and not exists (select from jsonb_array_elements(expanded) as one where (one ->> 'slot')::timestamp = gone.slot)
    and not exists (select from public.event_registrations as registration where registration.occurrence = gone.id);
  for changed in
    with wanted as (
      select * from jsonb_to_recordset(expanded) as one (slot timestamp, starts_at timestamptz, ends_at timestamptz, cancelled boolean) where one.ends_at > moment
    )
    select known.id, known.starts_at as was_at, known.cancelled as was_cancelled, coalesce(wanted.starts_at, known.starts_at) as starts_at,
      coalesce(wanted.ends_at, known.ends_at) as ends_at, coalesce(wanted.cancelled, true) as cancelled
    from public.event_occurrences as known left join wanted using (slot)
    where known.event = of_event and known.starts_at > moment
      and (wanted.slot is null and not known.cancelled or (wanted.starts_at, wanted.ends_at, wanted.cancelled) <> (known.starts_at, known.ends_at, known.cancelled))
    order by known.id
  loop
    update public.event_occurrences set
      starts_at = changed.starts_at, ends_at = changed.ends_at, cancelled = changed.cancelled, sequence = sequence + 1, changed_at = moment
    where id = changed.id;
    told := true;
    if changed.cancelled <> changed.was_cancelled or changed.starts_at <> changed.was_at then
      -- Who is told of a new time is reminded of it again.
      update public.event_registrations set reminded_at = null where occurrence = changed.id;
      perform private.tell_registered(changed.id, case when changed.cancelled then 'meeting_cancelled' else 'meeting_moved' end);
    end if;
  end loop;
  insert into public.event_occurrences (event, slot, starts_at, ends_at, cancelled)
  select of_event, one.slot, one.starts_at, one.ends_at, one.cancelled
  from jsonb_to_recordset(expanded) as one (slot timestamp, starts_at timestamptz, ends_at timestamptz, cancelled boolean)
  where one.ends_at > moment on conflict (event, slot) do nothing;
  told := told or found;
  -- More seats than before are offered to those who wait.
  perform private.offer_seats(id, moment) from public.event_occurrences where event = of_event and waiting > 0 and starts_at > moment order by id;
  if told then perform private.tell_topic('events', 'agenda', '{}'); end if;
end
$$;
comment on function private.keep_occurrences(uuid, jsonb, timestamptz) is 'For the worker: brings the coming occurrences of an event to what its rule says ([{slot, starts_at, ends_at, cancelled}]), and tells registered members what was moved or cancelled. What is no longer in the rule goes, or is cancelled where somebody has a seat.';

create function private.known_events() returns setof public.events
language sql stable security definer set search_path = '' as $$ select * from public.events order by item $$;
comment on function private.known_events() is 'For the worker: every event, the withdrawn ones to have their coming occurrences cancelled.';

-- Who may see what ------------------------------------------------------------------------------------------------------------
alter table public.events enable row level security;
create policy "members see the events" on public.events for select to authenticated using (true);
alter table public.event_occurrences enable row level security;
create policy "members see when events take place" on public.event_occurrences for select to authenticated using (true);
create policy "members hear of seats" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'events');

revoke all on public.events, public.event_occurrences, public.event_links from anon, authenticated, service_role;
grant select on public.events, public.event_occurrences to authenticated;
revoke execute on function private.keep_occurrences(uuid, jsonb, timestamptz), private.known_events() from public, anon, authenticated, service_role;
grant execute on function private.keep_occurrences(uuid, jsonb, timestamptz), private.known_events() to service_role;
