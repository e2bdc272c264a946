-- The demonstration, third part: the levels of its signals, past and of this day, and of its members' ideas.
set local time zone 'UTC';
create table demo.plans (
  slot int primary key, symbol text, digits int, timeframe text, style text, tier text, analyst int, order_type text, towards int,
  published_at timestamptz, validity interval, until timestamptz, breaks_even boolean, cancelled_at timestamptz,
  low numeric, high numeric, edge numeric, risk numeric, stop numeric, prices numeric[], shares numeric[], reference numeric, bid numeric, ask numeric
);
with seen as (
  select slots.*, digits, pip_size * case class when 'crypto' then 10 else 1 end as tick, typical_spread, hourly,
    round(before.close, digits) as bid, round(before.close + before.spread, digits) as ask, round(before.close + before.spread / 2, digits) as reference,
    case when luck < 40 then sign(later.close - before.close)::int else demo.pick(slot, 28, 2) * 2 - 1 end as towards
  from demo.slots
  join public.instruments using (symbol)
  join demo.markets using (symbol),
  lateral (
    select close, spread from demo.drawn
    where drawn.symbol = slots.symbol and opened_at <= published_at - interval '1 minute' order by opened_at desc limit 1
  ) as before,
  lateral (
    select close from demo.drawn
    where drawn.symbol = slots.symbol and opened_at <= published_at + (until - published_at) * 0.6 order by opened_at desc limit 1
  ) as later
), risked as (
  select *, greatest(round((reach * hourly)::numeric * reference / tick), ceil(typical_spread * 5 / tick)) * tick as risk,
    case when cancelled then 'limit' else order_type end as asked from seen
), placed as (
  select *, round((reference + towards * risk * case
      when cancelled then -1.3 when asked = 'limit' then -0.22 when asked = 'stop' then 0.3 else 0
    end) / tick) * tick as edge,
    round(risk * case asked when 'limit' then 0.2 when 'stop' then 0.1 else 0 end / tick) * tick as width
  from risked
)
insert into demo.plans
select slot, symbol, digits, timeframe, style, tier, analyst, asked, towards, published_at, make_interval(hours => validity_hours), until, breaks_even,
  case when cancelled then published_at + interval '100 minutes' end,
  least(edge, edge - towards * width), greatest(edge, edge - towards * width), edge, risk, edge - towards * risk,
  array(select edge + towards * round(risk * multiple / tick) * tick from unnest(multiples) as multiple), shares, reference, bid, ask
from placed, lateral (
  select case demo.pick(slot, 68, 4) when 0 then '{1.6}' when 1 then '{1,1.8,2.8}' when 2 then '{1.2,2.4}' else '{1,2.25}' end::numeric[] as multiples,
    case demo.pick(slot, 68, 4) when 0 then '{100}' when 1 then '{40,30,30}' else '{50,50}' end::numeric[] as shares
) as aims;

-- The open ones are laid around what has happened since, so that they stand open at any hour of seeding.
with seen as (
  select live.*, digits, pip_size * case class when 'crypto' then 10 else 1 end as tick,
    round(before.close, digits) as bid, round(before.close + before.spread, digits) as ask, round(before.close + before.spread / 2, digits) as reference,
    round((1.6 * hourly)::numeric * before.close / (pip_size * case class when 'crypto' then 10 else 1 end)) * pip_size * case class when 'crypto' then 10 else 1 end as unit,
    since.*
  from demo.live
  join public.instruments using (symbol)
  join demo.markets using (symbol),
  lateral (
    select close, spread from demo.drawn
    where drawn.symbol = live.symbol and opened_at <= published_at - interval '1 minute' order by opened_at desc limit 1
  ) as before,
  lateral (
    select min(low) as lowest, max(high) as highest, max(spread) as spread,
      coalesce(min(low) filter (where early and decides), min(low) filter (where early)) as low_before,
      coalesce(max(high) filter (where early and decides), max(high) filter (where early)) as high_before
    from demo.drawn, lateral (select opened_at < published_at + (until - published_at) * 0.45 as early) as half
    where drawn.symbol = live.symbol and by_minute and opened_at >= published_at
  ) as since
), placed as (
  select *, case
      when order_type = 'market' then round(reference / tick) * tick
      when not entered then case towards when 1 then floor((lowest - unit * 0.6) / tick) else ceil((highest + unit * 0.6) / tick) end * tick
      when towards = 1 then ceil((low_before + spread) / tick) * tick
      else floor(high_before / tick) * tick
    end as laid
  from seen
), ordered as (
  -- Where the market has only moved away since, a limit would have been filled at once: it is a break instead.
  select placed.*, case when breaks then 'stop' else order_type end as asked, laid + case when breaks and ahead = 0 then towards * tick else 0 end as edge
  from placed,
    lateral (select (laid - case towards when 1 then ask else bid end) * towards as ahead) as distance,
    lateral (select order_type = 'limit' and entered and ahead >= 0 as breaks) as verdict
), risked as (
  select *, ceil(greatest(unit, 1.5 * against, 0.6 * favour) / tick) * tick as risk, case asked when 'limit' then round(unit * 0.3 / tick) * tick else 0 end as width
  from ordered, lateral (
    -- What waits has its targets beyond every price since: one already reached would be an entry that nobody wants.
    select greatest(0, case towards when 1 then highest - edge else edge - lowest end) as favour,
      case when entered then greatest(0, case towards when 1 then edge - lowest else highest + spread - edge end) else 0 end as against
  ) as moved
), aimed as (
  select *, edge + towards * ceil(greatest(risk, 1.35 * favour) / tick) * tick as first from risked
)
insert into demo.plans
select slot, symbol, digits, timeframe, style, tier, analyst, asked, towards, published_at,
  make_interval(hours => ceil(extract(epoch from until - published_at) / 3600)::int + 8), until, false, null,
  least(edge, edge - towards * width), greatest(edge, edge - towards * width), edge, risk, edge - towards * risk,
  array[first, first + towards * round(risk * 1.25 / tick) * tick], '{50,50}', reference, bid, ask
