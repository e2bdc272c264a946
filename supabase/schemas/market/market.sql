-- Market data: instruments and prices. The worker writes candles and quotes; anyone can read them, and every row names its
-- source. Prices are bids; a candle's spread gives the ask.
create table public.market_sessions (
  session text primary key check (session ~ '^[a-z][a-z0-9_]{1,31}$'),
  time_zone text not null,
  day_starts int not null default 0 check (day_starts between 0 and 1439)
);
comment on table public.market_sessions is 'Trading sessions: the exchange''s time zone, and the minute of its day at which a daily candle begins.';

create table public.market_hours (
  session text not null references public.market_sessions (session),
  opens int not null check (opens between 0 and 10079),
  closes int not null check (closes > opens and closes <= 10080),
  primary key (session, opens)
);
comment on table public.market_hours is 'Market hours of a week, in minutes since Monday 00:00 in the exchange''s time zone; the end is exclusive.';

create table public.market_closures (
  session text not null references public.market_sessions (session),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (session, starts_at)
);
comment on table public.market_closures is 'Holidays: times at which a market is closed despite its weekly hours.';

create table public.instruments (
  symbol text primary key check (symbol ~ '^[A-Z0-9]{3,12}$'),
  name text not null,
  description jsonb not null,
  class text not null check (class in ('forex', 'metal', 'index', 'crypto')),
  base_currency text not null,
  quote_currency text not null,
  digits int not null check (digits between 0 and 8),
  pip_size numeric not null check (pip_size > 0),
  contract_size numeric not null check (contract_size > 0),
  typical_spread numeric not null check (typical_spread >= 0),
  session text not null references public.market_sessions (session),
  sort int not null
);
create index instruments_of_session on public.instruments (session);
comment on table public.instruments is 'Instruments of signals: price digits, pip size, units per lot.';

create table public.candles (
  symbol text not null references public.instruments (symbol),
  timeframe text not null check (timeframe in ('M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1')),
  opened_at timestamptz not null,
  open numeric not null,
  high numeric not null,
  low numeric not null,
  close numeric not null,
  spread numeric not null default 0 check (spread >= 0),
  source text not null,
  first_at timestamptz,
  last_at timestamptz,
  -- The import that stored it (private.market_imports); null for a feed's candles and for aggregates.
  import_number int,
  primary key (symbol, timeframe, opened_at),
  check (low > 0 and low <= open and low <= close and high >= open and high >= close)
) partition by list (timeframe);
comment on table public.candles is 'Bid prices of a period, with the spread. Decisions about signals are based on these rows.';
comment on column public.candles.first_at is 'Opening time of the earliest minute included; null: its own opening.';
comment on column public.candles.last_at is 'Opening time of the latest minute included; null: its own opening.';

-- Minutes and aggregates are partitioned separately, both by month, so that old minutes can be dropped by table
-- (market/candle_storage.sql). Rows without a monthly table wait in the "other" tables until it is created.
create table private.candles_minutes partition of public.candles for values in ('M1') partition by range (opened_at);
create table private.candles_longer partition of public.candles for values in ('M5', 'M15', 'M30', 'H1', 'H4', 'D1')
  partition by range (opened_at);
create table private.candles_minutes_other partition of private.candles_minutes default;
create table private.candles_longer_other partition of private.candles_longer default;
alter table private.candles_minutes enable row level security;
alter table private.candles_longer enable row level security;
alter table private.candles_minutes_other enable row level security;
alter table private.candles_longer_other enable row level security;
comment on table private.candles_minutes is 'One-minute candles, by month.';
comment on table private.candles_longer is 'Candles longer than a minute, by month.';
comment on table private.candles_minutes_other is 'Minutes of months without a table yet.';
comment on table private.candles_longer_other is 'Longer candles of months without a table yet.';

create table public.quotes (
  symbol text primary key references public.instruments (symbol),
  bid numeric not null check (bid > 0),
  ask numeric not null,
  quoted_at timestamptz not null,
  source text not null,
  check (ask >= bid)
);
comment on table public.quotes is 'The latest price of each instrument.';

alter table public.instruments enable row level security;
create policy "everybody reads the instruments" on public.instruments for select to anon, authenticated using (true);
alter table public.candles enable row level security;
create policy "everybody reads the candles" on public.candles for select to anon, authenticated using (true);
alter table public.quotes enable row level security;
create policy "everybody reads the quotes" on public.quotes for select to anon, authenticated using (true);

