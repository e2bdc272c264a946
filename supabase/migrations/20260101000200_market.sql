-- Market data: what is traded, at which price. The worker writes candles and quotes; everybody may read them, and every
-- row says where it comes from. Prices are those of the bid; a candle's spread makes its ask.
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
  sort int not null
);
comment on table public.instruments is 'What signals are about: digits of a price, size of a pip, units in one lot.';

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
  primary key (symbol, timeframe, opened_at),
  check (low > 0 and low <= open and low <= close and high >= open and high >= close)
);
comment on table public.candles is 'Bid prices of a period, with the spread. Decisions about signals rest on these rows.';

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

revoke all on public.instruments, public.candles, public.quotes from anon, authenticated;
grant select on public.instruments, public.candles, public.quotes to anon, authenticated;

-- The quotes' channel: anybody may listen, nobody may speak.
create policy "everybody hears the quotes" on realtime.messages for select to anon, authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'market:quotes');

insert into public.instruments (symbol, name, description, class, base_currency, quote_currency, digits, pip_size, contract_size, typical_spread, sort) values
  ('EURUSD', 'EUR/USD', '{"fr":"Euro / dollar US","en":"Euro / US dollar","es":"Euro / dólar estadounidense","it":"Euro / dollaro USA"}', 'forex', 'EUR', 'USD', 5, 0.0001, 100000, 0.00008, 10),
  ('GBPUSD', 'GBP/USD', '{"fr":"Livre sterling / dollar US","en":"Pound sterling / US dollar","es":"Libra esterlina / dólar estadounidense","it":"Sterlina / dollaro USA"}', 'forex', 'GBP', 'USD', 5, 0.0001, 100000, 0.00011, 20),
  ('USDJPY', 'USD/JPY', '{"fr":"Dollar US / yen","en":"US dollar / yen","es":"Dólar estadounidense / yen","it":"Dollaro USA / yen"}', 'forex', 'USD', 'JPY', 3, 0.01, 100000, 0.010, 30),
  ('USDCHF', 'USD/CHF', '{"fr":"Dollar US / franc suisse","en":"US dollar / Swiss franc","es":"Dólar estadounidense / franco suizo","it":"Dollaro USA / franco svizzero"}', 'forex', 'USD', 'CHF', 5, 0.0001, 100000, 0.00012, 40),
  ('AUDUSD', 'AUD/USD', '{"fr":"Dollar australien / dollar US","en":"Australian dollar / US dollar","es":"Dólar australiano / dólar estadounidense","it":"Dollaro australiano / dollaro USA"}', 'forex', 'AUD', 'USD', 5, 0.0001, 100000, 0.00010, 50),
  ('USDCAD', 'USD/CAD', '{"fr":"Dollar US / dollar canadien","en":"US dollar / Canadian dollar","es":"Dólar estadounidense / dólar canadiense","it":"Dollaro USA / dollaro canadese"}', 'forex', 'USD', 'CAD', 5, 0.0001, 100000, 0.00012, 60),
  ('NZDUSD', 'NZD/USD', '{"fr":"Dollar néo-zélandais / dollar US","en":"New Zealand dollar / US dollar","es":"Dólar neozelandés / dólar estadounidense","it":"Dollaro neozelandese / dollaro USA"}', 'forex', 'NZD', 'USD', 5, 0.0001, 100000, 0.00014, 70),
  ('EURJPY', 'EUR/JPY', '{"fr":"Euro / yen","en":"Euro / yen","es":"Euro / yen","it":"Euro / yen"}', 'forex', 'EUR', 'JPY', 3, 0.01, 100000, 0.014, 80),
  ('EURGBP', 'EUR/GBP', '{"fr":"Euro / livre sterling","en":"Euro / pound sterling","es":"Euro / libra esterlina","it":"Euro / sterlina"}', 'forex', 'EUR', 'GBP', 5, 0.0001, 100000, 0.00012, 90),
  ('GBPJPY', 'GBP/JPY', '{"fr":"Livre sterling / yen","en":"Pound sterling / yen","es":"Libra esterlina / yen","it":"Sterlina / yen"}', 'forex', 'GBP', 'JPY', 3, 0.01, 100000, 0.020, 100),
  ('XAUUSD', 'XAU/USD', '{"fr":"Or / dollar US","en":"Gold / US dollar","es":"Oro / dólar estadounidense","it":"Oro / dollaro USA"}', 'metal', 'XAU', 'USD', 2, 0.1, 100, 0.25, 110),
  ('XAGUSD', 'XAG/USD', '{"fr":"Argent / dollar US","en":"Silver / US dollar","es":"Plata / dólar estadounidense","it":"Argento / dollaro USA"}', 'metal', 'XAG', 'USD', 3, 0.01, 5000, 0.020, 120),
  ('NAS100', 'NAS100', '{"fr":"Indice Nasdaq 100","en":"Nasdaq 100 index","es":"Índice Nasdaq 100","it":"Indice Nasdaq 100"}', 'index', 'NAS100', 'USD', 1, 1, 1, 1.5, 130),
  ('SPX500', 'SPX500', '{"fr":"Indice S&P 500","en":"S&P 500 index","es":"Índice S&P 500","it":"Indice S&P 500"}', 'index', 'SPX500', 'USD', 1, 1, 1, 0.5, 140),
  ('GER40', 'GER40', '{"fr":"Indice DAX 40","en":"DAX 40 index","es":"Índice DAX 40","it":"Indice DAX 40"}', 'index', 'GER40', 'EUR', 1, 1, 1, 1.2, 150),
  ('FRA40', 'FRA40', '{"fr":"Indice CAC 40","en":"CAC 40 index","es":"Índice CAC 40","it":"Indice CAC 40"}', 'index', 'FRA40', 'EUR', 1, 1, 1, 1.1, 160),
  ('BTCUSD', 'BTC/USD', '{"fr":"Bitcoin / dollar US","en":"Bitcoin / US dollar","es":"Bitcoin / dólar estadounidense","it":"Bitcoin / dollaro USA"}', 'crypto', 'BTC', 'USD', 2, 1, 1, 15, 170),
  ('ETHUSD', 'ETH/USD', '{"fr":"Ether / dollar US","en":"Ether / US dollar","es":"Ether / dólar estadounidense","it":"Ether / dollaro USA"}', 'crypto', 'ETH', 'USD', 2, 0.1, 1, 1.2, 180);
