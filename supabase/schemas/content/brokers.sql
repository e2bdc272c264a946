-- Brokers: a guide of facts with the date each was last checked. Admins write, everybody reads. Nothing here ranks: the web
-- orders by a public criterion that an affiliate link is no part of.
create function private.is_leverage(ratios jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(ratios) = 'object' and not exists (
    select from jsonb_each(case when jsonb_typeof(ratios) = 'object' then ratios else '{}' end) as ratio
    where ratio.key not in ('forex', 'forex_minor', 'metal', 'index', 'share', 'crypto') or not coalesce(ratio.value::text ~ '^[1-9][0-9]{0,3}$', false)
  )
$$;
comment on function private.is_leverage(jsonb) is 'Whether it names classes and the highest leverage of each, as {"forex": 30}.';

create table public.brokers (
  slug text primary key check (slug ~ '^[a-z][a-z0-9-]{1,47}$'),
  name text not null check (length(name) between 2 and 80),
  summary jsonb not null check (private.is_translated(summary)),
  entity text not null check (length(entity) between 2 and 160),
  regulator text not null check (length(regulator) between 2 and 80),
  licence_number text not null check (length(licence_number) between 1 and 60),
  losing_share numeric check (losing_share between 0 and 1),
  losing_share_on date,
  protections jsonb not null check (private.are_translated(protections)),
  instruments text[] not null check (instruments <@ array['forex', 'metal', 'index', 'share', 'crypto'] and cardinality(instruments) > 0),
  platforms text[] not null check (cardinality(platforms) > 0),
  leverage jsonb not null check (private.is_leverage(leverage)),
  deposits jsonb not null check (private.is_translated(deposits)),
  withdrawals jsonb not null check (private.is_translated(withdrawals)),
  pros jsonb not null check (private.are_translated(pros)),
  cons jsonb not null check (private.are_translated(cons)),
  verified_on date not null,
  verified_by text not null check (length(verified_by) between 2 and 80),
  website_url text check (website_url ~ '^https://[^\s]+$'),
  affiliate_url text check (affiliate_url ~ '^https://[^\s]+$'),
  affiliate_disclosure jsonb check (private.is_translated(affiliate_disclosure)),
  fictitious boolean not null default false,
  check ((losing_share is null) = (losing_share_on is null)),
  -- A paid link never stands without the sentence that says so.
  check ((affiliate_url is null) = (affiliate_disclosure is null))
);
comment on table public.brokers is 'The entity that serves a client, its regulator, and what it offers, as last verified.';
comment on column public.brokers.losing_share is 'Share of retail accounts that lose money, 0 to 1, as the entity publishes it, with its date beside it.';
comment on column public.brokers.fictitious is 'An invented example, marked as one wherever it is shown.';

create table public.broker_accounts (
  broker text not null references public.brokers (slug) on delete cascade,
  slug text not null check (slug ~ '^[a-z][a-z0-9-]{0,47}$'),
  name text not null check (length(name) between 1 and 80),
  minimum_deposit bigint not null check (minimum_deposit >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  eurusd_spread_pips numeric(5, 2) not null check (eurusd_spread_pips >= 0),
  commission_usd_cents bigint not null check (commission_usd_cents >= 0),
  -- One pip of one lot of EUR/USD is 10 dollars, a thousand cents.
  eurusd_cost_pips numeric(6, 2) generated always as (eurusd_spread_pips + commission_usd_cents / 1000.0) stored,
  sort int not null,
  primary key (broker, slug)
);
comment on table public.broker_accounts is 'Account types of a broker and what they cost.';
comment on column public.broker_accounts.minimum_deposit is 'Minor units of currency.';
comment on column public.broker_accounts.eurusd_spread_pips is 'Average spread of EUR/USD in the busy hours.';
comment on column public.broker_accounts.commission_usd_cents is 'For one lot of EUR/USD, both ways, in its quote currency.';
comment on column public.broker_accounts.eurusd_cost_pips is 'Spread and commission together: the criterion that the guide is ordered by.';

-- Row-level security -------------------------------------------------------------------------------------------------
alter table public.brokers enable row level security;
create policy "everybody reads the brokers" on public.brokers for select to anon, authenticated using (true);
create policy "admins add brokers" on public.brokers for insert to authenticated
  with check ((select public.writing_staff_role()) = 'admin');
create policy "admins edit brokers" on public.brokers for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');
create policy "admins remove brokers" on public.brokers for delete to authenticated
  using ((select public.writing_staff_role()) = 'admin');

alter table public.broker_accounts enable row level security;
create policy "everybody reads the brokers' accounts" on public.broker_accounts for select to anon, authenticated using (true);
create policy "admins add brokers' accounts" on public.broker_accounts for insert to authenticated
  with check ((select public.writing_staff_role()) = 'admin');
create policy "admins edit brokers' accounts" on public.broker_accounts for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');
create policy "admins remove brokers' accounts" on public.broker_accounts for delete to authenticated
  using ((select public.writing_staff_role()) = 'admin');

-- Grants -------------------------------------------------------------------------------------------------------------
revoke all on public.brokers, public.broker_accounts from anon, authenticated, service_role;
grant select on public.brokers, public.broker_accounts to anon, authenticated, service_role;
grant insert, update, delete on public.brokers, public.broker_accounts to authenticated, service_role;
revoke execute on function private.is_leverage(jsonb) from public, anon, authenticated;
grant execute on function private.is_leverage(jsonb) to authenticated, service_role;