alter table public.market_sessions enable row level security;
create policy "everybody reads the sessions" on public.market_sessions for select to anon, authenticated using (true);
alter table public.market_hours enable row level security;
create policy "everybody reads the hours" on public.market_hours for select to anon, authenticated using (true);
alter table public.market_closures enable row level security;
create policy "everybody reads the closures" on public.market_closures for select to anon, authenticated using (true);

revoke all on public.market_sessions, public.market_hours, public.market_closures, public.instruments, public.candles, public.quotes
  from anon, authenticated;
grant select on public.market_sessions, public.market_hours, public.market_closures, public.instruments, public.candles, public.quotes
  to anon, authenticated;

-- The quotes channel: anyone may listen, no one may send.
create policy "everybody hears the quotes" on realtime.messages for select to anon, authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'market:quotes');

-- Market hours of contracts for difference: spot currencies all week, metals and American indices with CME's daily one-hour
-- break, the others like their exchange's futures. Minutes of the week: 1020 is Monday 17:00, 1440 Tuesday 00:00.
insert into public.market_sessions (session, time_zone, day_starts) values
  ('forex', 'America/New_York', 1020),
  ('metal', 'America/New_York', 1020),
  ('index_us', 'America/New_York', 1020),
  ('index_de', 'Europe/Berlin', 0),
  ('index_fr', 'Europe/Paris', 0),
  ('index_uk', 'Europe/London', 0),
  ('index_es', 'Europe/Madrid', 0),
  ('index_it', 'Europe/Rome', 0),
  ('index_jp', 'Asia/Tokyo', 0),
  ('crypto', 'UTC', 0);

insert into public.market_hours (session, opens, closes) values
  ('forex', 0, 6780), ('forex', 9660, 10080),
  ('metal', 0, 1020), ('metal', 1080, 2460), ('metal', 2520, 3900), ('metal', 3960, 5340), ('metal', 5400, 6780), ('metal', 9720, 10080),
  ('index_us', 0, 1020), ('index_us', 1080, 2460), ('index_us', 2520, 3900), ('index_us', 3960, 5340), ('index_us', 5400, 6780), ('index_us', 9720, 10080),
  ('index_de', 75, 1320), ('index_de', 1515, 2760), ('index_de', 2955, 4200), ('index_de', 4395, 5640), ('index_de', 5835, 7080),
  ('index_fr', 480, 1320), ('index_fr', 1920, 2760), ('index_fr', 3360, 4200), ('index_fr', 4800, 5640), ('index_fr', 6240, 7080),
  ('index_uk', 60, 1260), ('index_uk', 1500, 2700), ('index_uk', 2940, 4140), ('index_uk', 4380, 5580), ('index_uk', 5820, 7020),
  ('index_es', 480, 1200), ('index_es', 1920, 2640), ('index_es', 3360, 4080), ('index_es', 4800, 5520), ('index_es', 6240, 6960),
  ('index_it', 480, 1320), ('index_it', 1920, 2760), ('index_it', 3360, 4200), ('index_it', 4800, 5640), ('index_it', 6240, 7080),
  ('index_jp', 525, 945), ('index_jp', 1020, 1800), ('index_jp', 1965, 2385), ('index_jp', 2460, 3240), ('index_jp', 3405, 3825), ('index_jp', 3900, 4680), ('index_jp', 4845, 5265), ('index_jp', 5340, 6120), ('index_jp', 6285, 6705), ('index_jp', 6780, 7560),
  ('crypto', 0, 10080);

-- Christmas and New Year, in the exchange's time zone; market/market_holidays.sql has the other usual closures.
insert into public.market_closures (session, starts_at, ends_at)
select session, (day + make_interval(mins => day_starts) - case when day_starts > 0 then interval '1 day' else interval '0' end) at time zone time_zone,
  (day + make_interval(mins => day_starts) + case when day_starts > 0 then interval '0' else interval '1 day' end) at time zone time_zone
from public.market_sessions,
  unnest(array['2025-12-25', '2026-01-01', '2026-12-25', '2027-01-01', '2027-12-25', '2028-01-01', '2028-12-25', '2029-01-01']::timestamp[]) as day
where session <> 'crypto' and not (session = 'index_jp' and extract(month from day) = 12);

