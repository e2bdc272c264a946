-- Prop firms: their challenges, and the rules of each as a history. The content of this kind is written here when it is
-- published, and everybody reads it. A rule is never edited: a change is a new version with its date and source, so what
-- applied on any day can be read, and what changed be shown.
create table public.prop_firms (
  slug text primary key check (slug ~ '^[a-z][a-z0-9-]{1,47}$'),
  name text not null check (length(name) between 2 and 80),
  summary jsonb not null check (private.is_translated(summary)),
  entity text not null check (length(entity) between 2 and 160),
  instruments text[] not null check (instruments <@ array['forex', 'metal', 'index', 'share', 'crypto'] and cardinality(instruments) > 0),
  platforms text[] not null check (cardinality(platforms) > 0),
  payout jsonb not null check (private.is_translated(payout)),
  pros jsonb not null check (private.are_translated(pros)),
  cons jsonb not null check (private.are_translated(cons)),
  promotion_code text check (promotion_code ~ '^[A-Z0-9-]{3,32}$'),
  promotion_text jsonb check (private.is_translated(promotion_text)),
  promotion_ends_on date,
  verified_on date not null,
  verified_by text not null check (length(verified_by) between 2 and 80),
  website_url text check (website_url ~ '^https://[^\s]+$'),
  affiliate_url text check (affiliate_url ~ '^https://[^\s]+$'),
  affiliate_disclosure jsonb check (private.is_translated(affiliate_disclosure)),
  fictitious boolean not null default false,
  item uuid unique references public.content_items (id),
  listed boolean not null default true,
  facts jsonb not null default '{}',
  check (num_nulls(promotion_code, promotion_text, promotion_ends_on) in (0, 3)),
  check ((affiliate_url is null) = (affiliate_disclosure is null))
);
comment on table public.prop_firms is 'Firms that sell trading challenges, as last verified.';
comment on column public.prop_firms.promotion_ends_on is 'The last day of the code; after it nothing is shown.';
comment on column public.prop_firms.facts is 'private.known_facts(), as of brokers; a fact of a challenge is challenges.<slug>.<field>.';
comment on column public.prop_firms.fictitious is 'An invented example, marked as one wherever it is shown.';

create table public.prop_firm_challenges (
  firm text not null references public.prop_firms (slug) on delete cascade,
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,47}$'),
  name text not null check (length(name) between 1 and 80),
  account_size bigint not null check (account_size > 0),
  fee bigint not null check (fee >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  fee_refunded boolean not null,
  split numeric not null check (split between 0 and 1),
  first_payout_days int not null check (first_payout_days >= 0),
  payout_every_days int not null check (payout_every_days >= 0),
  sort int not null,
  -- One that is sold no more stays with the rules that were recorded of it.
  listed boolean not null default true,
  primary key (firm, slug)
);
comment on table public.prop_firm_challenges is 'What a firm sells: the size of the account, its fee and what of the profit is paid out.';
comment on column public.prop_firm_challenges.account_size is 'Minor units of currency, as the fee.';
comment on column public.prop_firm_challenges.split is 'The part of the profit that goes to the trader, 0 to 1.';
comment on column public.prop_firm_challenges.payout_every_days is 'Days between payouts after the first; 0 is on demand.';

