-- Brokers: a guide of facts with the date each was last checked. The content of this kind is written here when it is published,
-- and everybody reads it. Nothing here ranks: the web orders by a public criterion that an affiliate link is no part of.
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
  item uuid unique references public.content_items (id),
  -- One that was withdrawn stays for the requests that name it.
  listed boolean not null default true,
  facts jsonb not null default '{}',
  withdrawal_days int check (withdrawal_days >= 0),
  check ((losing_share is null) = (losing_share_on is null)),
  -- A paid link never stands without the sentence that says so.
  check ((affiliate_url is null) = (affiliate_disclosure is null))
);
comment on table public.brokers is 'The entity that serves a client, its regulator, and what it offers, as last verified.';
comment on column public.brokers.losing_share is 'Share of retail accounts that lose money, 0 to 1, as the entity publishes it, with its date beside it.';
comment on column public.brokers.facts is 'private.known_facts(): of each figure that expires its source, the day it was read and the day from which it is to be verified again.';
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

create function private.check_broker(kept public.content_items, document jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
  account record;
begin
  perform private.check_guide(document, '{protections,pros,cons}'), private.require_fields(jsonb_build_object(
    'entity', length(fields ->> 'entity') between 2 and 160,
    'regulator', length(fields #>> '{regulator,value}') between 2 and 80,
    'licence_number', length(fields #>> '{licence_number,value}') between 1 and 60,
    'losing_share', coalesce(fields #>> '{losing_share,value}', '0') ~ '^(0|1|0\.[0-9]{1,4})$',
    'leverage', private.is_leverage(fields -> 'leverage'),
    'withdrawal_days', coalesce(fields #>> '{withdrawal_days,value}', '0') ~ '^[0-9]{1,3}$',
    'accounts', jsonb_typeof(fields -> 'accounts') = 'array' and (
      select count(distinct row ->> 'slug') = count(*) from jsonb_array_elements(case jsonb_typeof(fields -> 'accounts') when 'array' then fields -> 'accounts' else '[]' end) as row)));
  for account in select value, place - 1 as place from jsonb_array_elements(fields -> 'accounts') with ordinality as row (value, place) loop
    perform private.require_fields(jsonb_build_object(
      'slug', account.value ->> 'slug' ~ '^[a-z][a-z0-9-]{0,47}$',
      'name', length(account.value ->> 'name') between 1 and 80,
      'currency', account.value ->> 'currency' ~ '^[A-Z]{3}$',
      'minimum_deposit', account.value #>> '{minimum_deposit,value}' ~ '^[0-9]{1,12}$',
      'eurusd_spread_pips', account.value #>> '{eurusd_spread_pips,value}' ~ '^[0-9]{1,3}(\.[0-9]{1,2})?$',
      'commission_usd_cents', account.value #>> '{commission_usd_cents,value}' ~ '^[0-9]{1,7}$'), 'fields.accounts.' || account.place);
  end loop;
end
$$;
comment on function private.check_broker(public.content_items, jsonb) is 'Refuses a broker whose facts the guide could not show, at the field.';

create function private.project_broker(kept public.content_items, document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
begin
  if document is null then
    update public.brokers set listed = false where item = kept.id;
    return;
  end if;
  insert into public.brokers (
    slug, name, summary, entity, regulator, licence_number, losing_share, losing_share_on, protections, instruments, platforms, leverage, deposits, withdrawals,
    pros, cons, verified_on, verified_by, website_url, affiliate_url, affiliate_disclosure, fictitious, item, listed, facts, withdrawal_days
  )
  select kept.slug, fields ->> 'name', private.translated(document, 'summary'), fields ->> 'entity', fields #>> '{regulator,value}', fields #>> '{licence_number,value}',
    (fields #>> '{losing_share,value}')::numeric, case when fields #>> '{losing_share,value}' is not null then (fields #>> '{losing_share,read_on}')::date end,
    private.translated_lines(document, 'protections'), array(select jsonb_array_elements_text(fields -> 'instruments')), array(select jsonb_array_elements_text(fields -> 'platforms')),
    fields -> 'leverage', private.translated(document, 'deposits'), private.translated(document, 'withdrawals'),
    private.translated_lines(document, 'pros'), private.translated_lines(document, 'cons'),
    (select max((fact ->> 'read_on')::date) from private.dated_facts(fields) where fact -> 'value' <> 'null'), private.published_author(kept),
    fields ->> 'website_url', fields ->> 'affiliate_url', private.translated(document, 'affiliate_disclosure'), (fields ->> 'fictitious')::boolean,
    kept.id, true, private.known_facts(fields), (fields #>> '{withdrawal_days,value}')::int
  on conflict (slug) do update set
    name = excluded.name, summary = excluded.summary, entity = excluded.entity, regulator = excluded.regulator, licence_number = excluded.licence_number,
    losing_share = excluded.losing_share, losing_share_on = excluded.losing_share_on, protections = excluded.protections, instruments = excluded.instruments,
    platforms = excluded.platforms, leverage = excluded.leverage, deposits = excluded.deposits, withdrawals = excluded.withdrawals, pros = excluded.pros, cons = excluded.cons,
    verified_on = excluded.verified_on, verified_by = excluded.verified_by, website_url = excluded.website_url, affiliate_url = excluded.affiliate_url,
    affiliate_disclosure = excluded.affiliate_disclosure, fictitious = excluded.fictitious, item = excluded.item, listed = excluded.listed, facts = excluded.facts,
    withdrawal_days = excluded.withdrawal_days;
  delete from public.broker_accounts where broker = kept.slug;
  insert into public.broker_accounts (broker, slug, name, minimum_deposit, currency, eurusd_spread_pips, commission_usd_cents, sort)
  select kept.slug, account ->> 'slug', account ->> 'name', (account #>> '{minimum_deposit,value}')::bigint, account ->> 'currency',
    (account #>> '{eurusd_spread_pips,value}')::numeric, (account #>> '{commission_usd_cents,value}')::bigint, place
  from jsonb_array_elements(fields -> 'accounts') with ordinality as row (account, place);
end
$$;
comment on function private.project_broker(public.content_items, jsonb) is 'Writes a published broker to the tables of the guide; one that is withdrawn is listed no more.';

-- Row-level security -------------------------------------------------------------------------------------------------
alter table public.brokers enable row level security;
create policy "everybody reads the brokers that are listed" on public.brokers for select to anon, authenticated using (listed);
alter table public.broker_accounts enable row level security;
create policy "everybody reads the brokers' accounts" on public.broker_accounts for select to anon, authenticated using (true);

-- Grants -------------------------------------------------------------------------------------------------------------
revoke all on public.brokers, public.broker_accounts from anon, authenticated, service_role;
grant select on public.brokers, public.broker_accounts to anon, authenticated, service_role;
revoke execute on function private.is_leverage(jsonb), private.check_broker(public.content_items, jsonb), private.project_broker(public.content_items, jsonb)
from public, anon, authenticated, service_role;
