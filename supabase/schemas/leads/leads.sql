-- Leads: whoever signs up is one, in the transaction that makes their profile, so no account is without its lead and no lead is
-- lost with a browser. It keeps what they were shown and agreed to. Admins read; only functions write.
create function private.mailbox_of(email text) returns text
language sql immutable set search_path = '' as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    when domain in ('proton.me', 'protonmail.com', 'pm.me') then name || '@proton.me'
    when domain in ('icloud.com', 'me.com', 'mac.com') then name || '@icloud.com'
    else name || '@' || domain end
  from (select regexp_replace(substring(lower(email) from '^(.*)@'), '(?<=.)\+.*$', '') as name, substring(lower(email) from '[^@]*$') as domain) as parts
$$;
comment on function private.mailbox_of(text) is 'The mailbox behind an address: in lower case, without +tag, for Gmail without dots, and by one of its domains where a provider gives each mailbox several. For comparing alone: an address is shown and written to as it is.';

create table public.leads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  integration_id text not null unique check (integration_id ~ '^lead-[0-9a-f]{16}$'),
  email text check (length(email) <= 320),
  email_key text generated always as (private.mailbox_of(email)) stored,
  phone text check (length(phone) <= 32),
  first_name text not null default '' check (length(first_name) <= 80),
  last_name text not null default '' check (length(last_name) <= 80),
  username text not null,
  product_requested text not null default 'freemium' check (product_requested in ('freemium', 'premium')),
  is_qualified boolean not null default false,
  source text not null default '' check (length(source) <= 2048),
  campaign jsonb not null default '{}' check (jsonb_typeof(campaign) = 'object'),
  consent_version text check (length(consent_version) <= 32),
  consent_locale text check (consent_locale = any (private.languages())),
  consent_at timestamptz,
  time_zone text not null default 'Europe/Paris',
  duplicate_of uuid references public.leads (id) on delete set null,
  created_at timestamptz not null default now(),
  qualified_at timestamptz,
  words text not null generated always as (private.plain(
    ' ' || first_name || ' ' || last_name || ' ' || username || ' ' || coalesce(email, '') || ' '
    || regexp_replace(coalesce(email, ''), '[^[:alnum:]]+', ' ', 'g') || ' ' || coalesce(phone, ''))) stored,
  check ((consent_version is null) = (consent_at is null)),
  check (is_qualified = (qualified_at is not null))
);
comment on table public.leads is 'One row for each who signed up: who they are, whence they came, the version, language and time of the risk warning they accepted. It leaves with the account.';
comment on column public.leads.email_key is 'The mailbox behind the address. Two leads with one key are one person.';
comment on column public.leads.words is 'What is searched: in lower case, without accents, each word behind a space.';
comment on column public.leads.duplicate_of is 'The first lead with the same mailbox or telephone.';
create index leads_by_email_key on public.leads (email_key);
create index leads_by_phone on public.leads (phone);
create index leads_newest on public.leads (created_at desc, id);
create index leads_duplicates on public.leads (duplicate_of);

create function private.campaign_of(address text) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(pair[1], left(pair[2], 120)), '{}')
  from regexp_matches(split_part(split_part(coalesce(address, ''), '#', 1), '?', 2), '(?:^|&)(utm_(?:source|medium|campaign|term|content)|ref)=([^&]+)', 'g') as pair
$$;
comment on function private.campaign_of(text) is 'The campaign that an address names: its utm_* and ref parameters, as they stand, percent-encoded.';

create function private.record_lead(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account auth.users;
  profile public.profiles;
  given jsonb;
  page text;
  address text;
  number text;
begin
  select * into account from auth.users where id = member;
  if account.is_anonymous then return; end if;
  select * into profile from public.profiles where id = member;
  given := coalesce(account.raw_user_meta_data, '{}');
  page := private.cleaned(given ->> 'source', 2048);
  address := nullif(private.cleaned(account.email, 320), '');
  number := coalesce(profile.phone, substring(private.cleaned(given ->> 'phone', 32) from '^\+[1-9][0-9]{6,14}$'));
  insert into public.leads (
    user_id, integration_id, email, phone, first_name, last_name, username, source, campaign, consent_version, consent_locale, consent_at,
    time_zone, created_at, duplicate_of
  ) values (
    member,
    'lead-' || left(replace(gen_random_uuid()::text, '-', ''), 16),
    address,
    number,
    profile.first_name, profile.last_name, profile.username,
    case when page ~* '^https?://' then page else '' end,
    private.campaign_of(page),
    profile.disclaimer_version, case when profile.disclaimer_version is not null then profile.locale end, profile.disclaimer_accepted_at,
    profile.time_zone, now(), (
      -- Before the row is there, so that it is written once; an index each, for one condition for both may be read as a walk
      -- through every lead.
      select first.id from (
        select id, created_at from public.leads where email_key = private.mailbox_of(address)
        union all
        select id, created_at from public.leads where phone = number
      ) as first
      order by first.created_at, first.id limit 1
    )
  ) on conflict (user_id) do nothing;
end
$$;
comment on function private.record_lead(uuid) is 'The lead of an account, once. Somebody who only tries the product is none until they give an address.';

create function private.lead_of_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_lead(new.id);
  return null;
end
$$;
comment on function private.lead_of_profile() is 'A sign-up is a lead in its own transaction.';
create trigger lead_of_profile after insert on public.profiles for each row execute function private.lead_of_profile();

create function private.lead_of_trial() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_lead(new.id);
  return null;
end
$$;
comment on function private.lead_of_trial() is 'Who kept their trial has signed up.';
create trigger lead_of_trial after update of is_anonymous on auth.users for each row
  when (old.is_anonymous and not new.is_anonymous) execute function private.lead_of_trial();

create function private.lead_record(lead public.leads) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'firstName', lead.first_name, 'lastName', lead.last_name, 'email', coalesce(lead.email, ''),
    'productRequested', lead.product_requested,
    'timestamp', to_char(lead.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'source', lead.source, 'isQualified', lead.is_qualified, 'is_qualified', lead.is_qualified,
    'username', lead.username, 'phone', coalesce(lead.phone, ''), 'disclaimerAccepted', lead.consent_at is not null,
    'product_name', lead.product_requested,
    'date_formatted', to_char(lead.created_at at time zone lead.time_zone, 'DD/MM/YYYY'),
    'integration_id', lead.integration_id, 'make_sync', true, 'make_source', 'server',
    'sheet_type', case when lead.is_qualified then 'premium' else 'freemium' end,
    'premium_flow', lead.product_requested <> 'freemium',
    'debug_timestamp', floor(extract(epoch from lead.created_at) * 1000)::bigint, 'format_version', '1.0'
  )
$$;
comment on function private.lead_record(public.leads) is 'The lead as it is sent: exactly the fields of the record that browsers send. disclaimerAccepted is what was done, not what is assumed.';

call private.audit_changes('public.leads', '{email,email_key,phone,first_name,last_name,username,words,source,campaign}');
alter table public.leads enable row level security;
create policy "admins read the leads" on public.leads for select to authenticated
  using ((select private.reading_staff_role()) = 'admin');
revoke all on public.leads from anon, authenticated, service_role;
grant select on public.leads to authenticated;
revoke execute on function
  private.mailbox_of(text), private.campaign_of(text), private.record_lead(uuid), private.lead_of_profile(), private.lead_of_trial(), private.lead_record(public.leads)
from public, anon, authenticated, service_role;
