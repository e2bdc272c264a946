-- The demonstration, first part: its people, its clock and what its past signals were to be. Everything it makes is marked
-- (`demonstration`, source 'simulated'). Schema `demo` holds its working tables; the last part drops it.
-- The same day's seeding draws the same past: chance is a hash of a place in time, counted in business days back from today.
set local time zone 'UTC';
create schema demo;
revoke all on schema demo from public;

create table demo.clock as
select date_trunc('minute', now()) as now, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' as today;

-- Plain expressions, so that the planner writes them out in place: they are asked a million times.
create function demo.bell(hash bigint) returns float8
language sql immutable parallel safe as $$
  -- Four 16-bit uniforms out of one hash: mean zero, deviation one, nearly a bell.
  select (((hash & 65535) + ((hash >> 16) & 65535) + ((hash >> 32) & 65535) + ((hash >> 48) & 65535))::float8 / 65536 - 2) * 1.7320508
$$;
create function demo.noise(key bigint, salt bigint) returns float8
language sql immutable parallel safe as $$ select demo.bell(hashint8extended(key, salt)) $$;
create function demo.pick(key bigint, salt int, below int) returns int
language sql immutable parallel safe set search_path = '' as $$
  select ((hashint8extended(key, salt) >> 8) & 1048575)::int % below
$$;

-- Business days back from today; weekends have none.
create table demo.days as
select day, isodow < 6 as business, count(*) filter (where isodow < 6) over (order by day desc rows between unbounded preceding and 1 preceding) as back
from (
  select today - back * interval '1 day' as day, extract(isodow from today - back * interval '1 day') as isodow
  from demo.clock, generate_series(0, 96) as back
) as calendar;

create table demo.people (id uuid, name text, username text, mail text);
insert into demo.people values
  ('d0000000-0000-4000-8000-000000000001', 'Claire Morvan', 'claire.morvan', 'claire.morvan'), ('d0000000-0000-4000-8000-000000000002', 'Mathieu Lassalle', 'mathieu.lassalle', 'mathieu.lassalle'),
  -- Members, who write in the forum too (050_demo_forum.sql).
  ('d0000000-0000-4000-8000-000000002007', 'Yanis Brunel', 'yanis-b', 'forum-7'), ('d0000000-0000-4000-8000-000000002004', 'Inès Pellerin', 'ines-p', 'forum-4'),
  ('d0000000-0000-4000-8000-000000002005', 'Noé Laborde', 'noe-l', 'forum-5'), ('d0000000-0000-4000-8000-000000002002', 'Sofia Navarro', 'sofia-n', 'forum-2'),
  ('d0000000-0000-4000-8000-000000002009', 'Hugo Tessier', 'hugo-t', 'forum-9');
create table demo.analysts as select id, name from demo.people where mail not like 'forum-%';
create table demo.members as select id, name, row_number() over (order by username <> 'yanis-b', id)::int as member from demo.people where mail like 'forum-%';
-- Nobody can sign in as them: no password, no identity, and banned.
insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, banned_until, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
  confirmation_token, recovery_token, email_change, email_change_token_new
)
select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', mail || '@demonstration.invalid', '',
  '9999-12-31', '{}', jsonb_build_object('first_name', split_part(name, ' ', 1), 'last_name', split_part(name, ' ', 2), 'username', username),
  today - interval '120 days', today - interval '120 days', '', '', '', ''
from demo.people, demo.clock;
insert into public.staff (user_id, role, granted_at) select id, 'analyst', today - interval '120 days' from demo.analysts, demo.clock;
-- Known for long enough to write without review.
update public.community_members set trust = 2 where user_id in (select id from demo.members);

