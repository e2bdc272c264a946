-- How the calendar is read: a range of it in one answer, now or as it was known at a moment; and the history of an indicator.
create function public.surprise_of(actual text, forecast text) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select case when actual ~ '^-?[0-9]{1,15}(\.[0-9]{1,8})?$' and forecast ~ '^-?[0-9]{1,15}(\.[0-9]{1,8})?$' then actual::numeric - forecast::numeric end
$$;
comment on function public.surprise_of(text, text) is 'What was published less what was expected, in the unit of both; null where one is missing. As surprise() of trading/src/announcements/surprise.ts.';

create function private.known_announcements(since timestamptz, until timestamptz, known_at timestamptz) returns setof public.announcements
language sql stable security definer set search_path = '' as $$
  select held.* from public.announcements as held
  where known_announcements.known_at is null and held.listed and held.starts_at >= since and held.starts_at < until
  union all
  select state.*
  from (
    select distinct on (version.announcement) version.known
    from public.announcement_versions as version
    where known_announcements.known_at is not null and version.known_at <= known_announcements.known_at
      and version.announcement in (select near.announcement from public.announcement_versions as near where near.starts_at >= since and near.starts_at < until)
    order by version.announcement, version.version desc
  ) as newest, lateral jsonb_populate_record(null::public.announcements, newest.known) as state
  where state.listed and state.starts_at >= since and state.starts_at < until
$$;
comment on function private.known_announcements(timestamptz, timestamptz, timestamptz) is 'The announcements of a time, as they are or as they were known at a moment.';

create function private.indicator_releases(of_indicator text, known_at timestamptz) returns setof public.announcements
language sql stable security definer set search_path = '' as $$
  with known as (
    select held.* from public.announcements as held where indicator_releases.known_at is null and held.indicator = of_indicator and held.actual is not null
    union all
    select state.*
    from (
      select distinct on (version.announcement) version.known
      from public.announcement_versions as version join public.announcements as held on held.id = version.announcement
      where indicator_releases.known_at is not null and held.indicator = of_indicator and version.known_at <= indicator_releases.known_at
      order by version.announcement, version.version desc
    ) as newest, lateral jsonb_populate_record(null::public.announcements, newest.known) as state
    where state.actual is not null
  )
  -- Invented values stand alone or not at all.
  select known.* from known where known.state <> 'cancelled' and (not known.sample or not exists (select from known as real where not real.sample))
$$;
comment on function private.indicator_releases(text, timestamptz) is 'What was published of an indicator, as it is or as it was known at a moment.';

create function private.surprise_deviations(known_at timestamptz) returns table (indicator text, deviation numeric, n int)
language sql stable security definer set search_path = '' as $$
  select held.indicator, stddev_samp(public.surprise_of(held.actual, held.forecast)), count(*)::int
  from public.announcements as held
  where held.actual is not null and held.forecast is not null and held.starts_at > coalesce(surprise_deviations.known_at, now()) - interval '24 months'
    and (surprise_deviations.known_at is null or held.released_at <= surprise_deviations.known_at or held.starts_at <= surprise_deviations.known_at)
  group by held.indicator
$$;
comment on function private.surprise_deviations(timestamptz) is 'The standard deviation of each indicator''s surprises of two years, with how many there were.';

create function public.announcements_between(since timestamptz, until timestamptz, known_at timestamptz default null) returns json
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function public.announcements_between(timestamptz, timestamptz, timestamptz) is 'The calendar of a time in one answer, for members: {indicators: {slug: …}, rows, holidays, sources}; with known_at as it was known then. A hundred days at most.';

create function public.indicator_history(indicator text, known_at timestamptz default null, most int default 120) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return (
    with releases as (
      select held.*, public.surprise_of(held.actual, held.forecast) as difference, lead(coalesce(held.revised, held.previous)) over (order by held.starts_at) as later
      from private.indicator_releases(indicator_history.indicator, indicator_history.known_at) as held order by held.starts_at desc limit least(indicator_history.most, 1000)
    )
    select jsonb_build_object(
      'n', count(*) filter (where difference is not null), 'above', count(*) filter (where difference > 0), 'in_line', count(*) filter (where difference = 0), 'below', count(*) filter (where difference < 0),
      'deviation', trim_scale(round(stddev_samp(difference), 4))::text, 'largest', trim_scale(max(abs(difference)))::text, 'sample', coalesce(bool_or(releases.sample), false),
      'releases', coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', id, 'period', period, 'starts_at', starts_at, 'forecast', forecast, 'previous', previous, 'revised', revised, 'actual', actual,
        'surprise', trim_scale(difference)::text, 'now_said', nullif(later, actual), 'sample', releases.sample)) order by starts_at), '[]'))
    from releases);
