-- Streaks of daily tests (decision 049): the same as trading/src/learning/streak.ts, which a test compares. A finished test counts for
-- one day, the earlier of its own and the member's, if it is a market day still free. Freezes are used by themselves and never add.
create table public.streaks (
  member uuid primary key references public.profiles (id) on delete cascade,
  days int not null default 0 check (days >= 0),
  best int not null default 0 check (best >= days),
  freezes int not null default 0 check (freezes between 0 and 2),
  -- The last day that was counted, frozen, missed or excused.
  through date,
  frozen date[] not null default '{}',
  -- Whether the member wants to be reminded in the evening that it is about to end.
  remind boolean not null default false
);
comment on table public.streaks is 'Each member''s streak up to a day; private.passed_days() brings it to another.';
alter table public.streaks enable row level security;
create policy "members read their own streak" on public.streaks for select to authenticated using ((select auth.uid()) = member);
create policy "members choose to be reminded" on public.streaks for update to authenticated
  using ((select auth.uid()) = member) with check ((select auth.uid()) = member);
revoke all on public.streaks from anon, authenticated, service_role;
grant select, update (remind) on public.streaks to authenticated;

create function private.local_day(member uuid, at timestamptz) returns date
language sql stable security definer set search_path = '' as $$
  select (at at time zone coalesce((select time_zone from public.profiles where id = local_day.member), 'Europe/Paris'))::date
$$;
comment on function private.local_day(uuid, timestamptz) is 'A member''s own day.';

create function private.is_market_day(day date) returns boolean
language sql stable security definer set search_path = '' as $$
  select extract(isodow from day) < 6 and not exists (
    -- At noon: an early close is still a market day.
    select from public.market_closures as closure, lateral (select (day + time '12:00') at time zone 'Europe/Paris' as noon) as midday
    where closure.session = 'index_fr' and closure.starts_at <= midday.noon and closure.ends_at > midday.noon)
$$;
comment on function private.is_market_day(date) is 'Whether the test of a day counts: Monday to Friday, except the holidays of the Paris exchange.';

create function private.passed_until(member uuid, at timestamptz) returns date
language sql stable security definer set search_path = '' as $$
  -- A test may be finished some minutes after its day.
  select least(private.paris_day(at - interval '15 minutes'), private.local_day(passed_until.member, at - interval '15 minutes'))
$$;
comment on function private.passed_until(uuid, timestamptz) is 'Before which day nothing can count for a member any more: neither the test nor the member has such a day again.';

create function private.passed_days(streak public.streaks, until date) returns public.streaks
language plpgsql stable security definer set search_path = '' as $$
declare
  passing date;
begin
  for passing in select generate_series(streak.through + 1, until - 1, interval '1 day')::date loop
    streak.through := passing;
    continue when streak.days = 0 or not private.is_market_day(passing)
      or not exists (select from public.daily_tests where day = passing and opened_at is not null);
    if streak.freezes > 0 then
      streak.freezes := streak.freezes - 1;
      streak.frozen := streak.frozen || passing;
    else
      streak.days := 0;
    end if;
  end loop;
  return streak;
end
$$;
comment on function private.passed_days(public.streaks, date) is 'A streak once the days before another have passed without a test: each market day on which there was one takes a freeze, or ends it.';

create function private.count_finished_test(member uuid, day date, local date) returns date
language plpgsql security definer set search_path = '' as $$
declare
  streak public.streaks;
  counted date;
begin
  insert into public.streaks (member) values (count_finished_test.member) on conflict do nothing;
  select * into streak from public.streaks as known where known.member = count_finished_test.member for update;
  select min(free) into counted from unnest(array[day, local]) as free where private.is_market_day(free) and (streak.through is null or free > streak.through);
  if counted is null then return null; end if;
  streak := private.passed_days(streak, counted);
  streak.days := streak.days + 1;
  update public.streaks as known set
    days = streak.days, best = greatest(streak.best, streak.days), through = counted, frozen = streak.frozen,
    freezes = least(2, streak.freezes + case when streak.days % 5 = 0 then 1 else 0 end)
  where known.member = count_finished_test.member;
  return counted;
end
$$;
comment on function private.count_finished_test(uuid, date, date) is 'Counts a finished test of a day on the member''s own day. Returns the day that it counts for; null for none.';

create function private.pass_streaks(moment timestamptz default clock_timestamp()) returns int
language sql security definer set search_path = '' as $$
  with passed as (
    select private.passed_days(streak, bound.until) as now
    from public.streaks as streak cross join lateral (select private.passed_until(streak.member, moment) as until) as bound
    where streak.days > 0 and streak.through < bound.until - 1 for update of streak skip locked
  ), kept as (
    update public.streaks set days = (now).days, freezes = (now).freezes, through = (now).through, frozen = (now).frozen
    from passed where streaks.member = (now).member returning 1
  )
  select count(*)::int from kept
$$;
comment on function private.pass_streaks(timestamptz) is 'For the worker: keeps what the days that passed did to streaks. Returns how many it looked at.';

revoke execute on function
  private.local_day(uuid, timestamptz), private.is_market_day(date), private.passed_until(uuid, timestamptz), private.passed_days(public.streaks, date), private.count_finished_test(uuid, date, date), private.pass_streaks(timestamptz)
from public, anon, authenticated, service_role;
