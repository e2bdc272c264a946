-- Money: taxes, coupons, contracts and orders; money/money_moved.sql has payments. Nothing is written by hand: a member's rows
-- are derived from the stored facts about them (money/money_settling.sql). Amounts are minor units, tax included unless the
-- column says otherwise. Rows outlive the account and refer to it by id only: books are kept for ten years (Code de commerce,
-- art. L123-22), so user_id is never a foreign key.
create table private.payment_settings (
  only_row boolean primary key default true check (only_row),
  card_provider text check (card_provider in ('stripe', 'sandbox')),
  crypto_provider text check (crypto_provider in ('btcpay', 'sandbox'))
);
comment on table private.payment_settings is 'One row. The providers for cards and for cryptocurrency; null for none. Written at start.';
insert into private.payment_settings (card_provider, crypto_provider) values ('sandbox', 'sandbox');

create table private.terms_versions (
  version text primary key check (length(version) between 1 and 32),
  starts_on date not null
);
comment on table private.terms_versions is 'Versions of the general terms with the day from which they apply, so that no one can accept an unknown version. A new text is a new row; web/src/lib/site/terms-version.ts names the displayed one.';
insert into private.terms_versions (version, starts_on) values ('2026-11-21', '2026-11-21');
call private.make_append_only('private.terms_versions');

create table public.tax_rates (
  country text not null check (country ~ '^[A-Z]{2}$'),
  rate numeric(5, 2) not null check (rate between 0 and 50),
  starts_on date not null,
  primary key (country, starts_on)
);
comment on table public.tax_rates is 'Standard rates of value-added tax in the European Union, Monaco, Guadeloupe, Martinique and Réunion (CGI, art. 296), in percent, by start day. No tax applies for a country without a row: the service is supplied where the member lives (Directive 2006/112/EC, art. 58).';
insert into public.tax_rates (country, rate, starts_on) values
  ('AT', 20, '2016-01-01'), ('BE', 21, '1996-01-01'), ('BG', 20, '1999-01-01'), ('CY', 19, '2014-01-13'), ('CZ', 21, '2013-01-01'),
  ('DE', 19, '2021-01-01'), ('DK', 25, '1992-01-01'), ('EE', 22, '2024-01-01'), ('EE', 24, '2025-07-01'), ('ES', 21, '2012-09-01'),
  ('FI', 24, '2013-01-01'), ('FI', 25.5, '2024-09-01'), ('FR', 20, '2014-01-01'), ('GP', 8.5, '2000-04-01'), ('GR', 24, '2016-06-01'), ('HR', 25, '2012-03-01'),
  ('HU', 27, '2012-01-01'), ('IE', 23, '2021-03-01'), ('IT', 22, '2013-10-01'), ('LT', 21, '2009-09-01'), ('LU', 17, '2024-01-01'),
  ('LV', 21, '2012-07-01'), ('MC', 20, '2014-01-01'), ('MQ', 8.5, '2000-04-01'), ('MT', 18, '2004-01-01'), ('NL', 21, '2012-10-01'), ('PL', 23, '2011-01-01'),
  ('PT', 23, '2011-01-01'), ('RE', 8.5, '2000-04-01'), ('RO', 19, '2017-01-01'), ('RO', 21, '2025-08-01'), ('SE', 25, '1990-07-01'), ('SI', 22, '2013-07-01'),
  ('SK', 20, '2011-01-01'), ('SK', 23, '2025-01-01');

create table public.coupons (
  code text primary key check (code ~ '^[A-Z0-9][A-Z0-9-]{2,31}$'),
  percent int check (percent between 1 and 90),
  amount bigint check (amount > 0),
  plan text references public.plans (slug),
  period text check (period in ('month', 'year')),
  starts_at timestamptz not null default now(),
  ends_at timestamptz check (ends_at > starts_at),
  most int check (most > 0),
  used int not null default 0 check (used >= 0 and used <= most),
  check (num_nonnulls(percent, amount) = 1)
);
comment on table public.coupons is 'Discounts on the first payment: percent or amount; for one plan or period, or any; most is the maximum number of members.';
create index coupons_of_plan on public.coupons (plan);