-- What a market is like: where it ends today, how much it moves in a usual hour, and with what.
create table demo.markets (symbol text primary key, position int, anchor float8, hourly float8, dollar float8, risk float8, metal float8, crypto float8);
insert into demo.markets values
  ('EURUSD', 1, 1.0865, 0.00080, -0.85, 0.10, 0, 0), ('GBPUSD', 2, 1.2715, 0.00091, -0.75, 0.25, 0, 0),
  ('USDJPY', 3, 150.35, 0.00101, 0.60, 0.35, 0, 0), ('USDCHF', 4, 0.8845, 0.00085, 0.80, 0.15, 0, 0),
  ('AUDUSD', 5, 0.6585, 0.00112, -0.60, 0.50, 0, 0), ('USDCAD', 6, 1.3785, 0.00075, 0.60, -0.40, 0, 0),
  ('NZDUSD', 7, 0.6025, 0.00118, -0.60, 0.50, 0, 0), ('XAUUSD', 11, 2655, 0.00160, -0.35, 0, 0.75, 0),
  ('XAGUSD', 12, 31.25, 0.00299, -0.30, 0.20, 0.75, 0), ('NAS100', 13, 20650, 0.00224, 0, 0.90, 0, 0),
  ('SPX500', 14, 5930, 0.00160, 0, 0.93, 0, 0), ('GER40', 15, 19180, 0.00171, 0, 0.78, 0, 0),
  ('FRA40', 16, 7290, 0.00171, 0, 0.75, 0, 0), ('BTCUSD', 17, 96500, 0.00555, 0, 0.25, 0, 0.88),
  ('ETHUSD', 18, 3340, 0.00694, 0, 0.25, 0, 0.85),
  ('US30', 19, 43900, 0.00150, 0, 0.90, 0, 0), ('UK100', 20, 8160, 0.00130, 0, 0.72, 0, 0), ('EU50', 21, 4830, 0.00171, 0, 0.78, 0, 0),
  ('ESP35', 22, 11650, 0.00165, 0, 0.70, 0, 0), ('ITA40', 23, 33800, 0.00180, 0, 0.72, 0, 0), ('JPN225', 24, 38400, 0.00210, 0.15, 0.65, 0, 0),
  -- Crosses are what their legs say (021); these figures only shape what happens within an hour.
  ('EURJPY', 8, null, 0.00110, 0, 0, 0, 0), ('EURGBP', 9, null, 0.00070, 0, 0, 0, 0), ('GBPJPY', 10, null, 0.00125, 0, 0, 0, 0),
  ('EURCHF', 25, null, 0.00060, 0, 0, 0, 0), ('EURAUD', 26, null, 0.00100, 0, 0, 0, 0), ('EURCAD', 27, null, 0.00085, 0, 0, 0, 0),
  ('EURNZD', 28, null, 0.00105, 0, 0, 0, 0), ('GBPCHF', 29, null, 0.00085, 0, 0, 0, 0), ('GBPAUD', 30, null, 0.00100, 0, 0, 0, 0),
  ('GBPCAD', 31, null, 0.00090, 0, 0, 0, 0), ('GBPNZD', 32, null, 0.00110, 0, 0, 0, 0), ('AUDJPY', 33, null, 0.00130, 0, 0, 0, 0),
  ('AUDCAD', 34, null, 0.00080, 0, 0, 0, 0), ('AUDCHF', 35, null, 0.00100, 0, 0, 0, 0), ('AUDNZD', 36, null, 0.00065, 0, 0, 0, 0),
  ('CADJPY', 37, null, 0.00110, 0, 0, 0, 0), ('CADCHF', 38, null, 0.00085, 0, 0, 0, 0), ('CHFJPY', 39, null, 0.00105, 0, 0, 0, 0),
  ('NZDJPY', 40, null, 0.00135, 0, 0, 0, 0), ('NZDCAD', 41, null, 0.00090, 0, 0, 0, 0), ('NZDCHF', 42, null, 0.00105, 0, 0, 0, 0);
-- A cross is its left leg times or over its right one.
create table demo.crosses (symbol text primary key, left_leg text, right_leg text, by text);
insert into demo.crosses values
  ('EURJPY', 'EURUSD', 'USDJPY', 'product'), ('EURGBP', 'EURUSD', 'GBPUSD', 'quotient'), ('GBPJPY', 'GBPUSD', 'USDJPY', 'product'),
  ('EURCHF', 'EURUSD', 'USDCHF', 'product'), ('EURAUD', 'EURUSD', 'AUDUSD', 'quotient'), ('EURCAD', 'EURUSD', 'USDCAD', 'product'),
  ('EURNZD', 'EURUSD', 'NZDUSD', 'quotient'), ('GBPCHF', 'GBPUSD', 'USDCHF', 'product'), ('GBPAUD', 'GBPUSD', 'AUDUSD', 'quotient'),
  ('GBPCAD', 'GBPUSD', 'USDCAD', 'product'), ('GBPNZD', 'GBPUSD', 'NZDUSD', 'quotient'), ('AUDJPY', 'AUDUSD', 'USDJPY', 'product'),
  ('AUDCAD', 'AUDUSD', 'USDCAD', 'product'), ('AUDCHF', 'AUDUSD', 'USDCHF', 'product'), ('AUDNZD', 'AUDUSD', 'NZDUSD', 'quotient'),
  ('CADJPY', 'USDJPY', 'USDCAD', 'quotient'), ('CADCHF', 'USDCHF', 'USDCAD', 'quotient'), ('CHFJPY', 'USDJPY', 'USDCHF', 'quotient'),
  ('NZDJPY', 'NZDUSD', 'USDJPY', 'product'), ('NZDCAD', 'NZDUSD', 'USDCAD', 'product'), ('NZDCHF', 'NZDUSD', 'USDCHF', 'product');

