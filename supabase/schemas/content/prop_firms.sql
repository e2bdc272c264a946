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
revoke execute on function private.is_rule_share(jsonb), private.are_challenge_phases(jsonb), private.number_rule_version()
from public, anon, authenticated, service_role;
