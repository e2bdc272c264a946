-- Reminders of the daily test, at most one a day: in the morning of a market day that a freeze kept the streak, or else that
-- a new test is open; in the evening, only to those who asked for it, that the streak is about to end. Members who have not
-- played for two weeks, or who have played today, get none. Hours are the member's own.
create function private.remind_daily(moment timestamptz default clock_timestamp()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  told record;
  reached int := 0;
begin
  if not exists (select from public.daily_tests where day = private.paris_day(moment) and opened_at is not null) then return 0; end if;
  for told in
    select kind, parameters, local_day, array_agg(member) as members
    from (
      select streak.member, local.at::date as local_day, case
          when extract(hour from local.at) between 9 and 11 then
            case when streak.through = any (streak.frozen) then 'daily_freeze_used' when not streak.remind then 'daily_test_open' end
          when extract(hour from local.at) between 18 and 20 and streak.remind and streak.days > 0 then 'daily_streak_ending'
        end as kind, streak.days, streak.freezes
      from public.streaks as streak join public.profiles on profiles.id = streak.member,
        lateral (select moment at time zone profiles.time_zone as at) as local
      where private.is_market_day(local.at::date) and streak.through < local.at::date
        and exists (select from public.daily_results as result where result.member = streak.member and result.day > private.paris_day(moment) - 14)
        and not exists (select from public.daily_results as result where result.member = streak.member and result.day = private.paris_day(moment))
        and not exists (select from public.notifications as note where note.user_id = streak.member and note.fact = 'daily:' || local.at::date)
    ) as due
    cross join lateral (select case kind
      when 'daily_freeze_used' then jsonb_build_object('days', due.days, 'freezes', due.freezes)
      when 'daily_streak_ending' then jsonb_build_object('days', due.days) else '{}' end as parameters) as words
    where kind is not null group by kind, parameters, local_day
  loop
    reached := reached + private.tell_members(told.members, jsonb_populate_record(null::private.notification_facts, jsonb_build_object(
      'fact', 'daily:' || told.local_day, 'category', private.notification_category(told.kind), 'kind', told.kind, 'parameters', told.parameters,
      'link', '/test-journalier', 'perishable', false, 'created_at', moment)));
  end loop;
  if reached > 0 then perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications'); end if;
  return reached;
end
$$;
comment on function private.remind_daily(timestamptz) is 'For the worker: tells members of the daily test. Returns how many.';
revoke execute on function private.remind_daily(timestamptz) from public, anon, authenticated, service_role;
