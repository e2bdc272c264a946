-- When a market trades and where a candle begins. trading/src/market/sessions.ts has the same rules; a test compares them.
-- Weeks use the exchange's local time, so summer time shifts the hours as it does the exchange's.
create function public.market_is_open(symbol text, at timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select exists (
      select from public.market_hours as hours,
        lateral (
          select (extract(isodow from local.at)::int - 1) * 1440 + extract(hour from local.at)::int * 60 + extract(minute from local.at)::int as minute
          from (select market_is_open.at at time zone sessions.time_zone as at) as local
        ) as week
      where hours.session = sessions.session and week.minute >= hours.opens and week.minute < hours.closes
    ) and not exists (
      select from public.market_closures as closures
      where closures.session = sessions.session and market_is_open.at >= closures.starts_at and market_is_open.at < closures.ends_at
    )
  from public.instruments join public.market_sessions as sessions using (session)
  where instruments.symbol = market_is_open.symbol
$$;
comment on function public.market_is_open(text, timestamptz) is 'Whether an instrument''s market is open at a time; null for an unknown instrument.';

create function private.candle_opening(timeframe text, at timestamptz, time_zone text, day_starts int) returns timestamptz
language sql immutable set search_path = '' as $$
  select case timeframe
    when 'M1' then date_bin('1 minute', at, '2000-01-01 00:00+00')
    when 'M5' then date_bin('5 minutes', at, '2000-01-01 00:00+00')
    when 'M15' then date_bin('15 minutes', at, '2000-01-01 00:00+00')
    when 'M30' then date_bin('30 minutes', at, '2000-01-01 00:00+00')
    when 'H1' then date_bin('1 hour', at, '2000-01-01 00:00+00')
    when 'H4' then date_bin('4 hours', at, '2000-01-01 00:00+00')
    when 'D1' then (
      date_trunc('day', (at at time zone time_zone) - make_interval(mins => day_starts)) + make_interval(mins => day_starts)
    ) at time zone time_zone
  end
$$;
comment on function private.candle_opening(text, timestamptz, text, int) is 'The opening time of the candle that contains a time: in UTC up to four hours, by session day (17:00 New York for currencies, metals and American indices) for D1.';

create function public.candle_gaps(symbol text, timeframe text, from_at timestamptz, until_at timestamptz)
returns table (gap_from timestamptz, gap_until timestamptz, missing int)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  width constant interval := private.timeframe_width(candle_gaps.timeframe);
  minutes constant int := extract(epoch from width) / 60;
  asked record;
begin
  if width is null then
    raise exception 'unknown timeframe %', candle_gaps.timeframe using errcode = '22023';
  end if;
  if (candle_gaps.until_at - candle_gaps.from_at) > width * 50000 then
    raise exception 'at most 50000 candles are checked at once' using errcode = '22023';
  end if;
  select sessions.* into asked from public.instruments join public.market_sessions as sessions using (session)
  where instruments.symbol = candle_gaps.symbol;
  return query
  with expected as (
    select opening, opening + width as ending,
      (extract(isodow from local)::int - 1) * 1440 + extract(hour from local)::int * 60 + extract(minute from local)::int as week
    from (
      select distinct private.candle_opening(candle_gaps.timeframe, step, asked.time_zone, asked.day_starts) as opening
      from generate_series(candle_gaps.from_at, candle_gaps.until_at - width, width) as step
    ) as openings, lateral (select opening at time zone asked.time_zone as local) as clock
    where opening >= candle_gaps.from_at
  ), due as (
    select opening, ending, row_number() over (order by opening) as place from expected
    where exists (
      select from public.market_hours as hours
      where hours.session = asked.session and (
        (hours.opens < week + minutes and hours.closes > week) or hours.opens < week + minutes - 10080
      )
    ) and not exists (
      select from public.market_closures as closures
      where closures.session = asked.session and opening >= closures.starts_at and ending <= closures.ends_at
    )
  ), absent as (
    select opening, ending, place - row_number() over (order by opening) as island from due
    where not exists (
      select from public.candles
      where candles.symbol = candle_gaps.symbol and candles.timeframe = candle_gaps.timeframe and candles.opened_at = due.opening
    )
  )
  select min(opening), max(ending), count(*)::int from absent group by island order by 1;
end
$$;
comment on function public.candle_gaps(text, text, timestamptz, timestamptz) is 'Stretches of complete candles missing in [from, until) during market hours. At most 50 000 candles per call (22023).';

create function private.timeframe_width(timeframe text) returns interval
language sql immutable set search_path = '' as $$
  select case timeframe
    when 'M1' then interval '1 minute' when 'M5' then interval '5 minutes' when 'M15' then interval '15 minutes'
    when 'M30' then interval '30 minutes' when 'H1' then interval '1 hour' when 'H4' then interval '4 hours' when 'D1' then interval '24 hours'
  end
$$;
comment on function private.timeframe_width(text) is 'Length of a candle; null for an invalid timeframe.';

revoke execute on function public.market_is_open(text, timestamptz), public.candle_gaps(text, text, timestamptz, timestamptz),
  private.candle_opening(text, timestamptz, text, int), private.timeframe_width(text) from public, anon, authenticated;
grant execute on function public.market_is_open(text, timestamptz), public.candle_gaps(text, text, timestamptz, timestamptz),
  private.candle_opening(text, timestamptz, text, int), private.timeframe_width(text) to authenticated, service_role;
