-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

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
        -- Without what is as usual: two thousand rows are one answer.
        select coalesce(json_agg(json_strip_nulls(json_build_object(
          'id', held.id, 'indicator', held.indicator, 'period', held.period, 'kind', nullif(held.kind, 'release'), 'country', nullif(held.country, indicators.country),
          'currency', nullif(held.currency, indicators.currency), 'impact', held.impact, 'title', case when held.indicator is null then held.title end, 'starts_at', held.starts_at,
          'precision', nullif(held.precision, 'exact'), 'day', held.day, 'forecast', held.forecast, 'forecast_low', held.forecast_low, 'forecast_high', held.forecast_high,
          'previous', held.previous, 'revised', held.revised, 'actual', held.actual, 'state', held.state, 'moved_from', held.moved_from,
          'released_at', held.released_at, 'source', held.source, 'sample', nullif(held.sample, false))) order by held.starts_at, held.currency, held.id), '[]')
        from held left join public.indicators on indicators.slug = held.indicator),
      'holidays', (
        select coalesce(json_agg(holiday order by holiday.day, holiday.session), '[]') from private.calendar_holidays(since, until) as holiday),
      'sources', (select json_object_agg(source, json_build_object('name', name, 'licence', licence)) from public.announcement_sources)));
end
$function$;

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