insert into public.instruments (symbol, name, description, class, base_currency, quote_currency, digits, pip_size, contract_size, typical_spread, session, sort) values
  ('EURUSD', 'EUR/USD', '{"fr":"Euro / dollar US","en":"Euro / US dollar","es":"Euro / dólar estadounidense","it":"Euro / dollaro USA"}', 'forex', 'EUR', 'USD', 5, 0.0001, 100000, 0.00008, 'forex', 10),
  ('GBPUSD', 'GBP/USD', '{"fr":"Livre sterling / dollar US","en":"Pound sterling / US dollar","es":"Libra esterlina / dólar estadounidense","it":"Sterlina / dollaro USA"}', 'forex', 'GBP', 'USD', 5, 0.0001, 100000, 0.00011, 'forex', 20),
  ('USDJPY', 'USD/JPY', '{"fr":"Dollar US / yen","en":"US dollar / yen","es":"Dólar estadounidense / yen","it":"Dollaro USA / yen"}', 'forex', 'USD', 'JPY', 3, 0.01, 100000, 0.010, 'forex', 30),
  ('USDCHF', 'USD/CHF', '{"fr":"Dollar US / franc suisse","en":"US dollar / Swiss franc","es":"Dólar estadounidense / franco suizo","it":"Dollaro USA / franco svizzero"}', 'forex', 'USD', 'CHF', 5, 0.0001, 100000, 0.00012, 'forex', 40),
  ('AUDUSD', 'AUD/USD', '{"fr":"Dollar australien / dollar US","en":"Australian dollar / US dollar","es":"Dólar australiano / dólar estadounidense","it":"Dollaro australiano / dollaro USA"}', 'forex', 'AUD', 'USD', 5, 0.0001, 100000, 0.00010, 'forex', 50),
  ('USDCAD', 'USD/CAD', '{"fr":"Dollar US / dollar canadien","en":"US dollar / Canadian dollar","es":"Dólar estadounidense / dólar canadiense","it":"Dollaro USA / dollaro canadese"}', 'forex', 'USD', 'CAD', 5, 0.0001, 100000, 0.00012, 'forex', 60),
  ('NZDUSD', 'NZD/USD', '{"fr":"Dollar néo-zélandais / dollar US","en":"New Zealand dollar / US dollar","es":"Dólar neozelandés / dólar estadounidense","it":"Dollaro neozelandese / dollaro USA"}', 'forex', 'NZD', 'USD', 5, 0.0001, 100000, 0.00014, 'forex', 70),
  ('EURJPY', 'EUR/JPY', '{"fr":"Euro / yen","en":"Euro / yen","es":"Euro / yen","it":"Euro / yen"}', 'forex', 'EUR', 'JPY', 3, 0.01, 100000, 0.014, 'forex', 80),
  ('EURGBP', 'EUR/GBP', '{"fr":"Euro / livre sterling","en":"Euro / pound sterling","es":"Euro / libra esterlina","it":"Euro / sterlina"}', 'forex', 'EUR', 'GBP', 5, 0.0001, 100000, 0.00012, 'forex', 90),
  ('GBPJPY', 'GBP/JPY', '{"fr":"Livre sterling / yen","en":"Pound sterling / yen","es":"Libra esterlina / yen","it":"Sterlina / yen"}', 'forex', 'GBP', 'JPY', 3, 0.01, 100000, 0.020, 'forex', 100),
  ('XAUUSD', 'XAU/USD', '{"fr":"Or / dollar US","en":"Gold / US dollar","es":"Oro / dólar estadounidense","it":"Oro / dollaro USA"}', 'metal', 'XAU', 'USD', 2, 0.1, 100, 0.25, 'metal', 120),
  ('XAGUSD', 'XAG/USD', '{"fr":"Argent / dollar US","en":"Silver / US dollar","es":"Plata / dólar estadounidense","it":"Argento / dollaro USA"}', 'metal', 'XAG', 'USD', 3, 0.01, 5000, 0.020, 'metal', 125),
  ('NAS100', 'NAS100', '{"fr":"Indice Nasdaq 100","en":"Nasdaq 100 index","es":"Índice Nasdaq 100","it":"Indice Nasdaq 100"}', 'index', 'NAS100', 'USD', 1, 1, 1, 1.5, 'index_us', 130),
  ('SPX500', 'SPX500', '{"fr":"Indice S&P 500","en":"S&P 500 index","es":"Índice S&P 500","it":"Indice S&P 500"}', 'index', 'SPX500', 'USD', 1, 1, 1, 0.5, 'index_us', 140),
  ('GER40', 'GER40', '{"fr":"Indice DAX 40","en":"DAX 40 index","es":"Índice DAX 40","it":"Indice DAX 40"}', 'index', 'GER40', 'EUR', 1, 1, 1, 1.2, 'index_de', 150),
  ('FRA40', 'FRA40', '{"fr":"Indice CAC 40","en":"CAC 40 index","es":"Índice CAC 40","it":"Indice CAC 40"}', 'index', 'FRA40', 'EUR', 1, 1, 1, 1.1, 'index_fr', 160),
  ('BTCUSD', 'BTC/USD', '{"fr":"Bitcoin / dollar US","en":"Bitcoin / US dollar","es":"Bitcoin / dólar estadounidense","it":"Bitcoin / dollaro USA"}', 'crypto', 'BTC', 'USD', 2, 1, 1, 15, 'crypto', 170),
  ('ETHUSD', 'ETH/USD', '{"fr":"Ether / dollar US","en":"Ether / US dollar","es":"Ether / dólar estadounidense","it":"Ether / dollaro USA"}', 'crypto', 'ETH', 'USD', 2, 0.1, 1, 1.2, 'crypto', 180),
  ('EURCHF', 'EUR/CHF', '{"fr":"Euro / franc suisse","en":"Euro / Swiss franc","es":"Euro / franco suizo","it":"Euro / franco svizzero"}', 'forex', 'EUR', 'CHF', 5, 0.0001, 100000, 0.00016, 'forex', 101),
  ('EURAUD', 'EUR/AUD', '{"fr":"Euro / dollar australien","en":"Euro / Australian dollar","es":"Euro / dólar australiano","it":"Euro / dollaro australiano"}', 'forex', 'EUR', 'AUD', 5, 0.0001, 100000, 0.00019, 'forex', 102),
  ('EURCAD', 'EUR/CAD', '{"fr":"Euro / dollar canadien","en":"Euro / Canadian dollar","es":"Euro / dólar canadiense","it":"Euro / dollaro canadese"}', 'forex', 'EUR', 'CAD', 5, 0.0001, 100000, 0.00019, 'forex', 103),
  ('EURNZD', 'EUR/NZD', '{"fr":"Euro / dollar néo-zélandais","en":"Euro / New Zealand dollar","es":"Euro / dólar neozelandés","it":"Euro / dollaro neozelandese"}', 'forex', 'EUR', 'NZD', 5, 0.0001, 100000, 0.00028, 'forex', 104),
  ('GBPCHF', 'GBP/CHF', '{"fr":"Livre sterling / franc suisse","en":"Pound sterling / Swiss franc","es":"Libra esterlina / franco suizo","it":"Sterlina / franco svizzero"}', 'forex', 'GBP', 'CHF', 5, 0.0001, 100000, 0.00022, 'forex', 105),
  ('GBPAUD', 'GBP/AUD', '{"fr":"Livre sterling / dollar australien","en":"Pound sterling / Australian dollar","es":"Libra esterlina / dólar australiano","it":"Sterlina / dollaro australiano"}', 'forex', 'GBP', 'AUD', 5, 0.0001, 100000, 0.00026, 'forex', 106),
  ('GBPCAD', 'GBP/CAD', '{"fr":"Livre sterling / dollar canadien","en":"Pound sterling / Canadian dollar","es":"Libra esterlina / dólar canadiense","it":"Sterlina / dollaro canadese"}', 'forex', 'GBP', 'CAD', 5, 0.0001, 100000, 0.00026, 'forex', 107),
  ('GBPNZD', 'GBP/NZD', '{"fr":"Livre sterling / dollar néo-zélandais","en":"Pound sterling / New Zealand dollar","es":"Libra esterlina / dólar neozelandés","it":"Sterlina / dollaro neozelandese"}', 'forex', 'GBP', 'NZD', 5, 0.0001, 100000, 0.00034, 'forex', 108),
  ('AUDJPY', 'AUD/JPY', '{"fr":"Dollar australien / yen","en":"Australian dollar / yen","es":"Dólar australiano / yen","it":"Dollaro australiano / yen"}', 'forex', 'AUD', 'JPY', 3, 0.01, 100000, 0.014, 'forex', 109),
  ('AUDCAD', 'AUD/CAD', '{"fr":"Dollar australien / dollar canadien","en":"Australian dollar / Canadian dollar","es":"Dólar australiano / dólar canadiense","it":"Dollaro australiano / dollaro canadese"}', 'forex', 'AUD', 'CAD', 5, 0.0001, 100000, 0.00017, 'forex', 110),
  ('AUDCHF', 'AUD/CHF', '{"fr":"Dollar australien / franc suisse","en":"Australian dollar / Swiss franc","es":"Dólar australiano / franco suizo","it":"Dollaro australiano / franco svizzero"}', 'forex', 'AUD', 'CHF', 5, 0.0001, 100000, 0.00017, 'forex', 111),
  ('AUDNZD', 'AUD/NZD', '{"fr":"Dollar australien / dollar néo-zélandais","en":"Australian dollar / New Zealand dollar","es":"Dólar australiano / dólar neozelandés","it":"Dollaro australiano / dollaro neozelandese"}', 'forex', 'AUD', 'NZD', 5, 0.0001, 100000, 0.00019, 'forex', 112),
  ('CADJPY', 'CAD/JPY', '{"fr":"Dollar canadien / yen","en":"Canadian dollar / yen","es":"Dólar canadiense / yen","it":"Dollaro canadese / yen"}', 'forex', 'CAD', 'JPY', 3, 0.01, 100000, 0.015, 'forex', 113),
  ('CADCHF', 'CAD/CHF', '{"fr":"Dollar canadien / franc suisse","en":"Canadian dollar / Swiss franc","es":"Dólar canadiense / franco suizo","it":"Dollaro canadese / franco svizzero"}', 'forex', 'CAD', 'CHF', 5, 0.0001, 100000, 0.00018, 'forex', 114),
  ('CHFJPY', 'CHF/JPY', '{"fr":"Franc suisse / yen","en":"Swiss franc / yen","es":"Franco suizo / yen","it":"Franco svizzero / yen"}', 'forex', 'CHF', 'JPY', 3, 0.01, 100000, 0.019, 'forex', 115),
  ('NZDJPY', 'NZD/JPY', '{"fr":"Dollar néo-zélandais / yen","en":"New Zealand dollar / yen","es":"Dólar neozelandés / yen","it":"Dollaro neozelandese / yen"}', 'forex', 'NZD', 'JPY', 3, 0.01, 100000, 0.017, 'forex', 116),
  ('NZDCAD', 'NZD/CAD', '{"fr":"Dollar néo-zélandais / dollar canadien","en":"New Zealand dollar / Canadian dollar","es":"Dólar neozelandés / dólar canadiense","it":"Dollaro neozelandese / dollaro canadese"}', 'forex', 'NZD', 'CAD', 5, 0.0001, 100000, 0.00020, 'forex', 117),
  ('NZDCHF', 'NZD/CHF', '{"fr":"Dollar néo-zélandais / franc suisse","en":"New Zealand dollar / Swiss franc","es":"Dólar neozelandés / franco suizo","it":"Dollaro neozelandese / franco svizzero"}', 'forex', 'NZD', 'CHF', 5, 0.0001, 100000, 0.00020, 'forex', 118),
  ('US30', 'US30', '{"fr":"Indice Dow Jones","en":"Dow Jones index","es":"Índice Dow Jones","it":"Indice Dow Jones"}', 'index', 'US30', 'USD', 1, 1, 1, 2.0, 'index_us', 145),
  ('UK100', 'UK100', '{"fr":"Indice FTSE 100","en":"FTSE 100 index","es":"Índice FTSE 100","it":"Indice FTSE 100"}', 'index', 'UK100', 'GBP', 1, 1, 1, 1.0, 'index_uk', 162),
  ('EU50', 'EU50', '{"fr":"Indice Euro Stoxx 50","en":"Euro Stoxx 50 index","es":"Índice Euro Stoxx 50","it":"Indice Euro Stoxx 50"}', 'index', 'EU50', 'EUR', 1, 1, 1, 1.5, 'index_de', 163),
  ('ESP35', 'ESP35', '{"fr":"Indice Ibex 35","en":"Ibex 35 index","es":"Índice Ibex 35","it":"Indice Ibex 35"}', 'index', 'ESP35', 'EUR', 1, 1, 1, 4.0, 'index_es', 164),
  ('ITA40', 'ITA40', '{"fr":"Indice FTSE MIB","en":"FTSE MIB index","es":"Índice FTSE MIB","it":"Indice FTSE MIB"}', 'index', 'ITA40', 'EUR', 1, 1, 1, 8.0, 'index_it', 165),
  ('JPN225', 'JPN225', '{"fr":"Indice Nikkei 225","en":"Nikkei 225 index","es":"Índice Nikkei 225","it":"Indice Nikkei 225"}', 'index', 'JPN225', 'JPY', 1, 1, 1, 7.0, 'index_jp', 166);