-- Rules ----------------------------------------------------------------------------------------------------------------
create function private.is_rule_share(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(value = 'null' or jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^0\.[0-9]{1,4}$', false)
$$;
comment on function private.is_rule_share(jsonb) is 'Whether it is a share of the account as decimal text ("0.08"), or null where there is no such rule.';

create function private.are_challenge_phases(phases jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(phases) = 'array' and jsonb_array_length(case when jsonb_typeof(phases) = 'array' then phases else '[]' end) between 1 and 5
    and not exists (
      select from jsonb_array_elements(case when jsonb_typeof(phases) = 'array' then phases else '[]' end) as phase
      where not coalesce(
        jsonb_typeof(phase) = 'object'
        and (select count(*) from jsonb_object_keys(case when jsonb_typeof(phase) = 'object' then phase else '{}' end)) = 11
        and phase ->> 'kind' in ('evaluation', 'funded')
        and private.is_rule_share(phase -> 'target')
        and private.is_rule_share(phase -> 'daily_loss')
        and (phase -> 'daily_loss_from' = 'null' or phase ->> 'daily_loss_from' in ('balance', 'equity', 'higher'))
        and private.is_rule_share(phase -> 'total_loss')
        and phase ->> 'total_loss_kind' in ('static', 'end_of_day', 'intraday')
        and (phase -> 'minimum_days')::text ~ '^[0-9]{1,3}$'
        and (phase -> 'time_limit_days')::text ~ '^(null|[1-9][0-9]{0,3})$'
        and private.is_rule_share(phase -> 'consistency')
        and phase ->> 'news' in ('allowed', 'restricted', 'forbidden')
        and jsonb_typeof(phase -> 'weekend') = 'boolean', false)
    )
$$;
comment on function private.are_challenge_phases(jsonb) is
  'Whether it is one to five phases, each {kind, target, daily_loss, daily_loss_from, total_loss, total_loss_kind, minimum_days, time_limit_days, consistency, news, weekend}.';

create table public.prop_firm_rule_versions (
  firm text not null,
  challenge text not null,
  version int not null check (version > 0),
  applies_from date not null,
  phases jsonb not null check (private.are_challenge_phases(phases)),
  source text not null check (length(source) between 2 and 300),
  source_url text check (source_url ~ '^https://[^\s]+$'),
  recorded_at timestamptz not null default now(),
  primary key (firm, challenge, version),
  -- No cascade: a challenge whose rules were recorded is not removed with them.
  foreign key (firm, challenge) references public.prop_firm_challenges (firm, slug)
);
comment on table public.prop_firm_rule_versions is 'The rules of a challenge from a day on, phase by phase, with their source. Rows are added, never changed.';
comment on column public.prop_firm_rule_versions.phases is
  'Shares of the account size are decimal texts; consistency is the largest part of the profit that one day may make.';
call private.make_append_only('public.prop_firm_rule_versions');

create function private.number_rule_version() returns trigger
language plpgsql set search_path = '' as $$
declare
  last record;
begin
  select version, applies_from into last from public.prop_firm_rule_versions
   where firm = new.firm and challenge = new.challenge order by version desc limit 1;
  if new.applies_from < last.applies_from then raise exception 'rule_before_the_last' using hint = 'applies_from'; end if;
  new.version := coalesce(last.version, 0) + 1;
  return new;
end
$$;
comment on function private.number_rule_version() is 'Counts the versions of a challenge, and keeps them in the order of their days.';
create trigger number_rule_version before insert on public.prop_firm_rule_versions
  for each row execute function private.number_rule_version();

create function private.check_prop_firm(kept public.content_items, document jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
  challenge record; rule record;
  path text; last_day text;
  written jsonb;
begin
  perform private.check_guide(document, '{pros,cons}'), private.require_fields(jsonb_build_object(
    'entity', length(fields #>> '{entity,value}') between 2 and 160,
    'promotion_code', coalesce(fields ->> 'promotion_code', 'NONE') ~ '^[A-Z0-9-]{3,32}$',
    'promotion_ends_on', (fields ->> 'promotion_code' is null and fields ->> 'promotion_ends_on' is null) or private.is_day(fields ->> 'promotion_ends_on'),
    'challenges', jsonb_typeof(fields -> 'challenges') = 'array' and (
      select count(distinct row ->> 'slug') = count(*) from jsonb_array_elements(case jsonb_typeof(fields -> 'challenges') when 'array' then fields -> 'challenges' else '[]' end) as row)));
  if (fields ->> 'promotion_code' is null) <> (private.translated(document, 'promotion_text') is null) then
    perform private.refuse('promotion_and_text', 'texts.fr.promotion_text', 'A code has words that say what it gives.');
  end if;
  for challenge in select value, place - 1 as place from jsonb_array_elements(fields -> 'challenges') with ordinality as row (value, place) loop
    path := 'fields.challenges.' || challenge.place;
    perform private.require_fields(jsonb_build_object(
      'slug', challenge.value ->> 'slug' ~ '^[a-z0-9][a-z0-9-]{0,47}$',
      'name', length(challenge.value ->> 'name') between 1 and 80,
      'account_size', challenge.value ->> 'account_size' ~ '^[1-9][0-9]{0,14}$',
      'fee', challenge.value #>> '{fee,value}' ~ '^[0-9]{1,12}$',
      'currency', challenge.value ->> 'currency' ~ '^[A-Z]{3}$',
      'fee_refunded', jsonb_typeof(challenge.value -> 'fee_refunded') = 'boolean',
      'split', challenge.value #>> '{split,value}' ~ '^(0|1|0\.[0-9]{1,4})$',
      'first_payout_days', challenge.value ->> 'first_payout_days' ~ '^[0-9]{1,4}$',
      'payout_every_days', challenge.value ->> 'payout_every_days' ~ '^[0-9]{1,4}$',
      'versions', jsonb_typeof(challenge.value -> 'versions') = 'array'), path);
    -- Rules that were published are a fact: they come first, as they were.
    select coalesce(jsonb_agg(jsonb_build_object('applies_from', applies_from, 'phases', phases, 'source', source, 'source_url', source_url) order by version), '[]')
    into written from public.prop_firm_rule_versions as known where known.firm = kept.slug and known.challenge = challenge.value ->> 'slug';
    last_day := '';
    for rule in select value, place - 1 as place from jsonb_array_elements(challenge.value -> 'versions') with ordinality as row (value, place) loop
      if rule.place < jsonb_array_length(written) then
        if '{"source_url": null}' || rule.value <> written -> rule.place::int then perform private.refuse('rules_are_facts', path || '.versions.' || rule.place, 'Add a version instead.'); end if;
      else
        perform private.require_fields(jsonb_build_object(
          'applies_from', private.is_day(rule.value ->> 'applies_from'),
          'phases', private.are_challenge_phases(rule.value -> 'phases'),
          'source', length(rule.value ->> 'source') between 2 and 300,
          'source_url', coalesce(rule.value ->> 'source_url', 'https://x') ~ '^https://[^\s]+$'), path || '.versions.' || rule.place);
      end if;
      if rule.value ->> 'applies_from' < last_day then perform private.refuse('rule_before_the_last', path || '.versions.' || rule.place || '.applies_from'); end if;
      last_day := rule.value ->> 'applies_from';
    end loop;
    if jsonb_array_length(challenge.value -> 'versions') < jsonb_array_length(written) then
      perform private.refuse('rules_are_facts', path || '.versions', 'What was published stays.');
    end if;
  end loop;
end
$$;
comment on function private.check_prop_firm(public.content_items, jsonb) is 'Refuses a firm whose facts the guide could not show, at the field, and one that changes or forgets rules that were published.';

create function private.project_prop_firm(kept public.content_items, document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
begin
  if document is null then
    update public.prop_firms set listed = false where item = kept.id;
    return;
  end if;
  insert into public.prop_firms (
    slug, name, summary, entity, instruments, platforms, payout, pros, cons, promotion_code, promotion_text, promotion_ends_on, verified_on, verified_by,
    website_url, affiliate_url, affiliate_disclosure, fictitious, item, listed, facts
  )
  select kept.slug, fields ->> 'name', private.translated(document, 'summary'), fields #>> '{entity,value}',
    array(select jsonb_array_elements_text(fields -> 'instruments')), array(select jsonb_array_elements_text(fields -> 'platforms')),
    private.translated(document, 'payout'), private.translated_lines(document, 'pros'), private.translated_lines(document, 'cons'),
    fields ->> 'promotion_code', private.translated(document, 'promotion_text'), (fields ->> 'promotion_ends_on')::date,
    (select max((fact ->> 'read_on')::date) from private.dated_facts(fields) where fact -> 'value' <> 'null'), private.published_author(kept),
    fields ->> 'website_url', fields ->> 'affiliate_url', private.translated(document, 'affiliate_disclosure'), (fields ->> 'fictitious')::boolean,
    kept.id, true, private.known_facts(fields)
  on conflict (slug) do update set
    name = excluded.name, summary = excluded.summary, entity = excluded.entity, instruments = excluded.instruments, platforms = excluded.platforms, payout = excluded.payout,
    pros = excluded.pros, cons = excluded.cons, promotion_code = excluded.promotion_code, promotion_text = excluded.promotion_text, promotion_ends_on = excluded.promotion_ends_on,
    verified_on = excluded.verified_on, verified_by = excluded.verified_by, website_url = excluded.website_url, affiliate_url = excluded.affiliate_url,
    affiliate_disclosure = excluded.affiliate_disclosure, fictitious = excluded.fictitious, item = excluded.item, listed = excluded.listed, facts = excluded.facts;
  update public.prop_firm_challenges set listed = false where firm = kept.slug;
  insert into public.prop_firm_challenges (firm, slug, name, account_size, fee, currency, fee_refunded, split, first_payout_days, payout_every_days, sort, listed)
  select kept.slug, challenge ->> 'slug', challenge ->> 'name', (challenge ->> 'account_size')::bigint, (challenge #>> '{fee,value}')::bigint, challenge ->> 'currency',
    (challenge ->> 'fee_refunded')::boolean, (challenge #>> '{split,value}')::numeric, (challenge ->> 'first_payout_days')::int, (challenge ->> 'payout_every_days')::int, place, true
  from jsonb_array_elements(fields -> 'challenges') with ordinality as row (challenge, place)
  on conflict (firm, slug) do update set
    name = excluded.name, account_size = excluded.account_size, fee = excluded.fee, currency = excluded.currency, fee_refunded = excluded.fee_refunded, split = excluded.split,
    first_payout_days = excluded.first_payout_days, payout_every_days = excluded.payout_every_days, sort = excluded.sort, listed = excluded.listed;
  insert into public.prop_firm_rule_versions (firm, challenge, applies_from, phases, source, source_url)
  select kept.slug, sold ->> 'slug', (rule ->> 'applies_from')::date, rule -> 'phases', rule ->> 'source', rule ->> 'source_url'
  from jsonb_array_elements(fields -> 'challenges') as sold, jsonb_array_elements(sold -> 'versions') with ordinality as row (rule, place)
  where place > (select count(*) from public.prop_firm_rule_versions as known where known.firm = kept.slug and known.challenge = sold ->> 'slug')
  order by sold ->> 'slug', place;
end
$$;
comment on function private.project_prop_firm(public.content_items, jsonb) is 'Writes a published firm to the tables of the guide, with the rules that are new; one that is withdrawn is listed no more.';

-- Row-level security -------------------------------------------------------------------------------------------------
alter table public.prop_firms enable row level security;
create policy "everybody reads the prop firms that are listed" on public.prop_firms for select to anon, authenticated using (listed);
alter table public.prop_firm_challenges enable row level security;
create policy "everybody reads the challenges that are sold" on public.prop_firm_challenges for select to anon, authenticated using (listed);
alter table public.prop_firm_rule_versions enable row level security;
create policy "everybody reads the rules of challenges" on public.prop_firm_rule_versions for select to anon, authenticated using (true);

-- Grants -------------------------------------------------------------------------------------------------------------
revoke all on public.prop_firms, public.prop_firm_challenges, public.prop_firm_rule_versions from anon, authenticated, service_role;
grant select on public.prop_firms, public.prop_firm_challenges, public.prop_firm_rule_versions to anon, authenticated, service_role;
revoke execute on function
  private.is_rule_share(jsonb), private.are_challenge_phases(jsonb), private.number_rule_version(),
  private.check_prop_firm(public.content_items, jsonb), private.project_prop_firm(public.content_items, jsonb)
from public, anon, authenticated, service_role;
