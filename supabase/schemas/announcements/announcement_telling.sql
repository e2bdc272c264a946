-- Who is told what of the calendar: open pages of every change; members of an announcement that comes, was moved after they were reminded,
-- or was published late, and of a window that crosses their open signals. A fact is told once: its name has the number of the time.
create function private.announcement_words(of_announcement uuid, member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('announcement', coalesce(known.title, to_jsonb(held.title)), 'currency', held.currency, 'day', to_char(local.at, 'DD/MM'), 'time', to_char(local.at, 'HH24:MI'),
    'minutes', greatest(0, ceil(extract(epoch from held.starts_at - clock_timestamp()) / 60))::int)
  from public.announcements as held left join public.indicators as known on known.slug = held.indicator, public.profiles as profile,
    lateral (select held.starts_at at time zone profile.time_zone as at) as local
  where held.id = of_announcement and profile.id = member
$$;
comment on function private.announcement_words(uuid, uuid) is 'What notifications say of an announcement: {announcement, currency, day, time, minutes}, on the member''s own clock.';

create function private.tell_of_announcement(member uuid, of_announcement uuid, kind text, number text, more jsonb default '{}') returns boolean
language sql security definer set search_path = '' as $$
  select private.notify_member(member, format('%s:%s:%s', kind, of_announcement, number), kind, private.announcement_words(of_announcement, member) || more, '/annonces?annonce=' || of_announcement)
$$;
comment on function private.tell_of_announcement(uuid, uuid, text, text, jsonb) is 'Tells a member a fact about an announcement, once.';

create table private.announcement_tellings (
  user_id uuid not null references public.profiles (id) on delete cascade,
  announcement uuid not null references public.announcements (id) on delete cascade,
  -- The time that they were reminded of.
  sequence int not null,
  starts_at timestamptz not null,
  told_at timestamptz not null,
  primary key (user_id, announcement)
);
comment on table private.announcement_tellings is 'Who was last reminded of which time of an announcement: they are told when it moves, or comes late.';
create index announcement_tellings_of_announcement on private.announcement_tellings (announcement);
alter table private.announcement_tellings enable row level security;
revoke all on private.announcement_tellings from anon, authenticated, service_role;

create function private.tell_of_changes(changes jsonb, moment timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changed record;
  told record;
begin
  -- The past of an example is told to nobody.
  if jsonb_array_length(changes) = 0 or moment < clock_timestamp() - interval '1 day' then return; end if;
  if jsonb_array_length(changes) > 20 then
    perform private.tell_topic('announcements', 'calendar', '{}');
  else
    perform private.tell_topic('announcements', 'announcement', jsonb_strip_nulls(one -> 'becomes'))
    from jsonb_array_elements(changes) as one;
  end if;
  for changed in
    select held.*, (one #>> '{was,sequence}')::int as was_sequence, one #>> '{was,actual}' as was_actual
    from jsonb_array_elements(changes) as one join public.announcements as held on held.id = (one ->> 'id')::uuid
    where one ->> 'change' in ('moved', 'changed') and held.listed and not (one #> '{was,sample}' = 'true')
  loop
    for told in
      -- Who was reminded of another time; and who asked for this one by name.
      select tellings.user_id, true as reminded from private.announcement_tellings as tellings where tellings.announcement = changed.id
      union
      select own.user_id, false from public.announcement_reminders as own
      where own.announcement = changed.id and not exists (select from private.announcement_tellings as tellings where tellings.announcement = changed.id and tellings.user_id = own.user_id)
    loop
      if changed.sequence > changed.was_sequence and changed.state = 'moved' then
        perform private.tell_of_announcement(told.user_id, changed.id, 'announcement_moved', changed.sequence::text);
      elsif changed.state in ('postponed', 'cancelled') and changed.actual is null then
        perform private.tell_of_announcement(told.user_id, changed.id, 'announcement_put_off', changed.version::text);
      elsif changed.actual is not null and changed.was_actual is null and told.reminded and changed.precision = 'exact' and moment > changed.starts_at + interval '10 minutes' and moment < changed.starts_at + interval '7 days' then
        perform private.tell_of_announcement(told.user_id, changed.id, 'announcement_late', '1', jsonb_build_object('actual', changed.actual));
      end if;
    end loop;
  end loop;
end
$$;
comment on function private.tell_of_changes(jsonb, timestamptz) is 'Tells open pages what changed, and members whom a new time, a delay or a late figure concerns.';

create function private.remind_of_announcements(moment timestamptz default clock_timestamp()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  told int := 0;
begin
  for due in
    with wanted as (
      select wants.user_id, held.id, held.sequence, held.starts_at, wants.remind_minutes as minutes
      from public.announcements as held join public.announcement_preferences as wants on wants.remind_minutes is not null
        and held.impact = any (wants.remind_impacts) and (wants.remind_currencies = '{}' or held.currency = any (wants.remind_currencies))
      where held.listed and held.precision = 'exact' and held.kind <> 'holiday' and held.state not in ('cancelled', 'postponed', 'released') and held.starts_at > moment and held.starts_at <= moment + interval '1 day'
      union all
      select own.user_id, held.id, held.sequence, held.starts_at, own.minutes
      from public.announcement_reminders as own join public.announcements as held on held.id = own.announcement
      where held.listed and held.precision = 'exact' and held.state not in ('cancelled', 'postponed', 'released') and held.starts_at > moment and held.starts_at <= moment + interval '1 day'
    )
    select wanted.user_id, wanted.id, wanted.sequence, wanted.starts_at
    from wanted left join private.announcement_tellings as tellings on tellings.user_id = wanted.user_id and tellings.announcement = wanted.id
    where tellings.starts_at is distinct from wanted.starts_at
    group by wanted.user_id, wanted.id, wanted.sequence, wanted.starts_at
    having max(wanted.minutes) * interval '1 minute' >= wanted.starts_at - moment
    order by wanted.user_id, wanted.starts_at
  loop
    insert into private.announcement_tellings as tellings values (due.user_id, due.id, due.sequence, due.starts_at, moment)
    on conflict (user_id, announcement) do update set sequence = excluded.sequence, starts_at = excluded.starts_at, told_at = excluded.told_at;
    if private.tell_of_announcement(due.user_id, due.id, 'announcement_soon', due.sequence::text) then told := told + 1; end if;
  end loop;
  return told;
end
$$;
comment on function private.remind_of_announcements(timestamptz) is 'For the worker: reminds members of what comes, once for each of its times. Returns how many were told.';

create function private.tell_blackouts(moment timestamptz default clock_timestamp()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  told int := 0;
begin
  -- Only where something of high impact is near: every member has a window, and most minutes have none.
  if not exists (select from public.announcements as held where held.listed and held.impact = 'high' and held.starts_at between moment and moment + interval '5 hours') then return 0; end if;
  for due in
    select wants.user_id, span.*, crossed.n, profile.time_zone
    from public.announcement_preferences as wants join public.profiles as profile on profile.id = wants.user_id,
      private.blackout_windows(wants.user_id, moment, moment + interval '11 minutes') as span,
      lateral (select count(*) as n from private.crossed_signals(wants.user_id, span.currency, span.starts_at, span.ends_at)) as crossed
    where wants.tell_window and span.starts_at > moment and span.starts_at <= moment + interval '10 minutes' and crossed.n > 0
    order by wants.user_id, span.starts_at
  loop
    if private.notify_member(due.user_id, format('announcement_blackout:%s:%s', due.currency, extract(epoch from due.starts_at)::bigint), 'announcement_blackout', jsonb_build_object(
      'currency', due.currency, 'from', to_char(due.starts_at at time zone due.time_zone, 'HH24:MI'), 'until', to_char(due.ends_at at time zone due.time_zone, 'HH24:MI'), 'count', due.n),
      '/annonces?annonce=' || due.announcements[1]) then told := told + 1; end if;
  end loop;
  return told;
end
$$;
comment on function private.tell_blackouts(timestamptz) is 'For the worker: ten minutes before a window begins, tells members whose open signals it crosses. Returns how many were told.';

revoke execute on function
  private.announcement_words(uuid, uuid), private.tell_of_announcement(uuid, uuid, text, text, jsonb), private.tell_of_changes(jsonb, timestamptz),
  private.remind_of_announcements(timestamptz), private.tell_blackouts(timestamptz)
from public, anon, authenticated, service_role;
grant execute on function private.remind_of_announcements(timestamptz), private.tell_blackouts(timestamptz) to service_role;
