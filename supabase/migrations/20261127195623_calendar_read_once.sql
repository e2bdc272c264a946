-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

DROP FUNCTION "public"."announcements_between"(timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone);

CREATE OR REPLACE FUNCTION public.announcements_between (
  since    timestamp with time zone,
  until    timestamp with time zone,
  known_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if until <= since or until > since + interval '100 days' then perform private.refuse('range_invalid', 'until', 'A hundred days at most.'); end if;
  -- As text, not jsonb: to build thousands of rows of that takes five times as long.
  return (
    with held as materialized (select * from private.known_announcements(since, until, announcements_between.known_at)),
    deviation as materialized (select * from private.surprise_deviations(announcements_between.known_at))
    select json_build_object(
      'indicators', (
        select coalesce(json_object_agg(slug, json_build_object('title', title, 'country', country, 'currency', currency, 'category', category, 'better', better, 'unit', unit, 'decimals', decimals, 'symbols', symbols,
          'authority', authority, 'deviation', trim_scale(round(deviation.deviation, 4))::text, 'n', coalesce(deviation.n, 0))), '{}')
        from public.indicators left join deviation on deviation.indicator = indicators.slug
        where slug in (select indicator from held)),
      'rows', (
        select coalesce(json_agg(json_strip_nulls(json_build_object(
          'id', held.id, 'indicator', held.indicator, 'period', held.period, 'kind', held.kind, 'country', held.country, 'currency', held.currency, 'impact', held.impact,
          'title', case when held.indicator is null then held.title end, 'starts_at', held.starts_at, 'precision', held.precision, 'day', held.day, 'zone', held.zone, 'forecast', held.forecast,
          'forecast_low', held.forecast_low, 'forecast_high', held.forecast_high, 'previous', held.previous, 'revised', held.revised, 'actual', held.actual, 'state', held.state,
          'moved_from', held.moved_from, 'sequence', held.sequence, 'version', held.version, 'released_at', held.released_at, 'source', held.source, 'sample', held.sample)) order by held.starts_at, held.currency, held.id), '[]')
        from held),
      'holidays', (
        select coalesce(json_agg(holiday order by holiday.day, holiday.session), '[]') from private.calendar_holidays(since, until) as holiday),
      'sources', (select json_object_agg(source, json_build_object('name', name, 'licence', licence)) from public.announcement_sources)));
end
$function$;

REVOKE ALL ON FUNCTION "public"."announcements_between"(timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "public"."announcements_between"(timestamp with time zone, timestamp with time zone, timestamp with time zone) IS 'The calendar of a time in one answer, for members: {indicators: {slug: …}, rows, holidays, sources}; with known_at as it was known then. A hundred days at most.';

GRANT EXECUTE ON FUNCTION "public"."announcements_between"(timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."announcements_between"(timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."announcements_between"(timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
