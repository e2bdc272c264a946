-- The demonstration, sixth part: what its analysts claimed about the markets of its signals. Levels and probabilities follow from how far a
-- price without direction goes in that time, give or take an opinion; what became of them is what the drawn minutes make, by the rules of
-- trading/src/statements. A test decides each again with that resolver.
set local time zone 'UTC';
create table demo.claims as
with asked as (
  select slot, symbol, analyst, published_at + interval '41 seconds' as made_at,
    date_trunc('minute', published_at) + interval '1 hour' * (1 + demo.pick(slot, 81, 3)) as deadline, false as revealed
  from demo.slots
  union all
  -- Two that still run, at any hour of seeding: one sealed, one that its author has revealed.
  select 100 + number, symbol, number, now - interval '40 minutes', now + interval '20 hours', number = 2
  from demo.clock, (values (1, 'BTCUSD'), (2, 'ETHUSD')) as running (number, symbol)
), seen as (
  select asked.*, digits, pip_size * case class when 'crypto' then 10 else 1 end as tick, round(before.close, digits) as bid, before.spread,
    -- How far it usually goes until the deadline.
    (hourly * sqrt(extract(epoch from deadline - made_at) / 3600))::numeric * before.close as reach,
    demo.pick(slot, 82, 2) * 2 - 1 as towards, (demo.pick(slot, 83, 17) - 8) / 100.0 as opinion,
    -- What a price without direction does: how often, and at which distances.
    (array['touch', 'touch', 'close', 'close', 'between', 'first'])[1 + demo.pick(slot, 84, 6)] as kind, demo.pick(slot, 85, 2) = 0 as likely
  from asked join public.instruments using (symbol) join demo.markets using (symbol),
  lateral (
    select close, spread from demo.drawn
    where drawn.symbol = asked.symbol and drawn.opened_at < asked.made_at order by drawn.opened_at desc limit 1
  ) as before
), placed as (
  select *, bid + towards * greatest(round(reach * distance / tick), 2) * tick as one,
    case when kind in ('between', 'first') then bid - towards * greatest(round(reach * further / tick), 2) * tick end as other
  from seen, lateral (
    select case kind when 'touch' then case when likely then 0.6 else 1.2 end when 'close' then 0.4
        when 'between' then case when likely then 1.6 else 1 end else case when likely then 0.5 else 1 end end as distance,
      case kind when 'between' then case when likely then 1.6 else 1 end else case when likely then 1 else 0.5 end end as further,
      case kind when 'touch' then case when likely then 0.55 else 0.23 end when 'close' then case when likely then 0.66 else 0.34 end
        when 'between' then case when likely then 0.78 else 0.37 end else case when likely then 0.6 else 0.3 end end as usual
  ) as shape
)
select slot, analyst, symbol, made_at, deadline, revealed, bid, spread, kind, one, other, likely,
  -- A close is likely on the side of its level that the price is on.
  case when (towards = 1) = likely then 'below' else 'above' end as side,
  jsonb_build_object(
    'symbol', symbol, 'probability', round(usual + opinion, 2)::text, 'deadline', deadline,
    'condition', case kind
      when 'touch' then jsonb_build_object('level', one::text)
      when 'close' then jsonb_build_object('side', case when (towards = 1) = likely then 'below' else 'above' end, 'level', one::text)
      when 'between' then jsonb_build_object('low', least(one, other)::text, 'high', greatest(one, other)::text)
      else jsonb_build_object('level', one::text, 'other', other::text)
    end || jsonb_build_object('kind', kind)
  ) as claim
from placed;

create table demo.resolved as
with lived as (
  select claims.*, hit.opened_at is not null as decided, coalesce(hit.opened_at, last.opened_at) as opened_at,
    case when hit.opened_at is null then last.candle else hit.candle end as candle, hit.at_open, hit.one_reached, hit.other_reached, last.close
  from demo.claims cross join demo.clock
  join lateral (
    select opened_at, close, demo.evidence(drawn) -> 'candle' as candle from demo.drawn
    where drawn.symbol = claims.symbol and decides and drawn.opened_at >= made_at and drawn.opened_at < deadline order by drawn.opened_at desc limit 1
  ) as last on deadline < clock.now - interval '2 minutes'
  left join lateral (
    select opened_at, demo.evidence(drawn) -> 'candle' as candle, opened.one or opened.other as at_open,
      case when opened.one or opened.other then opened.one else touched.one end as one_reached,
      case when opened.one or opened.other then opened.other else touched.other end as other_reached
    from demo.drawn,
      lateral (select case when claims.one > bid then high >= claims.one else low <= claims.one end as one,
        coalesce(case when claims.other > bid then high >= claims.other else low <= claims.other end, false) as other) as touched,
      lateral (select case when claims.one > bid then open >= claims.one else open <= claims.one end as one,
        coalesce(case when claims.other > bid then open >= claims.other else open <= claims.other end, false) as other) as opened
    where kind <> 'close' and drawn.symbol = claims.symbol and decides and drawn.opened_at >= made_at and drawn.opened_at < deadline
      and (touched.one or touched.other)
    order by opened_at limit 1
  ) as hit on true
)
select slot, analyst, deadline, candle,
  case kind when 'touch' then decided when 'between' then not decided when 'first' then decided and not other_reached
    else case side when 'above' then close > one else close < one end end as outcome,
  case when not decided then deadline when at_open then opened_at else opened_at + interval '1 minute' end as decided_at
from lived;
