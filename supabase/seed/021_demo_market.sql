-- The demonstration, second part: its market. Hours are a walk that ends today at the anchors; where signals live the hours
-- hold minutes, elsewhere quarters, drawn as bridges between the hour's ends. Longer candles are summed up from shorter ones.
set local time zone 'UTC';
-- A hundred thousand rows are sorted a few times, and all of it is dropped again.
set local work_mem = '64MB';
create unlogged table demo.hours as
with places as materialized (
  select day + hour * interval '1 hour' as opened_at, business, hour,
    case when business then back * 24 + 23 - hour else 1000000 + extract(epoch from today - day)::bigint / 3600 + hour end as key,
    least(60, extract(epoch from clock.now - day - hour * interval '1 hour') / 60)::int as minutes,
    case when business then back else 1000 + extract(day from today - day)::int end as mood
  from demo.days, demo.clock, generate_series(0, 23) as hour
  where day + hour * interval '1 hour' < clock.now
), times as materialized (
  select opened_at, business, key, minutes, exp(0.22 * demo.noise(mood, 900)) * sqrt(minutes / 60.0) as mood,
    sqrt(('{0.5,0.6,0.6,0.5,0.4,0.4,0.7,1.3,1.5,1.3,1.1,1.1,1.5,2.1,2.3,1.9,1.4,1.1,1,0.9,0.6,0.3,0.3,0.4}'::float8[])[hour + 1]) as session,
    demo.noise(key, 101) as dollars, demo.noise(key, 102) as risks, demo.noise(key, 103) as metals, demo.noise(key, 104) as cryptos
  from places
), moves as (
  select symbol, position, anchor, opened_at, minutes, key,
    hourly * mood * case class when 'crypto' then 1 else times.session * case when business then 1 else 0.35 end end as deviation,
    dollar * dollars + risk * risks + metal * metals + crypto * cryptos
      + sqrt(1 - dollar ^ 2 - risk ^ 2 - metal ^ 2 - crypto ^ 2) * demo.noise(key, position) as shock
  from times cross join demo.markets join public.instruments using (symbol) cross join demo.clock
  -- Where no signal lives a fortnight is enough.
  where position < 19 or times.opened_at >= clock.today - interval '15 days'
), walks as materialized (
  -- Backwards from today, so that every seeding ends at the anchors.
  select *, anchor * exp(-coalesce(sum(deviation * shock) over (
    partition by position order by opened_at desc rows between unbounded preceding and 1 preceding
  ), 0)) as close
  from moves
), legs as (
  select crosses.symbol, opened_at, near.close as near_close, near.deviation * near.shock as near_moved,
    case by when 'product' then far.close else 1 / far.close end as far_close,
    case by when 'product' then 1 else -1 end * far.deviation * far.shock as far_moved
  from demo.crosses join walks as near on near.symbol = left_leg join walks as far using (opened_at) where far.symbol = right_leg
), priced as (
  select symbol, position, opened_at, minutes, key, deviation, close, close * exp(-deviation * shock) as open from walks where anchor is not null
  union all
  select symbol, position, opened_at, minutes, key, deviation, near_close * far_close, near_close * far_close * exp(-near_moved - far_moved)
  from walks join legs using (symbol, opened_at) where anchor is null
)
select priced.*, digits, round(power(10::numeric, -digits), digits) as point,
  round((typical_spread * case when extract(hour from opened_at at time zone 'UTC') in (21, 22, 23) then 1.8 else 1 end)::numeric, digits) as spread,
  0 as steps, false as by_minute, false as whole
from priced join public.instruments using (symbol);
create index on demo.hours (symbol, opened_at);

-- How finely each hour is drawn: by the minute while a signal may live and just now, by the quarter around it and this week.
update demo.hours set steps = 4 from demo.clock
where hours.opened_at >= clock.today - case when position < 19 then interval '6 days' else interval '3 days' end;
update demo.hours set steps = 4 from demo.slots
where slots.symbol = hours.symbol and hours.opened_at > slots.published_at - interval '10 hours' and hours.opened_at < slots.until + interval '1 hour';
update demo.hours set steps = hours.minutes, by_minute = true
from (
  select symbol, published_at, until + interval '1 hour' as until from demo.slots union all select symbol, published_at, until from demo.live
  union all select symbol, now - interval '2 hours', now from demo.markets, demo.clock
) as lives
where lives.symbol = hours.symbol and hours.opened_at > lives.published_at - interval '1 hour' and hours.opened_at < lives.until;