create table public.billing_details (
  user_id uuid primary key references auth.users (id) on delete cascade,
  name text not null check (length(name) between 1 and 160),
  address text not null default '' check (length(address) <= 300),
  postcode text not null default '' check (length(postcode) <= 16),
  city text not null default '' check (length(city) <= 100),
  country text not null check (country ~ '^[A-Z]{2}$'),
  vat_number text check (vat_number ~ '^[A-Z]{2}[A-Z0-9]{2,13}$'),
  updated_at timestamptz not null default now()
);
comment on table public.billing_details is 'The recipient of a member''s invoices. An invoice keeps its own copy.';

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  plan text not null references public.plans (slug),
  period text not null check (period in ('month', 'year')),
  price_id bigint not null references public.plan_prices (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  provider text not null check (provider in ('stripe', 'btcpay', 'sandbox')),
  means text not null check (means in ('card', 'crypto')),
  provider_customer text,
  provider_subscription text,
  state text not null default 'incomplete' check (state in ('incomplete', 'active', 'past_due', 'canceled', 'expired')),
  current_period_start timestamptz,
  current_period_end timestamptz,
  -- Later than the period's end once a renewal was paid in advance.
  paid_until timestamptz,
  -- Start for counting months, so that the 31st does not permanently become the 28th.
  anchor timestamptz,
  -- The value of the current period: `stake` was paid for segment_start to the period's end.
  segment_start timestamptz,
  stake bigint,
  next_plan text references public.plans (slug),
  next_period text check (next_period in ('month', 'year')),
  next_price_id bigint references public.plan_prices (id),
  next_amount bigint,
  cancel_requested_at timestamptz,
  withdrawn_at timestamptz,
  failed_at timestamptz,
  grace_until timestamptz,
  next_try_at timestamptz,
  method jsonb,
  withdraw_until timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  ended_for text check (ended_for in ('unpaid', 'canceled', 'withdrawn', 'refunded', 'disputed', 'superseded', 'erased')),
  created_at timestamptz not null default now()
);
comment on table public.subscriptions is 'Contracts. Derived from the member''s facts and written only by private.settle_member(). withdraw_until is kept even with a waiver, which covers only downloads; grace_until is how long access continues while a renewal is unpaid.';
create unique index subscriptions_running on public.subscriptions (user_id) where state in ('active', 'past_due', 'canceled');
create index subscriptions_of_member on public.subscriptions (user_id, created_at desc);
create index subscriptions_of_plan on public.subscriptions (plan);
create index subscriptions_of_price on public.subscriptions (price_id);
create index subscriptions_of_next_plan on public.subscriptions (next_plan);
create index subscriptions_of_next_price on public.subscriptions (next_price_id);
create index subscriptions_ending on public.subscriptions (current_period_end) where state in ('active', 'past_due', 'canceled');

create table public.subscription_events (
  id bigint generated always as identity primary key,
  subscription_id uuid not null references public.subscriptions (id),
  user_id uuid not null,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  from_state text,
  to_state text,
  at timestamptz not null,
  cause text not null,
  details jsonb not null default '{}',
  noted_at timestamptz not null default clock_timestamp(),
  unique (subscription_id, kind, cause)
);
comment on table public.subscription_events is 'Events of a contract with their time and the fact that caused them. Written when known: a late fact is recorded late, with its own time.';
create index subscription_events_of_member on public.subscription_events (user_id, at);
call private.make_append_only('public.subscription_events');

