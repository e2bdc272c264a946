-- Business time: opening hours by weekday and French public holidays, in Europe/Paris. Admins edit both. A promise is counted in it, so the
-- arithmetic exists twice: here, where promises are sealed, and in trading/src/support/business-hours.ts, which draws the clock. A property
-- test holds both to one result.
create table public.support_hours (
  weekday int primary key check (weekday between 1 and 7),
  -- Later than every change of clocks, so that no opening falls into a missing or a repeated hour.
  opens time not null check (opens >= '04:00'),
  closes time not null,
  check (closes > opens)
);
comment on table public.support_hours is 'When support is open, by weekday (1 Monday to 7 Sunday), in Europe/Paris. A weekday without a row is closed.';
insert into public.support_hours (weekday, opens, closes) select weekday, '09:00', '19:00' from generate_series(1, 5) as weekday;

create table public.support_days (
  day date primary key,
  is_open boolean not null default false,
  reason text not null default '' check (length(reason) <= 120)
);
comment on table public.support_days is 'Days that differ from the rule: closed ones, and public holidays on which support is open.';

create function private.french_holidays(year int) returns setof date
language sql immutable set search_path = '' as $$
  select day from private.easter_sunday(year) as easter, unnest(array[
    make_date(year, 1, 1), easter + 1, make_date(year, 5, 1), make_date(year, 5, 8), easter + 39, easter + 50,
    make_date(year, 7, 14), make_date(year, 8, 15), make_date(year, 11, 1), make_date(year, 11, 11), make_date(year, 12, 25)]) as day
$$;
comment on function private.french_holidays(int) is 'Public holidays of a year in metropolitan France (Code du travail, art. L3133-1).';

create function private.support_windows(since date, until date) returns table (day date, opens timestamptz, closes timestamptz, before interval)
language sql stable security definer set search_path = '' as $$
  with each_day as (
    select day::date as day from generate_series(support_windows.since::timestamp, support_windows.until::timestamp, '1 day') as day
  ), holidays as (
    select holiday from generate_series(extract(year from support_windows.since)::int, extract(year from support_windows.until)::int) as year, private.french_holidays(year) as holiday
  ), windows as (
    select each_day.day, (each_day.day + hours.opens) at time zone 'Europe/Paris' as opens, (each_day.day + hours.closes) at time zone 'Europe/Paris' as closes
    from each_day left join public.support_days as special on special.day = each_day.day left join holidays on holiday = each_day.day
      left join public.support_hours as hours on hours.weekday = extract(isodow from each_day.day) and coalesce(special.is_open, holiday is null)
  )
  select windows.day, windows.opens, windows.closes,
    coalesce(sum(windows.closes - windows.opens) over (order by windows.day rows between unbounded preceding and 1 preceding), '0')
  from windows
$$;
comment on function private.support_windows(date, date) is 'Each day of a time: from when until when support is open (null on a closed day), and for how long it was open on the days before.';

create function private.support_window(day date) returns tstzrange
language sql stable security definer set search_path = '' as $$
  select tstzrange(opens, closes) from private.support_windows(support_window.day, support_window.day) as open where open.opens is not null
$$;
comment on function private.support_window(date) is 'From when until when support is open on a day; null on a closed one.';

create function private.business_time(since timestamptz, until timestamptz) returns interval
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(least(open.closes, business_time.until) - greatest(open.opens, business_time.since)), '0')
  from private.support_windows((business_time.since at time zone 'Europe/Paris')::date, (business_time.until at time zone 'Europe/Paris')::date) as open
  where open.opens < business_time.until and open.closes > business_time.since and business_time.since < business_time.until
$$;
comment on function private.business_time(timestamptz, timestamptz) is 'How long support was open between two moments, in hours, minutes and seconds; 0 where the second is not later.';

create function private.business_end(since timestamptz, amount interval) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  left_over interval := amount;
  day date := (since at time zone 'Europe/Paris')::date;
  open tstzrange;
  length interval;
begin
  if amount <= '0' then return since; end if;
  for n in 0..800 loop
    open := private.support_window(day + n) * tstzrange(since, null);
    if not coalesce(isempty(open), true) then
      length := upper(open) - lower(open);
      if length >= left_over then return lower(open) + left_over; end if;
      left_over := left_over - length;
    end if;
  end loop;
  raise exception 'no_support_hours' using errcode = 'PT409', detail = 'Within two years support is open for less time than is promised.';
end
$$;
comment on function private.business_end(timestamptz, interval) is 'The first moment by which support has been open for so long since another: what is promised in business time. Refuses with no_support_hours.';

create function public.support_hours_state(moment timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'zone', 'Europe/Paris',
    'open', open.window is not null, 'until', upper(open.window), 'opens_at', case when open.window is null then (
      select lower(coming) from generate_series(0, 60) as n, private.support_window((moment at time zone 'Europe/Paris')::date + n) as coming
      where lower(coming) > moment order by 1 limit 1) end,
    'hours', (select coalesce(jsonb_agg(jsonb_build_object('weekday', weekday, 'opens', to_char(opens, 'HH24:MI'), 'closes', to_char(closes, 'HH24:MI')) order by weekday), '[]') from public.support_hours),
    -- What a clock needs that runs over these days: 30 before and 120 after.
    'closed_days', (
      select coalesce(jsonb_agg(day::date order by day), '[]')
      from generate_series((moment at time zone 'Europe/Paris')::date - 30, (moment at time zone 'Europe/Paris')::date + 120, interval '1 day') as day
      where exists (select from public.support_hours where weekday = extract(isodow from day)) and private.support_window(day::date) is null))
  from (select (select today from private.support_window((moment at time zone 'Europe/Paris')::date) as today where today @> moment) as window) as open
$$;
comment on function public.support_hours_state(timestamptz) is 'For everybody: {zone, open, until (when it closes today), opens_at (next opening, while closed), hours: [{weekday, opens, closes}], closed_days: dates on which a weekday with hours is closed, from 30 days ago to 120 ahead}.';

alter table public.support_hours enable row level security;
create policy "everybody reads when support is open" on public.support_hours for select to anon, authenticated using (true);
create policy "admins add to the hours" on public.support_hours for insert to authenticated with check ((select public.writing_staff_role()) = 'admin');
create policy "admins change the hours" on public.support_hours for update to authenticated using ((select public.writing_staff_role()) = 'admin');
create policy "admins take from the hours" on public.support_hours for delete to authenticated using ((select public.writing_staff_role()) = 'admin');
alter table public.support_days enable row level security;
create policy "everybody reads which days differ" on public.support_days for select to anon, authenticated using (true);
create policy "admins add to which days differ" on public.support_days for insert to authenticated with check ((select public.writing_staff_role()) = 'admin');
create policy "admins change which days differ" on public.support_days for update to authenticated using ((select public.writing_staff_role()) = 'admin');
create policy "admins take from which days differ" on public.support_days for delete to authenticated using ((select public.writing_staff_role()) = 'admin');
revoke all on public.support_hours, public.support_days from anon, authenticated, service_role;
grant select on public.support_hours, public.support_days to anon, authenticated;
grant insert, update, delete on public.support_hours, public.support_days to authenticated;
call private.audit_changes('public.support_hours');
call private.audit_changes('public.support_days');
revoke execute on function
  private.french_holidays(int), private.support_windows(date, date), private.support_window(date), private.business_time(timestamptz, timestamptz), private.business_end(timestamptz, interval)
from public, anon, authenticated, service_role;
revoke execute on function public.support_hours_state(timestamptz) from public, service_role;
grant execute on function public.support_hours_state(timestamptz) to anon, authenticated;