-- The past signals: one on most business days, in the hours an analyst is at the desk.
create table demo.slots as
select slot,
  -- What is not traded when it begins or when it is to end, a holiday or a Friday's swing, is traded at every hour instead.
  case when public.market_is_open(symbol, published_at) and public.market_is_open(symbol, published_at + lasts) then symbol else 'BTCUSD' end as symbol,
  style, timeframe, order_type, tier, analyst, published_at, reach, published_at + lasts as until,
  case style when 'scalp' then 4 when 'intraday' then 7 else 20 end as validity_hours,
  demo.pick(slot, 7, 100) as luck, demo.pick(slot, 8, 2) = 0 as breaks_even, slot in (17, 44) as cancelled
from (
  select slot,
    ('{EURUSD,XAUUSD,GBPUSD,NAS100,USDJPY,EURUSD,BTCUSD,GBPJPY,GER40,AUDUSD,EURJPY,SPX500,XAUUSD,USDCAD,ETHUSD,EURGBP,FRA40,NZDUSD,USDCHF,XAGUSD}'::text[])[1 + slot * 7 % 20] as symbol,
    (array['scalp', 'intraday', 'intraday', 'swing', 'intraday', 'intraday', 'scalp'])[1 + slot % 7] as style,
    (array['M5', 'M15', 'H1', 'H4', 'M15', 'H1', 'M5'])[1 + slot % 7] as timeframe,
    -- One R in usual hours' moves.
    (array[0.9, 1.5, 2.0, 3.0, 1.4, 2.2, 1.0])[1 + slot % 7] as reach,
    (array['limit', 'market', 'limit', 'stop', 'limit'])[1 + demo.pick(slot, 3, 5)] as order_type,
    case when demo.pick(slot, 4, 4) = 0 then 'freemium' else 'premium' end as tier,
    1 + demo.pick(slot, 5, 2) as analyst,
    day + make_interval(hours => 7 + demo.pick(slot, 1, 4), mins => demo.pick(slot, 2, 60), secs => demo.pick(slot, 6, 60)) as published_at
  from generate_series(1, 62) as slot join demo.days on business and back = 63 - slot
) as drawn, lateral (select case style when 'swing' then interval '26 hours' else interval '9 hours' end as lasts) as life;

-- The signals of this very day; on a weekend, in the early morning or where a holiday had closed one of their markets, of the last
-- afternoon at the desk.
create table demo.live as
with plans (slot, symbol, timeframe, style, tier, analyst, order_type, towards, entered, since) as (
  values
    (63, 'EURUSD', 'M15', 'intraday', 'freemium', 1, 'limit', 1, true, interval '4 hours 46 minutes 11 seconds'),
    (64, 'NAS100', 'H1', 'intraday', 'premium', 2, 'limit', -1, true, interval '3 hours 12 minutes 38 seconds'),
    (65, 'BTCUSD', 'M15', 'intraday', 'premium', 2, 'market', 1, true, interval '2 hours 21 minutes 5 seconds'),
    (66, 'GBPUSD', 'H1', 'swing', 'freemium', 1, 'limit', -1, false, interval '1 hour 8 minutes 47 seconds')
), afternoons as (
  select case day when today then now else day + interval '17 hours' end as at
  from demo.days, demo.clock where business and day > today - interval '15 days' and (day < today or now >= today + interval '12 hours')
), desk as (
  select max(at) as at from afternoons
  where not exists (
    -- The minutes after publication are those that an entry can be in.
    select from plans, (values (interval '0'), (interval '10 minutes')) as after (wait)
    where not public.market_is_open(symbol, at - since + wait)
  )
)
select plans.*, desk.at - since as published_at, clock.now as until from plans, desk, demo.clock;
