-- Identity: who somebody is to the product. auth.users is the auth service's; a trigger makes the profile in the sign-up's
-- own transaction, so there is no account without one. Members read and edit their own profile. Staff roles and premium
-- access are given by the owner of the database or by functions of later features, never by the person themselves.
create schema if not exists private;
comment on schema private is 'Functions and tables that no API role reaches directly.';
revoke all on schema private from public;
grant usage on schema private to authenticated, anon, service_role;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null unique check (username ~ '^[a-z0-9][a-z0-9_.-]{2,31}$'),
  first_name text not null default '' check (length(first_name) <= 80),
  last_name text not null default '' check (length(last_name) <= 80),
  phone text check (phone is null or phone ~ '^\+[1-9][0-9]{6,14}$'),
  locale text not null default 'fr' check (locale in ('fr', 'en', 'es', 'it')),
  time_zone text not null default 'Europe/Paris' check (length(time_zone) between 1 and 64),
  newsletter boolean not null default false,
  disclaimer_accepted_at timestamptz,
  disclaimer_version text check (length(disclaimer_version) <= 32),
  created_at timestamptz not null default now()
);
comment on table public.profiles is 'What a member is called and how they are spoken to. One row an account.';

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('analyst', 'admin')),
  granted_at timestamptz not null default now()
);
comment on table public.staff is 'Analysts publish; admins do everything.';

create table public.premium_grants (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  source text not null check (length(source) between 1 and 64),
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null check (ends_at > starts_at),
  created_at timestamptz not null default now()
);
comment on table public.premium_grants is 'Periods of premium access and where each came from (a subscription, a qualification).';
create index premium_grants_of_user on public.premium_grants (user_id, ends_at);

-- Who am I? ---------------------------------------------------------------------------------------------------------
create function public.current_staff_role() returns text
language sql stable security definer set search_path = '' as $$
  select role from public.staff where user_id = (select auth.uid())
$$;
comment on function public.current_staff_role() is 'analyst, admin or null: the staff role of the caller.';

create function public.current_tier() returns text
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select from public.staff where user_id = (select auth.uid())) then 'premium'
    when exists (
      select from public.premium_grants
      where user_id = (select auth.uid()) and starts_at <= now() and ends_at > now()
    ) then 'premium'
    else 'freemium'
  end
$$;
comment on function public.current_tier() is 'freemium or premium, the one place that says so. Staff count as premium.';

create function public.my_access() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'user_id', auth.uid(), 'tier', public.current_tier(), 'staff_role', public.current_staff_role()
  )
$$;
comment on function public.my_access() is 'What the shell asks at sign-in: {user_id, tier, staff_role}.';

-- Row-level security -------------------------------------------------------------------------------------------------
alter table public.profiles enable row level security;
create policy "members read their own profile" on public.profiles for select to authenticated
  using ((select auth.uid()) = id);
create policy "admins read every profile" on public.profiles for select to authenticated
  using ((select public.current_staff_role()) = 'admin');
create policy "members edit their own profile" on public.profiles for update to authenticated
  using ((select auth.uid()) = id) with check ((select auth.uid()) = id);

alter table public.staff enable row level security;
create policy "staff see the staff" on public.staff for select to authenticated
  using ((select public.current_staff_role()) is not null);

alter table public.premium_grants enable row level security;
create policy "members see their own premium periods" on public.premium_grants for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');

-- Sign-up ------------------------------------------------------------------------------------------------------------
create function private.cleaned(value text, longest int) returns text
language sql immutable set search_path = '' as $$
  select left(btrim(regexp_replace(coalesce(value, ''), '[[:cntrl:]]+', ' ', 'g')), longest)
$$;
comment on function private.cleaned(text, int) is 'Text that somebody typed, without control characters, trimmed and cut.';

create function private.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given constant jsonb := coalesce(new.raw_user_meta_data, '{}');
  wished constant text := lower(private.cleaned(given ->> 'username', 32));
  locale constant text := given ->> 'locale';
begin
  insert into public.profiles (
    id, username, first_name, last_name, phone, locale, time_zone, newsletter, disclaimer_version, disclaimer_accepted_at
  ) values (
    new.id,
    case
      when wished ~ '^[a-z0-9][a-z0-9_.-]{2,31}$' and not exists (select from public.profiles where username = wished) then wished
      else 'user-' || left(replace(gen_random_uuid()::text, '-', ''), 10)
    end,
    private.cleaned(given ->> 'first_name', 80),
    private.cleaned(given ->> 'last_name', 80),
    case when '+' || ltrim(new.phone, '+') ~ '^\+[1-9][0-9]{6,14}$' then '+' || ltrim(new.phone, '+') end,
    case when locale in ('fr', 'en', 'es', 'it') then locale else 'fr' end,
    case
      when exists (select from pg_catalog.pg_timezone_names where name = given ->> 'time_zone') then given ->> 'time_zone'
      else 'Europe/Paris'
    end,
    coalesce(given -> 'newsletter' = 'true', false),
    nullif(private.cleaned(given ->> 'disclaimer_version', 32), ''),
    case when given ? 'disclaimer_version' then now() end
  );
  return new;
end
$$;
comment on function private.welcome_user() is 'Makes the profile of a new account, from what the sign-up form sent as data. Never trusts it beyond its shape.';

create trigger welcome_user after insert on auth.users for each row execute function private.welcome_user();

-- Grants -------------------------------------------------------------------------------------------------------------
revoke all on public.profiles, public.staff, public.premium_grants from anon, authenticated;
grant select on public.profiles, public.staff, public.premium_grants to authenticated;
grant update (username, first_name, last_name, phone, locale, time_zone, newsletter) on public.profiles to authenticated;
revoke execute on function public.my_access(), public.current_tier(), public.current_staff_role() from public, anon;
grant execute on function public.my_access(), public.current_tier(), public.current_staff_role() to authenticated, service_role;
revoke execute on all functions in schema private from public, anon, authenticated;