end
$$;
comment on function public.indicator_history(text, timestamptz, int) is 'What was published of an indicator, oldest first, for members: {n, above, in_line, below, deviation, largest, sample, releases}. now_said: the value that the next release gives it, where that differs.';

create function public.announcement_history(announcement uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('version', version.version, 'known_at', version.known_at, 'changes', changes.changed) order by version.version), '[]')
    from (
      select known.*, lag(known.known) over (order by known.version) as before from public.announcement_versions as known where known.announcement = announcement_history.announcement
    ) as version, lateral (
      select coalesce(jsonb_object_agg(part.key, jsonb_build_object('was', version.before -> part.key, 'becomes', part.value)), '{}') as changed
      from jsonb_each(version.known) as part
      where part.key in ('starts_at', 'precision', 'forecast', 'previous', 'revised', 'actual', 'state', 'source') and part.value is distinct from coalesce(version.before -> part.key, 'null')
    ) as changes);
end
$$;
comment on function public.announcement_history(uuid) is 'What was known when of an announcement, for members: [{version, known_at, changes: {field: {was, becomes}}}].';

-- Holidays --------------------------------------------------------------------------------------------------------------------
create function private.calendar_holidays(since timestamptz, until timestamptz) returns table (
  session text, country text, currency text, day date, zone text, starts_at timestamptz, ends_at timestamptz, half boolean
)
language sql stable security definer set search_path = '' as $$
  select closure.session, place.country, place.currency, local.day, sessions.time_zone, closure.starts_at, closure.ends_at,
    -- Some of the day's own hours are left.
    exists (
      select from public.market_hours as hours
      cross join lateral (select (local.day - extract(isodow from local.day)::int + 1)::timestamp as monday) as week
      where hours.session = closure.session
        and greatest((week.monday + make_interval(mins => hours.opens)) at time zone sessions.time_zone, local.day::timestamp at time zone sessions.time_zone) <
          least((week.monday + make_interval(mins => hours.closes)) at time zone sessions.time_zone, closure.starts_at))
  from public.market_closures as closure
  join public.market_sessions as sessions on sessions.session = closure.session
  join (values ('index_us', 'US', 'USD'), ('index_de', 'DE', 'EUR'), ('index_fr', 'FR', 'EUR'), ('index_uk', 'GB', 'GBP'), ('index_es', 'ES', 'EUR'), ('index_it', 'IT', 'EUR'), ('index_jp', 'JP', 'JPY'))
    as place (session, country, currency) on place.session = closure.session
  -- A session that begins the evening before belongs to the day in whose middle it is closed.
  cross join lateral (select ((closure.starts_at + least(closure.ends_at - closure.starts_at, interval '24 hours') / 2) at time zone sessions.time_zone)::date as day) as local
  where closure.ends_at > since and closure.starts_at < until
$$;
comment on function private.calendar_holidays(timestamptz, timestamptz) is 'Days on which the stock market of a country is closed, or closes early (half), from market_closures.';

revoke execute on function
  private.known_announcements(timestamptz, timestamptz, timestamptz), private.indicator_releases(text, timestamptz), private.surprise_deviations(timestamptz), private.calendar_holidays(timestamptz, timestamptz)
from public, anon, authenticated, service_role;
revoke execute on function
  public.surprise_of(text, text), public.announcements_between(timestamptz, timestamptz, timestamptz), public.indicator_history(text, timestamptz, int), public.announcement_history(uuid)
from public, anon, service_role;
grant execute on function
  public.surprise_of(text, text), public.announcements_between(timestamptz, timestamptz, timestamptz), public.indicator_history(text, timestamptz, int), public.announcement_history(uuid)
to authenticated;
