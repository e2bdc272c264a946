-- The demonstration, fifth part: its candles and quotes, up to this minute, from where the worker's market goes on. They come
-- before the record, which keeps the minutes that it rests on.
set local time zone 'UTC';
set local client_min_messages = 'warning';
-- The minutes that decisions rest on, and those after them until whoever acted later would be out too; and the last two hours of
-- every instrument.
create table demo.m1 as
select distinct drawn.symbol, opened_at, open, high, low, close, spread
from (
  select symbol, published_at - interval '10 minutes' as since, coalesce(ended, until) + interval '3 hours' as until
  from demo.plans
  left join (select slot, max(at) as ended from demo.events where kind in ('stopped', 'closed', 'expired', 'cancelled') group by slot) as ends using (slot)
  union all
  select symbol, now - interval '130 minutes', now from demo.markets, demo.clock
) as lives
join demo.drawn on drawn.symbol = lives.symbol and by_minute and opened_at between since and until;

insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, spread, source)
select symbol, 'M1', opened_at, open, high, low, close, spread, 'simulated' from demo.m1
union all
select symbol, 'M5', date_bin('5 minutes', opened_at, '2000-01-01'), (array_agg(open order by opened_at))[1], max(high), min(low),
  (array_agg(close order by opened_at desc))[1], max(spread), 'simulated'
from demo.drawn, demo.clock where by_minute and opened_at >= today - interval '4 days' group by 1, 3
union all
select symbol, 'M15', opened_at, open, high, low, close, spread, 'simulated' from demo.m15
union all
select symbol, 'M30', date_bin('30 minutes', opened_at, '2000-01-01'), (array_agg(open order by opened_at))[1], max(high), min(low),
  (array_agg(close order by opened_at desc))[1], max(spread), 'simulated'
from demo.m15, demo.clock where opened_at >= today - interval '4 days' group by 1, 3
union all
select symbol, 'H1', opened_at, open, high, low, close, spread, 'simulated' from demo.h1
union all
select symbol, timeframe, opened_at, round(open / point::float8)::bigint * point, round(high / point::float8)::bigint * point,
  round(low / point::float8)::bigint * point, round(close / point::float8)::bigint * point, spread, 'simulated'
from (
  select hours.symbol, point, timeframe, case timeframe when 'H4' then date_bin('4 hours', hours.opened_at, '2000-01-01') else days.opened_at end as opened_at, (array_agg(hours.open order by hours.opened_at))[1] as open,
    greatest(max(hours.open), max(hours.close), max(h1.high)) as high, least(min(hours.open), min(hours.close), min(h1.low)) as low,
    (array_agg(hours.close order by hours.opened_at desc))[1] as close, max(hours.spread) as spread
  from demo.hours left join demo.h1 using (symbol, opened_at) join public.instruments on instruments.symbol = hours.symbol
    join public.market_sessions using (session),
    -- The session's day, as private.candle_opening() says it.
    lateral (
      select (date_trunc('day', (hours.opened_at at time zone time_zone) - make_interval(mins => day_starts)) + make_interval(mins => day_starts)) at time zone time_zone as opened_at
    ) as days, (values ('H4'), ('D1')) as widths(timeframe)
  where minutes > 0 and (timeframe = 'D1' or hours.opened_at >= (select today - interval '14 days' from demo.clock))
  group by 1, 2, 3, 4
) as summed;

insert into public.quotes (symbol, bid, ask, quoted_at, source)
select distinct on (symbol) symbol, close, close + spread, now, 'simulated' from demo.m1, demo.clock order by symbol, opened_at desc
on conflict (symbol) do nothing;