create table public.checkouts (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  reference text generated always as ('VG-P-' || lpad(number::text, 6, '0')) stored,
  user_id uuid not null,
  plan text not null references public.plans (slug),
  period text not null check (period in ('month', 'year')),
  price_id bigint not null references public.plan_prices (id),
  means text not null check (means in ('card', 'crypto')),
  provider text not null check (provider in ('stripe', 'btcpay', 'sandbox')),
  kind text not null check (kind in ('first', 'renewal', 'change', 'method')),
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  tax_rate numeric(5, 2) not null,
  total bigint not null check (total >= 0),
  currency text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  coupon text references public.coupons (code),
  terms_version text not null check (length(terms_version) between 1 and 32),
  waiver_version text check (length(waiver_version) between 1 and 32),
  waiver_accepted_at timestamptz,
  state text not null default 'open' check (state in ('open', 'waiting', 'paid', 'failed', 'expired')),
  failure text,
  provider_reference text,
  provider_url text,
  subscription_id uuid not null references public.subscriptions (id),
  -- For a change: the value afterwards, as of created_at.
  stake bigint,
  period_end timestamptz,
  idempotency_key uuid not null default gen_random_uuid(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (user_id, idempotency_key),
  check (net + tax = total),
  check ((waiver_version is null) = (waiver_accepted_at is null))
);
comment on table public.checkouts is 'Orders: what a member agreed to pay, with the versions of the accepted terms. Only state, failure and provider_url change, and expires_at when an order is closed early.';
create index checkouts_of_subscription on public.checkouts (subscription_id);
create index checkouts_of_plan on public.checkouts (plan);
create index checkouts_of_price on public.checkouts (price_id);
create index checkouts_of_coupon on public.checkouts (coupon);
create index checkouts_ending on public.checkouts (expires_at) where state in ('open', 'waiting', 'failed');

create table public.coupon_uses (
  coupon text not null references public.coupons (code),
  user_id uuid not null,
  checkout_id uuid not null unique references public.checkouts (id),
  at timestamptz not null default now(),
  primary key (coupon, user_id)
);
comment on table public.coupon_uses is 'Uses of coupons in orders: once per member. A use is released when its order ends unpaid.';

-- Row-level security -------------------------------------------------------------------------------------------------
alter table private.payment_settings enable row level security;
alter table private.terms_versions enable row level security;
alter table public.tax_rates enable row level security;
create policy "everybody reads the rates of tax" on public.tax_rates for select to anon, authenticated using (true);
alter table public.coupons enable row level security;
create policy "admins read coupons" on public.coupons for select to authenticated using ((select private.reading_staff_role()) = 'admin');
alter table public.billing_details enable row level security;
create policy "members read their own billing details, admins every one" on public.billing_details for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');
alter table public.subscriptions enable row level security;
create policy "members read their own contracts, admins every one" on public.subscriptions for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');
alter table public.subscription_events enable row level security;
create policy "members read what became of their contracts, admins of every one" on public.subscription_events for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');
alter table public.checkouts enable row level security;
create policy "members read their own orders, admins every one" on public.checkouts for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');
alter table public.coupon_uses enable row level security;
create policy "members read which coupons they used, admins every use" on public.coupon_uses for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');

-- Grants -------------------------------------------------------------------------------------------------------------
revoke all on
  public.tax_rates, public.coupons, public.billing_details, public.subscriptions, public.subscription_events, public.checkouts, public.coupon_uses
from anon, authenticated, service_role;
grant select on public.tax_rates to anon, authenticated, service_role;
grant select on
  public.coupons, public.billing_details, public.subscriptions, public.subscription_events, public.checkouts, public.coupon_uses
to authenticated, service_role;
revoke all on private.payment_settings, private.terms_versions from anon, authenticated, service_role;
revoke all on all sequences in schema public from anon, authenticated, service_role;

-- Personal data ------------------------------------------------------------------------------------------------------
insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
select subject, condition, null, exported, hidden, omitted, fate, reason from (values
  ('public.billing_details', 'user_id = $1', true, false, '{}'::text[], 'goes', null),
  ('public.subscriptions', 'user_id = $1', true, false, '{}', 'kept', 'Books are kept ten years, by the account''s number alone (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).'),
  ('public.subscription_events', 'user_id = $1', true, false, '{}', 'kept', 'Books are kept ten years, by the account''s number alone (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).'),
  ('public.checkouts', 'user_id = $1', true, false, '{}', 'kept', 'What was agreed to is kept ten years, by the account''s number alone (Code de la consommation, art. L213-1; GDPR art. 17(3)(b)).'),
  ('public.coupon_uses', 'user_id = $1', true, false, '{}', 'kept', 'Belongs to the order that is kept, by the account''s number alone (Code de commerce, art. L123-22).')
) as line (subject, condition, exported, hidden, omitted, fate, reason);
