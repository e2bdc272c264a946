-- The page of the daily test in one call.
create function private.streak_calendar(streak public.streaks, member uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('day', passing, 'score', results.score, 'state', case
    when results.day is not null then 'done'
    when passing = any (streak.frozen) then 'freeze'
    when not private.is_market_day(passing) then 'holiday'
    when passing >= today then 'open'
    when exists (select from public.daily_tests where day = passing and opened_at is not null)
      and passing > (select min(first.counted) from public.daily_results as first where first.member = streak_calendar.member) then 'missed'
    else 'none' end) order by passing)
  from (
    select at::date as passing from generate_series(date_trunc('month', today::timestamp), date_trunc('month', today::timestamp) + interval '1 month - 1 day', interval '1 day') as at
    where extract(isodow from at) < 6) as days
  left join public.daily_results as results on results.member = streak_calendar.member and results.counted = passing
$$;
comment on function private.streak_calendar(public.streaks, uuid, date) is 'The days of a month from Monday to Friday: done with its score, freeze, holiday, missed, open (today and later), none (no test to take, or before the first).';

create function public.my_daily() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  moment constant timestamptz := now();
  today constant date := private.paris_day(moment);
  own_day constant date := private.local_day(me, moment);
  streak public.streaks;
  result public.daily_results;
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  select * into streak from public.streaks where member = me;
  if found then streak := private.passed_days(streak, private.passed_until(me, moment)); end if;
  select * into result from public.daily_results where member = me and day = today;
  return jsonb_build_object(
    'now', clock_timestamp(), 'day', today, 'local_day', own_day, 'closes_at', private.day_begins(today + 1), 'minutes', extract(epoch from private.daily_length())::int / 60,
    'test', (select jsonb_build_object('commitment', commitment, 'sequence', sequence, 'bank_hash', bank_hash, 'late', late)
      from public.daily_tests where day = today and opened_at is not null),
    -- One that runs over midnight comes first.
    'attempt', (select id from public.attempts where member = me and purpose = 'daily' and (subject = today::text or finished_at is null and deadline > moment) order by subject limit 1),
    'result', case when result.day is not null then jsonb_build_object(
      'score', result.score, 'total', result.total, 'finished_at', result.finished_at, 'milliseconds', result.milliseconds) end,
    'scores', case when result.day is not null then private.day_scores(today, result.score) end,
    'streak', jsonb_build_object('days', coalesce(streak.days, 0), 'best', coalesce(streak.best, 0), 'freezes', coalesce(streak.freezes, 0), 'most_freezes', 2, 'remind', coalesce(streak.remind, false)),
    'calendar', private.streak_calendar(streak, me, own_day),
    'month_mean', (select round(avg(score), 1) from public.daily_results where member = me and day >= date_trunc('month', own_day::timestamp)),
    'topics', (select coalesce(jsonb_agg(jsonb_build_object('topic', topic, 'right', hits, 'answered', n) order by topic), '[]') from (
      select version.document #>> '{fields,topic}' as topic, count(*) as n, count(*) filter (where answer."right") as hits
      from public.attempts as attempt join public.attempt_answers as answer on answer.attempt = attempt.id
      join public.content_versions as version on version.item = answer.question and version.version = answer.version
      where attempt.member = me and attempt.purpose = 'daily' and attempt.finished_at > moment - interval '90 days' group by 1) as each_topic),
    'week', jsonb_build_object('joined', (select pseudonym from public.leaderboard_names where member = me)));
end
$$;
comment on function public.my_daily() is 'The page of the daily test: {now, day, local_day, closes_at, minutes, test, attempt, result, scores (null under 30 players and before one''s own result), streak, calendar, month_mean, topics, week}.';

revoke execute on function private.streak_calendar(public.streaks, uuid, date) from public, anon, authenticated, service_role;
revoke execute on function public.my_daily() from public, anon, service_role;
grant execute on function public.my_daily() to authenticated;