from aimed;

-- Members' ideas, on the minutes drawn for signals: one author with enough of them for a record, four with a few. Theirs are plans without an
-- analyst. Zones are laid around or behind the price, so that each is the order that its price implies.
create table demo.ideas (slot int primary key, member int, probability numeric, escrow boolean);
with asked as (
  select 200 + slot as slot, slot as source, symbol, timeframe, case when slot % 4 > 0 then 1 else 2 + slot / 4 % 4 end as member,
    published_at + interval '9 minutes 17 seconds' as published_at, until, case when demo.pick(slot, 91, 5) = 0 then 'limit' else 'market' end as order_type, 0.9 as reach
  from demo.slots where slot between 5 and 56
  union all
  select 300 + place, place, symbol, 'H1', place, now - make_interval(mins => 20 + 13 * place), now, case when place = 2 then 'limit' else 'market' end, 4
  from demo.clock, (values (1, 'BTCUSD'), (2, 'ETHUSD'), (3, 'BTCUSD'), (4, 'ETHUSD')) as running (place, symbol)
), seen as (
  select asked.*, digits, pip_size * case class when 'crypto' then 10 else 1 end as tick, typical_spread, hourly, demo.pick(source, 92, 2) * 2 - 1 as towards,
    round(before.close, digits) as bid, round(before.close + before.spread, digits) as ask, round(before.close + before.spread / 2, digits) as reference
  from asked join public.instruments using (symbol) join demo.markets using (symbol), lateral (
    select close, spread from demo.drawn
    where drawn.symbol = asked.symbol and opened_at <= published_at - interval '1 minute' order by opened_at desc limit 1
  ) as before
), placed as (
  select *, greatest(round((reach * hourly)::numeric * reference / tick), ceil(typical_spread * 12 / tick)) * tick as risk from seen
), ordered as (
  select *, case order_type
      when 'market' then case towards when 1 then ceil(ask / tick) else floor(bid / tick) end * tick
      else round((reference - towards * risk * case when slot > 300 then 2 else 0.3 end) / tick) * tick
    end as edge,
    case order_type when 'market' then ceil((ask - bid) / tick) * tick + tick else tick end as width
  from placed
), planned as (
  insert into demo.plans
  select slot, symbol, digits, timeframe, null, null, null, order_type, towards, published_at, case when slot > 300 then interval '20 hours' else interval '3 hours' end, until, false, null,
    least(edge, edge - towards * width), greatest(edge, edge - towards * width), edge, risk, edge - towards * risk,
    case when demo.pick(source, 93, 3) = 0 then array[edge + towards * round(risk * 1.5 / tick) * tick] else array[edge + towards * risk, edge + towards * 2 * risk] end,
    case when demo.pick(source, 93, 3) = 0 then '{100}' else '{50,50}' end::numeric[], reference, bid, ask
  from ordered
)
insert into demo.ideas
select slot, member, (case when demo.pick(source, 93, 3) = 0 then 34 else 42 end + demo.pick(source, 94, 17)) / 100.0, slot = 304 from ordered;
