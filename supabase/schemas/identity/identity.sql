-- Identity: profiles and roles. auth.users belongs to the auth service; a trigger creates the profile in the sign-up's
-- transaction, so every account has one. Members read and edit their own profile. The database owner and
-- other features' functions grant staff roles and premium access.
create schema if not exists private;
comment on schema private is 'Functions and tables without direct access for API roles.';
revoke all on schema private from public;
grant usage on schema private to authenticated, anon, service_role;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null unique check (username ~ '^[a-z0-9][a-z0-9_.-]{2,31}$'),
  first_name text not null default '' check (length(first_name) <= 80),
  last_name text not null default '' check (length(last_name) <= 80),
  phone text check (phone is null or phone ~ '^\+[1-9][0-9]{6,14}$'),
  locale text not null default 'fr' check (locale = any (private.languages())),
  time_zone text not null default 'Europe/Paris' check (length(time_zone) between 1 and 64),
  newsletter boolean not null default false,
  disclaimer_accepted_at timestamptz,
  disclaimer_version text check (length(disclaimer_version) <= 32),
  created_at timestamptz not null default now()
);
comment on table public.profiles is 'A member''s name, language and settings. One row per account.';

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('analyst', 'admin')),
  granted_at timestamptz not null default now()
);
comment on table public.staff is 'Staff roles: analysts publish; admins have all rights.';

create table public.premium_grants (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  source text not null check (length(source) between 1 and 64),
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null check (ends_at > starts_at),
  created_at timestamptz not null default now()
);
comment on table public.premium_grants is 'Periods of premium access with their source (a subscription, a qualification).';
create index premium_grants_of_user on public.premium_grants (user_id, ends_at);

-- Who am I? ---------------------------------------------------------------------------------------------------------
create function public.current_staff_role() returns text
language sql stable security definer set search_path = '' as $$
  select role from public.staff where user_id = (select auth.uid())
$$;
comment on function public.current_staff_role() is 'analyst, admin or null: the staff role of the caller.';

-- Staff rights require a verified second factor in addition to the password.
create table private.security_settings (
  only_row boolean primary key default true check (only_row),
  require_staff_mfa boolean not null default true
);
comment on table private.security_settings is 'One row. require_staff_mfa: without a second factor, staff can neither read nor write as staff; staff who have one must always verify it.';
insert into private.security_settings default values;
alter table private.security_settings enable row level security;

create function public.staff_write_state() returns text
language sql stable security definer set search_path = '' as $$
  select case
    when public.current_staff_role() is null then null
    when not exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
      then case when (select require_staff_mfa from private.security_settings) then 'needs_factor' else 'ready' end
    when coalesce(auth.jwt() ->> 'aal', '') = 'aal2' then 'ready'
    else 'needs_proof'
  end
$$;
comment on function public.staff_write_state() is 'ready, needs_proof (verify the second factor), needs_factor (add one first), or null for non-staff.';

create function public.writing_staff_role() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  state constant text := public.staff_write_state();
begin
  if state <> 'ready' then
    raise exception 'staff_needs_aal2' using errcode = '42501', detail = state;
  end if;
  return public.current_staff_role();
end
$$;
comment on function public.writing_staff_role() is 'The caller''s staff role, for functions that write; raises staff_needs_aal2 for a session without a verified second factor.';

create function private.reading_staff_role() returns text
language sql stable security definer set search_path = '' as $$
  select public.current_staff_role() where public.staff_write_state() = 'ready'
$$;
comment on function private.reading_staff_role() is 'The caller''s staff role, for staff-only reads, under the conditions of writing_staff_role(); null where that raises an error, so that policies still allow what every member may read.';

create view private.premium_members as
  select entitled.user_id
  from (
    select user_id from public.staff
    union all
    select user_id from public.premium_grants where starts_at <= now() and ends_at > now()
  ) as entitled
  where not exists (select from auth.users where id = entitled.user_id and banned_until > now());
comment on view private.premium_members is 'Members who may read premium content, possibly several times each: the only definition. Includes staff; excludes suspended members, whatever they paid.';

create function private.is_premium(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.premium_members where user_id = is_premium.member)
$$;
comment on function private.is_premium(uuid) is 'Whether a member is in private.premium_members.';

create function public.current_tier() returns text
language sql stable security definer set search_path = '' as $$
  select case when private.is_premium((select auth.uid())) then 'premium' else 'freemium' end
$$;
comment on function public.current_tier() is 'The caller''s tier: freemium or premium (private.is_premium).';

create function public.my_access() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'user_id', auth.uid(), 'tier', public.current_tier(), 'staff_role', public.current_staff_role()
  )
$$;
comment on function public.my_access() is 'Loaded by the application at sign-in: {user_id, tier, staff_role}.';

-- Row-level security -------------------------------------------------------------------------------------------------
alter table public.profiles enable row level security;
create policy "members read their own profile, admins every one" on public.profiles for select to authenticated
  using ((select auth.uid()) = id or (select private.reading_staff_role()) = 'admin');
create policy "members edit their own profile" on public.profiles for update to authenticated
  using ((select auth.uid()) = id) with check ((select auth.uid()) = id);

alter table public.staff enable row level security;
create policy "staff see the staff" on public.staff for select to authenticated
  using ((select private.reading_staff_role()) is not null);