update demo.hours set whole = true from demo.clock where steps = 0 and hours.opened_at >= clock.today - interval '14 days';
update demo.hours set whole = true from demo.slots
where steps = 0 and slots.symbol = hours.symbol and hours.opened_at < published_at and hours.opened_at > published_at - interval '26 hours';

-- When each market trades, as instants: asked of 70,000 minutes, its clock would have to be read for each.
create table demo.trading as
with opened as (
  select session, range_agg(tstzrange((week + opens * interval '1 minute') at time zone time_zone, (week + closes * interval '1 minute') at time zone time_zone)) as times
  from public.market_hours join public.market_sessions using (session), demo.clock,
    generate_series(date_trunc('week', today at time zone 'UTC') - interval '15 weeks', today at time zone 'UTC' + interval '1 week', interval '1 week') as week
  group by session
)
select opened.session, times - coalesce((select range_agg(tstzrange(starts_at, ends_at)) from public.market_closures as closures where closures.session = opened.session), '{}') as times
from opened;

-- What signals are decided on keeps to those hours; the walk knows none.
create unlogged table demo.drawn as
with traded as materialized (
  select hours.*, case when by_minute then times * tstzmultirange(tstzrange(opened_at, opened_at + interval '1 hour')) else '{}' end as trades
  from demo.hours join public.instruments using (symbol) join demo.trading using (session)
  where steps > 0
), stepped as materialized (
  select symbol, position, opened_at as hour, trades, point, open / point::float8 as open, close / point::float8 as close, spread, deviation, steps, by_minute, step, demo.noise(key * 60 + step, 200 + position) as shock
  from traded, generate_series(1, steps) as step
), walked as (
  select *, sum(shock) over (partition by position, hour order by step) as wandered,
    sum(shock) over (partition by position, hour) as wandered_in_all
  from stepped
), bridged as (
  select *, open + (close - open) * step / steps + open * deviation / sqrt(steps) * (wandered - wandered_in_all * step / steps) as price from walked
), edges as (
  select *, lag(price, 1, open) over (partition by position, hour order by step) as began,
    0.35 * open * deviation / sqrt(steps) * abs(demo.noise(extract(epoch from hour)::bigint + step, 300 + position)) as above,
    0.35 * open * deviation / sqrt(steps) * abs(demo.noise(extract(epoch from hour)::bigint + step, 400 + position)) as below
  from bridged
)
select symbol, hour + (step - 1) * case when by_minute then interval '1 minute' else interval '15 minutes' end as opened_at, by_minute,
  round(began)::bigint * point as open, round(greatest(began, price) + above)::bigint * point as high,
  round(least(began, price) - below)::bigint * point as low, round(price)::bigint * point as close, spread,
  trades @> hour + (step - 1) * interval '1 minute' as decides
from edges;
create index on demo.drawn (symbol, opened_at);

-- Quarters, out of minutes where there are some, and whole hours: of this fortnight, around signals and before them.
create unlogged table demo.m15 as
select symbol, opened_at, open, high, low, close, spread from demo.drawn where not by_minute
union all
select symbol, date_bin('15 minutes', opened_at, '2000-01-01'), (array_agg(open order by opened_at))[1], max(high), min(low),
  (array_agg(close order by opened_at desc))[1], max(spread)
from demo.drawn where by_minute group by 1, 2;

create unlogged table demo.h1 as
select symbol, date_trunc('hour', opened_at) as opened_at, (array_agg(open order by opened_at))[1] as open, max(high) as high, min(low) as low,
  (array_agg(close order by opened_at desc))[1] as close, max(spread) as spread
from demo.m15 group by 1, 2
union all
select symbol, opened_at, round(open / point::float8)::bigint * point,
  round((greatest(open, close) + open * deviation * 0.35 * abs(demo.noise(key, 300 + position))) / point::float8)::bigint * point,
  round((least(open, close) - open * deviation * 0.35 * abs(demo.noise(key, 400 + position))) / point::float8)::bigint * point,
  round(close / point::float8)::bigint * point, spread
from demo.hours where whole;
create index on demo.h1 (symbol, opened_at);
