-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

DROP FUNCTION "private"."ranked_scores"(date);

CREATE OR REPLACE FUNCTION private.keep_places (
  week date
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.weekly_scores as known set place_before = places.rank
  from (select member, rank() over (order by score desc) as rank from private.ranked_scores as ranked where ranked.week = keep_places.week) as places
  where known.week = keep_places.week and known.member = places.member and known.place_before is distinct from places.rank
$function$;

CREATE OR REPLACE FUNCTION public.leaderboard (
  week date DEFAULT NULL::date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Read once: the ranking has thousands of rows.
  reader constant uuid := auth.uid();
  monday constant date := date_trunc('week', coalesce(leaderboard.week, private.paris_day(now()))::timestamp)::date;
  found jsonb;
begin
  if reader is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  -- Places are counted by score, because there are few scores: members with equal scores share a place. The rows shown are found by
  -- their order: of thousands, only those at the top and beside the reader are read.
  with places as (
    select score, count(*) as n, coalesce(sum(count(*)) over (order by score desc rows between unbounded preceding and 1 preceding), 0)::int + 1 as rank
    from private.ranked_scores as ranked where ranked.week = monday group by score
  ),
  mine as materialized (select * from private.ranked_scores as ranked where ranked.week = monday and member = reader),
  shown as (
    (select * from private.ranked_scores as ranked where ranked.week = monday order by score desc, member limit 20)
    union select * from mine
    union select above.* from mine cross join lateral (
      select * from private.ranked_scores as ranked
      where ranked.week = monday and ranked.score >= mine.score and (ranked.score, mine.member) > (mine.score, ranked.member)
      order by ranked.score, ranked.member desc limit 1) as above
    union select below.* from mine cross join lateral (
      select * from private.ranked_scores as ranked
      where ranked.week = monday and ranked.score <= mine.score and (ranked.score, mine.member) < (mine.score, ranked.member)
      order by ranked.score desc, ranked.member limit 1) as below
  )
  select jsonb_build_object(
    'week', monday,
    'of', 10 * (select count(*) from public.daily_tests as tests where tests.day between monday and monday + 4 and opened_at is not null and private.is_market_day(tests.day)),
    'players', (select coalesce(sum(n), 0) from places),
    'me', (select known.pseudonym from public.leaderboard_names as known where known.member = reader),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'rank', rank, 'pseudonym', names.pseudonym, 'score', score, 'move', place_before - rank, 'me', member = reader) order by rank, lower(names.pseudonym)), '[]')
      from shown join places using (score) join public.leaderboard_names as names using (member)))
  into found;
  return found;
end
$function$;

CREATE VIEW "private"."ranked_scores" WITH (security_invoker=true) AS  SELECT weekly_scores.week,
    weekly_scores.member,
    weekly_scores.score,
    weekly_scores.place_before
   FROM (public.weekly_scores
     JOIN public.leaderboard_names USING (member))
  WHERE (NOT (weekly_scores.member IN ( SELECT staff.user_id
           FROM public.staff)));

COMMENT ON VIEW "private"."ranked_scores" IS 'The points of each week of those who are in the ranking.';

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