alter table public.premium_grants enable row level security;
create policy "members see their own premium periods" on public.premium_grants for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');

-- Sign-up ------------------------------------------------------------------------------------------------------------
create function private.cleaned(value text, longest int) returns text
language sql immutable set search_path = '' as $$
  select left(btrim(regexp_replace(coalesce(value, ''), '[[:cntrl:]]+', ' ', 'g')), longest)
$$;
comment on function private.cleaned(text, int) is 'Cleans user input: removes control characters, trims and truncates.';

create function private.is_time_zone(name text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- PostgreSQL also accepts POSIX rules ("ABC+3"); browsers do not.
  if name is null or name !~ '^[A-Za-z_]+(/[A-Za-z0-9_+-]+)*$' then return false; end if;
  perform now() at time zone name;
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;
comment on function private.is_time_zone(text) is 'Whether a name is a time zone. Checks only this name, because listing all reads a thousand files.';

create function private.check_time_zone() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_time_zone(new.time_zone) then
    raise exception 'invalid_time_zone' using hint = 'time_zone', detail = 'A name of the IANA database, such as Europe/Paris.';
  end if;
  return new;
end
$$;
comment on function private.check_time_zone() is 'Rejects profiles with an invalid time zone.';
create trigger check_time_zone before update of time_zone on public.profiles for each row execute function private.check_time_zone();

create function private.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given constant jsonb := coalesce(new.raw_user_meta_data, '{}');
  wished constant text := lower(private.cleaned(given ->> 'username', 64));
  disclaimer constant text := nullif(private.cleaned(given ->> 'disclaimer_version', 32), '');
  chosen text := case when wished ~ '^[a-z0-9][a-z0-9_.-]{2,31}$' then wished end;
begin
  -- A taken username, even one taken concurrently, must not fail the sign-up: a generated one is used instead.
  loop
    chosen := coalesce(chosen, 'user-' || left(replace(gen_random_uuid()::text, '-', ''), 10));
    insert into public.profiles (
      id, username, first_name, last_name, phone, locale, time_zone, newsletter, disclaimer_version, disclaimer_accepted_at
    ) values (
      new.id,
      chosen,
      private.cleaned(given ->> 'first_name', 80),
      private.cleaned(given ->> 'last_name', 80),
      -- The number that somebody signs up with, or gives beside their address.
      substring(coalesce('+' || ltrim(nullif(new.phone, ''), '+'), private.cleaned(given ->> 'phone', 32)) from '^\+[1-9][0-9]{6,14}$'),
      case when given ->> 'locale' = any (private.languages()) then given ->> 'locale' else 'fr' end,
      case when private.is_time_zone(given ->> 'time_zone') then left(given ->> 'time_zone', 64) else 'Europe/Paris' end,
      coalesce(given -> 'newsletter' = 'true', false),
      disclaimer,
      case when disclaimer is not null then now() end
    ) on conflict (username) do nothing;
    exit when found;
    chosen := null;
  end loop;
  return new;
end
$$;
comment on function private.welcome_user() is 'Creates the profile of a new account from the sign-up form''s data, which are not trusted beyond their format.';

create trigger welcome_user after insert on auth.users for each row execute function private.welcome_user();

-- Rights that end ------------------------------------------------------------------------------------------------------
create function private.tell_access() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('realtime_access', old.user_id::text);
  return null;
end
$$;
comment on function private.tell_access() is 'Notifies the servers that a user may have lost a right, so that they re-evaluate the user''s channels (server/src/realtime/channels/rights.ts).';
create trigger tell_access after update or delete on public.premium_grants for each row execute function private.tell_access();
create trigger tell_access after update or delete on public.staff for each row execute function private.tell_access();

create function private.end_sessions_of_staff() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or old.role = 'admin' and new.role <> 'admin' then delete from auth.sessions where user_id = old.user_id; end if;
  return null;
end
$$;
comment on function private.end_sessions_of_staff() is 'Ends the sessions of a user whose staff role is removed or reduced, since they contain data read with the old role.';
create trigger end_sessions_of_staff after update or delete on public.staff for each row execute function private.end_sessions_of_staff();

-- Grants -------------------------------------------------------------------------------------------------------------
revoke all on public.profiles, public.staff, public.premium_grants from anon, authenticated;
revoke all on private.premium_members from public, anon, authenticated, service_role;
grant select on public.profiles, public.staff, public.premium_grants to authenticated;
grant update (username, first_name, last_name, phone, locale, time_zone, newsletter) on public.profiles to authenticated;
revoke execute on function
  public.my_access(), public.current_tier(), public.current_staff_role(), public.staff_write_state(), public.writing_staff_role()
from public, anon;
grant execute on function
  public.my_access(), public.current_tier(), public.current_staff_role(), public.staff_write_state(), public.writing_staff_role()
to authenticated, service_role;
revoke all on all sequences in schema public from anon, authenticated;
revoke execute on function
  private.is_premium(uuid), private.tell_access(), private.end_sessions_of_staff(), private.cleaned(text, int), private.is_time_zone(text), private.check_time_zone(), private.welcome_user()
from public, anon, authenticated;
-- Policies call it with the reader's role.
revoke execute on function private.reading_staff_role() from public, anon;
grant execute on function private.reading_staff_role() to authenticated;
-- Called when members update their own profile.
grant execute on function private.is_time_zone(text), private.check_time_zone() to authenticated, service_role;
