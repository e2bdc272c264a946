-- Release 0.1.0: the schemas as they were then, in their order. It replaces the 101 files that installations of that release were
-- made from, whose hashes are in history.json. Never edited.
set check_function_bodies = off;

-- supabase/schemas/identity/identity.sql ------------------------------------------------------------------------------
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

-- A right to write for everybody is worth more than one password: staff prove a second factor first.
create table private.security_settings (
  only_row boolean primary key default true check (only_row),
  require_staff_mfa boolean not null default true
);
comment on table private.security_settings is 'One row. require_staff_mfa: staff without a second factor may not write; with one, they prove it in any case.';
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
comment on function public.staff_write_state() is 'ready, needs_proof (verify the second factor), needs_factor (add one first), or null for who is not staff.';

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
comment on function public.writing_staff_role() is 'The staff role of the caller for whatever writes; refuses staff whose session did not prove a second factor with staff_needs_aal2.';

create view private.premium_members as
  select entitled.user_id
  from (
    select user_id from public.staff
    union all
    select user_id from public.premium_grants where starts_at <= now() and ends_at > now()
  ) as entitled
  where not exists (select from auth.users where id = entitled.user_id and banned_until > now());
comment on view private.premium_members is 'Who reads what is premium now, each once or more: the one place that says so. Staff do; who is suspended does not, whatever they paid for.';

create function private.is_premium(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.premium_members where user_id = is_premium.member)
$$;
comment on function private.is_premium(uuid) is 'Whether a member is one of private.premium_members.';

create function public.current_tier() returns text
language sql stable security definer set search_path = '' as $$
  select case when private.is_premium((select auth.uid())) then 'premium' else 'freemium' end
$$;
comment on function public.current_tier() is 'freemium or premium, of the caller (private.is_premium).';

create function public.my_access() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'user_id', auth.uid(), 'tier', public.current_tier(), 'staff_role', public.current_staff_role()
  )
$$;
comment on function public.my_access() is 'What the shell asks at sign-in: {user_id, tier, staff_role}.';

-- Row-level security -------------------------------------------------------------------------------------------------
alter table public.profiles enable row level security;
create policy "members read their own profile, admins every one" on public.profiles for select to authenticated
  using ((select auth.uid()) = id or (select public.current_staff_role()) = 'admin');
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

create function private.is_time_zone(name text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- PostgreSQL also takes POSIX rules ("ABC+3"); browsers do not.
  if name is null or name !~ '^[A-Za-z_]+(/[A-Za-z0-9_+-]+)*$' then return false; end if;
  perform now() at time zone name;
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;
comment on function private.is_time_zone(text) is 'Whether a name is a time zone. Asks for that one alone: listing all of them reads a thousand files.';

create function private.check_time_zone() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_time_zone(new.time_zone) then
    raise exception 'invalid_time_zone' using hint = 'time_zone', detail = 'A name of the IANA database, such as Europe/Paris.';
  end if;
  return new;
end
$$;
comment on function private.check_time_zone() is 'Keeps out of profiles what no clock can be set to.';
create trigger check_time_zone before update of time_zone on public.profiles for each row execute function private.check_time_zone();

create function private.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given constant jsonb := coalesce(new.raw_user_meta_data, '{}');
  wished constant text := lower(private.cleaned(given ->> 'username', 64));
  disclaimer constant text := nullif(private.cleaned(given ->> 'disclaimer_version', 32), '');
  chosen text := case when wished ~ '^[a-z0-9][a-z0-9_.-]{2,31}$' then wished end;
begin
  -- A name that is taken, even by a sign-up of this very moment, must not cost the account: it gets a made-up one.
  loop
    chosen := coalesce(chosen, 'user-' || left(replace(gen_random_uuid()::text, '-', ''), 10));
    insert into public.profiles (
      id, username, first_name, last_name, phone, locale, time_zone, newsletter, disclaimer_version, disclaimer_accepted_at
    ) values (
      new.id,
      chosen,
      private.cleaned(given ->> 'first_name', 80),
      private.cleaned(given ->> 'last_name', 80),
      case when '+' || ltrim(new.phone, '+') ~ '^\+[1-9][0-9]{6,14}$' then '+' || ltrim(new.phone, '+') end,
      case when given ->> 'locale' in ('fr', 'en', 'es', 'it') then given ->> 'locale' else 'fr' end,
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
comment on function private.welcome_user() is 'Makes the profile of a new account, from what the sign-up form sent as data. Never trusts it beyond its shape.';

create trigger welcome_user after insert on auth.users for each row execute function private.welcome_user();

-- Rights that end ------------------------------------------------------------------------------------------------------
create function private.tell_access() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('realtime_access', old.user_id::text);
  return null;
end
$$;
comment on function private.tell_access() is 'Somebody may have lost a right: the servers judge the channels that they have joined again (server/src/realtime/rights.ts). Where nobody listens, nothing happens.';
create trigger tell_access after update or delete on public.premium_grants for each row execute function private.tell_access();
create trigger tell_access after update or delete on public.staff for each row execute function private.tell_access();

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
  private.is_premium(uuid), private.tell_access(), private.cleaned(text, int), private.is_time_zone(text), private.check_time_zone(), private.welcome_user()
from public, anon, authenticated;
-- Members' own updates of their profile pass through it.
grant execute on function private.is_time_zone(text), private.check_time_zone() to authenticated, service_role;

-- supabase/schemas/identity/avatars.sql -------------------------------------------------------------------------------
-- The profile image. One file a member, `<user id>/avatar.webp` in the public bucket `avatars`: replacing it leaves nothing of
-- the one before, and nobody can fill the store. The server draws it anew as it arrives (storage.rewrite in config.toml).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 2097152, array['image/png', 'image/jpeg', 'image/webp']);

-- Anybody reads the file by its address, for the bucket is public; the policy lets only its owner find and replace it.
create policy "members keep one profile image of their own" on storage.objects for all to authenticated
  using (bucket_id = 'avatars' and name = (select auth.uid())::text || '/avatar.webp')
  with check (bucket_id = 'avatars' and name = (select auth.uid())::text || '/avatar.webp');

alter table public.profiles add column avatar_version text check (length(avatar_version) <= 64);
comment on column public.profiles.avatar_version is 'Of the profile image, null while there is none: the end of its address, so that no cache shows the one before.';

create function private.note_avatar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    update public.profiles set avatar_version = null where old.name = id::text || '/avatar.webp';
  else
    update public.profiles set avatar_version = new.version where new.name = id::text || '/avatar.webp';
  end if;
  return null;
end
$$;
comment on function private.note_avatar() is 'Tells the profile which version of its image counts, in the transaction that stores or removes it.';
revoke execute on function private.note_avatar() from public, anon, authenticated;

create trigger note_avatar after insert or update of version on storage.objects
  for each row when (new.bucket_id = 'avatars') execute function private.note_avatar();
create trigger note_avatar_removed after delete on storage.objects
  for each row when (old.bucket_id = 'avatars') execute function private.note_avatar();

-- supabase/schemas/identity/own_sessions.sql --------------------------------------------------------------------------
-- Own sessions: where somebody is signed in. The rows are the auth service's; a member sees and ends their own, nobody else's.
create function public.my_sessions()
returns table (
  id uuid, started_at timestamptz, last_used_at timestamptz, user_agent text, ip text, assurance text, is_current boolean
)
language sql stable security definer set search_path = '' as $$
  select session.id, session.created_at,
    greatest(session.created_at, session.updated_at, session.refreshed_at at time zone 'utc'),
    session.user_agent, host(session.ip), coalesce(session.aal::text, 'aal1'),
    session.id::text is not distinct from auth.jwt() ->> 'session_id'
  from auth.sessions as session
  where session.user_id = auth.uid() and (session.not_after is null or session.not_after > now())
  order by 7 desc, 3 desc
$$;
comment on function public.my_sessions() is 'The sessions of the caller: the present one first, then the one used last.';

create function public.end_session(session_id uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  with ended as (
    delete from auth.sessions where id = end_session.session_id and user_id = auth.uid() returning id
  )
  select exists (select from ended)
$$;
comment on function public.end_session(uuid) is 'Ends one session of the caller, with its refresh tokens; false when there is none of that id. Its access token lasts until it expires, an hour at most.';

revoke execute on function public.my_sessions(), public.end_session(uuid) from public, anon, service_role;
grant execute on function public.my_sessions(), public.end_session(uuid) to authenticated;

-- supabase/schemas/identity/usernames.sql -----------------------------------------------------------------------------
-- Usernames that deceive: invisible characters, letters of other alphabets that look like Latin ones, and names that read like one
-- that is there already or like the house's own. Refused with a key that the account screen has words for.
create function private.name_skeleton(username text) returns text
language sql immutable set search_path = '' as $$
  -- A zero and an O, a one, an l and an I look alike, and a dot is overlooked.
  select translate(lower(username), '01i_.-', 'oll')
$$;
comment on function private.name_skeleton(text) is 'A username as the eye takes it: two with one skeleton are taken for each other.';
create index profiles_name_skeleton on public.profiles (private.name_skeleton(username));

create function private.check_username() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.username = old.username then return new; end if;
  if new.username ~ '[[:cntrl:]]' or new.username ~ '[\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]' then
    raise exception 'username_control_characters' using errcode = '23514', hint = 'username';
  end if;
  if new.username ~ '[^\u0001-\u007f]' then
    raise exception 'username_confusable' using errcode = '23514', hint = 'username', detail = 'Only the letters a to z, digits, and . _ - are told apart safely.';
  end if;
  if private.name_skeleton(new.username) in (
      select private.name_skeleton(name) from unnest('{admin,administrateur,administrator,moderateur,moderator,root,staff,support,system,vigie}'::text[]) as name
    )
    or exists (
      select from public.profiles where private.name_skeleton(username) = private.name_skeleton(new.username) and id <> new.id and username <> new.username
    )
  then
    raise exception 'username_confusable' using errcode = '23514', hint = 'username', detail = 'It reads like another name.';
  end if;
  return new;
end
$$;
comment on function private.check_username() is 'Refuses a new name with username_control_characters or username_confusable. One that is taken as it stands, or has a wrong shape, is refused by the table.';
create trigger check_username before update of username on public.profiles for each row execute function private.check_username();
revoke execute on function private.name_skeleton(text), private.check_username() from public, anon, authenticated, service_role;
-- An index over it is kept by whoever changes the row.
grant execute on function private.name_skeleton(text) to authenticated, service_role;

-- supabase/schemas/record/ledger.sql ----------------------------------------------------------------------------------
-- The ledger: a public chain of hashes over everything that ever happened to a signal. Each entry holds the hash of the one
-- before, so an entry that is changed, removed, moved or back-dated breaks every later one, and anybody can see it with the
-- export alone. Levels that may not be public yet are there as commitments, which the ending entry opens.
-- Nobody writes here but private.append_to_ledger(), and what is written is never changed, by nobody.
create table public.ledger (
  sequence bigint primary key check (sequence > 0),
  at timestamptz not null,
  kind text not null,
  signal_id uuid,
  entry jsonb not null,
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$')
);
comment on table public.ledger is 'hash = sha256(previous_hash, line feed, canonical JSON of entry); the first previous_hash is 64 zeros.';
create index ledger_of_signal on public.ledger (signal_id, sequence);

alter table public.ledger enable row level security;
create policy "everybody reads the ledger" on public.ledger for select to anon, authenticated using (true);
revoke all on public.ledger from anon, authenticated, service_role;
grant select on public.ledger to anon, authenticated, service_role;

-- Append only -----------------------------------------------------------------------------------------------------------
create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'append_only' using errcode = '42501', detail = format('%s on %s is refused: what is written stays.', tg_op, tg_table_name);
end
$$;
comment on function private.refuse_change() is 'For tables of facts: refuses every change and deletion, whoever asks.';

create procedure private.make_append_only(subject regclass)
language plpgsql set search_path = '' as $$
begin
  execute format('create trigger append_only before update or delete on %s for each row execute function private.refuse_change()', subject);
  execute format('create trigger append_only_all before truncate on %s for each statement execute function private.refuse_change()', subject);
  -- "Always": a session that plays the replica does not pass either.
  execute format('alter table %s enable always trigger append_only, enable always trigger append_only_all', subject);
end
$$;
comment on procedure private.make_append_only(regclass) is 'Makes a table one of facts: rows come in and stay as they are.';
call private.make_append_only('public.ledger');

-- Canonical text --------------------------------------------------------------------------------------------------------
create function private.canonical_json(value jsonb) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  case jsonb_typeof(value)
    when 'object' then
      return '{' || coalesce((
        -- Keys of entries are ASCII, where byte order and the code-unit order of RFC 8785 agree.
        select string_agg(to_json(member.key)::text || ':' || private.canonical_json(member.value), ',' order by member.key collate "C")
        from jsonb_each(value) as member
      ), '') || '}';
    when 'array' then
      return '[' || coalesce((
        select string_agg(private.canonical_json(item.value), ',' order by item.position)
        from jsonb_array_elements(value) with ordinality as item(value, position)
      ), '') || ']';
    when 'number' then
      if (value #>> '{}')::numeric % 1 <> 0 or abs((value #>> '{}')::numeric) > 9007199254740991 then
        raise exception 'not_canonical' using detail = 'Decimals are written as text.';
      end if;
      return trunc((value #>> '{}')::numeric)::text;
    when 'string' then return to_json(value #>> '{}')::text;
    else return value::text;
  end case;
end
$$;
comment on function private.canonical_json(jsonb) is 'RFC 8785 restricted to objects, arrays, strings, booleans, null and integers up to 2^53-1: the same text as canonicalJson of trading/ledger.';

create function private.sha256_hex(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select encode(sha256(convert_to(value, 'UTF8')), 'hex')
$$;
comment on function private.sha256_hex(text) is 'SHA-256 of the UTF-8 text, in hexadecimal.';

create function private.commitment(nonce text, value jsonb) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select private.sha256_hex(nonce || E'\n' || private.canonical_json(value))
$$;
comment on function private.commitment(text, jsonb) is 'A hash that fixes a value which only its nonce opens.';

create function private.timestamp_text(value timestamptz) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;
comment on function private.timestamp_text(timestamptz) is 'UTC with microseconds: one width, so texts sort as times do.';

-- Appending -------------------------------------------------------------------------------------------------------------
create function private.append_to_ledger(kind text, signal_id uuid, data jsonb, recorded_at timestamptz default clock_timestamp())
returns public.ledger
language plpgsql security definer set search_path = '' as $$
declare
  last public.ledger;
  fresh public.ledger;
begin
  -- One writer at a time until its transaction ends: sequences have no gap and follow the order of commits.
  perform pg_advisory_xact_lock(hashtextextended('public.ledger', 0));
  select * into last from public.ledger order by sequence desc limit 1;
  fresh.sequence := coalesce(last.sequence, 0) + 1;
  fresh.at := greatest(recorded_at, last.at);
  fresh.kind := append_to_ledger.kind;
  fresh.signal_id := append_to_ledger.signal_id;
  fresh.entry := jsonb_build_object(
    'sequence', fresh.sequence, 'at', private.timestamp_text(fresh.at), 'kind', fresh.kind, 'signal', fresh.signal_id, 'data', data
  );
  fresh.previous_hash := coalesce(last.hash, repeat('0', 64));
  fresh.hash := private.sha256_hex(fresh.previous_hash || E'\n' || private.canonical_json(fresh.entry));
  insert into public.ledger values (fresh.*);
  return fresh;
end
$$;
comment on function private.append_to_ledger(text, uuid, jsonb, timestamptz) is 'The one way into the ledger.';

create function public.ledger_head() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('sequence', sequence, 'hash', hash, 'at', at) from public.ledger order by sequence desc limit 1
$$;
comment on function public.ledger_head() is 'The newest entry of the chain: {sequence, hash, at}; null while it is empty.';

create function public.verify_ledger() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('entries', count(*), 'valid', coalesce(bool_and(good), true), 'first_break', min(sequence) filter (where not good))
  from (
    select sequence,
      previous_hash = lag(hash, 1, repeat('0', 64)) over (order by sequence)
      and sequence = row_number() over (order by sequence)
      and at >= lag(at, 1, '-infinity') over (order by sequence)
      and hash = private.sha256_hex(previous_hash || E'\n' || private.canonical_json(entry))
      and entry @> jsonb_build_object('sequence', sequence, 'kind', kind, 'signal', signal_id, 'at', private.timestamp_text(at)) as good
    from public.ledger
  ) as checked
$$;
comment on function public.verify_ledger() is 'Recomputes the whole chain: {entries, valid, first_break}.';

revoke execute on routine
  private.refuse_change(), private.make_append_only(regclass), private.canonical_json(jsonb), private.sha256_hex(text),
  private.commitment(text, jsonb), private.timestamp_text(timestamptz), private.append_to_ledger(text, uuid, jsonb, timestamptz)
from public, anon, authenticated;
grant execute on function private.canonical_json(jsonb), private.sha256_hex(text), private.timestamp_text(timestamptz) to anon, authenticated;
revoke execute on function public.ledger_head(), public.verify_ledger() from public;
grant execute on function public.ledger_head(), public.verify_ledger() to anon, authenticated, service_role;

-- supabase/schemas/market/market.sql ----------------------------------------------------------------------------------
-- Market data: what is traded, at which price. The worker writes candles and quotes; everybody may read them, and every
-- row says where it comes from. Prices are those of the bid; a candle's spread makes its ask.
create table public.market_sessions (
  session text primary key check (session ~ '^[a-z][a-z0-9_]{1,31}$'),
  time_zone text not null,
  day_starts int not null default 0 check (day_starts between 0 and 1439)
);
comment on table public.market_sessions is 'When a market trades: the exchange''s time zone, and the minute of its day at which a daily candle begins.';

create table public.market_hours (
  session text not null references public.market_sessions (session),
  opens int not null check (opens between 0 and 10079),
  closes int not null check (closes > opens and closes <= 10080),
  primary key (session, opens)
);
comment on table public.market_hours is 'Open stretches of a week, in minutes since Monday 00:00 on the exchange''s clock; the end is not in it.';

create table public.market_closures (
  session text not null references public.market_sessions (session),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (session, starts_at)
);
comment on table public.market_closures is 'Holidays: times at which a market is closed although its week says open.';

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
  first_at timestamptz,
  last_at timestamptz,
  primary key (symbol, timeframe, opened_at),
  check (low > 0 and low <= open and low <= close and high >= open and high >= close)
) partition by list (timeframe);
comment on table public.candles is 'Bid prices of a period, with the spread. Decisions about signals rest on these rows.';
comment on column public.candles.first_at is 'Opening of the earliest minute that is in it; null: its own opening.';
comment on column public.candles.last_at is 'Opening of the latest minute that is in it; null: its own opening.';

-- Minutes lie apart from what sums them up, both by month, so that old minutes leave by the table (…0901). What finds no
-- month waits in the tables "other" until its month is made.
create table private.candles_minutes partition of public.candles for values in ('M1') partition by range (opened_at);
create table private.candles_longer partition of public.candles for values in ('M5', 'M15', 'M30', 'H1', 'H4', 'D1')
  partition by range (opened_at);
create table private.candles_minutes_other partition of private.candles_minutes default;
create table private.candles_longer_other partition of private.candles_longer default;
alter table private.candles_minutes enable row level security;
alter table private.candles_longer enable row level security;
alter table private.candles_minutes_other enable row level security;
alter table private.candles_longer_other enable row level security;
comment on table private.candles_minutes is 'Candles of a minute, by month.';
comment on table private.candles_longer is 'Candles of more than a minute, by month.';
comment on table private.candles_minutes_other is 'Minutes of months that have no table yet.';
comment on table private.candles_longer_other is 'Longer candles of months that have no table yet.';

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

-- The quotes' channel: anybody may listen, nobody may speak.
create policy "everybody hears the quotes" on realtime.messages for select to anon, authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'market:quotes');

-- Hours as contracts for difference follow them: spot currencies through the week, metals and American indices with CME's hour
-- of pause, the others with their exchange's futures. Minutes of the week: 1020 is Monday 17:00, 1440 Tuesday 00:00.
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

-- Christmas and New Year, by the exchange's own day; the venues' other usual closures: …1040_market_holidays.sql.
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

-- supabase/schemas/market/candle_storage.sql --------------------------------------------------------------------------
-- Where candles are kept and how they are summed up: tables by month, one function that stores, one that lets old simulated
-- minutes go. A stored candle never changes; what sums it up only takes in what is new, so order and repetition do not matter.
create function private.ensure_candle_months(from_at timestamptz, until_at timestamptz) returns int
language plpgsql set search_path = '' as $$
declare
  month timestamp;
  kind text;
  made int := 0;
  place text;
begin
  if until_at - from_at > interval '30 years' then
    raise exception 'more than thirty years of candles at once' using errcode = '22023';
  end if;
  for month in select generate_series(date_trunc('month', from_at at time zone 'UTC'), until_at at time zone 'UTC', '1 month') loop
    foreach kind in array array['minutes', 'longer'] loop
      place := format('candles_%s_%s', kind, to_char(month, 'YYYY_MM'));
      continue when to_regclass(format('private.%I', place)) is not null;
      perform pg_advisory_xact_lock(hashtext('private.ensure_candle_months'));
      continue when to_regclass(format('private.%I', place)) is not null;
      -- Filled before it is attached: readers wait for the attaching alone.
      execute format('create table private.%I (like public.candles including all)', place);
      execute format('alter table private.%I enable row level security', place);
      execute format('comment on table private.%I is %L', place, 'Candles of a month in UTC.');
      execute format(
        'with moved as (delete from private.%I where opened_at >= %L and opened_at < %L returning *) insert into private.%I select * from moved',
        format('candles_%s_other', kind), month::text || '+00', (month + interval '1 month')::text || '+00', place
      );
      execute format(
        'alter table private.%I attach partition private.%I for values from (%L) to (%L)',
        format('candles_%s', kind), place, month::text || '+00', (month + interval '1 month')::text || '+00'
      );
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$$;
comment on function private.ensure_candle_months(timestamptz, timestamptz) is 'Makes the tables of the months in [from, until], each once. Returns how many were made.';

create function private.store_candles(
  timeframe text, source text, symbols text[], opened timestamptz[],
  opens numeric[], highs numeric[], lows numeric[], closes numeric[], spreads numeric[]
) returns int
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  base constant interval := private.timeframe_width(store_candles.timeframe);
  stored int;
begin
  perform private.ensure_candle_months(min(at), max(at)) from unnest(opened) as at having count(*) > 0;
  with given as (
    select given.*, case store_candles.timeframe
        when 'D1' then private.candle_opening('D1', given.opened_at, sessions.time_zone, sessions.day_starts)
        else date_bin(base, given.opened_at, '2000-01-01 00:00+00')
      end as opening
    from unnest(symbols, opened, opens, highs, lows, closes, spreads) as given(symbol, opened_at, open, high, low, close, spread)
    join public.instruments on instruments.symbol = given.symbol
    join public.market_sessions as sessions using (session)
  ), fresh as (
    insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, spread, source, first_at, last_at)
    select symbol, store_candles.timeframe, opening, open, high, low, close, spread, store_candles.source,
      case when base > interval '1 minute' then opening end, case when base > interval '1 minute' then opening + base - interval '1 minute' end
    from given
    on conflict do nothing
    returning symbol, opened_at, open, high, low, close, spread, coalesce(first_at, opened_at) as first_at, coalesce(last_at, opened_at) as last_at
  ), longer as (
    select name, private.timeframe_width(name) as width from unnest(array['M5', 'M15', 'M30', 'H1', 'H4', 'D1']) as name
    where private.timeframe_width(name) > base
  ), placed as (
    -- Days begin on a quarter of an hour everywhere, so their opening is asked for once a quarter.
    select fresh.*, days.opening as day from fresh
    join (
      select symbol, quarter, private.candle_opening('D1', quarter, sessions.time_zone, sessions.day_starts) as opening
      from (select distinct symbol, date_bin('15 minutes', opened_at, '2000-01-01 00:00+00') as quarter from fresh) as quarters
      join public.instruments using (symbol)
      join public.market_sessions as sessions using (session)
    ) as days on days.symbol = fresh.symbol and days.quarter = date_bin('15 minutes', fresh.opened_at, '2000-01-01 00:00+00')
  ), summed as (
    insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, spread, source, first_at, last_at)
    select symbol, name, case name when 'D1' then day else date_bin(width, opened_at, '2000-01-01 00:00+00') end as bucket,
      (array_agg(open order by opened_at))[1], max(high), min(low), (array_agg(close order by opened_at desc))[1],
      (array_agg(spread order by opened_at desc))[1], store_candles.source, min(first_at), max(last_at)
    from placed cross join longer
    group by symbol, name, bucket
    on conflict (symbol, timeframe, opened_at) do update set
      open = case when excluded.first_at < coalesce(candles.first_at, candles.opened_at) then excluded.open else candles.open end,
      high = greatest(candles.high, excluded.high),
      low = least(candles.low, excluded.low),
      close = case when excluded.last_at > coalesce(candles.last_at, candles.opened_at) then excluded.close else candles.close end,
      spread = case when excluded.last_at > coalesce(candles.last_at, candles.opened_at) then excluded.spread else candles.spread end,
      first_at = least(excluded.first_at, coalesce(candles.first_at, candles.opened_at)),
      last_at = greatest(excluded.last_at, coalesce(candles.last_at, candles.opened_at))
  )
  select count(*) into stored from fresh;
  return stored;
end
$$;
comment on function private.store_candles(text, text, text[], timestamptz[], numeric[], numeric[], numeric[], numeric[], numeric[]) is 'Stores whole candles of one timeframe and takes the new ones into every longer candle; late ones find their place. Those already stored are passed over. Returns how many were new.';

create function private.forget_simulated_minutes(before timestamptz) returns table (months int, minutes int)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  place text;
  gone int;
  -- What a signal's life was decided on stays as long as the signal, since a record must be computable again, and a day more: a
  -- member who acts later is out later.
  forgettable constant text := $sql$
    source = 'simulated' and opened_at < $1 and not exists (
      select from public.signals join public.signal_states on signal_states.signal_id = signals.id
      where signals.symbol = candles.symbol and candles.opened_at >= signals.published_at - interval '10 minutes'
        and candles.opened_at <= coalesce(signal_states.closed_at, 'infinity') + interval '1 day'
    )$sql$;
  keeps boolean;
begin
  months := 0;
  minutes := 0;
  for place in
    select relname from pg_catalog.pg_inherits join pg_catalog.pg_class on pg_class.oid = inhrelid
    where inhparent = 'private.candles_minutes'::regclass and relname ~ '_[0-9]{4}_[0-9]{2}$'
      and to_date(right(relname, 7), 'YYYY_MM') + interval '1 month' <= before at time zone 'UTC'
    order by relname
  loop
    execute format('select exists (select from private.%I as candles where not (%s))', place, forgettable) into keeps using before;
    continue when keeps;
    execute format('select count(*) from private.%I', place) into gone;
    execute format('drop table private.%I', place);
    months := months + 1;
    minutes := minutes + gone;
  end loop;
  execute format($sql$delete from public.candles where timeframe = 'M1' and %s$sql$, forgettable) using before;
  get diagnostics gone = row_count;
  minutes := minutes + gone;
  return next;
end
$$;
comment on function private.forget_simulated_minutes(timestamptz) is 'Lets simulated minutes before a time go: a month as its table where nothing in it must stay, by the row elsewhere. Minutes of real markets and of signals'' lives stay.';

revoke execute on function private.ensure_candle_months(timestamptz, timestamptz), private.forget_simulated_minutes(timestamptz),
  private.store_candles(text, text, text[], timestamptz[], numeric[], numeric[], numeric[], numeric[], numeric[])
  from public, anon, authenticated;

select private.ensure_candle_months(now() - interval '3 months', now() + interval '2 months');

-- supabase/schemas/market/market_feeds.sql ----------------------------------------------------------------------------
-- How fresh the market is: a row a class of instruments, written by the worker that feeds it, told to whoever listens to the
-- quotes. And what a source gave that could not be true.
create table public.market_feeds (
  class text primary key check (class in ('forex', 'metal', 'index', 'crypto')),
  source text not null,
  state text not null check (state in ('live', 'stale', 'closed')),
  since timestamptz not null,
  last_bar_at timestamptz,
  last_quote_at timestamptz,
  reason text check (reason in ('no_quotes', 'no_bars', 'source_failed', 'refused')),
  seen_at timestamptz not null
);
comment on table public.market_feeds is 'What feeds each class of instruments, and whether it does: live, stale (inside a session without data, frozen since a time) or closed.';
alter table public.market_feeds enable row level security;
create policy "everybody reads the feeds" on public.market_feeds for select to anon, authenticated using (true);
revoke all on public.market_feeds from anon, authenticated;
grant select on public.market_feeds to anon, authenticated;

create function private.report_feed(
  class text, source text, state text, since timestamptz, last_bar_at timestamptz, last_quote_at timestamptz, reason text, seen_at timestamptz
) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  before public.market_feeds;
begin
  select * into before from public.market_feeds where market_feeds.class = report_feed.class for update;
  insert into public.market_feeds as feeds (class, source, state, since, last_bar_at, last_quote_at, reason, seen_at)
  values (report_feed.class, report_feed.source, report_feed.state, report_feed.since, report_feed.last_bar_at, report_feed.last_quote_at, report_feed.reason, report_feed.seen_at)
  on conflict (class) do update set
    source = excluded.source, state = excluded.state, reason = excluded.reason, seen_at = excluded.seen_at,
    since = case when feeds.state = excluded.state and feeds.source = excluded.source then feeds.since else excluded.since end,
    last_bar_at = greatest(feeds.last_bar_at, excluded.last_bar_at), last_quote_at = greatest(feeds.last_quote_at, excluded.last_quote_at);
  if before.state is not distinct from report_feed.state and before.source is not distinct from report_feed.source
    and before.reason is not distinct from report_feed.reason then
    return false;
  end if;
  perform realtime.send(
    jsonb_build_object('class', report_feed.class, 'source', report_feed.source, 'state', report_feed.state, 'since', report_feed.since, 'reason', report_feed.reason),
    'feed', 'market:quotes', true
  );
  return true;
end
$$;
comment on function private.report_feed(text, text, text, timestamptz, timestamptz, timestamptz, text, timestamptz) is 'For the worker: writes how a class is fed and, when that changed, tells it on market:quotes (event feed). Returns whether it changed.';
revoke execute on function private.report_feed(text, text, text, timestamptz, timestamptz, timestamptz, text, timestamptz) from public, anon, authenticated;

-- A class is alive as soon as something of it is. What is not, though its market is open, is listed here with its own time and
-- reason, and only there: one source gone mad freezes its own charts and no other.
create table public.stale_instruments (
  symbol text primary key references public.instruments (symbol),
  class text not null,
  since timestamptz not null,
  reason text not null check (reason in ('no_quotes', 'no_bars', 'source_failed', 'refused'))
);
comment on table public.stale_instruments is 'Instruments of a live class whose own prices do not come: frozen since a time, for a reason. What is not listed is as its class.';
alter table public.stale_instruments enable row level security;
create policy "everybody reads what is stale" on public.stale_instruments for select to anon, authenticated using (true);
revoke all on public.stale_instruments from anon, authenticated;
grant select on public.stale_instruments to anon, authenticated;

create function private.report_stale_instruments(class text, symbols text[], since timestamptz[], reasons text[]) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  changed boolean;
begin
  with given as (
    select * from unnest(report_stale_instruments.symbols, report_stale_instruments.since, report_stale_instruments.reasons) as one (symbol, since, reason)
  ), gone as (
    delete from public.stale_instruments as stale
    where stale.class = report_stale_instruments.class and not exists (select from given where given.symbol = stale.symbol)
    returning 1
  ), come as (
    insert into public.stale_instruments as stale (symbol, class, since, reason)
    select symbol, report_stale_instruments.class, since, reason from given
    on conflict (symbol) do update set reason = excluded.reason where stale.reason <> excluded.reason
    returning 1
  )
  select exists (select from gone) or exists (select from come) into changed;
  if changed then
    perform realtime.send(
      jsonb_build_object('class', report_stale_instruments.class, 'stale', to_jsonb(report_stale_instruments.symbols)), 'feed', 'market:quotes', true
    );
  end if;
  return changed;
end
$$;
comment on function private.report_stale_instruments(text, text[], timestamptz[], text[]) is 'For the worker: which instruments of a class have no prices of their own now, all of them; keeps since when, and tells a change on market:quotes (event feed). Returns whether there was one.';
revoke execute on function private.report_stale_instruments(text, text[], timestamptz[], text[]) from public, anon, authenticated;

create table private.refused_market_data (
  id bigint generated always as identity primary key,
  refused_at timestamptz not null default now(),
  source text not null,
  symbol text not null,
  reason text not null,
  given jsonb not null,
  times int not null default 1 check (times > 0)
);
comment on table private.refused_market_data is 'Candles and quotes that a source gave and that were not stored, with the reason; of a kind at most one a minute is written, with how often it was refused since the last. Kept 30 days.';
create index refused_market_data_by_time on private.refused_market_data (refused_at);
alter table private.refused_market_data enable row level security;

-- supabase/schemas/market/market_gaps.sql -----------------------------------------------------------------------------
-- Minutes that are missing within a market's hours. As long as one may still come, the outcomes wait for it (`market_waits`); when it
-- does not, that is written down once (`market_gaps`), and from then on the writing counts and not what may arrive later. So the
-- record is the same for whoever decides it again over what is stored: rules 12 to 14 of trading/src/outcome.ts.
create table public.market_gaps (
  symbol text not null references public.instruments (symbol),
  gap_from timestamptz not null,
  gap_until timestamptz not null check (gap_until > gap_from),
  reason text not null check (reason in ('no_trade', 'no_data')),
  source text not null,
  -- Longer bars of the source that lie wholly within: opened_at, minutes, open, high, low, close, spread, prices as texts.
  bars jsonb not null default '[]' check (jsonb_typeof(bars) = 'array'),
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (symbol, gap_from)
);
comment on table public.market_gaps is 'Minutes that outcomes pass over, for good: nothing traded in them (no_trade), or nobody has their prices (no_data); with the longer bars that are decided on in their place.';
call private.make_append_only('public.market_gaps');
alter table public.market_gaps enable row level security;
create policy "everybody reads the gaps" on public.market_gaps for select to anon, authenticated using (true);

create table public.market_waits (
  symbol text not null references public.instruments (symbol),
  gap_from timestamptz not null,
  gap_until timestamptz not null check (gap_until > gap_from),
  noticed_at timestamptz not null,
  primary key (symbol, gap_from)
);
comment on table public.market_waits is 'Missing minutes that outcomes wait for now, found missing at a time: from the first of them to the next stored one.';
alter table public.market_waits enable row level security;
create policy "everybody reads what is waited for" on public.market_waits for select to anon, authenticated using (true);

revoke all on public.market_gaps, public.market_waits from anon, authenticated, service_role;
grant select on public.market_gaps, public.market_waits to anon, authenticated, service_role;

create function private.lock_minutes(symbol text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('minutes of ' || symbol, 0))
$$;
comment on function private.lock_minutes(text) is 'Held until the transaction ends by whoever decides on an instrument''s minutes or writes down which are missing: a minute cannot be both decided on and passed over.';

create function private.bars_within(symbol text, source text, from_at timestamptz, until_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  at timestamptz := from_at;
  bar record;
  bars jsonb := '[]';
begin
  -- The shortest that begins there and is whole; where none does, with the next that begins.
  loop
    select candles.*, private.timeframe_width(candles.timeframe) as width into bar from public.candles
    where candles.symbol = bars_within.symbol and candles.timeframe in ('M5', 'M15', 'M30', 'H1', 'H4') and candles.source = bars_within.source
      and candles.opened_at >= at and candles.opened_at + private.timeframe_width(candles.timeframe) <= until_at
      and candles.first_at = candles.opened_at and candles.last_at = candles.opened_at + private.timeframe_width(candles.timeframe) - interval '1 minute'
    order by candles.opened_at, private.timeframe_width(candles.timeframe) limit 1;
    exit when not found;
    bars := bars || jsonb_build_object(
      'opened_at', private.timestamp_text(bar.opened_at), 'minutes', extract(epoch from bar.width)::int / 60, 'open', bar.open::text,
      'high', bar.high::text, 'low', bar.low::text, 'close', bar.close::text, 'spread', bar.spread::text
    );
    at := bar.opened_at + bar.width;
  end loop;
  return bars;
end
$$;
comment on function private.bars_within(text, text, timestamptz, timestamptz) is 'The longer bars of a source that lie wholly in [from, until), one after the other, the shortest that begins first.';

create function private.record_gap(symbol text, from_at timestamptz, until_at timestamptz, reason text, source text) returns int
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  part timestamptz := from_at;
  written int := 0;
  fresh int;
begin
  perform private.lock_minutes(symbol);
  while part < until_at loop
    with absent as (
      select minute from public.candle_gaps(record_gap.symbol, 'M1', part, least(part + interval '30 days', until_at)) as gaps,
        generate_series(gaps.gap_from, gaps.gap_until - interval '1 minute', interval '1 minute') as minute
      where public.market_is_open(record_gap.symbol, minute) and not exists (
        select from public.market_gaps as known
        where known.symbol = record_gap.symbol and minute >= known.gap_from and minute < known.gap_until
      )
    ), islands as (
      select min(minute) as gap_from, max(minute) + interval '1 minute' as gap_until
      from (select minute, minute - row_number() over (order by minute) * interval '1 minute' as island from absent) as placed
      group by island
    )
    insert into public.market_gaps (symbol, gap_from, gap_until, reason, source, bars)
    select record_gap.symbol, gap_from, gap_until, record_gap.reason, record_gap.source,
      case record_gap.reason when 'no_data' then private.bars_within(record_gap.symbol, record_gap.source, gap_from, gap_until) else '[]' end
    from islands;
    get diagnostics fresh = row_count;
    written := written + fresh;
    part := part + interval '30 days';
  end loop;
  delete from public.market_waits as waits
  where waits.symbol = record_gap.symbol and waits.gap_from >= from_at and waits.gap_until <= until_at;
  return written;
end
$$;
comment on function private.record_gap(text, timestamptz, timestamptz, text, text) is 'For the worker: writes down what is missing in [from, until), each stretch once, with the longer bars of the source for minutes without data. What is stored or written already stays as it is. Returns how many stretches were written.';

create function private.await_minutes(symbol text, from_at timestamptz, until_at timestamptz, at timestamptz, patience interval) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  since timestamptz;
begin
  perform private.lock_minutes(symbol);
  -- A hole that became smaller is still the same wait.
  with earlier as (
    delete from public.market_waits as waits
    where waits.symbol = await_minutes.symbol and waits.gap_from < until_at and waits.gap_until > from_at
    returning waits.noticed_at
  )
  select least(min(earlier.noticed_at), at) into since from earlier;
  if since + patience > at then
    insert into public.market_waits (symbol, gap_from, gap_until, noticed_at) values (await_minutes.symbol, from_at, until_at, since);
    return false;
  end if;
  return private.record_gap(symbol, from_at, until_at, 'no_data', coalesce(
    (select source from public.candles
      where candles.symbol = await_minutes.symbol and timeframe = 'M1' and opened_at < from_at order by opened_at desc limit 1),
    (select source from public.candles where candles.symbol = await_minutes.symbol and timeframe = 'M1' and opened_at = until_at),
    'unknown'
  )) > 0;
end
$$;
comment on function private.await_minutes(text, timestamptz, timestamptz, timestamptz, interval) is 'For the outcome engine: minutes are missing in [from, until). Notes since when they are waited for; once that is longer ago than `patience`, writes them down as without data. Returns whether it wrote: then read again.';

create function private.keep_waits(symbols text[], since timestamptz[]) returns void
language sql set search_path = '' as $$
  delete from public.market_waits as waits
  where not exists (select from unnest(symbols, since) as kept (symbol, gap_from) where kept.symbol = waits.symbol and kept.gap_from = waits.gap_from)
$$;
comment on function private.keep_waits(text[], timestamptz[]) is 'For the outcome engine, after it looked at every open signal: nothing but these is waited for any more.';

revoke execute on function
  private.lock_minutes(text), private.bars_within(text, text, timestamptz, timestamptz), private.record_gap(text, timestamptz, timestamptz, text, text),
  private.await_minutes(text, timestamptz, timestamptz, timestamptz, interval), private.keep_waits(text[], timestamptz[])
from public, anon, authenticated;

-- supabase/schemas/market/market_holidays.sql -------------------------------------------------------------------------
-- The venues' usual closures until 2030, beside Christmas and New Year: by rule, since each of these days follows from the calendar.
-- What a venue decides for one year (a day of mourning, another early close) is the operator's to add: a row of market_closures.
-- They are what these venues usually keep: CME for index_us (halt at 12:00, early close at 12:15 Chicago time), COMEX for metal, Xetra and
-- Eurex for index_de, Euronext for index_fr, the London Stock Exchange for index_uk, BME for index_es, Borsa Italiana for index_it. Only CME's
-- halts and Borsa Italiana's days were compared with a published calendar: an operator with a real feed compares the others each year.
-- Currencies trade on all of them; index_jp follows Osaka, which has traded on Japanese holidays since 2022.
create function private.easter_sunday(year int) returns date
language sql immutable set search_path = '' as $$
  -- The Gregorian rule (Meeus, Astronomical Algorithms, chapter 8).
  select make_date(year, month, day)
  from (select year % 19 as a, year / 100 as b, year % 100 as c) as one,
    lateral (select (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30 as h) as two,
    lateral (select (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7 as l) as three,
    lateral (select h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114 as sum) as four,
    lateral (select sum / 31 as month, sum % 31 + 1 as day) as five
$$;
comment on function private.easter_sunday(int) is 'Easter Sunday of a year of the Gregorian calendar.';

create function private.weekday_of_month(year int, month int, isodow int, place int) returns date
language sql immutable set search_path = '' as $$
  select case when place > 0 then first + (isodow - extract(isodow from first)::int + 7) % 7 + 7 * (place - 1)
    else last - (extract(isodow from last)::int - isodow + 7) % 7 end
  from (select make_date(year, month, 1) as first, (make_date(year, month, 1) + interval '1 month')::date - 1 as last) as ends
$$;
comment on function private.weekday_of_month(int, int, int, int) is 'The first (1), second (2), … or last (0) weekday (1 Monday to 7 Sunday) of a month.';

create function private.usual_closures(year int) returns table (session text, day date, since time, until time)
language sql stable set search_path = '' as $$
  with moving as (
    select private.easter_sunday(year) - 2 as good_friday, private.easter_sunday(year) + 1 as easter_monday,
      private.weekday_of_month(year, 11, 4, 4) as thanksgiving, make_date(year, 12, 24) as eve, make_date(year, 12, 31) as last_day
  ), whole as (
    select session, day from moving,
      lateral (values
        ('index_us', good_friday), ('metal', good_friday),
        ('index_de', good_friday), ('index_de', easter_monday), ('index_de', make_date(year, 5, 1)), ('index_de', eve), ('index_de', eve + 2), ('index_de', last_day),
        ('index_fr', good_friday), ('index_fr', easter_monday), ('index_fr', make_date(year, 5, 1)), ('index_fr', eve + 2),
        ('index_es', good_friday), ('index_es', easter_monday), ('index_es', make_date(year, 5, 1)), ('index_es', eve + 2),
        ('index_it', good_friday), ('index_it', easter_monday), ('index_it', make_date(year, 5, 1)), ('index_it', make_date(year, 8, 15)),
        ('index_it', eve), ('index_it', eve + 2), ('index_it', last_day),
        ('index_uk', good_friday), ('index_uk', easter_monday), ('index_uk', private.weekday_of_month(year, 5, 1, 1)),
        ('index_uk', private.weekday_of_month(year, 5, 1, 0)), ('index_uk', private.weekday_of_month(year, 8, 1, 0)), ('index_uk', eve + 2),
        -- London's holidays that fall on a weekend are given on the next business days.
        ('index_uk', case extract(isodow from make_date(year, 1, 1)) when 6 then make_date(year, 1, 3) when 7 then make_date(year, 1, 2) end),
        ('index_uk', case extract(isodow from eve + 1) when 5 then eve + 4 when 6 then eve + 3 when 7 then eve + 3 end),
        ('index_uk', case extract(isodow from eve + 1) when 6 then eve + 4 end)
      ) as days (session, day)
  ), fixed as (
    -- A Saturday is kept on the Friday before, a Sunday on the Monday after.
    select day + case extract(isodow from day) when 6 then -1 when 7 then 1 else 0 end as day
    from (values (make_date(year, 6, 19)), (make_date(year, 7, 4))) as days (day)
  ), american as (
    select private.weekday_of_month(year, 1, 1, 3) as day union all select private.weekday_of_month(year, 2, 1, 3)
    union all select private.weekday_of_month(year, 5, 1, 0) union all select private.weekday_of_month(year, 9, 1, 1)
    union all select thanksgiving from moving union all select day from fixed
  )
  select session, day, null::time, null::time from whole where day is not null
  union all
  select 'index_us', day, '13:00', '18:00' from american
  union all
  select 'index_us', day, '13:15', '18:00' from moving, lateral (values (thanksgiving + 1), (eve), (make_date(year, 7, 3))) as early (day)
  where day not in (select day from american)
  union all
  select session, day, since::time, '24:00' from moving,
    lateral (values ('index_fr', eve, '14:05'), ('index_fr', last_day, '14:05'), ('index_es', eve, '14:00'), ('index_es', last_day, '14:00'),
      ('index_uk', eve, '12:30'), ('index_uk', last_day, '12:30')) as early (session, day, since)
$$;
comment on function private.usual_closures(int) is 'The venues'' closures of a year that follow from the calendar, by the exchange''s own day: whole days, or from a local time until another.';

revoke execute on function private.easter_sunday(int), private.weekday_of_month(int, int, int, int), private.usual_closures(int)
from public, anon, authenticated;

insert into public.market_closures (session, starts_at, ends_at)
select session,
  case when since is null then day + make_interval(mins => day_starts) - case when day_starts > 0 then interval '1 day' else interval '0' end
    else day + since end at time zone time_zone,
  case when since is null then day + make_interval(mins => day_starts) + case when day_starts > 0 then interval '0' else interval '1 day' end
    else day + until end at time zone time_zone
from generate_series(2026, 2030) as year, private.usual_closures(year) join public.market_sessions using (session)
on conflict do nothing;

-- supabase/schemas/market/market_sessions.sql -------------------------------------------------------------------------
-- When a market trades and where a candle begins. The same rules stand in trading/src/sessions.ts; a test compares them.
-- A week is counted on the exchange's own clock, so a change of summer time moves the hours as it moves the exchange's.
create function public.market_is_open(symbol text, at timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select exists (
      select from public.market_hours as hours,
        lateral (
          select (extract(isodow from local.at)::int - 1) * 1440 + extract(hour from local.at)::int * 60 + extract(minute from local.at)::int as minute
          from (select market_is_open.at at time zone sessions.time_zone as at) as local
        ) as week
      where hours.session = sessions.session and week.minute >= hours.opens and week.minute < hours.closes
    ) and not exists (
      select from public.market_closures as closures
      where closures.session = sessions.session and market_is_open.at >= closures.starts_at and market_is_open.at < closures.ends_at
    )
  from public.instruments join public.market_sessions as sessions using (session)
  where instruments.symbol = market_is_open.symbol
$$;
comment on function public.market_is_open(text, timestamptz) is 'Whether an instrument trades at a time, by the hours of its session; null for an unknown one.';

create function private.candle_opening(timeframe text, at timestamptz, time_zone text, day_starts int) returns timestamptz
language sql immutable set search_path = '' as $$
  select case timeframe
    when 'M1' then date_bin('1 minute', at, '2000-01-01 00:00+00')
    when 'M5' then date_bin('5 minutes', at, '2000-01-01 00:00+00')
    when 'M15' then date_bin('15 minutes', at, '2000-01-01 00:00+00')
    when 'M30' then date_bin('30 minutes', at, '2000-01-01 00:00+00')
    when 'H1' then date_bin('1 hour', at, '2000-01-01 00:00+00')
    when 'H4' then date_bin('4 hours', at, '2000-01-01 00:00+00')
    when 'D1' then (
      date_trunc('day', (at at time zone time_zone) - make_interval(mins => day_starts)) + make_interval(mins => day_starts)
    ) at time zone time_zone
  end
$$;
comment on function private.candle_opening(text, timestamptz, text, int) is 'When the candle that holds a time opened: in UTC up to four hours, by the session''s day (17:00 New York for currencies, metals and American indices) for D1.';

create function public.candle_gaps(symbol text, timeframe text, from_at timestamptz, until_at timestamptz)
returns table (gap_from timestamptz, gap_until timestamptz, missing int)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  width constant interval := private.timeframe_width(candle_gaps.timeframe);
  minutes constant int := extract(epoch from width) / 60;
  asked record;
begin
  if width is null then
    raise exception 'unknown timeframe %', candle_gaps.timeframe using errcode = '22023';
  end if;
  if (candle_gaps.until_at - candle_gaps.from_at) > width * 50000 then
    raise exception 'at most 50000 candles are checked at once' using errcode = '22023';
  end if;
  select sessions.* into asked from public.instruments join public.market_sessions as sessions using (session)
  where instruments.symbol = candle_gaps.symbol;
  return query
  with expected as (
    select opening, opening + width as ending,
      (extract(isodow from local)::int - 1) * 1440 + extract(hour from local)::int * 60 + extract(minute from local)::int as week
    from (
      select distinct private.candle_opening(candle_gaps.timeframe, step, asked.time_zone, asked.day_starts) as opening
      from generate_series(candle_gaps.from_at, candle_gaps.until_at - width, width) as step
    ) as openings, lateral (select opening at time zone asked.time_zone as local) as clock
    where opening >= candle_gaps.from_at
  ), due as (
    select opening, ending, row_number() over (order by opening) as place from expected
    where exists (
      select from public.market_hours as hours
      where hours.session = asked.session and (
        (hours.opens < week + minutes and hours.closes > week) or hours.opens < week + minutes - 10080
      )
    ) and not exists (
      select from public.market_closures as closures
      where closures.session = asked.session and opening >= closures.starts_at and ending <= closures.ends_at
    )
  ), absent as (
    select opening, ending, place - row_number() over (order by opening) as island from due
    where not exists (
      select from public.candles
      where candles.symbol = candle_gaps.symbol and candles.timeframe = candle_gaps.timeframe and candles.opened_at = due.opening
    )
  )
  select min(opening), max(ending), count(*)::int from absent group by island order by 1;
end
$$;
comment on function public.candle_gaps(text, text, timestamptz, timestamptz) is 'Stretches of whole candles that ought to be stored in [from, until) and are not: only while the instrument''s market is open. At most 50 000 candles at once (22023).';

create function private.timeframe_width(timeframe text) returns interval
language sql immutable set search_path = '' as $$
  select case timeframe
    when 'M1' then interval '1 minute' when 'M5' then interval '5 minutes' when 'M15' then interval '15 minutes'
    when 'M30' then interval '30 minutes' when 'H1' then interval '1 hour' when 'H4' then interval '4 hours' when 'D1' then interval '24 hours'
  end
$$;
comment on function private.timeframe_width(text) is 'How long a candle lasts; null for what is no timeframe.';

revoke execute on function public.market_is_open(text, timestamptz), public.candle_gaps(text, text, timestamptz, timestamptz),
  private.candle_opening(text, timestamptz, text, int), private.timeframe_width(text) from public, anon, authenticated;
grant execute on function public.market_is_open(text, timestamptz), public.candle_gaps(text, text, timestamptz, timestamptz),
  private.candle_opening(text, timestamptz, text, int), private.timeframe_width(text) to authenticated, service_role;

-- supabase/schemas/signals/signals.sql --------------------------------------------------------------------------------
-- Signals: what the product exists for. Analysts publish through publish_signal(); nobody, the database's owner included,
-- edits or deletes what was published: what happens later is appended as events. What a signal is about (`signals`) is open
-- to every member; its levels lie in tables of their own, which the policies open to premium members at once and to
-- freemium members when the signal is a free one or has ended.
create table public.signals (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  symbol text not null references public.instruments (symbol),
  timeframe text not null check (timeframe in ('M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1')),
  style text not null check (style in ('scalp', 'intraday', 'swing')),
  tier text not null check (tier in ('freemium', 'premium')),
  -- No reference: the record outlives the account.
  author_id uuid not null,
  author_name text not null,
  published_at timestamptz not null,
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  demonstration boolean not null default false
);
comment on table public.signals is 'The teaser: instrument, timeframe, time, seal. No direction and no level stands here.';
create index signals_newest on public.signals (published_at desc);
create index signals_of_symbol on public.signals (symbol, published_at desc);
create index signals_of_author on public.signals (author_id);

create table public.signal_states (
  signal_id uuid primary key references public.signals (id),
  state text not null default 'pending' check (state in ('pending', 'active', 'closed', 'expired', 'cancelled')),
  closed_at timestamptz,
  realised_r numeric,
  close_reason text,
  updated_at timestamptz not null default now(),
  check ((closed_at is null) = (state in ('pending', 'active')))
);
comment on table public.signal_states is 'Where each signal stands: a projection of its events, kept by them alone.';
create index signal_states_open on public.signal_states (state) where state in ('pending', 'active');
create index signal_states_closed on public.signal_states (closed_at desc) where closed_at is not null;

create table public.signal_levels (
  signal_id uuid primary key references public.signals (id),
  direction text not null check (direction in ('buy', 'sell')),
  order_type text not null check (order_type in ('market', 'limit', 'stop')),
  entry_low numeric not null check (entry_low > 0),
  entry_high numeric not null check (entry_high >= entry_low),
  stop_loss numeric not null check (stop_loss > 0),
  risk_percent numeric not null check (risk_percent > 0 and risk_percent <= 10),
  facts text not null,
  opinion text not null,
  counter_thesis text not null,
  counter_condition text not null,
  method text not null,
  conflicts text not null,
  reference_price numeric,
  reference_source text,
  reference_at timestamptz,
  -- How the stop follows (trading/outcome.ts, rules 7 and 9); null where the signal does not say.
  break_even_after int check (break_even_after between 1 and 4),
  trailing_distance numeric check (trailing_distance > 0),
  trailing_after int check (trailing_after is null or (trailing_after between 1 and 4 and trailing_distance is not null)),
  -- What the author answers anew for each signal: the side they hold of the instrument, and whether they earn by a link in it.
  position_held text check (position_held in ('none', 'buy', 'sell')),
  affiliate_link text check (affiliate_link in ('yes', 'no')),
  -- As closed as a level: whoever knows when an order ends sees by its not having ended that it was filled.
  expires_at timestamptz not null
);
comment on table public.signal_levels is 'Direction, entry, stop and reasons (MAR art. 20: facts apart from opinion, method, conflicts of interest, price and its source).';

create table public.signal_targets (
  signal_id uuid not null references public.signals (id),
  position int not null check (position between 1 and 5),
  price numeric not null check (price > 0),
  share numeric not null check (share > 0 and share <= 100),
  primary key (signal_id, position)
);
comment on table public.signal_targets is 'Up to five targets; share is the percentage of the position closed there.';

create table public.signal_events (
  signal_id uuid not null references public.signals (id),
  sequence int not null check (sequence > 0),
  kind text not null check (kind in ('published', 'entered', 'target_reached', 'stop_moved', 'stopped', 'closed', 'expired', 'cancelled', 'note', 'graded', 'close_asked', 'cancel_asked')),
  at timestamptz not null,
  price numeric,
  r numeric,
  data jsonb not null default '{}',
  source text not null check (source in ('analyst', 'engine')),
  author_name text,
  -- No number of its own across signals: its gaps would count the events that the reader may not see.
  primary key (signal_id, sequence),
  -- Who publishes decides nothing of what becomes of it: they ask, and the engine does it after the minutes that count before.
  constraint analysts_decide_nothing check (source = 'engine' or kind not in ('entered', 'target_reached', 'stopped', 'closed', 'expired', 'cancelled'))
);
comment on table public.signal_events is 'Everything that happened to a signal, in order. r is the result that the event realised, weighted by its share.';

create table private.signal_nonces (
  signal_id uuid not null references public.signals (id),
  sequence int not null check (sequence >= 0),
  nonce text not null check (nonce ~ '^[0-9a-f]{64}$'),
  value jsonb not null,
  -- The entry of the ledger that holds the commitment, which names no signal; the levels' is the publication.
  sealed_as bigint unique references public.ledger (sequence) check ((sealed_as is null) = (sequence = 0)),
  primary key (signal_id, sequence)
);
comment on table private.signal_nonces is 'What opens the commitments: 0 the levels, then each event that an analyst made before the end. Published when the signal ends.';
alter table private.signal_nonces enable row level security;

-- Facts stay ------------------------------------------------------------------------------------------------------------
call private.make_append_only('public.signals');
call private.make_append_only('public.signal_levels');
call private.make_append_only('public.signal_targets');
call private.make_append_only('public.signal_events');
call private.make_append_only('private.signal_nonces');

create function private.guard_signal_state() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.state in ('pending', 'active') and old.signal_id = new.signal_id
    and (old.state, new.state) in (
      ('pending', 'pending'), ('pending', 'active'), ('pending', 'expired'), ('pending', 'cancelled'), ('active', 'active'), ('active', 'closed')
    ) then
    return new;
  end if;
  raise exception 'append_only' using errcode = '42501', detail = 'A signal moves from pending to active to closed, or from pending to expired or cancelled, and then stays.';
end
$$;
comment on function private.guard_signal_state() is 'The state machine of a signal: a state that ended never changes.';
create trigger state_machine before update or delete on public.signal_states for each row execute function private.guard_signal_state();
create trigger append_only_all before truncate on public.signal_states for each statement execute function private.refuse_change();
alter table public.signal_states enable always trigger state_machine, enable always trigger append_only_all;

-- Who may see what ------------------------------------------------------------------------------------------------------
create function private.levels_are_open(signal_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.signals join public.signal_states on signal_states.signal_id = signals.id
    where signals.id = levels_are_open.signal_id
      and (signals.tier = 'freemium' or signal_states.state in ('closed', 'expired', 'cancelled'))
  )
$$;
comment on function private.levels_are_open(uuid) is 'Whether every member may see the levels: the signal is a free one or has ended.';

alter table public.signals enable row level security;
create policy "members see that a signal exists" on public.signals for select to authenticated using (true);
alter table public.signal_states enable row level security;
-- The minute in which an order was filled tells its price to whoever has the quotes: where a signal stands is as closed as its levels.
create policy "premium members see where every signal stands, others free and ended ones" on public.signal_states for select to authenticated
  using (closed_at is not null or (select public.current_tier()) = 'premium' or exists (
    select from public.signals where signals.id = signal_states.signal_id and signals.tier = 'freemium'
  ));

-- The sub-select stands in each policy, not in a function: the planner sees through it (ten times faster over a list).
alter table public.signal_levels enable row level security;
create policy "premium members read all levels, others those of free and ended signals" on public.signal_levels for select to authenticated
  using ((select public.current_tier()) = 'premium' or exists (
    select from public.signals join public.signal_states as states on states.signal_id = signals.id
    where signals.id = signal_levels.signal_id and (signals.tier = 'freemium' or states.state in ('closed', 'expired', 'cancelled'))
  ));
create function public.waits_until(signal public.signals) returns timestamptz
language sql stable security invoker set search_path = '' as $$
  select signal_levels.expires_at from public.signal_levels where signal_levels.signal_id = signal.id
$$;
comment on function public.waits_until(public.signals) is 'Until when the signal waits to be entered; null for whoever may not read its levels.';
revoke execute on function public.waits_until(public.signals) from public, anon;
grant execute on function public.waits_until(public.signals) to authenticated, service_role;

alter table public.signal_targets enable row level security;
create policy "premium members read all targets, others those of free and ended signals" on public.signal_targets for select to authenticated
  using ((select public.current_tier()) = 'premium' or exists (
    select from public.signals join public.signal_states as states on states.signal_id = signals.id
    where signals.id = signal_targets.signal_id and (signals.tier = 'freemium' or states.state in ('closed', 'expired', 'cancelled'))
  ));
alter table public.signal_events enable row level security;
create policy "premium members read all events, others those of free and ended signals" on public.signal_events for select to authenticated
  using ((select public.current_tier()) = 'premium' or exists (
    select from public.signals join public.signal_states as states on states.signal_id = signals.id
    where signals.id = signal_events.signal_id and (signals.tier = 'freemium' or states.state in ('closed', 'expired', 'cancelled'))
  ));

revoke all on public.signals, public.signal_states, public.signal_levels, public.signal_targets, public.signal_events from anon, authenticated, service_role;
grant select on public.signals, public.signal_states, public.signal_levels, public.signal_targets, public.signal_events to authenticated, service_role;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function private.refuse_change(), private.guard_signal_state(), private.levels_are_open(uuid) from public, anon, authenticated;

-- The channels: what each class of members may hear. Nobody may speak; the database does.
create policy "members hear of free signals and teasers" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'signals:freemium');
create policy "premium members hear of every signal" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'signals:premium' and (select public.current_tier()) = 'premium');

-- supabase/schemas/signals/signal_trades.sql --------------------------------------------------------------------------
-- What a member did with a signal: followed it, took it with a fill of their own, or let it pass. The rows are the member's
-- alone: nobody else reads them, staff included; what others may learn is in `signal_member_results`. A trade may be put
-- right at any time, and what it said before is kept in its revisions.
create table public.trading_settings (
  user_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  capital_minor bigint not null check (capital_minor between 1 and 100000000000000),
  currency text not null default 'EUR' check (currency in ('EUR', 'USD', 'GBP', 'CHF')),
  risk_percent numeric not null default 1 check (risk_percent between 0.01 and 10),
  updated_at timestamptz not null default now()
);
comment on table public.trading_settings is 'The account that sizes are computed for: capital in hundredths of the currency, and the part of it put at risk, in percent.';

create table public.signal_trades (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  signal_id uuid not null references public.signals (id),
  status text not null check (status in ('followed', 'taken', 'ignored')),
  entry_price numeric check (entry_price > 0),
  entered_at timestamptz,
  exit_price numeric check (exit_price > 0),
  exited_at timestamptz check (exited_at >= entered_at),
  lots numeric check (lots > 0 and lots <= 100000),
  currency text not null default 'EUR' check (currency in ('EUR', 'USD', 'GBP', 'CHF')),
  conversion_rate numeric check (conversion_rate > 0),
  fees_minor bigint not null default 0 check (fees_minor between 0 and 100000000000),
  note text not null default '' check (length(note) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reported_at timestamptz,
  primary key (user_id, signal_id),
  check ((status = 'taken') = (entry_price is not null) and (entry_price is null) = (entered_at is null)),
  check ((exit_price is null) = (exited_at is null) and (exit_price is null or entry_price is not null)),
  check (lots is null or (entry_price is not null and conversion_rate is not null))
);
comment on table public.signal_trades is 'A member''s own dealing with a signal. The exit is the average over all parts; conversion_rate is what one unit of the instrument''s quote currency was worth in `currency`; reported_at is when the result was first complete.';
create index signal_trades_of_signal on public.signal_trades (signal_id, reported_at) where reported_at is not null;
create index signal_trades_by_signal on public.signal_trades (signal_id);

create table public.signal_trade_revisions (
  user_id uuid not null,
  signal_id uuid not null,
  revision int not null,
  trade jsonb not null,
  replaced_at timestamptz not null default now(),
  primary key (user_id, signal_id, revision),
  foreign key (user_id, signal_id) references public.signal_trades (user_id, signal_id) on delete cascade
);
comment on table public.signal_trade_revisions is 'What a trade said before each change. It leaves only with the trade or the account: it is about a person.';

create function private.reads_levels(member uuid, signal_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.levels_are_open(signal_id) or private.is_premium(member)
$$;
comment on function private.reads_levels(uuid, uuid) is 'Whether a member may see the levels of a signal now: the policy of signal_levels for somebody who is not the caller.';

create function private.check_signal_trade() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  published timestamptz;
  stop numeric;
  towards int;
begin
  -- First, and with the same answer whatever the levels are: the checks below would tell where the stop is.
  if tg_op = 'INSERT' and not private.reads_levels(new.user_id, new.signal_id) then
    raise exception 'levels_not_open' using errcode = '42501';
  end if;
  select signals.published_at, levels.stop_loss, case levels.direction when 'buy' then 1 else -1 end
  into published, stop, towards
  from public.signals join public.signal_levels as levels on levels.signal_id = signals.id where signals.id = new.signal_id;
  -- A person says when to the minute.
  if new.entered_at < date_trunc('minute', published) then raise exception 'entered_before_publication' using errcode = '22023'; end if;
  if greatest(new.entered_at, new.exited_at) > now() + interval '1 minute' then
    raise exception 'time_to_come' using errcode = '22023';
  end if;
  -- R of one's own is counted on the way from one's own entry to the signal's stop: there must be one.
  if (new.entry_price - stop) * towards <= 0 then raise exception 'entry_past_stop' using errcode = '22023'; end if;
  new.updated_at := now();
  new.reported_at := case when new.exit_price is null then null when tg_op = 'UPDATE' and old.reported_at is not null then old.reported_at else now() end;
  if tg_op = 'UPDATE' then
    insert into public.signal_trade_revisions (user_id, signal_id, revision, trade)
    select old.user_id, old.signal_id, coalesce(max(revision), 0) + 1, to_jsonb(old) - array['user_id', 'signal_id']
    from public.signal_trade_revisions as revisions
    where revisions.user_id = old.user_id and revisions.signal_id = old.signal_id;
  end if;
  return new;
end
$$;
comment on function private.check_signal_trade() is 'Keeps out what cannot have happened, for signals that the member may read, and keeps what a changed trade said before.';
create trigger check_signal_trade before insert or update on public.signal_trades for each row execute function private.check_signal_trade();

create function private.touch_trading_settings() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch_trading_settings() is 'Notes when the settings were last changed.';
create trigger touch before update on public.trading_settings for each row execute function private.touch_trading_settings();

alter table public.trading_settings enable row level security;
create policy "members read their own trading settings" on public.trading_settings for select to authenticated using ((select auth.uid()) = user_id);
create policy "members make their own trading settings" on public.trading_settings for insert to authenticated with check ((select auth.uid()) = user_id);
create policy "members change their own trading settings" on public.trading_settings for update to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);

alter table public.signal_trades enable row level security;
create policy "members read their own trades" on public.signal_trades for select to authenticated using ((select auth.uid()) = user_id);
create policy "members note trades of signals whose levels they may read" on public.signal_trades for insert to authenticated
  with check ((select auth.uid()) = user_id and exists (
    select from public.signal_levels as levels where levels.signal_id = signal_trades.signal_id
  ));
create policy "members put their own trades right" on public.signal_trades for update to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
create policy "members remove their own trades" on public.signal_trades for delete to authenticated using ((select auth.uid()) = user_id);

alter table public.signal_trade_revisions enable row level security;
create policy "members read what their trades said before" on public.signal_trade_revisions for select to authenticated using ((select auth.uid()) = user_id);

revoke all on public.trading_settings, public.signal_trades, public.signal_trade_revisions from anon, authenticated, service_role;
grant select, insert (capital_minor, currency, risk_percent), update (capital_minor, currency, risk_percent) on public.trading_settings to authenticated;
-- Not `user_id`: the caller is the owner, whatever is sent.
grant select, delete,
  insert (signal_id, status, entry_price, entered_at, exit_price, exited_at, lots, currency, conversion_rate, fees_minor, note),
  update (status, entry_price, entered_at, exit_price, exited_at, lots, currency, conversion_rate, fees_minor, note)
on public.signal_trades to authenticated;
grant select on public.signal_trade_revisions to authenticated;
revoke execute on function private.reads_levels(uuid, uuid), private.check_signal_trade(), private.touch_trading_settings() from public, anon, authenticated;

-- supabase/schemas/signals/signal_alerts.sql --------------------------------------------------------------------------
-- Alerts on signals: a member's rules, and what came of them. The worker looks at stored quotes, minutes and events
-- (`fire-signal-alerts`) and appends what fired, once per rule and occasion; each row becomes a notification in its own
-- transaction (`…_signal_notifications.sql`).
--
-- What a member reads of what they were told has no number from a sequence of everybody: its gaps would count what others were
-- told, premium members of open signals above all (docs/decisions/026).
create function private.ordered_id() returns uuid
language sql volatile parallel safe set search_path = '' as $$
  -- RFC 9562, version 7 by its method 3: milliseconds, then the part of the millisecond in twelve bits, then chance.
  select encode(
    substring(int8send(floor(micros / 1000)::bigint) from 3)
      || int2send((28672 + floor(micros % 1000 * 4.096))::int::smallint) || substring(uuid_send(gen_random_uuid()) from 9),
    'hex')::uuid
  from (select floor(extract(epoch from clock_timestamp()) * 1000000) as micros) as clock
$$;
comment on function private.ordered_id() is 'A UUID of version 7: sorts by the time of its making, to a microsecond, and counts nothing.';

create table public.signal_alerts (
  id uuid primary key default private.ordered_id(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  signal_id uuid not null references public.signals (id),
  kind text not null check (kind in ('entry', 'stop', 'target', 'events')),
  distance numeric check (distance > 0 and distance <= 10000),
  unit text check (unit in ('pips', 'r')),
  after_sequence int not null default 0,
  created_at timestamptz not null default now(),
  unique (user_id, signal_id, kind),
  check ((kind = 'events') = (distance is null) and (distance is null) = (unit is null))
);
comment on table public.signal_alerts is 'What a member wants to be told of: price within a distance of entry, stop or next target, or what happens to the signal.';
create index signal_alerts_of_signal on public.signal_alerts (signal_id);

create table public.signal_alerts_fired (
  id uuid primary key default private.ordered_id(),
  alert_id uuid not null references public.signal_alerts (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  signal_id uuid not null references public.signals (id),
  kind text not null check (kind in ('entry', 'stop', 'target', 'entered', 'target_reached', 'stop_moved', 'stopped', 'closed', 'expired', 'cancelled', 'close_asked', 'cancel_asked')),
  occasion text not null check (length(occasion) between 1 and 64),
  price numeric,
  at timestamptz not null,
  fired_at timestamptz not null default now(),
  unique (alert_id, occasion)
);
comment on table public.signal_alerts_fired is 'What was told, once per rule and occasion (`entry`, `target:2`, `event:5`). Rows are never changed; they leave with their rule or account, being about a person.';
create index signal_alerts_fired_newest on public.signal_alerts_fired (user_id, fired_at desc);
create index signal_alerts_fired_of_signal on public.signal_alerts_fired (signal_id);

create function private.begin_signal_alert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.reads_levels(new.user_id, new.signal_id) then raise exception 'levels_not_open' using errcode = '42501'; end if;
  if (select count(*) from public.signal_alerts where user_id = new.user_id) >= 400 then
    raise exception 'too_many_alerts' using errcode = '54000';
  end if;
  new.after_sequence := (select coalesce(max(sequence), 0) from public.signal_events where signal_events.signal_id = new.signal_id);
  return new;
end
$$;
comment on function private.begin_signal_alert() is 'A rule begins now: what happened before is not told. Only for signals whose levels the member may read.';
create trigger begin_signal_alert before insert on public.signal_alerts for each row execute function private.begin_signal_alert();

create function private.ask_for_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.signal_alerts where signal_alerts.signal_id = new.signal_id) then
    perform private.enqueue('fire-signal-alerts', '{}', 'fire-signal-alerts');
  end if;
  return null;
end
$$;
comment on function private.ask_for_alerts() is 'Something happened to a signal that somebody wants to hear of.';
create trigger ask_for_alerts after insert on public.signal_events for each row execute function private.ask_for_alerts();

create function private.fire_signal_alert(alert_ids uuid[], kind text, occasion text, price numeric, at timestamptz) returns int
language sql security definer set search_path = '' as $$
  with fired as (
    insert into public.signal_alerts_fired (alert_id, user_id, signal_id, kind, occasion, price, at)
    select alert.id, alert.user_id, alert.signal_id, fire_signal_alert.kind, fire_signal_alert.occasion, fire_signal_alert.price, fire_signal_alert.at
    from public.signal_alerts as alert
    -- Who may no longer read the levels is not told how near the price is to them.
    where alert.id = any (alert_ids) and private.reads_levels(alert.user_id, alert.signal_id)
    on conflict do nothing
    returning 1
  )
  select count(*)::int from fired
$$;
comment on function private.fire_signal_alert(uuid[], text, text, numeric, timestamptz) is 'For the worker: notes that rules fired on an occasion, for those whose owner may read the levels and who were not told yet. Returns how many.';

alter table public.signal_alerts enable row level security;
create policy "members read their own alerts" on public.signal_alerts for select to authenticated using ((select auth.uid()) = user_id);
create policy "members set alerts on signals whose levels they may read" on public.signal_alerts for insert to authenticated
  with check ((select auth.uid()) = user_id and exists (
    select from public.signal_levels as levels where levels.signal_id = signal_alerts.signal_id
  ));
create policy "members remove their own alerts" on public.signal_alerts for delete to authenticated using ((select auth.uid()) = user_id);
alter table public.signal_alerts_fired enable row level security;
create policy "members read the alerts they were told" on public.signal_alerts_fired for select to authenticated using ((select auth.uid()) = user_id);

revoke all on public.signal_alerts, public.signal_alerts_fired from anon, authenticated, service_role;
grant select, delete, insert (signal_id, kind, distance, unit) on public.signal_alerts to authenticated;
grant select on public.signal_alerts_fired to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function private.ordered_id() from public, anon;
grant execute on function private.ordered_id() to authenticated, service_role;
revoke execute on function private.begin_signal_alert(), private.ask_for_alerts(), private.fire_signal_alert(uuid[], text, text, numeric, timestamptz)
from public, anon, authenticated;
grant execute on function private.fire_signal_alert(uuid[], text, text, numeric, timestamptz) to service_role;

create policy "members hear what is theirs alone" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'member:' || (select auth.uid())::text);

-- supabase/schemas/signals/signal_checks.sql --------------------------------------------------------------------------
-- What may be published. These checks give the verdict that trading/signal gives in the browser, with the same keys:
-- message = key, hint = field, detail = a sentence for whoever reads logs. The first refusal ends the check.
create function private.refuse(key text, field text default null, explanation text default null) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using message = key, hint = coalesce(field, ''), detail = coalesce(explanation, '');
end
$$;
comment on function private.refuse(text, text, text) is 'Raises P0001 with a stable key that interfaces translate.';

create function private.price_of(value jsonb, field text, digits int) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  written constant text := btrim(value #>> '{}');
begin
  if written is null or written !~ '^[0-9]{1,12}(\.[0-9]{1,12})?$' or written::numeric = 0 then
    perform private.refuse('missing_level', field, 'A price is a positive decimal.');
  end if;
  if scale(trim_scale(written::numeric)) > digits then
    perform private.refuse('too_many_digits', field, format('Prices of this instrument have at most %s digits.', digits));
  end if;
  return written::numeric;
end
$$;
comment on function private.price_of(jsonb, text, int) is 'A price out of JSON: text or number, positive, with no more digits than the instrument has.';

create function private.text_of(signal jsonb, field text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  written constant text := btrim(coalesce(signal ->> field, ''));
begin
  if written = '' then perform private.refuse('missing_text', field, 'A recommendation states this (MAR art. 20).'); end if;
  if length(written) > 4000 then perform private.refuse('text_too_long', field, 'At most 4000 characters.'); end if;
  return written;
end
$$;
comment on function private.text_of(jsonb, text) is 'A text that a recommendation must carry.';

create function private.one_of(signal jsonb, field text, known text[], key text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if not coalesce(signal ->> field = any (known), false) then
    perform private.refuse(key, field, format('One of %s.', array_to_string(known, ', ')));
  end if;
  return signal ->> field;
end
$$;
comment on function private.one_of(jsonb, text, text[], text) is 'A value out of a fixed list.';

create function private.check_levels(direction text, low numeric, high numeric, stop numeric, prices numeric[], shares numeric[]) returns void
language plpgsql immutable set search_path = '' as $$
declare
  towards constant int := case direction when 'buy' then 1 else -1 end;
  near_stop constant numeric := case direction when 'buy' then low else high end;
  order_price constant numeric := case direction when 'buy' then high else low end;
begin
  if low > high then perform private.refuse('missing_level', 'entry_low', 'The zone''s low edge is above its high edge.'); end if;
  if (near_stop - stop) * towards <= 0 then perform private.refuse('stop_on_wrong_side', 'stop_loss', 'The stop lies where the signal should win.'); end if;
  if cardinality(prices) > 5 then perform private.refuse('too_many_targets', 'targets', 'At most five targets.'); end if;
  if (select sum(share) from unnest(shares) as share) is distinct from 100 then
    perform private.refuse('shares_not_complete', 'targets', 'Shares sum to 100 percent.');
  end if;
  for position in 1 .. cardinality(prices) loop
    if (prices[position] - order_price) * towards <= 0 then
      perform private.refuse('target_on_wrong_side', 'targets', format('Target %s lies on the side of the stop.', position));
    end if;
    if position > 1 and (prices[position] - prices[position - 1]) * towards <= 0 then
      perform private.refuse('targets_not_ordered', 'targets', 'Each target lies further than the one before.');
    end if;
  end loop;
  if (prices[1] - order_price) * towards < 0.5 * (order_price - stop) * towards then
    perform private.refuse('first_target_too_close', 'targets', 'The first target pays at least 0.5 R.');
  end if;
end
$$;
comment on function private.check_levels(text, numeric, numeric, numeric, numeric[], numeric[]) is 'Stop and targets on the right sides, in order, the first at 0.5 R or more; shares complete.';

create function private.target_count_of(signal jsonb, field text, targets int, key text) returns int
language plpgsql immutable set search_path = '' as $$
declare
  written constant text := signal ->> field;
begin
  if written is null then return null; end if;
  if written !~ '^[1-9]$' or written::int >= targets then
    perform private.refuse(key, field, 'A number of targets, less than there are.');
  end if;
  return written::int;
end
$$;
comment on function private.target_count_of(jsonb, text, int, text) is 'After how many targets a stop rule begins, or null; never after the last.';

create function private.checked_stop_rules(signal jsonb, digits int) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  targets constant int := jsonb_array_length(signal -> 'targets');
  break_even constant int := private.target_count_of(signal, 'break_even_after', targets, 'invalid_break_even');
  distance constant text := btrim(signal ->> 'trailing_distance');
  after int;
begin
  if distance is not null then
    if distance !~ '^[0-9]{1,12}(\.[0-9]{1,12})?$' or distance::numeric = 0 then
      perform private.refuse('invalid_trailing', 'trailing_distance', 'A trailing distance is a positive decimal.');
    end if;
    if scale(trim_scale(distance::numeric)) > digits then
      perform private.refuse('too_many_digits', 'trailing_distance', format('Prices of this instrument have at most %s digits.', digits));
    end if;
  end if;
  after := private.target_count_of(signal, 'trailing_after', targets, 'invalid_trailing');
  if after is not null and distance is null then
    perform private.refuse('invalid_trailing', 'trailing_after', 'Nothing trails without a distance.');
  end if;
  return private.stop_rules_json(break_even, distance::numeric, after, digits);
end
$$;
comment on function private.checked_stop_rules(jsonb, int) is 'Break-even and trailing of a draft as the commitment holds them, or the first refusal.';

create function private.checked_levels(signal jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  instrument public.instruments;
  side constant text := private.one_of(signal, 'direction', '{buy,sell}', 'invalid_direction');
  low numeric; high numeric; stop numeric; prices numeric[]; shares numeric[];
begin
  select * into instrument from public.instruments where symbol = signal ->> 'symbol';
  if not found then perform private.refuse('unknown_instrument', 'symbol', 'No such instrument.'); end if;
  low := private.price_of(signal -> 'entry_low', 'entry_low', instrument.digits);
  high := private.price_of(signal -> 'entry_high', 'entry_high', instrument.digits);
  stop := private.price_of(signal -> 'stop_loss', 'stop_loss', instrument.digits);
  if jsonb_typeof(signal -> 'targets') is distinct from 'array' or jsonb_array_length(signal -> 'targets') = 0 then
    perform private.refuse('missing_level', 'targets', 'At least one target.');
  end if;
  if jsonb_array_length(signal -> 'targets') > 5 then perform private.refuse('too_many_targets', 'targets', 'At most five targets.'); end if;
  select array_agg(private.price_of(target.value -> 'price', 'targets', instrument.digits) order by position),
         array_agg(case when target.value ->> 'share' ~ '^[0-9]{1,3}(\.[0-9]{1,4})?$' then (target.value ->> 'share')::numeric end order by position)
  into prices, shares
  from jsonb_array_elements(signal -> 'targets') with ordinality as target(value, position);
  if array_position(shares, null) is not null or 0 = any (shares) then perform private.refuse('shares_not_complete', 'targets', 'Each target closes a share in percent.'); end if;
  perform private.check_levels(side, low, high, stop, prices, shares);
  return jsonb_build_object(
    'symbol', instrument.symbol,
    'timeframe', private.one_of(signal, 'timeframe', '{M1,M5,M15,M30,H1,H4,D1}', 'invalid_timeframe'),
    'direction', side,
    'order_type', private.one_of(signal, 'order_type', '{market,limit,stop}', 'invalid_order_type'),
    'entry_low', private.decimal_text(low, instrument.digits), 'entry_high', private.decimal_text(high, instrument.digits),
    'stop_loss', private.decimal_text(stop, instrument.digits),
    'targets', (
      select jsonb_agg(jsonb_build_object('price', private.decimal_text(prices[position], instrument.digits), 'share', trim_scale(shares[position])::text) order by position)
      from generate_subscripts(prices, 1) as position
    )
  ) || private.checked_stop_rules(signal, instrument.digits);
end
$$;
comment on function private.checked_levels(jsonb) is 'The levels of a draft as the commitment holds them (without expires_at), or the first refusal.';

create function private.check_against_price(levels jsonb, quote public.quotes) returns void
language plpgsql immutable set search_path = '' as $$
declare
  towards constant int := case levels ->> 'direction' when 'buy' then 1 else -1 end;
  leaves_at constant numeric := case towards when 1 then quote.bid else quote.ask end;
  -- How far the price still has to rise to the order for a buy, to fall for a sell.
  ahead constant numeric := ((levels ->> case towards when 1 then 'entry_high' else 'entry_low' end)::numeric - case towards when 1 then quote.ask else quote.bid end) * towards;
begin
  if levels ->> 'order_type' <> 'stop' and (leaves_at - (levels ->> 'stop_loss')::numeric) * towards <= 0 then
    perform private.refuse('price_past_stop', 'stop_loss', 'It would be stopped the moment it is filled.');
  end if;
  if levels ->> 'order_type' <> 'limit' and ((levels #>> '{targets,0,price}')::numeric - leaves_at) * towards <= 0 then
    perform private.refuse('price_past_target', 'targets', 'Its first target would be reached the moment it is filled.');
  end if;
  if levels ->> 'order_type' = 'limit' and ahead >= 0 then
    perform private.refuse('limit_already_there', 'order_type', 'The price has come to it: it would be filled at once, as at market.');
  end if;
  if levels ->> 'order_type' = 'stop' and ahead <= 0 then
    perform private.refuse('stop_already_there', 'order_type', 'The price has run to it: it would be filled at once, as at market.');
  end if;
end
$$;
comment on function private.check_against_price(jsonb, public.quotes) is 'Refuses what the current price would fill past its own stop (market and limit orders) or first target (market and stop orders), and limit and stop orders that it would fill at once. A buy is filled at the ask and leaves at the bid.';

create function private.checked_reasons(signal jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(signal ->> 'risk_percent', '') !~ '^[0-9]{1,2}(\.[0-9]{1,2})?$' or (signal ->> 'risk_percent')::numeric not between 0.01 and 10 then
    perform private.refuse('invalid_risk', 'risk_percent', 'Between 0.01 and 10 percent.');
  end if;
  return jsonb_build_object(
    'risk_percent', trim_scale((signal ->> 'risk_percent')::numeric)::text,
    'facts', private.text_of(signal, 'facts'), 'opinion', private.text_of(signal, 'opinion'),
    'counter_thesis', private.text_of(signal, 'counter_thesis'), 'counter_condition', private.text_of(signal, 'counter_condition'),
    'method', private.text_of(signal, 'method'), 'conflicts', private.text_of(signal, 'conflicts'),
    'position_held', private.one_of(signal, 'position_held', '{none,buy,sell}', 'missing_answer'),
    'affiliate_link', private.one_of(signal, 'affiliate_link', '{yes,no}', 'missing_answer')
  );
end
$$;
comment on function private.checked_reasons(jsonb) is 'The texts, the answers about interests and the suggested risk of a draft, or the first refusal.';

create function private.checked_validity(signal jsonb) returns interval
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(signal ->> 'validity_minutes', '') !~ '^[0-9]{1,5}$' or (signal ->> 'validity_minutes')::int not between 5 and 43200 then
    perform private.refuse('invalid_validity', 'validity_minutes', 'Between five minutes and thirty days.');
  end if;
  return make_interval(mins => (signal ->> 'validity_minutes')::int);
end
$$;
comment on function private.checked_validity(jsonb) is 'How long a draft may wait for its entry, 5 to 43 200 minutes, or the refusal.';

revoke execute on function
  private.refuse(text, text, text), private.price_of(jsonb, text, int), private.text_of(jsonb, text), private.one_of(jsonb, text, text[], text),
  private.check_levels(text, numeric, numeric, numeric, numeric[], numeric[]), private.checked_levels(jsonb), private.checked_reasons(jsonb),
  private.checked_validity(jsonb), private.target_count_of(jsonb, text, int, text), private.checked_stop_rules(jsonb, int), private.check_against_price(jsonb, public.quotes)
from public, anon, authenticated;

-- supabase/schemas/signals/signal_drafts.sql --------------------------------------------------------------------------
-- What an analyst prepares: drafts kept as typed on every device, templates for what is the same every day, and a draft's
-- publication at a set time. Nothing here is a signal: only private.publish_for() makes one.
create table public.signal_drafts (
  id uuid primary key default gen_random_uuid(),
  author_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  input jsonb not null check (jsonb_typeof(input) = 'object' and pg_column_size(input) <= 65536),
  publish_at timestamptz,
  -- Why it was not published when its time came: {key, field, at}.
  refusal jsonb,
  updated_at timestamptz not null default now(),
  check (publish_at is null or refusal is null)
);
comment on table public.signal_drafts is 'Drafts of signals as their author typed them; with publish_at, to be published then.';
create index signal_drafts_of_author on public.signal_drafts (author_id, updated_at desc);
create index signal_drafts_due on public.signal_drafts (publish_at) where publish_at is not null;

create table public.signal_templates (
  id uuid primary key default gen_random_uuid(),
  author_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null check (name = btrim(name) and length(name) between 1 and 60),
  input jsonb not null check (jsonb_typeof(input) = 'object' and pg_column_size(input) <= 16384),
  created_at timestamptz not null default now(),
  unique (author_id, name)
);
comment on table public.signal_templates is 'What an analyst''s signals have in common: method, conflicts, validity, shares, style.';

create function private.touch_draft() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := clock_timestamp();
  -- What was refused may be right now: the reason goes with the words it was about.
  if new.input is distinct from old.input then new.refusal := null; end if;
  return new;
end
$$;
comment on function private.touch_draft() is 'Dates a draft''s last change and forgets a refusal of what no longer stands there.';
create trigger touch before update on public.signal_drafts for each row execute function private.touch_draft();

alter table public.signal_drafts enable row level security;
create policy "analysts keep their own drafts" on public.signal_drafts for all to authenticated
  using (author_id = (select auth.uid()) and (select public.writing_staff_role()) is not null)
  with check (author_id = (select auth.uid()) and (select public.writing_staff_role()) is not null);
alter table public.signal_templates enable row level security;
create policy "analysts keep their own templates" on public.signal_templates for all to authenticated
  using (author_id = (select auth.uid()) and (select public.writing_staff_role()) is not null)
  with check (author_id = (select auth.uid()) and (select public.writing_staff_role()) is not null);

revoke all on public.signal_drafts, public.signal_templates from anon, authenticated, service_role;
grant select, delete on public.signal_drafts, public.signal_templates to authenticated;
grant insert (id, input), update (input) on public.signal_drafts to authenticated;
grant insert (name, input), update (name, input) on public.signal_templates to authenticated;

-- Publication at a set time ---------------------------------------------------------------------------------------------
create function public.schedule_draft(draft_id uuid, publish_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  draft public.signal_drafts;
begin
  perform private.require_staff();
  select * into draft from public.signal_drafts where id = draft_id and author_id = auth.uid() for update;
  if not found then perform private.refuse('draft_not_found', null, 'No such draft of yours.'); end if;
  if publish_at is not null then
    if publish_at <= clock_timestamp() or publish_at > clock_timestamp() + interval '30 days' then
      perform private.refuse('invalid_schedule', 'publish_at', 'Within the next thirty days.');
    end if;
    -- What no price can make right is said now, not then.
    perform private.checked_levels(draft.input), private.checked_reasons(draft.input), private.checked_validity(draft.input),
      private.one_of(draft.input, 'style', '{scalp,intraday,swing}', 'invalid_style'),
      private.one_of(draft.input, 'tier', '{freemium,premium}', 'invalid_tier');
  end if;
  update public.signal_drafts set publish_at = schedule_draft.publish_at, refusal = null where id = draft_id;
end
$$;
comment on function public.schedule_draft(uuid, timestamptz) is 'Sets when a draft of one''s own is published, or with null that it is not. What can be checked before is checked at once.';

create function private.publish_draft(draft_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  draft public.signal_drafts;
  author_name text;
  published jsonb;
  key text; field text;
begin
  select * into draft from public.signal_drafts
  where id = draft_id and publish_at <= clock_timestamp() for update skip locked;
  if not found then return null; end if;
  begin
    select coalesce(nullif(btrim(first_name || ' ' || last_name), ''), username) into author_name
    from public.staff join public.profiles on profiles.id = staff.user_id where staff.user_id = draft.author_id;
    if not found then perform private.refuse('not_allowed', null, 'The author no longer publishes.'); end if;
    published := private.publish_for(draft.input, draft.author_id, author_name);
    delete from public.signal_drafts where id = draft_id;
    return jsonb_build_object('published', published);
  exception when raise_exception then
    -- Whatever publishing had begun is undone with this block; the draft alone says why.
    get stacked diagnostics key = message_text, field = pg_exception_hint;
  end;
  update public.signal_drafts
  set publish_at = null, refusal = jsonb_build_object('key', key, 'field', nullif(field, ''), 'at', clock_timestamp())
  where id = draft_id;
  return jsonb_build_object('refused', key);
end
$$;
comment on function private.publish_draft(uuid) is 'For the worker: publishes a draft whose time has come, if its author still may and its levels still hold; {published} or {refused}, null where there is nothing to do.';

create function private.due_drafts() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.signal_drafts where publish_at <= clock_timestamp() order by publish_at, id
$$;
comment on function private.due_drafts() is 'For the worker: the drafts whose time has come.';

revoke execute on function private.touch_draft(), private.publish_draft(uuid), private.due_drafts() from public, anon, authenticated;
grant execute on function private.publish_draft(uuid), private.due_drafts() to service_role;
revoke execute on function public.schedule_draft(uuid, timestamptz) from public, anon, service_role;
grant execute on function public.schedule_draft(uuid, timestamptz) to authenticated;

-- supabase/schemas/signals/signal_events.sql --------------------------------------------------------------------------
-- What happens to a signal. Every event is appended here, moves the state, enters the ledger and is told to whoever may hear it,
-- all in one transaction. While the levels are not public the ledger must not say which signal something happened to, nor when
-- the engine found something: an analyst's event is sealed without its signal's name, the engine's, which anybody computes again
-- from candles and levels, waits for the event that ends the signal and opens it all (docs/decisions/024).
create function private.decimal_text(value numeric, digits int) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select round(value, digits)::text
$$;
comment on function private.decimal_text(numeric, int) is 'A price as text with exactly the instrument''s digits.';

create function private.stop_rules_json(break_even_after int, trailing_distance numeric, trailing_after int, digits int) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'break_even_after', break_even_after, 'trailing_distance', private.decimal_text(trailing_distance, digits), 'trailing_after', trailing_after
  ))
$$;
comment on function private.stop_rules_json(int, numeric, int, int) is 'How the stop follows, as the commitment holds it: a key only for what is set, so that a signal without rules is sealed as ever.';

create function private.signal_levels_json(signal_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'symbol', signals.symbol, 'timeframe', signals.timeframe, 'expires_at', private.timestamp_text(levels.expires_at),
    'direction', levels.direction, 'order_type', levels.order_type,
    'entry_low', private.decimal_text(levels.entry_low, digits),
    'entry_high', private.decimal_text(levels.entry_high, digits),
    'stop_loss', private.decimal_text(levels.stop_loss, digits),
    'targets', (
      select jsonb_agg(jsonb_build_object('price', private.decimal_text(target.price, digits), 'share', trim_scale(target.share)::text) order by target.position)
      from public.signal_targets as target where target.signal_id = signals.id
    )
  ) || private.stop_rules_json(levels.break_even_after, levels.trailing_distance, levels.trailing_after, digits)
  from public.signals join public.instruments using (symbol) join public.signal_levels as levels on levels.signal_id = signals.id
  where signals.id = signal_levels_json.signal_id
$$;
comment on function private.signal_levels_json(uuid) is 'The stored levels, written as the commitment holds them.';

create function private.signal_json(signal_id uuid, whole boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', signals.id, 'number', signals.number, 'symbol', signals.symbol, 'timeframe', signals.timeframe, 'style', signals.style,
    'tier', signals.tier, 'author_id', signals.author_id, 'author_name', signals.author_name, 'published_at', signals.published_at,
    'commitment', signals.commitment, 'demonstration', signals.demonstration,
    'signal_states', case when whole then jsonb_build_object(
      'state', states.state, 'closed_at', states.closed_at, 'realised_r', states.realised_r::text, 'close_reason', states.close_reason
    ) end
  ) || case when whole then jsonb_build_object(
    'expires_at', public.waits_until(signals),
    'signal_levels', (
      select to_jsonb(levels) || jsonb_build_object(
        'entry_low', private.decimal_text(levels.entry_low, digits), 'entry_high', private.decimal_text(levels.entry_high, digits),
        'stop_loss', private.decimal_text(levels.stop_loss, digits), 'risk_percent', trim_scale(levels.risk_percent)::text,
        'reference_price', private.decimal_text(levels.reference_price, digits),
        'trailing_distance', private.decimal_text(levels.trailing_distance, digits)
      ) from public.signal_levels as levels where levels.signal_id = signals.id
    ),
    'signal_targets', (
      select jsonb_agg(jsonb_build_object('position', target.position, 'price', private.decimal_text(target.price, digits), 'share', trim_scale(target.share)::text) order by target.position)
      from public.signal_targets as target where target.signal_id = signals.id
    ),
    'signal_events', (
      select jsonb_agg(jsonb_build_object(
        'sequence', event.sequence, 'kind', event.kind, 'at', event.at, 'price', private.decimal_text(event.price, digits),
        'r', event.r::text, 'data', event.data, 'source', event.source, 'author_name', event.author_name
      ) order by event.sequence)
      from public.signal_events as event where event.signal_id = signals.id
    )
  ) else '{}' end
  from public.signals
  join public.instruments using (symbol)
  join public.signal_states as states on states.signal_id = signals.id
  where signals.id = signal_json.signal_id
$$;
comment on function private.signal_json(uuid, boolean) is 'A signal as it goes out over realtime: whole, or the teaser alone, which does not say where it stands.';

create function private.ending_json(signal_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when closed_at is null then '{}' else jsonb_build_object('result_r', trim_scale(realised_r)::text, 'reason', close_reason) end
  from public.signal_states where signal_states.signal_id = ending_json.signal_id
$$;
comment on function private.ending_json(uuid) is 'Result and reason of a signal that ended; nothing before.';

create function private.event_json(event public.signal_events, digits int) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'kind', event.kind, 'at', private.timestamp_text(event.at), 'price', private.decimal_text(event.price, digits),
    'r', trim_scale(event.r)::text, 'data', event.data
  )
$$;
comment on function private.event_json(public.signal_events, int) is 'An event as its commitment and the ledger hold it.';

create function private.opened_json(signal_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- What was sealed, not what the tables say now: should they ever differ, everybody sees it.
  select jsonb_build_object('levels', levels.value, 'nonce', levels.nonce, 'events', coalesce((
    select jsonb_agg(
      case when sealed.nonce is null then private.event_json(event, instruments.digits)
        else sealed.value || jsonb_build_object('nonce', sealed.nonce, 'sealed', sealed.sealed_as) end
      order by event.sequence)
    from public.signal_events as event
    left join private.signal_nonces as sealed on sealed.signal_id = event.signal_id and sealed.sequence = event.sequence
    where event.signal_id = signals.id and event.kind not in ('published', 'stopped', 'closed', 'expired', 'cancelled', 'graded')
  ), '[]'))
  from public.signals
  join public.instruments using (symbol)
  join private.signal_nonces as levels on levels.signal_id = signals.id and levels.sequence = 0
  where signals.id = opened_json.signal_id
$$;
comment on function private.opened_json(uuid) is 'What the end of a premium signal opens: the levels, and what happened before, the engine''s events as they are, an analyst''s with the nonce and the place in the ledger of their seal.';

create function private.record_signal_event(
  signal_id uuid, kind text, at timestamptz, price numeric, r numeric, data jsonb, source text, author_name text, recorded_at timestamptz
) returns int
language plpgsql security definer set search_path = '' as $$
declare
  signal public.signals;
  state public.signal_states;
  event public.signal_events;
  ends constant boolean := kind in ('stopped', 'closed', 'expired', 'cancelled');
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  value jsonb;
  ending jsonb := '{}';
  sealed_as bigint;
begin
  select * into state from public.signal_states where signal_states.signal_id = record_signal_event.signal_id for update;
  if not found then raise exception 'signal_not_found'; end if;
  if kind = 'graded' then
    if state.state in ('pending', 'active') then raise exception 'signal_not_ended'; end if;
  elsif state.state not in ('pending', 'active') then
    raise exception 'signal_already_closed';
  end if;
  if kind in ('entered', 'expired', 'cancelled', 'cancel_asked') and state.state <> 'pending' then raise exception 'signal_not_pending'; end if;
  if kind in ('target_reached', 'stop_moved', 'stopped', 'closed', 'close_asked') and state.state <> 'active' then raise exception 'signal_not_active'; end if;
  select * into signal from public.signals where id = record_signal_event.signal_id;
  if at < signal.published_at then raise exception 'event_before_publication'; end if;

  insert into public.signal_events (signal_id, sequence, kind, at, price, r, data, source, author_name)
  values (
    signal.id, (select count(*) + 1 from public.signal_events as earlier where earlier.signal_id = signal.id),
    kind, at, price, r, coalesce(data, '{}'), source, author_name
  ) returning * into event;

  -- A grade comes after the end: it is told and sealed, and the state stays as it ended.
  update public.signal_states set
    state = case kind when 'entered' then 'active' when 'stopped' then 'closed' when 'closed' then 'closed' when 'expired' then 'expired' when 'cancelled' then 'cancelled' else signal_states.state end,
    closed_at = case when ends then at end,
    realised_r = case when kind in ('stopped', 'closed') then (
      select coalesce(sum(earlier.r), 0) from public.signal_events as earlier where earlier.signal_id = signal.id
    ) end,
    close_reason = case when ends then coalesce(event.data ->> 'reason', case kind when 'stopped' then 'stop' else kind end) end,
    updated_at = recorded_at
  where signal_states.signal_id = signal.id and event.kind <> 'graded';

  if kind <> 'published' then
    select private.event_json(event, digits) into value from public.instruments where symbol = signal.symbol;
    if ends then
      -- The candle that decided is the last of them; a withdrawal rests on those that were over by then.
      ending := private.ending_json(signal.id) || jsonb_build_object('minutes', private.keep_signal_minutes(signal, coalesce(
        (event.data #>> '{candle,opened_at}')::timestamptz + coalesce((event.data #>> '{candle,minutes}')::int, 1) * interval '1 minute', at
      )));
    end if;
    if event.kind = 'graded' then
      perform private.append_to_ledger(kind, signal.id, value - 'kind', recorded_at);
    elsif signal.tier = 'freemium' then
      perform private.append_to_ledger(kind, signal.id, value - 'kind' || ending, recorded_at);
    elsif ends then
      perform private.append_to_ledger(kind, signal.id, value - 'kind' || ending || private.opened_json(signal.id), recorded_at);
    elsif source = 'analyst' then
      value := value || jsonb_build_object('signal', signal.id);
      sealed_as := (private.append_to_ledger('sealed', null, jsonb_build_object('commitment', private.commitment(nonce, value)), recorded_at)).sequence;
      insert into private.signal_nonces values (signal.id, event.sequence, nonce, value, sealed_as);
    end if;
  end if;
  return event.sequence;
end
$$;
comment on function private.record_signal_event(uuid, text, timestamptz, numeric, numeric, jsonb, text, text, timestamptz) is 'The one way an event comes to be: row, state and ledger together. Nobody is told; the time of recording is the caller''s, so no API role may call it.';

create function private.happen(signal_id uuid, kind text, at timestamptz, price numeric, r numeric, data jsonb, source text, author_name text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  sequence constant int := private.record_signal_event(signal_id, kind, at, price, r, data, source, author_name, clock_timestamp());
begin
  perform private.broadcast_signal(signal_id, kind, sequence, at);
  return sequence;
end
$$;
comment on function private.happen(uuid, text, timestamptz, numeric, numeric, jsonb, text, text) is 'Records an event now and tells whoever may hear of it.';

create function private.append_signal_event(signal_id uuid, kind text, at timestamptz, price numeric, r numeric, data jsonb) returns int
language sql security definer set search_path = '' as $$
  select private.happen(signal_id, kind, at, price, r, data, 'engine', null)
$$;
comment on function private.append_signal_event(uuid, text, timestamptz, numeric, numeric, jsonb) is 'For the outcome engine: what the stored candles say about a signal. Returns the event''s place in the signal''s life.';

revoke execute on function
  private.decimal_text(numeric, int), private.stop_rules_json(int, numeric, int, int), private.signal_levels_json(uuid), private.signal_json(uuid, boolean),
  private.event_json(public.signal_events, int),
  private.ending_json(uuid), private.opened_json(uuid),
  private.record_signal_event(uuid, text, timestamptz, numeric, numeric, jsonb, text, text, timestamptz),
  private.happen(uuid, text, timestamptz, numeric, numeric, jsonb, text, text),
  private.append_signal_event(uuid, text, timestamptz, numeric, numeric, jsonb)
from public, anon, authenticated;
grant execute on function private.append_signal_event(uuid, text, timestamptz, numeric, numeric, jsonb) to service_role;

-- supabase/schemas/signals/signal_feed.sql ----------------------------------------------------------------------------
-- The feed of signals: everything that was told about them, numbered in the order of the commits. A member whose connection
-- was cut asks for what came after the last number they saw, however long ago that was, and misses nothing.
create table private.signal_feed (
  -- Without a hole and in the order of the commits: a number that can be seen has none before it that may still appear.
  number bigint primary key,
  -- Its number among what everybody may hear, null for what only premium members hear: one numbering for both would count for
  -- the others what they may not know of.
  open_number bigint unique,
  signal_id uuid not null references public.signals (id),
  sequence int not null check (sequence > 0),
  kind text not null,
  at timestamptz not null,
  unique (signal_id, sequence)
);
comment on table private.signal_feed is 'What was told on the channels of signals, in order, numbered for each of them. What each entry tells whom, public.signals_since() says.';
call private.make_append_only('private.signal_feed');
alter table private.signal_feed enable row level security;
revoke all on private.signal_feed from anon, authenticated, service_role;

create function private.signal_message(entry private.signal_feed, everything boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', number, 'previous', nullif(number - 1, 0), 'kind', entry.kind, 'signal_id', entry.signal_id, 'signal', private.signal_json(entry.signal_id, whole)
  ) || case when whole then jsonb_build_object('sequence', entry.sequence, 'at', entry.at) else '{}' end
  from (select case when everything then entry.number else entry.open_number end as number, everything or private.levels_are_open(entry.signal_id) as whole) as told
$$;
comment on function private.signal_message(private.signal_feed, boolean) is 'An entry as it is told: whole, or what everybody may know, with the signal as it stands now. `previous` is the number before it on the same channel.';

create function private.broadcast_signal(signal_id uuid, kind text, sequence int, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry private.signal_feed;
  -- Between its publication and its end nothing of a premium signal is told to others, not even that there was something.
  for_everybody constant boolean := kind = 'published' or private.levels_are_open(signal_id);
begin
  -- The ledger's lock: numbers follow the order of the commits, and whoever appends to both takes one lock, not two.
  perform pg_advisory_xact_lock(hashtextextended('public.ledger', 0));
  insert into private.signal_feed (number, open_number, signal_id, sequence, kind, at)
  select coalesce(max(number), 0) + 1, case when for_everybody then coalesce(max(open_number), 0) + 1 end,
    broadcast_signal.signal_id, broadcast_signal.sequence, broadcast_signal.kind, broadcast_signal.at
  from private.signal_feed
  returning * into entry;
  perform realtime.send(private.signal_message(entry, true), 'signal', 'signals:premium', true);
  if for_everybody then perform realtime.send(private.signal_message(entry, false), 'signal', 'signals:freemium', true); end if;
end
$$;
comment on function private.broadcast_signal(uuid, text, int, timestamptz) is 'Enters the event into the feed and tells each class of members what it may know, on its own channel.';

create function public.signals_since(after bigint default null, most int default 200, channel text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  everything constant boolean := coalesce(channel, public.current_tier()) = 'premium';
  most constant int := least(greatest(signals_since.most, 1), 500);
  entries private.signal_feed[];
  head bigint;
begin
  if everything then
    -- Numbers of one channel mean nothing on the other: who lost the right to theirs is told so, and begins anew.
    if public.current_tier() <> 'premium' then raise exception 'not_allowed' using errcode = '42501'; end if;
    entries := array(select feed from private.signal_feed as feed where number > after order by number limit most);
    head := (select max(number) from private.signal_feed);
  else
    entries := array(select feed from private.signal_feed as feed where open_number > after order by open_number limit most);
    head := (select max(open_number) from private.signal_feed);
  end if;
  return jsonb_build_object('head', coalesce(head, 0), 'messages', coalesce((
    select jsonb_agg(private.signal_message(entry, everything) order by (entry).number) from unnest(entries) as entry
  ), '[]'));
end
$$;
comment on function public.signals_since(bigint, int, text) is 'What a channel of signals told after a number, in order, at most 500 entries at once: {head, messages}. Without a number the head alone. The channel, premium or freemium, is that of the caller''s tier unless it is named; premium is refused to who is not.';

revoke execute on function private.signal_message(private.signal_feed, boolean), private.broadcast_signal(uuid, text, int, timestamptz)
from public, anon, authenticated;
revoke execute on function public.signals_since(bigint, int, text) from public, anon, service_role;
grant execute on function public.signals_since(bigint, int, text) to authenticated;

-- supabase/schemas/signals/signal_member_results.sql ------------------------------------------------------------------
-- What members made of a signal beside the model's result: medians over ten of them or more, and then over every five more.
-- Each figure is computed once, over whole groups, and stays: two readings differ by five members or by nobody, and a trade
-- that is changed, added or removed later moves nothing that was shown (docs/decisions/012-members-median.md).
create table public.signal_member_results (
  signal_id uuid not null references public.signals (id),
  members int not null check (members >= 10 and members % 5 = 0),
  median_r numeric not null,
  median_slippage_pips numeric not null,
  median_delay_minutes int not null,
  computed_at timestamptz not null default now(),
  primary key (signal_id, members)
);
comment on table public.signal_member_results is 'Medians of the members who reported a signal: R of their own entries to a tenth, slippage against the model''s fill to half a pip (above zero is worse), delay to the minute.';
call private.make_append_only('public.signal_member_results');

create function private.note_member_result(signal_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time: otherwise two reports that meet would each see the group short of the other.
  perform pg_advisory_xact_lock(hashtextextended('signal_member_results ' || note_member_result.signal_id, 0));
  insert into public.signal_member_results (signal_id, members, median_r, median_slippage_pips, median_delay_minutes)
  with model as (
    select signals.id, signals.published_at, levels.stop_loss, instruments.pip_size, filled.price, filled.at,
           case levels.direction when 'buy' then 1 else -1 end as towards
    from public.signals
    join public.instruments using (symbol)
    join public.signal_states as states on states.signal_id = signals.id
    join public.signal_levels as levels on levels.signal_id = signals.id
    join public.signal_events as filled on filled.signal_id = signals.id and filled.kind = 'entered'
    where signals.id = note_member_result.signal_id and states.state = 'closed'
  ), reports as (
    select trades.*, row_number() over (order by trades.reported_at, trades.user_id) as place, count(*) over () as reported
    from public.signal_trades as trades
    join public.profiles on profiles.id = trades.user_id
    join model on model.id = trades.signal_id
    -- An account made after the publication does not count: nobody makes nine to be alone with a tenth.
    where trades.reported_at is not null and profiles.created_at <= model.published_at
  ), counted as (
    select reports.*, (reported - reported % 5)::int as members from reports where reported >= 10 and place <= reported - reported % 5
  )
  select model.id, counted.members,
    round((percentile_cont(0.5) within group (order by (
      (exit_price - entry_price) * towards / ((entry_price - stop_loss) * towards))::float8))::numeric, 1),
    round((percentile_cont(0.5) within group (order by ((entry_price - price) * towards / pip_size)::float8))::numeric * 2) / 2,
    round((percentile_cont(0.5) within group (order by extract(epoch from entered_at - at)::float8))::numeric / 60)::int
  from counted cross join model group by model.id, counted.members
  on conflict do nothing;
end
$$;
comment on function private.note_member_result(uuid) is 'Stores the medians of a closed signal when its reports reach ten, and each five more; otherwise does nothing.';

create function private.note_reported_result() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_member_result(new.signal_id);
  return null;
end
$$;
comment on function private.note_reported_result() is 'A report came in, or the signal it was about has closed.';
create trigger note_member_result after insert or update on public.signal_trades for each row
  when (new.reported_at is not null) execute function private.note_reported_result();
create trigger note_member_result after update on public.signal_states for each row
  when (new.state = 'closed' and old.state = 'active') execute function private.note_reported_result();

alter table public.signal_member_results enable row level security;
create policy "members see what members made of a closed signal" on public.signal_member_results for select to authenticated using (true);
revoke all on public.signal_member_results from anon, authenticated, service_role;
grant select on public.signal_member_results to authenticated, service_role;

create function public.signal_member_result(signal_id uuid)
returns table (members int, median_r text, median_slippage_pips text, median_delay_minutes int, model_r text)
language sql stable security invoker set search_path = '' as $$
  select results.members, trim_scale(results.median_r)::text, trim_scale(results.median_slippage_pips)::text,
    results.median_delay_minutes, trim_scale(states.realised_r)::text
  from public.signal_member_results as results join public.signal_states as states using (signal_id)
  where results.signal_id = signal_member_result.signal_id
  order by results.members desc limit 1
$$;
comment on function public.signal_member_result(uuid) is 'The medians of the members who reported a closed signal, beside the model''s R. No row before ten of them did.';
revoke execute on function public.signal_member_result(uuid) from public, anon;
grant execute on function public.signal_member_result(uuid) to authenticated, service_role;
revoke execute on function private.note_member_result(uuid), private.note_reported_result() from public, anon, authenticated;

-- supabase/schemas/signals/signal_minutes.sql -------------------------------------------------------------------------
-- Every minute that a signal was decided on, from its publication to its end, kept as it ends and bound into the chain by the
-- ending entry: a touch that was passed over, or a minute that is another today, is found by whoever decides the signal again.
-- A part is a day in UTC, its lines account for each of its minutes: `14:03 open high low close spread`; of a stretch without
-- prices `14:05-14:09 no_trade`, `no_data` (docs/decisions/027), `closed` or `missing`, which no record should hold; and within
-- `no_data` the longer bars that stood in, `14:10/5 open high low close spread`.
create table public.signal_minutes (
  signal_id uuid not null references public.signals (id),
  day date not null,
  lines int not null check (lines > 0),
  minutes text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (signal_id, day)
);
comment on table public.signal_minutes is 'What ended signals were decided on, a row for each day, minutes joined by line feeds; sha256 is of day, line feed, minutes and stands in the ledger. No row is of a signal that is open.';
call private.make_append_only('public.signal_minutes');
alter table public.signal_minutes enable row level security;
create policy "everybody reads what ended signals were decided on" on public.signal_minutes for select to anon, authenticated using (true);
revoke all on public.signal_minutes from anon, authenticated, service_role;
grant select on public.signal_minutes to anon, authenticated, service_role;

create function private.minutes_decided_on(symbol text, from_at timestamptz, until_at timestamptz)
returns table (day date, lines int, minutes text)
language sql stable set search_path = '' set timezone = 'UTC' as $$
  with asked as (
    select sessions.* from public.instruments join public.market_sessions as sessions using (session)
    where instruments.symbol = minutes_decided_on.symbol
  ), marked as materialized (
    select minute, candles.open, candles.high, candles.low, candles.close, candles.spread, case
      when gaps.reason is not null then gaps.reason
      when not exists (
        select from public.market_hours as hours
        where hours.session = asked.session and week.minute_of >= hours.opens and week.minute_of < hours.closes
      ) or exists (
        select from public.market_closures as closures
        where closures.session = asked.session and minute >= closures.starts_at and minute < closures.ends_at
      ) then 'closed'
      when candles.symbol is null then 'missing'
    end as mark
    from asked cross join generate_series(
      date_trunc('minute', from_at) + case when from_at > date_trunc('minute', from_at) then interval '1 minute' else interval '0' end,
      until_at - interval '1 microsecond', interval '1 minute'
    ) as minute
    cross join lateral (
      select (extract(isodow from local)::int - 1) * 1440 + extract(hour from local)::int * 60 + extract(minute from local)::int as minute_of
      from (select minute at time zone asked.time_zone as local) as clock
    ) as week
    left join public.candles on candles.symbol = minutes_decided_on.symbol and candles.timeframe = 'M1' and candles.opened_at = minute
    left join public.market_gaps as gaps on gaps.symbol = minutes_decided_on.symbol and minute >= gaps.gap_from and minute < gaps.gap_until
  ), stretches as (
    select min(minute) as since, max(minute) as last, mark
    from (
      select minute, mark, minute - row_number() over (partition by minute::date, mark order by minute) * interval '1 minute' as island
      from marked where mark is not null
    ) as placed
    group by minute::date, mark, island
  ), written as (
    select minute as at, 1 as place, to_char(minute, 'HH24:MI ') || concat_ws(' ', open, high, low, close, spread) as line
    from marked where mark is null
    union all
    -- A stretch that reaches midnight ends at 24:00, of the day that it is in.
    select since, 0, to_char(since, 'HH24:MI-') || case when last::time = '23:59' then '24:00' else to_char(last + interval '1 minute', 'HH24:MI') end || ' ' || mark
    from stretches
    union all
    select opened_at, 1, to_char(opened_at, 'HH24:MI/') || concat_ws(' ', bar ->> 'minutes', bar ->> 'open', bar ->> 'high', bar ->> 'low', bar ->> 'close', bar ->> 'spread')
    from public.market_gaps as gaps, jsonb_array_elements(gaps.bars) as bar, lateral (select (bar ->> 'opened_at')::timestamptz as opened_at) as begun
    where gaps.symbol = minutes_decided_on.symbol and gaps.gap_until > from_at and gaps.gap_from < until_at and opened_at >= from_at and opened_at < until_at
  )
  select at::date, count(*)::int, string_agg(line, E'\n' order by at, place) from written group by at::date
$$;
comment on function private.minutes_decided_on(text, timestamptz, timestamptz) is 'What the outcome engine is given of an instrument''s minutes in [from, until), by day: the rules 12 to 14 of trading/src/outcome.ts, as knownMarket() reads them.';

create function private.keep_signal_minutes(signal public.signals, until_at timestamptz) returns jsonb
language sql set search_path = '' as $$
  with kept as (
    insert into public.signal_minutes (signal_id, day, lines, minutes, sha256)
    select (signal).id, day, lines, minutes, private.sha256_hex(day::text || E'\n' || minutes)
    -- The engine counts in milliseconds: what is published within the half of one after a minute begins has that minute.
    from private.minutes_decided_on((signal).symbol, date_trunc('milliseconds', (signal).published_at + interval '500 microseconds'), until_at)
    returning day, lines, sha256
  )
  select coalesce(jsonb_agg(jsonb_build_object('day', day::text, 'lines', lines, 'sha256', sha256) order by day), '[]') from kept
$$;
comment on function private.keep_signal_minutes(public.signals, timestamptz) is 'Keeps the minutes of a signal that ends, up to a moment. Returns what the ending entry says of them: [{day, lines, sha256}].';

revoke execute on function private.minutes_decided_on(text, timestamptz, timestamptz), private.keep_signal_minutes(public.signals, timestamptz)
from public, anon, authenticated;

-- supabase/schemas/signals/signal_publication.sql ---------------------------------------------------------------------
-- Publishing, and what analysts say about a signal afterwards. What publish_signal() lets through is sealed and in the ledger
-- before anybody hears of it; nothing that it wrote is ever changed.
create function private.record_signal(
  signal jsonb, author uuid, author_name text, published timestamptz, recorded_at timestamptz, reference numeric, reference_source text, is_demonstration boolean,
  reference_at timestamptz default null
) returns public.signals
language plpgsql security definer set search_path = '' as $$
declare
  expires constant timestamptz := published + private.checked_validity(signal);
  levels constant jsonb := private.checked_levels(signal) || jsonb_build_object('expires_at', private.timestamp_text(expires));
  reasons constant jsonb := private.checked_reasons(signal) || jsonb_build_object(
    'reference_price', reference::text, 'reference_source', reference_source, 'reference_at', private.timestamp_text(reference_at)
  );
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  entry jsonb;
  fresh public.signals;
begin
  -- Two analysts, or one twice, at the same moment: the second waits here and then finds the first.
  perform pg_advisory_xact_lock(hashtextextended(format('publish %s %s', levels ->> 'symbol', levels ->> 'direction'), 0));
  if exists (
    select from public.signals join public.signal_levels as other on other.signal_id = signals.id
    where signals.symbol = levels ->> 'symbol' and other.direction = levels ->> 'direction'
      and other.entry_low = (levels ->> 'entry_low')::numeric and other.entry_high = (levels ->> 'entry_high')::numeric
      and signals.published_at > published - interval '1 minute' and signals.published_at < published + interval '1 minute'
  ) then
    perform private.refuse('duplicate_signal', 'entry_low', 'The same signal was published less than a minute ago.');
  end if;

  insert into public.signals (symbol, timeframe, style, tier, author_id, author_name, published_at, commitment, demonstration)
  values (
    levels ->> 'symbol', levels ->> 'timeframe', private.one_of(signal, 'style', '{scalp,intraday,swing}', 'invalid_style'),
    private.one_of(signal, 'tier', '{freemium,premium}', 'invalid_tier'), author, record_signal.author_name, published,
    private.commitment(nonce, levels), is_demonstration
  ) returning * into fresh;
  insert into public.signal_states (signal_id, updated_at) values (fresh.id, recorded_at);
  insert into public.signal_levels values (
    fresh.id, levels ->> 'direction', levels ->> 'order_type', (levels ->> 'entry_low')::numeric, (levels ->> 'entry_high')::numeric,
    (levels ->> 'stop_loss')::numeric, (reasons ->> 'risk_percent')::numeric, reasons ->> 'facts', reasons ->> 'opinion',
    reasons ->> 'counter_thesis', reasons ->> 'counter_condition', reasons ->> 'method', reasons ->> 'conflicts',
    reference, record_signal.reference_source, record_signal.reference_at,
    (levels ->> 'break_even_after')::int, (levels ->> 'trailing_distance')::numeric, (levels ->> 'trailing_after')::int,
    reasons ->> 'position_held', reasons ->> 'affiliate_link', expires
  );
  insert into public.signal_targets
  select fresh.id, position, (target.value ->> 'price')::numeric, (target.value ->> 'share')::numeric
  from jsonb_array_elements(levels -> 'targets') with ordinality as target(value, position);
  insert into private.signal_nonces values (fresh.id, 0, nonce, levels, null);
  perform private.record_signal_event(fresh.id, 'published', published, reference, null, '{}', 'analyst', author_name, recorded_at);

  entry := jsonb_build_object(
    'commitment', fresh.commitment, 'reasons_commitment', private.commitment(nonce, reasons), 'number', fresh.number,
    'tier', fresh.tier, 'style', fresh.style, 'author', fresh.author_name, 'author_id', fresh.author_id,
    'published_at', private.timestamp_text(published), 'demonstration', is_demonstration
  );
  if fresh.tier = 'freemium' then entry := entry || jsonb_build_object('levels', levels, 'nonce', nonce); end if;
  perform private.append_to_ledger('published', fresh.id, entry, recorded_at);
  return fresh;
end
$$;
comment on function private.record_signal(jsonb, uuid, text, timestamptz, timestamptz, numeric, text, boolean, timestamptz) is 'Checks, seals and stores a signal. Its times are the caller''s, so no API role may call it: members publish through publish_signal(), and demonstration data is marked as such.';

create function private.require_staff() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  name text;
begin
  if public.writing_staff_role() is null then
    raise exception 'not_allowed' using errcode = '42501', detail = 'Analysts and admins publish.';
  end if;
  select coalesce(nullif(btrim(first_name || ' ' || last_name), ''), username) into name from public.profiles where id = auth.uid();
  return name;
end
$$;
comment on function private.require_staff() is 'The display name of the analyst or admin who calls; refuses everybody else.';

create function private.require_author(signal_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
begin
  perform private.require_staff();
  select author_id into author from public.signals where id = require_author.signal_id;
  if not found then perform private.refuse('signal_not_found'); end if;
  if author is distinct from auth.uid() and public.writing_staff_role() is distinct from 'admin' then
    raise exception 'not_your_signal' using errcode = '42501', detail = 'Its author or an admin decides about a signal.';
  end if;
  -- Whoever settles it at this moment comes first, so that what is said now is dated now.
  perform from public.signal_states where signal_states.signal_id = require_author.signal_id for update;
end
$$;
comment on function private.require_author(uuid) is 'Refuses everybody but the author of a signal and admins, and holds its state until the transaction ends.';

create function private.current_quote(symbol text) returns public.quotes
language sql stable set search_path = '' as $$
  -- No row gives a row of nulls: whoever asks looks at its bid.
  select * from public.quotes where quotes.symbol = current_quote.symbol and quoted_at > clock_timestamp() - interval '2 minutes'
$$;
comment on function private.current_quote(text) is 'The quote of an instrument if it is at most two minutes old; nulls otherwise.';

create function private.publish_for(signal jsonb, author uuid, author_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  quote public.quotes;
  fresh public.signals;
begin
  quote := private.current_quote(signal ->> 'symbol');
  if quote.bid is not null then
    perform private.check_against_price(private.checked_levels(signal), quote);
  elsif public.market_is_open(signal ->> 'symbol', clock_timestamp()) then
    -- What is wrong whatever the price is said first. A market that is closed has no price to hold the levels against.
    perform private.checked_levels(signal);
    perform private.refuse('no_price', null, 'There is no current price to hold it against.');
  end if;
  select * into quote from public.quotes where symbol = signal ->> 'symbol';
  fresh := private.record_signal(
    signal, author, author_name, clock_timestamp(), clock_timestamp(), round((quote.bid + quote.ask) / 2, scale(quote.bid)), quote.source, false, quote.quoted_at
  );
  perform private.broadcast_signal(fresh.id, 'published', 1, fresh.published_at);
  return jsonb_build_object(
    'id', fresh.id, 'number', fresh.number, 'commitment', fresh.commitment,
    'hash', (select hash from public.ledger where signal_id = fresh.id order by sequence desc limit 1)
  );
end
$$;
comment on function private.publish_for(jsonb, uuid, text) is 'Publishes now for an analyst and tells whoever may hear of it. Rights are the caller''s to check.';

create function public.publish_signal(signal jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  author_name constant text := private.require_staff();
begin
  -- The draft it was typed in goes with it, or stays with a refusal.
  delete from public.signal_drafts where id::text = signal ->> 'draft_id' and author_id = auth.uid();
  return private.publish_for(signal, auth.uid(), author_name);
end
$$;
comment on function public.publish_signal(jsonb) is 'Publishes a signal for the calling analyst: {id, number, commitment, hash}. Refusals carry a key and, as hint, a field. A draft_id names the draft of theirs that it was.';

create function private.say(signal_id uuid, kind text, words text, more jsonb, price numeric default null, r numeric default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author_name constant text := private.require_staff();
begin
  if not exists (select from public.signals where id = say.signal_id) then perform private.refuse('signal_not_found'); end if;
  if btrim(coalesce(words, '')) = '' then perform private.refuse('missing_reason', 'reason', 'Say why, for the record.'); end if;
  if length(words) > 1000 then perform private.refuse('text_too_long', 'reason', 'At most 1000 characters.'); end if;
  perform private.happen(
    signal_id, kind, clock_timestamp(), price, r, more || jsonb_build_object('text', btrim(words), 'author', author_name), 'analyst', author_name
  );
end
$$;
comment on function private.say(uuid, text, text, jsonb, numeric, numeric) is 'An event by the calling analyst, with words that stay in the record.';

create function private.ask(signal_id uuid, request text, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  due constant timestamptz := date_trunc('minute', clock_timestamp()) + interval '1 minute';
begin
  if exists (select from public.signal_events as event where event.signal_id = ask.signal_id and kind = request) then
    perform private.refuse('already_asked', null, 'It was asked before, and is done by the rules.');
  end if;
  perform private.say(signal_id, request, reason, '{}');
  -- Where no minute comes to be decided, nothing else would wake the engine when it is due.
  perform private.enqueue('settle-signals', '{}', 'settle-signals ' || extract(epoch from due), due + interval '1 second');
end
$$;
comment on function private.ask(uuid, text, text) is 'Records what an analyst asks of a signal. trading/outcome.ts, rule 11, says when it is done, and whether.';

create function public.cancel_signal(signal_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_author(signal_id);
  if exists (
    select from public.signals
    join public.signal_levels as levels on levels.signal_id = signals.id
    join public.signal_states as states on states.signal_id = signals.id
    where signals.id = cancel_signal.signal_id and states.state = 'pending' and order_type = 'market'
  ) then
    perform private.refuse('market_order', null, 'A market order is filled at the first price: there is nothing to withdraw.');
  end if;
  if exists (
    select from public.signal_levels as levels join public.signal_states as states using (signal_id)
    where levels.signal_id = cancel_signal.signal_id and states.state = 'pending' and expires_at <= clock_timestamp()
  ) then
    perform private.refuse('signal_expired', null, 'Its validity is over: it expires with the next minute.');
  end if;
  perform private.ask(signal_id, 'cancel_asked', reason);
end
$$;
comment on function public.cancel_signal(uuid, text) is 'Asks for the withdrawal of one''s own signal that was not entered, with a reason: done at the end of this minute, unless that enters it first.';

create function public.add_signal_note(signal_id uuid, note text) returns void
language sql security definer set search_path = '' as $$
  select private.say(signal_id, 'note', note, '{}')
$$;
comment on function public.add_signal_note(uuid, text) is 'Adds an analyst''s note to a signal that is still open.';

create function private.current_stop(signal_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select case levels.direction
    when 'buy' then greatest(levels.stop_loss, max(event.price)) else least(levels.stop_loss, min(event.price)) end
  from public.signal_levels as levels
  left join public.signal_events as event on event.signal_id = levels.signal_id and event.kind = 'stop_moved'
  where levels.signal_id = current_stop.signal_id
  group by levels.signal_id
$$;
comment on function private.current_stop(uuid) is 'The stop as it stands: the nearest of all that were told.';

create function public.move_stop(signal_id uuid, price numeric, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  state text; towards int; leaves_at numeric; digits int;
begin
  perform private.require_author(signal_id);
  select signal_states.state into state from public.signal_states where signal_states.signal_id = move_stop.signal_id;
  if state = 'active' then
    select case levels.direction when 'buy' then 1 else -1 end, instruments.digits,
      case levels.direction when 'buy' then (private.current_quote(symbol)).bid else (private.current_quote(symbol)).ask end
    into towards, digits, leaves_at
    from public.signals join public.instruments using (symbol) join public.signal_levels as levels on levels.signal_id = signals.id
    where signals.id = move_stop.signal_id;
    if price is null or price <= 0 then perform private.refuse('missing_level', 'price', 'A price is a positive decimal.'); end if;
    if scale(trim_scale(price)) > digits then
      perform private.refuse('too_many_digits', 'price', format('Prices of this instrument have at most %s digits.', digits));
    end if;
    if (price - private.current_stop(signal_id)) * towards <= 0 then
      perform private.refuse('stop_not_protective', 'price', 'A stop only moves in the signal''s favour.');
    end if;
    if leaves_at is null then perform private.refuse('no_price', 'price', 'There is no current price to hold it against.'); end if;
    if (leaves_at - price) * towards <= 0 then
      perform private.refuse('price_past_stop', 'price', 'The current price is already there: close the signal instead.');
    end if;
  end if;
  perform private.say(signal_id, 'stop_moved', reason, '{"reason": "analyst"}', round(price, digits));
end
$$;
comment on function public.move_stop(uuid, numeric, text) is 'Brings the stop of an entered signal nearer, short of the current price, with a reason. It counts from the next minute on.';

create function public.grade_thesis(signal_id uuid, thesis_held boolean, counter_held boolean, words text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_staff();
  if thesis_held is null or counter_held is null then perform private.refuse('missing_grade', 'thesis_held', 'Both are graded.'); end if;
  perform from public.signal_states where signal_states.signal_id = grade_thesis.signal_id for update;
  if exists (
    select from public.signal_events as event
    where event.signal_id = grade_thesis.signal_id and kind = 'graded' and data ->> 'grader_id' = auth.uid()::text
  ) then
    perform private.refuse('already_graded', null, 'One grade by each analyst; it stays.');
  end if;
  perform private.say(
    signal_id, 'graded', words,
    jsonb_build_object('thesis_held', thesis_held, 'counter_held', counter_held, 'grader_id', auth.uid())
  );
end
$$;
comment on function public.grade_thesis(uuid, boolean, boolean, text) is 'After the end: whether the thesis held and whether the counter-thesis did, in the words of an analyst, once each.';

create function public.close_signal(signal_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_author(signal_id);
  perform private.ask(signal_id, 'close_asked', reason);
end
$$;
comment on function public.close_signal(uuid, text) is 'Asks for the closing of what is left of one''s own entered signal, with a reason: done at the open of the next minute (a buy at the bid, a sell at the ask), unless this minute ends it first.';

revoke execute on function
  private.record_signal(jsonb, uuid, text, timestamptz, timestamptz, numeric, text, boolean, timestamptz), private.require_staff(), private.require_author(uuid),
  private.current_quote(text), private.publish_for(jsonb, uuid, text), private.current_stop(uuid),
  private.say(uuid, text, text, jsonb, numeric, numeric), private.ask(uuid, text, text)
from public, anon, authenticated;
revoke execute on function public.publish_signal(jsonb), public.cancel_signal(uuid, text), public.close_signal(uuid, text), public.add_signal_note(uuid, text),
  public.move_stop(uuid, numeric, text), public.grade_thesis(uuid, boolean, boolean, text)
from public, anon, service_role;
grant execute on function public.publish_signal(jsonb), public.cancel_signal(uuid, text), public.close_signal(uuid, text), public.add_signal_note(uuid, text),
  public.move_stop(uuid, numeric, text), public.grade_thesis(uuid, boolean, boolean, text)
to authenticated;

-- supabase/schemas/record/performance.sql -----------------------------------------------------------------------------
-- Performance: every figure of the record, computed from one row for each signal that ended. `signal_results` is written by
-- the event that ends a signal, in its transaction, and never again; no row of a signal that is still open exists, so no
-- figure, count, filter or order can tell anything about one. Everybody may read it: the closed record is public.
create function private.market_session(at timestamptz) returns text
language sql stable strict parallel safe set search_path = '' as $$
  select case
    when (at at time zone 'America/New_York')::time >= '08:00' and (at at time zone 'America/New_York')::time < '17:00' then 'new_york'
    when (at at time zone 'Europe/London')::time >= '08:00' and (at at time zone 'Europe/London')::time < '17:00' then 'london'
    when (at at time zone 'Asia/Tokyo')::time >= '09:00' and (at at time zone 'Asia/Tokyo')::time < '18:00' then 'asia'
    else 'between'
  end
$$;
comment on function private.market_session(timestamptz) is 'The market session a moment lies in: New York and London 8:00 to 17:00, Asia (Tokyo) 9:00 to 18:00, each in its own zone. Where two are open, the one that opened last; `between` when none is.';

create table public.signal_results (
  signal_id uuid primary key references public.signals (id),
  number bigint not null unique,
  symbol text not null,
  timeframe text not null,
  style text not null,
  tier text not null,
  direction text not null,
  author_id uuid not null,
  author_name text not null,
  state text not null check (state in ('closed', 'expired', 'cancelled')),
  reason text,
  published_at timestamptz not null,
  entered_at timestamptz,
  ended_at timestamptz not null,
  -- Of the entry: 1 is Monday, by UTC.
  weekday int check (weekday between 1 and 7),
  market_session text,
  held_seconds bigint,
  entry_price numeric,
  stop_loss numeric not null,
  exit_price numeric,
  realised_r numeric,
  demonstration boolean not null,
  check ((state = 'closed') = (realised_r is not null))
);
comment on table public.signal_results is 'One row for each signal that ended: what it was, when it was entered, what it made. A projection of signals, levels and events, written once.';
create index signal_results_in_order on public.signal_results (ended_at, signal_id);
create index signal_results_published on public.signal_results (published_at);
call private.make_append_only('public.signal_results');
alter table public.signal_results enable row level security;
create policy "everybody reads the results of ended signals" on public.signal_results for select to anon, authenticated using (true);
revoke all on public.signal_results from anon, authenticated, service_role;
grant select on public.signal_results to anon, authenticated, service_role;

create table public.signal_excursions (
  signal_id uuid primary key references public.signal_results (signal_id),
  best_r numeric not null check (best_r >= 0),
  worst_r numeric not null check (worst_r <= 0),
  minutes int not null check (minutes >= 0),
  measured_at timestamptz not null default clock_timestamp()
);
comment on table public.signal_excursions is 'How far an entered signal went before it ended: the best and the worst of its running result in R (what was realised and what was open), by the rules of trading/src/excursion.ts over so many candles. Written once by the outcome engine.';
call private.make_append_only('public.signal_excursions');
alter table public.signal_excursions enable row level security;
create policy "everybody reads the excursions of ended signals" on public.signal_excursions for select to anon, authenticated using (true);
revoke all on public.signal_excursions from anon, authenticated, service_role;
grant select on public.signal_excursions to anon, authenticated, service_role;

create function private.result_of(signal_id uuid) returns setof public.signal_results
language sql stable security definer rows 1 set search_path = '' as $$
  select signals.id, signals.number, signals.symbol, signals.timeframe, signals.style, signals.tier, levels.direction,
    signals.author_id, signals.author_name, states.state, states.close_reason, signals.published_at, entry.at, states.closed_at,
    extract(isodow from entry.at at time zone 'UTC')::int, private.market_session(entry.at),
    floor(extract(epoch from states.closed_at - entry.at))::bigint, entry.price, levels.stop_loss,
    (select event.price from public.signal_events as event where event.signal_id = signals.id and event.kind in ('stopped', 'closed')),
    states.realised_r, signals.demonstration
  from public.signals
  join public.signal_states as states on states.signal_id = signals.id and states.closed_at is not null
  join public.signal_levels as levels on levels.signal_id = signals.id
  left join public.signal_events as entry on entry.signal_id = signals.id and entry.kind = 'entered'
  where signals.id = result_of.signal_id
$$;
comment on function private.result_of(uuid) is 'What signal, levels, state and events make the result of a signal that ended; nothing before.';

create function private.keep_signal_result() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.signal_results select * from private.result_of(new.signal_id);
  return null;
end
$$;
comment on function private.keep_signal_result() is 'Writes the result of a signal in the transaction of the event that ends it.';
create trigger keep_result after insert or update on public.signal_states for each row when (new.closed_at is not null)
  execute function private.keep_signal_result();

create function private.altered_results() returns setof bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(results.number, expected.number)
  from public.signals
  cross join lateral private.result_of(signals.id) as expected
  full join public.signal_results as results on results.signal_id = expected.signal_id
  where results is distinct from expected
$$;
comment on function private.altered_results() is 'Numbers of the signals whose result is not what signal, levels, state and events make it: one that is missing, invented or changed.';
revoke execute on function private.market_session(timestamptz), private.result_of(uuid), private.keep_signal_result(), private.altered_results()
from public, anon, authenticated;
grant execute on function private.altered_results() to authenticated, service_role;

-- What is asked ----------------------------------------------------------------------------------------------------------
create function public.performance_rows(filters jsonb default '{}') returns setof public.signal_results
language plpgsql stable rows 1000 set search_path = '' as $$
declare
  unknown constant text := (
    select key from jsonb_object_keys(filters) as key
    where key not in ('days', 'from', 'to', 'symbol', 'timeframe', 'style', 'author', 'weekday', 'session', 'direction', 'tier') limit 1
  );
  days constant int := (filters ->> 'days')::int;
  since constant timestamptz := greatest((filters ->> 'from')::timestamptz, case when days is not null then now() - make_interval(days => least(greatest(days, 1), 3650)) end);
  until constant timestamptz := (filters ->> 'to')::timestamptz;
  asked_symbol constant text := filters ->> 'symbol';
  asked_timeframe constant text := filters ->> 'timeframe';
  asked_style constant text := filters ->> 'style';
  asked_author constant uuid := (filters ->> 'author')::uuid;
  asked_weekday constant int := (filters ->> 'weekday')::int;
  asked_session constant text := filters ->> 'session';
  asked_direction constant text := filters ->> 'direction';
  asked_tier constant text := filters ->> 'tier';
begin
  if unknown is not null then
    raise exception 'unknown_filter' using errcode = '22023', hint = unknown, detail = 'A record is filtered by days, from, to, symbol, timeframe, style, author, weekday, session, direction and tier.';
  end if;
  return query
    select results.* from public.signal_results as results
    where (since is null or results.published_at > since) and (until is null or results.published_at < until)
      and (asked_symbol is null or results.symbol = asked_symbol) and (asked_timeframe is null or results.timeframe = asked_timeframe)
      and (asked_style is null or results.style = asked_style) and (asked_author is null or results.author_id = asked_author)
      and (asked_weekday is null or results.weekday = asked_weekday) and (asked_session is null or results.market_session = asked_session)
      and (asked_direction is null or results.direction = asked_direction) and (asked_tier is null or results.tier = asked_tier);
end
$$;
comment on function public.performance_rows(jsonb) is 'The results that figures rest on. `filters` holds any of days (published in the last 1 to 3650), from and to (publication), symbol, timeframe, style, author, weekday (of the entry, 1 = Monday, UTC), session, direction, tier; another key is refused.';

create function private.wilson_bound(wins numeric, resolved numeric, side int) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select case when resolved > 0 then
    (wins / resolved + 1.9208 / resolved + side * 1.96 * sqrt(wins / resolved * (1 - wins / resolved) / resolved + 0.9604 / (resolved * resolved)))
    / (1 + 3.8416 / resolved)
  end
$$;
comment on function private.wilson_bound(numeric, numeric, int) is 'An end of Wilson''s 95 % interval of a share (z = 1.96): side -1 the lower, 1 the upper. Null for no results.';

create function private.spread_of_mean(resolved numeric, total numeric, squares numeric) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  -- One division and one root of what is exact: whatever else computes it so rounds a tie the same way.
  select case when resolved >= 2 then
    sqrt(greatest(0, 1.96 * 1.96 * (resolved * squares - total * total) / (resolved * resolved * (resolved - 1)))) end
$$;
comment on function private.spread_of_mean(numeric, numeric, numeric) is 'Half width of the 95 % interval of a mean by the normal approximation, 1.96 s/√n, from the count, the sum and the sum of squares; from two results on.';

create function public.performance_figures(filters jsonb default '{}') returns jsonb
language sql stable set search_path = '' as $$
  with asked as materialized (
    select signal_id, state, published_at, ended_at, held_seconds, realised_r as r, demonstration, best_r, worst_r
    from public.performance_rows(filters) left join public.signal_excursions using (signal_id)
  ), resolved as materialized (
    -- Both passes go in one order, so that the results are sorted once.
    select place, ended_at, r, published_at, held_seconds, total, greatest(0, max(total) over life) as peak, sum(turn) over life as run, best_r, worst_r,
      -- Before it, the curve stood at total - r, and its highest point so far was this one or the peak before.
      greatest(0, max(total - r) over life) - (total - r) - least(r, coalesce(worst_r, r)) as open_depth
    from (
      select signal_id, ended_at, r, published_at, held_seconds, best_r, worst_r, sum(r) over life as total, row_number() over life as place,
        case when sign(r) is distinct from lag(sign(r)) over life then 1 else 0 end as turn
      from asked where state = 'closed'
      window life as (order by ended_at, signal_id rows unbounded preceding)
    ) as totals
    window life as (order by ended_at, signal_id rows unbounded preceding)
  ), deepest as (
    select place, ended_at, peak - total as depth, peak from resolved order by peak - total desc, place limit 1
  ), runs as materialized (
    select sign(min(r)) as side, count(*) as length, min(place) as first, min(ended_at) as since, max(ended_at) as until
    from resolved where r <> 0 group by run
  ), figures as (
    select count(*) as resolved, count(*) filter (where r > 0) as wins, count(*) filter (where r < 0) as losses,
      avg(r) filter (where r > 0) as average_win, avg(r) filter (where r < 0) as average_loss,
      sum(r) filter (where r > 0) as gained, -sum(r) filter (where r < 0) as lost,
      count(best_r) as measured, avg(best_r) as average_best, avg(worst_r) as average_worst, greatest(0, max(open_depth)) as open_depth,
      avg(r) as expectancy, private.spread_of_mean(count(*), sum(r), sum(r * r)) as half_width, sum(r) as total,
      percentile_cont(0.5) within group (order by held_seconds)::numeric as held,
      min(published_at) as since, max(ended_at) as until,
      extract(epoch from max(ended_at) - min(published_at)) / 2629746 as months
    from resolved
  )
  select jsonb_build_object(
    'ended', (select count(*) from asked),
    'resolved', figures.resolved,
    'expired', (select count(*) from asked where state = 'expired'),
    'cancelled', (select count(*) from asked where state = 'cancelled'),
    'cancelled_rate', (select round(count(*) filter (where state = 'cancelled')::numeric / nullif(count(*), 0), 4)::text from asked),
    'wins', figures.wins, 'losses', figures.losses,
    'win_rate', round(figures.wins::numeric / nullif(figures.resolved, 0), 4)::text,
    'win_rate_low', round(private.wilson_bound(figures.wins, figures.resolved, -1), 4)::text,
    'win_rate_high', round(private.wilson_bound(figures.wins, figures.resolved, 1), 4)::text,
    'average_win_r', round(figures.average_win, 4)::text,
    'average_loss_r', round(figures.average_loss, 4)::text,
    'expectancy_r', round(figures.expectancy, 4)::text,
    'expectancy_half_width_r', round(figures.half_width, 4)::text,
    'profit_factor', round(coalesce(figures.gained, 0) / nullif(figures.lost, 0), 4)::text,
    'max_drawdown_r', (select round(depth, 4)::text from deepest),
    'max_drawdown_from', (select (select ended_at from resolved where resolved.place < deepest.place and resolved.total = deepest.peak order by resolved.place desc limit 1) from deepest where depth > 0),
    'max_drawdown_to', (select ended_at from deepest where depth > 0),
    'current_drawdown_r', (select round(peak - total, 4)::text from resolved order by place desc limit 1),
    'measured', figures.measured,
    'average_best_r', round(figures.average_best, 4)::text,
    'average_worst_r', round(figures.average_worst, 4)::text,
    'max_open_drawdown_r', case when figures.measured > 0 then round(figures.open_depth, 4)::text end,
    'longest_wins', coalesce((select max(length) from runs where side = 1), 0),
    'longest_wins_from', (select since from runs where side = 1 order by length desc, first limit 1),
    'longest_wins_to', (select until from runs where side = 1 order by length desc, first limit 1),
    'longest_losses', coalesce((select max(length) from runs where side = -1), 0),
    'longest_losses_from', (select since from runs where side = -1 order by length desc, first limit 1),
    'longest_losses_to', (select until from runs where side = -1 order by length desc, first limit 1),
    'median_held_seconds', round(figures.held, 1)::text,
    'total_r', round(figures.total, 4)::text,
    'r_per_month', case when figures.months * 2629746 >= 2592000 then round(figures.total / figures.months, 4)::text end,
    'sample', case when figures.resolved < 30 then 'insufficient' else 'sufficient' end,
    'since', figures.since, 'until', figures.until,
    'demonstration', coalesce((select bool_or(demonstration) from asked), false),
    'distribution', coalesce((
      select jsonb_agg(jsonb_build_object('from', round(floor, 1)::text, 'count', count) order by floor)
      from (select floor(r * 2) / 2 as floor, count(*) from resolved group by 1) as bins
    ), '[]')
  )
  from figures
$$;
comment on function public.performance_figures(jsonb) is 'Every figure in R over the results that `filters` leaves (see performance_rows): how many ended, were entered, expired and were cancelled, with the part of the cancelled in all that ended; rates with Wilson''s 95 % interval, expectancy with ± 1.96 s/√n, drawdown with its dates, runs, how far signals went before they ended (of the `measured` ones), the deepest fall with each signal at its worst, median time held, R a month (from 30 days on), the distribution in steps of half an R. Decimals are text; null where undefined; `sample` is insufficient under 30.';

create function public.performance_breakdowns(filters jsonb default '{}') returns table (
  dimension text, value text, session text, label text, resolved bigint, wins bigint, losses bigint, win_rate text, win_rate_low text, win_rate_high text,
  average_win_r text, average_loss_r text, profit_factor text, expectancy_r text, expectancy_half_width_r text, total_r text, sample text
)
language sql stable set search_path = '' as $$
  with sums as (
    select
      case
        when grouping(symbol) = 0 then 'symbol' when grouping(timeframe) = 0 then 'timeframe' when grouping(style) = 0 then 'style'
        when grouping(author_id) = 0 then 'author' when grouping(direction) = 0 then 'direction' when grouping(tier) = 0 then 'tier'
        when grouping(weekday) = 0 and grouping(market_session) = 0 then 'weekday_session' when grouping(weekday) = 0 then 'weekday' else 'session'
      end as dimension,
      coalesce(symbol, timeframe, style, author_id::text, direction, tier, weekday::text, market_session) as value,
      case when grouping(weekday) = 0 and grouping(market_session) = 0 then market_session end as session,
      case when grouping(author_id) = 0 then max(author_name) end as label,
      count(*) as resolved, count(*) filter (where realised_r > 0) as wins, count(*) filter (where realised_r < 0) as losses,
      sum(realised_r) as total, sum(realised_r * realised_r) as squares,
      coalesce(sum(realised_r) filter (where realised_r > 0), 0) as gained, coalesce(sum(realised_r) filter (where realised_r < 0), 0) as lost
    from public.performance_rows(filters)
    where state = 'closed'
    group by grouping sets (symbol, timeframe, style, author_id, direction, tier, weekday, market_session, (weekday, market_session))
  )
  select dimension, value, session, label, resolved, wins, losses,
    round(wins::numeric / resolved, 4)::text,
    round(private.wilson_bound(wins, resolved, -1), 4)::text, round(private.wilson_bound(wins, resolved, 1), 4)::text,
    round(gained / nullif(wins, 0), 4)::text, round(lost / nullif(losses, 0), 4)::text, round(gained / nullif(-lost, 0), 4)::text,
    round(total / resolved, 4)::text, round(private.spread_of_mean(resolved, total, squares), 4)::text, round(total, 4)::text,
    case when resolved < 30 then 'insufficient' else 'sufficient' end
  from sums order by dimension, value, session
$$;
comment on function public.performance_breakdowns(jsonb) is 'The figures by instrument, timeframe, style, author, direction, tier, weekday, market session, and weekday with session, over the results that `filters` leaves; `label` names an author. Decimals are text; null where undefined.';

create function public.signal_performance(days int default 90, symbol text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  with asked as (
    select jsonb_strip_nulls(jsonb_build_object('days', least(greatest(days, 1), 3650), 'symbol', symbol)) as filters
  )
  select public.performance_figures(asked.filters) || jsonb_build_object('curve', (
    select coalesce(jsonb_agg(jsonb_build_object('at', at, 'r', round(total, 4)::text) order by at, id), '[]')
    from (
      select ended_at as at, signal_id as id, sum(realised_r) over (order by ended_at, signal_id) as total
      from public.performance_rows(asked.filters) where state = 'closed'
    ) as curve
  )) || (
    select jsonb_build_object('published', count(*), 'open', count(*) filter (where states.state in ('pending', 'active')))
    from public.signals join public.signal_states as states on states.signal_id = signals.id
    where signals.published_at > now() - make_interval(days => least(greatest(signal_performance.days, 1), 3650))
      -- What a sealed signal is about is sealed too: of one instrument those alone count whose levels everybody may see.
      and (signal_performance.symbol is null or (signals.symbol = signal_performance.symbol and (signals.tier = 'freemium' or states.closed_at is not null)))
  )
  from asked
$$;
comment on function public.signal_performance(int, text) is 'The figures of the signals published in the last `days`, the curve of their running total, and how many were published and are open, as the ledger tells everybody; of one instrument without the premium signals that have not ended.';

revoke execute on function
  public.performance_rows(jsonb), public.performance_figures(jsonb), public.performance_breakdowns(jsonb), public.signal_performance(int, text),
  private.wilson_bound(numeric, numeric, int), private.spread_of_mean(numeric, numeric, numeric)
from public;
grant execute on function
  public.performance_rows(jsonb), public.performance_figures(jsonb), public.performance_breakdowns(jsonb), public.signal_performance(int, text),
  private.wilson_bound(numeric, numeric, int), private.spread_of_mean(numeric, numeric, numeric)
to anon, authenticated, service_role;

-- supabase/schemas/record/excursions.sql ------------------------------------------------------------------------------
-- How far a signal went, beside its result: two columns of signal_results for whoever reads its rows, kept in a table of their own
-- (signal_excursions) since they are measured after the end.
create function public.best_r(result public.signal_results) returns numeric
language sql stable set search_path = '' as $$
  select signal_excursions.best_r from public.signal_excursions where signal_excursions.signal_id = result.signal_id
$$;
comment on function public.best_r(public.signal_results) is 'The best of the running result in R while the signal was open; null where it was not measured.';

create function public.worst_r(result public.signal_results) returns numeric
language sql stable set search_path = '' as $$
  select signal_excursions.worst_r from public.signal_excursions where signal_excursions.signal_id = result.signal_id
$$;
comment on function public.worst_r(public.signal_results) is 'The worst of the running result in R while the signal was open; null where it was not measured.';

revoke execute on function public.best_r(public.signal_results), public.worst_r(public.signal_results) from public;
grant execute on function public.best_r(public.signal_results), public.worst_r(public.signal_results) to anon, authenticated, service_role;

-- supabase/schemas/record/ledger_heads.sql ----------------------------------------------------------------------------
-- The daily head: what the chain ended with at midnight UTC. Whoever keeps one holds every entry before it: no later rewriting
-- of the chain can end in the same hash. A day's head is written once, soon after midnight, and enters the chain itself; a day
-- whose head was missed has none, because a head written late would prove nothing.
create table public.ledger_heads (
  day date primary key,
  sequence bigint not null references public.ledger (sequence),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  at timestamptz not null,
  entries int not null check (entries >= 0),
  recorded_at timestamptz not null
);
comment on table public.ledger_heads is 'The last entry before each midnight UTC, how many entries the day added, and when that was written down. Each row stands in the ledger too, as an entry of kind head.';
create index ledger_heads_entry on public.ledger_heads (sequence);
call private.make_append_only('public.ledger_heads');

alter table public.ledger_heads enable row level security;
create policy "everybody reads the heads" on public.ledger_heads for select to anon, authenticated using (true);
revoke all on public.ledger_heads from anon, authenticated, service_role;
grant select on public.ledger_heads to anon, authenticated, service_role;

create function private.head_json(head public.ledger_heads) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('day', head.day, 'sequence', head.sequence, 'hash', head.hash, 'at', private.timestamp_text(head.at), 'entries', head.entries)
$$;
comment on function private.head_json(public.ledger_heads) is 'A head as its entry in the ledger holds it; the entry''s own time is when it was written down.';

create function private.write_ledger_head(moment timestamptz default clock_timestamp()) returns date
language plpgsql security definer set search_path = '' as $$
declare
  fresh public.ledger_heads;
begin
  -- The ledger's own lock: no entry of the day that ended can still be on its way.
  perform pg_advisory_xact_lock(hashtextextended('public.ledger', 0));
  fresh.day := (moment at time zone 'UTC')::date - 1;
  if exists (select from public.ledger_heads where day = fresh.day) then return null; end if;
  select sequence, hash, at into fresh.sequence, fresh.hash, fresh.at
  from public.ledger where at < (fresh.day + 1)::timestamp at time zone 'UTC' order by sequence desc limit 1;
  if not found then return null; end if;
  select count(*) into fresh.entries
  from public.ledger where at >= fresh.day::timestamp at time zone 'UTC' and sequence <= fresh.sequence;
  select at into fresh.recorded_at from private.append_to_ledger('head', null, private.head_json(fresh), moment);
  insert into public.ledger_heads values (fresh.*);
  return fresh.day;
end
$$;
comment on function private.write_ledger_head(timestamptz) is 'Writes the head of the day that ended last, once; null when it stands already or nothing happened before.';

create function private.altered_heads() returns setof date
language sql stable security definer set search_path = '' as $$
  select coalesce(heads.day, (told.entry #>> '{data,day}')::date)
  from public.ledger_heads as heads
  full join (select * from public.ledger where kind = 'head') as told on (told.entry #>> '{data,day}')::date = heads.day
  left join public.ledger as last on last.sequence = heads.sequence
  left join public.ledger as next on next.sequence = heads.sequence + 1
  left join (select (at at time zone 'UTC')::date as day, count(*) as entries from public.ledger group by 1) as days on days.day = heads.day
  where (
    told.entry -> 'data' = private.head_json(heads) and told.at = heads.recorded_at
    and last.hash = heads.hash and last.at = heads.at and last.at < (heads.day + 1)::timestamp at time zone 'UTC'
    and coalesce(next.at >= (heads.day + 1)::timestamp at time zone 'UTC', true)
    and heads.entries = coalesce(days.entries, 0)
  ) is not true
$$;
comment on function private.altered_heads() is 'Days whose head is not the one that the ledger holds.';

revoke execute on function
  private.head_json(public.ledger_heads), private.write_ledger_head(timestamptz), private.altered_heads()
from public, anon, authenticated;
grant execute on function private.write_ledger_head(timestamptz) to service_role;
grant execute on function private.altered_heads() to authenticated, service_role;

create function public.verify_record() returns jsonb
language sql stable security invoker set search_path = '' as $$
  with altered as (
    select private.altered_publications() as number union select private.altered_lives() union select private.altered_states()
    union select private.altered_results()
  ), heads as (
    select private.altered_heads() as day
  )
  select jsonb_build_object(
    'signals', (select count(*) from public.signals),
    'valid', not exists (select from altered) and not exists (select from heads),
    'altered', coalesce((select jsonb_agg(number order by number) from altered), '[]'),
    'altered_heads', coalesce((select jsonb_agg(day order by day) from heads), '[]')
  )
$$;
revoke execute on function public.verify_record() from public, anon;
grant execute on function public.verify_record() to authenticated, service_role;
comment on function public.verify_record() is 'Holds every row of the record and every daily head against the ledger: {signals, valid, altered: numbers, altered_heads: days}.';

-- supabase/schemas/record/proof_export.sql ----------------------------------------------------------------------------
-- The public export: everything that anybody needs to check the record without us, in pages, and nothing about the levels of a
-- signal that is not open to everybody. Its format is docs/proof.md; a change that old checkers would misread raises `version`.
create function private.displayed_events(signal_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    private.event_json(events, instruments.digits) || jsonb_build_object('sequence', events.sequence, 'source', events.source, 'author', events.author_name)
    order by events.sequence
  ), '[]')
  from public.signal_events as events
  join public.signals on signals.id = events.signal_id
  join public.instruments on instruments.symbol = signals.symbol
  where events.signal_id = displayed_events.signal_id
$$;
comment on function private.displayed_events(uuid) is 'A signal''s events as members see them, from the tables and not from the ledger.';

create function private.displayed_signal(signal_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', signals.id, 'number', signals.number, 'tier', signals.tier, 'style', signals.style, 'author', signals.author_name,
    'author_id', signals.author_id, 'published_at', private.timestamp_text(signals.published_at),
    'demonstration', signals.demonstration, 'commitment', signals.commitment
  ) || case
    when private.levels_are_open(signals.id) then jsonb_build_object(
      'open', true, 'state', states.state, 'closed_at', private.timestamp_text(states.closed_at),
      'realised_r', trim_scale(states.realised_r)::text, 'close_reason', states.close_reason, 'digits', instruments.digits,
      'levels', private.signal_levels_json(signals.id), 'reasons', private.reasons_json(levels), 'events', private.displayed_events(signals.id)
    )
    else '{"open": false}'
  end
  from public.signals
  join public.instruments using (symbol)
  left join public.signal_states as states on states.signal_id = signals.id
  left join public.signal_levels as levels on levels.signal_id = signals.id
  where signals.id = displayed_signal.signal_id
$$;
comment on function private.displayed_signal(uuid) is 'A signal as members see it: whole once its levels are open to everybody, else who, when and its seal. The instrument is sealed too.';

create function private.proof_summary() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'format', 'vigie-proof', 'version', 3, 'exported_at', private.timestamp_text(now()),
    'head', (
      select jsonb_build_object('sequence', sequence, 'hash', hash, 'at', private.timestamp_text(at)) from public.ledger order by sequence desc limit 1
    ),
    'heads', (
      select coalesce(jsonb_agg(private.head_json(heads) || jsonb_build_object('recorded_at', private.timestamp_text(recorded_at)) order by day), '[]')
      from public.ledger_heads as heads
    ),
    'statistics', (
      select jsonb_agg(jsonb_build_object('days', days, 'figures',
        -- What the entries do not tell cannot be made a second time out of them.
        public.signal_performance(days => days) - array['measured', 'average_best_r', 'average_worst_r', 'max_open_drawdown_r']) order by days)
      from unnest(array[30, 90, 365]) as days
    )
  )
$$;
comment on function private.proof_summary() is 'What the first page of the export says of the whole: head, daily heads, statistics as displayed.';

create function public.export_proof(after bigint default 0, page_size int default 500) returns jsonb
language sql stable security definer set search_path = '' as $$
  with page as (
    select * from public.ledger
    where sequence > export_proof.after order by sequence limit least(greatest(export_proof.page_size, 1), 1000)
  )
  select jsonb_build_object(
    'as_of', (select coalesce(max(sequence), 0) from public.ledger),
    'until', coalesce((select max(sequence) from page), export_proof.after),
    'entries', coalesce((
      select jsonb_agg(jsonb_build_object('sequence', sequence, 'entry', entry, 'previous_hash', previous_hash, 'hash', hash) order by sequence) from page
    ), '[]'),
    'signals', coalesce((
      select jsonb_agg(private.displayed_signal(signal_id) order by sequence)
      from page where kind = 'published' and exists (select from public.signals where id = signal_id)
    ), '[]'),
    -- Rows that no entry stands for are shown too: hiding them would hide what is wrong.
    'unrecorded', case when export_proof.after > 0 then '[]'::jsonb else coalesce((
      select jsonb_agg(private.displayed_signal(signals.id) order by number) from public.signals
      where not exists (select from public.ledger where ledger.signal_id = signals.id and kind = 'published')
    ), '[]') end
  ) || case when export_proof.after > 0 then '{}'::jsonb else jsonb_build_object('summary', private.proof_summary()) end
$$;
comment on function public.export_proof(bigint, int) is 'A page of the public export: ledger entries after a sequence (at most 1000), the signals published in them as displayed when the ledger ended at `as_of`, and on the first page a summary. Read until `until` = `as_of`.';

revoke execute on function private.displayed_events(uuid), private.displayed_signal(uuid), private.proof_summary() from public, anon, authenticated;
revoke execute on function public.export_proof(bigint, int) from public;
grant execute on function public.export_proof(bigint, int) to anon, authenticated, service_role;

-- supabase/schemas/record/signal_verification.sql ---------------------------------------------------------------------
-- Does the record still say what the ledger says? verify_ledger() proves the chain to itself; these functions hold every row
-- of the record against it, sealed ones through their nonces. They answer with signals' numbers, never with a level.
create function private.reasons_json(levels public.signal_levels) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'risk_percent', trim_scale(levels.risk_percent)::text, 'facts', levels.facts, 'opinion', levels.opinion,
    'counter_thesis', levels.counter_thesis, 'counter_condition', levels.counter_condition, 'method', levels.method,
    'conflicts', levels.conflicts, 'reference_price', levels.reference_price::text, 'reference_source', levels.reference_source,
    'reference_at', private.timestamp_text(levels.reference_at),
    'position_held', levels.position_held, 'affiliate_link', levels.affiliate_link
  )
$$;
comment on function private.reasons_json(public.signal_levels) is 'The texts, risk and reference price of a signal, written as their commitment holds them.';

create function private.altered_publications() returns setof bigint
language sql stable security definer set search_path = '' as $$
  select signals.number
  from public.signals
  left join public.ledger on ledger.signal_id = signals.id and ledger.kind = 'published'
  left join private.signal_nonces as sealed on sealed.signal_id = signals.id and sealed.sequence = 0
  left join public.signal_levels as levels on levels.signal_id = signals.id
  where (
    ledger.entry -> 'data' @> jsonb_build_object(
      'commitment', signals.commitment, 'number', signals.number, 'tier', signals.tier, 'style', signals.style, 'author', signals.author_name,
      'author_id', signals.author_id, 'published_at', private.timestamp_text(signals.published_at), 'demonstration', signals.demonstration,
      'reasons_commitment', private.commitment(sealed.nonce, private.reasons_json(levels))
    )
    and private.commitment(sealed.nonce, private.signal_levels_json(signals.id)) = signals.commitment
    and sealed.value = private.signal_levels_json(signals.id)
  ) is not true
$$;
comment on function private.altered_publications() is 'Numbers of the signals whose terms are not those that were sealed.';

create function private.altered_lives() returns setof bigint
language sql stable security definer set search_path = '' as $$
  with told as (
    select signal_id, kind, data, row_number() over (partition by signal_id order by sequence, part nulls last) as place,
      bool_or(kind in ('stopped', 'closed', 'expired', 'cancelled')) over (partition by signal_id) as ended
    from (
      select signal_id, kind, entry -> 'data' as data, sequence, null as part from public.ledger where signal_id is not null
      union all
      select signal_id, opened.event ->> 'kind', opened.event, sequence, opened.part
      from public.ledger, jsonb_array_elements(entry #> '{data,events}') with ordinality as opened(event, part) where signal_id is not null
    ) as entries
  ), compared as (
    select coalesce(events.signal_id, told.signal_id) as signal_id, (
      case
        when events.kind = 'published' then told.kind = 'published' and events.at = signals.published_at
          and events.price is not distinct from levels.reference_price and events.r is null and events.data = '{}'
        -- Nothing of the life of a premium signal is told before its end.
        when told.place is null then signals.tier = 'premium' and not published.ended
          and events.kind not in ('stopped', 'closed', 'expired', 'cancelled', 'graded')
        else told.kind = events.kind and told.data @> (private.event_json(events, instruments.digits) - 'kind')
      end
      and (events.source = 'analyst') = (events.author_name is not null)
      and events.author_name is not distinct from case when events.kind = 'published' then signals.author_name else events.data ->> 'author' end
      -- What an analyst did before the end was sealed when they did it.
      and (
        events.source = 'engine' or signals.tier = 'freemium' or events.kind in ('published', 'stopped', 'closed', 'expired', 'cancelled', 'graded')
        or (
          seal.kind = 'sealed' and seal.signal_id is null and seal.entry #>> '{data,commitment}' = private.commitment(sealed.nonce, sealed.value)
          and sealed.value = private.event_json(events, instruments.digits) || jsonb_build_object('signal', events.signal_id)
          and (told.place is null or told.data @> jsonb_build_object('nonce', sealed.nonce, 'sealed', sealed.sealed_as))
        )
      )
    ) is true as same
    from public.signal_events as events
    full join told on told.signal_id = events.signal_id and told.place = events.sequence
    left join told as published on published.signal_id = events.signal_id and published.place = 1
    left join public.signals on signals.id = events.signal_id
    left join public.signal_levels as levels on levels.signal_id = events.signal_id
    left join public.instruments on instruments.symbol = signals.symbol
    left join private.signal_nonces as sealed on sealed.signal_id = events.signal_id and sealed.sequence = events.sequence
    left join public.ledger as seal on seal.sequence = sealed.sealed_as
  )
  select distinct coalesce(signals.number, (published.entry -> 'data' ->> 'number')::bigint)
  from compared
  left join public.signals on signals.id = compared.signal_id
  left join public.ledger as published on published.signal_id = compared.signal_id and published.kind = 'published'
  where not same
$$;
comment on function private.altered_lives() is 'Numbers of the signals whose events are not, one for one, those of the ledger. Of a premium signal that is open the ledger holds what analysts did, as seals; the engine''s events it has with the end.';

create function private.altered_states() returns setof bigint
language sql stable security definer set search_path = '' as $$
  with lives as (
    select signal_id, bool_or(kind = 'entered') as entered, sum(r) as total,
      (array_agg(kind order by sequence desc) filter (where kind in ('stopped', 'closed', 'expired', 'cancelled')))[1] as ending,
      (array_agg(at order by sequence desc) filter (where kind in ('stopped', 'closed', 'expired', 'cancelled')))[1] as ended_at,
      (array_agg(data ->> 'reason' order by sequence desc) filter (where kind in ('stopped', 'closed', 'expired', 'cancelled')))[1] as reason
    from public.signal_events group by signal_id
  )
  select signals.number
  from public.signals
  left join public.signal_states as states on states.signal_id = signals.id
  left join lives on lives.signal_id = signals.id
  where (
    states.state = case when ending in ('expired', 'cancelled') then ending when ending is not null then 'closed' when entered then 'active' else 'pending' end
    and states.closed_at is not distinct from ended_at
    and states.realised_r is not distinct from case when ending in ('stopped', 'closed') then coalesce(total, 0) end
    and states.close_reason is not distinct from coalesce(reason, case ending when 'stopped' then 'stop' else ending end)
  ) is not true
$$;
comment on function private.altered_states() is 'Numbers of the signals whose state is not what their events make it.';

revoke execute on function
  private.reasons_json(public.signal_levels), private.altered_publications(), private.altered_lives(), private.altered_states()
from public, anon, authenticated;
grant execute on function private.altered_publications(), private.altered_lives(), private.altered_states() to authenticated, service_role;

-- supabase/schemas/content/translations.sql ---------------------------------------------------------------------------
-- Texts that staff write and everybody reads: complete in the four languages of the interface, or refused.
create function private.is_translated(texts jsonb) returns boolean
language sql immutable strict set search_path = '' as $$
  select jsonb_typeof(texts) = 'object'
    and (select count(*) from jsonb_object_keys(texts)) = 4
    and not exists (
      select from unnest(array['fr', 'en', 'es', 'it']) as language
      where coalesce(jsonb_typeof(texts -> language) <> 'string' or length(btrim(texts ->> language)) not between 1 and 600, true)
    )
$$;
comment on function private.is_translated(jsonb) is 'Whether it is {"fr", "en", "es", "it"}, each a text of 1 to 600 characters.';

create function private.are_translated(items jsonb) returns boolean
language sql immutable strict set search_path = '' as $$
  select jsonb_typeof(items) = 'array' and not exists (
    select from jsonb_array_elements(case when jsonb_typeof(items) = 'array' then items else '[]' end) as item where not private.is_translated(item)
  )
$$;
comment on function private.are_translated(jsonb) is 'Whether it is a list of texts, each in four languages; an empty list is one.';

revoke execute on function private.is_translated(jsonb), private.are_translated(jsonb) from public, anon, authenticated;
-- Checks of a table run with the rights of whoever writes the row.
grant execute on function private.is_translated(jsonb), private.are_translated(jsonb) to authenticated, service_role;

-- supabase/schemas/content/brokers.sql --------------------------------------------------------------------------------
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

-- supabase/schemas/content/plans.sql ----------------------------------------------------------------------------------
-- Plans: what can be subscribed to, what each opens, and what it costs. Admins write; everybody reads what is on sale today.
-- A price is never changed: a new one is written and takes effect from its time, so what somebody agreed to stays readable.
create table public.plans (
  slug text primary key check (slug ~ '^[a-z][a-z0-9-]{1,31}$'),
  tier text not null check (tier in ('freemium', 'premium')),
  name jsonb not null check (private.is_translated(name)),
  pitch jsonb not null check (private.is_translated(pitch)),
  every_lesson boolean not null,
  ai_messages_per_day int not null check (ai_messages_per_day >= 0),
  copied_accounts int not null check (copied_accounts >= 0),
  export_months int check (export_months >= 0),
  sold_from timestamptz,
  sold_until timestamptz check (sold_until > sold_from),
  sort int not null,
  downloads boolean not null default false
);
comment on table public.plans is 'Freemium, standard and pro: the tier each gives and its quotas.';
comment on column public.plans.export_months is 'How far back the history can be exported; 0 is not at all, null is all of it.';
comment on column public.plans.downloads is 'Whether it holds content that is downloaded: only then is anybody asked to give up the right to withdraw for it.';
comment on column public.plans.sold_from is 'From when somebody new can take it; null is since ever.';
comment on column public.plans.sold_until is 'From when nobody new can take it any more; null is never. Whoever has it keeps it.';

create function private.is_on_sale(plan public.plans, moment timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select (plan.sold_from is null or plan.sold_from <= moment) and (plan.sold_until is null or plan.sold_until > moment)
$$;
comment on function private.is_on_sale(public.plans, timestamptz) is 'Whether somebody new can take a plan at a moment.';

create table public.plan_prices (
  id bigint generated always as identity primary key,
  plan text not null references public.plans (slug),
  period text not null check (period in ('month', 'year')),
  amount bigint not null check (amount >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  starts_at timestamptz not null default now(),
  demonstration boolean not null default false,
  unique (plan, period, currency, starts_at)
);
comment on table public.plan_prices is 'What a plan costs from a time on, tax included, in minor units. Rows are added, never changed.';
call private.make_append_only('public.plan_prices');

create function private.check_price_start() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- A price that began in the past would rewrite what visitors were told.
  if new.starts_at < now() then raise exception 'price_in_the_past' using hint = 'starts_at'; end if;
  return new;
end
$$;
comment on function private.check_price_start() is 'Lets a price begin now or later, never earlier.';
create trigger check_price_start before insert on public.plan_prices for each row execute function private.check_price_start();

create view public.current_plan_prices with (security_invoker = true) as
  select distinct on (plan, period, currency) id, plan, period, amount, currency, starts_at, demonstration
    from public.plan_prices where starts_at <= now() order by plan, period, currency, starts_at desc;
comment on view public.current_plan_prices is 'The price of each plan and period today.';

-- Row-level security -------------------------------------------------------------------------------------------------
alter table public.plans enable row level security;
create policy "everybody reads the plans" on public.plans for select to anon, authenticated using (true);
create policy "admins add plans" on public.plans for insert to authenticated
  with check ((select public.writing_staff_role()) = 'admin');
create policy "admins edit plans" on public.plans for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');

alter table public.plan_prices enable row level security;
create policy "visitors read the prices that took effect" on public.plan_prices for select to anon using (starts_at <= now());
create policy "members read the prices that took effect, admins those to come" on public.plan_prices for select to authenticated
  using (starts_at <= now() or (select public.current_staff_role()) = 'admin');
create policy "admins add prices" on public.plan_prices for insert to authenticated
  with check ((select public.writing_staff_role()) = 'admin' and not demonstration);

-- Grants -------------------------------------------------------------------------------------------------------------
revoke all on public.plans, public.plan_prices, public.current_plan_prices from anon, authenticated, service_role;
grant select on public.plans, public.plan_prices, public.current_plan_prices to anon, authenticated, service_role;
grant insert, update on public.plans to authenticated, service_role;
grant insert (plan, period, amount, currency, starts_at) on public.plan_prices to authenticated, service_role;
revoke all on all sequences in schema public from anon, authenticated;
revoke execute on function private.check_price_start(), private.is_on_sale(public.plans, timestamptz) from public, anon, authenticated;
grant execute on function private.check_price_start() to authenticated, service_role;

-- supabase/schemas/content/prop_firms.sql -----------------------------------------------------------------------------
-- Prop firms: their challenges, and the rules of each as a history. Admins write, everybody reads. A rule is never edited:
-- a change is a new version with its date and source, so what applied on any day can be read, and what changed be shown.
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
  check (num_nulls(promotion_code, promotion_text, promotion_ends_on) in (0, 3)),
  check ((affiliate_url is null) = (affiliate_disclosure is null))
);
comment on table public.prop_firms is 'Firms that sell trading challenges, as last verified.';
comment on column public.prop_firms.promotion_ends_on is 'The last day of the code; after it nothing is shown.';
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
create policy "everybody reads the prop firms" on public.prop_firms for select to anon, authenticated using (true);
create policy "admins add prop firms" on public.prop_firms for insert to authenticated
  with check ((select public.writing_staff_role()) = 'admin');
create policy "admins edit prop firms" on public.prop_firms for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');
create policy "admins remove prop firms" on public.prop_firms for delete to authenticated
  using ((select public.writing_staff_role()) = 'admin');

alter table public.prop_firm_challenges enable row level security;
create policy "everybody reads the challenges" on public.prop_firm_challenges for select to anon, authenticated using (true);
create policy "admins add challenges" on public.prop_firm_challenges for insert to authenticated
  with check ((select public.writing_staff_role()) = 'admin');
create policy "admins edit challenges" on public.prop_firm_challenges for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');
create policy "admins remove challenges" on public.prop_firm_challenges for delete to authenticated
  using ((select public.writing_staff_role()) = 'admin');

alter table public.prop_firm_rule_versions enable row level security;
create policy "everybody reads the rules of challenges" on public.prop_firm_rule_versions for select to anon, authenticated using (true);
create policy "admins add versions of rules" on public.prop_firm_rule_versions for insert to authenticated
  with check ((select public.writing_staff_role()) = 'admin');

-- Grants -------------------------------------------------------------------------------------------------------------
revoke all on public.prop_firms, public.prop_firm_challenges, public.prop_firm_rule_versions from anon, authenticated, service_role;
grant select on public.prop_firms, public.prop_firm_challenges, public.prop_firm_rule_versions to anon, authenticated, service_role;
grant insert, update, delete on public.prop_firms, public.prop_firm_challenges to authenticated, service_role;
grant insert (firm, challenge, applies_from, phases, source, source_url) on public.prop_firm_rule_versions to authenticated, service_role;
revoke execute on function private.is_rule_share(jsonb), private.are_challenge_phases(jsonb), private.number_rule_version()
from public, anon, authenticated;
grant execute on function private.is_rule_share(jsonb), private.are_challenge_phases(jsonb), private.number_rule_version()
to authenticated, service_role;

-- supabase/schemas/notifications/push_devices.sql ---------------------------------------------------------------------
-- Browsers that agreed to be woken (Web Push, RFC 8030), and the key by which the worker shows who sends (VAPID, RFC 8292).
create table public.push_devices (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Whoever signs a device out, from anywhere, also silences it.
  session_id uuid references auth.sessions (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1024 and endpoint ~ '^https?://[^/\s@]+/\S*$'),
  p256dh text not null check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  user_agent text check (length(user_agent) <= 512),
  created_at timestamptz not null default now(),
  last_reached_at timestamptz,
  last_error text check (length(last_error) <= 200)
);
comment on table public.push_devices is 'Where each member''s pushes go and the keys they are encrypted with. What the push service no longer knows is removed.';
create index push_devices_of_member on public.push_devices (user_id);
create index push_devices_of_session on public.push_devices (session_id);

create table private.push_keys (
  only_row boolean primary key default true check (only_row),
  public_key text not null check (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  private_key text not null check (private_key ~ '^[A-Za-z0-9_-]{43}$')
);
comment on table private.push_keys is 'The pair of keys of this installation, made by the worker at its first start or taken from its settings.';
alter table private.push_keys enable row level security;

create function private.keep_push_keys(public_key text, private_key text, replace boolean) returns private.push_keys
language plpgsql security definer set search_path = '' as $$
declare
  kept private.push_keys;
begin
  insert into private.push_keys (public_key, private_key) values (keep_push_keys.public_key, keep_push_keys.private_key)
  on conflict do nothing;
  select * into kept from private.push_keys for update;
  if replace and kept.public_key <> keep_push_keys.public_key then
    -- A subscription belongs to the key it was made with.
    delete from public.push_devices;
    update private.push_keys set public_key = keep_push_keys.public_key, private_key = keep_push_keys.private_key returning * into kept;
  end if;
  return kept;
end
$$;
comment on function private.keep_push_keys(text, text, boolean) is 'For the worker: keeps a pair unless there is one, or in its place; the pair that holds is returned.';

create function public.push_public_key() returns text
language sql stable security definer set search_path = '' as $$
  select public_key from private.push_keys
$$;
comment on function public.push_public_key() is 'What a browser subscribes with; null until the worker has started once.';

create function public.add_push_device(endpoint text, p256dh text, auth text, user_agent text default null) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  device bigint;
begin
  if me is null then raise exception 'not_signed_in' using errcode = '42501'; end if;
  -- The endpoint is the browser's secret: whoever holds it now is who sits there now.
  insert into public.push_devices (user_id, session_id, endpoint, p256dh, auth, user_agent)
  values (
    me, (select sessions.id from auth.sessions where sessions.id = (auth.jwt() ->> 'session_id')::uuid),
    add_push_device.endpoint, add_push_device.p256dh, add_push_device.auth, left(add_push_device.user_agent, 512)
  )
  on conflict on constraint push_devices_endpoint_key do update
  set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
    user_agent = excluded.user_agent, last_error = null
  returning id into device;
  if (select count(*) from public.push_devices where user_id = me) > 20 then
    raise exception 'too_many_devices' using errcode = '54000';
  end if;
  return device;
end
$$;
comment on function public.add_push_device(text, text, text, text) is 'Registers the caller''s browser, until its session ends. At most 20 a member. Returns its id.';

create function public.renew_push_device(was text, endpoint text, p256dh text, auth text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- The browser does this while nobody sits there, without a session; only it and its push service know the old endpoint.
  update public.push_devices as device
  set endpoint = renew_push_device.endpoint, p256dh = renew_push_device.p256dh, auth = renew_push_device.auth, last_error = null
  where device.endpoint = renew_push_device.was
    and not exists (select from public.push_devices as other where other.endpoint = renew_push_device.endpoint and other.id <> device.id);
  return found;
end
$$;
comment on function public.renew_push_device(text, text, text, text) is 'A push service gave a browser a new address: the device is reached there from now on. The old address is the right to do so. False when nobody has it.';

alter table public.push_devices enable row level security;
create policy "members see their own devices" on public.push_devices for select to authenticated using ((select auth.uid()) = user_id);
create policy "members remove their own devices" on public.push_devices for delete to authenticated using ((select auth.uid()) = user_id);
revoke all on public.push_devices from anon, authenticated, service_role;
grant select (id, user_id, endpoint, user_agent, created_at, last_reached_at, last_error), delete on public.push_devices to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function private.keep_push_keys(text, text, boolean) from public, anon, authenticated;
revoke execute on function public.push_public_key(), public.add_push_device(text, text, text, text), public.renew_push_device(text, text, text, text) from public, anon, service_role;
grant execute on function public.push_public_key(), public.add_push_device(text, text, text, text) to authenticated;
grant execute on function public.renew_push_device(text, text, text, text) to anon, authenticated;

-- supabase/schemas/notifications/admin_notifications.sql --------------------------------------------------------------
-- What the function admin-notifications records: somebody signed up, somebody asks for premium. Only that function writes
-- (as service_role); admins read, and mark what they have read.
create table public.admin_notifications (
  id bigint generated always as identity primary key,
  type text not null check (type in ('inscription', 'premium_request')),
  user_email text not null check (length(user_email) between 3 and 320),
  first_name text not null default '' check (length(first_name) <= 120),
  last_name text not null default '' check (length(last_name) <= 120),
  product_name text check (length(product_name) <= 120),
  source text check (length(source) <= 120),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
comment on table public.admin_notifications is 'Notices to the admins about sign-ups and premium requests.';
create index admin_notifications_newest on public.admin_notifications (created_at desc);

alter table public.admin_notifications enable row level security;
create policy "admins read the notices" on public.admin_notifications for select to authenticated
  using ((select public.current_staff_role()) = 'admin');
create policy "admins mark notices as read" on public.admin_notifications for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');

revoke all on public.admin_notifications from anon, authenticated, service_role;
grant select, update (read_at) on public.admin_notifications to authenticated;
grant select, insert on public.admin_notifications to service_role;
revoke all on all sequences in schema public from anon, authenticated;

-- supabase/schemas/notifications/mails.sql ----------------------------------------------------------------------------
-- Mails: what the auth service leaves in its outbox is sent by the worker, which is woken by each one. The product adds what a
-- member must hear about their own security, in the transaction of the fact. On a host that sends its own mails there is no
-- such outbox, and nothing here has an effect.
create function private.queue_mail(recipient uuid, template text, data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text;
begin
  if to_regclass('_server.mail_outbox') is null then return; end if;
  -- An address that nobody proved to be theirs is told nothing.
  select email into address from auth.users where id = recipient and email_confirmed_at is not null and deleted_at is null;
  if coalesce(address, '') = '' then return; end if;
  execute 'insert into _server.mail_outbox (to_address, template, data) values ($1, $2, $3)'
    using address, template, data || jsonb_build_object('Email', address);
end
$$;
comment on function private.queue_mail(uuid, text, jsonb) is 'Queues a mail to the confirmed address of an account; without one it does nothing.';

create function private.wake_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue('send-mails', jsonb_build_object('id', new.id));
  return null;
end
$$;
comment on function private.wake_mail() is 'A job for each mail, in its own transaction: a key they shared would make sign-ups wait for each other.';

do $$
begin
  if to_regclass('_server.mail_outbox') is not null and has_table_privilege('_server.mail_outbox', 'trigger') then
    create trigger wake_mail after insert on _server.mail_outbox for each row execute function private.wake_mail();
  end if;
end
$$;

-- What a member hears about their own security ---------------------------------------------------------------------
create function private.mail_password_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The first password of an account that has just got its address changes nothing that somebody else could have used.
  if exists (
    select from auth.users
    where id = (new.payload ->> 'actor_id')::uuid and email_confirmed_at < new.created_at - interval '10 seconds'
  ) then
    perform private.queue_mail((new.payload ->> 'actor_id')::uuid, 'password_changed', jsonb_build_object('At', new.created_at));
  end if;
  return null;
end
$$;
comment on function private.mail_password_changed() is 'Follows the audit log: the stored hash also changes when a password is only hashed anew.';
create trigger mail_password_changed after insert on auth.audit_log_entries for each row
  when (new.payload ->> 'action' = 'user_updated_password') execute function private.mail_password_changed();

create function private.mail_factor_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'verified' then
      perform private.queue_mail(old.user_id, 'factor_removed', jsonb_build_object('Factor', old.factor_type, 'At', now()));
    end if;
  elsif new.status = 'verified' and (tg_op = 'INSERT' or old.status <> 'verified') then
    perform private.queue_mail(new.user_id, 'factor_added', jsonb_build_object('Factor', new.factor_type, 'At', now()));
  end if;
  return null;
end
$$;
comment on function private.mail_factor_changed() is 'A second factor was added or removed. With the account itself it goes silently: there is nobody left to tell.';
create trigger mail_factor_changed after insert or update of status or delete on auth.mfa_factors for each row execute function private.mail_factor_changed();

create function private.mail_passkey_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.queue_mail(old.user_id, 'factor_removed', jsonb_build_object('Factor', 'passkey', 'At', now()));
  else
    perform private.queue_mail(new.user_id, 'factor_added', jsonb_build_object('Factor', 'passkey', 'At', now()));
  end if;
  return null;
end
$$;
comment on function private.mail_passkey_changed() is 'A passkey was added or removed.';
create trigger mail_passkey_changed after insert or delete on auth.webauthn_credentials for each row execute function private.mail_passkey_changed();

create function private.mail_recovery_codes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_mail(
    (new.payload ->> 'actor_id')::uuid,
    case new.payload ->> 'action' when 'generate_recovery_codes' then 'recovery_codes_drawn' else 'recovery_code_used' end,
    jsonb_build_object('At', new.created_at));
  return null;
end
$$;
comment on function private.mail_recovery_codes() is 'Codes of last resort were drawn, or one of them opened the account: whoever has them needs no device.';
create trigger mail_recovery_codes after insert on auth.audit_log_entries for each row
  when (
    new.payload ->> 'action' = 'generate_recovery_codes'
    or (new.payload ->> 'action' = 'mfa_code_login' and new.payload -> 'traits' ->> 'factor_type' = 'recovery_code')
  ) execute function private.mail_recovery_codes();

-- New devices ------------------------------------------------------------------------------------------------------
create table private.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device text not null check (length(device) <= 512),
  first_seen_at timestamptz not null default now(),
  primary key (user_id, device)
);
comment on table private.known_devices is 'Browsers and systems that somebody signed in with before. Sessions end; this is what remembers.';
alter table private.known_devices enable row level security;

create function private.device_of(user_agent text) returns text
language sql immutable set search_path = '' as $$
  select left(btrim(regexp_replace(coalesce(user_agent, ''), '[0-9]+([._][0-9]+)*', '', 'g')), 512)
$$;
comment on function private.device_of(text) is 'A user agent without its versions: an update is not another device.';

create function private.mail_new_device() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  device constant text := private.device_of(new.user_agent);
  known constant boolean := exists (select from private.known_devices where user_id = new.user_id);
begin
  insert into private.known_devices (user_id, device) values (new.user_id, device) on conflict do nothing;
  -- The first sign-in of an account is no news to whoever just made it.
  if found and known then
    perform private.queue_mail(new.user_id, 'new_device', jsonb_build_object(
      'UserAgent', new.user_agent, 'Ip', host(new.ip), 'At', new.created_at));
  end if;
  return null;
end
$$;
comment on function private.mail_new_device() is 'Tells of a sign-in with a browser or system that the account was never used with.';
create trigger mail_new_device after insert on auth.sessions for each row execute function private.mail_new_device();

-- The outbox, for admins ---------------------------------------------------------------------------------------------
create function public.list_mails(before_id bigint default null)
returns table (
  id bigint, to_address text, template text, created_at timestamptz, expires_at timestamptz, attempts integer, last_error text,
  sent_at timestamptz, message_id text, failed_at timestamptz, link text, code text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  -- A link of a mail opens its reader's account: no less is asked for than for a write.
  if (select public.writing_staff_role()) is distinct from 'admin' then
    raise exception 'not_admin' using errcode = '42501';
  end if;
  if to_regclass('_server.mail_outbox') is null then return; end if;
  return query execute $query$
    select id, to_address, template, created_at, expires_at, attempts, last_error, sent_at, message_id, failed_at,
      case when readable then data ->> 'ConfirmationURL' end, case when readable then data ->> 'Token' end
    from (
      select *, attempts = 0 and sent_at is null and failed_at is null and expires_at > now() as readable
      from _server.mail_outbox
      where $1 is null or id < $1
      order by id desc limit 100
    ) as mail
  $query$ using before_id;
end
$$;
comment on function public.list_mails(bigint) is 'The newest 100 mails before an id, for admins. Link and code are shown while nobody has tried to deliver the mail: without a mail server that is how a person gets theirs.';

revoke execute on function
  private.queue_mail(uuid, text, jsonb), private.wake_mail(), private.mail_password_changed(), private.mail_factor_changed(),
  private.mail_passkey_changed(), private.mail_recovery_codes(), private.device_of(text), private.mail_new_device(), public.list_mails(bigint)
from public, anon, authenticated, service_role;
grant execute on function public.list_mails(bigint) to authenticated;

-- supabase/schemas/notifications/notification_preferences.sql ---------------------------------------------------------
-- What each member wants to be told, by which channel and when. One row a member, made with the profile, so that a fan-out
-- joins and never guesses: the column defaults are what somebody is told who never chose. Matters of one's own account are
-- always told and stand in no preference.
create table public.notification_preferences (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  in_app text[] not null default '{signals,signal_entry,signal_stop,signal_targets,signal_end,signal_notes,announcements,trainings,daily_test}',
  email text[] not null default '{signals,signal_end,trainings}',
  digest text[] not null default '{}',
  push text[] not null default '{signals,signal_end,announcements,daily_test}',
  digest_hour int not null default 8 check (digest_hour between 0 and 23),
  quiet_from time,
  quiet_to time,
  signals_pierce boolean not null default false,
  check (in_app || email || digest || push <@ '{signals,signal_entry,signal_stop,signal_targets,signal_end,signal_notes,announcements,trainings,daily_test,marketing}'),
  check (not email && digest),
  check ((quiet_from is null) = (quiet_to is null) and quiet_from is distinct from coalesce(quiet_to, '24:00'))
);
comment on table public.notification_preferences is 'Per channel the categories (S-14) that are wanted, what becomes of signals apart from their publication: in the application, by mail at once, in the daily mail, as push. The quiet hours and the hour of the daily mail are on the member''s own clock.';

create function private.begin_notification_preferences() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notification_preferences (user_id, email)
  values (new.id, case when new.newsletter then '{signals,signal_end,trainings,marketing}' else '{signals,signal_end,trainings}' end::text[]);
  return null;
end
$$;
comment on function private.begin_notification_preferences() is 'The preferences of a new member. Mails of marketing only for who asked for them at sign-up.';
create trigger begin_notification_preferences after insert on public.profiles
  for each row execute function private.begin_notification_preferences();

create function private.keep_newsletter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set newsletter = 'marketing' = any (new.email || new.digest)
  where id = new.user_id and newsletter <> ('marketing' = any (new.email || new.digest));
  return null;
end
$$;
comment on function private.keep_newsletter() is 'The consent that sign-up asked for is one with the preference: withdrawn here, it is withdrawn there.';
create trigger keep_newsletter after update on public.notification_preferences for each row execute function private.keep_newsletter();

alter table public.notification_preferences enable row level security;
create policy "members read their own preferences" on public.notification_preferences for select to authenticated
  using ((select auth.uid()) = user_id);
create policy "members choose their own preferences" on public.notification_preferences for update to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
revoke all on public.notification_preferences from anon, authenticated, service_role;
grant select, update (in_app, email, digest, push, digest_hour, quiet_from, quiet_to, signals_pierce)
on public.notification_preferences to authenticated;
revoke update (newsletter) on public.profiles from authenticated;

-- When -----------------------------------------------------------------------------------------------------------------
create function private.is_quiet(at timestamptz, zone text, quiet_from time, quiet_to time) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(case when quiet_from < quiet_to
    then (at at time zone zone)::time >= quiet_from and (at at time zone zone)::time < quiet_to
    else (at at time zone zone)::time >= quiet_from or (at at time zone zone)::time < quiet_to end, false)
$$;
comment on function private.is_quiet(timestamptz, text, time, time) is 'Whether a clock in a zone stands within quiet hours, which may pass midnight. Without hours it never is.';

create function private.after_quiet(at timestamptz, zone text, quiet_from time, quiet_to time) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  found timestamptz;
begin
  if not private.is_quiet(at, zone, quiet_from, quiet_to) then return at; end if;
  -- The end of the quiet by the clock's offset of now, of tomorrow and of the day after, whose turn comes when a change skips
  -- a midnight. And where clocks are changed in between, each quarter of an hour: the change itself may end the quiet.
  select min(candidate) into found from (
    select ((at at time zone zone)::date + later + quiet_to) at time zone 'UTC'
      - ((moment.instant at time zone zone) - (moment.instant at time zone 'UTC')) as candidate
    from (values (at), (at + interval '1 day'), (at + interval '2 days')) as moment (instant)
    cross join (values (0), (1), (2)) as day (later)
    union all
    select quarter from generate_series(date_bin('15 minutes', at, 'epoch') + interval '15 minutes', at + interval '2 days', '15 minutes') as quarter
    where (at + interval '2 days') at time zone zone <> at at time zone zone + interval '2 days'
  ) as candidates
  where candidate > at and not private.is_quiet(candidate, zone, quiet_from, quiet_to);
  return found;
end
$$;
comment on function private.after_quiet(timestamptz, text, time, time) is 'The moment itself, or the end of the quiet hours it falls in.';

create function private.next_digest(at timestamptz, zone text, hour int) returns timestamptz
language sql stable set search_path = '' as $$
  select min(candidate) from (
    select ((at at time zone zone)::date + later + make_time(hour, 0, 0)) at time zone zone as candidate
    from (values (0), (1), (2)) as day (later)
  ) as days where candidate > at
$$;
comment on function private.next_digest(timestamptz, text, int) is 'The next time that a clock in a zone shows a full hour, later than a moment.';

revoke execute on function
  private.begin_notification_preferences(), private.keep_newsletter(), private.is_quiet(timestamptz, text, time, time),
  private.after_quiet(timestamptz, text, time, time), private.next_digest(timestamptz, text, int)
from public, anon, authenticated;

-- supabase/schemas/notifications/notifications.sql --------------------------------------------------------------------
-- Notifications: one fact is told to a member once. What concerns a few is written in the fact's own transaction; what
-- concerns many is a row of `notification_facts`, which the worker fans out in batches. Each mail and each push is a row of
-- `notification_deliveries`: the queue that survives whoever works on it.
create table public.notifications (
  id uuid primary key default private.ordered_id(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  fact text not null check (length(fact) between 1 and 200),
  category text not null check (category in ('signals', 'signal_entry', 'signal_stop', 'signal_targets', 'signal_end', 'signal_notes', 'announcements', 'trainings', 'daily_test', 'marketing', 'account')),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- Of a publication and of what followed never a level: who loses the right to read them keeps the row.
  parameters jsonb not null default '{}' check (jsonb_typeof(parameters) = 'object'),
  link text not null check (link ~ '^/[^/\\]'),
  in_app boolean not null,
  signal_id uuid references public.signals (id),
  -- Worth something only while its signal is open.
  perishable boolean not null default false check (not perishable or signal_id is not null),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_for text check (length(withdrawn_for) <= 40),
  unique (user_id, fact),
  check ((withdrawn_at is null) = (withdrawn_for is null))
);
comment on table public.notifications is 'What each member was told, once for each fact. parameters fill the words of its kind; withdrawn_for says why it no longer holds.';
create index notifications_shown on public.notifications (user_id, id desc) where in_app;
create index notifications_unread on public.notifications (user_id) where in_app and read_at is null and withdrawn_at is null;
create index notifications_perishable on public.notifications (signal_id, id) where perishable and withdrawn_at is null;
create index notifications_of_signal on public.notifications (signal_id, user_id);

create table private.notification_facts (
  fact text primary key,
  category text not null,
  kind text not null,
  parameters jsonb not null default '{}',
  link text not null,
  signal_id uuid references public.signals (id),
  perishable boolean not null default false,
  premium_only boolean not null default false,
  -- A mail with words of its own goes out with the fact: none is made of the notification.
  own_mail boolean not null default false,
  created_at timestamptz not null default now(),
  -- Members are gone through in the order of their ids.
  reached uuid not null default '00000000-0000-0000-0000-000000000000',
  fanned_out_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_for text
);
comment on table private.notification_facts is 'Facts that many are told, and up to which member that has been done.';
create index notification_facts_waiting on private.notification_facts (created_at) where fanned_out_at is null;
create index notification_facts_of_signal on private.notification_facts (signal_id);
alter table private.notification_facts enable row level security;

create table public.notification_deliveries (
  id uuid primary key default private.ordered_id(),
  notification_id uuid not null references public.notifications (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  channel text not null check (channel in ('email', 'digest', 'push')),
  device_id bigint references public.push_devices (id) on delete cascade,
  -- A push that takes another one's place: it is too late.
  withdrawal boolean not null default false check (not withdrawal or channel = 'push'),
  due_at timestamptz not null,
  attempts int not null default 0,
  last_error text,
  sent_at timestamptz,
  dropped_at timestamptz,
  dropped_for text,
  unique nulls not distinct (notification_id, device_id, withdrawal),
  check ((channel = 'push') = (device_id is not null)),
  check (sent_at is null or dropped_at is null)
);
comment on table public.notification_deliveries is 'Each mail and each push of a notification: when it is due, and what came of it. sent_at is set once; dropped_for says why it was not sent.';
create index notification_deliveries_due on public.notification_deliveries (channel, due_at, id) where sent_at is null and dropped_at is null;
create index notification_deliveries_of_member on public.notification_deliveries (user_id);
create index notification_deliveries_of_device on public.notification_deliveries (device_id);

-- Telling --------------------------------------------------------------------------------------------------------------
create function private.tell_pages(members uuid[], notes jsonb[]) returns void
language plpgsql set search_path = '' as $$
begin
  -- One statement for all: realtime.send() for each takes three times as long.
  insert into realtime.messages (payload, event, topic, private, extension)
  select note, 'notification', 'member:' || member, true, 'broadcast' from unnest(members, notes) as told (member, note);
exception when others then
  raise warning 'open pages were not told of notifications: %', sqlerrm;
end
$$;
comment on function private.tell_pages(uuid[], jsonb[]) is 'Tells the open pages of each member their note, when the transaction commits; as with realtime.send(), a failure is a warning, never an error.';

create function private.tell_members(members uuid[], told private.notification_facts) returns int
language plpgsql security definer set search_path = '' as $$
declare
  fresh uuid[];
begin
  -- One statement: the mails and pushes come of the rows in hand, however many the tables hold.
  with written as (
    insert into public.notifications (user_id, fact, category, kind, parameters, link, in_app, signal_id, perishable, created_at)
    select member, told.fact, told.category, told.kind, told.parameters, told.link,
      told.category = 'account' or told.category = any (wants.in_app), told.signal_id, told.perishable, told.created_at
    from unnest(members) as member join public.notification_preferences as wants on wants.user_id = member
    on conflict (user_id, fact) do nothing
    returning id, user_id
  ), wanted as materialized (
    select written.id, written.user_id, wants, profile.time_zone
    from written
    join public.notification_preferences as wants using (user_id)
    join public.profiles as profile on profile.id = written.user_id
  ), mailed as (
    insert into public.notification_deliveries (notification_id, user_id, channel, due_at)
    select wanted.id, wanted.user_id, case when told.category = any ((wants).digest) then 'digest' else 'email' end,
      case when told.category = any ((wants).digest) then private.next_digest(clock_timestamp(), time_zone, (wants).digest_hour)
        else private.disturb_from(told.category, time_zone, wants) end
    from wanted join auth.users as account on account.id = wanted.user_id
    where told.own_mail is not true
      and (told.category = 'account' or told.category = any ((wants).email) or told.category = any ((wants).digest))
      and account.email <> '' and account.email_confirmed_at is not null and account.deleted_at is null
  ), pushed as (
    insert into public.notification_deliveries (notification_id, user_id, channel, device_id, due_at)
    select wanted.id, wanted.user_id, 'push', device.id, private.disturb_from(told.category, time_zone, wants)
    from wanted join public.push_devices as device using (user_id)
    where told.category = 'account' or told.category = any ((wants).push)
  )
  select coalesce(array_agg(id), '{}') into fresh from written;

  perform private.tell_pages(
    array_agg(note.user_id), array_agg(to_jsonb(note) - '{user_id,fact,in_app,signal_id,perishable}'::text[]))
  from unnest(fresh) as id join public.notifications as note using (id) where note.in_app;
  return cardinality(fresh);
end
$$;
comment on function private.tell_members(uuid[], private.notification_facts) is 'Writes the notifications of a fact for some members, with the mails and pushes that each wants, and tells open pages. Who was told already is passed over. Returns how many were new.';

create function private.disturb_from(category text, zone text, wants public.notification_preferences) returns timestamptz
language sql stable set search_path = '' as $$
  select case when category = 'account' or (category like 'signal%' and wants.signals_pierce) then clock_timestamp()
    else private.after_quiet(clock_timestamp(), zone, wants.quiet_from, wants.quiet_to) end
$$;
comment on function private.disturb_from(text, text, public.notification_preferences) is 'When a member may be disturbed by a category: now, or when their quiet hours end.';

create function private.notify_member(
  member uuid, fact text, category text, kind text, parameters jsonb, link text, signal_id uuid default null, perishable boolean default false,
  own_mail boolean default false
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  told private.notification_facts;
begin
  told := jsonb_populate_record(null::private.notification_facts, jsonb_build_object(
    'fact', fact, 'category', category, 'kind', kind, 'parameters', parameters, 'link', link,
    'signal_id', signal_id, 'perishable', perishable, 'own_mail', own_mail, 'created_at', clock_timestamp()));
  if private.tell_members(array[member], told) = 0 then return false; end if;
  perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications');
  return true;
end
$$;
comment on function private.notify_member(uuid, text, text, text, jsonb, text, uuid, boolean, boolean) is 'Tells one member a fact, in the fact''s own transaction. False when they were told before.';

create function private.fan_out(fact text, most int) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  told private.notification_facts;
  members uuid[];
begin
  select * into told from private.notification_facts where notification_facts.fact = fan_out.fact for update;
  if told.fanned_out_at is not null or told.withdrawn_at is not null then return false; end if;
  -- Who may know is decided now: access that ended since the fact tells nothing more.
  select array_agg(id order by id) into members from (
    select wants.user_id as id from public.notification_preferences as wants
    where wants.user_id > told.reached
      -- Through the view: called for each of thousands, the function would cost as much as the telling.
      and (not told.premium_only or exists (select from private.premium_members as premium where premium.user_id = wants.user_id)
        or (told.category = 'signal_end' and exists (
          -- Whoever was told of the beginning is told of the end, which is open to everybody.
          select from public.notifications as begun where begun.user_id = wants.user_id and begun.fact = format('signal:%s:published', told.signal_id)
        )))
      -- Whoever asked to hear of this signal is told by their own alert.
      and not (told.kind like 'event\_%' and told.category <> 'signal_notes' and exists (
        select from public.signal_alerts as alert
        where alert.user_id = wants.user_id and alert.signal_id = told.signal_id and alert.kind = 'events'
          and alert.after_sequence < (told.parameters ->> 'sequence')::int
      ))
    order by wants.user_id limit most
  ) as batch;
  if members is not null then perform private.tell_members(members, told); end if;
  update private.notification_facts set
    reached = coalesce(members[cardinality(members)], reached),
    fanned_out_at = case when coalesce(cardinality(members), 0) < most then clock_timestamp() end
  where notification_facts.fact = fan_out.fact;
  perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications');
  return coalesce(cardinality(members), 0) = most;
end
$$;
comment on function private.fan_out(text, int) is 'For the worker: tells the next members of a fact, in one transaction. True while there may be more.';

-- Withdrawing ----------------------------------------------------------------------------------------------------------
create function private.withdraw_notifications(signal uuid, reason text, most int) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  gone uuid[];
begin
  with withdrawn as (
    update public.notifications set withdrawn_at = clock_timestamp(), withdrawn_for = reason
    where id in (
      select id from public.notifications where signal_id = signal and perishable and withdrawn_at is null and (kind = 'signal_published' or reason <> 'too_late')
      order by id limit most for update
    )
    returning id
  )
  select coalesce(array_agg(id), '{}') into gone from withdrawn;
  update public.notification_deliveries set dropped_at = clock_timestamp(), dropped_for = 'withdrawn'
  where notification_id = any (gone) and sent_at is null and dropped_at is null;
  -- What a screen shows is replaced, silently; what was read has done its work.
  insert into public.notification_deliveries (notification_id, user_id, channel, device_id, withdrawal, due_at)
  select sent.notification_id, sent.user_id, 'push', sent.device_id, true, clock_timestamp()
  from public.notification_deliveries as sent join public.notifications as note on note.id = sent.notification_id
  where sent.notification_id = any (gone) and sent.channel = 'push' and sent.sent_at is not null and note.read_at is null
  on conflict do nothing;
  perform private.tell_pages(array_agg(note.user_id), array_agg(jsonb_build_object('withdrawn', note.id, 'for', reason)))
  from public.notifications as note where note.id = any (gone) and note.in_app;
  perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications');
  return cardinality(gone) = most;
end
$$;
comment on function private.withdraw_notifications(uuid, text, int) is 'For the worker: takes back what perished with a signal: what waits is not sent, what was shown says so. True while there may be more.';

create function private.withdraw_signal(signal uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.notification_facts set withdrawn_at = clock_timestamp(), withdrawn_for = reason
  where signal_id = signal and perishable and withdrawn_at is null and (kind = 'signal_published' or reason <> 'too_late');
  perform private.enqueue('withdraw-notifications', jsonb_build_object('signal', signal, 'reason', reason));
end
$$;
comment on function private.withdraw_signal(uuid, text) is 'From this transaction on nothing perishable about a signal is sent; the worker takes back what was.';

-- Delivering -----------------------------------------------------------------------------------------------------------
create function private.claim_deliveries(of_channel text, most int, at timestamptz)
returns table (
  id uuid, notification_id uuid, user_id uuid, stale text, withdrawal boolean, attempts int, category text, kind text, parameters jsonb, link text,
  created_at timestamptz, language text, time_zone text, name text, email text, unsubscribe text,
  device_id bigint, endpoint text, p256dh text, auth text, levels jsonb, withdrawn_for text
)
language sql security definer set search_path = '' as $$
  with claimed as materialized (
    select delivery.* from public.notification_deliveries as delivery
    where delivery.channel = of_channel and delivery.sent_at is null and delivery.dropped_at is null and delivery.due_at <= claim_deliveries.at
    order by delivery.due_at, delivery.id limit most for update skip locked
  )
  select claimed.id, note.id, note.user_id,
    case
      -- Pushes of one signal take one another's place on a screen: an older one must not come after a newer.
      when of_channel = 'push' and note.fact like 'signal:%' and exists (
        select from public.notifications as newer
        join public.notification_deliveries as later on later.notification_id = newer.id and later.device_id = claimed.device_id and not later.withdrawal
        where newer.signal_id = note.signal_id and newer.user_id = note.user_id and newer.fact like 'signal:%' and newer.created_at > note.created_at
          and later.dropped_at is null and (later.sent_at is not null or later.due_at <= claim_deliveries.at)
      ) then 'replaced'
      when claimed.withdrawal then null
      when note.withdrawn_at is not null or fact.withdrawn_at is not null then 'withdrawn'
      when note.perishable and states.state not in ('pending', 'active') then 'signal_ended'
      when note.perishable and not reads then 'not_entitled'
      when note.category <> 'account' and not note.category = any (
        case of_channel when 'push' then wants.push when 'email' then wants.email else wants.digest end) then 'not_wanted'
      when of_channel <> 'push' and (account.email is null or account.deleted_at is not null) then 'no_address'
      when of_channel <> 'push' and note.read_at is not null then 'already_read'
    end,
    claimed.withdrawal, claimed.attempts, note.category, note.kind, note.parameters, note.link, note.created_at,
    profile.locale, profile.time_zone, profile.first_name, account.email,
    case when of_channel <> 'push' and note.category <> 'account' then private.unsubscribe_token(note.user_id, case of_channel when 'digest' then 'digest' else note.category end) end,
    device.id, device.endpoint, device.p256dh, device.auth,
    case when reads and not claimed.withdrawal and note.kind = 'signal_published' then jsonb_build_object(
      'direction', levels.direction, 'entry_low', private.decimal_text(levels.entry_low, instruments.digits),
      'entry_high', private.decimal_text(levels.entry_high, instruments.digits), 'stop_loss', private.decimal_text(levels.stop_loss, instruments.digits)
    ) when reads and not claimed.withdrawal and note.kind like 'event\_%' then (
      select jsonb_build_object('price', private.decimal_text(event.price, instruments.digits), 'note', case when event.kind = 'note' then left(event.data ->> 'text', 300) end)
      from public.signal_events as event where event.signal_id = note.signal_id and event.sequence = (note.parameters ->> 'sequence')::int
    ) end,
    note.withdrawn_for
  from claimed
  join public.notifications as note on note.id = claimed.notification_id
  join public.notification_preferences as wants on wants.user_id = note.user_id
  join public.profiles as profile on profile.id = note.user_id
  join auth.users as account on account.id = note.user_id
  left join public.push_devices as device on device.id = claimed.device_id
  left join private.notification_facts as fact on fact.fact = note.fact
  left join public.signals on signals.id = note.signal_id
  left join public.instruments on instruments.symbol = signals.symbol
  left join public.signal_states as states on states.signal_id = note.signal_id
  left join public.signal_levels as levels on levels.signal_id = note.signal_id
  cross join lateral (select coalesce(
    signals.tier = 'freemium' or states.state in ('closed', 'expired', 'cancelled') or private.is_premium(note.user_id), false) as reads) as entitled
  order by claimed.id
$$;
comment on function private.claim_deliveries(text, int, timestamptz) is 'For the worker: locks the next due deliveries of a channel until its transaction ends, with all that sending them takes. stale says why one must not be sent any more. Levels are there for who may read them now.';

create function private.record_deliveries(results jsonb) returns void
language sql security definer set search_path = '' as $$
  with result as materialized (
    select * from jsonb_to_recordset(results) as result (id uuid, sent_at timestamptz, dropped_for text, due_at timestamptz, error text, device_gone boolean)
  ), noted as (
    update public.notification_deliveries as delivery set
      attempts = delivery.attempts + case when result.dropped_for is null or result.error is not null then 1 else 0 end,
      sent_at = result.sent_at, last_error = left(result.error, 500),
      dropped_for = case when result.sent_at is null then result.dropped_for end,
      dropped_at = case when result.sent_at is null and result.dropped_for is not null then clock_timestamp() end,
      due_at = coalesce(result.due_at, delivery.due_at)
    from result where delivery.id = result.id
    returning delivery.device_id, delivery.sent_at, delivery.last_error, result.device_gone
  ), locked as materialized (
    -- In one order: two workers may have pushes to the same devices in hand.
    select id from public.push_devices where id in (select device_id from noted) order by id for update
  ), reached as (
    update public.push_devices as device set
      last_reached_at = coalesce(noted.sent_at, device.last_reached_at), last_error = left(noted.last_error, 200)
    from noted join locked on locked.id = noted.device_id
    where device.id = noted.device_id and noted.device_gone is not true
      and (noted.last_error is distinct from device.last_error or device.last_reached_at is null or device.last_reached_at < noted.sent_at - interval '1 minute')
  )
  delete from public.push_devices using noted join locked on locked.id = noted.device_id where push_devices.id = noted.device_id and noted.device_gone
$$;
comment on function private.record_deliveries(jsonb) is 'For the worker: what came of the deliveries it claimed, in the transaction that holds them. A device that its push service no longer knows goes, and its deliveries with it.';

-- Reading --------------------------------------------------------------------------------------------------------------
create function public.read_notifications(ids uuid[] default null, unread boolean default false) returns int
language sql security definer set search_path = '' as $$
  with marked as (
    update public.notifications set read_at = case when unread then null else now() end
    where user_id = (select auth.uid()) and in_app and (ids is null or id = any (ids)) and (read_at is null) <> unread
    returning 1
  )
  select count(*)::int from marked
$$;
comment on function public.read_notifications(uuid[], boolean) is 'Marks notifications of the caller as read, or as unread again; all of them where none is named. Returns how many changed.';

create function public.test_push_device(device_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  note uuid;
begin
  if not exists (select from public.push_devices where id = device_id and user_id = auth.uid()) then
    raise exception 'device_not_found' using errcode = '42501';
  end if;
  -- One test in ten seconds: the fact is the device and the time.
  insert into public.notifications (user_id, fact, category, kind, link, in_app)
  values (auth.uid(), format('push_test:%s:%s', device_id, floor(extract(epoch from now()) / 10)), 'account', 'push_test', '/mon-compte?onglet=notifications', false)
  on conflict do nothing returning id into note;
  if note is null then return false; end if;
  insert into public.notification_deliveries (notification_id, user_id, channel, device_id, due_at)
  values (note, auth.uid(), 'push', device_id, now());
  perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications');
  return true;
end
$$;
comment on function public.test_push_device(bigint) is 'Sends a push to one device of the caller, at most one in ten seconds: false when that is asked for sooner.';

alter table public.notifications enable row level security;
create policy "members read their own notifications" on public.notifications for select to authenticated
  using ((select auth.uid()) = user_id and in_app);
alter table public.notification_deliveries enable row level security;
create policy "members see what was sent to them, admins see all" on public.notification_deliveries for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');
revoke all on public.notifications, public.notification_deliveries from anon, authenticated, service_role;
grant select on public.notifications, public.notification_deliveries to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.tell_pages(uuid[], jsonb[]), private.tell_members(uuid[], private.notification_facts), private.disturb_from(text, text, public.notification_preferences),
  private.notify_member(uuid, text, text, text, jsonb, text, uuid, boolean, boolean), private.fan_out(text, int),
  private.withdraw_notifications(uuid, text, int), private.withdraw_signal(uuid, text),
  private.claim_deliveries(text, int, timestamptz), private.record_deliveries(jsonb)
from public, anon, authenticated;
revoke execute on function public.read_notifications(uuid[], boolean), public.test_push_device(bigint) from public, anon, service_role;
grant execute on function public.read_notifications(uuid[], boolean), public.test_push_device(bigint) to authenticated;

-- supabase/schemas/notifications/signal_event_notifications.sql -------------------------------------------------------
-- What happens to a signal after its publication: a fact for each event, told by the preference of its kind to whoever may
-- read the levels. No row holds a level; what they may read is said as a push or a mail leaves.
create function private.notify_of_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  about constant text := format('signal:%s:%s', new.signal_id, new.sequence);
  ends constant boolean := new.kind in ('stopped', 'closed', 'expired', 'cancelled');
begin
  insert into private.notification_facts (fact, category, kind, parameters, link, signal_id, perishable, premium_only, created_at)
  select about,
    case new.kind when 'entered' then 'signal_entry' when 'stop_moved' then 'signal_stop' when 'target_reached' then 'signal_targets'
      when 'note' then 'signal_notes' else 'signal_end' end,
    'event_' || new.kind,
    jsonb_strip_nulls(jsonb_build_object(
      'number', signals.number, 'instrument', instruments.name, 'timeframe', signals.timeframe, 'sequence', new.sequence,
      -- Open to everybody from here on.
      'result', case when new.kind in ('stopped', 'closed') then trim_scale(round(states.realised_r, 2))::text end
    )),
    '/signaux?signal=' || signals.number, signals.id, not ends, signals.tier = 'premium', clock_timestamp()
  from public.signals join public.instruments using (symbol) join public.signal_states as states on states.signal_id = signals.id
  where signals.id = new.signal_id;
  perform private.enqueue('fan-out-notifications', jsonb_build_object('fact', about));
  return null;
end
$$;
comment on function private.notify_of_event() is 'Something happened to a signal: it is fanned out from here on. All but the end perishes with the signal. Grades are in the record and told to nobody; what an analyst asks is told to those who follow, and to all by what comes of it.';
create trigger notify_of_event after insert on private.signal_feed
  for each row when (new.kind not in ('published', 'graded', 'close_asked', 'cancel_asked')) execute function private.notify_of_event();
revoke execute on function private.notify_of_event() from public, anon, authenticated;

-- supabase/schemas/notifications/signal_notifications.sql -------------------------------------------------------------
-- What signals give occasion to tell: a publication, to everybody who may read its levels; an alert that a member has set.
create function private.notify_of_publication() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  about constant text := format('signal:%s:published', new.signal_id);
begin
  insert into private.notification_facts (fact, category, kind, parameters, link, signal_id, perishable, premium_only, created_at)
  select about, 'signals', 'signal_published',
    jsonb_build_object('number', signals.number, 'instrument', instruments.name, 'timeframe', signals.timeframe),
    '/signaux?signal=' || signals.number, signals.id, true, signals.tier = 'premium', clock_timestamp()
  from public.signals join public.instruments using (symbol) where signals.id = new.signal_id;
  perform private.enqueue('fan-out-notifications', jsonb_build_object('fact', about));
  return null;
end
$$;
comment on function private.notify_of_publication() is 'A signal was told: it is fanned out from here on. Follows the feed, so what is drawn for demonstration tells nobody.';
create trigger notify_of_publication after insert on private.signal_feed
  for each row when (new.kind = 'published') execute function private.notify_of_publication();

create function private.withdraw_with_signal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.notification_facts where signal_id = new.signal_id)
    or exists (select from public.notifications where signal_id = new.signal_id) then
    perform private.withdraw_signal(new.signal_id, new.state);
  end if;
  return null;
end
$$;
comment on function private.withdraw_with_signal() is 'With the end of a signal everything perishable that was told of it is over.';
create trigger withdraw_with_signal after update of state on public.signal_states
  for each row when (old.closed_at is null and new.closed_at is not null) execute function private.withdraw_with_signal();

create function private.notify_of_alert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_member(
    new.user_id, format('alert:%s:%s', new.alert_id, new.occasion), 'signals',
    case when new.kind in ('entry', 'stop', 'target') then 'near_' || new.kind else 'signal_' || new.kind end,
    jsonb_strip_nulls(jsonb_build_object(
      'number', signals.number, 'instrument', instruments.name, 'price', private.decimal_text(new.price, instruments.digits))),
    '/signaux?signal=' || signals.number, signals.id, new.kind in ('entry', 'stop', 'target'))
  from public.signals join public.instruments using (symbol) where signals.id = new.signal_id;
  return null;
end
$$;
comment on function private.notify_of_alert() is 'A rule of a member fired: they are told in the same transaction. The price is what they were entitled to when it fired.';
create trigger notify_of_alert after insert on public.signal_alerts_fired for each row execute function private.notify_of_alert();

revoke execute on function private.notify_of_publication(), private.withdraw_with_signal(), private.notify_of_alert() from public, anon, authenticated;

-- supabase/schemas/notifications/telegram.sql -------------------------------------------------------------------------
-- The Telegram channel: the operator's two chats, told from the feed of signals, each in its order and from a place of its own.
-- The premium chat is told the levels. The free one is told free signals, that a premium one is there, and how it ended,
-- opened. Which chats there are, the deployment says; this knows no token and no address.
create table private.telegram_chats (
  chat text primary key check (chat in ('premium', 'free')),
  configured boolean not null default false,
  language text not null default 'fr' check (language in ('fr', 'en', 'es', 'it')),
  -- Up to which number of the feed the chat was told, or had nothing to be told.
  told_to bigint not null default 0,
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text check (length(last_error) <= 300),
  last_sent_at timestamptz
);
comment on table private.telegram_chats is 'What the two chats are told up to. A chat is locked while it is told, so that each entry reaches it once and in order.';
insert into private.telegram_chats (chat) values ('premium'), ('free');

create table private.telegram_posts (
  chat text not null references private.telegram_chats (chat),
  number bigint not null references private.signal_feed (number),
  -- As Telegram numbers it in the chat.
  message_id bigint,
  passed_for text check (passed_for in ('signal_ended', 'too_old', 'refused')),
  at timestamptz not null default clock_timestamp(),
  primary key (chat, number),
  check ((message_id is null) <> (passed_for is null))
);
comment on table private.telegram_posts is 'What each chat was told, or why it was not: signal_ended and too_old are no longer true, refused is what Telegram would not take.';
create index telegram_posts_of_entry on private.telegram_posts (number);
call private.make_append_only('private.telegram_posts');
alter table private.telegram_chats enable row level security;
alter table private.telegram_posts enable row level security;
revoke all on private.telegram_chats, private.telegram_posts from anon, authenticated, service_role;

create function private.keep_telegram(languages jsonb) returns void
language sql security definer set search_path = '' as $$
  update private.telegram_chats as kept set
    configured = languages ? kept.chat,
    language = coalesce(languages ->> kept.chat, kept.language),
    attempts = 0, next_try_at = now(), last_error = null,
    -- A chat begins with what comes; what was told before it was there is nobody's news.
    told_to = case when kept.configured then kept.told_to else greatest(kept.told_to, coalesce((select max(number) from private.signal_feed), 0)) end
$$;
comment on function private.keep_telegram(jsonb) is 'For the worker, at its start: the chats that are configured and the language of each, {"premium": "fr"}.';

create function private.next_telegram_post(of_chat text, at timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept private.telegram_chats;
  entry record;
begin
  select * into kept from private.telegram_chats where chat = of_chat and configured and next_try_at <= at for update skip locked;
  if not found then return null; end if;
  for entry in
    select feed.number, feed.kind, feed.sequence, feed.signal_id, feed.at as happened_at, signals.tier, states.state in ('closed', 'expired', 'cancelled') as ended,
      feed.kind in ('stopped', 'closed', 'expired', 'cancelled') as ends
    from private.signal_feed as feed
    join public.signals on signals.id = feed.signal_id join public.signal_states as states on states.signal_id = feed.signal_id
    where feed.number > kept.told_to order by feed.number
  loop
    if entry.kind in ('graded', 'close_asked', 'cancel_asked') or not (of_chat = 'premium' or entry.tier = 'freemium' or entry.kind = 'published' or entry.ends) then
      -- Nothing for this chat.
      null;
    elsif entry.happened_at < at - interval '24 hours' or (entry.ended and not entry.ends) then
      insert into private.telegram_posts (chat, number, passed_for)
      values (of_chat, entry.number, case when entry.ended and not entry.ends then 'signal_ended' else 'too_old' end);
    else
      return private.telegram_facts(of_chat, entry.signal_id, entry.kind, entry.sequence)
        || jsonb_build_object('entry', entry.number, 'language', kept.language, 'attempts', kept.attempts);
    end if;
    update private.telegram_chats set told_to = entry.number where chat = of_chat;
  end loop;
  return null;
end
$$;
comment on function private.next_telegram_post(text, timestamptz) is 'For the worker: what a chat is told next, its row locked until the transaction ends; null where there is nothing, or it is not its time. What is no longer true is passed over: a signal that ended is told by its end alone.';

create function private.telegram_facts(of_chat text, of_signal uuid, kind text, of_sequence int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kind', telegram_facts.kind, 'number', signals.number, 'instrument', instruments.name, 'timeframe', signals.timeframe,
    'result', case when telegram_facts.kind in ('stopped', 'closed') then trim_scale(round(states.realised_r, 2))::text end
  ) || case when of_chat = 'premium' or private.levels_are_open(of_signal) then jsonb_build_object(
    'price', private.decimal_text(event.price, digits),
    'note', case when event.kind = 'note' then event.data ->> 'text' end,
    'levels', jsonb_build_object(
      'direction', levels.direction, 'entry_low', private.decimal_text(levels.entry_low, digits),
      'entry_high', private.decimal_text(levels.entry_high, digits), 'stop_loss', private.decimal_text(levels.stop_loss, digits)
    ),
    'targets', (
      select jsonb_agg(jsonb_build_object('price', private.decimal_text(target.price, digits), 'share', trim_scale(target.share)::text) order by target.position)
      from public.signal_targets as target where target.signal_id = of_signal
    )
  ) else '{}' end
  from public.signals
  join public.instruments using (symbol)
  join public.signal_states as states on states.signal_id = signals.id
  join public.signal_levels as levels on levels.signal_id = signals.id
  left join public.signal_events as event on event.signal_id = signals.id and event.sequence = of_sequence
  where signals.id = of_signal
$$;
comment on function private.telegram_facts(text, uuid, text, int) is 'What a chat is told of an event. The free one is given no level of a signal that is not open to everybody.';

create function private.settle_telegram_post(of_chat text, entry bigint, message_id bigint, passed_for text, error text, retry_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if message_id is null and passed_for is null then
    update private.telegram_chats set attempts = attempts + 1, next_try_at = retry_at, last_error = left(error, 300) where chat = of_chat;
    return;
  end if;
  insert into private.telegram_posts (chat, number, message_id, passed_for) values (of_chat, entry, message_id, passed_for);
  update private.telegram_chats set
    told_to = entry, attempts = 0, last_error = left(error, 300),
    last_sent_at = case when message_id is null then last_sent_at else clock_timestamp() end
  where chat = of_chat;
end
$$;
comment on function private.settle_telegram_post(text, bigint, bigint, text, text, timestamptz) is 'For the worker, in the transaction of next_telegram_post(): told, passed over, or to be tried again at a time.';

create function private.ask_for_telegram() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.telegram_chats where configured) then
    perform private.enqueue('post-to-telegram', '{}', 'post-to-telegram');
  end if;
  return null;
end
$$;
comment on function private.ask_for_telegram() is 'Something was told on the feed that the chats may have part in.';
create trigger ask_for_telegram after insert on private.signal_feed for each row execute function private.ask_for_telegram();

revoke execute on function
  private.keep_telegram(jsonb), private.next_telegram_post(text, timestamptz), private.telegram_facts(text, uuid, text, int),
  private.settle_telegram_post(text, bigint, bigint, text, text, timestamptz), private.ask_for_telegram()
from public, anon, authenticated;

-- supabase/schemas/notifications/telling.sql --------------------------------------------------------------------------
-- Telling: how a feature tells a member of a fact that has a mail of its own, and the mails that admins get. Both write to the mails'
-- outbox in the transaction of the fact.
create function private.tell_member(member uuid, kind text, parameters jsonb, link text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.queue_mail(member, kind, parameters);
  -- The mail says all; the bell and the devices say that it is so.
  select private.notify_member(member, kind || ' ' || pg_current_xact_id(), 'account', kind, '{}', link, own_mail => true);
$$;
comment on function private.tell_member(uuid, text, jsonb, text) is 'Tells a member of a fact: by a mail named kind, filled with parameters, and by the notification of the same name, which leads to link.';

create function private.tell_admins(kind text, parameters jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  select private.queue_mail(user_id, kind, parameters) from public.staff where role = 'admin' order by user_id
$$;
comment on function private.tell_admins(text, jsonb) is 'Tells every admin of a fact by mail.';

-- Notices to the admins are told in bundles: the first at once, then all that came within five minutes in one mail. Whoever calls
-- `admin-notifications` in a loop fills one mail, not a mailbox.
alter table public.admin_notifications add column mailed_at timestamptz;
comment on column public.admin_notifications.mailed_at is 'When the admins were told by mail.';
create index admin_notifications_unmailed on public.admin_notifications (id) where mailed_at is null;

create function private.mail_admin_notices(moment timestamptz) returns int
language plpgsql security definer set search_path = '' as $$
declare
  told int;
  words jsonb;
begin
  perform pg_advisory_xact_lock(hashtext('private.mail_admin_notices'));
  if exists (select from public.admin_notifications where mailed_at > moment - interval '5 minutes') then return 0; end if;
  with fresh as (
    update public.admin_notifications set mailed_at = moment where mailed_at is null returning *
  )
  select count(*), jsonb_build_object(
    'SignUps', count(*) filter (where type = 'inscription'), 'Requests', count(*) filter (where type = 'premium_request'),
    'Names', (
      select coalesce(jsonb_agg(concat_ws(' ', nullif(first_name, ''), nullif(last_name, ''), '<' || user_email || '>') order by type desc, id), '[]')
      from (select * from fresh order by type desc, id limit 20) as first
    ), 'At', moment
  ) into told, words from fresh;
  if told > 0 then perform private.tell_admins('admin_notices', words); end if;
  return told;
end
$$;
comment on function private.mail_admin_notices(timestamptz) is 'Mails the notices that nobody was mailed of yet, unless a mail went out less than five minutes before. Returns how many; the caller asks again each minute.';

create function private.ask_for_notices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue('mail-admin-notices', '{}', 'mail-admin-notices');
  return null;
end
$$;
comment on function private.ask_for_notices() is 'A notice is mailed without being waited for.';
create trigger ask_for_notices after insert on public.admin_notifications for each statement execute function private.ask_for_notices();

revoke execute on function
  private.tell_member(uuid, text, jsonb, text), private.tell_admins(text, jsonb), private.mail_admin_notices(timestamptz), private.ask_for_notices()
from public, anon, authenticated, service_role;
grant execute on function private.mail_admin_notices(timestamptz) to service_role;

-- supabase/schemas/notifications/unsubscribe.sql ----------------------------------------------------------------------
-- Leaving a mail's category without signing in: a token says whose and which, and that this installation wrote it. Opening
-- the address changes nothing (mail scanners open every address); pressing the button does, and so does RFC 8058's POST.
create table private.unsubscribe_key (
  only_row boolean primary key default true check (only_row),
  key bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.unsubscribe_key is 'What unsubscribe tokens are signed with. A new key makes every old link invalid.';
alter table private.unsubscribe_key enable row level security;
insert into private.unsubscribe_key default values;

create function private.unsubscribe_token(member uuid, category text) returns text
language sql stable security definer set search_path = '' as $$
  select translate(encode(subject || substr(extensions.hmac(subject, key, 'sha256'), 1, 16), 'base64'), E'+/\n', '-_')
  from private.unsubscribe_key, (select
    uuid_send(member) || set_byte('\x00'::bytea, 0, array_position(array['signals', 'announcements', 'trainings', 'daily_test', 'marketing', 'digest', 'signal_entry', 'signal_stop', 'signal_targets', 'signal_end', 'signal_notes'], category)) as subject
  ) as signed
$$;
comment on function private.unsubscribe_token(uuid, text) is '44 characters: member, category (digest: the daily mail, whatever is in it) and a 128-bit HMAC-SHA-256 over both.';

create function private.read_unsubscribe_token(token text, out member uuid, out category text)
language plpgsql stable security definer set search_path = '' as $$
declare
  bytes bytea;
begin
  if token ~ '^[A-Za-z0-9_-]{44}$' then
    bytes := decode(translate(token, '-_', '+/'), 'base64');
    member := encode(substr(bytes, 1, 16), 'hex')::uuid;
    category := (array['signals', 'announcements', 'trainings', 'daily_test', 'marketing', 'digest', 'signal_entry', 'signal_stop', 'signal_targets', 'signal_end', 'signal_notes'])[get_byte(bytes, 16)];
  end if;
  -- Both sides are hashed once more: how far two texts agree shows in how long they are compared.
  if category is null or extensions.digest(token, 'sha256') <> extensions.digest(private.unsubscribe_token(member, category), 'sha256') then
    raise exception 'invalid_token' using errcode = '22023';
  end if;
end
$$;
comment on function private.read_unsubscribe_token(text) is 'Whose token it is and for which category; refuses what was not written here.';

create function public.unsubscribe_state(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('category', read.category, 'subscribed',
    case when read.category = 'digest' then wants.digest <> '{}' else read.category = any (wants.email || wants.digest) end)
  from private.read_unsubscribe_token(token) as read join public.notification_preferences as wants on wants.user_id = read.member
$$;
comment on function public.unsubscribe_state(text) is 'What an unsubscribe link is about: {category, subscribed}; null when the account is gone. Changes nothing.';

create function public.unsubscribe(token text, undo boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  read record;
begin
  select * into read from private.read_unsubscribe_token(token);
  update public.notification_preferences set
    email = case when undo and read.category <> 'digest' then array_append(array_remove(email, read.category), read.category)
      else array_remove(email, read.category) end,
    digest = case when read.category <> 'digest' then array_remove(digest, read.category) when undo then digest else '{}' end
  where user_id = read.member;
  return public.unsubscribe_state(token);
end
$$;
comment on function public.unsubscribe(text, boolean) is 'Ends a category''s mails for whom the token was written, or takes that back (the daily mail''s, which is of several categories, only the preferences do). The token is the right to do so; nobody needs to be signed in.';

revoke execute on function private.unsubscribe_token(uuid, text), private.read_unsubscribe_token(text) from public, anon, authenticated;
revoke execute on function public.unsubscribe_state(text), public.unsubscribe(text, boolean) from public, service_role;
grant execute on function public.unsubscribe_state(text), public.unsubscribe(text, boolean) to anon, authenticated;

-- supabase/schemas/platform/audit.sql ---------------------------------------------------------------------------------
-- Audit: what staff change is written down with what stood before and after, who did it, when, and in which request. One
-- trigger function does so on every table that staff write to; a feature calls private.audit_changes() beside its table.
-- Admins read it; nobody writes to it by hand, and nobody changes it.
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor uuid,
  actor_role text not null,
  request_id text not null,
  table_name text not null,
  row_key text not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  before jsonb,
  after jsonb
);
comment on table public.audit_log is 'Every write of staff. before and after hold what changed, or the whole row where it came or went; a hidden value is written as "•": secrets, and what tells of a person (names, addresses, words about them), for the log outlives them and names them by number alone. actor has no reference: the row outlives the account. Without an actor the owner of the database wrote.';
create index audit_log_of_row on public.audit_log (table_name, row_key, id desc);
create index audit_log_of_actor on public.audit_log (actor, id desc);
call private.make_append_only('public.audit_log');

create function private.current_request_id() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known text := nullif(current_setting('vigie.request_id', true), '');
begin
  if known is null then
    known := coalesce(
      substring(nullif(current_setting('request.headers', true), '')::json ->> 'x-request-id' from '^[A-Za-z0-9._:/+=-]{1,128}$'),
      gen_random_uuid()::text
    );
    perform set_config('vigie.request_id', known, true);
  end if;
  return known;
end
$$;
comment on function private.current_request_id() is 'One name for all that a request writes: the one its header x-request-id gave, or one drawn for the transaction.';

create function private.audit_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  everybody constant boolean := tg_argv[0] = 'everybody';
  role constant text := public.current_staff_role();
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
  key text;
begin
  -- The first role that somebody is given makes them staff in this very statement: who had none is not the one who acts.
  if role is null and (not everybody or auth.uid() is not null) then return null; end if;
  select string_agg(coalesce(becomes, was) ->> name, '/' order by place) into key
  from unnest(string_to_array(tg_argv[1], ',')) with ordinality as part(name, place);
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(field.key, field.value), jsonb_object_agg(field.key, becomes -> field.key) into was, becomes
    from jsonb_each(was) as field where field.value is distinct from becomes -> field.key;
    if was is null then return null; end if;
  end if;
  insert into public.audit_log (actor, actor_role, request_id, table_name, row_key, action, before, after)
  values (
    auth.uid(), coalesce(role, session_user), private.current_request_id(), tg_table_name, coalesce(key, ''), lower(tg_op),
    private.with_hidden(was, string_to_array(tg_argv[2], ',')), private.with_hidden(becomes, string_to_array(tg_argv[2], ','))
  );
  return null;
end
$$;
comment on function private.audit_change() is 'Writes down a change of a row. Arguments: "staff" or "everybody" whose writes count, the columns of the key, the columns whose values are hidden.';

create function private.with_hidden(fields jsonb, hidden text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select case when fields is null or hidden = '{}' then fields else
    (select jsonb_object_agg(key, case when key = any (hidden) and value <> 'null' then '"•"' else value end) from jsonb_each(fields))
  end
$$;
comment on function private.with_hidden(jsonb, text[]) is 'The fields, with a dot in place of each value that is to stay hidden.';

create procedure private.audit_changes(subject regclass, hidden text[] default '{}', whose text default 'staff')
language plpgsql set search_path = '' as $$
declare
  key text;
begin
  select string_agg(attname, ',' order by place) into key
  from pg_catalog.pg_index, unnest(indkey::int2[]) with ordinality as part(number, place)
  join pg_catalog.pg_attribute on attnum = part.number
  where indrelid = subject and attrelid = subject and indisprimary;
  execute format(
    'create trigger audit_change after insert or update or delete on %s for each row execute function private.audit_change(%L, %L, %L)',
    subject, whose, key, array_to_string(hidden, ','));
end
$$;
comment on procedure private.audit_changes(regclass, text[], text) is 'Puts a table under audit. whose: staff, or everybody (the database''s owner too).';

-- What staff already write ------------------------------------------------------------------------------------------------
do $$
declare
  subject regclass;
begin
  for subject in
    select distinct polrelid::regclass from pg_catalog.pg_policy
    where polcmd <> 'r' and coalesce(pg_get_expr(polqual, polrelid), '') || coalesce(pg_get_expr(polwithcheck, polrelid), '') like '%writing_staff_role%'
  loop
    call private.audit_changes(subject);
  end loop;
end
$$;
-- Written by functions: publications and what follows them, roles, periods of access.
call private.audit_changes('public.signals');
call private.audit_changes('public.signal_events');
call private.audit_changes('public.staff', whose => 'everybody');
call private.audit_changes('public.premium_grants');

alter table public.audit_log enable row level security;
create policy "admins read the audit log" on public.audit_log for select to authenticated
  using ((select public.current_staff_role()) = 'admin');
revoke all on public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function private.current_request_id(), private.audit_change(), private.with_hidden(jsonb, text[]) from public, anon, authenticated, service_role;
revoke execute on procedure private.audit_changes(regclass, text[], text) from public, anon, authenticated, service_role;

-- supabase/schemas/platform/jobs.sql ----------------------------------------------------------------------------------
-- Jobs: work that follows a fact is added in the fact's own transaction, so both exist or neither. private.enqueue() is the
-- one place that knows the queue; until the worker has made the queue's schema, jobs wait in private.pending_jobs.
create table private.pending_jobs (
  id bigint generated always as identity primary key,
  task text not null,
  payload jsonb not null default '{}',
  created_at timestamptz not null default now()
);
comment on table private.pending_jobs is 'Jobs that were added before the queue stood; the worker takes them over when it starts.';
alter table private.pending_jobs enable row level security;

create function private.enqueue(task text, payload jsonb default '{}', job_key text default null, run_at timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The worker makes the queue's schema in many transactions, and what stands between two of them takes no job: that is waited for.
  lock table private.pending_jobs in row share mode;
  if to_regprocedure('graphile_worker.add_job(text, json, text, timestamptz, integer, text, integer, text[], text)') is not null then
    execute 'select graphile_worker.add_job($1, $2::json, job_key := $3, run_at := $4)' using task, payload, job_key, run_at;
  else
    insert into private.pending_jobs (task, payload) values (enqueue.task, enqueue.payload);
  end if;
end
$$;
comment on function private.enqueue(text, jsonb, text, timestamptz) is 'Adds a job for the worker, at once or for a time. With a job_key, a job that still waits under it is replaced.';
revoke execute on function private.enqueue(text, jsonb, text, timestamptz) from public, anon, authenticated;

-- supabase/schemas/platform/search.sql --------------------------------------------------------------------------------
-- Search: one function for everything the palette can find, so that a later feature adds a branch and no screen changes. It
-- runs with the rights of whoever searches: what row-level security hides is not found, not even counted.
create function private.plain(value text) returns text
language sql immutable set search_path = '' as $$
  -- Accents go first: where the database's locale is C, lower() knows no letter but those of ASCII.
  select lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g'))
$$;
comment on function private.plain(text) is 'Text as it is searched: in lower case, without accents.';

create function public.search(query text, language text default 'fr', most int default 8)
returns table (kind text, key text, title text, detail text, href text)
language sql stable security invoker set search_path = '' as $$
  with wanted as (
    select private.plain(btrim(left(search.query, 100))) as words, replace(private.plain(btrim(left(search.query, 100))), '/', '') as symbol,
      substring(btrim(search.query) from '^#?([0-9]{1,9})$')::bigint as number, least(greatest(search.most, 1), 20) as most
  ), named as (
    select instruments.symbol, instruments.name, coalesce(description ->> search.language, description ->> 'fr') as description, sort
    from public.instruments
  ), found as (
    select 1 as place, 'instrument' as kind, named.symbol as key, named.name as title, named.description as detail,
      '/signaux?instrument=' || named.symbol as href,
      (case when starts_with(lower(named.symbol), wanted.symbol) then 0 else 1000 end + sort)::bigint as rank
    from named, wanted
    where wanted.symbol <> '' and (
      strpos(lower(named.symbol), wanted.symbol) > 0 or strpos(private.plain(named.name), wanted.words) > 0
      or strpos(private.plain(named.description), wanted.words) > 0)
    union all
    select 2, 'signal', signals.id::text, named.name, '#' || signals.number || ' · ' || signals.timeframe, '/signaux?signal=' || signals.id, -signals.number
    from public.signals join named using (symbol), wanted
    where signals.number = wanted.number or (length(wanted.symbol) >= 3 and strpos(lower(signals.symbol), wanted.symbol) = 1)
  ), ranked as (
    select found.*, row_number() over (partition by found.kind order by found.rank) as nth from found
  )
  select ranked.kind, ranked.key, ranked.title, ranked.detail, ranked.href
  from ranked, wanted where ranked.nth <= wanted.most order by ranked.place, ranked.nth
$$;
comment on function public.search(text, text, int) is 'What the caller may see and the words name: at most `most` (1 to 20) rows of each kind, best first. kind, key, title, detail in the language, href of the screen.';

revoke execute on function private.plain(text), public.search(text, text, int) from public, anon;
grant execute on function private.plain(text), public.search(text, text, int) to authenticated;

-- supabase/schemas/platform/visits.sql --------------------------------------------------------------------------------
-- Visits: when a member was last here, so that a screen can say what has changed since. The member's browser calls
-- begin_visit() when the dashboard opens; half an hour of absence makes the next opening a new visit. Nobody else reads it.
create table public.visits (
  user_id uuid primary key references auth.users (id) on delete cascade,
  seen_at timestamptz not null default now(),
  previous_at timestamptz check (previous_at <= seen_at)
);
comment on table public.visits is 'The last time a member opened the dashboard, and the end of the visit before this one.';

alter table public.visits enable row level security;
create policy "members see their own visits" on public.visits for select to authenticated
  using ((select auth.uid()) = user_id);

create function public.begin_visit() returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  visitor constant uuid := auth.uid();
  since timestamptz;
begin
  if visitor is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  insert into public.visits as visit (user_id) values (visitor)
  on conflict (user_id) do update set
    previous_at = case when visit.seen_at < now() - interval '30 minutes' then visit.seen_at else visit.previous_at end,
    seen_at = now()
  returning previous_at into since;
  return since;
end
$$;
comment on function public.begin_visit() is 'Notes that the caller is here. Returns when their visit before this one ended; null at the first.';

revoke all on public.visits from anon, authenticated, service_role;
grant select on public.visits to authenticated;
revoke execute on function public.begin_visit() from public, anon, service_role;
grant execute on function public.begin_visit() to authenticated;

-- supabase/schemas/leads/leads.sql ------------------------------------------------------------------------------------
-- Leads: whoever signs up is one, in the transaction that makes their profile, so no account is without its lead and no lead is
-- lost with a browser. It keeps what they were shown and agreed to. Admins read; only functions write.
create function private.mailbox_of(email text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(
    case when lower(email) ~ '@(gmail|googlemail)\.com$'
      then replace(split_part(lower(email), '@', 1), '.', '') || '@gmail.com' else lower(email) end,
    '\+[^@]*@', '@')
$$;
comment on function private.mailbox_of(text) is 'The mailbox behind an address: in lower case, without +tag, and for Gmail without dots.';

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
  consent_locale text check (consent_locale in ('fr', 'en', 'es', 'it')),
  consent_at timestamptz,
  time_zone text not null default 'Europe/Paris',
  duplicate_of uuid references public.leads (id) on delete set null,
  created_at timestamptz not null default now(),
  qualified_at timestamptz,
  check ((consent_version is null) = (consent_at is null)),
  check (is_qualified = (qualified_at is not null))
);
comment on table public.leads is 'One row for each who signed up: who they are, whence they came, the version, language and time of the risk warning they accepted. It leaves with the account.';
comment on column public.leads.email_key is 'The mailbox behind the address. Two leads with one key are one person.';
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
  made uuid;
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
  ) on conflict (user_id) do nothing
  returning id into made;
  if made is null then return; end if;
  perform private.queue_deliveries(made, 'lead.created');
end
$$;
comment on function private.record_lead(uuid) is 'The lead of an account, once, and its way to the webhooks. Somebody who only tries the product is none until they give an address.';

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

call private.audit_changes('public.leads', '{email,email_key,phone,first_name,last_name,username,source,campaign}');
alter table public.leads enable row level security;
create policy "admins read the leads" on public.leads for select to authenticated
  using ((select public.current_staff_role()) = 'admin');
revoke all on public.leads from anon, authenticated, service_role;
grant select on public.leads to authenticated;
revoke execute on function
  private.mailbox_of(text), private.campaign_of(text), private.record_lead(uuid), private.lead_of_profile(), private.lead_of_trial(), private.lead_record(public.leads)
from public, anon, authenticated, service_role;

-- supabase/schemas/leads/members.sql ----------------------------------------------------------------------------------
-- Members, for admins: one row an account with what a list searches, filters and orders by, kept by triggers where its facts are.
-- A search in 200 000 of them is an index scan. Suspending keeps somebody out until they are reinstated.
create extension if not exists pg_trgm with schema extensions;

create table public.members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  first_name text not null,
  last_name text not null,
  email text,
  phone text,
  words text not null,
  premium_until timestamptz,
  staff_role text,
  suspended_at timestamptz,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  visited boolean not null
);
comment on table public.members is 'Accounts as admins list them, trials aside. Nobody writes here: triggers copy from where each fact is.';
comment on column public.members.words is 'What is searched: in lower case, without accents, each word behind a space.';
comment on column public.members.confirmed_at is 'When an address or a telephone number was confirmed, whichever is kept; null before.';
comment on column public.members.visited is 'Whether they have opened their dashboard.';
comment on column public.members.premium_until is 'When the last period of access ends. Whether one runs now is asked of the periods.';
create index members_newest on public.members (created_at desc, user_id desc);
create index members_words on public.members using gin (words extensions.gin_trgm_ops);
create index members_premium on public.members (premium_until) where premium_until is not null;
create index members_staff on public.members (staff_role) where staff_role is not null;
create index members_suspended on public.members (suspended_at) where suspended_at is not null;

create table public.member_suspensions (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  reason text not null check (length(btrim(reason)) between 3 and 500),
  suspended_by uuid,
  suspended_at timestamptz not null default now(),
  reinstated_by uuid,
  reinstated_at timestamptz
);
comment on table public.member_suspensions is 'Who was kept out, by whom, why, and until when.';
create unique index member_suspensions_running on public.member_suspensions (user_id) where reinstated_at is null;
create index member_suspensions_of_user on public.member_suspensions (user_id, id desc);

create function private.refresh_member(member uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.members (user_id, username, first_name, last_name, email, phone, words, premium_until, staff_role, suspended_at, created_at, confirmed_at, visited)
  select account.id, profile.username, profile.first_name, profile.last_name, account.email, coalesce(profile.phone, account.phone),
    private.plain(concat_ws(' ', '', profile.first_name, profile.last_name, profile.username, account.email,
      regexp_replace(account.email, '[^[:alnum:]]+', ' ', 'g'), coalesce(profile.phone, account.phone), '')),
    (select max(ends_at) from public.premium_grants where user_id = account.id),
    (select role from public.staff where user_id = account.id),
    (select suspended_at from public.member_suspensions where user_id = account.id and reinstated_at is null),
    profile.created_at, coalesce(account.email_confirmed_at, account.phone_confirmed_at),
    exists (select from public.visits where user_id = account.id)
  from auth.users as account join public.profiles as profile on profile.id = account.id
  where account.id = refresh_member.member and not account.is_anonymous
  on conflict (user_id) do update set
    username = excluded.username, first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email,
    phone = excluded.phone, words = excluded.words, premium_until = excluded.premium_until, staff_role = excluded.staff_role,
    suspended_at = excluded.suspended_at, confirmed_at = excluded.confirmed_at, visited = excluded.visited
$$;
comment on function private.refresh_member(uuid) is 'Copies the facts of an account into its row of members.';

create function private.follow_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_member((coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0])::uuid);
  return null;
end
$$;
comment on function private.follow_member() is 'Something about an account changed; the argument is the column that names it.';
create trigger follow_member after insert or update on public.profiles for each row execute function private.follow_member('id');
create trigger follow_member after update of email, phone, is_anonymous, email_confirmed_at, phone_confirmed_at on auth.users for each row execute function private.follow_member('id');
create trigger follow_member after insert or update or delete on public.premium_grants for each row execute function private.follow_member('user_id');
create trigger follow_member after insert or delete on public.visits for each row execute function private.follow_member('user_id');
create trigger follow_member after insert or update or delete on public.staff for each row execute function private.follow_member('user_id');
create trigger follow_member after insert or update on public.member_suspensions for each row execute function private.follow_member('user_id');
select private.refresh_member(id) from public.profiles;

create function public.list_members(
  query text default '', of_tier text default null, of_role text default null, of_state text default null,
  before_at timestamptz default null, before_id uuid default null, most int default 50
)
returns table (
  user_id uuid, username text, first_name text, last_name text, email text, phone text, tier text, premium_until timestamptz,
  staff_role text, suspended_at timestamptz, created_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
declare
  conditions text := 'true';
  word text;
  premium constant text := $sql$(members.staff_role is not null or (members.premium_until > now() and exists (
    select from public.premium_grants as period where period.user_id = members.user_id and period.starts_at <= now() and period.ends_at > now()
  )))$sql$;
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  foreach word in array regexp_split_to_array(btrim(private.plain(left(coalesce(query, ''), 100))), '\s+') loop
    continue when word = '';
    word := regexp_replace(word, '([\\%_])', '\\\1', 'g');
    -- Two letters are in almost every row somewhere; at the beginning of a word they say something.
    conditions := conditions || format(' and members.words like %L', case when length(word) < 3 then '% ' else '%' end || word || '%');
  end loop;
  if of_tier = 'premium' then conditions := conditions || ' and ' || premium;
  elsif of_tier = 'freemium' then conditions := conditions || ' and not ' || premium; end if;
  if of_role = 'member' then conditions := conditions || ' and members.staff_role is null';
  elsif of_role is not null then conditions := conditions || format(' and members.staff_role = %L', of_role); end if;
  if of_state = 'suspended' then conditions := conditions || ' and members.suspended_at is not null';
  elsif of_state = 'active' then conditions := conditions || ' and members.suspended_at is null'; end if;
  if before_at is not null then
    conditions := conditions || format(' and (members.created_at, members.user_id) < (%L::timestamptz, %L::uuid)', before_at, coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'));
  end if;
  -- Written out and planned each time: the best plan for one search is a bad one for another.
  return query execute format($sql$
    select members.user_id, members.username, members.first_name, members.last_name, members.email, members.phone,
      case when %s then 'premium' else 'freemium' end, members.premium_until, members.staff_role, members.suspended_at, members.created_at
    from public.members where %s order by members.created_at desc, members.user_id desc limit %s
  $sql$, premium, conditions, least(greatest(coalesce(most, 50), 1), 200));
end
$$;
comment on function public.list_members(text, text, text, text, timestamptz, uuid, int) is 'For admins: accounts, newest first, at most `most` (1 to 200) of those older than the row before_at and before_id name. query: words of name, username, address or telephone, all of them; of_tier: freemium or premium, as current_tier() says; of_role: member, analyst, admin; of_state: active, suspended.';

create function public.suspend_member(member uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if exists (select from public.staff where user_id = member) then raise exception 'member_is_staff' using errcode = '42501'; end if;
  if not exists (select from public.members where user_id = member) then raise exception 'no_such_member' using errcode = 'P0002'; end if;
  insert into public.member_suspensions (user_id, reason, suspended_by) values (member, private.cleaned(reason, 500), auth.uid())
  on conflict (user_id) where reinstated_at is null do nothing;
  if not found then raise exception 'already_suspended' using errcode = '23505'; end if;
  update auth.users set banned_until = now() + interval '100 years' where id = member;
  delete from auth.sessions where user_id = member;
end
$$;
comment on function public.suspend_member(uuid, text) is 'Keeps a member out at once: no sign-in, no new token; this server refuses the tokens that are out and closes their sockets, and on any host nothing premium is read with them. Staff are no members.';

create function public.reinstate_member(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  update public.member_suspensions set reinstated_by = auth.uid(), reinstated_at = now() where user_id = member and reinstated_at is null;
  if not found then raise exception 'not_suspended' using errcode = 'P0002'; end if;
  update auth.users set banned_until = null where id = member;
end
$$;
comment on function public.reinstate_member(uuid) is 'Lets a suspended member in again.';

call private.audit_changes('public.member_suspensions', '{reason}');
alter table public.members enable row level security;
create policy "admins read the members" on public.members for select to authenticated
  using ((select public.current_staff_role()) = 'admin');
alter table public.member_suspensions enable row level security;
create policy "admins read the suspensions" on public.member_suspensions for select to authenticated
  using ((select public.current_staff_role()) = 'admin');
revoke all on public.members, public.member_suspensions from anon, authenticated, service_role;
grant select on public.members, public.member_suspensions to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.refresh_member(uuid), private.follow_member(), public.list_members(text, text, text, text, timestamptz, uuid, int),
  public.suspend_member(uuid, text), public.reinstate_member(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  public.list_members(text, text, text, text, timestamptz, uuid, int), public.suspend_member(uuid, text), public.reinstate_member(uuid)
to authenticated;

-- supabase/schemas/leads/proofs.sql -----------------------------------------------------------------------------------
-- Proofs that members bring for a request (a statement, a screenshot): private, in a folder of their own. The member and the
-- admins, who decide, read them; nobody replaces one. When they go, and who may take one back: …_proof_retention.sql.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('proofs', 'proofs', false, 10000000, array['image/png', 'image/jpeg', 'image/webp', 'application/pdf']);

create policy "members bring proofs to their own folder" on storage.objects for insert to authenticated
  with check (bucket_id = 'proofs' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "members read their own proofs, admins every one" on storage.objects for select to authenticated
  using (
    bucket_id = 'proofs'
    and ((storage.foldername(name))[1] = (select auth.uid())::text or (select public.current_staff_role()) = 'admin')
  );

-- An account that goes takes its files along; the service removes the bytes of rows that are gone.
create function private.forget_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed constant text := coalesce(current_setting('storage.allow_delete_query', true), 'false');
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where bucket_id in ('avatars', 'proofs') and (storage.foldername(name))[1] = old.id::text;
  perform set_config('storage.allow_delete_query', allowed, true);
  return null;
end
$$;
comment on function private.forget_files() is 'Removes the profile image and the proofs of an account that is deleted.';
revoke execute on function private.forget_files() from public, anon, authenticated;
create trigger forget_files after delete on public.profiles for each row execute function private.forget_files();

-- supabase/schemas/leads/qualification.sql ----------------------------------------------------------------------------
-- Qualification: a member asks for premium through a partner; an admin decides. pending → approved | rejected | needs_information,
-- and from there back to pending when the member answers. Only the functions below move a request. Approval opens the access, marks
-- the lead and tells the member in one transaction.
create table public.qualification_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.members (user_id) on delete cascade,
  product text not null default 'premium' check (product = 'premium'),
  broker text not null check (length(broker) between 2 and 48),
  account_number text not null check (account_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{2,39}$'),
  proof_path text check (length(proof_path) <= 300),
  proof_removed_at timestamptz check (proof_removed_at is null or proof_path is null),
  note text not null default '' check (length(note) <= 1000),
  state text not null default 'pending' check (state in ('pending', 'needs_information', 'approved', 'rejected', 'withdrawn')),
  assignee uuid references public.staff (user_id) on delete set null,
  same_account_as uuid references public.qualification_requests (id) on delete set null,
  reason text check (length(reason) <= 1000),
  decided_by uuid,
  decided_at timestamptz,
  premium_until timestamptz,
  waiting_since timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check ((state = 'approved') = (premium_until is not null)),
  check (state not in ('rejected', 'needs_information') or reason is not null)
);
comment on table public.qualification_requests is 'Requests for premium access through a partner. waiting_since: since when it is the staff''s turn. same_account_as: another member''s request with the same account. proof_removed_at: when its file was removed, its time being over.';
create unique index qualification_requests_open on public.qualification_requests (user_id) where state in ('pending', 'needs_information');
create index qualification_requests_of_user on public.qualification_requests (user_id, created_at desc);
create index qualification_requests_queue on public.qualification_requests (state, waiting_since);
create index qualification_requests_account on public.qualification_requests (broker, account_number);
create index qualification_requests_assigned on public.qualification_requests (assignee);
create index qualification_requests_same on public.qualification_requests (same_account_as);

create table public.qualification_events (
  id bigint generated always as identity primary key,
  request_id uuid not null references public.qualification_requests (id) on delete cascade,
  kind text not null check (kind in ('submitted', 'answered', 'withdrawn', 'assigned', 'commented', 'approved', 'rejected', 'needs_information')),
  words text check (length(words) <= 1000),
  actor uuid,
  at timestamptz not null default clock_timestamp()
);
comment on table public.qualification_events is 'The life of a request. assigned and commented are among staff.';
create index qualification_events_of_request on public.qualification_events (request_id, id);

create function private.check_proof(path text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  there boolean := true;
begin
  if path is null then return; end if;
  if not starts_with(path, auth.uid() || '/') or path ~ '[[:cntrl:]]|//|(^|/)\.\.?(/|$)' then
    raise exception 'proof_not_yours' using errcode = '42501', hint = 'proof_path';
  end if;
  if to_regclass('storage.objects') is not null then
    execute 'select exists (select from storage.objects where bucket_id = $1 and name = $2)' into there using 'proofs', path;
  end if;
  if not there then raise exception 'proof_missing' using errcode = 'P0002', hint = 'proof_path'; end if;
end
$$;
comment on function private.check_proof(text) is 'A proof is a file of the caller''s own folder of the bucket `proofs`, and it is there.';

create function private.tell_queue(request uuid, kind text) returns void
language sql volatile security definer set search_path = '' as $$
  select realtime.send(jsonb_build_object('request', request, 'kind', kind), 'changed', 'staff:qualification', true)
$$;
comment on function private.tell_queue(uuid, text) is 'Tells open queues that something arrived or moved; who hears it reads again.';

create function public.request_qualification(broker text, account_number text, proof_path text default null, note text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  account constant text := upper(private.cleaned(request_qualification.account_number, 40));
  made uuid;
begin
  if me is null or not exists (select from public.members where user_id = me) then raise exception 'not_a_member' using errcode = '42501'; end if;
  if public.current_tier() = 'premium' then raise exception 'already_premium' using errcode = '23505'; end if;
  if account !~ '^[A-Z0-9][A-Z0-9 ./-]{2,39}$' then raise exception 'account_number_wrong' using errcode = '22023', hint = 'account_number'; end if;
  if not exists (select from public.brokers where slug = request_qualification.broker) then raise exception 'no_such_broker' using errcode = '22023', hint = 'broker'; end if;
  perform private.check_proof(request_qualification.proof_path);
  if (select count(*) from public.qualification_requests where user_id = me and created_at > now() - interval '30 days') >= 5 then
    raise exception 'too_many_requests' using errcode = '54000';
  end if;
  insert into public.qualification_requests (user_id, broker, account_number, proof_path, note, same_account_as)
  values (me, request_qualification.broker, account, request_qualification.proof_path, private.cleaned(request_qualification.note, 1000), (
    select other.id from public.qualification_requests as other
    where other.broker = request_qualification.broker and other.account_number = account and other.user_id <> me
    order by other.created_at limit 1
  )) on conflict (user_id) where state in ('pending', 'needs_information') do nothing
  returning id into made;
  if made is null then raise exception 'already_requested' using errcode = '23505'; end if;
  insert into public.qualification_events (request_id, kind, words, actor) values (made, 'submitted', nullif(private.cleaned(request_qualification.note, 1000), ''), me);
  update public.leads set product_requested = 'premium' where user_id = me and product_requested <> 'premium';
  perform private.tell_queue(made, 'submitted');
  return made;
end
$$;
comment on function public.request_qualification(text, text, text, text) is 'The caller asks for premium access: the partner''s slug, the account there (3 to 40 letters, digits, spaces, . / -), a file of bucket proofs, a note. One open request a member, five in thirty days.';

create function public.answer_qualification(request_id uuid, words text, account_number text default null, proof_path text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account constant text := upper(private.cleaned(answer_qualification.account_number, 40));
  said constant text := private.cleaned(answer_qualification.words, 1000);
begin
  if account <> '' and account !~ '^[A-Z0-9][A-Z0-9 ./-]{2,39}$' then raise exception 'account_number_wrong' using errcode = '22023', hint = 'account_number'; end if;
  perform private.check_proof(answer_qualification.proof_path);
  if said = '' and account = '' and answer_qualification.proof_path is null then raise exception 'answer_empty' using errcode = '22023', hint = 'words'; end if;
  update public.qualification_requests as request set
    state = 'pending', waiting_since = now(), reason = null, decided_by = null, decided_at = null,
    account_number = coalesce(nullif(account, ''), request.account_number), proof_path = coalesce(answer_qualification.proof_path, request.proof_path)
  where id = answer_qualification.request_id and user_id = auth.uid() and state = 'needs_information';
  if not found then raise exception 'nothing_asked' using errcode = 'P0002'; end if;
  insert into public.qualification_events (request_id, kind, words, actor) values (answer_qualification.request_id, 'answered', nullif(said, ''), auth.uid());
  perform private.tell_queue(answer_qualification.request_id, 'answered');
end
$$;
comment on function public.answer_qualification(uuid, text, text, text) is 'The caller gives what was asked of them; the request is the staff''s turn again.';

create function public.withdraw_qualification(request_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.qualification_requests set state = 'withdrawn'
  where id = withdraw_qualification.request_id and user_id = auth.uid() and state in ('pending', 'needs_information');
  if not found then raise exception 'nothing_open' using errcode = 'P0002'; end if;
  insert into public.qualification_events (request_id, kind, actor) values (withdraw_qualification.request_id, 'withdrawn', auth.uid());
  perform private.tell_queue(withdraw_qualification.request_id, 'withdrawn');
end
$$;
comment on function public.withdraw_qualification(uuid) is 'The caller takes their open request back.';

-- For admins -----------------------------------------------------------------------------------------------------------
create function public.decide_qualification(request_ids uuid[], decision text, reason text default null, premium_days int default 365) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  said constant text := nullif(private.cleaned(decide_qualification.reason, 1000), '');
  until constant timestamptz := case when decision = 'approved' then now() + make_interval(days => premium_days) end;
  decided uuid[];
  lead uuid;
  member uuid;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if decision is null or decision not in ('approved', 'rejected', 'needs_information') then raise exception 'no_such_decision' using errcode = '22023', hint = 'decision'; end if;
  if decision <> 'approved' and said is null then raise exception 'reason_missing' using errcode = '22023', hint = 'reason'; end if;
  if decision = 'approved' and (premium_days is null or premium_days not between 1 and 1096) then raise exception 'premium_days_wrong' using errcode = '22023', hint = 'premium_days'; end if;
  if cardinality(request_ids) > 1000 then raise exception 'too_many_rows' using errcode = '54000'; end if;
  with chosen as (
    select id from public.qualification_requests
    -- Nobody decides about themselves, and what another admin decided a moment ago stays.
    where id = any (request_ids) and user_id <> me
      and state in ('pending', case when decision = 'needs_information' then 'pending' else 'needs_information' end)
    order by id for update
  ), moved as (
    update public.qualification_requests as request set
      state = decision, reason = said, decided_by = me, decided_at = now(), premium_until = until
    from chosen where request.id = chosen.id returning request.id
  )
  select coalesce(array_agg(id), '{}') into decided from moved;
  insert into public.qualification_events (request_id, kind, words, actor) select id, decision, said, me from unnest(decided) as id;
  if decision = 'approved' then
    insert into public.premium_grants (user_id, source, ends_at)
    select user_id, 'qualification', until from public.qualification_requests where id = any (decided);
    for lead in
      update public.leads set is_qualified = true, qualified_at = now(), product_requested = 'premium'
      where not is_qualified and user_id in (select user_id from public.qualification_requests where id = any (decided))
      returning id
    loop
      perform private.queue_deliveries(lead, 'lead.qualified');
    end loop;
  end if;
  for member in select user_id from public.qualification_requests where id = any (decided) loop
    perform private.tell_member(member, 'qualification_' || decision, jsonb_strip_nulls(jsonb_build_object('Reason', said, 'Until', until)), '/mon-compte?demande=premium');
  end loop;
  if cardinality(decided) > 0 then perform private.tell_queue(null, decision); end if;
  return jsonb_build_object('decided', cardinality(decided), 'skipped', cardinality(request_ids) - cardinality(decided));
end
$$;

comment on function public.decide_qualification(uuid[], text, text, int) is 'Approves requests for premium_days (1 to 1096), rejects them or asks for information; the last two need a reason, which the member reads. All of it in one transaction. {decided, skipped}: what is no longer open, or one''s own, is skipped. At most 1000.';

create function public.assign_qualification(request_ids uuid[], assignee uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  moved uuid[];
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if assignee is not null and not exists (select from public.staff where user_id = assign_qualification.assignee and role = 'admin') then
    raise exception 'assignee_not_admin' using errcode = '22023', hint = 'assignee';
  end if;
  with changed as (
    update public.qualification_requests as request set assignee = assign_qualification.assignee
    where id = any (request_ids) and request.assignee is distinct from assign_qualification.assignee returning id
  )
  select coalesce(array_agg(id), '{}') into moved from changed;
  insert into public.qualification_events (request_id, kind, words, actor) select id, 'assigned', assign_qualification.assignee::text, auth.uid() from unnest(moved) as id;
  perform private.tell_queue(null, 'assigned');
  return cardinality(moved);
end
$$;
comment on function public.assign_qualification(uuid[], uuid) is 'Gives requests to an admin, or to nobody. How many changed.';

create function public.comment_qualification(request_id uuid, words text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  said constant text := nullif(private.cleaned(comment_qualification.words, 1000), '');
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if said is null then raise exception 'comment_empty' using errcode = '22023', hint = 'words'; end if;
  insert into public.qualification_events (request_id, kind, words, actor) values (comment_qualification.request_id, 'commented', said, auth.uid());
  perform private.tell_queue(comment_qualification.request_id, 'commented');
end
$$;
comment on function public.comment_qualification(uuid, text) is 'A word among staff about a request; the member never reads it.';

create policy "admins hear the qualification queue" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'staff:qualification' and (select public.current_staff_role()) = 'admin');

-- The words are in the request and its events, and go with the account; the log keeps who decided what, and when.
call private.audit_changes('public.qualification_requests', '{account_number,note,reason,proof_path}');
call private.audit_changes('public.qualification_events', '{words}');
alter table public.qualification_requests enable row level security;
create policy "members read their own requests, admins every one" on public.qualification_requests for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');
alter table public.qualification_events enable row level security;
create policy "members read what concerns them, admins everything" on public.qualification_events for select to authenticated
  using (
    (select public.current_staff_role()) = 'admin'
    or (kind not in ('assigned', 'commented') and request_id in (select id from public.qualification_requests where user_id = (select auth.uid())))
  );
revoke all on public.qualification_requests, public.qualification_events from anon, authenticated, service_role;
grant select on public.qualification_requests, public.qualification_events to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.check_proof(text), private.tell_queue(uuid, text), public.request_qualification(text, text, text, text),
  public.answer_qualification(uuid, text, text, text), public.withdraw_qualification(uuid),
  public.decide_qualification(uuid[], text, text, int), public.assign_qualification(uuid[], uuid), public.comment_qualification(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.request_qualification(text, text, text, text), public.answer_qualification(uuid, text, text, text), public.withdraw_qualification(uuid),
  public.decide_qualification(uuid[], text, text, int), public.assign_qualification(uuid[], uuid), public.comment_qualification(uuid, text)
to authenticated;

-- supabase/schemas/leads/webhooks.sql ---------------------------------------------------------------------------------
-- Webhooks: where the operator's leads go. A delivery is added in the transaction of its fact and worked off by `deliver-webhooks`
-- until the receiver says yes or 24 hours have passed; each try is kept. An address that failed all that time is switched off, and
-- admins are told; what is meant for it waits. Admins set the addresses; nobody reads a secret without being written down.
create table public.webhook_endpoints (
  id bigint generated always as identity primary key,
  name text not null check (length(btrim(name)) between 1 and 80),
  url text not null check (url ~ '^https?://[^\s/@?#][^\s@]*$' and length(url) <= 2048),
  secret text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') check (length(secret) >= 32),
  events text[] not null default '{lead.created,lead.qualified}'
    check (events <@ '{lead.created,lead.qualified}'::text[] and cardinality(events) > 0),
  active boolean not null default true,
  switched_off_at timestamptz,
  switched_off_reason text check (switched_off_reason in ('staff', 'failing')),
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  check (active = (switched_off_at is null) and active = (switched_off_reason is null))
);
comment on table public.webhook_endpoints is 'Addresses that leads are sent to. failing_since: since when no try succeeded.';

create table public.webhook_deliveries (
  id bigint generated always as identity primary key,
  endpoint_id bigint not null references public.webhook_endpoints (id) on delete cascade,
  lead_id uuid references public.leads (id) on delete cascade,
  event text not null check (event in ('lead.created', 'lead.qualified', 'lead.erased', 'test')),
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  retry_until timestamptz not null default now() + interval '24 hours',
  replay_of bigint references public.webhook_deliveries (id) on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  last_status int,
  last_error text,
  check ((state = 'pending') = (ended_at is null))
);
comment on table public.webhook_deliveries is 'What is to be sent, to the byte, and what became of it. A receiver knows it by its id, which a replay does not share.';
create index webhook_deliveries_due on public.webhook_deliveries (next_attempt_at) where state = 'pending';
create index webhook_deliveries_of_endpoint on public.webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_of_lead on public.webhook_deliveries (lead_id);
create index webhook_deliveries_replays on public.webhook_deliveries (replay_of);

create table public.webhook_attempts (
  delivery_id bigint not null references public.webhook_deliveries (id) on delete cascade,
  number int not null check (number >= 1),
  at timestamptz not null,
  address text,
  status int,
  error text check (length(error) <= 500),
  duration_ms int not null check (duration_ms >= 0),
  primary key (delivery_id, number)
);
comment on table public.webhook_attempts is 'Each try of a delivery: the address that was connected to, the status of the answer or why there was none, and how long it took.';

create function private.switch_endpoint() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.switched_off_at := case when new.active then null when old.active then now() else old.switched_off_at end;
  new.switched_off_reason := case when new.active then null else coalesce(new.switched_off_reason, 'staff') end;
  if new.url <> old.url or (new.active and not old.active) then new.failing_since := null; end if;
  return new;
end
$$;
comment on function private.switch_endpoint() is 'Off has a time and a reason; on begins anew.';
create trigger switch_endpoint before update on public.webhook_endpoints for each row execute function private.switch_endpoint();

create function private.resume_deliveries() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.webhook_deliveries set next_attempt_at = now(), retry_until = now() + interval '24 hours'
  where endpoint_id = new.id and state = 'pending';
  perform private.enqueue('deliver-webhooks', '{}', 'deliver-webhooks');
  return null;
end
$$;
comment on function private.resume_deliveries() is 'What waited while an address was off is tried at once, for a whole day again.';
create trigger resume_deliveries after update of active on public.webhook_endpoints for each row
  when (new.active and not old.active) execute function private.resume_deliveries();

create function private.queue_deliveries(lead_id uuid, event text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  subject public.leads;
  delivery bigint;
begin
  select * into strict subject from public.leads where leads.id = queue_deliveries.lead_id;
  for delivery in
    insert into public.webhook_deliveries (endpoint_id, lead_id, event, body)
    select endpoint.id, subject.id, queue_deliveries.event, private.lead_record(subject)::text
    from public.webhook_endpoints as endpoint where queue_deliveries.event = any (endpoint.events) order by endpoint.id
    returning webhook_deliveries.id
  loop
    perform private.enqueue('deliver-webhooks', jsonb_build_object('id', delivery));
  end loop;
end
$$;
comment on function private.queue_deliveries(uuid, text) is 'One delivery of a lead for each address that wants the event, also for one that is off: it waits there.';

create function private.tell_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  delivery bigint;
begin
  for delivery in
    insert into public.webhook_deliveries (endpoint_id, event, body)
    select distinct endpoint_id, 'lead.erased', jsonb_build_object(
      'integration_id', old.integration_id, 'timestamp', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'format_version', '1.0')::text
    from public.webhook_deliveries where lead_id = old.id and attempts > 0
    returning id
  loop
    perform private.enqueue('deliver-webhooks', jsonb_build_object('id', delivery));
  end loop;
  return old;
end
$$;
comment on function private.tell_erasure() is 'Whoever was sent a lead, or may have been, is told that it is erased (GDPR art. 19): by the number they know it by, and nothing else. Whatever events an address asked for.';
create trigger tell_erasure before delete on public.leads for each row execute function private.tell_erasure();

-- For the worker -------------------------------------------------------------------------------------------------------
create function private.claim_delivery(moment timestamptz, delivery_id bigint, skip_endpoints bigint[])
returns table (id bigint, endpoint_id bigint, event text, body text, attempt int, url text, secret text, retry_until timestamptz)
language sql volatile security definer set search_path = '' as $$
  with next as (
    select delivery.id from public.webhook_deliveries as delivery
    join public.webhook_endpoints as endpoint on endpoint.id = delivery.endpoint_id
    where delivery.state = 'pending' and delivery.next_attempt_at <= moment and endpoint.active
      and (claim_delivery.delivery_id is null or delivery.id = claim_delivery.delivery_id)
      and delivery.endpoint_id <> all (skip_endpoints)
    order by delivery.next_attempt_at, delivery.id limit 1 for update of delivery skip locked
  )
  update public.webhook_deliveries as taken set next_attempt_at = moment + interval '2 minutes', attempts = taken.attempts + 1
  from next, public.webhook_endpoints as endpoint
  where taken.id = next.id and endpoint.id = taken.endpoint_id
  returning taken.id, taken.endpoint_id, taken.event, taken.body, taken.attempts, endpoint.url, endpoint.secret, taken.retry_until
$$;
comment on function private.claim_delivery(timestamptz, bigint, bigint[]) is 'Takes the next delivery that is due, for two minutes: a worker that dies with it leaves it to another after that.';

create function private.settle_delivery(
  delivery_id bigint, attempt int, moment timestamptz, delivered boolean, status int, error text, address text, duration_ms int,
  retry_at timestamptz
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  delivery public.webhook_deliveries;
  endpoint public.webhook_endpoints;
begin
  insert into public.webhook_attempts (delivery_id, number, at, address, status, error, duration_ms)
  values (settle_delivery.delivery_id, attempt, moment, settle_delivery.address, settle_delivery.status, left(settle_delivery.error, 500), settle_delivery.duration_ms)
  on conflict do nothing;
  if not found then return 'known'; end if;
  update public.webhook_deliveries set
    state = case when delivered then 'delivered' when retry_at is null then 'failed' else 'pending' end,
    ended_at = case when delivered or retry_at is null then moment end,
    next_attempt_at = coalesce(retry_at, next_attempt_at), last_status = settle_delivery.status,
    last_error = case when delivered then null else left(settle_delivery.error, 500) end
  where id = settle_delivery.delivery_id and state = 'pending'
  returning * into delivery;
  if delivery.id is null then return 'known'; end if;
  update public.webhook_endpoints set failing_since = case when delivered then null else coalesce(failing_since, moment) end
  where id = delivery.endpoint_id and (delivered = (failing_since is not null))
  returning * into endpoint;
  if delivery.state <> 'failed' then return delivery.state; end if;
  update public.webhook_endpoints set active = false, switched_off_reason = 'failing'
  where id = delivery.endpoint_id and active and failing_since <= moment - interval '24 hours'
  returning * into endpoint;
  if not found then return 'failed'; end if;
  perform private.tell_admins('webhook_off', jsonb_build_object('Endpoint', endpoint.name, 'At', moment));
  return 'switched_off';
end
$$;
comment on function private.settle_delivery(bigint, int, timestamptz, boolean, int, text, text, int, timestamptz) is 'What came of a try: delivered, pending (again at retry_at), failed (no further try), switched_off (and the address had failed for a day, so it is off and admins were told), or known (already written). Only the delivery''s own state decides.';

-- For admins -----------------------------------------------------------------------------------------------------------
create function public.replay_deliveries(delivery_ids bigint[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  delivery bigint;
  made int := 0;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if cardinality(delivery_ids) > 500 then raise exception 'too_many_rows' using errcode = '54000'; end if;
  for delivery in
    insert into public.webhook_deliveries (endpoint_id, lead_id, event, body, replay_of)
    select endpoint_id, lead_id, event, body, id from public.webhook_deliveries
    where id = any (delivery_ids) and state <> 'pending' order by id
    returning id
  loop
    made := made + 1;
    perform private.enqueue('deliver-webhooks', jsonb_build_object('id', delivery));
  end loop;
  return made;
end
$$;
comment on function public.replay_deliveries(bigint[]) is 'Sends again what has ended, to the byte, as new deliveries that name the first. How many; at most 500.';

create function public.test_webhook(endpoint_id bigint) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  delivery bigint;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  insert into public.webhook_deliveries (endpoint_id, event, body)
  values (test_webhook.endpoint_id, 'test', jsonb_build_object('test_type', 'webhook', 'timestamp', now(), 'format_version', '1.0')::text)
  returning id into delivery;
  perform private.enqueue('deliver-webhooks', jsonb_build_object('id', delivery));
  return delivery;
end
$$;
comment on function public.test_webhook(bigint) is 'Sends a test to an address, signed like a lead; the delivery log shows what came of it.';

create function public.webhook_secret(endpoint_id bigint, rotate boolean default false) returns text
language plpgsql security definer set search_path = '' as $$
declare
  found_secret text;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if rotate then
    update public.webhook_endpoints set secret = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') where id = endpoint_id;
  end if;
  select secret into found_secret from public.webhook_endpoints where id = endpoint_id;
  return found_secret;
end
$$;
comment on function public.webhook_secret(bigint, boolean) is 'The secret that signs what an address is sent, or a new one: for an admin who proved a second factor. A new one is written down in the audit log, without its value.';

call private.audit_changes('public.webhook_endpoints', '{secret}');
call private.audit_changes('public.webhook_deliveries', '{body}');
alter table public.webhook_endpoints enable row level security;
create policy "admins read the webhooks" on public.webhook_endpoints for select to authenticated
  using ((select public.current_staff_role()) = 'admin');
create policy "admins add webhooks" on public.webhook_endpoints for insert to authenticated
  with check ((select public.writing_staff_role()) = 'admin');
create policy "admins change webhooks" on public.webhook_endpoints for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');
create policy "admins remove webhooks" on public.webhook_endpoints for delete to authenticated
  using ((select public.writing_staff_role()) = 'admin');
alter table public.webhook_deliveries enable row level security;
create policy "admins read the deliveries" on public.webhook_deliveries for select to authenticated
  using ((select public.current_staff_role()) = 'admin');
alter table public.webhook_attempts enable row level security;
create policy "admins read the tries" on public.webhook_attempts for select to authenticated
  using ((select public.current_staff_role()) = 'admin');

revoke all on public.webhook_endpoints, public.webhook_deliveries, public.webhook_attempts from anon, authenticated, service_role;
grant select (id, name, url, events, active, switched_off_at, switched_off_reason, failing_since, created_at),
  insert (name, url, events), update (name, url, events, active), delete on public.webhook_endpoints to authenticated;
grant select on public.webhook_deliveries, public.webhook_attempts to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.switch_endpoint(), private.resume_deliveries(), private.queue_deliveries(uuid, text), private.tell_erasure(), private.claim_delivery(timestamptz, bigint, bigint[]),
  private.settle_delivery(bigint, int, timestamptz, boolean, int, text, text, int, timestamptz),
  public.replay_deliveries(bigint[]), public.test_webhook(bigint), public.webhook_secret(bigint, boolean)
from public, anon, authenticated, service_role;
grant execute on function public.replay_deliveries(bigint[]), public.test_webhook(bigint), public.webhook_secret(bigint, boolean) to authenticated;
grant execute on function
  private.claim_delivery(timestamptz, bigint, bigint[]),
  private.settle_delivery(bigint, int, timestamptz, boolean, int, text, text, int, timestamptz)
to service_role;

-- supabase/schemas/privacy/consents.sql -------------------------------------------------------------------------------
-- Consents: what a member agreed to or took back, in which version of the words, in which language, where and when. Rows are
-- written by what the consent changes, never by hand, and none is changed. They outlive the account without its name, for
-- whoever relied on a consent must be able to prove it (GDPR art. 7(1) and 17(3)(e)); five years later they go.
create table public.consents (
  id bigint generated always as identity primary key,
  -- No reference: the proof outlives the account.
  user_id uuid not null,
  kind text not null check (kind in ('risk_warning', 'newsletter', 'referral_memory')),
  granted boolean not null,
  version text not null check (length(version) between 1 and 32),
  locale text not null check (locale in ('fr', 'en', 'es', 'it')),
  source text not null check (source in ('signup', 'account', 'unsubscribe')),
  at timestamptz not null default clock_timestamp()
);
comment on table public.consents is 'What each member accepted (granted) or took back, and which version of the words they read. source: the sign-up form, their account, or the link of a mail.';
create index consents_of_member on public.consents (user_id, id desc);

create function private.refuse_consent_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and exists (
    select from public.account_deletions where user_id = old.user_id and erased_at < now() - interval '5 years'
  ) then
    return old;
  end if;
  raise exception 'append_only' using errcode = '42501', detail = 'A consent is a fact.';
end
$$;
comment on function private.refuse_consent_change() is 'Consents stay as they were written, until five years after the account was erased: then nobody can rely on them (Code civil, art. 2224).';
create trigger append_only before update or delete on public.consents for each row execute function private.refuse_consent_change();
create trigger append_only_all before truncate on public.consents for each statement execute function private.refuse_consent_change();
alter table public.consents enable always trigger append_only, enable always trigger append_only_all;

-- The version of the sentence beside the newsletter's box and switch; new words there, a new number here.
create function private.newsletter_version() returns text language sql immutable set search_path = '' as $$ select '1' $$;
comment on function private.newsletter_version() is 'Which words somebody agrees to who wants the newsletter.';

create function private.note_consents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.disclaimer_version is not null then
      insert into public.consents (user_id, kind, granted, version, locale, source)
      values (new.id, 'risk_warning', true, new.disclaimer_version, new.locale, 'signup');
    end if;
    if new.newsletter then
      insert into public.consents (user_id, kind, granted, version, locale, source)
      values (new.id, 'newsletter', true, private.newsletter_version(), new.locale, 'signup');
    end if;
  elsif new.newsletter <> old.newsletter then
    insert into public.consents (user_id, kind, granted, version, locale, source)
    -- Whoever follows the link of a mail is not signed in.
    values (new.id, 'newsletter', new.newsletter, private.newsletter_version(), new.locale,
      case when auth.uid() is null then 'unsubscribe' else 'account' end);
  end if;
  return null;
end
$$;
comment on function private.note_consents() is 'Writes a consent down in the transaction that gives it or takes it back.';
create trigger note_consents after insert or update of newsletter on public.profiles for each row execute function private.note_consents();

alter table public.consents enable row level security;
create policy "members read what they agreed to" on public.consents for select to authenticated using ((select auth.uid()) = user_id);
revoke all on public.consents from anon, authenticated, service_role;
grant select on public.consents to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function private.refuse_consent_change(), private.newsletter_version(), private.note_consents() from public, anon, authenticated, service_role;

-- supabase/schemas/privacy/personal_data.sql --------------------------------------------------------------------------
-- Personal data: the one list of where a member's data lie, what a copy for them holds, and what becomes of each when the
-- account goes. A test compares it with the database: no table that points at a person is missing here. Whoever adds such a
-- table adds its line.
create table private.personal_data (
  subject text primary key,
  -- Which rows are a member's: $1 is their id (uuid), $2 the addresses and numbers they are known by (text[], lower case).
  condition text not null,
  -- Rows that only mention them; deleted too, never shown to them: they may be about somebody else as well.
  mentions text,
  exported boolean not null,
  -- Read with the owner's rights, for members have none there; otherwise with the member's own.
  hidden boolean not null default false,
  omitted text[] not null default '{}',
  -- goes: its reference takes it along. deleted: by private.forget_member(). kept, fades: `reason` says why and how long.
  fate text not null check (fate in ('goes', 'deleted', 'kept', 'fades')),
  reason text,
  check (reason is not null or (exported and fate in ('goes', 'deleted')))
);
comment on table private.personal_data is 'Where personal data lie: what of it a member is given, what of it an erasure leaves, and the reason for each exception.';
alter table private.personal_data enable row level security;

create function private.mentions(document text, words text[]) returns boolean
language sql immutable set search_path = '' as $$
  select exists (select from unnest(words) as word where word <> '' and strpos(lower(document), word) > 0)
$$;
comment on function private.mentions(text, text[]) is 'Whether a text holds one of these words (lower case).';

-- A host brings some of these tables or does not; a line for what is not there would be of no use.
insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
select * from (values
  ('public.profiles', 'id = $1', null, true, false, '{}'::text[], 'goes', null),
  ('public.premium_grants', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.staff', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('public.visits', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.trading_settings', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.signal_trades', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.signal_trade_revisions', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.signal_alerts', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.signal_alerts_fired', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.signal_alerts_seen', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.signal_drafts', 'author_id = $1', null, true, true, '{}', 'goes', null),
  ('public.signal_templates', 'author_id = $1', null, true, true, '{}', 'goes', null),
  ('public.signals', 'author_id = $1', null, true, true, '{}', 'kept', 'Who recommended what stays with the record (Regulation (EU) 2016/958, art. 2); only staff publish.'),
  ('public.signal_results', 'author_id = $1', null, true, true, '{}', 'kept', 'Who recommended what stays with the record (Regulation (EU) 2016/958, art. 2); only staff publish.'),
  ('public.brokers', 'false', null, false, true, '{}', 'kept', 'verified_by is what the operator signs a check with.'),
  ('public.prop_firms', 'false', null, false, true, '{}', 'kept', 'verified_by is what the operator signs a check with.'),
  ('public.admin_notifications', 'lower(user_email) = any ($2)', null, true, true, '{}', 'deleted', null),
  ('public.consents', 'user_id = $1', null, true, false, '{}', 'kept', 'Proof of consent, by the account''s number alone, for five years (GDPR art. 7(1), 17(3)(e)).'),
  ('public.data_exports', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.account_deletions', 'user_id = $1', null, true, false, '{}', 'kept', 'Proof that the erasure was done, by the account''s number alone, for five years (GDPR art. 5(2)).'),
  ('public.notification_preferences', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.push_devices', 'user_id = $1', null, true, false, '{p256dh,auth}', 'goes', null),
  ('public.notifications', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.notification_deliveries', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('public.leads', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('public.webhook_deliveries', 'lead_id in (select id from public.leads where user_id = $1)', null, true, true, '{}', 'goes', null),
  ('public.members', 'user_id = $1', null, true, true, '{words}', 'goes', null),
  ('public.member_suspensions', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('public.qualification_requests', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('public.qualification_events', 'request_id in (select id from public.qualification_requests where user_id = $1)', null, true, true, '{}', 'goes', null),
  ('public.audit_log', 'actor = $1', null, true, true, '{}', 'kept', 'What staff changed, by number alone; only staff act there.'),
  ('private.known_devices', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('auth.users', 'id = $1', null, true, true, '{encrypted_password,confirmation_token,recovery_token,email_change_token_new,email_change_token_current,phone_change_token,reauthentication_token}', 'goes', null),
  ('auth.identities', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('auth.sessions', 'user_id = $1', null, true, true, '{refresh_token_hmac_key,refresh_token_counter}', 'goes', null),
  ('auth.mfa_factors', 'user_id = $1', null, true, true, '{secret,last_webauthn_challenge_data,web_authn_credential}', 'goes', null),
  ('auth.webauthn_credentials', 'user_id = $1', null, true, true, '{public_key}', 'goes', null),
  ('auth.oauth_consents', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('auth.audit_log_entries', 'payload ->> ''actor_id'' = $1::text', 'private.mentions(payload::text, $2 || $1::text)', true, true, '{}', 'deleted', null),
  ('auth.refresh_tokens', 'user_id = $1::text', null, false, true, '{}', 'deleted', 'Secrets that open the account.'),
  ('auth.one_time_tokens', 'user_id = $1', null, false, true, '{}', 'goes', 'Secrets that open the account, for minutes.'),
  ('auth.flow_state', 'user_id = $1', null, false, true, '{}', 'deleted', 'Secrets of a sign-in that is under way, for minutes.'),
  ('auth.webauthn_challenges', 'user_id = $1', null, false, true, '{}', 'goes', 'Secrets of a sign-in that is under way, for minutes.'),
  ('auth.oauth_authorizations', 'user_id = $1', null, false, true, '{}', 'goes', 'Secrets of a sign-in that is under way, for minutes.'),
  ('auth.saml_relay_states', 'lower(for_email) = any ($2)', null, false, true, '{}', 'deleted', 'Secrets of a sign-in that is under way, for minutes.'),
  ('storage.objects', 'bucket_id in (''avatars'', ''proofs'') and (storage.foldername(name))[1] = $1::text', null, true, true, '{}', 'goes', null),
  ('storage.buckets', 'owner = $1', null, false, true, '{}', 'kept', 'A bucket is the operator''s.'),
  ('storage.s3_multipart_uploads', 'owner_id = $1::text', null, false, true, '{}', 'fades', 'An upload that was not finished is swept.'),
  ('storage.s3_multipart_uploads_parts', 'owner_id = $1::text', null, false, true, '{}', 'fades', 'An upload that was not finished is swept.'),
  ('realtime.messages', 'topic = ''member:'' || $1', null, false, true, '{}', 'fades', 'Broadcasts of the last three days; what they told is in the tables above.'),
  ('_server.mail_outbox', 'lower(to_address) = any ($2)', 'private.mentions(data::text, $2)', true, true, '{data}', 'deleted', null),
  ('_server.recovery_code_sets', 'user_id = $1', null, false, true, '{}', 'goes', 'Secrets that open the account.')
) as line (subject, condition, mentions, exported, hidden, omitted, fate, reason)
where to_regclass(subject) is not null or subject in ('public.data_exports', 'public.account_deletions');

-- Who is it? ------------------------------------------------------------------------------------------------------------
create function public.recently_proved() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select account.is_anonymous or (
      (session.aal = 'aal2' or not exists (select from auth.mfa_factors where user_id = account.id and status = 'verified'))
      and greatest(session.created_at, (select max(updated_at) from auth.mfa_amr_claims where session_id = session.id))
        > now() - interval '10 minutes'
    )
    from auth.sessions as session join auth.users as account on account.id = session.user_id
    where session.id::text = auth.jwt() ->> 'session_id' and session.user_id = auth.uid()
  ), false)
$$;
comment on function public.recently_proved() is 'Whether the caller proved who they are within ten minutes, with the second factor where they have one: a session that was left open elsewhere must not carry the account away. An account that was only tried has nothing to prove it with.';

-- The copy --------------------------------------------------------------------------------------------------------------
create function private.known_as(member uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array_agg(distinct lower(word)), '')
  from auth.users as account left join public.profiles as profile on profile.id = account.id,
    unnest(array[account.email, account.email_change, account.phone, account.phone_change, profile.phone]) as word
  where account.id = member and word is not null
$$;
comment on function private.known_as(uuid) is 'The addresses and numbers of an account, in lower case.';

create function private.own_hidden_rows(subject text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  line private.personal_data;
  rows jsonb;
begin
  select * into strict line from private.personal_data as known
  where known.subject = own_hidden_rows.subject and known.hidden and known.exported;
  execute format('select coalesce(jsonb_agg(to_jsonb(found) - $3), ''[]'') from %s as found where %s', line.subject::regclass, line.condition)
  into rows using auth.uid(), coalesce(private.known_as(auth.uid()), '{}'), line.omitted;
  return rows;
end
$$;
comment on function private.own_hidden_rows(text) is 'The caller''s own rows of a table that members do not read themselves, without secrets. Only tables of the list; never of anybody else.';

create function private.exported_tables() returns table (subject text, condition text, hidden boolean, omitted text[])
language sql stable security definer set search_path = '' as $$
  select subject, condition, hidden, omitted from private.personal_data where exported order by subject
$$;
comment on function private.exported_tables() is 'The tables that a member''s copy is made of.';

create function private.exceptions_of_erasure() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'left_out', (select coalesce(jsonb_agg(jsonb_build_object('table', subject, 'reason', reason) order by subject), '[]') from private.personal_data where not exported),
    'kept_after_deletion', (select coalesce(jsonb_agg(jsonb_build_object('table', subject, 'reason', reason) order by subject), '[]') from private.personal_data where fate = 'kept' and exported)
  )
$$;
comment on function private.exceptions_of_erasure() is 'What a copy leaves out, and what an erasure keeps, each with its reason.';

create function private.my_data() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  line record;
  columns text;
  rows jsonb;
  tables jsonb := '{}';
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  for line in select * from private.exported_tables() loop
    if line.hidden then
      rows := private.own_hidden_rows(line.subject);
    else
      select string_agg(quote_ident(attname), ', ' order by attnum) into strict columns from pg_catalog.pg_attribute
      where attrelid = line.subject::regclass and attnum > 0 and not attisdropped and attname <> all (line.omitted)
        and has_column_privilege(attrelid, attnum, 'select');
      execute format('select coalesce(jsonb_agg(to_jsonb(found)), ''[]'') from (select %s from %s where %s) as found', columns, line.subject::regclass, line.condition)
      into rows using me;
    end if;
    tables := tables || jsonb_build_object(line.subject, rows);
  end loop;
  return jsonb_build_object('format', 'vigie-member-data-1', 'made_at', now(), 'member', me, 'tables', tables) || private.exceptions_of_erasure();
end
$$;
comment on function private.my_data() is 'Everything that is kept about the caller, read with the caller''s own rights: {format, made_at, member, tables: {name: rows}, left_out, kept_after_deletion}. Files are named under storage.objects.';

revoke execute on function
  private.mentions(text, text[]), public.recently_proved(), private.known_as(uuid), private.own_hidden_rows(text), private.exported_tables(),
  private.exceptions_of_erasure(), private.my_data()
from public, anon, authenticated, service_role;
grant execute on function
  public.recently_proved(), private.own_hidden_rows(text), private.exported_tables(), private.exceptions_of_erasure(), private.my_data()
to authenticated;

-- supabase/schemas/privacy/account_deletions.sql ----------------------------------------------------------------------
-- Delete my account. A member asks; every session ends; for fourteen days signing in shows what is to come and lets them
-- keep the account; then the worker's `erase-accounts` erases it. What goes and what stays, and why, is said by
-- private.personal_data; however an account goes, by this way or by an admin's hand, the same trigger forgets it.
create table public.account_deletions (
  id bigint generated always as identity primary key,
  -- No reference: the proof outlives the account.
  user_id uuid not null,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null check (due_at >= requested_at),
  cancelled_at timestamptz,
  erased_at timestamptz,
  check (cancelled_at is null or erased_at is null)
);
comment on table public.account_deletions is 'Accounts that are to be erased, were kept after all, or are erased: numbers and times, no name.';
create unique index account_deletions_open on public.account_deletions (user_id) where cancelled_at is null and erased_at is null;
create index account_deletions_due on public.account_deletions (due_at) where cancelled_at is null and erased_at is null;
create index account_deletions_of_member on public.account_deletions (user_id, id desc);

create function public.request_account_deletion() returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  due timestamptz;
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if not public.recently_proved() then raise exception 'proof_needed' using errcode = '42501'; end if;
  if exists (select from public.staff where user_id = me) then raise exception 'staff_first' using errcode = '42501'; end if;
  if (select count(*) from public.account_deletions where user_id = me and requested_at > now() - interval '24 hours') >= 3 then
    raise exception 'too_many_deletions' using detail = 'Three in 24 hours.';
  end if;
  -- Whoever only tried has no way back once the session is gone: nothing to wait for.
  insert into public.account_deletions (user_id, due_at)
  select me, now() + case when is_anonymous then interval '0' else interval '14 days' end from auth.users where id = me
  on conflict (user_id) where cancelled_at is null and erased_at is null do nothing
  returning due_at into due;
  if not found then
    return (select due_at from public.account_deletions where user_id = me and cancelled_at is null and erased_at is null);
  end if;
  perform private.queue_mail(me, 'deletion_requested', jsonb_build_object('At', now(), 'DueAt', due));
  delete from auth.sessions where user_id = me;
  return due;
end
$$;
comment on function public.request_account_deletion() is 'Asks for the erasure of the caller''s account, ends every session, this one too, and says when it is due. Refuses with proof_needed, staff_first (staff give their role back first), too_many_deletions.';

create function public.cancel_account_deletion() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.account_deletions set cancelled_at = now()
  where user_id = auth.uid() and cancelled_at is null and erased_at is null;
  if not found then return false; end if;
  perform private.queue_mail(auth.uid(), 'deletion_cancelled', jsonb_build_object('At', now()));
  return true;
end
$$;
comment on function public.cancel_account_deletion() is 'Keeps the caller''s account after all; false when nothing was asked.';

alter table public.account_deletions enable row level security;
create policy "members see what they asked for" on public.account_deletions for select to authenticated using ((select auth.uid()) = user_id);

-- The end ----------------------------------------------------------------------------------------------------------------
create function private.forget_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known constant text[] := coalesce(private.known_as(old.id), '{}');
  line record;
begin
  for line in select subject, condition, mentions from private.personal_data where fate = 'deleted' loop
    execute format('delete from %s where %s', line.subject::regclass, concat_ws(' or ', line.condition, line.mentions)) using old.id, known;
  end loop;
  update public.account_deletions set erased_at = now() where user_id = old.id and cancelled_at is null and erased_at is null;
  if not found then
    insert into public.account_deletions (user_id, due_at, erased_at) values (old.id, now(), now());
  end if;
  return old;
end
$$;
comment on function private.forget_member() is 'Deletes what the references of an account that goes do not take along, and notes the erasure.';
create trigger forget_member before delete on auth.users for each row execute function private.forget_member();

create function private.due_deletions(moment timestamptz) returns setof bigint
language sql stable security definer set search_path = '' as $$
  select id from public.account_deletions where cancelled_at is null and erased_at is null and due_at <= moment order by due_at limit 100
$$;
comment on function private.due_deletions(timestamptz) is 'Erasures whose fourteen days are over, a hundred at most.';

create function private.erase_account(deletion bigint, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  member uuid;
  farewell jsonb;
begin
  select user_id into member from public.account_deletions
  where id = deletion and cancelled_at is null and erased_at is null and due_at <= moment for update;
  if not found then return false; end if;
  if exists (select from public.staff where user_id = member) then raise exception 'staff_first' using errcode = '42501'; end if;
  select jsonb_build_object('to', account.email, 'data', jsonb_build_object(
    'Email', account.email, 'At', moment, 'Data', jsonb_build_object('locale', profile.locale, 'first_name', profile.first_name)))
  into farewell
  from auth.users as account join public.profiles as profile on profile.id = account.id
  where account.id = member and account.email <> '' and account.email_confirmed_at is not null;
  delete from auth.users where id = member;
  -- After the rest: the erasure takes every mail to this address, and this one goes once it is sent.
  if farewell is not null and to_regclass('_server.mail_outbox') is not null then
    execute 'insert into _server.mail_outbox (to_address, template, data) values ($1, ''account_erased'', $2)'
      using farewell ->> 'to', farewell -> 'data';
  end if;
  return true;
end
$$;
comment on function private.erase_account(bigint, timestamptz) is 'Erases the account of a deletion that is due, and leaves the last mail; false when it was cancelled, done, or is not due. Staff are refused.';

create function private.trim_erased(moment timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if to_regclass('_server.mail_outbox') is not null then
    execute $delete$delete from _server.mail_outbox
      where template = 'account_erased' and (sent_at is not null or failed_at is not null or expires_at < $1)$delete$ using moment;
  end if;
  delete from public.consents where user_id in (select user_id from public.account_deletions where erased_at < least(moment, now()) - interval '5 years');
  delete from public.account_deletions where coalesce(erased_at, cancelled_at) < least(moment, now()) - interval '5 years';
end
$$;
comment on function private.trim_erased(timestamptz) is 'Removes last mails that were sent, and after five years the proofs of consent and erasure.';

revoke all on public.account_deletions from anon, authenticated, service_role;
grant select on public.account_deletions to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  public.request_account_deletion(), public.cancel_account_deletion(), private.forget_member(), private.due_deletions(timestamptz),
  private.erase_account(bigint, timestamptz), private.trim_erased(timestamptz)
from public, anon, authenticated, service_role;
grant execute on function public.request_account_deletion(), public.cancel_account_deletion() to authenticated;

-- supabase/schemas/privacy/data_exports.sql ---------------------------------------------------------------------------
-- Download my data. A member asks; the worker's `export-data` reads what private.my_data() gives with the member's own
-- rights, adds their files, and puts zips into the private bucket `exports`, in their folder. They fetch them by a signed
-- link that lives for minutes; after three days the zips are gone.
create table public.data_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed', 'expired')),
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  parts int check (parts >= 1),
  bytes bigint check (bytes > 0),
  check ((state = 'waiting') = (finished_at is null)),
  check ((state in ('ready', 'expired')) = (expires_at is not null and parts is not null and bytes is not null))
);
comment on table public.data_exports is 'Copies of their data that members asked for. A ready one lies in the bucket exports under <user_id>/<id>/<part>.zip until expires_at.';
create index data_exports_of_member on public.data_exports (user_id, requested_at desc);
create index data_exports_ready on public.data_exports (expires_at) where state = 'ready';

insert into storage.buckets (id, name, public, allowed_mime_types) values ('exports', 'exports', false, array['application/zip']);
-- Nobody but the worker writes there. A link is made by reading: an old session that somebody else sits at makes none.
create policy "members fetch their own copy, having proved who they are" on storage.objects for select to authenticated
  using (
    bucket_id = 'exports' and (storage.foldername(name))[1] = (select auth.uid())::text and (select public.recently_proved())
    and exists (
      select from public.data_exports as made
      where made.id::text = (storage.foldername(name))[2] and made.state = 'ready' and made.expires_at > now()
    )
  );

create function public.request_data_export() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  made uuid;
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if not public.recently_proved() then raise exception 'proof_needed' using errcode = '42501'; end if;
  -- One at a time, so that two calls that meet count each other.
  perform pg_advisory_xact_lock(hashtextextended('data export ' || me, 0));
  select id into made from public.data_exports where user_id = me and state = 'waiting';
  if found then return made; end if;
  if (select count(*) from public.data_exports where user_id = me and requested_at > now() - interval '24 hours') >= 3 then
    raise exception 'too_many_exports' using detail = 'Three in 24 hours.';
  end if;
  insert into public.data_exports (user_id) values (me) returning id into made;
  perform private.enqueue('export-data', jsonb_build_object('id', made));
  return made;
end
$$;
comment on function public.request_data_export() is 'Asks for a copy of the caller''s data; the one that already waits counts. Refuses with proof_needed when they did not prove who they are within ten minutes, with too_many_exports after three in 24 hours.';

alter table public.data_exports enable row level security;
create policy "members follow their own copies" on public.data_exports for select to authenticated using ((select auth.uid()) = user_id);
revoke all on public.data_exports from anon, authenticated, service_role;
grant select on public.data_exports to authenticated;
revoke execute on function public.request_data_export() from public, anon, authenticated, service_role;
grant execute on function public.request_data_export() to authenticated;

-- An account that goes takes its copies along.
create or replace function private.forget_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed constant text := coalesce(current_setting('storage.allow_delete_query', true), 'false');
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where bucket_id in ('avatars', 'proofs', 'exports') and (storage.foldername(name))[1] = old.id::text;
  perform set_config('storage.allow_delete_query', allowed, true);
  return null;
end
$$;
comment on function private.forget_files() is 'Removes the profile image, the proofs and the copies of an account that is deleted.';

-- supabase/schemas/privacy/ending_accounts.sql ------------------------------------------------------------------------
-- An account that is to be erased asks for no payout: what nobody has approved yet goes back to the balance, and says why. It is asked
-- for again if the member stays; what is approved is on its way, and is sent.
create function private.cancel_payout_before_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_payout(id, 'cancelled', 'account') from public.payouts where user_id = new.user_id and state = 'requested';
  return null;
end
$$;
comment on function private.cancel_payout_before_erasure() is 'Ends the open request of an account that is to be erased.';
create trigger cancel_payout_before_erasure after insert on public.account_deletions for each row when (new.erased_at is null)
  execute function private.cancel_payout_before_erasure();

create function public.commission_at_stake() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select jsonb_build_object('due', greatest(balance.due + (
      select coalesce(sum(amount), 0) from public.payouts where user_id = auth.uid() and state = 'requested'), 0), 'pending', balance.pending,
    'currency', rules.currency, 'minimum', rules.payout_minimum)
  from public.referral_settings as rules, private.referral_balance(auth.uid(), now()) as balance where auth.uid() is not null);
end
$$;
comment on function public.commission_at_stake() is 'What the caller would leave behind with their account: {due (what is asked for and not approved included), pending, currency, minimum}, in minor units.';

revoke execute on function private.cancel_payout_before_erasure(), public.commission_at_stake() from public, anon, authenticated, service_role;
grant execute on function public.commission_at_stake() to authenticated;

-- supabase/schemas/privacy/proof_retention.sql ------------------------------------------------------------------------
-- How long a proof is kept: as long as it is needed to decide, and thirty days more, in which a decision may be contested (GDPR
-- art. 5(1)(e)). Then the worker's `trim-proofs` removes the file; the request says when, and keeps what was decided and why.
-- Until then nobody takes away what a decision rests on or is about to; a file that no request names, or whose request was
-- withdrawn, is the member's to take back, and goes after a day by itself.
create function private.proof_needed(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.qualification_requests where user_id = auth.uid() and proof_path = proof_needed.path and state <> 'withdrawn'
  )
$$;
comment on function private.proof_needed(text) is 'Whether a request of the caller''s, open or decided, rests on this file.';

create policy "members take back their own proofs that nothing rests on" on storage.objects for delete to authenticated
  using (
    bucket_id = 'proofs' and (storage.foldername(name))[1] = (select auth.uid())::text and not private.proof_needed(name)
  );

create index qualification_requests_proof on public.qualification_requests (proof_path) where proof_path is not null;

create function private.due_proofs(moment timestamptz, most int default 500) returns setof text
language sql stable security definer set search_path = '' as $$
  select object.name from storage.objects as object
  where object.bucket_id = 'proofs' and object.created_at <= moment - interval '1 day' and not exists (
    select from public.qualification_requests as request
    where request.proof_path = object.name and (
      request.state in ('pending', 'needs_information')
      or (request.state in ('approved', 'rejected') and request.decided_at > moment - interval '30 days')
    )
  )
  order by object.created_at limit most
$$;
comment on function private.due_proofs(timestamptz, int) is 'For the worker: files of the bucket proofs whose time is over at `moment`, oldest first: decided upon more than thirty days ago, of a withdrawn request, or named by none a day after they came.';

create function private.forget_proofs(paths text[], moment timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with forgotten as (
    update public.qualification_requests set proof_path = null, proof_removed_at = moment where proof_path = any (paths) returning id
  )
  select count(*)::int from forgotten
$$;
comment on function private.forget_proofs(text[], timestamptz) is 'For the worker, once the files are gone: their requests say so. How many did.';

revoke execute on function private.proof_needed(text), private.due_proofs(timestamptz, int), private.forget_proofs(text[], timestamptz)
from public, anon, authenticated, service_role;
-- A policy asks it for whoever deletes.
grant execute on function private.proof_needed(text) to authenticated;

-- supabase/schemas/money/money.sql ------------------------------------------------------------------------------------
-- Money: what a member agreed to pay: taxes, coupons, contracts and orders; what moved is in the next file. Nothing of either is written
-- by hand: a member's rows follow from the facts that are stored about them (20260101001203_money_settling.sql). Amounts are minor
-- units, tax included unless the column says otherwise. Rows outlive the account and know it by its number alone: books are kept
-- ten years (Code de commerce, art. L123-22), so no user_id here is a reference.
create table private.payment_settings (
  only_row boolean primary key default true check (only_row),
  card_provider text check (card_provider in ('stripe', 'sandbox')),
  crypto_provider text check (crypto_provider in ('btcpay', 'sandbox'))
);
comment on table private.payment_settings is 'One row. Who takes cards and who takes crypto; null is nobody. Written when the product starts.';
insert into private.payment_settings (card_provider, crypto_provider) values ('sandbox', 'sandbox');

create table private.terms_versions (
  version text primary key check (length(version) between 1 and 32),
  starts_on date not null
);
comment on table private.terms_versions is 'The versions of the general terms that there are, each with the day from which it is in force: nobody agrees to words that nobody wrote. A new text is a new row; web/src/lib/terms-version.ts names the one that is shown.';
insert into private.terms_versions (version, starts_on) values ('2026-11-21', '2026-11-21');
call private.make_append_only('private.terms_versions');

create table public.tax_rates (
  country text not null check (country ~ '^[A-Z]{2}$'),
  rate numeric(5, 2) not null check (rate between 0 and 50),
  starts_on date not null,
  primary key (country, starts_on)
);
comment on table public.tax_rates is 'Standard rates of value-added tax in the European Union, Monaco, Guadeloupe, Martinique and Réunion (CGI, art. 296), in percent, from a day on. A country without a row pays none: the service is supplied where its member lives (Directive 2006/112/EC, art. 58).';
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
comment on table public.coupons is 'What takes something off the first payment: percent or amount; of one plan or period or of any; most is how many members may use it.';
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
comment on table public.billing_details is 'To whom a member''s invoices are made out. An invoice keeps its own copy.';

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
  -- Later than the period's end once a renewal was paid ahead.
  paid_until timestamptz,
  -- Months are counted from here, so that the 31st does not become the 28th for good.
  anchor timestamptz,
  -- What the member has at stake in what is left of the period: `stake` was paid for segment_start to the period's end.
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
comment on table public.subscriptions is 'The contracts. A row follows from its member''s facts and is written by private.settle_member() alone. withdraw_until is kept where a waiver was accepted too: it is for downloads alone; grace_until is how long access is kept while a renewal is not paid.';
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
comment on table public.subscription_events is 'What became of a contract, when, and by which fact (cause). Written as it became known: a fact that arrives late is noted late, at its own time.';
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
  -- Of a change: what stands afterwards, agreed at created_at.
  stake bigint,
  period_end timestamptz,
  idempotency_key uuid not null default gen_random_uuid(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (user_id, idempotency_key),
  check (net + tax = total),
  check ((waiver_version is null) = (waiver_accepted_at is null))
);
comment on table public.checkouts is 'Orders: what somebody agreed to pay, before the money, with the versions of the words they agreed to. state, failure and provider_url alone change, and expires_at when it is closed early.';
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
comment on table public.coupon_uses is 'Who uses which coupon in which order: once a member. A use is given back when its order ends unpaid.';

-- Row-level security -------------------------------------------------------------------------------------------------
alter table private.payment_settings enable row level security;
alter table private.terms_versions enable row level security;
alter table public.tax_rates enable row level security;
create policy "everybody reads the rates of tax" on public.tax_rates for select to anon, authenticated using (true);
alter table public.coupons enable row level security;
create policy "admins read coupons" on public.coupons for select to authenticated using ((select public.current_staff_role()) = 'admin');
alter table public.billing_details enable row level security;
create policy "members read their own billing details, admins every one" on public.billing_details for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');
alter table public.subscriptions enable row level security;
create policy "members read their own contracts, admins every one" on public.subscriptions for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');
alter table public.subscription_events enable row level security;
create policy "members read what became of their contracts, admins of every one" on public.subscription_events for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');
alter table public.checkouts enable row level security;
create policy "members read their own orders, admins every one" on public.checkouts for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');
alter table public.coupon_uses enable row level security;
create policy "members read which coupons they used, admins every use" on public.coupon_uses for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');

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

-- supabase/schemas/money/fold_contract.sql ----------------------------------------------------------------------------
-- Of the fold: what was asked of a contract, and what its provider says of it.
create function private.fold_contract(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  at constant timestamptz := fact ->> 'at';
  kind constant text := fact ->> 'kind';
  d constant jsonb := coalesce(fact -> 'details', '{}');
  s jsonb := state;
  sub jsonb := state -> 'subscriptions' -> (fact ->> 'subscription_id');
  was constant text := sub ->> 'state';
  stop boolean;
  pay record;
begin
  if kind = 'erase' then
    s := jsonb_set(s, array['subscriptions', sub ->> 'id'], sub || '{"method": null, "provider_customer": null}');
    return case when was = 'incomplete' then s else private.end_sub(s, sub ->> 'id', 'erased', at, fact ->> 'key') end;
  end if;
  if kind = 'method' or fact -> 'method' is not null then
    sub := sub || jsonb_build_object('method', coalesce(d -> 'method', fact -> 'method'));
    s := private.sub_log(s, sub, 'method_changed', was, at, fact ->> 'key');
  end if;
  if not private.is_running(sub) then return s; end if;
  if kind in ('cancel', 'resume') or fact ->> 'cancel_at_period_end' is not null then
    stop := kind = 'cancel' or coalesce((fact ->> 'cancel_at_period_end')::boolean, false);
    if stop and was = 'past_due' then
      -- What is not paid is not owed for a time that was not wanted.
      return private.end_sub(s, sub ->> 'id', 'canceled', at, fact ->> 'key');
    elsif stop and was = 'active' then
      sub := sub || jsonb_build_object('state', 'canceled', 'cancel_requested_at', at, 'next_plan', null, 'next_period', null, 'next_price_id', null, 'next_amount', null);
      s := private.sub_log(s, sub, 'cancel_requested', was, at, fact ->> 'key');
    elsif not stop and was = 'canceled' then
      sub := sub || jsonb_build_object('state', 'active', 'cancel_requested_at', null);
      s := private.sub_log(s, sub, 'resumed', was, at, fact ->> 'key');
    end if;
  end if;
  if kind = 'change' then
    sub := sub || jsonb_build_object('next_plan', d -> 'plan', 'next_period', d -> 'period', 'next_price_id', d -> 'price_id', 'next_amount', d -> 'amount');
    s := private.sub_log(s, sub, case when d ->> 'plan' is null then 'change_dropped' else 'change_scheduled' end, was, at, fact ->> 'key', d);
  elsif kind = 'subscription_ended' then
    -- What is paid stays open; what is not, ends.
    if was = 'past_due' then return private.end_sub(s, sub ->> 'id', 'unpaid', at, fact ->> 'key'); end if;
    if was <> 'canceled' then
      s := private.sub_log(s, sub || jsonb_build_object('state', 'canceled', 'cancel_requested_at', at), 'cancel_requested', was, at, fact ->> 'key', '{"by": "provider"}');
    end if;
  elsif kind = 'withdraw' then
    for pay in select key, value from jsonb_each(s -> 'payments') where value -> 'subscription_id' = sub -> 'id' and value ->> 'period_end' is not null loop
      s := jsonb_set(s, array['payments', pay.key], pay.value || jsonb_build_object('cut_at', at));
    end loop;
    s := jsonb_set(s, array['subscriptions', sub ->> 'id'], sub || jsonb_build_object('withdrawn_at', at, 'ahead', null));
    s := private.end_sub(s, sub ->> 'id', 'withdrawn', at, fact ->> 'key');
  end if;
  return s;
end
$$;
comment on function private.fold_contract(jsonb, jsonb) is 'Cancel, resume, change at the period''s end, withdrawal, another card, erasure; and what the provider says of the contract.';

revoke execute on function
  private.fold_contract(jsonb, jsonb)
from public, anon, authenticated, service_role;

-- supabase/schemas/money/fold_money_back.sql --------------------------------------------------------------------------
-- Of the fold: what happens to payments afterwards.
create function private.cut_payment(state jsonb, pay_key text, why text, at timestamptz, cause text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  pay constant jsonb := state -> 'payments' -> pay_key;
  sub constant jsonb := state -> 'subscriptions' -> (pay ->> 'subscription_id');
  s jsonb := jsonb_set(state, array['payments', pay_key], pay || jsonb_build_object('cut_at', least((pay ->> 'cut_at')::timestamptz, at)));
begin
  if sub -> 'ahead' ->> 'paid_pay' = pay_key then
    s := jsonb_set(s, array['subscriptions', sub ->> 'id'], sub || jsonb_build_object('ahead', null, 'paid_until', sub -> 'current_period_end'));
  elsif sub ->> 'paid_pay' = pay_key and private.is_running(sub) then
    s := private.end_sub(s, sub ->> 'id', why, at, cause);
  end if;
  return s;
end
$$;
comment on function private.cut_payment(jsonb, text, text, timestamptz, text) is 'Ends the access that a payment opened, and its contract where it paid for the period that runs.';

create function private.fold_refund(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  at constant timestamptz := fact ->> 'at';
  asked constant boolean := fact ->> 'source' = 'command';
  pay_key constant text := case when asked then fact -> 'details' ->> 'payment' else concat_ws(':', fact ->> 'provider', fact ->> 'payment') end;
  pay constant jsonb := state -> 'payments' -> pay_key;
  -- A refund that we asked for has our number; one made at the provider has theirs.
  refund_key constant text := coalesce('asked:' || (fact -> 'details' ->> 'refund'), 'asked:' || (fact ->> 'asked'),
    concat_ws(':', fact ->> 'provider', fact ->> 'refund'));
  known constant jsonb := state -> 'refunds' -> refund_key;
  wanted constant bigint := coalesce((fact -> 'details' ->> 'amount')::bigint, (fact ->> 'amount')::bigint, (known ->> 'amount')::bigint);
  before bigint;
  tax_before bigint;
  tax_after bigint;
  of_surplus boolean;
  refund jsonb;
  s jsonb := state;
begin
  if pay is null then return jsonb_set(s, array['verdicts', fact ->> 'key'], '"payment_unknown"'); end if;
  if known ->> 'state' = 'succeeded' or (asked and known is not null) then return s; end if;
  if fact ->> 'kind' = 'refund_failed' then
    if known is null then return s; end if;
    return jsonb_set(s, array['refunds', refund_key], known || '{"state": "failed"}');
  end if;
  select coalesce(sum((value ->> 'amount')::bigint), 0), coalesce(sum((value ->> 'tax')::bigint), 0) into before, tax_before
  from jsonb_each(s -> 'refunds') where key <> refund_key and value ->> 'pay' = pay_key and value ->> 'state' <> 'failed' and value ->> 'reason' <> 'overpaid';
  of_surplus := coalesce(known ->> 'reason', fact -> 'details' ->> 'reason', '') = 'overpaid'
    or (pay ->> 'net')::bigint + (pay ->> 'tax')::bigint = 0;
  if of_surplus then
    select coalesce(sum((value ->> 'amount')::bigint), 0) into before
    from jsonb_each(s -> 'refunds') where key <> refund_key and value ->> 'pay' = pay_key and value ->> 'state' <> 'failed' and value ->> 'reason' = 'overpaid';
  end if;
  if wanted is null or wanted <= 0 or (known is not null and wanted <> (known ->> 'amount')::bigint)
    or (case when of_surplus then before + wanted > (pay ->> 'surplus')::bigint else before + wanted > (pay ->> 'net')::bigint + (pay ->> 'tax')::bigint end)
  then
    return jsonb_set(s, array['verdicts', fact ->> 'key'], '"refund_exceeds"');
  end if;
  -- Taxes of parts are cut from one whole, so that they sum to it.
  tax_after := case when of_surplus then 0 else private.half_up((before + wanted) * (pay ->> 'tax')::numeric / ((pay ->> 'net')::bigint + (pay ->> 'tax')::bigint)) end;
  refund := coalesce(known, jsonb_build_object(
    'pay', pay_key, 'amount', wanted, 'tax', case when of_surplus then 0 else tax_after - tax_before end,
    'net', case when of_surplus then 0 else wanted - (tax_after - tax_before) end,
    'reason', case when of_surplus then 'overpaid' else coalesce(fact -> 'details' ->> 'reason', 'staff') end,
    'asked_by', fact -> 'details' -> 'by', 'words', fact -> 'details' -> 'words', 'at', at))
    || jsonb_build_object('state', case when asked then 'asked' else 'succeeded' end, 'provider_refund', fact -> 'refund')
    || case when asked then '{}' else jsonb_build_object('done_at', at) end;
  s := jsonb_set(s, array['refunds', refund_key], refund);
  if not asked and not of_surplus and before + wanted = (pay ->> 'net')::bigint + (pay ->> 'tax')::bigint then
    s := private.cut_payment(s, pay_key, 'refunded', at, fact ->> 'key');
  end if;
  return s;
end
$$;
comment on function private.fold_refund(jsonb, jsonb) is 'A refund that was asked for, went out or failed. All of a payment given back ends the access it opened; a part does not.';

create function private.fold_dispute(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  pay_key constant text := concat_ws(':', fact ->> 'provider', fact ->> 'payment');
  dispute_key constant text := concat_ws(':', fact ->> 'provider', fact ->> 'dispute');
  pay constant jsonb := state -> 'payments' -> pay_key;
  known constant jsonb := state -> 'disputes' -> dispute_key;
  ended constant text := case fact ->> 'kind' when 'dispute_won' then 'won' when 'dispute_lost' then 'lost' else 'open' end;
  s jsonb := state;
begin
  if pay is null then return jsonb_set(s, array['verdicts', fact ->> 'key'], '"payment_unknown"'); end if;
  -- An opening of the same second may be read after the end.
  if known ->> 'state' in ('won', 'lost') and fact ->> 'kind' = 'dispute_opened' then return s; end if;
  if coalesce((fact ->> 'amount')::bigint, 0) > (pay ->> 'amount')::bigint then return jsonb_set(s, array['verdicts', fact ->> 'key'], '"amount_mismatch"'); end if;
  s := jsonb_set(s, array['disputes', dispute_key], coalesce(known, '{}') || jsonb_build_object(
    'provider', fact -> 'provider', 'provider_dispute', fact -> 'dispute', 'pay', pay_key,
    'amount', coalesce(fact -> 'amount', known -> 'amount', pay -> 'amount'), 'due_by', coalesce(fact -> 'due_by', known -> 'due_by'),
    'at', coalesce(known -> 'at', fact -> 'at'), 'state', ended,
    -- Told twice, it ended when it was told first.
    'closed_at', case when ended = 'open' then null when known ->> 'state' = ended then known -> 'closed_at' else fact -> 'at' end));
  if fact ->> 'kind' = 'dispute_lost' then s := private.cut_payment(s, pay_key, 'disputed', (fact ->> 'at')::timestamptz, fact ->> 'key'); end if;
  return private.sub_log(s, s -> 'subscriptions' -> (pay ->> 'subscription_id'), fact ->> 'kind',
    state -> 'subscriptions' -> (pay ->> 'subscription_id') ->> 'state', (fact ->> 'at')::timestamptz, fact ->> 'key');
end
$$;
comment on function private.fold_dispute(jsonb, jsonb) is 'A payment that the member''s bank asks back, kept or lost. Access stands until it is lost.';

create function private.split_disputes(state jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  s jsonb := state;
  lost record;
  pay jsonb;
  sold bigint;
  before bigint;
  taken bigint;
  tax_before bigint;
  tax_after bigint;
  surplus bigint;
begin
  for lost in select key, value from jsonb_each(state -> 'disputes') where value ->> 'state' = 'lost' order by (value ->> 'closed_at')::timestamptz, key collate "C" loop
    pay := s -> 'payments' -> (lost.value ->> 'pay');
    sold := (pay ->> 'net')::bigint + (pay ->> 'tax')::bigint;
    select coalesce(sum(amount), 0), coalesce(sum(tax), 0), coalesce(sum(whole - amount), 0) into before, tax_before, surplus from (
      select (value ->> 'amount')::bigint, (value ->> 'tax')::bigint, (value ->> 'amount')::bigint from jsonb_each(s -> 'refunds')
      where value ->> 'pay' = lost.value ->> 'pay' and value ->> 'state' = 'succeeded' and value ->> 'reason' <> 'overpaid'
      union all
      select 0, 0, (value ->> 'amount')::bigint from jsonb_each(s -> 'refunds')
      where value ->> 'pay' = lost.value ->> 'pay' and value ->> 'state' = 'succeeded' and value ->> 'reason' = 'overpaid'
      union all
      select (value ->> 'net')::bigint + (value ->> 'tax')::bigint, (value ->> 'tax')::bigint,
        (value ->> 'net')::bigint + (value ->> 'tax')::bigint + (value ->> 'surplus')::bigint
      from jsonb_each(s -> 'disputes') where value ->> 'pay' = lost.value ->> 'pay' and value ? 'net'
    ) as back (amount, tax, whole);
    taken := least((lost.value ->> 'amount')::bigint, sold - before);
    tax_after := case when sold = 0 then 0 else private.half_up((before + taken) * (pay ->> 'tax')::numeric / sold) end;
    s := jsonb_set(s, array['disputes', lost.key], lost.value || jsonb_build_object(
      'tax', tax_after - tax_before, 'net', taken - (tax_after - tax_before),
      'surplus', least((lost.value ->> 'amount')::bigint - taken, (pay ->> 'surplus')::bigint - surplus)));
  end loop;
  return s;
end
$$;
comment on function private.split_disputes(jsonb) is 'The state with what each lost dispute took: of the sale (net, tax; no more than refunds left of it, taxes cut from one whole) and of the surplus. What a bank takes beyond that was ours.';

revoke execute on function
  private.cut_payment(jsonb, text, text, timestamptz, text), private.fold_refund(jsonb, jsonb), private.fold_dispute(jsonb, jsonb), private.split_disputes(jsonb)
from public, anon, authenticated, service_role;

-- supabase/schemas/money/fold_payments.sql ----------------------------------------------------------------------------
-- Of the fold: payments that came in, and those that did not.
create function private.end_tests(state jsonb, at timestamptz, cause text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  s jsonb := state;
  test jsonb;
  pay record;
begin
  for test in select value from jsonb_each(state -> 'subscriptions') where value ->> 'provider' = 'sandbox' and private.is_running(value) loop
    for pay in select key, value from jsonb_each(s -> 'payments') where value -> 'subscription_id' = test -> 'id' and (value ->> 'period_end')::timestamptz > at loop
      s := jsonb_set(s, array['payments', pay.key], pay.value || jsonb_build_object('cut_at', at));
    end loop;
    s := private.end_sub(s, test ->> 'id', 'superseded', at, cause);
  end loop;
  return s;
end
$$;
comment on function private.end_tests(jsonb, timestamptz, text) is 'The state without the contracts of the sandbox: a first payment of real money ends them, and what they opened.';

create function private.fold_payment(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  at constant timestamptz := fact ->> 'at';
  cause constant text := fact ->> 'key';
  pay_key constant text := concat_ws(':', fact ->> 'provider', fact ->> 'payment');
  known constant jsonb := state -> 'payments' -> pay_key;
  paid constant bigint := fact ->> 'amount';
  late constant boolean := fact ->> 'kind' = 'crypto_paid_late';
  order_ jsonb := state -> 'checkouts' -> (fact ->> 'checkout');
  sub jsonb := state -> 'subscriptions' -> (fact ->> 'subscription_id');
  was text;
  price bigint;
  rate numeric;
  taxed jsonb;
  begins timestamptz;
  ends timestamptz;
  bought boolean := true;
  stake bigint;
  pay jsonb;
  s jsonb := state;
  happened text;
begin
  if known ->> 'paid_at' is not null then
    if (known ->> 'amount')::bigint <> paid and fact ->> 'kind' <> 'crypto_overpaid' then return jsonb_set(s, array['verdicts', cause], '"amount_mismatch"'); end if;
    return s;
  end if;
  -- A number of an order that is paid may come along with later payments of its contract: they are renewals.
  if order_ ->> 'state' = 'paid' and sub ->> 'means' = 'card' then order_ := null; end if;
  price := coalesce((order_ ->> 'total')::bigint, (sub ->> 'next_amount')::bigint, (sub ->> 'amount')::bigint);
  -- What an order agreed to holds; a renewal owes the tax of its own day, out of the same total.
  taxed := case when order_ is null then fact -> 'taxed' end;
  rate := coalesce((order_ ->> 'tax_rate')::numeric, (taxed ->> 'tax_rate')::numeric, (sub ->> 'tax_rate')::numeric);
  was := sub ->> 'state';
  if upper(fact ->> 'currency') is distinct from sub ->> 'currency' then return jsonb_set(s, array['verdicts', cause], '"currency_mismatch"'); end if;
  if not late and (case when fact ->> 'kind' = 'crypto_overpaid' then paid <= price else paid is distinct from price end) then
    return jsonb_set(s, array['verdicts', cause], '"amount_mismatch"');
  end if;

  -- What does it buy?
  if late or order_ ->> 'state' = 'paid'
    or at > (order_ ->> 'expires_at')::timestamptz + interval '5 minutes'
    or exists (select from jsonb_each(s -> 'subscriptions') as other where other.key <> sub ->> 'id' and private.is_running(other.value)
      -- A test gives way to what is paid for.
      and not (other.value ->> 'provider' = 'sandbox' and sub ->> 'provider' <> 'sandbox' and was = 'incomplete'))
    or (was = 'expired' and coalesce(sub ->> 'ended_for', '') <> 'unpaid' and not (sub ->> 'ended_for' = 'canceled' and order_ ->> 'kind' = 'renewal'))
    or (order_ ->> 'kind' = 'change' and (was <> 'active' or (
      (order_ ->> 'period_end')::timestamptz <> (sub ->> 'current_period_end')::timestamptz and order_ ->> 'period' = sub ->> 'period')))
  then
    bought := false;
  elsif order_ ->> 'kind' = 'change' then
    begins := (order_ ->> 'created_at')::timestamptz;
    ends := (order_ ->> 'period_end')::timestamptz;
    happened := 'changed';
    sub := sub || jsonb_build_object(
      'current_period_start', case when order_ ->> 'period' = sub ->> 'period' then sub -> 'current_period_start' else to_jsonb(begins) end,
      'anchor', case when order_ ->> 'period' = sub ->> 'period' then sub -> 'anchor' else to_jsonb(begins) end,
      'plan', order_ -> 'plan', 'period', order_ -> 'period', 'price_id', order_ -> 'price_id', 'amount', order_ -> 'list_amount',
      'next_plan', null, 'next_period', null, 'next_price_id', null, 'next_amount', null);
    stake := order_ ->> 'stake';
  elsif was = 'incomplete' then
    begins := at; ends := private.period_after(at, at, sub ->> 'period');
    happened := 'started';
    sub := sub || jsonb_build_object('started_at', at, 'anchor', begins, 'withdraw_until', private.withdraw_until(at));
  else
    begins := (sub ->> 'paid_until')::timestamptz;
    happened := case was when 'past_due' then 'recovered' when 'expired' then 'restarted' else 'renewed' end;
    if sub ->> 'next_price_id' is not null and order_ is null then
      sub := sub || jsonb_build_object('plan', sub -> 'next_plan', 'period', sub -> 'next_period', 'price_id', sub -> 'next_price_id', 'amount', sub -> 'next_amount',
        'next_plan', null, 'next_period', null, 'next_price_id', null, 'next_amount', null);
    end if;
    -- Paid after the end with an order of its own, the time begins when it is paid.
    if was = 'expired' and order_ is not null then begins := at; sub := sub || jsonb_build_object('anchor', at); end if;
    ends := private.period_after((sub ->> 'anchor')::timestamptz, begins, sub ->> 'period');
  end if;
  -- The provider's own count of the period, where it says one that can be.
  if bought and fact ->> 'period_end' is not null and coalesce(order_ ->> 'kind', '') <> 'change' then
    if abs(extract(epoch from (fact ->> 'period_end')::timestamptz - (fact ->> 'period_start')::timestamptz)
        - extract(epoch from ends - begins)) > 4 * 86400
      or (fact ->> 'period_start')::timestamptz not between begins - interval '1 day' and at + interval '1 day'
    then
      return jsonb_set(state, array['verdicts', cause], '"period_mismatch"');
    end if;
    begins := (fact ->> 'period_start')::timestamptz;
    ends := (fact ->> 'period_end')::timestamptz;
  end if;

  pay := jsonb_build_object(
    'provider', fact -> 'provider', 'provider_payment', fact -> 'payment', 'subscription_id', sub -> 'id', 'checkout_id', order_ -> 'id',
    'amount', paid, 'currency', sub -> 'currency', 'tax_rate', rate, 'country', coalesce(order_ -> 'country', taxed -> 'country', sub -> 'country'),
    'treatment', taxed -> 'treatment', 'vat_number', taxed -> 'vat_number',
    'net', case when bought then private.net_of(price, rate) else 0 end,
    'tax', case when bought then price - private.net_of(price, rate) else 0 end,
    'surplus', case when bought then paid - price else paid end,
    'failure', case when late then 'paid_late' when not bought then 'bought_nothing' end,
    'method', coalesce(fact -> 'method', known -> 'method'), 'paid_at', at, 'received_at', fact -> 'received_at',
    'period_start', case when bought then begins end, 'period_end', case when bought then ends end, 'cause', cause);
  s := jsonb_set(s, array['payments', pay_key], pay);
  if order_ is not null and not late then
    s := jsonb_set(s, array['checkouts', order_ ->> 'id'], order_ || '{"state": "paid", "failure": null}');
  end if;
  if not bought then
    if was = 'incomplete' then s := private.end_sub(s, sub ->> 'id', 'superseded', at, cause); end if;
    return s;
  end if;
  if was = 'incomplete' and sub ->> 'provider' <> 'sandbox' then s := private.end_tests(s, at, cause); end if;

  sub := sub || jsonb_build_object(
    'state', case when was = 'canceled' then 'canceled' else 'active' end, 'failed_at', null, 'grace_until', null, 'next_try_at', null, 'ended_at', null, 'ended_for', null,
    'method', coalesce(fact -> 'method', sub -> 'method'), 'paid_until', greatest(ends, (sub ->> 'paid_until')::timestamptz));
  if happened = 'renewed' and begins > at and order_ is not null then
    sub := sub || jsonb_build_object('state', 'active', 'cancel_requested_at', null, 'ahead', jsonb_build_object(
      'current_period_start', begins, 'current_period_end', ends, 'segment_start', begins, 'stake', price, 'paid_pay', pay_key));
  else
    sub := sub || jsonb_build_object('segment_start', begins, 'current_period_end', ends, 'stake', coalesce(stake, price), 'paid_pay', pay_key)
      || case when happened = 'changed' then '{}' else jsonb_build_object('current_period_start', begins) end;
  end if;
  return private.sub_log(s, sub, happened, was, at, cause, jsonb_build_object('payment', fact -> 'payment', 'amount', paid, 'plan', sub -> 'plan', 'period', sub -> 'period'));
end
$$;
comment on function private.fold_payment(jsonb, jsonb) is 'A payment that came in: what it buys, or that it buys nothing. The amount must be the agreed one; the first payment of an order pays it.';

create function private.fold_failure(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  at constant timestamptz := fact ->> 'at';
  pay_key constant text := concat_ws(':', fact ->> 'provider', fact ->> 'payment');
  order_ constant jsonb := state -> 'checkouts' -> (fact ->> 'checkout');
  kind constant text := fact ->> 'kind';
  reason constant text := coalesce(fact ->> 'reason', case kind when 'crypto_underpaid' then 'underpaid' when 'crypto_invalid' then 'invalid' end);
  pending constant boolean := kind in ('payment_pending', 'crypto_seen');
  held constant bigint := case when kind = 'crypto_underpaid' then coalesce((fact ->> 'amount')::bigint, 0) else 0 end;
  sub jsonb := state -> 'subscriptions' -> (fact ->> 'subscription_id');
  s jsonb := state;
  was text := sub ->> 'state';
begin
  if s -> 'payments' -> pay_key ->> 'paid_at' is not null then return s; end if;
  if order_ is not null and order_ ->> 'state' <> 'paid' then
    if pending and order_ ->> 'state' <> 'expired' then
      s := jsonb_set(s, array['checkouts', order_ ->> 'id'], order_ || '{"state": "waiting"}');
    elsif kind = 'checkout_expired' then
      s := jsonb_set(s, array['checkouts', order_ ->> 'id'], order_ || '{"state": "expired"}');
    elsif not pending then
      s := jsonb_set(s, array['checkouts', order_ ->> 'id'], order_ || jsonb_build_object('state', 'failed', 'failure', reason));
    end if;
  end if;
  if fact ->> 'payment' is not null and kind <> 'checkout_expired' then
    s := jsonb_set(s, array['payments', pay_key], jsonb_build_object(
      'provider', fact -> 'provider', 'provider_payment', fact -> 'payment', 'subscription_id', sub -> 'id', 'checkout_id', order_ -> 'id',
      'amount', case when kind = 'crypto_underpaid' then held else coalesce((fact ->> 'amount')::bigint, (order_ ->> 'total')::bigint, 0) end,
      'surplus', case when kind = 'crypto_underpaid' then held else coalesce((fact ->> 'amount')::bigint, (order_ ->> 'total')::bigint, 0) end,
      'held', held, 'net', 0, 'tax', 0, 'currency', sub -> 'currency', 'tax_rate', coalesce(order_ -> 'tax_rate', sub -> 'tax_rate'),
      'country', coalesce(order_ -> 'country', sub -> 'country'), 'failure', case when pending then null else reason end,
      'method', fact -> 'method', 'pending', pending, 'received_at', fact -> 'received_at', 'cause', fact -> 'key', 'tried_at', at));
  end if;
  -- Of a renewal: there is no order, or its order was paid before.
  if kind = 'payment_failed' and (order_ is null or order_ ->> 'state' = 'paid') and sub ->> 'means' = 'card'
    and at >= (sub ->> 'current_period_end')::timestamptz - interval '1 day'
  then
    sub := sub || jsonb_build_object('next_try_at', fact -> 'next_try_at');
    if was = 'active' then
      sub := sub || jsonb_build_object('state', 'past_due', 'failed_at', at,
        'grace_until', private.grace_until(greatest(at, (sub ->> 'current_period_end')::timestamptz)));
      s := private.sub_log(s, sub, 'past_due', was, at, fact ->> 'key', jsonb_build_object('reason', reason, 'next_try_at', fact -> 'next_try_at'));
    elsif was = 'past_due' then
      s := private.sub_log(s, sub, 'payment_failed', was, at, fact ->> 'key', jsonb_build_object('reason', reason, 'next_try_at', fact -> 'next_try_at'));
    end if;
  end if;
  return s;
end
$$;
comment on function private.fold_failure(jsonb, jsonb) is 'A payment that waits, failed or was too little, or an order that ran out. A renewal that fails keeps access for the time of its tries; a payment that came in is not undone by it.';

revoke execute on function
  private.end_tests(jsonb, timestamptz, text), private.fold_payment(jsonb, jsonb), private.fold_failure(jsonb, jsonb)
from public, anon, authenticated, service_role;

-- supabase/schemas/money/money_fold.sql -------------------------------------------------------------------------------
-- The fold: what a member's money stands at, from the facts about it and nothing else. private.money_of(facts) goes through them
-- in the order in which they happened, so arrival order, duplicates and delays change nothing. Orders come first (they are the
-- context), then provider events and commands by time; of the same second payments before what happens to them, for providers
-- cut their times to seconds. Its state: {subscriptions, payments, refunds, disputes, checkouts: {key: row}, verdicts, log}.
-- What a payment, money that goes back and a contract's own news do to it is in the three files that follow.
create function private.sub_log(state jsonb, sub jsonb, kind text, was text, at timestamptz, cause text, details jsonb default '{}') returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_set(
    jsonb_set(state, array['subscriptions', sub ->> 'id'], sub), '{log}',
    state -> 'log' || jsonb_build_array(jsonb_build_object(
      'subscription_id', sub -> 'id', 'kind', kind, 'from_state', was, 'to_state', sub -> 'state', 'at', at, 'cause', cause, 'details', details))
  )
$$;
comment on function private.sub_log(jsonb, jsonb, text, text, timestamptz, text, jsonb) is 'The state with a contract as it now is, and what happened to it.';

create function private.is_running(sub jsonb) returns boolean
language sql immutable set search_path = '' as $$ select sub ->> 'state' in ('active', 'past_due', 'canceled') $$;
comment on function private.is_running(jsonb) is 'Whether a contract is one that a member may have only one of.';

create function private.end_sub(state jsonb, sub_id text, why text, at timestamptz, cause text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  sub constant jsonb := state -> 'subscriptions' -> sub_id;
begin
  if sub ->> 'state' = 'expired' then return state; end if;
  return private.sub_log(state, sub || jsonb_build_object('state', 'expired', 'ended_at', at, 'ended_for', why, 'grace_until',
    case when (sub ->> 'grace_until')::timestamptz < at then sub -> 'grace_until' else to_jsonb(case when sub ->> 'grace_until' is not null then at end) end),
    case why when 'withdrawn' then 'withdrawn' when 'superseded' then 'superseded' else 'expired' end, sub ->> 'state', at, cause, jsonb_build_object('for', why));
end
$$;
comment on function private.end_sub(jsonb, text, text, timestamptz, text) is 'Ends a contract; one that ended stays as it is.';

-- What time alone does ------------------------------------------------------------------------------------------------
create function private.pass_time(state jsonb, moment timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  s jsonb := state;
  sub jsonb;
  ends timestamptz;
begin
  for sub in select value from jsonb_each(state -> 'subscriptions') where private.is_running(value) loop
    ends := (sub ->> 'current_period_end')::timestamptz;
    if moment >= ends and jsonb_typeof(sub -> 'ahead') = 'object' then
      -- The period that was paid ahead begins.
      sub := sub || (sub -> 'ahead') || '{"ahead": null}';
      s := private.sub_log(s, sub, 'period_began', sub ->> 'state', ends, 'time:' || ends);
      ends := (sub ->> 'current_period_end')::timestamptz;
    end if;
    if sub ->> 'state' = 'canceled' or sub ->> 'means' = 'crypto' then
      if moment >= ends then
        s := private.end_sub(s, sub ->> 'id', case sub ->> 'state' when 'canceled' then 'canceled' else 'unpaid' end, ends, 'time:' || ends);
      end if;
      continue;
    end if;
    if sub ->> 'state' = 'active' and moment >= ends + interval '1 day' then
      sub := sub || jsonb_build_object('state', 'past_due', 'failed_at', ends, 'grace_until', private.grace_until(ends));
      s := private.sub_log(s, sub, 'past_due', 'active', ends + interval '1 day', 'time:' || ends, '{"reason": "no_news"}');
    end if;
    if sub ->> 'state' = 'past_due' and moment >= (sub ->> 'grace_until')::timestamptz then
      s := private.end_sub(s, sub ->> 'id', 'unpaid', (sub ->> 'grace_until')::timestamptz, 'time:' || ends);
    end if;
  end loop;
  return s;
end
$$;
comment on function private.pass_time(jsonb, timestamptz) is 'The state at a later moment when nothing else happened: periods end, graces end. A renewal that nobody heard of for a day counts as failed.';

-- One after the other -------------------------------------------------------------------------------------------------
create function private.fold_step(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  s jsonb;
begin
  if fact ->> 'source' = 'checkout' then
    s := jsonb_set(state, array['checkouts', fact ->> 'id'], fact || jsonb_build_object('state', 'open'));
    if fact ->> 'kind' = 'first' then
      s := jsonb_set(s, array['subscriptions', fact ->> 'subscription_id'], jsonb_build_object(
        'id', fact -> 'subscription_id', 'state', 'incomplete', 'plan', fact -> 'plan', 'period', fact -> 'period', 'price_id', fact -> 'price_id',
        'amount', fact -> 'list_amount', 'currency', fact -> 'currency', 'provider', fact -> 'provider', 'means', fact -> 'means',
        'tax_rate', fact -> 'tax_rate', 'country', fact -> 'country', 'created_at', fact -> 'created_at'));
    end if;
    return s;
  end if;
  s := private.pass_time(state, (fact ->> 'at')::timestamptz);
  if fact ->> 'source' = 'event' then
    s := jsonb_set(s, array['subscriptions', fact ->> 'subscription_id'], (s -> 'subscriptions' -> (fact ->> 'subscription_id')) || jsonb_strip_nulls(jsonb_build_object(
      'provider_subscription', fact -> 'subscription', 'provider_customer', fact -> 'customer')));
  end if;
  case
    when fact ->> 'kind' in ('payment_succeeded', 'crypto_overpaid', 'crypto_paid_late') then return private.fold_payment(s, fact);
    when fact ->> 'kind' in ('payment_pending', 'payment_failed', 'crypto_seen', 'crypto_underpaid', 'crypto_invalid', 'checkout_expired') then return private.fold_failure(s, fact);
    when fact ->> 'kind' in ('refund', 'refund_succeeded', 'refund_failed') then return private.fold_refund(s, fact);
    when fact ->> 'kind' in ('dispute_opened', 'dispute_won', 'dispute_lost') then return private.fold_dispute(s, fact);
    else return private.fold_contract(s, fact);
  end case;
end
$$;
comment on function private.fold_step(jsonb, jsonb) is 'The state after one more fact.';

create function private.money_facts(member uuid) returns table (rank int, at timestamptz, place text, fact jsonb)
language sql stable set search_path = '' as $$
  select 0, null::timestamptz, lpad(bought.number::text, 19, '0'), to_jsonb(bought) - 'state' || jsonb_build_object('source', 'checkout', 'list_amount', price.amount)
  from public.checkouts as bought join public.plan_prices as price on price.id = bought.price_id where bought.user_id = member
  union all
  select case when kind like 'payment%' or kind like 'crypto%' then 1 else 2 end, occurred_at, provider || ':' || event_id,
    event || jsonb_build_object('source', 'event', 'at', occurred_at, 'key', provider || ':' || event_id, 'provider', provider, 'kind', kind,
      'subscription_id', subscription_id, 'received_at', received_at, 'taxed', taxed)
  from private.provider_events where provider_events.member = money_facts.member
  union all
  select 2, money_commands.at, 'command:' || lpad(id::text, 19, '0'),
    jsonb_build_object('source', 'command', 'at', money_commands.at, 'key', 'command:' || id, 'kind', kind, 'subscription_id', subscription_id, 'details', details)
  from private.money_commands where money_commands.member = money_facts.member
$$;
comment on function private.money_facts(uuid) is 'All that is known about a member''s money, each fact with its place in the order.';

create function private.money_of(member uuid, moment timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  state jsonb := '{"subscriptions": {}, "payments": {}, "refunds": {}, "disputes": {}, "checkouts": {}, "verdicts": {}, "log": []}';
  next_fact jsonb;
begin
  for next_fact in select fact from private.money_facts(member) order by at nulls first, rank, place collate "C" loop
    state := private.fold_step(state, next_fact);
  end loop;
  return private.split_disputes(private.pass_time(state, moment));
end
$$;
comment on function private.money_of(uuid, timestamptz) is 'What a member''s money stands at, then.';

revoke execute on function
  private.sub_log(jsonb, jsonb, text, text, timestamptz, text, jsonb), private.is_running(jsonb), private.end_sub(jsonb, text, text, timestamptz, text),
  private.pass_time(jsonb, timestamptz), private.fold_step(jsonb, jsonb), private.money_facts(uuid), private.money_of(uuid, timestamptz)
from public, anon, authenticated, service_role;

-- supabase/schemas/money/money_moved.sql ------------------------------------------------------------------------------
-- Money that moved: what providers told and members asked, the payments, refunds and disputes that follow from it, the books, and what
-- providers are asked. Written by the fold alone; kept by the account's number alone, as all of money.
create table private.provider_events (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('stripe', 'btcpay', 'sandbox')),
  event_id text not null check (length(event_id) between 1 and 255),
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  kind text not null,
  event jsonb not null,
  raw text,
  headers jsonb,
  state text not null check (state in ('processed', 'waiting', 'refused')),
  reason text,
  -- Whose it is, once known; with it the event is a fact of that member and is judged by the fold.
  member uuid,
  subscription_id uuid references public.subscriptions (id),
  taxed jsonb,
  fingerprint text check (length(fingerprint) between 1 and 255),
  told_at timestamptz,
  unique (provider, event_id)
);
comment on table private.provider_events is 'What providers told us, as they told it, each once. waiting: about something that is not known yet; refused: never applied, reason says why.';
comment on column private.provider_events.taxed is 'Of a payment: the tax of a renewal on its day, {country, tax_rate, treatment, vat_number}, looked up once, when it was known whose it is, and never again: a rule that changes later changes nothing of the past.';
comment on column private.provider_events.fingerprint is 'Of a payment: what its provider knows the means by, the same for the same card in every account. It tells who pays for whom, and nobody but staff''s checks reads it.';
comment on column private.provider_events.told_at is 'When the admins were told of money that came in and was refused.';
create index provider_events_of_fingerprint on private.provider_events (provider, fingerprint) where fingerprint is not null;
create index provider_events_of_member on private.provider_events (member, occurred_at);
create index provider_events_of_subscription on private.provider_events (subscription_id);
create index provider_events_waiting on private.provider_events (provider, received_at) where state = 'waiting';
create index provider_events_waiting_for on private.provider_events using gin (event jsonb_path_ops) where state = 'waiting';
create index provider_events_refused on private.provider_events (received_at) where state = 'refused';

create table private.provider_objects (
  provider text not null,
  kind text not null check (kind in ('subscription', 'payment', 'refund', 'dispute')),
  object_id text not null,
  member uuid not null,
  subscription_id uuid not null references public.subscriptions (id),
  primary key (provider, kind, object_id)
);
comment on table private.provider_objects is 'Whose each number of a provider is. A number belongs to one contract for good: an event that says otherwise is refused.';
create index provider_objects_of_subscription on private.provider_objects (subscription_id);
create index provider_objects_of_member on private.provider_objects (member);

create table private.money_commands (
  id bigint generated always as identity primary key,
  member uuid not null,
  subscription_id uuid not null references public.subscriptions (id),
  kind text not null check (kind in ('cancel', 'resume', 'change', 'withdraw', 'method', 'refund', 'erase')),
  at timestamptz not null,
  details jsonb not null default '{}'
);
comment on table private.money_commands is 'What a member, or staff for them, asked for: facts beside what providers tell, at their own times.';
create index money_commands_of_member on private.money_commands (member, at);
create index money_commands_of_subscription on private.money_commands (subscription_id);
call private.make_append_only('private.money_commands');

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  subscription_id uuid not null references public.subscriptions (id),
  checkout_id uuid references public.checkouts (id),
  provider text not null,
  provider_payment text not null,
  amount bigint not null check (amount >= 0),
  currency text not null,
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  surplus bigint not null default 0 check (surplus >= 0),
  tax_rate numeric(5, 2) not null,
  country text not null,
  -- Of a renewal, the rule of value-added tax on its day; otherwise the order's holds.
  treatment text,
  vat_number text,
  state text not null check (state in ('pending', 'succeeded', 'failed', 'refunded', 'partially_refunded', 'disputed', 'lost')),
  failure text,
  method jsonb,
  period_start timestamptz,
  period_end timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  unique (provider, provider_payment),
  check (net + tax + surplus = amount)
);
comment on table public.payments is 'Money in. net + tax is what bought something; surplus is what bought nothing and is given back. An invoice is due where net + tax > 0 and paid_at is set.';
create index payments_of_member on public.payments (user_id, paid_at desc);
create index payments_of_subscription on public.payments (subscription_id);
create index payments_of_checkout on public.payments (checkout_id);

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  fact text not null unique,
  user_id uuid not null,
  payment_id uuid not null references public.payments (id),
  amount bigint not null check (amount > 0),
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  reason text not null check (reason in ('withdrawal', 'staff', 'overpaid')),
  state text not null check (state in ('asked', 'succeeded', 'failed')),
  provider_refund text,
  asked_by uuid,
  words text,
  at timestamptz not null,
  done_at timestamptz,
  -- Where the member fetches it, until they have.
  claim_url text check (claim_url ~ '^https?://'),
  check (net + tax = amount or reason = 'overpaid'),
  check (state <> 'succeeded' or done_at is not null)
);
comment on table public.refunds is 'Money out to a member: asked for at, gone out done_at. claim_url is the provider''s page where coins are fetched, for they need an address to go to. Of a surplus net and tax are 0: nothing was sold.';
create index refunds_of_payment on public.refunds (payment_id);
create index refunds_of_member on public.refunds (user_id, at desc);

create table public.disputes (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  payment_id uuid not null references public.payments (id),
  provider text not null,
  provider_dispute text not null,
  amount bigint not null,
  state text not null check (state in ('open', 'won', 'lost')),
  due_by timestamptz,
  at timestamptz not null,
  closed_at timestamptz,
  -- What of the sale a lost one took back; the rest of it was given back before, or never bought anything.
  net bigint not null default 0 check (net >= 0),
  tax bigint not null default 0 check (tax >= 0),
  unique (provider, provider_dispute),
  check (net + tax <= amount),
  check ((state = 'open') = (closed_at is null))
);
comment on table public.disputes is 'Payments that a member''s bank asks back: opened at, won or lost closed_at, the day on which a lost one is booked.';
create index disputes_of_payment on public.disputes (payment_id);

create table private.books (
  id bigint generated always as identity primary key,
  fact text not null,
  account text not null check (account ~ '^(provider:(stripe|btcpay|sandbox)|revenue|vat:[A-Z]{2}|refunds|overpaid|losses|commission|payable:[0-9a-f-]{36}|payouts)$'),
  amount bigint not null check (amount <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  at timestamptz not null,
  member uuid,
  noted_at timestamptz not null default clock_timestamp()
);
comment on table private.books is 'Double entry: debit is positive, credit negative, the rows of a fact sum to 0. What was written on wrong knowledge is set right by further rows of the same fact.';
create index books_of_fact on private.books (fact);
create index books_of_account on private.books (account, at);
create index books_of_member on private.books (member);
call private.make_append_only('private.books');

create function private.check_books() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.books where fact = new.fact group by currency having sum(amount) <> 0) then
    raise exception 'books_unbalanced' using errcode = '23514', detail = new.fact;
  end if;
  return null;
end
$$;
comment on function private.check_books() is 'Lets no transaction end that leaves the rows of a fact unequal to 0.';
create constraint trigger check_books after insert on private.books deferrable initially deferred
  for each row execute function private.check_books();

create table private.provider_commands (
  id bigint generated always as identity primary key,
  provider text not null,
  kind text not null check (kind in ('open_checkout', 'close_checkout', 'cancel', 'cancel_now', 'resume', 'change', 'schedule', 'refund', 'update_method', 'drop_change', 'pay_open')),
  subject uuid not null,
  payload jsonb not null default '{}',
  idempotency_key text not null unique,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  attempts int not null default 0,
  last_error text,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  done_at timestamptz
);
comment on table private.provider_commands is 'What we ask of a provider. subject is the order, contract or refund it is about. Done once under its idempotency_key; what comes of it is told by the provider''s events.';
create index provider_commands_waiting on private.provider_commands (next_try_at) where state = 'waiting';
create index provider_commands_of_subject on private.provider_commands (subject);

-- Each payment and each time of grace opens one period of access.
alter table public.premium_grants add column fact text unique, add column payment_id uuid references public.payments (id);
comment on column public.premium_grants.fact is 'What of the member''s money opened it: payment:<id> or grace:<subscription>; null for what was given otherwise.';
create index premium_grants_of_payment on public.premium_grants (payment_id);

-- Row-level security -------------------------------------------------------------------------------------------------
alter table private.provider_events enable row level security;
alter table private.provider_objects enable row level security;
alter table private.money_commands enable row level security;
alter table private.books enable row level security;
alter table private.provider_commands enable row level security;
alter table public.payments enable row level security;
create policy "members read their own payments, admins every one" on public.payments for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');
alter table public.refunds enable row level security;
create policy "members read their own refunds, admins every one" on public.refunds for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');
alter table public.disputes enable row level security;
create policy "members read their own disputes, admins every one" on public.disputes for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');

-- Grants -------------------------------------------------------------------------------------------------------------
revoke all on public.payments, public.refunds, public.disputes from anon, authenticated, service_role;
grant select on public.payments, public.refunds, public.disputes to authenticated, service_role;
revoke all on private.provider_events, private.provider_objects, private.money_commands, private.books, private.provider_commands
from anon, authenticated, service_role;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function private.check_books() from public, anon, authenticated, service_role;

-- Personal data ------------------------------------------------------------------------------------------------------
insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
select subject, condition, null, exported, hidden, omitted, fate, reason from (values
  ('public.payments', 'user_id = $1', true, false, '{}'::text[], 'kept', 'Books are kept ten years, by the account''s number alone (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).'),
  ('public.refunds', 'user_id = $1', true, false, '{asked_by}', 'kept', 'Books are kept ten years, by the account''s number alone (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).'),
  ('public.disputes', 'user_id = $1', true, false, '{}', 'kept', 'Books are kept ten years, by the account''s number alone (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).'),
  ('private.books', 'member = $1', true, true, '{}', 'kept', 'Books are kept ten years, by the account''s number alone (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).'),
  ('private.money_commands', 'member = $1', true, true, '{}', 'kept', 'What was asked of a contract is kept with it ten years, by the account''s number alone (Code de commerce, art. L123-22).'),
  ('private.provider_events', 'member = $1', true, true, '{headers,fingerprint}', 'kept', 'What the books follow from is kept ten years with them; the provider''s own words, which may name the member, and the fingerprint of their card, which only finds who pays for themselves and would be of no use once told, go with the account.'),
  ('private.provider_objects', 'member = $1', true, true, '{}', 'kept', 'Numbers of payments, kept with the books (Code de commerce, art. L123-22).')
) as line (subject, condition, exported, hidden, omitted, fate, reason);

-- supabase/schemas/money/money_reckoning.sql --------------------------------------------------------------------------
-- Reckoning: months, days, taxes and parts of prices. Pure: no clock, no member. Months and days are counted in Paris, where the
-- contract is made; parts of a price by the second.
create function private.paris_day(moment timestamptz) returns date
language sql immutable set search_path = '' as $$ select (moment at time zone 'Europe/Paris')::date $$;
comment on function private.paris_day(timestamptz) is 'The day it is in Paris.';

create function private.period_after(anchor timestamptz, begins timestamptz, period text) returns timestamptz
language plpgsql immutable set search_path = '' as $$
declare
  local_anchor constant timestamp := anchor at time zone 'Europe/Paris';
  local_begin constant timestamp := begins at time zone 'Europe/Paris';
  months constant int := case period when 'year' then 12 else 1 end;
  passed constant int := (extract(year from local_begin) - extract(year from local_anchor)) * 12 + extract(month from local_begin) - extract(month from local_anchor);
  n int := greatest(passed / months, 0);
begin
  -- The first end of a period, counted from the anchor, that is at least half a period after its begin.
  while local_anchor + make_interval(months => n * months) < local_begin + make_interval(days => case period when 'year' then 180 else 14 end) loop
    n := n + 1;
  end loop;
  return (local_anchor + make_interval(months => n * months)) at time zone 'Europe/Paris';
end
$$;
comment on function private.period_after(timestamptz, timestamptz, text) is 'When a period (month or year) that begins then ends: the anchor''s day and hour in Paris, on the month''s last day where it has no such day.';

create function private.grace_until(failed timestamptz) returns timestamptz
language sql immutable set search_path = '' as $$ select failed + interval '7 days 6 hours' $$;
comment on function private.grace_until(timestamptz) is 'How long access is kept when a renewal fails: it is tried again on the days 1, 3, 5 and 7, and six hours are left to hear of the last try.';

create function private.is_working_day(day date) returns boolean
language sql immutable set search_path = '' as $$
  select extract(isodow from day) < 6
    and to_char(day, 'MMDD') not in ('0101', '0501', '0508', '0714', '0815', '1101', '1111', '1225')
    and day - private.easter_sunday(extract(year from day)::int) not in (1, 39, 50)
$$;
comment on function private.is_working_day(date) is 'Whether a day is neither a Saturday, a Sunday nor a holiday of the Code du travail (art. L3133-1).';

create function private.withdraw_until(concluded timestamptz) returns timestamptz
language plpgsql immutable set search_path = '' as $$
declare
  last_day date := private.paris_day(concluded) + 14;
begin
  while not private.is_working_day(last_day) loop last_day := last_day + 1; end loop;
  return (last_day + time '23:59:59') at time zone 'Europe/Paris';
end
$$;
comment on function private.withdraw_until(timestamptz) is 'The last second of the right to withdraw: fourteen days, the day of the contract not counted, to the next working day (Code de la consommation, art. L221-18 and L221-19).';

create function private.half_up(value numeric) returns bigint
language sql immutable set search_path = '' as $$ select floor(value + 0.5)::bigint $$;
comment on function private.half_up(numeric) is 'To the next whole number, halves upwards.';

create function private.tax_rate(country text, day date) returns numeric
language sql stable set search_path = '' as $$
  select coalesce((
    select rate from public.tax_rates as known where known.country = tax_rate.country and starts_on <= day order by starts_on desc limit 1
  ), 0.00)
$$;
comment on function private.tax_rate(text, date) is 'The standard rate of a country on a day, in percent; 0 where no tax is owed there.';

create function private.net_of(total bigint, rate numeric) returns bigint
language sql immutable set search_path = '' as $$ select private.half_up(total * 100 / (100 + rate)) $$;
comment on function private.net_of(bigint, numeric) is 'What is left of an amount without its tax, rounded half up to the minor unit; the tax is the rest.';

create function private.share_left(amount bigint, begins timestamptz, ends timestamptz, moment timestamptz) returns bigint
language sql immutable set search_path = '' as $$
  select case when moment >= ends or begins >= ends then 0 else private.half_up(
    amount * extract(epoch from ends - greatest(moment, begins)) / extract(epoch from ends - begins)) end
$$;
comment on function private.share_left(bigint, timestamptz, timestamptz, timestamptz) is 'What of an amount for a time is not used up yet, by the second, rounded half up to the minor unit.';

create function private.days_used(amount bigint, begins timestamptz, ends timestamptz, moment timestamptz) returns bigint
language sql immutable set search_path = '' as $$
  select amount * least(greatest(private.paris_day(moment) - private.paris_day(begins), 0), days) / days
  from (select greatest(private.paris_day(ends) - private.paris_day(begins), 1) as days) as span
$$;
comment on function private.days_used(bigint, timestamptz, timestamptz, timestamptz) is 'What of an amount for a time the days that ended in Paris have used, rounded down: the member''s minor unit.';

revoke execute on function
  private.paris_day(timestamptz), private.grace_until(timestamptz), private.period_after(timestamptz, timestamptz, text), private.is_working_day(date),
  private.withdraw_until(timestamptz), private.half_up(numeric), private.tax_rate(text, date), private.net_of(bigint, numeric),
  private.share_left(bigint, timestamptz, timestamptz, timestamptz), private.days_used(bigint, timestamptz, timestamptz, timestamptz)
from public, anon, authenticated, service_role;

-- supabase/schemas/money/money_settling.sql ---------------------------------------------------------------------------
-- Settling: what follows from a member's facts is written down, in the transaction that brought a new one. Whatever is already
-- as it should be is left alone, so settling twice changes nothing. The caller holds the member's lock.
create function private.lock_money(member uuid) returns void
language sql volatile set search_path = '' as $$ select pg_advisory_xact_lock(hashtextextended('money:' || member, 0)) $$;
comment on function private.lock_money(uuid) is 'Lets one transaction at a time touch a member''s money.';

create function private.try_lock_money(member uuid) returns boolean
language sql volatile set search_path = '' as $$ select pg_try_advisory_xact_lock(hashtextextended('money:' || member, 0)) $$;
comment on function private.try_lock_money(uuid) is 'The same for whoever goes through many members: false when another transaction is at it.';

create function private.post_entries(fact text, wanted jsonb, currency text, at timestamptz, member uuid) returns void
language sql volatile set search_path = '' as $$
  insert into private.books (fact, account, amount, currency, at, member)
  select post_entries.fact, account, sum(amount), post_entries.currency, entry.at, post_entries.member
  from (
    select key as account, post_entries.at, value::bigint as amount from jsonb_each_text(wanted)
    union all
    select account, books.at, -amount from private.books where books.fact = post_entries.fact
  ) as entry (account, at, amount) group by account, entry.at having sum(amount) <> 0
$$;
comment on function private.post_entries(text, jsonb, text, timestamptz, uuid) is 'Makes the entries of a fact what they should be, {account: minor units} at its time: writes the difference to what stands, which is nothing the second time. What turns out to have happened at another time is taken back where it stood.';

create function private.ask_provider(provider text, kind text, subject uuid, payload jsonb, idempotency_key text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.provider_commands (provider, kind, subject, payload, idempotency_key)
  values (ask_provider.provider, ask_provider.kind, ask_provider.subject, ask_provider.payload, ask_provider.idempotency_key)
  on conflict on constraint provider_commands_idempotency_key_key do nothing;
  if found and ask_provider.provider <> 'sandbox' then
    perform private.enqueue('provider-commands', '{}', 'provider-commands');
  end if;
end
$$;
comment on function private.ask_provider(text, text, uuid, jsonb, text) is 'Notes what a provider is to do, once for each idempotency key; the worker does it.';

create function private.settle_rows(member uuid, s jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  running boolean;
begin
  -- Those that end before those that begin: there is never a second one that runs.
  foreach running in array array[false, true] loop
    update public.subscriptions as kept set
      plan = due.plan, period = due.period, price_id = due.price_id, amount = due.amount, provider_customer = due.provider_customer,
      provider_subscription = due.provider_subscription, state = due.state, current_period_start = due.current_period_start,
      current_period_end = due.current_period_end, paid_until = due.paid_until, anchor = due.anchor, segment_start = due.segment_start, stake = due.stake,
      next_plan = due.next_plan, next_period = due.next_period, next_price_id = due.next_price_id, next_amount = due.next_amount,
      cancel_requested_at = due.cancel_requested_at, withdrawn_at = due.withdrawn_at, failed_at = due.failed_at, grace_until = due.grace_until,
      next_try_at = due.next_try_at, method = due.method, withdraw_until = due.withdraw_until, started_at = due.started_at,
      ended_at = due.ended_at, ended_for = due.ended_for
    from jsonb_each(s -> 'subscriptions') as entry, jsonb_populate_record(null::public.subscriptions, entry.value) as due
    where kept.id = due.id and private.is_running(entry.value) = running
      and (kept.plan, kept.period, kept.price_id, kept.amount, kept.provider_customer, kept.provider_subscription, kept.state, kept.current_period_start,
        kept.current_period_end, kept.paid_until, kept.anchor, kept.segment_start, kept.stake, kept.next_plan, kept.next_period, kept.next_price_id, kept.next_amount,
        kept.cancel_requested_at, kept.withdrawn_at, kept.failed_at, kept.grace_until, kept.next_try_at, kept.method, kept.withdraw_until, kept.started_at,
        kept.ended_at, kept.ended_for)
      is distinct from (due.plan, due.period, due.price_id, due.amount, due.provider_customer, due.provider_subscription, due.state, due.current_period_start,
        due.current_period_end, due.paid_until, due.anchor, due.segment_start, due.stake, due.next_plan, due.next_period, due.next_price_id, due.next_amount,
        due.cancel_requested_at, due.withdrawn_at, due.failed_at, due.grace_until, due.next_try_at, due.method, due.withdraw_until, due.started_at,
        due.ended_at, due.ended_for);
  end loop;

  update public.checkouts as kept set state = entry.value ->> 'state', failure = entry.value ->> 'failure'
  from jsonb_each(s -> 'checkouts') as entry
  where kept.id = entry.key::uuid and (kept.state, kept.failure) is distinct from (entry.value ->> 'state', entry.value ->> 'failure')
    -- An order that time ended stays ended until it is paid after all.
    and not (kept.state = 'expired' and entry.value ->> 'state' in ('open', 'failed', 'waiting'));

  insert into public.payments as kept (
    user_id, subscription_id, checkout_id, provider, provider_payment, amount, currency, net, tax, surplus, tax_rate, country, treatment, vat_number, state,
    failure, method, period_start, period_end, paid_at, created_at)
  select settle_rows.member, due.subscription_id, due.checkout_id, due.provider, due.provider_payment, due.amount, due.currency, due.net, due.tax, due.surplus,
    due.tax_rate, due.country, due.treatment, due.vat_number, private.payment_state(s, entry.key), due.failure, due.method, due.period_start, due.period_end, due.paid_at, (entry.value ->> 'received_at')::timestamptz
  from jsonb_each(s -> 'payments') as entry, jsonb_populate_record(null::public.payments, entry.value) as due
  on conflict (provider, provider_payment) do update set
    checkout_id = excluded.checkout_id, amount = excluded.amount, net = excluded.net, tax = excluded.tax, surplus = excluded.surplus, state = excluded.state,
    tax_rate = excluded.tax_rate, country = excluded.country, treatment = excluded.treatment, vat_number = excluded.vat_number,
    failure = excluded.failure, method = excluded.method, period_start = excluded.period_start, period_end = excluded.period_end, paid_at = excluded.paid_at
  where (kept.checkout_id, kept.amount, kept.net, kept.tax, kept.surplus, kept.tax_rate, kept.country, kept.treatment, kept.vat_number, kept.state, kept.failure,
      kept.method, kept.period_start, kept.period_end, kept.paid_at)
    is distinct from (excluded.checkout_id, excluded.amount, excluded.net, excluded.tax, excluded.surplus, excluded.tax_rate, excluded.country, excluded.treatment,
      excluded.vat_number, excluded.state, excluded.failure, excluded.method, excluded.period_start, excluded.period_end, excluded.paid_at);

  insert into public.refunds as kept (id, fact, user_id, payment_id, amount, net, tax, reason, state, provider_refund, asked_by, words, at, done_at)
  select coalesce(substring(entry.key from '^asked:([0-9a-f-]{36})$')::uuid, gen_random_uuid()), entry.key, settle_rows.member, pay.id, due.amount, due.net, due.tax,
    due.reason, due.state, due.provider_refund, due.asked_by, due.words, due.at, due.done_at
  from jsonb_each(s -> 'refunds') as entry, jsonb_populate_record(null::public.refunds, entry.value) as due, public.payments as pay
  where pay.provider || ':' || pay.provider_payment = entry.value ->> 'pay' and pay.user_id = settle_rows.member
  on conflict (fact) do update set state = excluded.state, provider_refund = excluded.provider_refund, net = excluded.net, tax = excluded.tax, amount = excluded.amount,
    reason = excluded.reason, done_at = excluded.done_at,
    claim_url = case when excluded.state = 'asked' then kept.claim_url end
  where (kept.state, kept.provider_refund, kept.net, kept.tax, kept.amount, kept.reason, kept.done_at)
    is distinct from (excluded.state, excluded.provider_refund, excluded.net, excluded.tax, excluded.amount, excluded.reason, excluded.done_at);

  -- What later knowledge took the ground from: it bought, and gave back, nothing.
  update public.payments as kept set state = 'failed', failure = 'refused', amount = 0, net = 0, tax = 0, surplus = 0, paid_at = null, period_start = null, period_end = null
  where user_id = settle_rows.member and paid_at is not null and not s -> 'payments' ? (kept.provider || ':' || kept.provider_payment);
  update public.refunds as kept set state = 'failed', claim_url = null
  where user_id = settle_rows.member and state <> 'failed' and not s -> 'refunds' ? kept.fact;

  insert into public.disputes as kept (user_id, payment_id, provider, provider_dispute, amount, state, due_by, at, closed_at, net, tax)
  select settle_rows.member, pay.id, due.provider, due.provider_dispute, due.amount, due.state, due.due_by, due.at, due.closed_at, coalesce(due.net, 0), coalesce(due.tax, 0)
  from jsonb_each(s -> 'disputes') as entry, jsonb_populate_record(null::public.disputes, entry.value) as due, public.payments as pay
  where pay.provider || ':' || pay.provider_payment = entry.value ->> 'pay' and pay.user_id = settle_rows.member
  on conflict (provider, provider_dispute) do update set state = excluded.state, amount = excluded.amount, due_by = excluded.due_by, at = excluded.at,
    closed_at = excluded.closed_at, net = excluded.net, tax = excluded.tax
  where (kept.state, kept.amount, kept.due_by, kept.at, kept.closed_at, kept.net, kept.tax)
    is distinct from (excluded.state, excluded.amount, excluded.due_by, excluded.at, excluded.closed_at, excluded.net, excluded.tax);

  update private.provider_events as kept set
    state = case when s -> 'verdicts' ? (kept.provider || ':' || event_id) then 'refused' else 'processed' end,
    reason = s -> 'verdicts' ->> (kept.provider || ':' || event_id)
  where kept.member = settle_rows.member
    and reason is distinct from s -> 'verdicts' ->> (kept.provider || ':' || event_id);

  insert into public.subscription_events (subscription_id, user_id, kind, from_state, to_state, at, cause, details)
  select (entry ->> 'subscription_id')::uuid, settle_rows.member, entry ->> 'kind', entry ->> 'from_state', entry ->> 'to_state',
    (entry ->> 'at')::timestamptz, entry ->> 'cause', entry -> 'details'
  from jsonb_array_elements(s -> 'log') as entry
  on conflict (subscription_id, kind, cause) do nothing;
end
$$;
comment on function private.settle_rows(uuid, jsonb) is 'Writes the contracts, orders, payments, refunds and disputes that a member''s state says.';

create function private.payment_state(s jsonb, pay_key text) returns text
language sql stable set search_path = '' as $$
  select case
    when pay ->> 'paid_at' is null then case when (pay ->> 'pending')::boolean then 'pending' else 'failed' end
    when exists (select from jsonb_each(s -> 'disputes') where value ->> 'pay' = pay_key and value ->> 'state' = 'lost') then 'lost'
    when exists (select from jsonb_each(s -> 'disputes') where value ->> 'pay' = pay_key and value ->> 'state' = 'open') then 'disputed'
    when back >= (pay ->> 'amount')::bigint then 'refunded'
    when back > 0 then 'partially_refunded'
    else 'succeeded'
  end
  from (select s -> 'payments' -> pay_key as pay, (
    select coalesce(sum((value ->> 'amount')::bigint), 0) from jsonb_each(s -> 'refunds') where value ->> 'pay' = pay_key and value ->> 'state' = 'succeeded'
  ) as back) as known
$$;
comment on function private.payment_state(jsonb, text) is 'The state of a payment, from what came of it.';

create function private.settle_books(member uuid, s jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  entry record;
  pay jsonb;
  held bigint;
begin
  for entry in select key, value from jsonb_each(s -> 'payments') where value ->> 'paid_at' is not null or (value ->> 'held')::bigint > 0 loop
    held := (entry.value ->> 'amount')::bigint;
    perform private.post_entries('payment:' || entry.key, jsonb_build_object(
      'provider:' || (entry.value ->> 'provider'), held, 'revenue', -(entry.value ->> 'net')::bigint,
      'vat:' || (entry.value ->> 'country'), -(entry.value ->> 'tax')::bigint, 'overpaid', -(entry.value ->> 'surplus')::bigint
    ), entry.value ->> 'currency', coalesce(entry.value ->> 'paid_at', entry.value ->> 'tried_at')::timestamptz, member);
  end loop;
  for entry in select key, value from jsonb_each(s -> 'refunds') where value ->> 'state' = 'succeeded' loop
    pay := s -> 'payments' -> (entry.value ->> 'pay');
    perform private.post_entries('refund:' || entry.key, jsonb_build_object(
      'provider:' || (pay ->> 'provider'), -(entry.value ->> 'amount')::bigint, 'refunds', (entry.value ->> 'net')::bigint,
      'vat:' || (pay ->> 'country'), (entry.value ->> 'tax')::bigint,
      'overpaid', case when entry.value ->> 'reason' = 'overpaid' then (entry.value ->> 'amount')::bigint else 0 end
    ), pay ->> 'currency', coalesce(entry.value ->> 'done_at', entry.value ->> 'at')::timestamptz, member);
  end loop;
  for entry in select key, value from jsonb_each(s -> 'disputes') loop
    pay := s -> 'payments' -> (entry.value ->> 'pay');
    held := case when entry.value ->> 'state' = 'lost' then (entry.value ->> 'amount')::bigint else 0 end;
    perform private.post_entries('dispute:' || entry.key, jsonb_build_object(
      'provider:' || (pay ->> 'provider'), -held, 'refunds', coalesce((entry.value ->> 'net')::bigint, 0), 'vat:' || (pay ->> 'country'), coalesce((entry.value ->> 'tax')::bigint, 0),
      'overpaid', coalesce((entry.value ->> 'surplus')::bigint, 0),
      'losses', held - coalesce((entry.value ->> 'net')::bigint + (entry.value ->> 'tax')::bigint + (entry.value ->> 'surplus')::bigint, 0)
    ), pay ->> 'currency', coalesce(entry.value ->> 'closed_at', entry.value ->> 'at')::timestamptz, member);
  end loop;
  -- A fact that no longer holds is taken back.
  for entry in
    select fact, min(currency) as currency, max(at) as at from private.books where books.member = settle_books.member and (case split_part(fact, ':', 1)
      when 'payment' then s -> 'payments' -> substring(fact from 9) ->> 'paid_at' is not null or (s -> 'payments' -> substring(fact from 9) ->> 'held')::bigint > 0
      when 'refund' then s -> 'refunds' -> substring(fact from 8) ->> 'state' = 'succeeded'
      else true end) is not true
    group by fact
  loop
    perform private.post_entries(entry.fact, '{}', entry.currency, entry.at, member);
  end loop;
end
$$;
comment on function private.settle_books(uuid, jsonb) is 'Makes the books say what a member''s state says: a payment, a refund and a lost dispute are a fact each.';

create function private.access_of(s jsonb) returns table (fact text, source text, provider text, provider_payment text, starts_at timestamptz, ends_at timestamptz)
language sql stable set search_path = '' as $$
  select 'payment:' || pay.key, 'subscription', pay.value ->> 'provider', pay.value ->> 'provider_payment', (pay.value ->> 'period_start')::timestamptz,
    least((pay.value ->> 'period_end')::timestamptz, (pay.value ->> 'cut_at')::timestamptz)
  from jsonb_each(s -> 'payments') as pay
  where pay.value ->> 'paid_at' is not null and (pay.value ->> 'period_start')::timestamptz < least((pay.value ->> 'period_end')::timestamptz, (pay.value ->> 'cut_at')::timestamptz)
  union all
  -- A renewal's charge may come up to an hour after the period's end, its news later still.
  select 'grace:' || sub.key, 'grace', null, null, (sub.value ->> 'current_period_end')::timestamptz,
    coalesce((sub.value ->> 'grace_until')::timestamptz, (sub.value ->> 'current_period_end')::timestamptz + interval '1 day')
  from jsonb_each(s -> 'subscriptions') as sub
  where sub.value ->> 'means' = 'card' and (sub.value ->> 'state' in ('active', 'past_due')
      or (sub.value ->> 'state' = 'expired' and sub.value ->> 'ended_for' in ('unpaid', 'canceled')))
    and coalesce((sub.value ->> 'grace_until')::timestamptz,
      case when sub.value ->> 'state' = 'active' then (sub.value ->> 'current_period_end')::timestamptz + interval '1 day' end) > (sub.value ->> 'current_period_end')::timestamptz
$$;
comment on function private.access_of(jsonb) is 'The periods of access that a member''s state opens: what each payment bought, cut where it was given back, and the grace of a renewal.';

create function private.settle_access(member uuid, s jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- An account that is erased has no access; its books go on.
  if not exists (select from auth.users where id = member) then return; end if;
  delete from public.premium_grants as kept
  where user_id = member and kept.fact is not null and kept.fact not in (select due.fact from private.access_of(s) as due);
  insert into public.premium_grants as kept (user_id, source, starts_at, ends_at, fact, payment_id, created_at)
  select settle_access.member, due.source, due.starts_at, due.ends_at, due.fact, pay.id, clock_timestamp()
  from private.access_of(s) as due
  left join public.payments as pay on pay.provider = due.provider and pay.provider_payment = due.provider_payment
  on conflict (fact) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at
  where (kept.starts_at, kept.ends_at) is distinct from (excluded.starts_at, excluded.ends_at);
end
$$;
comment on function private.settle_access(uuid, jsonb) is 'Makes a member''s periods of access what their money opens. Access given otherwise is left alone.';

create function private.settle_requests(member uuid, s jsonb, moment timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  entry record;
  sub jsonb;
begin
  -- Money that bought nothing goes back, but not before reconciliation had a day to find what it may have been for.
  for entry in
    select key, value, (value ->> 'surplus')::bigint - (
      select coalesce(sum((back.value ->> 'amount')::bigint), 0) from jsonb_each(s -> 'refunds') as back
      where back.value ->> 'pay' = pay.key and back.value ->> 'reason' = 'overpaid' and back.value ->> 'state' <> 'failed') as owed
    from jsonb_each(s -> 'payments') as pay
    where (value ->> 'surplus')::bigint > 0 and (value ->> 'paid_at' is not null or (value ->> 'held')::bigint > 0)
      and (value ->> 'received_at')::timestamptz <= moment - interval '1 day'
      and not s -> 'refunds' ? ('asked:' || private.surplus_refund(key))
  loop
    continue when entry.owed <= 0;
    insert into private.money_commands (member, subscription_id, kind, at, details)
    values (settle_requests.member, (entry.value ->> 'subscription_id')::uuid, 'refund', moment, jsonb_build_object(
      'refund', private.surplus_refund(entry.key), 'payment', entry.key, 'amount', entry.owed, 'reason', 'overpaid'));
  end loop;
  for entry in select key, value from jsonb_each(s -> 'refunds') where value ->> 'state' = 'asked' loop
    perform private.ask_provider(s -> 'payments' -> (entry.value ->> 'pay') ->> 'provider', 'refund', substring(entry.key from 7)::uuid, jsonb_build_object(
      'refund', substring(entry.key from 7), 'payment', s -> 'payments' -> (entry.value ->> 'pay') -> 'provider_payment', 'amount', entry.value -> 'amount',
      'currency', s -> 'payments' -> (entry.value ->> 'pay') -> 'currency'), 'refund:' || substring(entry.key from 7));
  end loop;
  for sub in select value from jsonb_each(s -> 'subscriptions') where value ->> 'state' = 'expired'
    and (value ->> 'ended_for' <> 'canceled' or value ->> 'failed_at' is not null)
    and value ->> 'provider_subscription' is not null loop
    perform private.ask_provider(sub ->> 'provider', 'cancel_now', (sub ->> 'id')::uuid,
      jsonb_build_object('subscription', sub -> 'provider_subscription'), 'cancel_now:' || (sub ->> 'id') || ':' || (sub ->> 'ended_at'));
  end loop;
end
$$;
comment on function private.settle_requests(uuid, jsonb, timestamptz) is 'Asks providers for what a member''s state demands of them: refunds, and the end of contracts that ended here.';

create function private.surplus_refund(pay_key text) returns uuid
language sql immutable set search_path = '' as $$ select md5('surplus:' || pay_key)::uuid $$;
comment on function private.surplus_refund(text) is 'The number of the refund of a payment''s surplus: there is one at most.';

create function private.settle_member(member uuid, moment timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  s jsonb := private.money_of(member, moment);
  asked bigint;
begin
  select max(id) into asked from private.money_commands where money_commands.member = settle_member.member;
  perform private.settle_rows(member, s);
  perform private.settle_books(member, s);
  perform private.settle_access(member, s);
  perform private.settle_revenue(member);
  perform private.settle_requests(member, s, moment);
  if exists (select from private.money_commands where money_commands.member = settle_member.member and id > coalesce(asked, 0)) then
    return private.settle_member(member, moment);
  end if;
  -- The sandbox's answers are facts too, and settle what follows from them.
  if private.answer_sandbox(member, moment) > 0 then return private.money_of(member, moment); end if;
  perform realtime.send('{"money": "changed"}', 'money', 'member:' || member, true);
  return s;
end
$$;
comment on function private.settle_member(uuid, timestamptz) is 'Writes down what follows from a member''s facts, and tells their open pages to read again. The caller holds private.lock_money().';

revoke execute on function
  private.lock_money(uuid), private.try_lock_money(uuid), private.post_entries(text, jsonb, text, timestamptz, uuid), private.ask_provider(text, text, uuid, jsonb, text),
  private.settle_rows(uuid, jsonb), private.payment_state(jsonb, text), private.settle_books(uuid, jsonb), private.access_of(jsonb),
  private.settle_access(uuid, jsonb), private.settle_requests(uuid, jsonb, timestamptz), private.surplus_refund(text), private.settle_member(uuid, timestamptz)
from public, anon, authenticated, service_role;

-- supabase/schemas/money/money_upkeep.sql -----------------------------------------------------------------------------
-- What time asks for, each minute; and what becomes of money when an account ends.
create index payments_surplus on public.payments (user_id) where surplus > 0;

create function private.settle_due(moment timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  due uuid;
  done int := 0;
begin
  for due in
    select user_id from (
      select user_id, current_period_end from public.subscriptions where state in ('active', 'past_due', 'canceled') and current_period_end <= moment and (
        state = 'canceled' or means = 'crypto' or (state = 'active' and current_period_end <= moment - interval '1 day') or grace_until <= moment)
      union all
      -- Money that is here, as private.settle_requests() knows it: what a card refused never came.
      select pay.user_id, created_at + interval '1 day' from public.payments as pay where surplus > 0 and (paid_at is not null or failure = 'underpaid')
        and state <> 'refunded' and created_at <= moment - interval '1 day'
        and not exists (select from public.refunds where payment_id = pay.id and reason = 'overpaid')
      union all
      select user_id, expires_at from public.checkouts where expires_at <= moment and (state in ('open', 'failed') or (state = 'waiting' and means = 'card'))
    ) as waiting (user_id, since)
    group by user_id order by min(since), user_id limit 500
  loop
    -- Whoever is busy is settled by what keeps them busy, or next time: nothing here waits while it holds others.
    continue when not private.try_lock_money(due);
    perform private.close_checkouts(array(
      select id from public.checkouts where user_id = due and expires_at <= moment and (state in ('open', 'failed') or (state = 'waiting' and means = 'card'))), moment);
    perform private.settle_member(due, moment);
    done := done + 1;
  end loop;
  return done;
end
$$;
comment on function private.settle_due(timestamptz) is 'For the worker, each minute: ends contracts whose paid time or grace is over, orders that ran out, and gives back what bought nothing. Returns how many members it was about; 500 means there are more.';

create function private.cancel_before_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.subscriptions where user_id = new.user_id and state in ('active', 'past_due')) then
    perform private.cancel_for(new.user_id, clock_timestamp());
  end if;
  return null;
end
$$;
comment on function private.cancel_before_erasure() is 'An account that is to be erased is not charged again.';
create trigger cancel_before_erasure after insert on public.account_deletions for each row when (new.erased_at is null) execute function private.cancel_before_erasure();

create function private.end_money() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.subscriptions where user_id = old.id) then return old; end if;
  perform private.lock_money(old.id);
  insert into private.money_commands (member, subscription_id, kind, at)
  select user_id, id, 'erase', clock_timestamp() from public.subscriptions where user_id = old.id;
  -- What providers wrote may name the member; what the books follow from does not.
  update private.provider_events set raw = null, headers = null, fingerprint = null, event = event - '{method,customer}'::text[] where member = old.id;
  perform private.settle_member(old.id, clock_timestamp());
  return old;
end
$$;
comment on function private.end_money() is 'Ends the contract of an account that goes, before it goes, and takes what names the member out of what is kept.';
-- Before forget_member: triggers of one time run by their names.
create trigger end_money before delete on auth.users for each row execute function private.end_money();

revoke execute on function private.settle_due(timestamptz), private.cancel_before_erasure(), private.end_money() from public, anon, authenticated, service_role;
grant execute on function private.settle_due(timestamptz) to service_role;

-- supabase/schemas/money/revenue_steps.sql ----------------------------------------------------------------------------
-- What recurring revenue each member brought, from when to when, and what they paid in all: kept ready for the figures of revenue,
-- which would otherwise go through every payment that ever came in. Rewritten for one member whenever their money is settled, from
-- the rows that the fold has just written; a figure summed from here is the one summed from those. Amounts are minor units of one
-- currency, without tax. What the sandbox "paid" is never added to what was paid: test tells them apart.
create table private.revenue_steps (
  member uuid not null,
  test boolean not null,
  currency text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  monthly bigint not null check (monthly >= 0),
  plan text not null,
  -- Of all of the member's steps: when they became a paying member.
  first_at timestamptz not null,
  primary key (member, test, currency, starts_at)
);
comment on table private.revenue_steps is 'The recurring revenue of a member as steps that do not overlap: monthly from starts_at until ends_at, infinity while it runs. Written by private.settle_revenue() alone.';
create index revenue_steps_by_beginning on private.revenue_steps (test, currency, first_at);

create table private.revenue_payers (
  member uuid not null,
  test boolean not null,
  currency text not null,
  first_at timestamptz not null,
  payments int not null check (payments > 0),
  received bigint not null,
  given_back bigint not null,
  primary key (member, test, currency)
);
comment on table private.revenue_payers is 'Everybody who ever paid: when first, how often, how much without tax, and how much of it went back. Written by private.settle_revenue() alone.';

create view private.revenue_facts as
  select pay.id::text as id, 'payment' as kind, pay.paid_at as at, pay.user_id as member, pay.id as payment_id, pay.country, pay.tax_rate as rate,
    pay.net, pay.tax, pay.provider = 'sandbox' as test, pay.currency
  from public.payments as pay where pay.paid_at is not null and pay.net + pay.tax > 0
  union all
  select back.id::text, 'refund', back.done_at, pay.user_id, pay.id, pay.country, pay.tax_rate, -back.net, -back.tax, pay.provider = 'sandbox', pay.currency
  from public.refunds as back join public.payments as pay on pay.id = back.payment_id where back.state = 'succeeded' and back.reason <> 'overpaid'
  union all
  select 'dispute:' || asked.id, 'dispute', asked.closed_at, pay.user_id, pay.id, pay.country, pay.tax_rate, -asked.net, -asked.tax, pay.provider = 'sandbox', pay.currency
  from public.disputes as asked join public.payments as pay on pay.id = asked.payment_id where asked.state = 'lost' and asked.net + asked.tax > 0;
comment on view private.revenue_facts is 'What was sold and given back, and when the money moved: payments, refunds that went out, disputes lost (negative), each split into net and tax as the books have it. What was paid too much and goes back is no sale.';

create function private.segments_of(member uuid)
returns table (test boolean, currency text, plan text, monthly bigint, starts_at timestamptz, ends_at timestamptz)
language sql stable set search_path = '' as $$
  with bought as (
    select pay.provider, pay.currency, pay.subscription_id, pay.period_start, pay.period_end, told.plan,
      private.half_up(private.net_of(case when ordered.kind in ('first', 'change') then price.amount else pay.net + pay.tax end, pay.tax_rate)
        / case told.period when 'year' then 12.0 else 1 end) as monthly,
      lead(pay.period_start) over (partition by pay.subscription_id order by pay.period_start, pay.paid_at, pay.id) as next_start
    from public.payments as pay
    join (
      select subscription_id, details ->> 'payment' as payment, details ->> 'plan' as plan, details ->> 'period' as period
      from public.subscription_events
      where subscription_events.user_id = segments_of.member and kind in ('started', 'renewed', 'recovered', 'restarted', 'changed')
    ) as told on told.subscription_id = pay.subscription_id and told.payment = pay.provider_payment
    left join public.checkouts as ordered on ordered.id = pay.checkout_id
    left join public.plan_prices as price on price.id = ordered.price_id
    where pay.user_id = segments_of.member and pay.paid_at is not null and pay.period_start is not null
      -- Paid ahead and given back before it began: it never ran.
      and not (pay.state in ('refunded', 'lost') and pay.period_start >= (
        select max(at) from (
          select coalesce(done_at, back.at) as at from public.refunds as back where payment_id = pay.id
          union all select coalesce(closed_at, asked.at) from public.disputes as asked where payment_id = pay.id) as given))
  )
  select bought.provider = 'sandbox', bought.currency, bought.plan, bought.monthly, bought.period_start,
    case
      -- A provider's own count of a period may leave a gap of hours.
      when next_start <= bought.period_end + interval '1 day' then next_start
      when next_start is not null then least(next_start, case contract.means when 'card' then private.grace_until(bought.period_end) else bought.period_end end)
      else coalesce(contract.ended_at, 'infinity')
    end
  from bought join public.subscriptions as contract on contract.id = bought.subscription_id
$$;
comment on function private.segments_of(uuid) is 'From when to when a member had which recurring price: each bought period up to the next one of its contract, the last up to the contract''s end, the grace of a renewal included. monthly: the price at which it renews, without tax, a year''s divided by twelve, rounded half up; a coupon takes off the first payment alone and changes nothing here.';

create function private.steps_of(member uuid) returns setof private.revenue_steps
language sql stable set search_path = '' as $$
  with segments as materialized (select * from private.segments_of(steps_of.member) as part where part.ends_at > part.starts_at),
  edges as (
    select test, currency, at, lead(at) over (partition by test, currency order by at) as next_at
    from (select test, currency, starts_at as at from segments union select test, currency, ends_at from segments) as edge
  ),
  -- Between two edges nothing changes. Contracts that overlap are added up.
  pieces as (
    select edges.test, edges.currency, edges.at, edges.next_at, sum(part.monthly)::bigint as monthly, max(part.plan) as plan
    from edges join segments as part on part.test = edges.test and part.currency = edges.currency and part.starts_at <= edges.at and part.ends_at > edges.at
    group by 1, 2, 3, 4
  ),
  -- A step begins where a piece is not the same thing going on.
  marked as (
    select *, (at, monthly, plan) is distinct from (
      lag(next_at) over being, lag(monthly) over being, lag(plan) over being) as begins
    from pieces window being as (partition by test, currency order by at)
  ),
  numbered as (select *, count(*) filter (where begins) over (partition by test, currency order by at) as step from marked)
  select steps_of.member, test, currency, min(at), max(next_at), min(monthly), min(plan), min(min(at)) over (partition by test, currency)
  from numbered group by test, currency, step
$$;
comment on function private.steps_of(uuid) is 'What private.revenue_steps should say of a member: their segments, added up where they overlap and joined where nothing changed.';

create function private.payers_of(member uuid) returns setof private.revenue_payers
language sql stable set search_path = '' as $$
  select fact.member, fact.test, fact.currency, min(fact.at) filter (where fact.kind = 'payment'), (count(*) filter (where fact.kind = 'payment'))::int,
    (sum(fact.net) filter (where fact.kind = 'payment'))::bigint, coalesce(-sum(fact.net) filter (where fact.kind <> 'payment'), 0)::bigint
  from private.revenue_facts as fact where fact.member = payers_of.member
  group by 1, 2, 3 having bool_or(fact.kind = 'payment')
$$;
comment on function private.payers_of(uuid) is 'What private.revenue_payers should say of a member.';

create function private.settle_revenue(member uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  steps constant private.revenue_steps[] := array(select due from private.steps_of(settle_revenue.member) as due);
  payers constant private.revenue_payers[] := array(select due from private.payers_of(settle_revenue.member) as due);
begin
  delete from private.revenue_steps as kept where kept.member = settle_revenue.member and not kept = any (steps);
  insert into private.revenue_steps select due.* from unnest(steps) as due on conflict do nothing;
  delete from private.revenue_payers as kept where kept.member = settle_revenue.member and not kept = any (payers);
  insert into private.revenue_payers select due.* from unnest(payers) as due on conflict do nothing;
end
$$;
comment on function private.settle_revenue(uuid) is 'Makes what is kept ready of a member''s revenue what their payments say; nothing when it is.';

alter table private.revenue_steps enable row level security;
alter table private.revenue_payers enable row level security;
revoke all on private.revenue_steps, private.revenue_payers, private.revenue_facts from public, anon, authenticated, service_role;
revoke execute on function private.segments_of(uuid), private.steps_of(uuid), private.payers_of(uuid), private.settle_revenue(uuid)
from public, anon, authenticated, service_role;

insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason) values
  ('private.revenue_steps', 'member = $1', null, false, true, '{}', 'kept', 'Summed from the payments, which are kept ten years by the account''s number alone (Code de commerce, art. L123-22).'),
  ('private.revenue_payers', 'member = $1', null, false, true, '{}', 'kept', 'Summed from the payments, which are kept ten years by the account''s number alone (Code de commerce, art. L123-22).');

-- supabase/schemas/money/tax_rate_rows.sql ----------------------------------------------------------------------------
-- Rates of tax change by law from a day on: admins add them, a row each, under audit. What was charged keeps the rate of its day.
call private.make_append_only('public.tax_rates');
call private.audit_changes('public.tax_rates');
create policy "admins add rates of tax from a day to come" on public.tax_rates for insert to authenticated
  with check ((select public.writing_staff_role()) = 'admin' and starts_on > (now() at time zone 'Europe/Paris')::date and rate between 0 and 50 and country ~ '^[A-Z]{2}$');
grant insert (country, rate, starts_on) on public.tax_rates to authenticated;

-- supabase/schemas/subscriptions/billing_timeline.sql -----------------------------------------------------------------
-- The line of time of a member's money: what is known of it anywhere, in one answer.
create function public.billing_timeline() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'amount', amount, 'currency', currency, 'details', details, 'to_come', at > now())
    order by at desc, place desc), '[]')
  from (
    select created_at, 'account_created', null::bigint, null::text, '{}'::jsonb, 0 from public.profiles where id = auth.uid()
    union all
    select created_at, 'terms_accepted', null, null, jsonb_build_object('terms_version', terms_version, 'waiver_version', waiver_version, 'reference', reference, 'kind', kind), 1
    from public.checkouts where user_id = auth.uid() and kind in ('first', 'renewal') and state = 'paid'
    union all
    select coalesce(paid_at, created_at), case when paid_at is null then 'payment_failed' else 'payment_succeeded' end, amount, currency,
      jsonb_build_object('payment', id, 'net', net, 'tax', tax, 'tax_rate', tax_rate, 'method', method, 'failure', failure, 'state', state), 2
    from public.payments where user_id = auth.uid() and state <> 'pending'
    union all
    select at, kind, null, null, details || jsonb_build_object('from', from_state, 'to', to_state), 3 from public.subscription_events
    where user_id = auth.uid() and kind not in ('payment_failed', 'dispute_opened', 'dispute_won', 'dispute_lost')
    union all
    select back.at, 'refund_' || back.state, -back.amount, pay.currency, jsonb_strip_nulls(jsonb_build_object('refund', back.id, 'payment', pay.id, 'reason', back.reason, 'claim_url', back.claim_url)), 4
    from public.refunds as back join public.payments as pay on pay.id = back.payment_id where back.user_id = auth.uid()
    union all
    -- Their sums stand in the lines of the payments and refunds that they document.
    select issued_at, kind || '_issued', null, currency, jsonb_build_object('id', id, 'number', number, 'net', net, 'tax', tax, 'total', total, 'test', test,
      'file', user_id || '/' || number || '.pdf', 'drawn', exists (select from private.invoice_files where invoice_id = invoices.id)), 6
    from public.invoices where user_id = auth.uid()
    union all
    select at, 'consent', null, null, jsonb_build_object('kind', kind, 'granted', granted, 'version', version), 1 from public.consents where user_id = auth.uid()
    union all
    select coalesce(next_try_at, current_period_end), 'next_charge', coalesce(next_amount, amount), currency, jsonb_build_object('plan', coalesce(next_plan, plan), 'period', coalesce(next_period, period)), 5
    from public.subscriptions where user_id = auth.uid() and means = 'card' and state in ('active', 'past_due')
    union all
    select paid_until, 'access_ends', null, null, '{}', 5 from public.subscriptions where user_id = auth.uid() and (state = 'canceled' or means = 'crypto' and state = 'active')
    union all
    select withdraw_until, 'withdrawal_ends', null, null, '{}', 5 from public.subscriptions
    where user_id = auth.uid() and withdraw_until > now() and state in ('active', 'past_due', 'canceled')
  ) as line (at, kind, amount, currency, details, place)
$$;
comment on function public.billing_timeline() is 'Everything of the caller''s money on one line of time, latest first, what is to come above: [{at, kind, amount, currency, details, to_come}]. An invoice or a credit note names its file in the bucket invoices, and whether it is drawn; a refund that waits to be fetched, the page where it is (claim_url).';
revoke execute on function public.billing_timeline() from public, anon, authenticated, service_role;
grant execute on function public.billing_timeline() to authenticated;

-- supabase/schemas/subscriptions/checkouts.sql ------------------------------------------------------------------------
-- Orders: what something costs, and agreeing to it. A price is quoted and agreed to by the same function; the server's truth
-- about an order is read_checkout(), never an address.
create function public.payment_means() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('means', means, 'provider', provider) order by means), '[]')
    from private.payment_settings, lateral (values ('card', card_provider), ('crypto', crypto_provider)) as offered (means, provider)
    where provider is not null and private.may_sell(provider)
  );
end
$$;
comment on function public.payment_means() is 'What can be paid with, and by whom: [{means, provider}]. A provider that moves money is not there while invoices cannot say who sells.';

create function private.vat_number_of(written text) returns text
language sql immutable set search_path = '' as $$ select nullif(upper(regexp_replace(coalesce(written, ''), '[^0-9A-Za-z]', '', 'g')), '') $$;
comment on function private.vat_number_of(text) is 'A number of value-added tax as it is kept, without what people write between its digits; null where none was written.';

create function private.quote(
  plan text, period text, country text, vat_number text, coupon text, moment timestamptz, member uuid, out price public.current_plan_prices, out quoted jsonb
)
language plpgsql stable set search_path = '' as $$
declare
  given_code constant text := nullif(upper(private.cleaned(coupon, 64)), '');
  number_ constant text := private.vat_number_of(vat_number);
  treatment constant text := private.tax_treatment(upper(country), number_);
  rate constant numeric := private.treatment_rate(treatment, upper(country), private.paris_day(moment));
  offered public.coupons;
  renewed public.subscriptions;
  total bigint;
begin
  if country is null or upper(country) !~ '^[A-Z]{2}$' then raise exception 'country_wrong' using errcode = '22023', hint = 'country'; end if;
  -- Who renews in crypto pays what was agreed, as a card is charged: whatever the plan costs by now, and sold or not.
  select * into renewed from public.subscriptions as held where held.user_id = quote.member and held.means = 'crypto'
    and held.state in ('active', 'past_due', 'canceled') and held.plan = quote.plan and held.period = quote.period and held.paid_until > moment
    and (held.provider <> 'sandbox' or private.sandbox_takes('crypto'));
  if found then
    select known.id, known.plan, known.period, known.amount, known.currency, known.starts_at, known.demonstration into strict price
    from public.plan_prices as known where known.id = renewed.price_id;
  else
    select known.* into price from public.current_plan_prices as known join public.plans on plans.slug = known.plan
    where known.plan = quote.plan and known.period = quote.period and known.currency = 'EUR' and known.amount > 0 and private.is_on_sale(plans, moment);
    if not found then raise exception 'plan_not_on_sale' using errcode = '22023', hint = 'plan'; end if;
  end if;
  total := price.amount;
  if given_code is not null then
    if renewed.id is not null then raise exception 'coupon_not_for_renewals' using errcode = '22023', hint = 'coupon'; end if;
    select * into offered from public.coupons as known where known.code = given_code
      and (known.plan is null or known.plan = quote.plan) and (known.period is null or known.period = quote.period)
      and known.starts_at <= moment and (known.ends_at is null or known.ends_at > moment);
    if not found then raise exception 'coupon_unknown' using errcode = '22023', hint = 'coupon'; end if;
    if offered.used >= offered.most then raise exception 'coupon_used' using errcode = '22023', hint = 'coupon'; end if;
    total := total - coalesce(offered.amount, private.half_up(total * offered.percent / 100.0));
    if total < 100 then raise exception 'coupon_unknown' using errcode = '22023', hint = 'coupon'; end if;
  end if;
  quoted := jsonb_build_object(
    'net', private.net_of(total, rate), 'tax', total - private.net_of(total, rate), 'tax_rate', rate, 'total', total, 'currency', price.currency,
    'discount', price.amount - total, 'coupon', given_code, 'renews_at', private.period_after(coalesce(renewed.anchor, moment), coalesce(renewed.paid_until, moment), period), 'renewal_total', price.amount,
    'withdraw_until', private.withdraw_until(moment), 'treatment', treatment,
    'vat_number_fits', case when number_ is not null then treatment = 'outside_business' or private.is_vat_number(number_, upper(country)) end);
end
$$;
comment on function private.quote(text, text, text, text, text, timestamptz, uuid) is 'The price of a plan and what it comes to in a country, for a consumer or a business, with a coupon; of the contract''s own for a member who renews in crypto. The total is the same whoever owes the tax (docs/decisions/028).';

create function private.check_terms(version text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from private.terms_versions as known where known.version = check_terms.version) then
    raise exception 'terms_not_accepted' using errcode = '22023', hint = 'terms_version';
  end if;
end
$$;
comment on function private.check_terms(text) is 'Refuses with terms_not_accepted what is no version of the terms.';

create function public.quote_checkout(plan text, period text, country text, coupon text default null, vat_number text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  code constant text := nullif(upper(private.cleaned(coupon, 64)), '');
  -- The price first: what is not sold is refused before any code is asked about.
  plain constant jsonb := (private.quote(plan, period, country, vat_number, null, now(), auth.uid())).quoted;
  refusal text;
  quoted jsonb;
begin
  if code is null then return plain; end if;
  if not private.may_try_coupon(code) then return plain || '{"coupon_refusal": "too_many_coupons"}'; end if;
  begin
    quoted := (private.quote(plan, period, country, vat_number, code, now(), auth.uid())).quoted;
  exception when invalid_parameter_value then
    refusal := sqlerrm;
  end;
  -- Noted whatever the answer is, so the refusal is an answer too: an error would take the note back with it.
  perform private.note_coupon_try(code, refusal is distinct from 'coupon_unknown');
  return coalesce(quoted, plain || jsonb_build_object('coupon_refusal', refusal));
end
$$;
comment on function public.quote_checkout(text, text, text, text, text) is 'What a plan (period month or year) costs in a country (ISO, two letters), tax included, in minor units, for a consumer or for a business with a number of value-added tax: {net, tax, tax_rate, total, currency, discount, coupon, renews_at, renewal_total, withdraw_until, treatment (the rule of tax), vat_number_fits (whether the number has the form of that country''s; null without one)}. Whoever renews this very contract in crypto is quoted its own price. A coupon takes its part off the first payment alone; one that is not taken leaves the price without it and says why in coupon_refusal: coupon_unknown, coupon_used, coupon_not_for_renewals, too_many_coupons (ten unknown codes of a member in an hour, thirty from one network). Refuses with plan_not_on_sale, country_wrong.';

create function private.save_billing_details_for(member uuid, details jsonb, moment timestamptz default clock_timestamp()) returns public.billing_details
language plpgsql volatile set search_path = '' as $$
declare
  saved public.billing_details;
  vat constant text := private.vat_number_of(details ->> 'vat_number');
  missing text;
begin
  if member is null or not exists (select from public.members where user_id = member) then raise exception 'not_a_member' using errcode = '42501'; end if;
  if private.cleaned(details ->> 'name', 160) = '' then raise exception 'name_missing' using errcode = '22023', hint = 'name'; end if;
  if upper(coalesce(details ->> 'country', '')) !~ '^[A-Z]{2}$' then raise exception 'country_wrong' using errcode = '22023', hint = 'country'; end if;
  if vat !~ '^[A-Z]{2}[A-Z0-9]{2,13}$' then raise exception 'vat_number_wrong' using errcode = '22023', hint = 'vat_number'; end if;
  -- What an invoice to a business must bear (CGI, annexe II, art. 242 nonies A). Outside the Union there are countries without postcodes.
  select fact into missing from unnest(array['address', 'postcode', 'city']) with ordinality as needed (fact, place)
  where vat is not null and private.cleaned(details ->> fact, 300) = ''
    and (fact <> 'postcode' or exists (select from public.tax_rates as known where known.country = upper(details ->> 'country')))
  order by place limit 1;
  if missing is not null then raise exception 'address_required' using errcode = '22023', hint = missing; end if;
  insert into public.billing_details (user_id, name, address, postcode, city, country, vat_number, updated_at)
  values (member, private.cleaned(details ->> 'name', 160), private.cleaned(details ->> 'address', 300), private.cleaned(details ->> 'postcode', 16),
    private.cleaned(details ->> 'city', 100), upper(details ->> 'country'), vat, moment)
  on conflict (user_id) do update set name = excluded.name, address = excluded.address, postcode = excluded.postcode, city = excluded.city,
    country = excluded.country, vat_number = excluded.vat_number, updated_at = excluded.updated_at
  returning * into saved;
  return saved;
end
$$;
comment on function private.save_billing_details_for(uuid, jsonb, timestamptz) is 'Keeps to whom a member''s next invoices are made out.';

create function public.save_billing_details(details jsonb) returns public.billing_details
language sql volatile security definer set search_path = '' as $$ select private.save_billing_details_for(auth.uid(), details) $$;
comment on function public.save_billing_details(jsonb) is 'Keeps to whom the caller''s next invoices are made out: {name, address?, postcode?, city?, country, vat_number?}. A business, which gives its number, gives its address too. Refuses with name_missing, country_wrong, vat_number_wrong, address_required (hint: what is missing).';

create function private.close_checkouts(which uuid[], moment timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  closed public.checkouts;
begin
  for closed in
    update public.checkouts set state = 'expired', expires_at = least(expires_at, moment)
    where id = any (which) and state in ('open', 'failed', 'waiting') returning *
  loop
    with freed as (delete from public.coupon_uses where checkout_id = closed.id returning coupon)
    update public.coupons set used = used - 1 where code in (select coupon from freed);
    if closed.provider <> 'sandbox' then
      perform private.ask_provider(closed.provider, 'close_checkout', closed.id, jsonb_build_object('reference', closed.provider_reference), 'close_checkout:' || closed.id);
    end if;
  end loop;
end
$$;
comment on function private.close_checkouts(uuid[], timestamptz) is 'Ends orders that were not paid and gives their coupons back. The caller holds their members'' locks.';

create function private.open_checkout_for(
  me uuid, moment timestamptz, plan text, period text, means text, details jsonb, terms_version text, waiver_version text, coupon text, idempotency_key uuid,
  expected_total bigint default null
) returns public.checkouts
language plpgsql volatile set search_path = '' as $$
declare
  payee text;
  billed public.billing_details;
  price public.current_plan_prices;
  agreed record;
  quoted jsonb;
  running public.subscriptions;
  made public.checkouts;
  contract uuid;
  waived boolean;
begin
  if me is null or not exists (select from public.members where user_id = me) then raise exception 'not_a_member' using errcode = '42501'; end if;
  perform private.lock_money(me);
  select * into made from public.checkouts where user_id = me and checkouts.idempotency_key = open_checkout_for.idempotency_key;
  if found then
    if made.total <> expected_total then raise exception 'price_moved' using errcode = '22023', hint = 'expected_total', detail = made.total; end if;
    return made;
  end if;
  if exists (select from public.account_deletions where user_id = me and cancelled_at is null) then raise exception 'account_is_ending' using errcode = '42501'; end if;
  perform private.check_terms(terms_version);
  select case open_checkout_for.means when 'card' then card_provider when 'crypto' then crypto_provider end into payee from private.payment_settings;
  if payee is null then raise exception 'means_not_offered' using errcode = '22023', hint = 'means'; end if;
  if not private.may_sell(payee) then raise exception 'seller_incomplete' using errcode = '55000', hint = 'means'; end if;
  perform private.settle_member(me, moment);
  select * into running from public.subscriptions where user_id = me and state in ('active', 'past_due', 'canceled');
  -- A test holds nobody from buying: the first payment ends it.
  if running.provider = 'sandbox' and payee <> 'sandbox' then running := null; end if;
  if running.id is not null then
    if running.means <> 'crypto' or open_checkout_for.means <> 'crypto' then raise exception 'already_subscribed' using errcode = '23505'; end if;
    if running.plan <> open_checkout_for.plan or running.period <> open_checkout_for.period then raise exception 'renews_as_it_is' using errcode = '22023', hint = 'plan'; end if;
    if running.paid_until > running.current_period_end then raise exception 'renewed_already' using errcode = '23505'; end if;
  end if;
  if (select count(*) from public.checkouts where user_id = me and created_at > moment - interval '1 hour') >= 20 then
    raise exception 'too_many_checkouts' using errcode = '54000';
  end if;
  billed := private.save_billing_details_for(me, details, moment);
  -- An order that is not paid gives way to the next, and its coupon is free again.
  perform private.close_checkouts(array(select id from public.checkouts where user_id = me and state in ('open', 'failed') and kind in ('first', 'renewal')), moment);
  select * into agreed from private.quote(plan, period, billed.country, billed.vat_number, coupon, moment, me);
  price := agreed.price;
  quoted := agreed.quoted;
  -- What is agreed to is what stood on the screen.
  if (quoted ->> 'total')::bigint <> expected_total then
    raise exception 'price_moved' using errcode = '22023', hint = 'expected_total', detail = quoted ->> 'total';
  end if;
  -- What there is nothing to download of needs no waiver of the right to withdraw: none is kept.
  waived := nullif(waiver_version, '') is not null and (select downloads from public.plans where slug = price.plan);
  if running.id is not null then
    contract := running.id;
  else
    insert into public.subscriptions (user_id, plan, period, price_id, amount, currency, provider, means, created_at)
    values (me, price.plan, price.period, price.id, price.amount, price.currency, payee, open_checkout_for.means, moment) returning id into contract;
  end if;
  insert into public.checkouts (
    user_id, plan, period, price_id, means, provider, kind, net, tax, tax_rate, total, currency, country, coupon, terms_version, waiver_version,
    waiver_accepted_at, subscription_id, idempotency_key, expires_at, created_at
  ) values (
    me, price.plan, price.period, price.id, open_checkout_for.means, payee, case when running.id is null then 'first' else 'renewal' end, (quoted ->> 'net')::bigint,
    (quoted ->> 'tax')::bigint, (quoted ->> 'tax_rate')::numeric, (quoted ->> 'total')::bigint, price.currency, billed.country, quoted ->> 'coupon',
    open_checkout_for.terms_version, case when waived then open_checkout_for.waiver_version end, case when waived then moment end, contract,
    open_checkout_for.idempotency_key, moment + case open_checkout_for.means when 'crypto' then interval '15 minutes' else interval '24 hours' end, moment
  ) returning * into made;
  if made.coupon is not null then
    -- The row of the coupon is the queue: of two at once the second sees what the first took.
    update public.coupons set used = used + 1 where code = made.coupon and (most is null or used < most);
    if not found then raise exception 'coupon_used' using errcode = '22023', hint = 'coupon'; end if;
    insert into public.coupon_uses (coupon, user_id, checkout_id) values (made.coupon, me, made.id) on conflict do nothing;
    if not found then raise exception 'coupon_used' using errcode = '22023', hint = 'coupon'; end if;
  end if;
  if payee <> 'sandbox' then
    perform private.ask_provider(payee, 'open_checkout', made.id, jsonb_build_object('checkout', made.id), 'open_checkout:' || made.id);
  end if;
  return made;
end
$$;
comment on function private.open_checkout_for(uuid, timestamptz, text, text, text, jsonb, text, text, text, uuid, bigint) is 'A member agrees to pay at a moment: expected_total, or whatever it costs where that is null.';

create function public.open_checkout(
  plan text, period text, means text, details jsonb, terms_version text, expected_total bigint, waiver_version text default null, coupon text default null, idempotency_key uuid default gen_random_uuid()
) returns public.checkouts
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- A refusal cannot count as a try, so no code is asked about here: one that was not quoted is unknown, whether it exists or not.
  if private.cleaned(coupon, 64) <> '' and not private.was_quoted(upper(private.cleaned(coupon, 64))) then
    raise exception 'coupon_unknown' using errcode = '22023', hint = 'coupon';
  end if;
  return private.open_checkout_for(auth.uid(), clock_timestamp(), plan, period, means, details, terms_version, waiver_version, coupon, idempotency_key, coalesce(expected_total, -1));
end
$$;
comment on function public.open_checkout(text, text, text, jsonb, text, bigint, text, text, uuid) is 'The caller agrees to pay: plan, period, means (card or crypto), billing details (as save_billing_details takes them), the version of the terms, the total that was shown (minor units), the version of the waiver of the right to withdraw where its box was ticked (kept only of a plan that holds downloads), a coupon that quote_checkout took. The same idempotency_key gives the same order. Refuses with price_moved (detail: the total now) where the total is another by now, already_subscribed, plan_not_on_sale, coupon_unknown, coupon_used, coupon_not_for_renewals, terms_not_accepted, means_not_offered, seller_incomplete, renewed_already, renews_as_it_is, account_is_ending, too_many_checkouts.';

create function private.steps_of_checkout(bought public.checkouts) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'at', at) order by at, place), '[]') from (
    select 'agreed', bought.created_at, 0
    union all
    select kind, occurred_at, 1 from private.provider_events where subscription_id = bought.subscription_id and event ->> 'checkout' = bought.id::text and state = 'processed'
    union all
    select 'access_opened', grants.created_at, 2 from public.payments as pay join public.premium_grants as grants on grants.payment_id = pay.id where pay.checkout_id = bought.id
    union all
    select 'expired', bought.expires_at, 3 where bought.state = 'expired'
  ) as step (kind, at, place)
$$;
comment on function private.steps_of_checkout(public.checkouts) is 'What became of an order, in order.';

create function public.read_checkout(id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  bought public.checkouts;
begin
  select * into bought from public.checkouts where checkouts.id = read_checkout.id and user_id = auth.uid();
  if not found then raise exception 'no_such_checkout' using errcode = 'P0002'; end if;
  return jsonb_build_object(
    'checkout', to_jsonb(bought) - '{idempotency_key,stake}'::text[], 'steps', private.steps_of_checkout(bought),
    'subscription', (select to_jsonb(sub) from public.subscriptions as sub where sub.id = bought.subscription_id and sub.state <> 'incomplete'),
    'payment', (select to_jsonb(pay) from public.payments as pay where pay.checkout_id = bought.id and pay.paid_at is not null order by paid_at limit 1),
    'invoice', private.invoice_of_checkout(bought.id));
end
$$;
comment on function public.read_checkout(uuid) is 'The truth about an order of the caller: {checkout, steps: [{kind, at}], subscription, payment, invoice}; null where there is none yet. What changes it is told on member:<id> as money.';

revoke execute on function
  public.payment_means(), private.vat_number_of(text), private.quote(text, text, text, text, text, timestamptz, uuid), private.check_terms(text), public.quote_checkout(text, text, text, text, text), public.save_billing_details(jsonb),
  private.save_billing_details_for(uuid, jsonb, timestamptz), private.close_checkouts(uuid[], timestamptz),
  private.open_checkout_for(uuid, timestamptz, text, text, text, jsonb, text, text, text, uuid, bigint), public.open_checkout(text, text, text, jsonb, text, bigint, text, text, uuid),
  private.steps_of_checkout(public.checkouts), public.read_checkout(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.payment_means(), public.quote_checkout(text, text, text, text, text) to anon, authenticated;
grant execute on function
  public.save_billing_details(jsonb), public.open_checkout(text, text, text, jsonb, text, bigint, text, text, uuid), public.read_checkout(uuid)
to authenticated;

-- supabase/schemas/subscriptions/contract_codes.sql -------------------------------------------------------------------
-- Ending a contract without signing in: a code goes to the address of the account, and whoever has it may cancel or withdraw, each in
-- two steps (Code de la consommation, art. L215-1-1 and L221-21). Asking gives the same answer whether or not the address is known.
-- Addresses lie here as hashes, and only for an hour.
create table private.contract_codes (
  id bigint generated always as identity primary key,
  address bytea not null,
  member uuid references auth.users (id) on delete cascade,
  -- The network that asked.
  source bytea,
  purpose text not null check (purpose in ('cancel', 'withdraw')),
  code bytea,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table private.contract_codes is 'Codes for ending a contract by mail: ten minutes, five tries, one use. member and code are null for an address that nobody has.';
create index contract_codes_of_address on private.contract_codes (address, purpose, id desc);
create index contract_codes_of_member on private.contract_codes (member);
create index contract_codes_of_source on private.contract_codes (source, created_at) where source is not null;
create index contract_codes_by_age on private.contract_codes (created_at);
alter table private.contract_codes enable row level security;
revoke all on private.contract_codes from anon, authenticated, service_role;

create function private.hashed(words text) returns bytea
language sql immutable set search_path = '' as $$ select extensions.digest(words, 'sha256') $$;
comment on function private.hashed(text) is 'SHA-256.';

create function private.client_network() returns text
language plpgsql stable set search_path = '' as $$
declare
  told constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-client-address';
  address inet;
begin
  address := told::inet;
  -- Whoever has an IPv6 address has a /64 of them.
  return case when family(address) = 6 and host(address) not like '::ffff:%' then network(set_masklen(address, 64))::text else host(address) end;
exception when invalid_text_representation then
  return null;
end
$$;
comment on function private.client_network() is 'The network a request comes from, as the server saw it (server/src/rest/plugin.ts); null where nobody says so.';

create function private.send_contract_code(address text, purpose text, moment timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  key constant bytea := private.hashed(lower(btrim(address)));
  asker constant bytea := private.hashed('network ' || private.client_network());
  owner auth.users;
  digits text;
  made bigint;
  sent record;
begin
  delete from private.contract_codes where created_at < moment - interval '1 hour';
  -- Whoever asks without end is refused, and nobody else for it: the way out stays open.
  if (select count(*) from private.contract_codes as code where code.source = asker and created_at > moment - interval '10 minutes') >= 10 then
    raise exception 'too_many_codes' using errcode = '54000';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('contract code ' || encode(key, 'hex'), 0));
  -- More than that would be somebody's mailbox filled: the answer stays the same.
  select count(*) as asked, count(*) filter (where code.source is not distinct from asker) as asked_here into sent
  from private.contract_codes as code where code.address = key and created_at > moment - interval '10 minutes';
  if sent.asked_here >= 3 or sent.asked >= 6 then return; end if;
  select * into owner from auth.users
  where lower(email) = lower(btrim(send_contract_code.address)) and email_confirmed_at is not null and deleted_at is null and not is_sso_user;
  -- Addresses that nobody has are kept only so that asking again looks the same: beyond this many, they are not.
  if owner.id is null and (select count(*) from private.contract_codes where member is null) >= 5000 then return; end if;
  digits := lpad((('x' || encode(extensions.gen_random_bytes(4), 'hex'))::bit(32)::bigint % 1000000)::text, 6, '0');
  insert into private.contract_codes (address, member, source, purpose, created_at, expires_at)
  values (key, owner.id, asker, send_contract_code.purpose, moment, moment + interval '10 minutes') returning id into made;
  if owner.id is null then return; end if;
  update private.contract_codes set code = private.hashed(made || ' ' || digits) where id = made;
  if to_regclass('_server.mail_outbox') is null then return; end if;
  execute 'insert into _server.mail_outbox (to_address, template, data, expires_at) values ($1, $2, $3, now() + interval ''10 minutes'')'
    using owner.email, send_contract_code.purpose || '_code', jsonb_build_object('Token', digits, 'Email', owner.email);
end
$$;
comment on function private.send_contract_code(text, text, timestamptz) is 'Mails a code of six digits to the confirmed address of an account; for an address that nobody has it only looks so.';

create function public.request_contract_code(address text, purpose text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if purpose not in ('cancel', 'withdraw') or purpose is null then raise exception 'purpose_unknown' using errcode = '22023', hint = 'purpose'; end if;
  if coalesce(length(address), 0) > 320 or btrim(address) !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or address is null then
    raise exception 'address_wrong' using errcode = '22023', hint = 'address';
  end if;
  perform private.send_contract_code(address, purpose, clock_timestamp());
end
$$;
comment on function public.request_contract_code(text, text) is 'For anybody: asks for a code to end (purpose: cancel or withdraw) the contract of the account with this address. The answer is the same whether or not there is one. At most three in ten minutes are sent from one network, and six from everywhere; a code that was sent stays good for its ten minutes whoever asks for another. Refuses with too_many_codes a network that asked ten times in ten minutes.';

create function private.check_contract_code(address text, purpose text, code text, moment timestamptz) returns private.contract_codes
language plpgsql volatile set search_path = '' as $$
declare
  key constant bytea := private.hashed(lower(btrim(address)));
  here constant bytea := private.hashed('network ' || private.client_network());
  digits constant text := regexp_replace(coalesce(check_contract_code.code, ''), '[^0-9]', '', 'g');
  asked private.contract_codes;
begin
  perform pg_advisory_xact_lock(hashtextextended('contract code ' || encode(key, 'hex'), 0));
  select * into asked from private.contract_codes as known
  where known.address = key and known.purpose = check_contract_code.purpose and known.used_at is null and known.expires_at > moment and known.tries < 5
    and known.code = private.hashed(known.id || ' ' || digits)
  order by known.id desc limit 1;
  if found then return asked; end if;
  -- Counted against the code that the guesser's own network asked for, lest others use up somebody's; without one, against the
  -- newest. It must not be undone: the callers answer with words, not with an exception.
  update private.contract_codes set tries = tries + 1 where id = (
    select known.id from private.contract_codes as known
    where known.address = key and known.purpose = check_contract_code.purpose and known.used_at is null and known.expires_at > moment and known.tries < 5
    order by (known.source is not distinct from here) desc, known.id desc limit 1);
  return null;
end
$$;
comment on function private.check_contract_code(text, text, text, timestamptz) is 'The request that a code belongs to; null where it is wrong, too old, used, or tried five times.';

create function private.contract_of(member uuid, moment timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'plan', plans.name, 'period', sub.period, 'state', sub.state, 'means', sub.means, 'currency', sub.currency, 'amount', sub.amount, 'started_at', sub.started_at,
    'ends_at', coalesce(sub.paid_until, sub.current_period_end), 'withdrawal', private.withdrawal_quote(sub, moment))
  from public.subscriptions as sub join public.plans on plans.slug = sub.plan
  where sub.user_id = contract_of.member and sub.state in ('active', 'past_due', 'canceled')
$$;
comment on function private.contract_of(uuid, timestamptz) is 'What somebody must see of their contract before they end it; null without one.';

create function public.own_contract() returns jsonb
language sql stable security definer set search_path = '' as $$ select private.contract_of(auth.uid(), now()) $$;
comment on function public.own_contract() is 'The caller''s contract, as contract_by_code gives it: {plan, period, state, means, currency, amount, started_at, ends_at, withdrawal}; null without one.';

create function public.contract_by_code(address text, purpose text, code text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked constant private.contract_codes := private.check_contract_code(address, purpose, code, clock_timestamp());
begin
  if asked.id is null then return '{"refusal": "code_wrong"}'; end if;
  return jsonb_build_object('contract', private.contract_of(asked.member, clock_timestamp()));
end
$$;
comment on function public.contract_by_code(text, text, text) is 'For whoever has the code: {contract} (null where none runs), or {refusal: code_wrong}. The code stays good for the second step.';

create function public.end_contract_by_code(address text, purpose text, code text, refund bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  asked constant private.contract_codes := private.check_contract_code(address, purpose, code, moment);
begin
  if asked.id is null then return '{"refusal": "code_wrong"}'; end if;
  if purpose = 'cancel' then
    perform private.cancel_for(asked.member, moment);
  else
    perform private.withdraw_for(asked.member, refund, moment);
  end if;
  update private.contract_codes set used_at = moment where id = asked.id;
  return jsonb_build_object('at', moment);
end
$$;
comment on function public.end_contract_by_code(text, text, text, bigint) is 'For whoever has the code: cancels the contract, or withdraws from it for the refund that was shown; {at}, or {refusal: code_wrong}. Refuses as cancel_subscription and withdraw_subscription do, and the code stays good then.';

revoke execute on function
  private.hashed(text), private.client_network(), private.send_contract_code(text, text, timestamptz), public.request_contract_code(text, text),
  private.check_contract_code(text, text, text, timestamptz), private.contract_of(uuid, timestamptz), public.own_contract(),
  public.contract_by_code(text, text, text), public.end_contract_by_code(text, text, text, bigint)
from public, anon, authenticated, service_role;
grant execute on function
  public.request_contract_code(text, text), public.contract_by_code(text, text, text), public.end_contract_by_code(text, text, text, bigint)
to anon, authenticated;
grant execute on function public.own_contract() to authenticated;

insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
values ('private.contract_codes', 'member = $1', null, false, true, '{}', 'goes', 'Hashes of codes that live for ten minutes say nothing about the member.');

-- supabase/schemas/subscriptions/contract_concluded.sql ---------------------------------------------------------------
-- What the law wants on a durable medium once a contract is concluded (Code de la consommation, art. L221-13 and L221-5): what was bought
-- from whom and at what price, how it renews and ends, until when one may withdraw, and the form for it (annexe à l'art. R221-1).
create function private.mail_contract() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sub constant public.subscriptions := private.read_subscription(new.subscription_id);
  bought public.checkouts;
  vendor record;
begin
  if not exists (select from public.profiles where id = new.user_id) then return null; end if;
  -- The same start may be told again by an earlier fact that arrives later.
  if exists (select from public.subscription_events where subscription_id = new.subscription_id and kind = new.kind and id < new.id) then return null; end if;
  select * into strict bought from public.checkouts where subscription_id = sub.id and kind = 'first' order by (state = 'paid') desc, created_at desc limit 1;
  select * into strict vendor from private.seller;
  perform private.queue_mail(new.user_id, 'contract_concluded', jsonb_build_object('At', bought.created_at, 'Money', jsonb_strip_nulls(jsonb_build_object(
    'Order', bought.reference, 'Plan', private.plan_names(bought.plan), 'Period', bought.period, 'Amount', bought.total, 'Currency', bought.currency,
    -- Coins pay for one period at a time: nothing renews by itself.
    'RenewsOn', case when sub.means = 'card' then sub.current_period_end end, 'PaidUntil', case when sub.means = 'crypto' then sub.current_period_end end,
    'RenewalAmount', case when sub.means = 'card' then coalesce(sub.next_amount, sub.amount) end,
    'WithdrawUntil', sub.withdraw_until, 'Terms', bought.terms_version, 'Waiver', case when bought.waiver_version is not null then true end,
    'Seller', jsonb_build_object('name', concat_ws(' ', vendor.name, nullif(vendor.form, '')),
      'address', concat_ws(', ', nullif(vendor.address, ''), nullif(concat_ws(' ', nullif(vendor.postcode, ''), nullif(vendor.city, '')), '')),
      'contact', concat_ws(', ', nullif(vendor.contact, ''), nullif(vendor.phone, '')), 'mediator', vendor.mediator)))));
  return null;
end
$$;
comment on function private.mail_contract() is 'Confirms a contract by mail, with the first payment: once, since it starts once.';
create constraint trigger mail_contract after insert on public.subscription_events deferrable initially deferred
  for each row when (new.kind = 'started') execute function private.mail_contract();
revoke execute on function private.mail_contract() from public, anon, authenticated, service_role;

-- supabase/schemas/subscriptions/contract_mails.sql -------------------------------------------------------------------
-- What the law wants on a durable medium: that a contract was cancelled or withdrawn from, with date and time (Code de la consommation,
-- art. L215-1-1 and L221-21). It follows the event, so it goes out once, whoever ended the contract and from where.
create function private.mail_end_of_contract() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sub constant public.subscriptions := private.read_subscription(new.subscription_id);
begin
  if new.kind = 'withdrawn' then
    perform private.queue_mail(new.user_id, 'contract_withdrawn', jsonb_build_object('At', new.at, 'Currency', sub.currency, 'Refund', (
      select (details ->> 'refund')::bigint from private.money_commands where subscription_id = sub.id and kind = 'withdraw' order by id desc limit 1)));
  elsif exists (select from private.money_commands where 'command:' || id = new.cause and details ->> 'by' = 'sandbox') then
    perform private.queue_mail(new.user_id, 'test_contract_over', jsonb_build_object('Until',
      case when new.kind = 'cancel_requested' then coalesce(sub.paid_until, sub.current_period_end) else new.at end));
  elsif new.kind = 'cancel_requested' then
    perform private.queue_mail(new.user_id, 'contract_cancelled', jsonb_build_object('At', new.at, 'Until', coalesce(sub.paid_until, sub.current_period_end)));
  else
    perform private.queue_mail(new.user_id, 'contract_cancelled', jsonb_build_object('At', new.at, 'Until', new.at));
  end if;
  return null;
end
$$;
comment on function private.mail_end_of_contract() is 'Acknowledges a cancellation or a withdrawal by mail; of a test that the switched-off sandbox ends, says that.';
create trigger mail_end_of_contract after insert on public.subscription_events for each row
  when (new.kind in ('withdrawn', 'cancel_requested') or (new.kind = 'expired' and new.details ->> 'for' = 'canceled' and new.from_state <> 'canceled'))
  execute function private.mail_end_of_contract();
revoke execute on function private.mail_end_of_contract() from public, anon, authenticated, service_role;

-- supabase/schemas/subscriptions/coupon_tries.sql ---------------------------------------------------------------------
-- Codes of coupons are short and meant to be told: whoever guesses them is slowed down, by member and by network. What counts are the
-- different codes that do not exist; one that was taken stays taken, whatever is guessed beside it.
create table private.coupon_tries (
  id bigint generated always as identity primary key,
  member uuid references auth.users (id) on delete cascade,
  -- A hash of the network, as of those that ask for codes by mail.
  source bytea,
  code bytea not null,
  known boolean not null,
  at timestamptz not null default clock_timestamp()
);
comment on table private.coupon_tries is 'Which codes were asked about, by whom and from which network, hashed: for a day.';
create index coupon_tries_of_member on private.coupon_tries (member, at);
create index coupon_tries_of_source on private.coupon_tries (source, at);
create index coupon_tries_by_age on private.coupon_tries (at);
alter table private.coupon_tries enable row level security;
revoke all on private.coupon_tries from anon, authenticated, service_role;
insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
values ('private.coupon_tries', 'member = $1', null, false, true, '{}', 'goes', 'Hashes of codes that live for a day say nothing about the member.');

create function private.was_quoted(code text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from private.coupon_tries as tried
    where tried.member = auth.uid() and tried.code = private.hashed(was_quoted.code) and tried.known and at > now() - interval '1 day');
end
$$;
comment on function private.was_quoted(text) is 'Whether the caller was quoted a price with this code, or told that it was used up, in the last day.';

create function private.may_try_coupon(code text) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  here constant bytea := private.hashed('network ' || private.client_network());
begin
  -- Of two at once the second sees what the first noted.
  perform pg_advisory_xact_lock(hashtextextended('coupon tries from ' || coalesce(encode(here, 'hex'), ''), 0));
  perform pg_advisory_xact_lock(hashtextextended('coupon tries of ' || coalesce(me::text, ''), 0));
  if private.was_quoted(code) then return true; end if;
  return (select count(distinct tried.code) from private.coupon_tries as tried where tried.member = me and not known and at > clock_timestamp() - interval '1 hour') < 10
    and (select count(distinct tried.code) from private.coupon_tries as tried where tried.source = here and not known and at > clock_timestamp() - interval '1 hour') < 30;
end
$$;
comment on function private.may_try_coupon(text) is 'Whether the caller may ask about a code: until ten unknown ones of a member, or thirty of a network, in an hour.';

create function private.note_coupon_try(code text, known boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  here constant bytea := private.hashed('network ' || private.client_network());
  key constant bytea := private.hashed(code);
begin
  delete from private.coupon_tries where at < clock_timestamp() - interval '1 day';
  -- A price is quoted anew with each change of the order: the same answer is one try.
  if exists (
    select from private.coupon_tries as tried
    where tried.code = key and tried.known = note_coupon_try.known and tried.member is not distinct from me and tried.source is not distinct from here
      and at > clock_timestamp() - interval '10 minutes'
  ) then return; end if;
  insert into private.coupon_tries (member, source, code, known) values (me, here, key, known);
end
$$;
comment on function private.note_coupon_try(text, boolean) is 'Notes that the caller asked about a code, and whether it exists.';

revoke execute on function private.was_quoted(text), private.may_try_coupon(text), private.note_coupon_try(text, boolean) from public, anon, authenticated, service_role;

-- supabase/schemas/subscriptions/my_subscription.sql ------------------------------------------------------------------
-- The subscription tab: everything it shows, in one answer.
create function private.pay_page(sub public.subscriptions) returns text
language sql stable set search_path = '' as $$
  select told.event ->> 'pay_url' from private.provider_events as told
  where sub.state = 'past_due' and told.subscription_id = sub.id and told.kind = 'payment_failed' and told.state = 'processed'
    and told.occurred_at >= sub.failed_at and told.event ->> 'pay_url' like 'https://%'
  order by told.occurred_at desc, told.id desc limit 1
$$;
comment on function private.pay_page(public.subscriptions) is 'The provider''s page where what a contract owes is paid with any card, or its bank is answered; null where nothing is owed or there is no such page.';

create function private.bank_asks(sub public.subscriptions) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((
    select told.event ->> 'reason' = 'authentication_required' from private.provider_events as told
    where sub.state = 'past_due' and told.subscription_id = sub.id and told.kind = 'payment_failed' and told.state = 'processed' and told.occurred_at >= sub.failed_at
    order by told.occurred_at desc, told.id desc limit 1), false)
$$;
comment on function private.bank_asks(public.subscriptions) is 'Whether what a contract owes waits for nothing but its bank: the card''s holder has to confirm (3-D Secure).';

create function private.billed_tax(member uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  billed public.billing_details;
  rule text;
begin
  select * into billed from public.billing_details where user_id = member;
  if not found then return null; end if;
  rule := private.tax_treatment(billed.country, billed.vat_number);
  return jsonb_build_object('treatment', rule, 'rate', private.treatment_rate(rule, billed.country, private.paris_day(now())));
end
$$;
comment on function private.billed_tax(uuid) is 'The rule and the rate (percent) of the tax that a member''s next invoices bear, {treatment, rate}; null while nobody knows where they are billed.';

create function public.my_subscription() returns jsonb
language sql stable security definer set search_path = '' as $$
  with mine as (
    select * from public.subscriptions where user_id = auth.uid() and state <> 'incomplete'
    order by (state <> 'expired') desc, coalesce(ended_at, created_at) desc limit 1
  ), plan as (
    select plans.* from public.plans where slug = coalesce((select plan from mine where state <> 'expired'),
      (select slug from public.plans where tier = public.current_tier() order by sort limit 1))
  )
  select jsonb_build_object(
    'tier', public.current_tier(),
    'subscription', (select to_jsonb(mine) - '{stake,segment_start,anchor,provider_customer,provider_subscription}'::text[] from mine),
    'plan', (select to_jsonb(plan) from plan),
    'next_charge', (select jsonb_build_object('at', coalesce(next_try_at, current_period_end), 'amount', coalesce(next_amount, amount), 'currency', currency)
      from mine where means = 'card' and state in ('active', 'past_due')),
    'pay_page', (select private.pay_page(sub) from public.subscriptions as sub where sub.id = (select id from mine)),
    'bank_asks', (select private.bank_asks(sub) from public.subscriptions as sub where sub.id = (select id from mine)),
    'method', (select method from mine where state <> 'expired'),
    'billing', (select to_jsonb(details) from public.billing_details as details where user_id = auth.uid()),
    'tax', private.billed_tax(auth.uid()),
    'withdrawal', (select private.withdrawal_quote(mine, now()) from public.subscriptions as mine where user_id = auth.uid() and state in ('active', 'past_due', 'canceled')),
    'quotas', (select jsonb_build_object('ai_messages_per_day', ai_messages_per_day, 'copied_accounts', copied_accounts, 'export_months', export_months, 'every_lesson', every_lesson) from plan)
  )
$$;
comment on function public.my_subscription() is 'The caller''s contract as the account shows it: {tier, subscription, plan, next_charge: {at, amount, currency}, pay_page (where what is unpaid is paid), bank_asks (it waits for the holder alone), method, billing, tax: {treatment, rate}, withdrawal: {possible, until, paid, used, refund, days_used, days}, quotas}; null where there is none.';

revoke execute on function private.pay_page(public.subscriptions), private.bank_asks(public.subscriptions), private.billed_tax(uuid), public.my_subscription() from public, anon, authenticated, service_role;
grant execute on function public.my_subscription() to authenticated;

-- supabase/schemas/subscriptions/staff_contracts.sql ------------------------------------------------------------------
-- What admins do to a contract for a member who wrote a letter, or signs in by phone alone: what the member could do themselves, for the
-- same quote, and under audit with the reason.
create function public.staff_contract(member uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sub public.subscriptions;
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into sub from public.subscriptions where user_id = staff_contract.member and state in ('active', 'past_due', 'canceled');
  if not found then return null; end if;
  return jsonb_build_object(
    'id', sub.id, 'plan', (select name from public.plans where slug = sub.plan), 'period', sub.period, 'means', sub.means, 'provider', sub.provider, 'state', sub.state,
    'amount', sub.amount, 'currency', sub.currency, 'started_at', sub.started_at,
    -- One whose renewal is not paid ends at once.
    'ends_at', case when sub.state = 'past_due' then null else coalesce(sub.paid_until, sub.current_period_end) end,
    'withdrawal', private.withdrawal_quote(sub, now()));
end
$$;
comment on function public.staff_contract(uuid) is 'For admins: the contract of a member that runs and what ending it would do, {id, plan, period, means, provider, state, amount, currency, started_at, ends_at (null: at once), withdrawal: {possible, until, paid, used, refund, …}}; null without one.';

create function private.begin_staff_act(member uuid, words text) returns text
language plpgsql volatile set search_path = '' as $$
declare
  said constant text := private.cleaned(words, 500);
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  -- What is one's own is done in one's own account.
  if member = auth.uid() then raise exception 'own_account' using errcode = '42501'; end if;
  if length(said) < 3 then raise exception 'words_missing' using errcode = '22023', hint = 'words'; end if;
  return said;
end
$$;
comment on function private.begin_staff_act(uuid, text) is 'Lets an admin with a proven second factor act for another member, who says why; returns the words.';

create function private.note_contract_act(member uuid, kind text, was text, becomes public.subscriptions, words text, more jsonb) returns void
language sql volatile set search_path = '' as $$
  select private.note_staff_act('contracts', member::text, 'update', jsonb_build_object('state', was),
    jsonb_build_object('act', kind, 'subscription', becomes.id, 'state', becomes.state, 'words', words) || more)
$$;
comment on function private.note_contract_act(uuid, text, text, public.subscriptions, text, jsonb) is 'Puts under audit what staff did to a member''s contract, and why.';

create function public.staff_cancel(member uuid, words text) returns public.subscriptions
language plpgsql volatile security definer set search_path = '' as $$
declare
  said constant text := private.begin_staff_act(member, words);
  was constant text := (private.running_subscription(member, clock_timestamp())).state;
  sub constant public.subscriptions := private.cancel_for(member, clock_timestamp());
begin
  if was = 'canceled' then raise exception 'already_canceled' using errcode = '22023'; end if;
  perform private.note_contract_act(member, 'cancel', was, sub, said, '{}');
  return sub;
end
$$;
comment on function public.staff_cancel(uuid, text) is 'For admins: cancels a member''s contract to the end of what is paid, as they asked; they are told by mail like anybody who cancels. Refuses with not_admin, own_account, words_missing, no_subscription, already_canceled.';

create function public.staff_resume(member uuid, words text) returns public.subscriptions
language plpgsql volatile security definer set search_path = '' as $$
declare
  said constant text := private.begin_staff_act(member, words);
  sub constant public.subscriptions := private.resume_for(member, clock_timestamp());
begin
  perform private.note_contract_act(member, 'resume', 'canceled', sub, said, '{}');
  return sub;
end
$$;
comment on function public.staff_resume(uuid, text) is 'For admins: takes a member''s cancellation back, as they asked. Refuses with not_admin, own_account, words_missing, no_subscription, nothing_to_resume, account_is_ending.';

create function public.staff_withdraw(member uuid, refund bigint, words text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  said constant text := private.begin_staff_act(member, words);
  was constant text := (private.running_subscription(member, clock_timestamp())).state;
  done constant jsonb := private.withdraw_for(member, refund, clock_timestamp());
begin
  perform private.note_contract_act(member, 'withdraw', was, jsonb_populate_record(null::public.subscriptions, done -> 'subscription'), said, jsonb_build_object('refund', refund));
  return done;
end
$$;
comment on function public.staff_withdraw(uuid, bigint, text) is 'For admins: withdraws a member from their contract for the refund that staff_contract() quoted: {subscription, refunds}. Refuses with not_admin, own_account, words_missing, no_subscription, not_withdrawable, price_moved.';

revoke execute on function
  public.staff_contract(uuid), private.begin_staff_act(uuid, text), private.note_contract_act(uuid, text, text, public.subscriptions, text, jsonb),
  public.staff_cancel(uuid, text), public.staff_resume(uuid, text), public.staff_withdraw(uuid, bigint, text)
from public, anon, authenticated, service_role;
grant execute on function public.staff_contract(uuid), public.staff_cancel(uuid, text), public.staff_resume(uuid, text), public.staff_withdraw(uuid, bigint, text) to authenticated;

-- supabase/schemas/subscriptions/subscription_commands.sql ------------------------------------------------------------
-- What a member asks of their contract, and staff for them. Each is quoted first by the function that carries it out, and is then
-- a fact with its time. The `…_for` functions take the member and the moment; the public ones are the caller, now.
create function private.running_subscription(member uuid, moment timestamptz) returns public.subscriptions
language plpgsql volatile set search_path = '' as $$
declare
  running public.subscriptions;
begin
  if member is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  perform private.lock_money(member);
  perform private.settle_member(member, moment);
  select * into running from public.subscriptions where user_id = member and state in ('active', 'past_due', 'canceled');
  if not found then raise exception 'no_subscription' using errcode = 'P0002'; end if;
  return running;
end
$$;
comment on function private.running_subscription(uuid, timestamptz) is 'The contract of a member that runs at a moment, locked. Refuses with no_subscription.';

create function private.note_command(sub public.subscriptions, kind text, details jsonb, moment timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  insert into private.money_commands (member, subscription_id, kind, at, details) values (sub.user_id, sub.id, kind, moment, details) returning id
$$;
comment on function private.note_command(public.subscriptions, text, jsonb, timestamptz) is 'Notes what was asked of a contract; the caller settles.';

create function private.read_subscription(id uuid) returns public.subscriptions
language sql stable set search_path = '' as $$ select sub from public.subscriptions as sub where sub.id = read_subscription.id $$;
comment on function private.read_subscription(uuid) is 'A contract as it stands.';

-- Cancel and resume -----------------------------------------------------------------------------------------------------
create function private.cancel_for(member uuid, moment timestamptz) returns public.subscriptions
language plpgsql volatile security definer set search_path = '' as $$
declare
  sub constant public.subscriptions := private.running_subscription(member, moment);
  command bigint;
begin
  if sub.state = 'canceled' then return sub; end if;
  command := private.note_command(sub, 'cancel', '{}', moment);
  perform private.ask_provider(sub.provider, 'cancel', sub.id, jsonb_build_object('subscription', sub.provider_subscription), 'cancel:' || command);
  perform private.settle_member(member, moment);
  return private.read_subscription(sub.id);
end
$$;
comment on function private.cancel_for(uuid, timestamptz) is 'Cancels a member''s contract to the end of what is paid; one whose renewal is not paid ends at once. Cancelling twice is cancelling once.';

create function public.cancel_subscription() returns public.subscriptions
language sql volatile security definer set search_path = '' as $$ select private.cancel_for(auth.uid(), clock_timestamp()) $$;
comment on function public.cancel_subscription() is 'Cancels the caller''s contract: access stays to the end of the paid period. Refuses with no_subscription.';

create function private.resume_for(member uuid, moment timestamptz) returns public.subscriptions
language plpgsql volatile security definer set search_path = '' as $$
declare
  sub constant public.subscriptions := private.running_subscription(member, moment);
  command bigint;
begin
  if sub.state <> 'canceled' then raise exception 'nothing_to_resume' using errcode = '22023'; end if;
  if exists (select from public.account_deletions where user_id = member and cancelled_at is null) then raise exception 'account_is_ending' using errcode = '42501'; end if;
  if sub.provider = 'sandbox' and not private.sandbox_takes(sub.means) then raise exception 'sandbox_is_off' using errcode = '22023'; end if;
  command := private.note_command(sub, 'resume', '{}', moment);
  perform private.ask_provider(sub.provider, 'resume', sub.id, jsonb_build_object('subscription', sub.provider_subscription), 'resume:' || command);
  perform private.settle_member(member, moment);
  return private.read_subscription(sub.id);
end
$$;
comment on function private.resume_for(uuid, timestamptz) is 'Takes a member''s cancellation back before the period''s end.';

create function public.resume_subscription() returns public.subscriptions
language sql volatile security definer set search_path = '' as $$ select private.resume_for(auth.uid(), clock_timestamp()) $$;
comment on function public.resume_subscription() is 'Takes the caller''s cancellation back. Refuses with no_subscription, nothing_to_resume, account_is_ending, sandbox_is_off.';

-- Another plan ----------------------------------------------------------------------------------------------------------
create function private.change_quote(sub public.subscriptions, plan text, period text, moment timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  price public.current_plan_prices;
  up boolean;
  charge bigint;
  credit bigint;
  ends timestamptz;
begin
  if sub.means <> 'card' then raise exception 'not_with_crypto' using errcode = '22023', hint = 'plan'; end if;
  if sub.provider = 'sandbox' and not private.sandbox_takes(sub.means) then raise exception 'sandbox_is_off' using errcode = '22023'; end if;
  if sub.state = 'canceled' then raise exception 'resume_first' using errcode = '22023'; end if;
  if sub.state <> 'active' then raise exception 'pay_first' using errcode = '22023'; end if;
  select known.* into price from public.current_plan_prices as known join public.plans on plans.slug = known.plan
  where known.plan = change_quote.plan and known.period = change_quote.period and known.currency = sub.currency and known.amount > 0 and private.is_on_sale(plans, moment);
  if not found then raise exception 'plan_not_on_sale' using errcode = '22023', hint = 'plan'; end if;
  if price.plan = sub.plan and price.period = sub.period then
    if sub.next_plan is null then raise exception 'nothing_to_change' using errcode = '22023', hint = 'plan'; end if;
    return jsonb_build_object('takes_effect', 'now', 'at', moment, 'credit', 0, 'charge', 0, 'due', 0, 'currency', sub.currency, 'renewal_total', sub.amount, 'keeps', true);
  end if;
  credit := private.share_left(sub.stake, sub.segment_start, sub.current_period_end, moment);
  if price.period = sub.period then
    ends := sub.current_period_end;
    charge := private.share_left(price.amount, sub.current_period_start, ends, moment);
  else
    ends := private.period_after(moment, moment, price.period);
    charge := price.amount;
  end if;
  up := (select sort from public.plans where slug = price.plan) >= (select sort from public.plans where slug = sub.plan)
    and not (sub.period = 'year' and price.period = 'month') and moment < sub.current_period_end and charge > credit;
  if not up then
    return jsonb_build_object('takes_effect', 'period_end', 'at', sub.current_period_end, 'credit', 0, 'charge', 0, 'due', 0, 'currency', sub.currency,
      'renewal_total', price.amount, 'price_id', price.id);
  end if;
  return jsonb_build_object('takes_effect', 'now', 'at', moment, 'credit', credit, 'charge', charge, 'due', charge - credit, 'currency', sub.currency,
    'renewal_total', price.amount, 'renews_at', ends, 'price_id', price.id);
end
$$;
comment on function private.change_quote(public.subscriptions, text, text, timestamptz) is 'What another plan or period costs. Up or to the year: at once; charge is its price for what is left of the period (from month to year: a whole year from now), credit what is left of the money at stake, both by the second and each rounded half up to the minor unit; due is their difference. Down or to the month: at the period''s end, nothing due.';

create function public.quote_change(plan text, period text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sub public.subscriptions;
begin
  select * into sub from public.subscriptions where user_id = auth.uid() and state in ('active', 'past_due', 'canceled');
  if not found then raise exception 'no_subscription' using errcode = 'P0002'; end if;
  return private.change_quote(sub, plan, period, now()) - 'price_id' || jsonb_build_object('tax_rate', private.billed_tax(auth.uid()) -> 'rate');
end
$$;
comment on function public.quote_change(text, text) is 'What another plan or period would cost the caller now: {takes_effect: now | period_end, at, credit, charge, due, currency, renewal_total, renews_at?, tax_rate (percent that the caller''s next invoice bears; null while nobody knows where they are billed)}. Refuses with no_subscription, plan_not_on_sale, nothing_to_change, not_with_crypto, resume_first, pay_first.';

create function private.change_for(member uuid, plan text, period text, due bigint, moment timestamptz, terms_version text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  sub constant public.subscriptions := private.running_subscription(member, moment);
  quoted constant jsonb := private.change_quote(sub, plan, period, moment);
  earlier constant jsonb := private.change_quote(sub, plan, period, greatest(moment - interval '10 minutes', sub.segment_start));
  first_order public.checkouts;
  rate numeric;
  made public.checkouts;
  command bigint;
begin
  perform private.check_terms(terms_version);
  if exists (select from public.checkouts where subscription_id = sub.id and kind = 'change' and state in ('open', 'waiting') and expires_at > moment) then
    raise exception 'change_under_way' using errcode = '23505';
  end if;
  -- What was shown holds for ten minutes: within them it moves by cents.
  if quoted ->> 'takes_effect' <> earlier ->> 'takes_effect'
    or coalesce(due, -1) not between least((quoted ->> 'due')::bigint, (earlier ->> 'due')::bigint) and greatest((quoted ->> 'due')::bigint, (earlier ->> 'due')::bigint)
  then
    raise exception 'price_moved' using errcode = '22023', hint = 'due', detail = quoted ->> 'due';
  end if;
  if (quoted ->> 'due')::bigint = 0 then
    command := private.note_command(sub, 'change', case when quoted ? 'keeps' then '{}' else
      jsonb_build_object('plan', plan, 'period', period, 'price_id', quoted -> 'price_id', 'amount', quoted -> 'renewal_total', 'terms_version', terms_version) end, moment);
    perform private.ask_provider(sub.provider, 'schedule', sub.id, jsonb_build_object('subscription', sub.provider_subscription, 'price_id', quoted -> 'price_id'), 'schedule:' || command);
    perform private.settle_member(member, moment);
  else
    select * into strict first_order from public.checkouts where subscription_id = sub.id and kind = 'first';
    rate := private.tax_rate(coalesce((select country from public.billing_details where user_id = member), first_order.country), private.paris_day(moment));
    insert into public.checkouts (
      user_id, plan, period, price_id, means, provider, kind, net, tax, tax_rate, total, currency, country, terms_version, subscription_id, stake, period_end,
      expires_at, created_at
    ) values (
      member, plan, period, (quoted ->> 'price_id')::bigint, sub.means, sub.provider, 'change', private.net_of(due, rate), due - private.net_of(due, rate), rate, due,
      sub.currency, coalesce((select country from public.billing_details where user_id = member), first_order.country), change_for.terms_version, sub.id,
      (quoted ->> 'credit')::bigint + due, (quoted ->> 'renews_at')::timestamptz, moment + interval '24 hours', moment
    ) returning * into made;
    if sub.provider = 'sandbox' then
      perform private.charge_change(made, sub.method, moment);
    else
      perform private.ask_provider(sub.provider, 'change', made.id, jsonb_build_object('checkout', made.id, 'subscription', sub.provider_subscription,
        'price_id', made.price_id, 'due', due), 'change:' || made.id);
    end if;
  end if;
  return jsonb_build_object('takes_effect', quoted ->> 'takes_effect', 'checkout', (select to_jsonb(known) from public.checkouts as known where id = made.id),
    'subscription', to_jsonb(private.read_subscription(sub.id)));
end
$$;
comment on function private.change_for(uuid, text, text, bigint, timestamptz, text) is 'Changes a member''s plan at the price they were shown, under the words they were shown.';

create function public.change_subscription(plan text, period text, due bigint, terms_version text) returns jsonb
language sql volatile security definer set search_path = '' as $$ select private.change_for(auth.uid(), plan, period, due, clock_timestamp(), terms_version) $$;
comment on function public.change_subscription(text, text, bigint, text) is 'Changes the caller''s plan or period at the amount due that quote_change gave, under the version of the terms that was shown: {takes_effect, checkout, subscription}; an order that is not paid yet changes nothing until it is. Naming the present plan drops a change to come. Refuses as quote_change does, and with price_moved, change_under_way, terms_not_accepted.';

-- Withdrawal --------------------------------------------------------------------------------------------------------------
create function private.withdrawal_quote(sub public.subscriptions, moment timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'possible', sub.withdraw_until is not null and moment < sub.withdraw_until + interval '1 second', 'until', sub.withdraw_until, 'currency', sub.currency,
    'paid', paid, 'used', paid - back, 'refund', back,
    'days_used', greatest(private.paris_day(moment) - private.paris_day(sub.current_period_start), 0),
    'days', private.paris_day(sub.current_period_end) - private.paris_day(sub.current_period_start))
  from (
    select paid, greatest(least(paid,
      sub.stake - private.days_used(sub.stake, sub.segment_start, sub.current_period_end, moment) + ahead), 0) as back
    from (
      select coalesce(sum(pay.net + pay.tax), 0)::bigint - coalesce(sum(refunded.amount), 0)::bigint as paid,
        coalesce(sum(pay.net + pay.tax) filter (where pay.period_start >= sub.current_period_end), 0)::bigint as ahead
      from public.payments as pay left join lateral (
        select sum(amount) as amount from public.refunds where payment_id = pay.id and state <> 'failed' and reason <> 'overpaid'
      ) as refunded on true
      where pay.subscription_id = sub.id and pay.paid_at is not null and pay.state not in ('disputed', 'lost')
    ) as money
  ) as reckoned
$$;
comment on function private.withdrawal_quote(public.subscriptions, timestamptz) is 'What withdrawing then would give back: {possible, until, currency, paid, used, refund, days_used, days}. Used are the days that ended in Paris, of those of the period; the part is rounded down (Code de la consommation, art. L221-25).';

create function public.quote_withdrawal() returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.withdrawal_quote(sub, now()) from public.subscriptions as sub
  where user_id = auth.uid() and state in ('active', 'past_due', 'canceled')
$$;
comment on function public.quote_withdrawal() is 'What the caller would get back who withdraws now: {possible, until, currency, paid, used, refund, days_used, days}; null without a contract.';

create function private.withdraw_for(member uuid, refund bigint, moment timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  sub constant public.subscriptions := private.running_subscription(member, moment);
  quoted constant jsonb := private.withdrawal_quote(sub, moment);
  left_ bigint := quoted ->> 'refund';
  given record;
begin
  if not (quoted ->> 'possible')::boolean then raise exception 'not_withdrawable' using errcode = '22023'; end if;
  if refund is distinct from left_ then raise exception 'price_moved' using errcode = '22023', hint = 'refund', detail = quoted ->> 'refund'; end if;
  perform private.note_command(sub, 'withdraw', quoted, moment);
  -- The last payment gives back first, each at most what is left of it.
  for given in
    select provider || ':' || provider_payment as key, net + tax - coalesce((
      select sum(amount) from public.refunds where payment_id = known.id and state <> 'failed' and reason <> 'overpaid'), 0) as rest
    from public.payments as known where subscription_id = sub.id and paid_at is not null and state not in ('disputed', 'lost') order by paid_at desc, id
  loop
    continue when given.rest <= 0 or left_ <= 0;
    perform private.note_command(sub, 'refund', jsonb_build_object(
      'refund', gen_random_uuid(), 'payment', given.key, 'amount', least(given.rest, left_), 'reason', 'withdrawal', 'by', member), moment);
    left_ := left_ - least(given.rest, left_);
  end loop;
  perform private.settle_member(member, moment);
  return jsonb_build_object('subscription', to_jsonb(private.read_subscription(sub.id)), 'refunds', (
    select coalesce(jsonb_agg(to_jsonb(back) order by back.at, back.id), '[]') from public.refunds as back join public.payments as pay on pay.id = back.payment_id
    where pay.subscription_id = sub.id and back.reason = 'withdrawal'));
end
$$;
comment on function private.withdraw_for(uuid, bigint, timestamptz) is 'Withdraws a member from their contract for the refund they were shown: it ends at once.';

create function public.withdraw_subscription(refund bigint) returns jsonb
language sql volatile security definer set search_path = '' as $$ select private.withdraw_for(auth.uid(), refund, clock_timestamp()) $$;
comment on function public.withdraw_subscription(bigint) is 'Withdraws the caller from their contract for the refund that quote_withdrawal gave: {subscription, refunds}. Refuses with no_subscription, not_withdrawable (too late), price_moved.';

-- The means -----------------------------------------------------------------------------------------------------------------
create function public.change_payment_method(card jsonb) returns public.subscriptions
language plpgsql volatile security definer set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  sub constant public.subscriptions := private.running_subscription(auth.uid(), moment);
  tried record;
begin
  if sub.provider <> 'sandbox' or sub.means <> 'card' then raise exception 'not_here' using errcode = '22023'; end if;
  if not private.sandbox_takes('card') then raise exception 'sandbox_is_off' using errcode = '22023'; end if;
  select * into tried from private.sandbox_card(card, moment);
  if tried.outcome not in ('paid', 'authenticate') then raise exception 'card_refused' using errcode = '22023', hint = 'number', detail = tried.outcome; end if;
  perform private.note_command(sub, 'method', jsonb_build_object('method', tried.method), moment);
  perform private.settle_member(sub.user_id, moment);
  -- Whoever gives a new card for what is unpaid wants it paid.
  if sub.state = 'past_due' then perform private.charge_renewal(private.read_subscription(sub.id), moment); end if;
  return private.read_subscription(sub.id);
end
$$;
comment on function public.change_payment_method(jsonb) is 'Another test card {number, expires, cvc} for the caller''s contract with the sandbox; what is unpaid is charged at once. Refuses with no_subscription, not_here (another provider), sandbox_is_off, not_a_test_card, card_refused.';

create function public.open_payment_portal() returns public.checkouts
language plpgsql volatile security definer set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  sub constant public.subscriptions := private.running_subscription(auth.uid(), moment);
  made public.checkouts;
begin
  if sub.provider <> 'stripe' then raise exception 'not_here' using errcode = '22023'; end if;
  -- Each is a call to the provider.
  if (select count(*) from public.checkouts where user_id = sub.user_id and kind = 'method' and created_at > moment - interval '1 hour') >= 10 then
    raise exception 'too_many_portals' using errcode = '54000';
  end if;
  insert into public.checkouts (user_id, plan, period, price_id, means, provider, kind, net, tax, tax_rate, total, currency, country, terms_version, subscription_id, expires_at, created_at)
  select user_id, sub.plan, sub.period, sub.price_id, means, provider, 'method', 0, 0, tax_rate, 0, currency, country, terms_version, sub.id, moment + interval '1 hour', moment
  from public.checkouts where subscription_id = sub.id and kind = 'first'
  returning * into made;
  perform private.ask_provider(sub.provider, 'update_method', made.id, jsonb_build_object('customer', sub.provider_customer), 'update_method:' || made.id);
  return made;
end
$$;
comment on function public.open_payment_portal() is 'Asks the caller''s provider for the page where the card is changed: an order of kind method whose provider_url is that page, once it is known. Refuses with no_subscription, not_here, too_many_portals (ten in an hour).';

-- For staff -------------------------------------------------------------------------------------------------------------------
create function public.refund_payment(payment uuid, amount bigint, words text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  pay public.payments;
  made constant uuid := gen_random_uuid();
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into pay from public.payments where id = refund_payment.payment;
  if not found or pay.paid_at is null then raise exception 'no_such_payment' using errcode = 'P0002'; end if;
  perform private.lock_money(pay.user_id);
  if pay.state in ('disputed', 'lost') then raise exception 'payment_disputed' using errcode = '22023'; end if;
  if coalesce(refund_payment.amount, 0) <= 0 or refund_payment.amount > pay.net + pay.tax - coalesce((
    select sum(back.amount) from public.refunds as back where payment_id = pay.id and state <> 'failed' and reason <> 'overpaid'), 0) then
    raise exception 'refund_exceeds' using errcode = '22023', hint = 'amount';
  end if;
  if private.cleaned(words, 500) = '' then raise exception 'words_missing' using errcode = '22023', hint = 'words'; end if;
  insert into private.money_commands (member, subscription_id, kind, at, details) values (pay.user_id, pay.subscription_id, 'refund', clock_timestamp(), jsonb_build_object(
    'refund', made, 'payment', pay.provider || ':' || pay.provider_payment, 'amount', refund_payment.amount, 'reason', 'staff', 'by', auth.uid(), 'words', private.cleaned(words, 500)));
  perform private.settle_member(pay.user_id, clock_timestamp());
  return made;
end
$$;
comment on function public.refund_payment(uuid, bigint, text) is 'For admins: gives back all or a part of a payment (minor units), with words why; returns the refund''s number. All of the payment for the running period ends its access. Refuses with not_admin, no_such_payment, refund_exceeds, payment_disputed, words_missing.';

revoke execute on function
  private.running_subscription(uuid, timestamptz), private.note_command(public.subscriptions, text, jsonb, timestamptz), private.read_subscription(uuid),
  private.cancel_for(uuid, timestamptz), public.cancel_subscription(), private.resume_for(uuid, timestamptz), public.resume_subscription(),
  private.change_quote(public.subscriptions, text, text, timestamptz), public.quote_change(text, text),
  private.change_for(uuid, text, text, bigint, timestamptz, text), public.change_subscription(text, text, bigint, text),
  private.withdrawal_quote(public.subscriptions, timestamptz), public.quote_withdrawal(), private.withdraw_for(uuid, bigint, timestamptz),
  public.withdraw_subscription(bigint), public.change_payment_method(jsonb), public.open_payment_portal(), public.refund_payment(uuid, bigint, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.cancel_subscription(), public.resume_subscription(), public.quote_change(text, text), public.change_subscription(text, text, bigint, text),
  public.quote_withdrawal(), public.withdraw_subscription(bigint), public.change_payment_method(jsonb), public.open_payment_portal(),
  public.refund_payment(uuid, bigint, text)
to authenticated;

-- supabase/schemas/providers/open_invoices.sql ------------------------------------------------------------------------
-- What a contract owes at a provider that charges by itself is tried again once its card changed.
create function private.pay_with_new_card() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sub public.subscriptions;
begin
  select * into sub from public.subscriptions where id = new.subscription_id;
  -- Whoever gives a new card for what is unpaid wants it paid.
  if sub.state = 'past_due' and sub.provider <> 'sandbox' then
    perform private.ask_provider(sub.provider, 'pay_open', sub.id, jsonb_build_object('subscription', sub.provider_subscription), 'pay_open:' || new.event_id);
  end if;
  return null;
end
$$;
comment on function private.pay_with_new_card() is 'A card that changes while a renewal is unpaid has the provider try again at once, instead of on the day of its own next try.';
-- At the end of the transaction: the contract is settled by then.
create constraint trigger pay_with_new_card after insert or update of state on private.provider_events deferrable initially deferred
  for each row when (new.state = 'processed' and new.kind = 'subscription_changed' and new.event ? 'method') execute function private.pay_with_new_card();

revoke execute on function private.pay_with_new_card()
from public, anon, authenticated, service_role;

-- supabase/schemas/providers/provider_commands.sql --------------------------------------------------------------------
-- What providers are asked, as the worker does it: a command is claimed, done and settled, each in a statement of its own. A worker
-- that dies between leaves it to another after two minutes; the provider knows it by its idempotency key and does it once.
alter table private.provider_commands add column answer jsonb;
comment on column private.provider_commands.answer is 'What the provider said to it: {reference, url?}.';

create function private.keep_payment_settings(card text, crypto text) returns void
language sql volatile security definer set search_path = '' as $$
  update private.payment_settings set card_provider = card, crypto_provider = crypto
  where (card_provider, crypto_provider) is distinct from (card, crypto)
$$;
comment on function private.keep_payment_settings(text, text) is 'For the worker, when it starts: who takes cards and who takes crypto, from the environment.';

create function private.price_for_provider(price_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', price.id, 'plan', price.plan, 'name', plans.name ->> 'fr', 'period', price.period, 'amount', price.amount, 'currency', price.currency)
  from public.plan_prices as price join public.plans on plans.slug = price.plan where price.id = price_for_provider.price_id
$$;
comment on function private.price_for_provider(bigint) is 'A price as a provider is told of it.';

create function private.order_for_provider(checkout uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'checkout', bought.id, 'reference', bought.reference, 'member', bought.user_id, 'email', (select email from auth.users where id = bought.user_id),
    'language', coalesce((select locale from public.profiles where id = bought.user_id), 'fr'),
    'customer', (select provider_customer from public.subscriptions where user_id = bought.user_id and provider = bought.provider and provider_customer is not null
      order by created_at desc limit 1),
    'price', private.price_for_provider(bought.price_id), 'total', bought.total, 'expires_at', bought.expires_at)
  from public.checkouts as bought where bought.id = checkout
$$;
comment on function private.order_for_provider(uuid) is 'An order as a provider is told of it.';

create function private.facts_of_command(command private.provider_commands) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  bought public.checkouts;
  contract public.subscriptions;
begin
  select * into bought from public.checkouts where id = command.subject;
  select * into contract from public.subscriptions where id = coalesce(bought.subscription_id, command.subject);
  return command.payload || jsonb_strip_nulls(jsonb_build_object(
    'subscription', coalesce(command.payload ->> 'subscription', contract.provider_subscription),
    'order', case when command.kind = 'open_checkout' then private.order_for_provider(bought.id) end,
    'open', case when command.kind = 'open_checkout' then bought.state in ('open', 'failed') end,
    'reference', coalesce(command.payload ->> 'reference', bought.provider_reference),
    'price', private.price_for_provider((command.payload ->> 'price_id')::bigint),
    'at', case when command.kind = 'change' then bought.created_at end,
    'brand', case when command.kind = 'refund' then (select brand from private.seller) end));
end
$$;
comment on function private.facts_of_command(private.provider_commands) is 'What a provider has to know to do a command: its payload, with what the rows it is about say.';

create function private.claim_provider_command(moment timestamptz, providers text[])
returns table (id bigint, provider text, kind text, subject uuid, idempotency_key text, attempt int, created_at timestamptz, facts jsonb)
language sql volatile security definer set search_path = '' as $$
  with next as (
    select waiting.id from private.provider_commands as waiting
    where waiting.state = 'waiting' and waiting.next_try_at <= moment and waiting.provider = any (providers)
      -- One after the other about one thing: what was asked last is what holds.
      and not exists (select from private.provider_commands as before where before.subject = waiting.subject and before.state = 'waiting' and before.id < waiting.id)
    order by waiting.next_try_at, waiting.id limit 1 for update of waiting skip locked
  )
  update private.provider_commands as taken set next_try_at = moment + interval '2 minutes', attempts = taken.attempts + 1
  from next where taken.id = next.id
  returning taken.id, taken.provider, taken.kind, taken.subject, taken.idempotency_key, taken.attempts, taken.created_at, private.facts_of_command(taken)
$$;
comment on function private.claim_provider_command(timestamptz, text[]) is 'Takes the next command that is due for two minutes: a worker that dies with it leaves it to another after that.';

create function private.offer_refund(refund uuid, url text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  offered public.refunds;
begin
  update public.refunds set claim_url = url where id = refund and state = 'asked' and claim_url is null returning * into offered;
  if not found then return; end if;
  perform realtime.send('{"money": "changed"}', 'money', 'member:' || offered.user_id, true);
  if not exists (select from public.profiles where id = offered.user_id) then return; end if;
  perform private.tell_member(offered.user_id, 'refund_to_fetch', jsonb_build_object('ConfirmationURL', url, 'Money', jsonb_build_object(
    'Amount', offered.amount, 'Currency', (select currency from public.payments where id = offered.payment_id))), '/mon-compte?onglet=abonnement');
end
$$;
comment on function private.offer_refund(uuid, text) is 'A refund that its member fetches at a page of the provider''s: keeps the page''s address and tells them, once.';

create function private.settle_provider_command(
  command bigint, attempt int, moment timestamptz, outcome text, error text, answer jsonb, retry_at timestamptz
) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  settled private.provider_commands;
  bought public.checkouts;
begin
  update private.provider_commands as kept set
    state = case outcome when 'retry' then 'waiting' else outcome end, answer = coalesce(settle_provider_command.answer, kept.answer),
    last_error = left(error, 500), next_try_at = coalesce(retry_at, next_try_at), done_at = case when outcome = 'retry' then null else moment end
  where id = command and state = 'waiting' and attempts = attempt
  returning * into settled;
  if settled.id is null then return 'known'; end if;
  if settled.kind in ('open_checkout', 'update_method') and outcome = 'done' then
    update public.checkouts set provider_reference = settled.answer ->> 'reference', provider_url = settled.answer ->> 'url' where id = settled.subject returning * into bought;
    perform realtime.send('{"money": "changed"}', 'money', 'member:' || bought.user_id, true);
    -- It was given up while its page was made.
    if bought.state = 'expired' and bought.provider_reference is not null then
      perform private.ask_provider(settled.provider, 'close_checkout', bought.id, jsonb_build_object('reference', bought.provider_reference), 'close_checkout:' || bought.id || ':opened');
    end if;
  elsif settled.kind = 'change' and outcome = 'done' and settled.answer ->> 'url' is not null then
    -- Its bank wants the member: their order leads them there.
    update public.checkouts set provider_url = settled.answer ->> 'url' where id = settled.subject returning * into bought;
    perform realtime.send('{"money": "changed"}', 'money', 'member:' || bought.user_id, true);
  elsif settled.kind = 'refund' and outcome = 'done' and settled.answer ->> 'url' is not null then
    perform private.offer_refund(settled.subject, settled.answer ->> 'url');
  elsif outcome = 'failed' then
    -- That it will not be done is a fact of its own, and what follows from it follows like from any other.
    if settled.kind in ('open_checkout', 'change', 'update_method') then
      -- Whatever it failed of, nothing that was prepared for it may be charged later.
      if settled.kind = 'change' then
        perform private.ask_provider(settled.provider, 'drop_change', settled.subject, settled.payload, 'drop_change:' || settled.subject);
      end if;
      perform private.take_provider_event(settled.provider, 'command:' || settled.id, moment,
        jsonb_build_object('kind', 'payment_failed', 'checkout', settled.subject, 'reason', case settled.kind when 'change' then left(error, 100) else 'provider_refused' end), null, null, moment);
    elsif settled.kind = 'refund' then
      perform private.take_provider_event(settled.provider, 'command:' || settled.id, moment, jsonb_build_object(
        'kind', 'refund_failed', 'payment', settled.payload -> 'payment', 'refund', 'command:' || settled.id, 'asked', settled.subject, 'reason', left(error, 100)), null, null, moment);
    end if;
    perform private.tell_admins('provider_command_failed', jsonb_build_object('Provider', settled.provider, 'Command', settled.kind, 'Error', left(error, 100), 'At', moment));
  end if;
  return settled.state;
end
$$;
comment on function private.settle_provider_command(bigint, int, timestamptz, text, text, jsonb, timestamptz) is 'Writes what came of a try: done, retry (at retry_at) or failed, for which admins are told. An answer {reference, url} is of an order the address of its page, of a change that of the page where its bank asks, of a refund that of the page where it is fetched.';

revoke execute on function
  private.keep_payment_settings(text, text), private.price_for_provider(bigint), private.order_for_provider(uuid),
  private.facts_of_command(private.provider_commands), private.offer_refund(uuid, text), private.claim_provider_command(timestamptz, text[]),
  private.settle_provider_command(bigint, int, timestamptz, text, text, jsonb, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function
  private.keep_payment_settings(text, text), private.claim_provider_command(timestamptz, text[]),
  private.settle_provider_command(bigint, int, timestamptz, text, text, jsonb, timestamptz)
to service_role;

-- supabase/schemas/providers/provider_events.sql ----------------------------------------------------------------------
-- The door for what providers tell: each event is stored once, with what came on the wire, in the transaction of its effects.
-- Adapters verify signatures and translate; here the numbers in it are matched with what we know, and its times with the clock.
create function private.event_objects(provider text, event jsonb) returns table (kind text, object_id text)
language sql immutable set search_path = '' as $$
  select key, value from jsonb_each_text(event) where key in ('subscription', 'payment', 'refund', 'dispute') and value <> ''
$$;
comment on function private.event_objects(text, jsonb) is 'The provider''s numbers that an event is about.';

create function private.is_time(value text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return value::timestamptz is not null;
exception when invalid_datetime_format or datetime_field_overflow then
  return false;
end
$$;
comment on function private.is_time(text) is 'Whether a text is a time.';

create function private.refusal_of_event(occurred_at timestamptz, event jsonb, moment timestamptz) returns text
language plpgsql stable set search_path = '' as $$
declare
  kind constant text := event ->> 'kind';
  number_ constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
begin
  if coalesce(kind, '') not in ('payment_pending', 'payment_succeeded', 'payment_failed', 'subscription_changed', 'subscription_ended', 'refund_succeeded',
    'refund_failed', 'dispute_opened', 'dispute_won', 'dispute_lost', 'checkout_expired', 'crypto_seen', 'crypto_underpaid', 'crypto_overpaid',
    'crypto_paid_late', 'crypto_invalid') then return 'kind_unknown'; end if;
  if occurred_at > moment + interval '5 minutes' then return 'from_the_future'; end if;
  if event ? 'amount' and event ->> 'amount' !~ '^[0-9]{1,15}$' then return 'amount_wrong'; end if;
  if event ? 'checkout' and event ->> 'checkout' !~ number_ then return 'checkout_unknown'; end if;
  if event ? 'asked' and event ->> 'asked' !~ number_ then return 'refund_unknown'; end if;
  if not event ?& (case
    when kind in ('payment_succeeded', 'crypto_overpaid', 'crypto_paid_late') then array['payment', 'amount', 'currency']
    when kind in ('refund_succeeded', 'refund_failed') then array['payment', 'refund']
    when kind like 'dispute%' then array['payment', 'dispute']
    else '{}' end)
  then return 'incomplete'; end if;
  if event ? 'period_start' <> event ? 'period_end'
    or exists (select from unnest(array['period_start', 'period_end', 'next_try_at', 'due_by']) as name where event ? name and not private.is_time(event ->> name))
    or event ? 'cancel_at_period_end' and jsonb_typeof(event -> 'cancel_at_period_end') <> 'boolean'
    or event ? 'method' and jsonb_typeof(event -> 'method') <> 'object'
  then return 'malformed'; end if;
  return null;
end
$$;
comment on function private.refusal_of_event(timestamptz, jsonb, timestamptz) is 'Why an event cannot be true whatever it is about, or null: its shape, and a time later than now.';

create function private.owner_of_event(provider text, occurred_at timestamptz, event jsonb, out subscription_id uuid, out member uuid, out refusal text)
language plpgsql stable set search_path = '' as $$
declare
  bought public.checkouts;
  known record;
begin
  if event ? 'checkout' then
    select * into bought from public.checkouts where id = (event ->> 'checkout')::uuid;
    if not found then refusal := 'checkout_unknown'; return; end if;
    if bought.provider <> owner_of_event.provider then refusal := 'another_provider'; return; end if;
    subscription_id := bought.subscription_id;
    member := bought.user_id;
  end if;
  for known in
    select object.member, object.subscription_id from private.event_objects(provider, event) as named
    join private.provider_objects as object on object.provider = owner_of_event.provider and object.kind = named.kind and object.object_id = named.object_id
  loop
    if subscription_id is not null and subscription_id <> known.subscription_id then
      subscription_id := null; member := null; refusal := 'somebody_elses'; return;
    end if;
    subscription_id := known.subscription_id;
    member := known.member;
  end loop;
  if occurred_at < (select created_at from public.subscriptions where id = owner_of_event.subscription_id) - interval '5 minutes' then
    subscription_id := null; member := null; refusal := 'before_the_order';
  end if;
end
$$;
comment on function private.owner_of_event(text, timestamptz, jsonb) is 'Which contract an event is about, by our order''s number and by the provider''s numbers that are known; nothing while none is known. Refuses what names two contracts, or happened before there was an order.';

create function private.claim_objects(provider text, event jsonb, member uuid, subscription_id uuid) returns void
language sql volatile set search_path = '' as $$
  insert into private.provider_objects (provider, kind, object_id, member, subscription_id)
  select claim_objects.provider, kind, object_id, claim_objects.member, claim_objects.subscription_id from private.event_objects(provider, event)
  on conflict do nothing
$$;
comment on function private.claim_objects(text, jsonb, uuid, uuid) is 'Notes whose a provider''s numbers are.';

create function private.lock_objects(provider text, event jsonb) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(number_) from (
    select hashtextextended(concat_ws(':', lock_objects.provider, named.kind, named.object_id), 0) as number_
    from private.event_objects(provider, event) as named where not exists (
      select from private.provider_objects as object
      where object.provider = lock_objects.provider and object.kind = named.kind and object.object_id = named.object_id)
    order by 1
  ) as numbers
$$;
comment on function private.lock_objects(text, jsonb) is 'Lets one transaction at a time ask whose the unknown numbers of an event are.';

create function private.match_waiting(provider text, member uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  late record;
  owner record;
begin
  loop
    -- From the member's few numbers to what waits for one of them: thousands may wait for others'.
    select waiting.* into late from private.provider_objects as object
    join private.provider_events as waiting on waiting.state = 'waiting' and waiting.provider = object.provider
      and waiting.event @> jsonb_build_object(object.kind, object.object_id)
    where object.member = match_waiting.member and object.provider = match_waiting.provider
    limit 1 for update of waiting;
    exit when not found;
    select * into owner from private.owner_of_event(provider, late.occurred_at, late.event);
    update private.provider_events set state = case when owner.refusal is null then 'processed' else 'refused' end, reason = owner.refusal,
      member = owner.member, subscription_id = owner.subscription_id,
      taxed = case when late.kind = 'payment_succeeded' then private.tax_of_renewal(owner.member, owner.subscription_id, late.occurred_at) end
    where id = late.id;
    if owner.refusal is null then
      -- Somebody may be storing, this moment, that they wait for one of these numbers: they are seen once they have.
      perform private.lock_objects(provider, late.event);
      perform private.claim_objects(provider, late.event, owner.member, owner.subscription_id);
    end if;
  end loop;
end
$$;
comment on function private.match_waiting(text, uuid) is 'Gives a member the events that waited for a number which is now known to be theirs, and those that these make known.';

create function private.take_provider_event(provider text, event_id text, occurred_at timestamptz, event jsonb, raw text, headers jsonb, moment timestamptz) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  told constant jsonb := jsonb_strip_nulls(event) - 'fingerprint';
  refusal text := private.refusal_of_event(occurred_at, told, moment);
  owner record;
  made bigint;
  verdict text;
begin
  if refusal is null then
    -- The member's lock first, where we know whose it is; then those of numbers that nobody knows: of two events about one of
    -- these, the second sees what the first made known, or finds it waiting.
    select * into owner from private.owner_of_event(provider, occurred_at, told);
    if owner.member is not null then perform private.lock_money(owner.member); end if;
    perform private.lock_objects(provider, told);
    -- Again: meanwhile the numbers may have become somebody's.
    select * into owner from private.owner_of_event(provider, occurred_at, told);
    if owner.member is not null then perform private.lock_money(owner.member); end if;
    refusal := owner.refusal;
  end if;
  insert into private.provider_events (provider, event_id, occurred_at, received_at, kind, event, raw, headers, state, reason, member, subscription_id, taxed, fingerprint)
  values (take_provider_event.provider, take_provider_event.event_id, take_provider_event.occurred_at, moment, coalesce(told ->> 'kind', ''), told,
    take_provider_event.raw, take_provider_event.headers,
    case when refusal is not null then 'refused' when owner.member is null then 'waiting' else 'processed' end,
    coalesce(refusal, case when owner.member is null then 'nobody_knows' end),
    case when refusal is null then owner.member end, case when refusal is null then owner.subscription_id end,
    case when refusal is null and owner.member is not null and told ->> 'kind' = 'payment_succeeded' then
      private.tax_of_renewal(owner.member, owner.subscription_id, take_provider_event.occurred_at) end,
    case when refusal is null and told ? 'payment' then left(nullif(take_provider_event.event ->> 'fingerprint', ''), 255) end)
  on conflict on constraint provider_events_provider_event_id_key do nothing
  returning id into made;
  if made is null then return 'duplicate'; end if;
  if refusal is not null then return 'refused'; end if;
  if owner.member is null then return 'waiting'; end if;
  perform private.claim_objects(provider, told, owner.member, owner.subscription_id);
  perform private.match_waiting(provider, owner.member);
  perform private.settle_member(owner.member, moment);
  select state into verdict from private.provider_events where id = made;
  return verdict;
end
$$;
comment on function private.take_provider_event(text, text, timestamptz, jsonb, text, jsonb, timestamptz) is 'Takes an event at a moment: processed, duplicate, waiting (about what is not known yet) or refused. All that follows from it is in this transaction.';

create function public.receive_provider_event(provider text, event_id text, occurred_at timestamptz, event jsonb, raw text, headers jsonb) returns text
language sql volatile security definer set search_path = '' as $$
  select private.take_provider_event(provider, event_id, occurred_at, event, raw, headers, clock_timestamp())
$$;
comment on function public.receive_provider_event(text, text, timestamptz, jsonb, text, jsonb) is 'For adapters, which have verified it: takes a provider''s event, {kind, checkout?, subscription?, payment?, amount?, currency?, period_start?, period_end?, method?, reason?, refund?, asked?, dispute?, customer?, cancel_at_period_end?, next_try_at?, due_by?, fingerprint?, card_country?}. Returns processed, duplicate, waiting or refused.';

create function public.refuse_provider_event(provider text, event_id text, reason text, raw text, headers jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.provider_events (provider, event_id, occurred_at, received_at, kind, event, raw, headers, state, reason)
  values (provider, left(event_id, 255), clock_timestamp(), clock_timestamp(), '', '{}', left(raw, 100000), headers, 'refused', left(reason, 200))
  on conflict do nothing
$$;
comment on function public.refuse_provider_event(text, text, text, text, jsonb) is 'For adapters: keeps for inspection what could not be verified (a forged or stale signature). event_id should not be the one it claims, lest the true one be a duplicate.';

create function private.tell_of_refused_money() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  refused private.provider_events;
begin
  -- As it stands when the transaction ends: what else became known in it may have made it a payment after all.
  update private.provider_events set told_at = clock_timestamp() where id = new.id and state = 'refused' and told_at is null returning * into refused;
  if refused.id is null then return null; end if;
  perform private.tell_admins('payment_refused', jsonb_strip_nulls(jsonb_build_object('Provider', refused.provider, 'Event', refused.event_id, 'Refusal', refused.reason,
    'Payment', refused.event ->> 'payment', 'At', refused.occurred_at, 'Money', jsonb_build_object(
      'Amount', case when refused.event ->> 'amount' ~ '^[0-9]{1,15}$' then (refused.event ->> 'amount')::bigint end,
      'Currency', case when refused.event ->> 'currency' ~* '^[a-z]{3}$' then upper(refused.event ->> 'currency') end))));
  return null;
end
$$;
comment on function private.tell_of_refused_money() is 'Tells the admins, once for each event, of money that a provider vouched for and that bought nothing here because the event was refused.';
create constraint trigger tell_of_refused_money after insert or update of state on private.provider_events deferrable initially deferred
  for each row when (new.state = 'refused' and new.told_at is null and new.kind in ('payment_succeeded', 'crypto_overpaid', 'crypto_paid_late', 'crypto_underpaid'))
  execute function private.tell_of_refused_money();

revoke execute on function
  private.tell_of_refused_money(), private.event_objects(text, jsonb), private.is_time(text), private.refusal_of_event(timestamptz, jsonb, timestamptz),
  private.owner_of_event(text, timestamptz, jsonb), private.claim_objects(text, jsonb, uuid, uuid), private.match_waiting(text, uuid), private.lock_objects(text, jsonb),
  private.take_provider_event(text, text, timestamptz, jsonb, text, jsonb, timestamptz),
  public.receive_provider_event(text, text, timestamptz, jsonb, text, jsonb), public.refuse_provider_event(text, text, text, text, jsonb)
from public, anon, authenticated, service_role;
grant execute on function
  public.receive_provider_event(text, text, timestamptz, jsonb, text, jsonb), public.refuse_provider_event(text, text, text, text, jsonb)
to service_role;

-- supabase/schemas/providers/reconciliation.sql -----------------------------------------------------------------------
-- Reconciliation: each hour the worker reads at the providers what may have changed there, and brings what was missed through the
-- same door as a webhook. What is known already is not stored again.
create function private.to_reconcile(moment timestamptz, providers text[])
returns table (provider text, kind text, reference text, payment text, refund uuid)
language sql stable security definer set search_path = '' as $$
  select bought.provider, 'checkout', bought.provider_reference, null, null::uuid from public.checkouts as bought
  where bought.provider = any (providers) and bought.provider_reference is not null
    -- Coins arrive after an order's end, too.
    and (bought.state in ('open', 'waiting', 'failed') or (bought.state = 'expired' and bought.expires_at > moment - interval '3 days'))
  union all
  select contract.provider, 'subscription', contract.provider_subscription, null, null from public.subscriptions as contract
  where contract.provider = any (providers) and contract.provider_subscription is not null
    and (private.is_running(to_jsonb(contract)) or contract.ended_at > moment - interval '7 days')
  union all
  select command.provider, 'refund', command.answer ->> 'reference', command.payload ->> 'payment', refund.id
  from public.refunds as refund join private.provider_commands as command on command.subject = refund.id and command.kind = 'refund'
  where refund.state = 'asked' and command.provider = any (providers) and command.answer ? 'reference'
$$;
comment on function private.to_reconcile(timestamptz, text[]) is 'What is to be read at the providers: orders that may yet be paid, contracts that run or just ended, refunds under way.';

create function private.is_missed(provider text, event jsonb) returns boolean
language sql stable set search_path = '' as $$
  select case event ->> 'kind'
    when 'payment_succeeded' then not exists (select from public.payments as pay
      where pay.provider = is_missed.provider and pay.provider_payment = event ->> 'payment' and pay.paid_at is not null)
    when 'payment_failed' then not exists (select from public.payments as pay where pay.provider = is_missed.provider and pay.provider_payment = event ->> 'payment')
    when 'refund_succeeded' then not exists (select from public.refunds where provider_refund = event ->> 'refund' and state = 'succeeded')
    when 'refund_failed' then not exists (select from public.refunds where provider_refund = event ->> 'refund' and state = 'failed')
    when 'subscription_changed' then exists (select from public.subscriptions as contract
      where contract.provider = is_missed.provider and contract.provider_subscription = event ->> 'subscription' and contract.state in ('active', 'canceled', 'past_due')
        and ((event ->> 'cancel_at_period_end')::boolean <> (contract.state = 'canceled') or (event ? 'method' and event -> 'method' <> contract.method)))
    when 'subscription_ended' then exists (select from public.subscriptions as contract
      where contract.provider = is_missed.provider and contract.provider_subscription = event ->> 'subscription' and contract.state in ('active', 'past_due'))
    when 'checkout_expired' then exists (select from public.checkouts where id::text = event ->> 'checkout' and state in ('open', 'waiting', 'failed'))
    else case when event ->> 'kind' like 'dispute%' then not exists (select from public.disputes as known where known.provider = is_missed.provider
        and known.provider_dispute = event ->> 'dispute' and known.state = case event ->> 'kind' when 'dispute_won' then 'won' when 'dispute_lost' then 'lost' else 'open' end)
      else true end
  end
$$;
comment on function private.is_missed(text, jsonb) is 'Whether what a reading found is not what our rows say already.';

create function private.take_reading(provider text, event_id text, occurred_at timestamptz, event jsonb, moment timestamptz) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- What we asked for and the provider has not done yet is no news from there.
  if event ->> 'kind' = 'subscription_changed' and exists (
    select from private.provider_commands as command join public.subscriptions as contract on contract.id = command.subject
    where contract.provider_subscription = event ->> 'subscription' and command.state = 'waiting') then return 'known'; end if;
  if not private.is_missed(provider, event) then return 'known'; end if;
  return private.take_provider_event(provider, event_id, occurred_at, event, null, null, moment);
end
$$;
comment on function private.take_reading(text, text, timestamptz, jsonb, timestamptz) is 'What a reading found: known, or what take_provider_event() says of it.';

create function private.trim_refused_events(moment timestamptz) returns bigint
language sql volatile security definer set search_path = '' as $$
  with gone as (
    -- Without a kind it was never understood: nobody's fact.
    delete from private.provider_events where state = 'refused' and kind = '' and received_at < moment - interval '90 days' returning 1
  ) select count(*) from gone
$$;
comment on function private.trim_refused_events(timestamptz) is 'Forgets after 90 days what came unverified; verified events that were refused stay.';

revoke execute on function
  private.to_reconcile(timestamptz, text[]), private.is_missed(text, jsonb), private.take_reading(text, text, timestamptz, jsonb, timestamptz),
  private.trim_refused_events(timestamptz)
from public, anon, authenticated, service_role;
grant execute on function
  private.to_reconcile(timestamptz, text[]), private.take_reading(text, text, timestamptz, jsonb, timestamptz), private.trim_refused_events(timestamptz)
to service_role;

-- supabase/schemas/providers/sandbox.sql ------------------------------------------------------------------------------
-- The sandbox: a provider of our own that moves no money, for trying everything a real one does. It acts as they do, by events
-- through the same door, and takes no card but those listed here: a real number is never kept.
create function private.sandbox_takes(means text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(case sandbox_takes.means when 'card' then card_provider when 'crypto' then crypto_provider end = 'sandbox', false) from private.payment_settings
$$;
comment on function private.sandbox_takes(text) is 'Whether the sandbox is who takes cards, or crypto: where another does, or nobody, it does nothing more.';

create function private.sandbox_card(card jsonb, moment timestamptz, out method jsonb, out outcome text, out fingerprint text)
language plpgsql stable set search_path = '' as $$
declare
  digits constant text := regexp_replace(coalesce(card ->> 'number', ''), '[^0-9]', '', 'g');
  expires constant text := regexp_replace(coalesce(card ->> 'expires', ''), '[^0-9/]', '', 'g');
begin
  outcome := case digits
    when '4242424242424242' then 'paid'
    when '5555555555554444' then 'paid'
    -- Takes the first payment and no other.
    when '4000000000000341' then 'paid'
    when '4000002500003155' then 'authenticate'
    when '4000000000009995' then 'insufficient_funds'
    when '4000000000000069' then 'expired_card'
  end;
  if outcome is null then raise exception 'not_a_test_card' using errcode = '22023', hint = 'number'; end if;
  if expires !~ '^(0[1-9]|1[0-2])/([0-9]{2}|20[0-9]{2})$' then raise exception 'expiry_wrong' using errcode = '22023', hint = 'expires'; end if;
  method := jsonb_build_object('kind', 'card', 'brand', case left(digits, 1) when '5' then 'mastercard' else 'visa' end, 'last4', right(digits, 4),
    'expires', '20' || right(expires, 2) || '-' || left(expires, 2));
  fingerprint := encode(sha256(convert_to(digits, 'utf8')), 'hex');
  if private.has_expired(method, moment) then outcome := 'expired_card'; end if;
end
$$;
comment on function private.sandbox_card(jsonb, timestamptz) is 'A test card {number, expires MM/YY}: what is kept of it, what comes of a payment (paid, authenticate or the reason it fails), and the number''s hash, by which it is known again. Refuses with not_a_test_card, expiry_wrong.';

create function private.has_expired(method jsonb, moment timestamptz) returns boolean
language sql immutable set search_path = '' as $$ select method ->> 'expires' < to_char(moment at time zone 'Europe/Paris', 'YYYY-MM') $$;
comment on function private.has_expired(jsonb, timestamptz) is 'Whether a card''s last month is over.';

create function private.sandbox_says(checkout public.checkouts, payment text, kind text, more jsonb, moment timestamptz) returns text
language sql volatile set search_path = '' as $$
  select private.take_provider_event('sandbox', 'sandbox_' || gen_random_uuid(), moment, jsonb_build_object(
    'kind', kind, 'checkout', checkout.id, 'subscription', 'sandbox_' || checkout.subscription_id, 'payment', payment, 'currency', checkout.currency
  ) || more, null, null, moment)
$$;
comment on function private.sandbox_says(public.checkouts, text, text, jsonb, timestamptz) is 'An event of the sandbox about an order.';

create function private.sandbox_checkout(checkout uuid, means text, moment timestamptz) returns public.checkouts
language plpgsql volatile set search_path = '' as $$
declare
  found_ public.checkouts;
begin
  perform private.lock_money(auth.uid());
  if not private.sandbox_takes(means) then raise exception 'sandbox_is_off' using errcode = '22023'; end if;
  select * into found_ from public.checkouts where id = checkout and user_id = auth.uid() and provider = 'sandbox' and checkouts.means = sandbox_checkout.means;
  if not found then raise exception 'no_such_checkout' using errcode = 'P0002'; end if;
  if found_.state = 'paid' then raise exception 'paid_already' using errcode = '23505'; end if;
  if found_.means = 'card' and (found_.state = 'expired' or found_.expires_at <= moment) then raise exception 'checkout_expired' using errcode = '22023'; end if;
  return found_;
end
$$;
comment on function private.sandbox_checkout(uuid, text, timestamptz) is 'An order of the caller that the sandbox may act on. Refuses with sandbox_is_off, no_such_checkout, paid_already, checkout_expired.';

create function public.sandbox_pay(checkout uuid, card jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  bought constant public.checkouts := private.sandbox_checkout(checkout, 'card', clock_timestamp());
  tried record;
  payment constant text := 'sandbox_' || gen_random_uuid();
begin
  select * into tried from private.sandbox_card(card, clock_timestamp());
  perform private.sandbox_says(bought, payment,
    case tried.outcome when 'paid' then 'payment_succeeded' when 'authenticate' then 'payment_pending' else 'payment_failed' end,
    jsonb_build_object('amount', bought.total, 'method', tried.method, 'fingerprint', tried.fingerprint) || case when tried.outcome in ('paid', 'authenticate') then '{}'::jsonb else jsonb_build_object('reason', tried.outcome) end,
    clock_timestamp());
  return public.read_checkout(checkout);
end
$$;
comment on function public.sandbox_pay(uuid, jsonb) is 'Pays an order of the caller with a test card {number, expires MM/YY, cvc}; returns what read_checkout says. waiting means that sandbox_authenticate is to follow.';

create function public.sandbox_authenticate(checkout uuid, accepted boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  bought constant public.checkouts := private.sandbox_checkout(checkout, 'card', clock_timestamp());
  pending public.payments;
begin
  select * into pending from public.payments where checkout_id = checkout and state = 'pending' order by created_at desc limit 1;
  if not found then raise exception 'nothing_to_authenticate' using errcode = 'P0002'; end if;
  perform private.sandbox_says(bought, pending.provider_payment, case when accepted then 'payment_succeeded' else 'payment_failed' end,
    jsonb_build_object('amount', bought.total, 'method', pending.method) || case when accepted then '{}'::jsonb else '{"reason": "authentication_failed"}' end, clock_timestamp());
  return public.read_checkout(checkout);
end
$$;
comment on function public.sandbox_authenticate(uuid, boolean) is 'The bank''s question after sandbox_pay with a card that asks: accepted or not.';

create function public.sandbox_crypto(checkout uuid, outcome text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  bought constant public.checkouts := private.sandbox_checkout(checkout, 'crypto', clock_timestamp());
  payment constant text := 'sandbox_' || checkout;
  kind constant text := case outcome when 'seen' then 'crypto_seen' when 'paid' then 'payment_succeeded' when 'underpaid' then 'crypto_underpaid'
    when 'overpaid' then 'crypto_overpaid' when 'late' then 'crypto_paid_late' when 'expired' then 'checkout_expired' end;
begin
  if kind is null then raise exception 'outcome_unknown' using errcode = '22023', hint = 'outcome'; end if;
  if outcome in ('late', 'expired') then perform private.close_checkouts(array[checkout], clock_timestamp()); end if;
  perform private.sandbox_says(bought, payment, kind, jsonb_build_object('method', '{"kind": "crypto", "brand": "BTC"}'::jsonb, 'amount',
    case outcome when 'underpaid' then bought.total / 2 when 'overpaid' then bought.total + bought.total / 10 else bought.total end), clock_timestamp());
  return public.read_checkout(checkout);
end
$$;
comment on function public.sandbox_crypto(uuid, text) is 'Plays what may become of a crypto order of the caller: seen, paid, underpaid (by half), overpaid (by a tenth), late (after it ran out), expired.';

create function private.answer_sandbox(member uuid, moment timestamptz) returns int
language plpgsql volatile set search_path = '' as $$
declare
  asked private.provider_commands;
  answered int := 0;
begin
  for asked in
    select command.* from private.provider_commands as command
    where command.provider = 'sandbox' and command.state = 'waiting' and command.subject in (
      select id from public.refunds where user_id = member union all select id from public.subscriptions where user_id = member)
    order by command.id
  loop
    update private.provider_commands set state = 'done', done_at = moment, attempts = 1 where id = asked.id;
    answered := answered + 1;
    if asked.kind = 'refund' then
      perform private.take_provider_event('sandbox', asked.idempotency_key, moment, jsonb_build_object(
        'kind', 'refund_succeeded', 'payment', asked.payload -> 'payment', 'refund', 'sandbox_' || (asked.payload ->> 'refund'),
        'asked', asked.payload -> 'refund', 'amount', asked.payload -> 'amount', 'currency', asked.payload -> 'currency'), null, null, moment);
    end if;
  end loop;
  return answered;
end
$$;
comment on function private.answer_sandbox(uuid, timestamptz) is 'Does at once what was asked of the sandbox for a member: its refunds go out, its contracts end.';

create function private.charge_change(bought public.checkouts, method jsonb, moment timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  reason constant text := private.sandbox_refusal(method, moment);
begin
  perform private.sandbox_says(bought, 'sandbox_' || gen_random_uuid(), case when reason is null then 'payment_succeeded' else 'payment_failed' end,
    jsonb_strip_nulls(jsonb_build_object('amount', bought.total, 'method', method, 'reason', reason)), moment);
end
$$;
comment on function private.charge_change(public.checkouts, jsonb, timestamptz) is 'The sandbox charges the kept card for a change of plan.';

create function private.sandbox_refusal(method jsonb, moment timestamptz) returns text
language sql immutable set search_path = '' as $$
  select case when private.has_expired(method, moment) then 'expired_card' when method ->> 'last4' = '0341' then 'insufficient_funds' end
$$;
comment on function private.sandbox_refusal(jsonb, timestamptz) is 'Why a kept test card cannot be charged again, or null.';

create function private.charge_renewal(due public.subscriptions, moment timestamptz) returns text
language plpgsql volatile set search_path = '' as $$
declare
  reason constant text := private.sandbox_refusal(due.method, moment);
  period_key constant text := extract(epoch from due.current_period_end)::bigint;
  place int;
begin
  select count(*) into place from private.provider_events where subscription_id = due.id and event ->> 'payment' like concat_ws('_', 'sandbox', due.id, period_key, '%');
  return private.take_provider_event('sandbox', concat_ws(':', 'renew', due.id, period_key, place), moment, jsonb_strip_nulls(jsonb_build_object(
    'kind', case when reason is null then 'payment_succeeded' else 'payment_failed' end, 'subscription', 'sandbox_' || due.id,
    'payment', concat_ws('_', 'sandbox', due.id, period_key, place), 'amount', coalesce(due.next_amount, due.amount),
    'currency', due.currency, 'method', due.method, 'reason', reason,
    -- Tried again on the days 1, 3, 5 and 7 after the first failure.
    'next_try_at', case when reason is not null and place < 4 then coalesce(due.failed_at, moment) + make_interval(days => place * 2 + 1) end
  )), null, null, moment);
end
$$;
comment on function private.charge_renewal(public.subscriptions, timestamptz) is 'The sandbox charges the kept card for the next period; a failure says when it tries again.';

create function private.renew_sandbox(moment timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  due public.subscriptions;
  done int := 0;
begin
  -- Where somebody else takes cards, or nobody, what the sandbox sold is not given for nothing: it ends with its period.
  if not private.sandbox_takes('card') then
    for due in
      select * from public.subscriptions where provider = 'sandbox' and means = 'card' and state in ('active', 'past_due') order by current_period_end limit 200
    loop
      continue when not private.try_lock_money(due.user_id);
      perform private.settle_member(due.user_id, moment);
      continue when not exists (select from public.subscriptions where id = due.id and state in ('active', 'past_due'));
      -- Not the member's doing, and their mail says so.
      perform private.note_command(due, 'cancel', '{"by": "sandbox"}', moment);
      perform private.settle_member(due.user_id, moment);
      done := done + 1;
    end loop;
    return done;
  end if;
  for due in
    select * from public.subscriptions where provider = 'sandbox' and means = 'card' and state in ('active', 'past_due')
      and current_period_end <= moment and (next_try_at <= moment or state = 'active' or (state = 'past_due' and next_try_at is null and failed_at = current_period_end))
    order by current_period_end limit 200
  loop
    continue when not private.try_lock_money(due.user_id);
    perform private.settle_member(due.user_id, moment);
    select * into due from public.subscriptions where id = due.id and state in ('active', 'past_due') and current_period_end <= moment;
    continue when not found;
    perform private.charge_renewal(due, moment);
    done := done + 1;
  end loop;
  return done;
end
$$;
comment on function private.renew_sandbox(timestamptz) is 'For the worker, each minute: the sandbox charges the cards of contracts whose period ended, and tries failed ones again; where it takes no cards any more it cancels them. Returns how many it was about; 200 means there are more.';

revoke execute on function
  private.sandbox_takes(text), private.sandbox_card(jsonb, timestamptz), private.has_expired(jsonb, timestamptz), private.sandbox_says(public.checkouts, text, text, jsonb, timestamptz),
  private.sandbox_checkout(uuid, text, timestamptz), public.sandbox_pay(uuid, jsonb), public.sandbox_authenticate(uuid, boolean),
  public.sandbox_crypto(uuid, text), private.answer_sandbox(uuid, timestamptz), private.charge_change(public.checkouts, jsonb, timestamptz),
  private.sandbox_refusal(jsonb, timestamptz), private.charge_renewal(public.subscriptions, timestamptz), private.renew_sandbox(timestamptz)
from public, anon, authenticated, service_role;
grant execute on function public.sandbox_pay(uuid, jsonb), public.sandbox_authenticate(uuid, boolean), public.sandbox_crypto(uuid, text) to authenticated;
grant execute on function private.renew_sandbox(timestamptz) to service_role;

-- supabase/schemas/invoices/invoice_seller.sql ------------------------------------------------------------------------
-- Who sells, and which tax that makes. The operator's facts stand on every invoice as they are when it is issued.
create table private.seller (
  only_row boolean primary key default true check (only_row),
  prefix text not null default 'VG' check (prefix ~ '^[A-Z0-9]{1,6}$'),
  brand text not null default 'Vigie' check (length(brand) between 1 and 60),
  name text not null default 'Vigie' check (length(name) between 1 and 160),
  form text not null default '' check (form in ('', 'EI', 'EURL', 'SARL', 'SASU', 'SAS', 'SA', 'SNC', 'SCS', 'SCA', 'SCOP', 'SCIC', 'SE', 'association')),
  -- Whole euros.
  capital bigint check (capital > 0),
  address text not null default '' check (length(address) <= 300),
  postcode text not null default '' check (length(postcode) <= 16),
  city text not null default '' check (length(city) <= 100),
  country text not null default 'FR' check (country = 'FR'),
  siren text not null default '' check (siren ~ '^([0-9]{9})?$'),
  siret text not null default '' check (siret ~ '^([0-9]{14})?$'),
  registration text not null default '' check (length(registration) <= 160),
  vat_number text not null default '' check (vat_number ~ '^(FR[0-9A-Z]{2}[0-9]{9})?$'),
  vat_exempt boolean not null default false,
  one_stop_shop boolean not null default true,
  contact text not null default 'contact@vigie.example' check (length(contact) <= 160),
  phone text not null default '' check (length(phone) <= 40),
  mediator text not null default '' check (length(mediator) <= 300),
  director text not null default '' check (length(director) <= 160),
  host text not null default '' check (length(host) <= 300),
  status text not null default '' check (length(status) <= 300),
  -- An operator that is exempt charges no tax anywhere, and is in no scheme that collects it.
  check (not vat_exempt or not one_stop_shop)
);
comment on table private.seller is 'One row: who sells. vat_exempt: small business without tax (CGI, art. 293 B). one_stop_shop: consumers elsewhere in the Union pay their own country''s tax; without it they pay the French one (CGI, art. 259 D, below the threshold). director, host and status are for the legal pages alone.';
insert into private.seller default values;
alter table private.seller enable row level security;
revoke all on private.seller from anon, authenticated, service_role;
call private.audit_changes('private.seller');

-- Numbers ----------------------------------------------------------------------------------------------------------------
create function private.luhn_sum(digits text) returns int
language sql immutable set search_path = '' as $$
  select coalesce(sum(case when place % 2 = 0 then digit when digit > 4 then 2 * digit - 9 else 2 * digit end), 0)::int
  from (select substr(digits, length(digits) - place, 1)::int as digit, place from generate_series(0, length(digits) - 1) as place) as read
$$;
comment on function private.luhn_sum(text) is 'The sum of a number''s digits with every second one from the right doubled (ISO/IEC 7812-1, annex B); a number of the scheme has a multiple of ten.';

create function private.is_siren(number text) returns boolean
language sql immutable set search_path = '' as $$
  select case when number ~ '^[0-9]{9}$' then private.luhn_sum(number) % 10 = 0 and number <> '000000000' else false end
$$;
comment on function private.is_siren(text) is 'Whether nine digits are a SIREN by their key (Code de commerce, art. R123-220; INSEE). Whether it was given to anybody is not asked.';

create function private.is_siret(number text, siren text) returns boolean
language sql immutable set search_path = '' as $$
  select case when number !~ '^[0-9]{14}$' or left(number, 9) <> siren then false
    -- La Poste has more establishments than keys: their digits sum to a multiple of five.
    when siren = '356000000' and private.luhn_sum(number) % 10 <> 0 then (select sum(digit::int) % 5 = 0 from regexp_split_to_table(number, '') as digit)
    else private.luhn_sum(number) % 10 = 0 end
$$;
comment on function private.is_siret(text, text) is 'Whether fourteen digits are the SIRET of an establishment of that SIREN, by their key (INSEE).';

create function private.is_french_vat_number(number text, siren text) returns boolean
language sql immutable set search_path = '' as $$
  select case when number !~ '^FR[0-9A-HJ-NP-Z]{2}[0-9]{9}$' or right(number, 9) <> siren then false
    -- A key with a letter is of the newer kind, whose rule was never published.
    when number ~ '^FR[0-9]{2}' then substr(number, 3, 2)::int = (12 + 3 * (siren::bigint % 97)) % 97
    else true end
$$;
comment on function private.is_french_vat_number(text, text) is 'Whether a French number of value-added tax is the one of that SIREN: two digits of key, (12 + 3 × (SIREN mod 97)) mod 97, then the SIREN (CGI, ann. II, art. 242 nonies A; BOI-TVA-DECLA-20-10-10-10).';

-- What is missing --------------------------------------------------------------------------------------------------------
create function private.is_company(form text) returns boolean
language sql immutable set search_path = '' as $$ select form not in ('', 'EI', 'association') $$;
comment on function private.is_company(text) is 'Whether a legal form has a capital and a place in the trade register.';

create function private.seller_gaps() returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when form = '' then 'form' end,
    case when private.is_company(form) and capital is null then 'capital' end,
    case when address = '' then 'address' end,
    case when postcode = '' then 'postcode' end,
    case when city = '' then 'city' end,
    case when siren = '' then 'siren' end,
    case when private.is_company(form) and registration = '' then 'registration' end,
    case when vat_number = '' and not vat_exempt then 'vat_number' end
  ], null) from private.seller
$$;
comment on function private.seller_gaps() is 'What an invoice must say of the seller and cannot yet (Code de commerce, art. L441-9, R123-237, R123-238; CGI, ann. II, art. 242 nonies A): nothing is sold for money while one is missing.';

create function private.notice_gaps() returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[
    -- A name that RFC 2606 keeps for examples reaches nobody.
    case when contact = '' or contact ~ '[.@]example$' then 'contact' end,
    case when phone = '' then 'phone' end,
    case when mediator = '' then 'mediator' end,
    case when director = '' then 'director' end,
    case when host = '' then 'host' end
  ], null) from private.seller
$$;
comment on function private.notice_gaps() is 'What the legal pages owe their readers and cannot say yet (LCEN, art. 1-1; Code de la consommation, art. L221-5, L616-1): shown there as missing.';

create function private.may_sell(provider text) returns boolean
language sql stable security definer set search_path = '' as $$ select provider = 'sandbox' or private.seller_gaps() = '{}' $$;
comment on function private.may_sell(text) is 'Whether a provider may take an order: the sandbox always, one that moves money once invoices can say who sells.';

create function private.legal_form(selling private.seller) returns text
language sql immutable set search_path = '' as $$
  select case
    when selling.form = 'EI' then 'Entrepreneur individuel (EI)'
    when selling.form = 'association' then 'Association loi 1901'
    when selling.capital is null then selling.form
    else selling.form || ' au capital de ' || translate(btrim(to_char(selling.capital, '999,999,999,999,999')), ',', U&'\202F') || U&'\00A0€'
  end
$$;
comment on function private.legal_form(private.seller) is 'The legal form and the capital as a document says them; French in every language, as French law names them.';

create function private.seller_on_invoice(selling private.seller) returns jsonb
language sql immutable set search_path = '' as $$
  select to_jsonb(selling) - '{only_row,prefix,capital,vat_exempt,one_stop_shop,mediator,phone,director,host,status}'::text[]
    || jsonb_build_object('form', private.legal_form(selling))
$$;
comment on function private.seller_on_invoice(private.seller) is 'What an invoice keeps of the seller.';

-- For admins and for everybody -------------------------------------------------------------------------------------------
create function public.read_seller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (select to_jsonb(known) - 'only_row' || jsonb_build_object('missing', private.seller_gaps(), 'owed', private.notice_gaps(),
    'real', array(select distinct provider from unnest(array[card_provider, crypto_provider]) as provider where provider <> 'sandbox' order by provider)
  ) from private.seller as known, private.payment_settings);
end
$$;
comment on function public.read_seller() is 'For admins: the operator''s facts as the next invoice will state them; missing: what stops every sale for money; owed: what the legal pages show as missing; real: the providers that move money, which sell nothing while missing holds anything.';

create function public.set_seller(facts jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted private.seller;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  -- One after another: what is checked below must be what is written.
  perform from private.seller for update;
  select (jsonb_populate_record(known, facts - 'only_row')).* into wanted from private.seller as known;
  wanted.prefix := upper(private.cleaned(wanted.prefix, 16));
  wanted.brand := private.cleaned(wanted.brand, 60);
  wanted.name := private.cleaned(wanted.name, 160);
  wanted.address := private.cleaned(wanted.address, 300);
  wanted.postcode := private.cleaned(wanted.postcode, 16);
  wanted.city := private.cleaned(wanted.city, 100);
  wanted.siren := regexp_replace(wanted.siren, '\s', '', 'g');
  wanted.siret := regexp_replace(wanted.siret, '\s', '', 'g');
  wanted.vat_number := upper(regexp_replace(wanted.vat_number, '[\s.]', '', 'g'));
  wanted.registration := private.cleaned(wanted.registration, 160);
  wanted.contact := private.cleaned(wanted.contact, 160);
  wanted.phone := private.cleaned(wanted.phone, 40);
  wanted.mediator := private.cleaned(wanted.mediator, 300);
  wanted.director := private.cleaned(wanted.director, 160);
  wanted.host := private.cleaned(wanted.host, 300);
  wanted.status := private.cleaned(wanted.status, 300);
  wanted.one_stop_shop := wanted.one_stop_shop and not wanted.vat_exempt;
  if not private.is_company(wanted.form) then wanted.capital := null; end if;
  perform private.check_seller(wanted);
  update private.seller set
    prefix = wanted.prefix, brand = wanted.brand, name = wanted.name, form = wanted.form, capital = wanted.capital, address = wanted.address, postcode = wanted.postcode,
    city = wanted.city, siren = wanted.siren, siret = wanted.siret, registration = wanted.registration, vat_number = wanted.vat_number, vat_exempt = wanted.vat_exempt,
    one_stop_shop = wanted.one_stop_shop, contact = wanted.contact, phone = wanted.phone, mediator = wanted.mediator, director = wanted.director, host = wanted.host,
    status = wanted.status;
  -- A renewal is charged by the provider, without asking: whoever has contracts for money goes on saying who sells.
  if private.seller_gaps() <> '{}' and exists (select from public.subscriptions where provider <> 'sandbox' and state in ('active', 'past_due', 'canceled')) then
    raise exception 'seller_needed' using errcode = '55000', hint = (private.seller_gaps())[1];
  end if;
  return public.read_seller();
end
$$;
comment on function public.set_seller(jsonb) is 'For admins: changes some of the operator''s facts for the invoices to come; those that were issued stay as they are. Refuses, with the fact as hint, with name_missing, form_wrong, capital_wrong, siren_wrong, siret_wrong, vat_number_wrong, contact_wrong, phone_wrong, prefix_wrong, and with seller_needed where it would leave contracts for money without what their invoices must say.';

create function private.check_seller(wanted private.seller) returns void
language plpgsql stable set search_path = '' as $$
declare
  wrong record;
begin
  select refusal, fact into wrong from (values
    (1, 'name_missing', 'name', coalesce(wanted.name, '') = ''),
    (2, 'brand_missing', 'brand', coalesce(wanted.brand, '') = ''),
    (3, 'form_wrong', 'form', wanted.form is null or wanted.form not in ('', 'EI', 'EURL', 'SARL', 'SASU', 'SAS', 'SA', 'SNC', 'SCS', 'SCA', 'SCOP', 'SCIC', 'SE', 'association')),
    (4, 'capital_wrong', 'capital', wanted.capital not between 1 and 999999999999),
    (5, 'siren_wrong', 'siren', wanted.siren is null or wanted.siren <> '' and not private.is_siren(wanted.siren)),
    (6, 'siret_wrong', 'siret', wanted.siret is null or wanted.siret <> '' and not private.is_siret(wanted.siret, wanted.siren)),
    (7, 'vat_number_wrong', 'vat_number', wanted.vat_number is null or wanted.vat_number <> '' and not private.is_french_vat_number(wanted.vat_number, wanted.siren)),
    (8, 'contact_wrong', 'contact', coalesce(wanted.contact, '') !~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:].]+$'),
    (9, 'phone_wrong', 'phone', wanted.phone is null or wanted.phone <> '' and wanted.phone !~ '^[+]?[0-9][0-9 ().-]{5,24}$'),
    (10, 'prefix_wrong', 'prefix', coalesce(wanted.prefix, '') !~ '^[A-Z0-9]{1,6}$')
  ) as ruled (place, refusal, fact, holds) where holds order by place limit 1;
  if found then raise exception '%', wrong.refusal using errcode = '22023', hint = wrong.fact; end if;
end
$$;
comment on function private.check_seller(private.seller) is 'Refuses facts that cannot be true, the first in the order of the form, with the fact as hint.';

create function public.legal_notice() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', name, 'form', private.legal_form(seller), 'address', concat_ws(', ', nullif(address, ''), nullif(concat_ws(' ', nullif(postcode, ''), nullif(city, '')), '')),
    'siren', siren, 'siret', siret, 'registration', registration, 'vat_number', vat_number, 'vat_exempt', vat_exempt, 'contact', contact, 'phone', phone,
    'mediator', mediator, 'director', director, 'host', host, 'status', status,
    'card_provider', card_provider, 'crypto_provider', crypto_provider)
  from private.seller, private.payment_settings
$$;
comment on function public.legal_notice() is 'For everybody: who runs this, as the legal pages say it, and who takes payments; an empty text is a fact that was not given.';

-- The form of numbers of value-added tax, by country (Directive 2006/112/EC, art. 215; the Commission's VIES FAQ, question 11).
create function private.is_vat_number(number text, country text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(number ~ ('^' || case country
    when 'AT' then 'ATU[0-9]{8}' when 'BE' then 'BE[01][0-9]{9}' when 'BG' then 'BG[0-9]{9,10}' when 'CY' then 'CY[0-9]{8}[A-Z]' when 'CZ' then 'CZ[0-9]{8,10}'
    when 'DE' then 'DE[0-9]{9}' when 'DK' then 'DK[0-9]{8}' when 'EE' then 'EE[0-9]{9}' when 'ES' then 'ES[A-Z0-9][0-9]{7}[A-Z0-9]' when 'FI' then 'FI[0-9]{8}'
    when 'FR' then 'FR[0-9A-HJ-NP-Z]{2}[0-9]{9}' when 'MC' then 'FR[0-9A-HJ-NP-Z]{2}[0-9]{9}'
    when 'GP' then 'FR[0-9A-HJ-NP-Z]{2}[0-9]{9}' when 'MQ' then 'FR[0-9A-HJ-NP-Z]{2}[0-9]{9}' when 'RE' then 'FR[0-9A-HJ-NP-Z]{2}[0-9]{9}'
    when 'GR' then 'EL[0-9]{9}' when 'HR' then 'HR[0-9]{11}' when 'HU' then 'HU[0-9]{8}'
    when 'IE' then 'IE([0-9]{7}[A-W][A-I]?|[0-9][A-Z+*][0-9]{5}[A-W])' when 'IT' then 'IT[0-9]{11}' when 'LT' then 'LT([0-9]{9}|[0-9]{12})' when 'LU' then 'LU[0-9]{8}'
    when 'LV' then 'LV[0-9]{11}' when 'MT' then 'MT[0-9]{8}' when 'NL' then 'NL[A-Z0-9+*]{10}[0-9]{2}' when 'PL' then 'PL[0-9]{10}' when 'PT' then 'PT[0-9]{9}' when 'RO' then 'RO[0-9]{2,10}'
    when 'SE' then 'SE[0-9]{12}' when 'SI' then 'SI[0-9]{8}' when 'SK' then 'SK[0-9]{10}' end || '$'), false)
$$;
comment on function private.is_vat_number(text, text) is 'Whether a number has the form of that country''s numbers of value-added tax. Whether it was given to anybody is not asked (VIES).';

create function private.tax_treatment(country text, vat_number text) returns text
language sql stable set search_path = '' as $$
  select case
    -- French, and without the tax: Guiana and Mayotte.
    when tax_treatment.country in ('GF', 'YT') then 'untaxed'
    when not exists (select from public.tax_rates as known where known.country = tax_treatment.country) then case when tax_treatment.vat_number is null then 'outside' else 'outside_business' end
    when tax_treatment.country not in ('FR', 'MC', 'GP', 'MQ', 'RE') and private.is_vat_number(tax_treatment.vat_number, tax_treatment.country) then 'reverse_charge'
    when seller.vat_exempt then 'exempt'
    when tax_treatment.country in ('FR', 'MC', 'GP', 'MQ', 'RE') or not seller.one_stop_shop then 'domestic'
    else 'one_stop_shop'
  end
  from private.seller
$$;
comment on function private.tax_treatment(text, text) is 'Which rule of value-added tax holds for a buyer: domestic (France and Monaco; Guadeloupe, Martinique and Réunion at their own rate, CGI art. 296), untaxed (Guiana and Mayotte, art. 294), one_stop_shop (the consumer''s own rate), reverse_charge (a business elsewhere in the Union), exempt (the seller is), outside or outside_business (not in the Union).';

create function private.treatment_rate(treatment text, country text, day date) returns numeric
language sql stable set search_path = '' as $$
  select case when treatment not in ('domestic', 'one_stop_shop') then 0.00 else coalesce((
    select rate from public.tax_rates as known
    where known.country = case when treatment = 'domestic' and treatment_rate.country not in ('GP', 'MQ', 'RE') then 'FR' else treatment_rate.country end and starts_on <= day order by starts_on desc limit 1
  ), 0.00) end
$$;
comment on function private.treatment_rate(text, text, date) is 'The rate of value-added tax under a rule on a day, in percent.';

create or replace function private.tax_rate(country text, day date) returns numeric
language sql stable set search_path = '' as $$
  select private.treatment_rate(private.tax_treatment(tax_rate.country, null), tax_rate.country, day)
$$;
comment on function private.tax_rate(text, date) is 'The rate that a consumer of a country pays on a day, in percent; 0 where no tax is owed.';

-- What an order agreed to pay stays the same; how much of it is tax depends on who buys.
alter table public.checkouts
  add column treatment text check (treatment in ('domestic', 'untaxed', 'one_stop_shop', 'reverse_charge', 'exempt', 'outside', 'outside_business')),
  add column vat_number text;
comment on column public.checkouts.treatment is 'The rule of value-added tax that held when it was agreed to; vat_number is the buyer''s where it decided.';

create function private.tax_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  billed public.billing_details;
begin
  select * into billed from public.billing_details where user_id = new.user_id;
  new.treatment := private.tax_treatment(new.country, case when billed.country = new.country then billed.vat_number end);
  if new.treatment in ('reverse_charge', 'outside_business') then
    new.vat_number := billed.vat_number;
    new.tax_rate := 0;
    new.net := new.total;
    new.tax := 0;
  end if;
  return new;
end
$$;
comment on function private.tax_order() is 'Notes an order''s rule of tax, and takes the tax out of it where a business owes it itself.';
create trigger tax_order before insert on public.checkouts for each row execute function private.tax_order();

revoke execute on function
  public.read_seller(), public.set_seller(jsonb), public.legal_notice(), private.luhn_sum(text), private.is_siren(text), private.is_siret(text, text),
  private.is_french_vat_number(text, text), private.is_company(text), private.seller_gaps(), private.notice_gaps(), private.may_sell(text),
  private.legal_form(private.seller), private.seller_on_invoice(private.seller), private.check_seller(private.seller), private.is_vat_number(text, text), private.tax_treatment(text, text),
  private.treatment_rate(text, text, date), private.tax_order()
from public, anon, authenticated, service_role;
grant execute on function public.read_seller(), public.set_seller(jsonb) to authenticated;
grant execute on function public.legal_notice() to anon, authenticated;

-- supabase/schemas/invoices/invoice_words.sql -------------------------------------------------------------------------
-- What an invoice says in words. They are copied into each invoice when it is issued, so that a change of them changes no other.
create table private.invoice_words (
  key text not null,
  language text not null check (language in ('fr', 'en', 'es', 'it')),
  words text not null,
  primary key (key, language)
);
comment on table private.invoice_words is 'Lines and legal mentions of invoices, by language. {name} is filled in. References to French law stay French.';
alter table private.invoice_words enable row level security;
revoke all on private.invoice_words from anon, authenticated, service_role;
insert into private.invoice_words (key, language, words) values
  ('month', 'fr', 'Abonnement {plan}, un mois'), ('month', 'en', '{plan} subscription, one month'), ('month', 'es', 'Suscripción {plan}, un mes'), ('month', 'it', 'Abbonamento {plan}, un mese'),
  ('year', 'fr', 'Abonnement {plan}, un an'), ('year', 'en', '{plan} subscription, one year'), ('year', 'es', 'Suscripción {plan}, un año'), ('year', 'it', 'Abbonamento {plan}, un anno'),
  ('change', 'fr', 'Passage à {plan}, différence de prix'), ('change', 'en', 'Change to {plan}, price difference'), ('change', 'es', 'Cambio a {plan}, diferencia de precio'), ('change', 'it', 'Passaggio a {plan}, differenza di prezzo'),
  ('coupon', 'fr', 'Code de réduction {code}'), ('coupon', 'en', 'Discount code {code}'), ('coupon', 'es', 'Código de descuento {code}'), ('coupon', 'it', 'Codice sconto {code}'),
  ('refund', 'fr', 'Remboursement sur la facture {number}'), ('refund', 'en', 'Refund on invoice {number}'), ('refund', 'es', 'Reembolso de la factura {number}'), ('refund', 'it', 'Rimborso sulla fattura {number}'),
  ('withdrawal', 'fr', 'Rétractation : remboursement sur la facture {number}'), ('withdrawal', 'en', 'Withdrawal: refund on invoice {number}'), ('withdrawal', 'es', 'Desistimiento: reembolso de la factura {number}'), ('withdrawal', 'it', 'Recesso: rimborso sulla fattura {number}'),
  ('dispute', 'fr', 'Paiement repris par la banque, facture {number}'), ('dispute', 'en', 'Payment reversed by the bank, invoice {number}'), ('dispute', 'es', 'Pago revertido por el banco, factura {number}'), ('dispute', 'it', 'Pagamento stornato dalla banca, fattura {number}'),
  ('reversal', 'fr', 'Annulation de {number}'), ('reversal', 'en', 'Cancellation of {number}'), ('reversal', 'es', 'Anulación de {number}'), ('reversal', 'it', 'Annullamento di {number}'),
  ('domestic', 'fr', ''), ('domestic', 'en', ''), ('domestic', 'es', ''), ('domestic', 'it', ''),
  ('untaxed', 'fr', 'TVA non applicable en Guyane et à Mayotte, art. 294-1 du CGI.'), ('untaxed', 'en', 'VAT not applicable in French Guiana and Mayotte, art. 294-1 du CGI.'),
  ('untaxed', 'es', 'IVA no aplicable en la Guayana Francesa y Mayotte, art. 294-1 du CGI.'), ('untaxed', 'it', 'IVA non applicabile nella Guyana francese e a Mayotte, art. 294-1 du CGI.'),
  ('one_stop_shop', 'fr', 'TVA du pays du consommateur, déclarée au guichet unique (OSS), art. 298 sexdecies G du CGI.'),
  ('one_stop_shop', 'en', 'VAT of the consumer’s country, declared through the One Stop Shop (OSS), art. 298 sexdecies G du CGI.'),
  ('one_stop_shop', 'es', 'IVA del país del consumidor, declarado en la ventanilla única (OSS), art. 298 sexdecies G du CGI.'),
  ('one_stop_shop', 'it', 'IVA del paese del consumatore, dichiarata tramite lo sportello unico (OSS), art. 298 sexdecies G du CGI.'),
  ('reverse_charge', 'fr', 'Autoliquidation : TVA due par le preneur, art. 283-2 du CGI, art. 196 de la directive 2006/112/CE. Le numéro de TVA du client est contrôlé dans sa forme seule, sans consultation de VIES.'),
  ('reverse_charge', 'en', 'Autoliquidation. Reverse charge: VAT due by the customer, art. 283-2 du CGI, art. 196 of Directive 2006/112/EC. Only the format of the customer’s VAT number is checked, not its entry in VIES.'),
  ('reverse_charge', 'es', 'Autoliquidation. Inversión del sujeto pasivo: IVA a cargo del destinatario, art. 283-2 du CGI, art. 196 de la Directiva 2006/112/CE. Del NIF-IVA del cliente solo se comprueba la forma, no su alta en VIES.'),
  ('reverse_charge', 'it', 'Autoliquidation. Inversione contabile: IVA a carico del destinatario, art. 283-2 du CGI, art. 196 della direttiva 2006/112/CE. Del numero IVA del cliente è controllata solo la forma, non l’iscrizione al VIES.'),
  ('exempt', 'fr', 'TVA non applicable, art. 293 B du CGI.'), ('exempt', 'en', 'TVA non applicable, art. 293 B du CGI (VAT exempt small business).'),
  ('exempt', 'es', 'TVA non applicable, art. 293 B du CGI (pequeña empresa exenta de IVA).'), ('exempt', 'it', 'TVA non applicable, art. 293 B du CGI (piccola impresa esente da IVA).'),
  ('outside', 'fr', 'TVA non applicable : consommateur établi hors de l’Union européenne, art. 259 D du CGI.'), ('outside', 'en', 'VAT not applicable: consumer outside the European Union, art. 259 D du CGI.'),
  ('outside', 'es', 'IVA no aplicable: consumidor fuera de la Unión Europea, art. 259 D du CGI.'), ('outside', 'it', 'IVA non applicabile: consumatore fuori dall’Unione europea, art. 259 D du CGI.'),
  ('outside_business', 'fr', 'TVA non applicable : preneur établi hors de l’Union européenne, art. 259-1° du CGI.'), ('outside_business', 'en', 'VAT not applicable: business customer outside the European Union, art. 259-1° du CGI.'),
  ('outside_business', 'es', 'IVA no aplicable: destinatario empresarial fuera de la Unión Europea, art. 259-1° du CGI.'), ('outside_business', 'it', 'IVA non applicabile: destinatario soggetto passivo fuori dall’Unione europea, art. 259-1° du CGI.'),
  ('penalties', 'fr', 'Retard de paiement : intérêts au taux de la BCE majoré de 10 points et indemnité forfaitaire de recouvrement de 40 €, art. L441-10 et D441-5 du code de commerce. Pas d’escompte pour paiement anticipé.'),
  ('penalties', 'en', 'Late payment: interest at the ECB rate plus 10 points and a fixed recovery charge of €40, art. L441-10 and D441-5 du code de commerce. No discount for early payment.'),
  ('penalties', 'es', 'Demora en el pago: intereses al tipo del BCE más 10 puntos e indemnización fija de cobro de 40 €, art. L441-10 y D441-5 du code de commerce. Sin descuento por pago anticipado.'),
  ('penalties', 'it', 'Ritardo di pagamento: interessi al tasso BCE maggiorato di 10 punti e indennizzo forfettario di recupero di 40 €, art. L441-10 e D441-5 du code de commerce. Nessuno sconto per pagamento anticipato.'),
  ('mediator', 'fr', 'Médiateur de la consommation : {mediator}.'), ('mediator', 'en', 'Consumer mediator: {mediator}.'), ('mediator', 'es', 'Mediador de consumo: {mediator}.'), ('mediator', 'it', 'Mediatore dei consumatori: {mediator}.'),
  ('test', 'fr', 'Document d’essai : aucune somme n’a été encaissée ni remboursée. Sans valeur comptable.'), ('test', 'en', 'Test document: no money was taken or given back. Of no accounting value.'),
  ('test', 'es', 'Documento de prueba: no se ha cobrado ni devuelto ningún importe. Sin valor contable.'), ('test', 'it', 'Documento di prova: nessuna somma è stata incassata né rimborsata. Senza valore contabile.');
-- French marks: the no-break space before a colon, the language's own law.
update private.invoice_words set words = replace(words, ' :', U&'\00A0:') where language = 'fr';

create function private.invoice_text(key text, language text, filling jsonb default '{}') returns text
language plpgsql stable set search_path = '' as $$
declare
  said text;
  name text;
begin
  select words into strict said from private.invoice_words as known where known.key = invoice_text.key and known.language = invoice_text.language;
  for name in select jsonb_object_keys(filling) loop said := replace(said, '{' || name || '}', filling ->> name); end loop;
  return said;
end
$$;
comment on function private.invoice_text(text, text, jsonb) is 'Words of an invoice, filled. Throws for a key that does not exist.';
revoke execute on function private.invoice_text(text, text, jsonb) from public, anon, authenticated, service_role;

-- supabase/schemas/invoices/invoices.sql ------------------------------------------------------------------------------
-- Invoices and credit notes. Each payment, refund and lost dispute is a fact whose documents sum to what was sold or given back
-- by it; they are issued at the end of the transaction that settles it, numbered without a gap from a row that is locked last.
-- What was issued is never changed: a fact that later turns out otherwise is set right by the opposite document and a new one.
create table private.invoice_series (
  year int not null,
  test boolean not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  last_place int not null default 0,
  last_at timestamptz not null default '-infinity',
  primary key (year, test, kind)
);
comment on table private.invoice_series is 'The last number of each series. Its rows are locked from the number to the commit, so what is rolled back leaves no gap (CGI, annexe II, art. 242 nonies A).';
alter table private.invoice_series enable row level security;
revoke all on private.invoice_series from anon, authenticated, service_role;

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  number text not null unique,
  kind text not null check (kind in ('invoice', 'credit_note')),
  test boolean not null,
  year int not null,
  place int not null check (place > 0),
  user_id uuid not null,
  fact text not null,
  version int not null check (version > 0),
  payment_id uuid not null references public.payments (id),
  -- Of a credit note: the invoice that it takes from. Of an invoice: the credit note that it takes back.
  corrects uuid references public.invoices (id),
  issued_at timestamptz not null,
  paid_at timestamptz not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  total bigint not null check (total > 0),
  tax_rate numeric(5, 2) not null,
  treatment text not null check (treatment in ('domestic', 'untaxed', 'one_stop_shop', 'reverse_charge', 'exempt', 'outside', 'outside_business')),
  language text not null check (language in ('fr', 'en', 'es', 'it')),
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  mentions text[] not null,
  method jsonb,
  check (net + tax = total),
  check (kind = 'invoice' or corrects is not null),
  unique (fact, version),
  unique (year, test, kind, place)
);
comment on table public.invoices is 'Invoices and credit notes as issued: seller, buyer, lines [{text, quantity, unit_net, net, from?, to?}], mentions. Amounts are minor units and never negative; a credit note gives back. test: made by the sandbox, in a series of its own.';
create index invoices_of_member on public.invoices (user_id, issued_at desc);
create index invoices_of_payment on public.invoices (payment_id);
create index invoices_of_corrected on public.invoices (corrects);
call private.make_append_only('public.invoices');
alter table public.invoices enable row level security;
create policy "members read their own invoices, admins every one" on public.invoices for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');
revoke all on public.invoices from anon, authenticated, service_role;
grant select on public.invoices to authenticated, service_role;

create function private.lock_series(year int) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if not exists (select from private.invoice_series as known where known.year = lock_series.year) then
    insert into private.invoice_series (year, test, kind)
    select lock_series.year, test, kind from unnest(array[false, true]) as test, unnest(array['credit_note', 'invoice']) as kind on conflict do nothing;
  end if;
  -- All of the year in one order: a transaction that needs another one next must not meet one that goes the other way.
  perform from private.invoice_series as known where known.year = lock_series.year order by test, kind for update;
end
$$;
comment on function private.lock_series(int) is 'Lets one transaction at a time issue documents of a year, to its end.';

create function private.issue_document(
  fact text, payment public.payments, kind text, net bigint, tax bigint, lines jsonb, corrects public.invoices, paid_at timestamptz, year int, moment timestamptz
) returns public.invoices
language plpgsql volatile set search_path = '' as $$
declare
  selling private.seller;
  taxed record;
  known_as jsonb;
  speaks text;
  said text[];
  place int;
  dated timestamptz;
  issued public.invoices;
begin
  select * into selling from private.seller;
  select checkouts.treatment, checkouts.vat_number into taxed from public.checkouts
  where id = payment.checkout_id or (subscription_id = payment.subscription_id and checkouts.kind = 'first')
  order by (id = payment.checkout_id) desc nulls last limit 1;
  if payment.treatment is not null then
    taxed.treatment := payment.treatment;
    taxed.vat_number := payment.vat_number;
  end if;
  taxed.treatment := coalesce(corrects.treatment, taxed.treatment, private.tax_treatment(payment.country, null));
  -- A document that corrects one is for the same buyer; an account that is gone is known by its last invoice.
  known_as := coalesce(
    corrects.buyer,
    (select jsonb_strip_nulls(to_jsonb(details) - '{user_id,updated_at,vat_number}'::text[]
      || jsonb_build_object('vat_number', coalesce(taxed.vat_number, case when private.is_vat_number(details.vat_number, details.country) then details.vat_number end))) from public.billing_details as details where user_id = payment.user_id),
    (select buyer from public.invoices where user_id = payment.user_id order by invoices.issued_at desc limit 1),
    jsonb_build_object('name', '', 'country', payment.country));
  speaks := coalesce(corrects.language, (select locale from public.profiles where id = payment.user_id and locale in ('fr', 'en', 'es', 'it')), 'fr');
  said := array_remove(array[
    case when payment.provider = 'sandbox' then private.invoice_text('test', speaks) end,
    nullif(private.invoice_text(taxed.treatment, speaks), ''),
    case when kind = 'invoice' and known_as ? 'vat_number' then private.invoice_text('penalties', speaks) end,
    case when selling.mediator <> '' and not known_as ? 'vat_number' then private.invoice_text('mediator', speaks, jsonb_build_object('mediator', selling.mediator)) end
  ], null);
  -- A clock that went back dates nothing before the document before.
  update private.invoice_series as series set last_place = last_place + 1, last_at = greatest(last_at, moment)
  where series.year = issue_document.year and series.test = (payment.provider = 'sandbox') and series.kind = issue_document.kind
  returning last_place, last_at into strict place, dated;
  insert into public.invoices (
    number, kind, test, year, place, user_id, fact, version, payment_id, corrects, issued_at, paid_at, currency, net, tax, total, tax_rate, treatment, language,
    seller, buyer, lines, mentions, method
  ) values (
    concat_ws('-', selling.prefix, case when payment.provider = 'sandbox' then 'TEST' end, case kind when 'credit_note' then 'AV' end, year,
      lpad(place::text, greatest(5, length(place::text)), '0')),
    kind, payment.provider = 'sandbox', year, place, payment.user_id, fact,
    1 + (select count(*) from public.invoices as earlier where earlier.fact = issue_document.fact), payment.id, corrects.id, dated, paid_at, payment.currency,
    net, tax, net + tax, payment.tax_rate, taxed.treatment, speaks, private.seller_on_invoice(selling), known_as, lines, said, payment.method
  ) returning * into issued;
  perform private.enqueue('draw-invoices', jsonb_build_object('id', issued.id));
  return issued;
end
$$;
comment on function private.issue_document(text, public.payments, text, bigint, bigint, jsonb, public.invoices, timestamptz, int, timestamptz) is 'Issues an invoice or a credit note with everything on it as it is now. The caller holds private.lock_series() of the year.';

create function private.lines_of(payment public.payments, speaks text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  bought public.checkouts;
  contract public.subscriptions;
  event jsonb;
  plan text;
  period text;
  listed bigint;
  span jsonb := '{}';
begin
  select * into bought from public.checkouts where id = payment.checkout_id;
  select * into contract from public.subscriptions where id = payment.subscription_id;
  -- A renewal has no order: what it renewed stands with the contract's event.
  select details into event from public.subscription_events
  where subscription_id = payment.subscription_id and details ->> 'payment' = payment.provider_payment order by id desc limit 1;
  plan := coalesce(bought.plan, event ->> 'plan', contract.plan);
  period := coalesce(bought.period, event ->> 'period', contract.period);
  plan := coalesce((select name ->> speaks from public.plans where slug = plan), plan);
  if payment.period_start is not null then span := jsonb_build_object('from', private.paris_day(payment.period_start), 'to', private.paris_day(payment.period_end)); end if;
  listed := case when bought.coupon is not null then (select private.net_of(amount, payment.tax_rate) from public.plan_prices where id = bought.price_id) else payment.net end;
  return jsonb_build_array(span || jsonb_build_object(
      'text', private.invoice_text(case when bought.kind = 'change' then 'change' else period end, speaks, jsonb_build_object('plan', plan)),
      'quantity', 1, 'unit_net', listed, 'net', listed))
    || case when listed = payment.net then '[]' else jsonb_build_array(jsonb_build_object(
      'text', private.invoice_text('coupon', speaks, jsonb_build_object('code', bought.coupon)), 'quantity', 1, 'unit_net', payment.net - listed, 'net', payment.net - listed)) end;
end
$$;
comment on function private.lines_of(public.payments, text) is 'What a payment bought, as lines that sum to its net amount; a discount is a line of its own.';

create function private.settle_documents(
  fact text, payment uuid, wanted_net bigint, wanted_tax bigint, paid_at timestamptz, why text, moment timestamptz default clock_timestamp()
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  bought public.payments;
  standing public.invoices;
  original public.invoices;
  speaks text;
  stands boolean;
  same boolean;
  year constant int := extract(year from private.paris_day(moment));
begin
  -- Looked at twice: most often nothing is due, and then nothing is locked for it.
  for attempt in 1..2 loop
    select * into standing from public.invoices as known where known.fact = settle_documents.fact order by version desc limit 1;
    -- A reversal leaves nothing standing.
    stands := standing.id is not null and not exists (
      select from public.invoices as turned where turned.id = standing.corrects and turned.fact = standing.fact);
    same := case when stands then (standing.net, standing.tax) = (wanted_net, wanted_tax) else wanted_net + wanted_tax = 0 end;
    if same then return; end if;
    if attempt = 1 then perform private.lock_series(year); end if;
  end loop;
  select * into strict bought from public.payments where id = payment;
  if stands then
    perform private.issue_document(fact, bought, case standing.kind when 'invoice' then 'credit_note' else 'invoice' end, standing.net, standing.tax,
      jsonb_build_array(jsonb_build_object('text', private.invoice_text('reversal', standing.language, jsonb_build_object('number', standing.number)),
        'quantity', 1, 'unit_net', standing.net, 'net', standing.net)), standing, standing.paid_at, year, moment);
  end if;
  if wanted_net + wanted_tax = 0 then return; end if;
  if why = 'payment' then
    speaks := coalesce((select locale from public.profiles where id = bought.user_id and locale in ('fr', 'en', 'es', 'it')), 'fr');
    perform private.issue_document(fact, bought, 'invoice', wanted_net, wanted_tax, private.lines_of(bought, speaks), null, paid_at, year, moment);
  else
    select * into original from public.invoices as known where known.fact = 'payment:' || payment and kind = 'invoice' order by version desc limit 1;
    -- What was never invoiced cannot be credited.
    if not found then return; end if;
    perform private.issue_document(fact, bought, 'credit_note', wanted_net, wanted_tax,
      jsonb_build_array(jsonb_build_object('text', private.invoice_text(why, original.language, jsonb_build_object('number', original.number)),
        'quantity', 1, 'unit_net', wanted_net, 'net', wanted_net)), original, paid_at, year, moment);
  end if;
end
$$;
comment on function private.settle_documents(text, uuid, bigint, bigint, timestamptz, text, timestamptz) is 'Makes the documents of a fact come to what it is: nothing when they do. why is payment, refund, withdrawal or dispute.';

create function private.issue_invoice(payment uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.settle_documents('payment:' || id, id, case when paid_at is null then 0 else net end, case when paid_at is null then 0 else tax end, paid_at, 'payment')
  from public.payments where id = payment
$$;
comment on function private.issue_invoice(uuid) is 'Invoices what a payment bought, once; takes the invoice back where it turns out to have bought nothing.';

create function private.issue_credit_note(refund uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.settle_documents('refund:' || id, payment_id, case when gave_back then net else 0 end, case when gave_back then tax else 0 end, at,
    case reason when 'withdrawal' then 'withdrawal' else 'refund' end)
  from public.refunds, lateral (select state = 'succeeded' and reason <> 'overpaid') as judged (gave_back) where id = refund
$$;
comment on function private.issue_credit_note(uuid) is 'Credits a refund once it went out; takes the credit back where it turns out that the money had bought nothing, which is not invoiced.';

create function private.credit_dispute(dispute bigint) returns void
language sql volatile security definer set search_path = '' as $$
  select private.settle_documents('dispute:' || known.id, known.payment_id, known.net, known.tax, coalesce(known.closed_at, known.at), 'dispute')
  from public.disputes as known where known.id = dispute
$$;
comment on function private.credit_dispute(bigint) is 'Credits what a bank took back.';

-- At the end of the transaction: by then every row of it is as it will be, and the series is locked for as short as can be. The
-- payment goes first, for credit notes name its invoice.
create function private.issue_what_is_due() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  case tg_table_name
    when 'payments' then perform private.issue_invoice(new.id);
    when 'refunds' then
      perform private.issue_invoice(new.payment_id);
      perform private.issue_credit_note(new.id);
    when 'disputes' then
      perform private.issue_invoice(new.payment_id);
      perform private.credit_dispute(new.id);
  end case;
  return null;
end
$$;
comment on function private.issue_what_is_due() is 'Issues the documents of a payment, a refund or a dispute.';
create constraint trigger issue_what_is_due after insert or update on public.payments deferrable initially deferred
  for each row execute function private.issue_what_is_due();
create constraint trigger issue_what_is_due after insert or update on public.refunds deferrable initially deferred
  for each row execute function private.issue_what_is_due();
create constraint trigger issue_what_is_due after insert or update on public.disputes deferrable initially deferred
  for each row execute function private.issue_what_is_due();

create function private.invoice_of_checkout(checkout uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', known.id, 'number', number, 'issued_at', issued_at, 'total', known.total, 'currency', known.currency)
  from public.invoices as known join public.payments as pay on pay.id = known.payment_id
  where pay.checkout_id = checkout and known.kind = 'invoice' order by issued_at limit 1
$$;
comment on function private.invoice_of_checkout(uuid) is 'The invoice of an order: {id, number, issued_at, total, currency}; null before it is issued.';

-- Files ------------------------------------------------------------------------------------------------------------------
create table private.invoice_files (
  invoice_id uuid primary key references public.invoices (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes int not null check (bytes > 0),
  drawn_at timestamptz not null
);
comment on table private.invoice_files is 'The PDF of each document that is drawn: it lies in the bucket invoices under <user_id>/<number>.pdf.';
alter table private.invoice_files enable row level security;
revoke all on private.invoice_files from anon, authenticated, service_role;

insert into storage.buckets (id, name, public, allowed_mime_types) values ('invoices', 'invoices', false, array['application/pdf']);
-- Nobody but the worker writes there.
create policy "members fetch their own invoices, admins every one" on storage.objects for select to authenticated
  using (bucket_id = 'invoices' and ((storage.foldername(name))[1] = (select auth.uid())::text or (select public.current_staff_role()) = 'admin'));

revoke execute on function
  private.lock_series(int),
  private.issue_document(text, public.payments, text, bigint, bigint, jsonb, public.invoices, timestamptz, int, timestamptz),
  private.lines_of(public.payments, text), private.settle_documents(text, uuid, bigint, bigint, timestamptz, text, timestamptz), private.issue_invoice(uuid),
  private.issue_credit_note(uuid), private.credit_dispute(bigint), private.issue_what_is_due(), private.invoice_of_checkout(uuid)
from public, anon, authenticated, service_role;

insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
values ('public.invoices', 'user_id = $1', null, true, false, '{}', 'kept', 'Invoices are kept ten years, by their number and the name as issued (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).');

-- supabase/schemas/invoices/money_notices.sql -------------------------------------------------------------------------
-- What members are told about their money: by mail, in the transaction of the fact, or on a day that the law or good manners set.
create function private.invoice_drawn(invoice uuid, sha256 text, bytes int, moment timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  issued public.invoices;
begin
  insert into private.invoice_files (invoice_id, sha256, bytes, drawn_at) values (invoice, invoice_drawn.sha256, invoice_drawn.bytes, moment) on conflict do nothing;
  if not found then return; end if;
  select * into strict issued from public.invoices where id = invoice;
  -- What only sets a document right, or follows a bank's decision, is in the account without a mail.
  if not (issued.fact like 'payment:%' and issued.kind = 'invoice' and issued.version = 1) and not (issued.fact like 'refund:%' and issued.kind = 'credit_note' and issued.version = 1) then return; end if;
  if not exists (select from public.profiles where id = issued.user_id) then return; end if;
  perform private.tell_member(issued.user_id, case issued.kind when 'invoice' then 'receipt' else 'refund_sent' end, jsonb_build_object('Money', jsonb_build_object(
    'Number', issued.number, 'Amount', issued.total, 'Currency', issued.currency, 'File', issued.user_id || '/' || issued.number || '.pdf')), '/mon-compte?onglet=abonnement');
end
$$;
comment on function private.invoice_drawn(uuid, text, int, timestamptz) is 'For the worker: notes the file of a document, and sends the member the receipt or the news of their refund with it, once.';

create function private.plan_names(slug text) returns jsonb
language sql stable set search_path = '' as $$ select name from public.plans where plans.slug = plan_names.slug $$;
comment on function private.plan_names(text) is 'A plan''s names by language.';

-- Of a renewal that fails ------------------------------------------------------------------------------------------------
create function private.tell_of_failure() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sub public.subscriptions;
begin
  select * into strict sub from public.subscriptions where id = new.subscription_id;
  -- News of what is over by now would only confuse.
  if sub.state <> 'past_due' or not exists (select from public.profiles where id = new.user_id) then return null; end if;
  perform private.tell_member(new.user_id, 'payment_failed', jsonb_strip_nulls(jsonb_build_object('ConfirmationURL', private.pay_page(sub))) || jsonb_build_object('At', new.at, 'Money', jsonb_build_object(
    'Plan', private.plan_names(sub.plan), 'Period', sub.period, 'Currency', sub.currency, 'Amount', coalesce(sub.next_amount, sub.amount), 'BankAsks', private.bank_asks(sub),
    'EndsAt', sub.grace_until, 'Tries', (
      select coalesce(jsonb_agg(try order by try), '[]') from (
        select sub.failed_at + make_interval(days => days) as try from unnest(array[1, 3, 5, 7]) as days
      ) as planned where try > new.at and try <= sub.grace_until))), '/mon-compte?onglet=abonnement');
  return null;
end
$$;
comment on function private.tell_of_failure() is 'Tells a member of a renewal that could not be paid, at each try: the tries to come and how long access stays.';
-- At the end of the transaction: the contract is settled by then.
create constraint trigger tell_of_failure after insert on public.subscription_events deferrable initially deferred
  for each row when (new.kind in ('past_due', 'payment_failed')) execute function private.tell_of_failure();

-- Of what is to come ------------------------------------------------------------------------------------------------------
create table private.money_notices (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  subscription_id uuid not null references public.subscriptions (id),
  kind text not null check (kind in ('renewal_notice', 'crypto_renewal', 'method_expiring')),
  -- The end of the period, or the last month of the card: once for each.
  about text not null,
  announced_at timestamptz not null,
  facts jsonb not null,
  sent_at timestamptz,
  message_id text,
  unique (subscription_id, kind, about)
);
comment on table private.money_notices is 'What was announced to whom, in which words'' facts, and that the mail went out: the proof that the law asks for (Code de la consommation, art. L215-1). sent_at and message_id alone are written later, once.';
create index money_notices_of_member on private.money_notices (user_id);
alter table private.money_notices enable row level security;
revoke all on private.money_notices from anon, authenticated, service_role;

create function private.announce(sub public.subscriptions, kind text, about text, facts jsonb, link text, moment timestamptz) returns int
language plpgsql volatile set search_path = '' as $$
declare
  notice bigint;
begin
  insert into private.money_notices (user_id, subscription_id, kind, about, announced_at, facts)
  values (sub.user_id, sub.id, announce.kind, announce.about, moment, announce.facts)
  on conflict on constraint money_notices_subscription_id_kind_about_key do nothing returning id into notice;
  if notice is null then return 0; end if;
  perform private.tell_member(sub.user_id, kind, jsonb_build_object('Notice', notice, 'Money', facts), link);
  return 1;
end
$$;
comment on function private.announce(public.subscriptions, text, text, jsonb, text, timestamptz) is 'Tells a member what is to come, once for each about. 1 where it was told now.';

create function private.announce_renewals(moment timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  sub public.subscriptions;
  told int := 0;
  facts jsonb;
begin
  for sub in
    select known.* from public.subscriptions as known join public.profiles as profile on profile.id = known.user_id
    where known.state = 'active' and current_period_end > moment and current_period_end - interval '3 months' <= moment
    order by current_period_end limit 5000
  loop
    facts := jsonb_build_object('Plan', private.plan_names(coalesce(sub.next_plan, sub.plan)), 'Period', coalesce(sub.next_period, sub.period),
      'Amount', coalesce(sub.next_amount, sub.amount), 'Currency', sub.currency);
    -- From three months before on; one that is less than a month early is late, and better than none.
    if sub.means = 'card' and sub.period = 'year' then
      told := told + private.announce(sub, 'renewal_notice', private.paris_day(sub.current_period_end)::text, facts || jsonb_build_object(
        'RenewsOn', sub.current_period_end,
        -- The last whole day before it, so that nobody is late by an hour.
        'Deadline', ((private.paris_day(sub.current_period_end) - 1) + time '12:00') at time zone 'Europe/Paris'), '/mon-compte?onglet=abonnement', moment);
    end if;
    if sub.means = 'crypto' and sub.paid_until <= sub.current_period_end and sub.current_period_end - interval '7 days' <= moment then
      told := told + private.announce(sub, 'crypto_renewal', private.paris_day(sub.current_period_end)::text,
        facts || jsonb_build_object('PaidUntil', sub.current_period_end), '/payment', moment);
    end if;
    if sub.means = 'card' and sub.method ->> 'expires' ~ '^[0-9]{4}-(0[1-9]|1[0-2])$' and sub.current_period_end - interval '30 days' <= moment
      and ((sub.method ->> 'expires') || '-01')::date + interval '1 month' <= sub.current_period_end at time zone 'Europe/Paris'
    then
      told := told + private.announce(sub, 'method_expiring', sub.method ->> 'expires', facts || jsonb_build_object(
        'Card', concat_ws(' •••• ', initcap(sub.method ->> 'brand'), sub.method ->> 'last4'), 'CardExpires', sub.method ->> 'expires', 'RenewsOn', sub.current_period_end),
        '/mon-compte?onglet=abonnement', moment);
    end if;
  end loop;
  return told;
end
$$;
comment on function private.announce_renewals(timestamptz) is 'For the worker, each day: yearly contracts that renew within three months, cards that expire before the next charge (thirty days ahead), crypto periods that end within seven days. Each is told once; returns how many were.';

create function private.note_notice_sent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.money_notices set sent_at = new.sent_at, message_id = new.message_id where id = (new.data ->> 'Notice')::bigint and sent_at is null;
  return null;
end
$$;
comment on function private.note_notice_sent() is 'Keeps with a notice when its mail was taken by the mail server, and under which Message-ID.';
do $$
begin
  if to_regclass('_server.mail_outbox') is not null and has_table_privilege('_server.mail_outbox', 'trigger') then
    create trigger note_notice_sent after update of sent_at on _server.mail_outbox for each row
      when (new.sent_at is not null and old.sent_at is null and new.data ? 'Notice') execute function private.note_notice_sent();
  end if;
end
$$;

insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
values ('private.money_notices', 'user_id = $1', null, true, true, '{}', 'kept', 'Proof that a renewal was announced, by the account''s number alone, for five years (Code de la consommation, art. L215-1; Code civil, art. 2224).');

revoke execute on function
  private.invoice_drawn(uuid, text, int, timestamptz), private.plan_names(text), private.tell_of_failure(),
  private.announce(public.subscriptions, text, text, jsonb, text, timestamptz), private.announce_renewals(timestamptz), private.note_notice_sent()
from public, anon, authenticated, service_role;
grant execute on function private.invoice_drawn(uuid, text, int, timestamptz), private.announce_renewals(timestamptz) to service_role;

-- supabase/schemas/invoices/renewal_taxes.sql -------------------------------------------------------------------------
-- The tax of renewals: the total of a contract stays as it was agreed to, and how much of it is tax is asked of the day on which it
-- is paid: of the country in which the member is billed then, the rule that holds for them and its rate of that day.
create table private.billing_places (
  user_id uuid not null references auth.users (id) on delete cascade,
  at timestamptz not null,
  country text not null,
  vat_number text,
  primary key (user_id, at)
);
comment on table private.billing_places is 'Where a member is billed, from when on: whose tax a renewal owes is asked of the day on which it is paid, however late the news of it comes.';

create function private.note_billing_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.billing_places (user_id, at, country, vat_number) values (new.user_id, new.updated_at, new.country, new.vat_number)
  on conflict (user_id, at) do update set country = excluded.country, vat_number = excluded.vat_number;
  return null;
end
$$;
comment on function private.note_billing_place() is 'Notes where a member is billed from now on.';
create trigger note_billing_place after insert on public.billing_details for each row execute function private.note_billing_place();
create trigger note_billing_place_again after update on public.billing_details for each row
  when ((old.country, old.vat_number) is distinct from (new.country, new.vat_number)) execute function private.note_billing_place();

create function private.tax_of_renewal(member uuid, subscription_id uuid, at timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('country', place.country, 'tax_rate', private.treatment_rate(treatment, place.country, private.paris_day(tax_of_renewal.at)),
    'treatment', treatment, 'vat_number', case when treatment in ('reverse_charge', 'outside_business') then place.vat_number end)
  from (
    select country, vat_number from (
      select known.country, known.vat_number, 1 as place, known.at from private.billing_places as known
      where user_id = tax_of_renewal.member and known.at <= tax_of_renewal.at
      union all
      select first.country, first.vat_number, 2, first.created_at from public.checkouts as first
      where first.subscription_id = tax_of_renewal.subscription_id and first.kind = 'first'
    ) as known order by known.place, known.at desc limit 1
  ) as place, lateral private.tax_treatment(place.country, place.vat_number) as treatment
$$;
comment on function private.tax_of_renewal(uuid, uuid, timestamptz) is 'What tax a member''s renewal owes that is paid at a moment: of the country they are billed in then, at its rate of that day: {country, tax_rate, treatment, vat_number}.';

alter table private.billing_places enable row level security;
revoke all on private.billing_places from anon, authenticated, service_role;
revoke execute on function private.note_billing_place(), private.tax_of_renewal(uuid, uuid, timestamptz) from public, anon, authenticated, service_role;

insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason) values
  ('private.billing_places', 'user_id = $1', null, true, true, '{}', 'goes', null);

-- supabase/schemas/invoices/unsent_notices.sql ------------------------------------------------------------------------
-- Notices of a yearly renewal whose mail did not go out: without one the member may end the contract at any time once it has renewed, and
-- is paid back what is left (Code de la consommation, art. L215-1). Staff see who was not told and why, send it again or write a letter.
alter table private.money_notices
  add column letter_at timestamptz,
  add column letter_words text check (length(letter_words) between 3 and 500),
  add check ((letter_at is null) = (letter_words is null));
comment on column private.money_notices.letter_at is 'When an admin noted that the member was told otherwise, by letter say; letter_words is how.';
create index money_notices_unsent on private.money_notices (announced_at) where sent_at is null and letter_at is null;

create function private.mail_of_notice(notice bigint, out failed boolean, out error text)
language plpgsql stable set search_path = '' as $$
begin
  if to_regclass('_server.mail_outbox') is null then return; end if;
  execute 'select failed_at is not null, last_error from _server.mail_outbox where data ->> ''Notice'' = $1 order by id desc limit 1'
    into failed, error using notice::text;
end
$$;
comment on function private.mail_of_notice(bigint) is 'What became of a notice''s last mail: whether it was given up, and what its mail server said; null where there is none.';

create function public.unsent_notices() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', due.id, 'user_id', due.user_id, 'member_name', coalesce(nullif(btrim(concat_ws(' ', member.first_name, member.last_name)), ''), member.username),
      'email', account.email, 'plan', due.facts -> 'Plan', 'amount', due.facts -> 'Amount', 'currency', due.facts -> 'Currency', 'announced_at', due.announced_at,
      'renews_on', due.facts -> 'RenewsOn', 'deadline', due.facts -> 'Deadline',
      'why', case when coalesce(account.email, '') = '' or account.email_confirmed_at is null then 'no_address' when mail.failed then 'given_up' else 'waiting' end,
      'error', mail.error) order by due.facts ->> 'RenewsOn', due.id), '[]')
    from private.money_notices as due
    join public.subscriptions as contract on contract.id = due.subscription_id and contract.state in ('active', 'past_due')
    join auth.users as account on account.id = due.user_id
    left join public.members as member on member.user_id = due.user_id
    cross join lateral private.mail_of_notice(due.id) as mail
    where due.kind = 'renewal_notice' and due.sent_at is null and due.letter_at is null
      -- What is on its way has an hour, and of a renewal that is a year past nothing is owed any more.
      and due.announced_at < now() - interval '1 hour' and (due.facts ->> 'RenewsOn')::timestamptz > now() - interval '1 year'
      and account.email not like '%@demonstration.invalid'
  );
end
$$;
comment on function public.unsent_notices() is 'For admins: notices of yearly renewals that did not leave within an hour, of contracts that run, the next renewal first: [{id, user_id, member_name, email, plan (names), amount, currency, announced_at, renews_on, deadline, why: no_address | given_up | waiting, error}].';

create function private.begin_notice(notice bigint) returns private.money_notices
language plpgsql volatile set search_path = '' as $$
declare
  due private.money_notices;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into due from private.money_notices where id = notice and kind = 'renewal_notice' and sent_at is null and letter_at is null for update;
  if not found then raise exception 'no_such_notice' using errcode = 'P0002'; end if;
  return due;
end
$$;
comment on function private.begin_notice(bigint) is 'A notice that nobody was told yet, for an admin with a proven second factor. Refuses with not_admin, no_such_notice.';

create function public.resend_notice(notice bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  due constant private.money_notices := private.begin_notice(notice);
begin
  if not exists (select from auth.users where id = due.user_id and coalesce(email, '') <> '' and email_confirmed_at is not null and deleted_at is null) then
    raise exception 'no_address' using errcode = '22023';
  end if;
  perform private.queue_mail(due.user_id, due.kind, jsonb_build_object('Notice', due.id, 'Money', due.facts));
  perform private.note_staff_act('contracts', due.user_id::text, 'update', null, jsonb_build_object('act', 'resend_notice', 'subscription', due.subscription_id));
end
$$;
comment on function public.resend_notice(bigint) is 'For admins: mails a notice again to the member''s confirmed address. Refuses with not_admin, no_such_notice (it was sent meanwhile), no_address.';

create function public.note_notice_told(notice bigint, words text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  due constant private.money_notices := private.begin_notice(notice);
  said constant text := private.cleaned(words, 500);
begin
  if length(said) < 3 then raise exception 'words_missing' using errcode = '22023', hint = 'words'; end if;
  update private.money_notices set letter_at = clock_timestamp(), letter_words = said where id = due.id;
  perform private.note_staff_act('contracts', due.user_id::text, 'update', null,
    jsonb_build_object('act', 'notice_told', 'subscription', due.subscription_id, 'words', said));
end
$$;
comment on function public.note_notice_told(bigint, text) is 'For admins: notes that a member was told of their renewal otherwise, and how (a registered letter and its number, say). Refuses with not_admin, no_such_notice, words_missing.';

revoke execute on function
  private.mail_of_notice(bigint), public.unsent_notices(), private.begin_notice(bigint), public.resend_notice(bigint), public.note_notice_told(bigint, text)
from public, anon, authenticated, service_role;
grant execute on function public.unsent_notices(), public.resend_notice(bigint), public.note_notice_told(bigint, text) to authenticated;

-- supabase/schemas/referrals/referrals.sql ----------------------------------------------------------------------------
-- Referrals: who came by whose link. A link's clicks are counted without knowing whose they are; only a visitor who agreed has a random
-- number in their browser, for as long as a first touch counts. No address of theirs and nothing of their device is stored. The attribution is made in the sign-up's own
-- transaction, beside its lead, and says why when it does not count. One level only: nobody earns by whom their referrals bring.
create table public.referral_settings (
  only_row boolean primary key default true check (only_row),
  attribution_days int not null default 60 check (attribution_days between 1 and 365),
  commission_months int not null default 12 check (commission_months between 1 and 60),
  hold_days int not null default 14 check (hold_days between 14 and 90),
  payout_minimum bigint not null default 5000 check (payout_minimum > 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  wallet_hold_hours int not null default 48 check (wallet_hold_hours between 24 and 336)
);
comment on table public.referral_settings is 'One row: the programme''s rules. Amounts in minor units; hold_days is never shorter than the right of withdrawal.';
insert into public.referral_settings default values;
call private.audit_changes('public.referral_settings');

create table public.referral_codes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code text not null unique check (code ~ '^[A-HJKMNP-TV-Z2-9]{7}$'),
  created_at timestamptz not null default now()
);
comment on table public.referral_codes is 'The code in a member''s link: seven letters and digits that nobody takes for one another.';

create table private.referral_clicks (
  code text not null references public.referral_codes (code) on delete cascade,
  visitor uuid not null,
  first_at timestamptz not null default now(),
  again int not null default 0,
  robot boolean not null,
  primary key (code, visitor)
);
comment on table private.referral_clicks is 'One row for each browser that opened a link and agreed to be remembered: its random number, when first, how often again. Robots are kept apart. Rows older than a first touch counts are summed up in referral_click_days and go.';
create index referral_clicks_of_visitor on private.referral_clicks (visitor, first_at);
create index referral_clicks_first on private.referral_clicks (first_at);

create table private.referral_click_days (
  code text not null references public.referral_codes (code) on delete cascade,
  day date not null,
  clicks int not null check (clicks >= 0),
  primary key (code, day)
);
comment on table private.referral_click_days is 'How often a link was opened on a day by browsers without a number, and how many with one opened it first, once their rows are gone.';

create table private.member_browsers (
  user_id uuid not null references auth.users (id) on delete cascade,
  visitor uuid not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, visitor)
);
comment on table private.member_browsers is 'The random numbers of browsers that a member signed up with or opened their own link''s page with: nobody refers themselves.';
create index member_browsers_of_visitor on private.member_browsers (visitor);

create table private.former_mailboxes (
  mark text primary key,
  left_at timestamptz not null
);
comment on table private.former_mailboxes is 'Keyed hashes of mailboxes whose account went, for a year: who leaves and comes back is no new member. Nobody can be read from them.';

create table private.former_mailbox_key (
  only_row boolean primary key default true check (only_row),
  key bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.former_mailbox_key is 'What former mailboxes are hashed with.';
insert into private.former_mailbox_key default values;

create table public.referrals (
  id bigint generated always as identity primary key,
  referrer uuid not null references auth.users (id) on delete cascade,
  referred uuid not null unique references auth.users (id) on delete cascade,
  touched_at timestamptz not null,
  signed_up_at timestamptz not null default now(),
  blocked_for text check (blocked_for in ('own_mailbox', 'own_phone', 'own_browser', 'own_payment_method', 'returning', 'staff')),
  blocked_at timestamptz,
  check (referrer <> referred),
  check ((blocked_for is null) = (blocked_at is null))
);
comment on table public.referrals is 'Who signed up by whose link. blocked_for: why it brings nothing; the row stays, so that the reason can be given.';
create index referrals_of_referrer on public.referrals (referrer, signed_up_at);

create function private.new_referral_code() returns text
language sql volatile set search_path = '' as $$
  -- Thirty letters and digits; 256 is not a multiple of them, and what lies beyond is thrown away.
  select string_agg(substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', 1 + byte % 30, 1), '' order by place)
  from (
    select get_byte(bytes, place) as byte, place from (select extensions.gen_random_bytes(64) as bytes) as drawn, generate_series(0, 63) as place
    where get_byte(bytes, place) < 240 order by place limit 7
  ) as fair
$$;
comment on function private.new_referral_code() is 'Seven of thirty letters and digits, each as likely: one of 21.9 thousand million.';

create function private.may_refer(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where id = member and not is_anonymous and deleted_at is null)
    and not exists (select from public.staff where user_id = member)
    and not exists (select from public.member_suspensions where user_id = member and reinstated_at is null)
$$;
comment on function private.may_refer(uuid) is 'Whether an account takes part: no staff, nobody suspended, nobody who only tries.';

create function private.note_browser(member uuid, visitor uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.member_browsers (user_id, visitor)
  select member, note_browser.visitor where visitor is not null and (select count(*) from private.member_browsers where user_id = member) < 50
  on conflict do nothing
$$;
comment on function private.note_browser(uuid, uuid) is 'Remembers a browser as a member''s; fifty at most.';

create function public.open_referral(visitor uuid default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  own text;
begin
  if me is null or not private.may_refer(me) then return null; end if;
  perform private.note_browser(me, visitor);
  loop
    select code into own from public.referral_codes where user_id = me;
    if found then return own; end if;
    insert into public.referral_codes (user_id, code) values (me, private.new_referral_code()) on conflict do nothing;
  end loop;
end
$$;
comment on function public.open_referral(uuid) is 'The caller''s code, made at the first call; null for who takes no part (staff, a trial, a suspended account). visitor is the browser''s random number.';

create function public.record_referral_click(code text, visitor uuid default null, counted boolean default false) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  own constant text := upper(left(code, 16));
  today constant date := (now() at time zone 'Europe/Paris')::date;
  agent constant text := coalesce(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', '');
  automatic constant boolean :=
    agent = '' or agent ~* 'bot|crawl|spider|slurp|preview|facebookexternalhit|headless|lighthouse|curl|wget|python|monitor';
begin
  if not exists (select from public.referral_codes where referral_codes.code = own) then return false; end if;
  -- Whoever calls this in a loop counts a thousand a day, and fills a thousand rows with numbers of their own, not a disk.
  if visitor is null then
    if not automatic then
      insert into private.referral_click_days (code, day, clicks) values (own, today, 1)
      on conflict on constraint referral_click_days_pkey do update set clicks = referral_click_days.clicks + 1 where referral_click_days.clicks < 1000;
    end if;
    return true;
  end if;
  update private.referral_clicks set again = least(again + 1, 1000000) where referral_clicks.code = own and referral_clicks.visitor = record_referral_click.visitor;
  if found then return true; end if;
  if (select count(*) from private.referral_clicks where referral_clicks.code = own and first_at > now() - interval '1 day') >= 1000 then return true; end if;
  insert into private.referral_clicks (code, visitor, robot) values (own, visitor, automatic) on conflict do nothing;
  if found and counted and not automatic then
    update private.referral_click_days set clicks = clicks - 1
    where referral_click_days.code = own and day = today and clicks > 0;
  end if;
  return true;
end
$$;
comment on function public.record_referral_click(text, uuid, boolean) is 'Counts an opened link; false when nobody has that code. visitor is the number of a browser that agreed to be remembered, counted once; without one each opening counts. counted: this opening was counted without a number before, and is not counted twice. Anybody may call it, so what it adds is bounded by the day.';

create function private.mailbox_mark(mailbox text) returns text
language sql stable security definer set search_path = '' as $$
  select encode(extensions.hmac(convert_to(mailbox, 'utf8'), key, 'sha256'), 'hex') from private.former_mailbox_key
$$;
comment on function private.mailbox_mark(text) is 'A mailbox''s key as a keyed hash.';

create function private.referral_block(referrer uuid, lead public.leads, visitor uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not private.may_refer(referrer) or exists (select from public.staff where user_id = lead.user_id) then 'staff'
    when exists (select from public.leads as own where own.user_id = referrer and own.email_key = lead.email_key) then 'own_mailbox'
    when exists (
      select from public.leads as own left join public.profiles as profile on profile.id = own.user_id
      where own.user_id = referrer and lead.phone in (own.phone, profile.phone)
    ) then 'own_phone'
    -- Of the referrer or of another account: a browser brings one member.
    when exists (select from private.member_browsers as known where known.visitor = referral_block.visitor and known.user_id <> lead.user_id) then 'own_browser'
    when exists (select from public.leads as other where other.id <> lead.id and other.email_key = lead.email_key)
      or exists (select from public.leads as other where other.id <> lead.id and other.phone = lead.phone)
      or exists (select from private.former_mailboxes where mark = private.mailbox_mark(lead.email_key)) then 'returning'
  end
$$;
comment on function private.referral_block(uuid, public.leads, uuid) is 'Why a sign-up does not count for a referrer, or null.';

create function private.attribute_lead(lead public.leads, code text, visitor uuid, memory text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  agreed constant boolean := coalesce(memory ~ '^[1-9][0-9]{0,3}$', false);
  -- Nobody's number is kept who did not agree to it.
  browser constant uuid := case when agreed then visitor end;
  touch record;
  owner uuid;
  reason text;
begin
  -- First touch: the earliest link that this browser opened while touches count; without one the link of this very visit.
  select clicks.code, clicks.first_at into touch from private.referral_clicks as clicks
  where clicks.visitor = browser and clicks.first_at > now() - make_interval(days => (select attribution_days from public.referral_settings))
  order by clicks.first_at, clicks.code limit 1;
  if not found then select upper(left(attribute_lead.code, 16)) as code, now() as first_at into touch; end if;
  select user_id into owner from public.referral_codes as codes where codes.code = touch.code;
  if owner is not null and owner <> lead.user_id then
    reason := private.referral_block(owner, lead, browser);
    insert into public.referrals (referrer, referred, touched_at, signed_up_at, blocked_for, blocked_at)
    values (owner, lead.user_id, touch.first_at, lead.created_at, reason, case when reason is not null then now() end)
    on conflict (referred) do nothing;
  end if;
  perform private.note_browser(lead.user_id, browser);
  if agreed then
    insert into public.consents (user_id, kind, granted, version, locale, source)
    select lead.user_id, 'referral_memory', true, memory, profile.locale, 'signup' from public.profiles as profile
    where profile.id = lead.user_id
      and not exists (select from public.consents where user_id = lead.user_id and kind = 'referral_memory');
  end if;
end
$$;
comment on function private.attribute_lead(public.leads, text, uuid, text) is 'Keeps whose link brought a lead. memory: the version of the question that this browser answered with yes, or null; it goes among the consents.';

create function private.attribute_referral() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb;
begin
  select coalesce(raw_user_meta_data, '{}') into given from auth.users where id = new.user_id;
  perform private.attribute_lead(
    new,
    coalesce(given ->> 'referral', new.campaign ->> 'ref'),
    substring(given ->> 'visitor' from '^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$')::uuid,
    given ->> 'referral_memory'
  );
  return null;
end
$$;
comment on function private.attribute_referral() is 'Whose link brought a new lead, in the transaction of the sign-up.';
create trigger attribute_referral after insert on public.leads for each row execute function private.attribute_referral();

create function public.claim_referral(code text, visitor uuid default null, memory text default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  lead public.leads;
begin
  -- Locked, so that two pages that come back at once claim once.
  select leads.* into lead from public.leads join auth.users on users.id = leads.user_id
  where leads.user_id = me and users.created_at > now() - interval '1 hour'
    and coalesce(users.raw_app_meta_data ->> 'provider', 'email') not in ('email', 'phone')
    and not exists (select from public.referrals where referred = me)
  for update of leads;
  if not found then return false; end if;
  perform private.attribute_lead(lead, code, visitor, memory);
  return exists (select from public.referrals where referred = me);
end
$$;
comment on function public.claim_referral(text, uuid, text) is 'Who signed up through a provider carries no word of ours in the sign-up: the page they come back to says it, within the hour, once. False when there was nothing to claim.';

create function private.remember_mailbox() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_key is not null then
    insert into private.former_mailboxes (mark, left_at) values (private.mailbox_mark(old.email_key), now())
    on conflict (mark) do update set left_at = excluded.left_at;
  end if;
  return null;
end
$$;
comment on function private.remember_mailbox() is 'An account that goes leaves a hash of its mailbox for a year.';
create trigger remember_mailbox after delete on public.leads for each row execute function private.remember_mailbox();

create function private.trim_referrals(moment timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone int;
begin
  delete from private.former_mailboxes where left_at < least(moment, now()) - interval '1 year';
  with old as (
    delete from private.referral_clicks
    where first_at < least(moment, now()) - make_interval(days => (select attribution_days from public.referral_settings))
    returning code, first_at, robot
  ), kept as (
    insert into private.referral_click_days (code, day, clicks)
    select code, (first_at at time zone 'Europe/Paris')::date, count(*) from old where not robot group by 1, 2
    on conflict (code, day) do update set clicks = referral_click_days.clicks + excluded.clicks
  )
  select count(*) into gone from old;
  return gone;
end
$$;
comment on function private.trim_referrals(timestamptz) is 'Sums up and removes the clicks that no sign-up can count any more, and forgets mailboxes after a year. Returns how many clicks went.';

-- Row-level security -------------------------------------------------------------------------------------------------
alter table public.referral_settings enable row level security;
create policy "members read the rules" on public.referral_settings for select to authenticated using (true);
create policy "admins change the rules" on public.referral_settings for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');
alter table public.referral_codes enable row level security;
create policy "members read their own code, admins every one" on public.referral_codes for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');
alter table public.referrals enable row level security;
-- A referrer sees numbers (my_referral), never who it was.
create policy "admins read the referrals" on public.referrals for select to authenticated
  using ((select public.current_staff_role()) = 'admin');
alter table private.referral_clicks enable row level security;
alter table private.referral_click_days enable row level security;
alter table private.member_browsers enable row level security;
alter table private.former_mailboxes enable row level security;
alter table private.former_mailbox_key enable row level security;

revoke all on public.referral_settings, public.referral_codes, public.referrals from anon, authenticated, service_role;
grant select on public.referral_settings, public.referral_codes, public.referrals to authenticated;
grant update (attribution_days, commission_months, hold_days, payout_minimum, wallet_hold_hours) on public.referral_settings to authenticated;
revoke all on private.referral_clicks, private.referral_click_days, private.member_browsers, private.former_mailboxes, private.former_mailbox_key
from anon, authenticated, service_role;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.new_referral_code(), private.may_refer(uuid), private.note_browser(uuid, uuid), public.open_referral(uuid),
  public.record_referral_click(text, uuid, boolean), private.attribute_lead(public.leads, text, uuid, text),
  public.claim_referral(text, uuid, text), private.mailbox_mark(text), private.referral_block(uuid, public.leads, uuid),
  private.attribute_referral(), private.remember_mailbox(), private.trim_referrals(timestamptz)
from public, anon, authenticated, service_role;
grant execute on function public.open_referral(uuid), public.claim_referral(text, uuid, text) to authenticated;
grant execute on function public.record_referral_click(text, uuid, boolean) to anon, authenticated;

insert into private.personal_data (subject, condition, exported, hidden, omitted, fate, reason) values
  ('public.referral_codes', 'user_id = $1', true, false, '{}', 'goes', null),
  ('public.referrals', 'referred = $1', true, true, '{referrer}', 'goes', null),
  ('private.member_browsers', 'user_id = $1', true, true, '{}', 'goes', null);

-- supabase/schemas/referrals/wallets.sql ------------------------------------------------------------------------------
-- Wallets: where a member's payouts go. The edge function `save-wallet` alone writes, after a fresh proof of who is there and the
-- checksum of the address; a new address is paid to only after a time in which the member, told by mail, can stop it.
create function private.is_payout_asset(currency text, network text) returns boolean
language sql immutable set search_path = '' as $$
  select (currency, network) in (
    ('USDT', 'tron'), ('USDT', 'ethereum'), ('USDT', 'bnb'), ('USDT', 'solana'), ('USDC', 'ethereum'), ('USDC', 'bnb'), ('USDC', 'solana'),
    ('BTC', 'bitcoin'), ('ETH', 'ethereum'), ('SOL', 'solana')
  )
$$;
comment on function private.is_payout_asset(text, text) is 'Whether payouts are made in a currency on a network.';

create function private.is_address_shape(network text, address text) returns boolean
language sql immutable set search_path = '' as $$
  select address ~ case network
    when 'bitcoin' then '^(bc1[a-z0-9]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$'
    when 'tron' then '^T[1-9A-HJ-NP-Za-km-z]{33}$'
    when 'solana' then '^[1-9A-HJ-NP-Za-km-z]{32,44}$'
    else '^0x[0-9a-fA-F]{40}$'
  end
$$;
comment on function private.is_address_shape(text, text) is 'The outer form of an address; its checksum is the function save-wallet''s to check.';

create table public.wallets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  currency text not null,
  network text not null,
  address text not null,
  unprotected boolean not null,
  typed boolean not null,
  saved_at timestamptz not null default now(),
  usable_at timestamptz not null,
  replaced_at timestamptz,
  stopped_at timestamptz,
  check (private.is_payout_asset(currency, network)),
  check (private.is_address_shape(network, address)),
  check (usable_at >= saved_at)
);
comment on table public.wallets is 'Every address a member gave. The current one is neither replaced nor stopped. unprotected: no checksum would have caught a wrong character. typed: by hand, not pasted.';
create unique index wallets_current on public.wallets (user_id) where replaced_at is null and stopped_at is null;
create index wallets_of_member on public.wallets (user_id, saved_at desc);

create function private.wallet_token(wallet uuid) returns text
language sql stable security definer set search_path = '' as $$
  select translate(encode(uuid_send(wallet) || substr(extensions.hmac('wallet'::bytea || uuid_send(wallet), key, 'sha256'), 1, 17), 'base64'), E'+/\n', '-_')
  from private.unsubscribe_key
$$;
comment on function private.wallet_token(uuid) is '44 characters: the wallet and a 136-bit HMAC-SHA-256 over it. Whoever holds it may stop the change.';

create function private.read_wallet_token(token text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  wallet uuid;
begin
  if token ~ '^[A-Za-z0-9_-]{44}$' then
    wallet := encode(substr(decode(translate(token, '-_', '+/'), 'base64'), 1, 16), 'hex')::uuid;
    -- Both sides are hashed once more: how far two texts agree shows in how long they are compared.
    if extensions.digest(token, 'sha256') = extensions.digest(private.wallet_token(wallet), 'sha256') then return wallet; end if;
  end if;
  raise exception 'invalid_token' using errcode = '22023';
end
$$;
comment on function private.read_wallet_token(text) is 'Which change a link is about; refuses what was not written here.';

create function public.store_wallet(member uuid, currency text, network text, address text, unprotected boolean, typed boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hold constant int := (select wallet_hold_hours from public.referral_settings);
  stored public.wallets;
begin
  if not exists (select from auth.users where id = member and not is_anonymous) then raise exception 'not_allowed' using errcode = '42501'; end if;
  if not private.is_payout_asset(store_wallet.currency, store_wallet.network) then raise exception 'asset_unknown' using hint = 'network'; end if;
  perform from public.profiles where id = member for update;
  select * into stored from public.wallets where user_id = member and replaced_at is null and stopped_at is null;
  if found and (stored.currency, stored.network, stored.address) = (store_wallet.currency, store_wallet.network, store_wallet.address) then
    return jsonb_build_object('id', stored.id, 'usable_at', stored.usable_at, 'changed', false);
  end if;
  if (select count(*) from public.wallets where user_id = member and saved_at > now() - interval '24 hours') >= 5 then
    raise exception 'too_many_changes' using detail = 'Five in 24 hours.';
  end if;
  update public.wallets set replaced_at = now() where user_id = member and replaced_at is null and stopped_at is null;
  insert into public.wallets (user_id, currency, network, address, unprotected, typed, usable_at)
  values (member, store_wallet.currency, store_wallet.network, store_wallet.address, store_wallet.unprotected, store_wallet.typed, now() + make_interval(hours => hold))
  returning * into stored;
  perform private.tell_member(member, 'wallet_changed', jsonb_build_object(
    'At', now(), 'Currency', stored.currency, 'Network', stored.network, 'Address', stored.address, 'UsableAt', stored.usable_at,
    'StopToken', private.wallet_token(stored.id)), '/parrainage');
  return jsonb_build_object('id', stored.id, 'usable_at', stored.usable_at, 'changed', true);
end
$$;
comment on function public.store_wallet(uuid, text, text, text, boolean, boolean) is 'Makes an address the member''s, holds payouts to it and tells them by mail: {id, usable_at, changed}. For the function save-wallet alone, which has checked who asks and the address. Refuses with not_allowed, asset_unknown, too_many_changes.';

create function public.wallet_change_state(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'currency', currency, 'network', network, 'address', left(address, 6) || '…' || right(address, 6), 'saved_at', saved_at, 'usable_at', usable_at,
    'state', case when stopped_at is not null then 'stopped' when usable_at <= now() then 'too_late' else 'held' end)
  from public.wallets where id = private.read_wallet_token(token)
$$;
comment on function public.wallet_change_state(text) is 'What the link of a mail would stop: {currency, network, address (shortened), saved_at, usable_at, state: held, stopped or too_late}; null when the account is gone. Changes nothing.';

create function public.stop_wallet_change(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  change public.wallets;
begin
  select * into change from public.wallets where id = private.read_wallet_token(token);
  if not found then return null; end if;
  perform from public.profiles where id = change.user_id for update;
  select * into change from public.wallets where id = change.id;
  if change.stopped_at is null and change.usable_at > now() then
    -- Whoever changed it once may have changed it again: what followed goes too, and the one before comes back.
    update public.wallets set stopped_at = now() where user_id = change.user_id and saved_at >= change.saved_at and stopped_at is null;
    update public.wallets set replaced_at = null where id = (
      select id from public.wallets where user_id = change.user_id and saved_at < change.saved_at and stopped_at is null order by saved_at desc limit 1
    );
    delete from auth.sessions where user_id = change.user_id;
    perform private.tell_member(change.user_id, 'wallet_stopped', jsonb_build_object(
      'At', now(), 'Currency', change.currency, 'Network', change.network, 'Address', change.address), '/mon-compte#securite');
  end if;
  return public.wallet_change_state(token);
end
$$;
comment on function public.stop_wallet_change(text) is 'Stops a change of address while payouts are held, ends every session of the account, and brings the address before back. The token is the right to do so; nobody needs to be signed in.';

alter table public.wallets enable row level security;
create policy "members read their own wallets, admins every one" on public.wallets for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');
revoke all on public.wallets from anon, authenticated, service_role;
grant select on public.wallets to authenticated;
revoke execute on function
  private.is_payout_asset(text, text), private.is_address_shape(text, text), private.wallet_token(uuid), private.read_wallet_token(text),
  public.store_wallet(uuid, text, text, text, boolean, boolean), public.wallet_change_state(text), public.stop_wallet_change(text)
from public, anon, authenticated, service_role;
grant execute on function public.store_wallet(uuid, text, text, text, boolean, boolean) to service_role;
grant execute on function public.wallet_change_state(text), public.stop_wallet_change(text) to anon, authenticated;

insert into private.personal_data (subject, condition, exported, fate) values ('public.wallets', 'user_id = $1', true, 'goes');

-- supabase/schemas/referrals/commissions.sql --------------------------------------------------------------------------
-- Commissions: what a member earns by the payments of those they brought, for a time, on what was paid without tax. A commission is a
-- function of its payment, its refunds and its disputes: whenever one of them changes it is reckoned anew, and the books are made to
-- say the result. So the order in which facts arrive cannot change it, and a balance is always the sum of its entries.
create table public.referral_rates (
  id bigint generated always as identity primary key,
  plan text not null references public.plans (slug),
  percent numeric(5, 2) not null check (percent between 0 and 50),
  starts_at timestamptz not null default now()
);
comment on table public.referral_rates is 'What part of a payment for a plan a referrer gets, from a time on; a plan without a row brings nothing. Rows are added, never changed.';
create index referral_rates_of_plan on public.referral_rates (plan, starts_at desc);
call private.make_append_only('public.referral_rates');
call private.audit_changes('public.referral_rates');

create table public.commissions (
  id uuid primary key default gen_random_uuid(),
  -- No reference: what is in the books outlives the account, by its number alone.
  user_id uuid not null,
  payment_id uuid not null unique references public.payments (id),
  referral_id bigint references public.referrals (id) on delete set null,
  referral_number int not null,
  payment_number int not null,
  plan text not null,
  percent numeric(5, 2) not null,
  paid bigint not null check (paid >= 0),
  kept bigint not null check (kept between 0 and paid),
  amount bigint not null check (amount >= 0),
  currency text not null,
  earned_at timestamptz not null,
  due_at timestamptz not null,
  voided_for text check (voided_for in ('refund', 'dispute', 'blocked')),
  disputed boolean not null default false,
  check (due_at >= earned_at)
);
comment on table public.commissions is 'One row a payment that brings something. paid: its net amount; kept: what of it was not given back; amount: the percentage of that, rounded half up. referral_number: the referrer''s how-manieth sign-up; payment_number: that person''s how-manieth payment. voided_for: why amount is less than it began with.';
create index commissions_of_member on public.commissions (user_id, earned_at desc, id);
create index commissions_of_referral on public.commissions (referral_id);

create function private.methods_of(member uuid) returns table (provider text, fingerprint text)
language sql stable set search_path = '' as $$
  select distinct told.provider, told.fingerprint from private.provider_events as told
  join public.payments as pay on pay.provider = told.provider and pay.provider_payment = told.event ->> 'payment' and pay.paid_at is not null
  where told.member = methods_of.member and told.fingerprint is not null
$$;
comment on function private.methods_of(uuid) is 'The means that a member has paid with, as their providers know them.';

create function private.block_own_methods(pay public.payments) returns void
language plpgsql volatile set search_path = '' as $$
declare
  known record;
begin
  if pay.paid_at is null then return; end if;
  -- Whichever of the two pays first with it: a card that both pay with is the referrer's own.
  for known in
    select origin.id from public.referrals as origin where pay.user_id in (origin.referred, origin.referrer) and origin.blocked_for is null
      and exists (select * from private.methods_of(origin.referred) intersect select * from private.methods_of(origin.referrer))
  loop
    perform private.block_referral(known.id, 'own_payment_method');
  end loop;
end
$$;
comment on function private.block_own_methods(public.payments) is 'Blocks the referrals of who pays where both ends have paid with the same means.';

create function private.settle_commission(payment uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rules public.referral_settings;
  pay public.payments;
  origin public.referrals;
  contract public.subscriptions;
  own public.commissions;
  first_paid timestamptz;
  rate numeric;
  given_back bigint;
begin
  select * into strict rules from public.referral_settings;
  select * into pay from public.payments where id = payment;
  perform private.block_own_methods(pay);
  select * into own from public.commissions where payment_id = pay.id for update;
  if not found then
    if pay.paid_at is null or pay.net = 0 then return; end if;
    select * into origin from public.referrals where referred = pay.user_id;
    if not found or origin.blocked_for is not null or not private.may_refer(origin.referrer) or pay.currency <> rules.currency then return; end if;
    select * into contract from public.subscriptions where id = pay.subscription_id;
    select min(paid_at) into first_paid from public.payments where user_id = pay.user_id and paid_at is not null and net > 0;
    if pay.paid_at >= first_paid + make_interval(months => rules.commission_months) then return; end if;
    select percent into rate from public.referral_rates
    where plan = coalesce((select plan from public.checkouts where id = pay.checkout_id), contract.plan) and starts_at <= greatest(pay.paid_at, pay.created_at)
    order by starts_at desc, id desc limit 1;
    if coalesce(rate, 0) = 0 then return; end if;
    insert into public.commissions (
      user_id, payment_id, referral_id, referral_number, payment_number, plan, percent, paid, kept, amount, currency, earned_at, due_at
    ) values (
      origin.referrer, pay.id, origin.id,
      (select count(*) from public.referrals where referrer = origin.referrer and id <= origin.id),
      (select count(*) from public.payments where user_id = pay.user_id and net > 0 and paid_at <= pay.paid_at),
      coalesce((select plan from public.checkouts where id = pay.checkout_id), contract.plan), rate, pay.net, pay.net, 0, pay.currency, pay.paid_at,
      greatest(pay.paid_at + make_interval(days => rules.hold_days), contract.withdraw_until)
    ) returning * into own;
  end if;
  -- A refund that is asked for counts at once: it comes back only if it fails.
  select coalesce(sum(net), 0) into given_back from public.refunds where payment_id = pay.id and state <> 'failed';
  own.paid := pay.net;
  own.voided_for := case
    when exists (select from public.referrals where id = own.referral_id and blocked_for is not null) then 'blocked'
    when pay.state = 'lost' then 'dispute' when given_back > 0 or pay.paid_at is null then 'refund' end;
  own.kept := case when own.voided_for in ('blocked', 'dispute') or pay.paid_at is null then 0 else greatest(pay.net - given_back, 0) end;
  own.amount := private.half_up(own.kept * own.percent / 100);
  own.disputed := pay.state = 'disputed';
  update public.commissions set paid = own.paid, kept = own.kept, amount = own.amount, voided_for = own.voided_for, disputed = own.disputed
  where id = own.id and (paid, kept, amount, voided_for, disputed) is distinct from (own.paid, own.kept, own.amount, own.voided_for, own.disputed);
  perform private.post_entries('commission:' || own.id, jsonb_build_object('commission', own.amount, 'payable:' || own.user_id, -own.amount),
    own.currency, own.earned_at, own.user_id);
end
$$;
comment on function private.settle_commission(uuid) is 'Makes the commission of a payment what its facts say: made at the first success, lessened by refunds, nothing after a lost dispute or for a referral that is blocked. Doing it again changes nothing.';

create function private.block_referral(referral bigint, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.referrals set blocked_for = reason, blocked_at = now() where id = referral and blocked_for is null;
  perform private.settle_commission(payment_id) from public.commissions where referral_id = referral;
end
$$;
comment on function private.block_referral(bigint, text) is 'A referral that turned out not to count: what it brought is taken back, in the books too.';

create function private.follow_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.settle_commission(new.id);
  return null;
end
$$;
comment on function private.follow_payment() is 'A commission follows its payment, in the payment''s transaction.';
create trigger follow_payment after insert or update on public.payments for each row execute function private.follow_payment();

create function private.follow_money_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.settle_commission(new.payment_id);
  return null;
end
$$;
comment on function private.follow_money_back() is 'A commission follows what is given back of its payment.';
create trigger follow_refund after insert or update on public.refunds for each row execute function private.follow_money_back();
create trigger follow_dispute after insert or update on public.disputes for each row execute function private.follow_money_back();

alter table public.referral_rates enable row level security;
create policy "members read the rates" on public.referral_rates for select to authenticated using (true);
create policy "admins add rates" on public.referral_rates for insert to authenticated with check ((select public.writing_staff_role()) = 'admin' and starts_at >= now());
alter table public.commissions enable row level security;
create policy "members read their own commissions, admins every one" on public.commissions for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');
revoke all on public.referral_rates, public.commissions from anon, authenticated, service_role;
grant select on public.referral_rates to authenticated;
grant insert (plan, percent, starts_at) on public.referral_rates to authenticated;
-- Not whose payment it was: a referrer is told numbers.
grant select (id, user_id, referral_number, payment_number, plan, percent, paid, kept, amount, currency, earned_at, due_at, voided_for, disputed)
on public.commissions to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.methods_of(uuid), private.block_own_methods(public.payments), private.settle_commission(uuid), private.block_referral(bigint, text), private.follow_payment(), private.follow_money_back()
from public, anon, authenticated, service_role;

insert into private.personal_data (subject, condition, exported, hidden, fate, reason) values
  ('public.commissions', 'user_id = $1', true, false, 'kept', 'Books are kept ten years, by the account''s number alone (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).');

-- supabase/schemas/referrals/payouts.sql ------------------------------------------------------------------------------
-- Payouts: what is due is asked for by the member, frozen in the books, approved in batches by an admin, sent by hand from the
-- operator's own wallet, and closed with the transaction that everybody can look up. What fails comes back.
create table public.payout_batches (
  id bigint generated always as identity primary key,
  made_by uuid not null,
  made_at timestamptz not null default now()
);
comment on table public.payout_batches is 'Payouts that were approved together, and by whom.';

create table public.payouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  wallet_id uuid references public.wallets (id) on delete set null,
  amount bigint not null check (amount > 0),
  currency text not null,
  asset text not null,
  network text not null,
  address text not null,
  state text not null default 'requested' check (state in ('requested', 'approved', 'paid', 'failed', 'cancelled')),
  batch_id bigint references public.payout_batches (id),
  requested_at timestamptz not null default now(),
  approved_at timestamptz,
  closed_at timestamptz,
  transaction_hash text,
  -- What was sent: so much of the asset, at a price of currency (whole units) for one of it.
  sent numeric(38, 18) check (sent > 0),
  rate numeric(38, 18) check (rate > 0),
  reason text check (length(reason) <= 500),
  check (private.is_payout_asset(asset, network)),
  check ((state in ('paid', 'failed', 'cancelled')) = (closed_at is not null)),
  check ((state = 'paid') = (transaction_hash is not null)),
  check ((state = 'paid') = (sent is not null and rate is not null)),
  check (state <> 'approved' or batch_id is not null)
);
comment on table public.payouts is 'amount and currency are what is owed; asset, network and address where it goes. Whoever sends it reckons the amount of the asset at the hour of sending, and notes it with its rate.';
-- Two requests at once: one.
create unique index payouts_open on public.payouts (user_id) where state in ('requested', 'approved');
create index payouts_of_member on public.payouts (user_id, requested_at desc);
create index payouts_of_batch on public.payouts (batch_id);
create index payouts_of_wallet on public.payouts (wallet_id);
create index payouts_of_address on public.payouts (lower(address));
create index wallets_of_address on public.wallets (lower(address));
create index payouts_of_transaction on public.payouts (transaction_hash) where transaction_hash is not null;
create index payouts_newest on public.payouts (requested_at desc, id);
call private.audit_changes('public.payouts');
call private.audit_changes('public.payout_batches');

create function private.is_transaction_hash(network text, hash text) returns boolean
language sql immutable set search_path = '' as $$
  select hash ~ case network
    when 'bitcoin' then '^[0-9a-f]{64}$' when 'tron' then '^[0-9a-f]{64}$' when 'solana' then '^[1-9A-HJ-NP-Za-km-z]{64,88}$' else '^0x[0-9a-f]{64}$' end
$$;
comment on function private.is_transaction_hash(text, text) is 'Whether text is written as a network writes a transaction; that there is such a one only the network knows.';

create function private.is_positive(written text) returns boolean
language sql immutable set search_path = '' as $$ select coalesce(written ~ '^[0-9]{1,20}(\.[0-9]{1,18})?$' and written ~ '[1-9]', false) $$;
comment on function private.is_positive(text) is 'Whether text is a decimal above 0, with a point and at most 18 digits after it.';

create function private.book_payout(payout uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.post_entries(
    'payout:' || id,
    case when state in ('failed', 'cancelled') then '{}'::jsonb else jsonb_build_object('payable:' || user_id, amount, 'payouts', -amount) end,
    currency, requested_at, user_id)
  from public.payouts where id = payout
$$;
comment on function private.book_payout(uuid) is 'A payout is taken from what is owed as it is asked for, and given back when it fails.';

create function private.referral_balance(member uuid, moment timestamptz, out pending bigint, out due bigint, out frozen bigint, out paid bigint)
language sql stable security definer set search_path = '' as $$
  with rules as (select currency from public.referral_settings), owed as (
    select coalesce(-sum(books.amount), 0)::bigint as total from private.books, rules where account = 'payable:' || referral_balance.member and books.currency = rules.currency
  ), waiting as (
    select coalesce(sum(amount), 0)::bigint as total from public.commissions where user_id = referral_balance.member and (due_at > moment or disputed)
  ), gone as (
    select coalesce(sum(amount) filter (where state in ('requested', 'approved')), 0)::bigint as frozen,
      coalesce(sum(amount) filter (where state = 'paid'), 0)::bigint as paid
    from public.payouts where user_id = referral_balance.member
  )
  select waiting.total, owed.total - waiting.total, gone.frozen, gone.paid from owed, waiting, gone
$$;
comment on function private.referral_balance(uuid, timestamptz) is 'Minor units of the programme''s currency. pending + due is what the books owe the member; due may be below 0 after a refund of what was paid out, and is made up by what follows.';

create function public.request_payout() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  rules public.referral_settings;
  wallet public.wallets;
  owed bigint;
  made uuid;
begin
  select * into strict rules from public.referral_settings;
  if me is null or not private.may_refer(me) then raise exception 'not_allowed' using errcode = '42501'; end if;
  perform from public.profiles where id = me for update;
  if exists (select from public.payouts where user_id = me and state in ('requested', 'approved')) then raise exception 'payout_open'; end if;
  select * into wallet from public.wallets where user_id = me and replaced_at is null and stopped_at is null;
  if not found then raise exception 'wallet_missing'; end if;
  if wallet.usable_at > now() then raise exception 'wallet_held' using detail = wallet.usable_at::text; end if;
  owed := (private.referral_balance(me, now())).due;
  if owed < rules.payout_minimum then raise exception 'below_minimum' using detail = rules.payout_minimum::text; end if;
  insert into public.payouts (user_id, wallet_id, amount, currency, asset, network, address)
  values (me, wallet.id, owed, rules.currency, wallet.currency, wallet.network, wallet.address) returning id into made;
  perform private.book_payout(made);
  return made;
end
$$;
comment on function public.request_payout() is 'Asks for all that is due, to the current wallet, and freezes it. Refuses with not_allowed, payout_open, wallet_missing, wallet_held, below_minimum.';

create function private.end_payout(payout uuid, ending text, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.payouts set state = ending, closed_at = now(), reason = end_payout.reason where id = payout;
  perform private.book_payout(payout);
end
$$;
comment on function private.end_payout(uuid, text, text) is 'Ends a payout that was not sent, and gives its amount back.';

create function public.cancel_payout() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  open uuid;
begin
  perform from public.profiles where id = auth.uid() for update;
  select id into open from public.payouts where user_id = auth.uid() and state = 'requested' for update;
  if not found then return false; end if;
  perform private.end_payout(open, 'cancelled', 'member');
  return true;
end
$$;
comment on function public.cancel_payout() is 'Takes the caller''s request back while nobody has approved it; false when there is none.';

create function private.cancel_for_wallet() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_payout(id, 'cancelled', 'wallet') from public.payouts where user_id = new.user_id and state = 'requested';
  return null;
end
$$;
comment on function private.cancel_for_wallet() is 'A request to an address that is no longer the member''s is none: it is asked for anew once the new one may be paid to.';
create trigger cancel_for_wallet after insert or update of stopped_at on public.wallets for each row execute function private.cancel_for_wallet();

create function public.approve_payouts(payout_ids uuid[]) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch bigint;
  done int;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if coalesce(cardinality(payout_ids), 0) not between 1 and 500 then raise exception 'too_many_rows' using detail = 'Between 1 and 500.'; end if;
  perform from public.payouts where id = any (payout_ids) order by id for update;
  if exists (select from public.payouts where id = any (payout_ids) and (state <> 'requested' or user_id = auth.uid() or not private.may_refer(user_id))) then
    raise exception 'not_requested';
  end if;
  -- What was refunded since they asked is missing: nobody is paid what is no longer theirs.
  if exists (select from unnest(array(select distinct user_id from public.payouts where id = any (payout_ids))) as asked (member),
    private.referral_balance(asked.member, now()) as balance where balance.due < 0)
  then
    raise exception 'not_covered';
  end if;
  insert into public.payout_batches (made_by) values (auth.uid()) returning id into batch;
  update public.payouts set state = 'approved', approved_at = now(), batch_id = batch where id = any (payout_ids);
  get diagnostics done = row_count;
  if done <> (select count(distinct id) from unnest(payout_ids) as id) then raise exception 'not_requested'; end if;
  return batch;
end
$$;
comment on function public.approve_payouts(uuid[]) is 'Approves requests as one batch, all or none, and gives its number. Refuses with not_admin, not_requested (another state, one''s own, or an account that takes no part any more), not_covered (their balance is below 0 by now), too_many_rows.';

create function public.close_payout(payout_id uuid, hash text, sent text, rate text, known boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  open public.payouts;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into open from public.payouts where id = payout_id for update;
  if not found or open.state <> 'approved' then raise exception 'not_approved'; end if;
  if not coalesce(private.is_transaction_hash(open.network, btrim(hash)), false) then raise exception 'hash_invalid' using hint = 'hash'; end if;
  if not private.is_positive(close_payout.sent) then raise exception 'sent_invalid' using hint = 'sent'; end if;
  if not private.is_positive(close_payout.rate) then raise exception 'rate_invalid' using hint = 'rate'; end if;
  -- One transaction may pay a whole batch; elsewhere the same one is most likely pasted twice.
  if not coalesce(known, false) and exists (select from public.payouts as other
    where other.transaction_hash = btrim(hash) and other.network = open.network and other.batch_id is distinct from open.batch_id)
  then raise exception 'hash_used' using hint = 'hash'; end if;
  update public.payouts set state = 'paid', closed_at = now(), transaction_hash = btrim(hash), sent = close_payout.sent::numeric, rate = close_payout.rate::numeric where id = payout_id;
  perform private.book_payout(payout_id);
  perform private.tell_member(open.user_id, 'payout_paid', jsonb_build_object(
    'At', now(), 'PayoutAmount', open.amount, 'PayoutCurrency', open.currency, 'Currency', open.asset, 'Network', open.network, 'Address', open.address,
    'TransactionHash', btrim(hash)), '/parrainage');
end
$$;
comment on function public.close_payout(uuid, text, text, text, boolean) is 'Notes the transaction that paid an approved payout, how much of the asset it sent and at what rate (units of the payout''s currency for one; both decimal text), and tells the member. Refuses with not_admin, not_approved, hash_invalid, sent_invalid, rate_invalid, and hash_used where a payout of another batch has the same transaction and known does not say that this is right.';

create function public.fail_payout(payout_id uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  open public.payouts;
  words constant text := private.cleaned(fail_payout.reason, 500);
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if length(words) < 3 then raise exception 'reason_missing' using hint = 'reason'; end if;
  select * into open from public.payouts where id = payout_id for update;
  if not found or open.state not in ('requested', 'approved') then raise exception 'not_open'; end if;
  perform private.end_payout(payout_id, 'failed', words);
  perform private.tell_member(open.user_id, 'payout_failed', jsonb_build_object(
    'At', now(), 'PayoutAmount', open.amount, 'PayoutCurrency', open.currency, 'Currency', open.asset, 'Network', open.network, 'Address', open.address,
    'Reason', words), '/parrainage');
end
$$;
comment on function public.fail_payout(uuid, text) is 'Ends a payout that could not or must not be sent; the amount is the member''s again and they are told why. Refuses with not_admin, not_open, reason_missing.';

create function public.list_payouts(
  of_state text default null, of_batch bigint default null, before_at timestamptz default null, before_id uuid default null, most int default 50
)
returns table (
  id uuid, user_id uuid, username text, email text, amount bigint, currency text, asset text, network text, address text, unprotected boolean, state text,
  batch_id bigint, requested_at timestamptz, approved_at timestamptz, closed_at timestamptz, transaction_hash text, reason text, referrals int, payers int, balance bigint,
  same_address int
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return query
    select payout.id, payout.user_id, profile.username, account.email::text, payout.amount, payout.currency, payout.asset, payout.network, payout.address,
      wallet.unprotected, payout.state, payout.batch_id, payout.requested_at, payout.approved_at, payout.closed_at, payout.transaction_hash, payout.reason,
      (select count(*)::int from public.referrals where referrer = payout.user_id),
      (select count(distinct referral_id)::int from public.commissions where commissions.user_id = payout.user_id and commissions.amount > 0),
      (private.referral_balance(payout.user_id, now())).due,
      (select count(distinct known.user_id)::int from (
        select wallets.user_id from public.wallets where lower(wallets.address) = lower(payout.address)
        union all select other.user_id from public.payouts as other where lower(other.address) = lower(payout.address)
      ) as known where known.user_id <> payout.user_id)
    from public.payouts as payout left join public.profiles as profile on profile.id = payout.user_id
      left join auth.users as account on account.id = payout.user_id left join public.wallets as wallet on wallet.id = payout.wallet_id
    where (of_state is null or payout.state = of_state) and (of_batch is null or payout.batch_id = of_batch) and (before_at is null or (payout.requested_at, payout.id) < (before_at, before_id))
    order by payout.requested_at desc, payout.id desc limit least(greatest(coalesce(most, 50), 1), 501);
end
$$;
comment on function public.list_payouts(text, bigint, timestamptz, uuid, int) is 'For admins: payouts, of a state or of a batch, newest first, with who asked, how many they referred and how many of those paid, what is due to them now beside what they asked for (balance, below 0 when more was refunded), and how many other accounts ever had the same address. At most 501 at once.';

create function public.my_referral() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  rules public.referral_settings;
  own_code text;
begin
  select * into strict rules from public.referral_settings;
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  select code into own_code from public.referral_codes where user_id = me;
  return jsonb_build_object(
    'allowed', private.may_refer(me), 'code', own_code,
    'rules', to_jsonb(rules) - 'only_row' || jsonb_build_object('rates', (
      select coalesce(jsonb_agg(jsonb_build_object('plan', rate.plan, 'name', sold.name, 'percent', rate.percent) order by sold.sort), '[]')
      from (select distinct on (referral_rates.plan) * from public.referral_rates where starts_at <= now() order by referral_rates.plan, starts_at desc, id desc) as rate
        join public.plans as sold on sold.slug = rate.plan and private.is_on_sale(sold, now())
    )),
    'funnel', jsonb_build_object(
      'clicks', (select count(*) from private.referral_clicks where code = own_code and not robot)
        + (select coalesce(sum(clicks), 0) from private.referral_click_days where code = own_code),
      'sign_ups', (select count(*) from public.referrals where referrer = me and blocked_for is null),
      'blocked', (select count(*) from public.referrals where referrer = me and blocked_for is not null),
      'conversions', (select count(distinct referral_number) from public.commissions where user_id = me)
    ),
    'balance', (select to_jsonb(balance) from private.referral_balance(me, now()) as balance),
    'months', (
      select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'amount', (
        select coalesce(sum(amount), 0) from public.commissions
        where user_id = me and earned_at >= month at time zone 'Europe/Paris' and earned_at < (month + interval '1 month') at time zone 'Europe/Paris'
      )) order by month)
      from generate_series(date_trunc('month', now() at time zone 'Europe/Paris') - interval '11 months', date_trunc('month', now() at time zone 'Europe/Paris'), interval '1 month') as month
    ),
    'wallet', (
      select jsonb_build_object('currency', currency, 'network', network, 'address', address, 'saved_at', saved_at, 'usable_at', usable_at, 'unprotected', unprotected)
      from public.wallets where user_id = me and replaced_at is null and stopped_at is null
    )
  );
end
$$;
comment on function public.my_referral() is 'The caller''s programme: {allowed, code, rules {…, rates}, funnel {clicks, sign_ups, blocked, conversions}, balance {pending, due, frozen, paid}, months [{month, amount}], wallet}. Amounts in minor units of rules.currency.';

alter table public.payouts enable row level security;
create policy "members read their own payouts, admins every one" on public.payouts for select to authenticated
  using ((select auth.uid()) = user_id or (select public.current_staff_role()) = 'admin');
alter table public.payout_batches enable row level security;
create policy "admins read the batches" on public.payout_batches for select to authenticated using ((select public.current_staff_role()) = 'admin');
revoke all on public.payouts, public.payout_batches from anon, authenticated, service_role;
grant select on public.payouts, public.payout_batches to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.is_transaction_hash(text, text), private.is_positive(text), private.book_payout(uuid), private.referral_balance(uuid, timestamptz), public.request_payout(),
  private.end_payout(uuid, text, text), public.cancel_payout(), private.cancel_for_wallet(), public.approve_payouts(uuid[]), public.close_payout(uuid, text, text, text, boolean),
  public.fail_payout(uuid, text), public.list_payouts(text, bigint, timestamptz, uuid, int), public.my_referral()
from public, anon, authenticated, service_role;
grant execute on function
  public.request_payout(), public.cancel_payout(), public.approve_payouts(uuid[]), public.close_payout(uuid, text, text, text, boolean), public.fail_payout(uuid, text),
  public.list_payouts(text, bigint, timestamptz, uuid, int), public.my_referral()
to authenticated;

insert into private.personal_data (subject, condition, exported, hidden, fate, reason) values
  ('public.payouts', 'user_id = $1', true, false, 'kept', 'Books are kept ten years, by the account''s number alone (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).'),
  ('public.payout_batches', 'made_by = $1', true, true, 'kept', 'Who approved what is kept with the books (Code de commerce, art. L123-22); only staff do.');

-- supabase/schemas/office/demonstration_money.sql ---------------------------------------------------------------------
-- The demonstration's members (supabase/seed/048_demo_money.sql) are marked by addresses that cannot exist: RFC 2606 keeps .invalid for that.
create function public.demonstration_members() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (
    select count(distinct paying.user_id) from public.subscriptions as paying join auth.users as account on account.id = paying.user_id
    where account.email like '%@demonstration.invalid'
  );
end
$$;
comment on function public.demonstration_members() is 'For admins: how many members with contracts belong to the demonstration; screens of money say so while there are any.';
revoke execute on function public.demonstration_members() from public, anon, authenticated, service_role;
grant execute on function public.demonstration_members() to authenticated;

-- supabase/schemas/office/office_feeds.sql ----------------------------------------------------------------------------
-- What staff see of the feeds: each class with its source and state, what was refused of it in the last day, and which minutes the
-- outcomes wait for or passed over.
create function public.office_feeds() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is null then raise exception 'not_staff' using errcode = '42501'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'class', feeds.class, 'source', feeds.source, 'state', feeds.state, 'reason', feeds.reason, 'since', feeds.since,
      'last_bar_at', feeds.last_bar_at, 'last_quote_at', feeds.last_quote_at, 'seen_at', feeds.seen_at,
      'refused', (
        select coalesce(jsonb_agg(jsonb_build_object('symbol', symbol, 'reason', reason, 'times', times, 'last_at', last_at) order by times desc, symbol, reason), '[]')
        from (
          select refused.symbol, refused.reason, sum(refused.times) as times, max(refused.refused_at) as last_at
          from private.refused_market_data as refused join public.instruments using (symbol)
          where instruments.class = feeds.class and refused.refused_at > now() - interval '1 day'
          group by refused.symbol, refused.reason
        ) as counted
      ),
      'waits', (
        select coalesce(jsonb_agg(jsonb_build_object('symbol', waits.symbol, 'from', waits.gap_from, 'until', waits.gap_until, 'noticed_at', waits.noticed_at) order by waits.noticed_at, waits.symbol), '[]')
        from public.market_waits as waits join public.instruments using (symbol) where instruments.class = feeds.class
      ),
      'passed_over', (
        select coalesce(sum(extract(epoch from gaps.gap_until - gaps.gap_from) / 60), 0)::int
        from public.market_gaps as gaps join public.instruments using (symbol)
        where instruments.class = feeds.class and gaps.reason = 'no_data' and gaps.recorded_at > now() - interval '1 day'
      )
    ) order by array_position(array['forex', 'metal', 'index', 'crypto'], feeds.class)), '[]')
    from public.market_feeds as feeds
  );
end
$$;
comment on function public.office_feeds() is 'For staff: each class of instruments with its feed, what was refused in the last 24 hours (by instrument and reason, with how often), the missing minutes that outcomes wait for, and how many minutes were passed over as without data.';
revoke execute on function public.office_feeds() from public, anon, authenticated, service_role;
grant execute on function public.office_feeds() to authenticated;

-- supabase/schemas/office/office_figures.sql --------------------------------------------------------------------------
-- The figures that staff steer by, over the last days up to now, each from stored facts and nothing else. What no table holds yet
-- (lessons, tests, payments) is not in here. Numbers about members are sums: no row of a member leaves this file.
create index premium_grants_begun on public.premium_grants (starts_at);
-- All that is counted of accounts by the time they were made is read from here, without the rows.
create index members_joined on public.members (created_at) include (user_id, confirmed_at, visited) where staff_role is null;

create function private.office_sign_ups(zone text, first_day date, last_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with unit as (select case when last_day - first_day > 120 then 'week' else 'day' end as name),
  spans as (
    select number, day::date as day, greatest(day, first_day::timestamp) at time zone zone as begins
    from unit, generate_series(date_trunc(unit.name, first_day::timestamp), last_day::timestamp, ('1 ' || unit.name)::interval)
      with ordinality as span (day, number)
  ),
  -- Which span an account falls into is looked up among their beginnings: a calendar for each account would take ten times as long.
  joined as (
    select width_bucket(created_at, (select array_agg(begins order by number) from spans)) as number, count(*) as count
    from public.members
    where created_at >= (first_day - (last_day - first_day + 1))::timestamp at time zone zone
      and created_at < (last_day + 1)::timestamp at time zone zone and staff_role is null
    group by 1
  )
  select jsonb_build_object(
    'unit', (select name from unit),
    'count', (select coalesce(sum(count), 0) from joined where number > 0),
    'before', coalesce((select count from joined where number = 0), 0),
    'series', (select jsonb_agg(jsonb_build_object('day', day, 'count', coalesce(joined.count, 0)) order by day) from spans left join joined using (number))
  )
$$;
comment on function private.office_sign_ups(text, date, date) is 'Accounts made from first_day to last_day, days of `zone`, trials and staff aside: {unit: day, or week beyond 120 days, count, before: of as many days before, series: [{day, count}]}.';

create function private.office_steps(since timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- A count for each step, so that each is planned alone: a week looks into indexes, a year passes over the tables.
  select (
    select jsonb_build_object('signed_up', count(*), 'confirmed', count(member.confirmed_at), 'visited', count(*) filter (where member.visited))
    from public.members as member where member.created_at >= since and member.staff_role is null
  ) || jsonb_build_object(
    'followed', (
      select count(*) from public.members as member where member.created_at >= since and member.staff_role is null
        and exists (select from public.signal_trades as trade where trade.user_id = member.user_id and trade.status in ('followed', 'taken'))),
    'requested', (
      select count(*) from public.members as member where member.created_at >= since and member.staff_role is null
        and exists (select from public.qualification_requests as request where request.user_id = member.user_id)),
    'premium', (
      select count(*) from public.members as member where member.created_at >= since and member.staff_role is null
        and exists (select from public.premium_grants as period where period.user_id = member.user_id and period.starts_at <= now()))
  )
$$;
comment on function private.office_steps(timestamptz) is 'Of the accounts made since, staff aside, how many have by now: confirmed an address or telephone, opened their dashboard, followed or taken a signal, asked for premium, had a period of premium access.';

create function private.office_signals(since timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with closed as (
    select ended_at, signal_id, realised_r, demonstration, sum(realised_r) over (order by ended_at, signal_id) as total
    from public.signal_results where ended_at >= since and realised_r is not null
  )
  select jsonb_build_object(
    'published', (select count(*) from public.signals where published_at >= since),
    'closed', count(*), 'won', count(*) filter (where realised_r > 0),
    'mean_r', round(avg(realised_r), 3), 'total_r', round(sum(realised_r), 2),
    'demonstration', coalesce(bool_or(demonstration), false),
    'series', coalesce(jsonb_agg(jsonb_build_object('at', ended_at, 'total', round(total, 2)) order by ended_at, signal_id), '[]')
  )
  from closed
$$;
comment on function private.office_signals(timestamptz) is 'Signals published and closed since: {published, closed, won, mean_r, total_r, demonstration, series: the running total in R}. Null where none was closed.';

create function private.office_delivery(since timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  webhooks jsonb;
  mails jsonb := jsonb_build_object('count', 0, 'p50', null, 'p95', null);
  latencies constant text := $sql$
    select jsonb_build_object('count', count(*),
      'p50', percentile_cont(0.5) within group (order by extract(epoch from reached - asked)),
      'p95', percentile_cont(0.95) within group (order by extract(epoch from reached - asked)))
    from (%s order by id desc limit 10000) as newest where reached is not null and asked >= $1
  $sql$;
begin
  execute format(latencies, $sql$select created_at as asked, case when state = 'delivered' then ended_at end as reached from public.webhook_deliveries$sql$)
  into webhooks using since;
  if to_regclass('_server.mail_outbox') is not null then
    execute format(latencies, $sql$select created_at as asked, sent_at as reached from _server.mail_outbox$sql$) into mails using since;
  end if;
  return jsonb_build_object('webhooks', webhooks, 'mails', mails);
end
$$;
comment on function private.office_delivery(timestamptz) is 'From the fact to its arrival, in seconds, among the last 10 000 of each kind and since: {webhooks, mails: {count, p50, p95}}; a webhook arrives when its receiver says yes, a mail when the mail server takes it.';

create function private.office_queue(since timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'waiting', count(*) filter (where state = 'pending'),
    'unassigned', count(*) filter (where state = 'pending' and assignee is null),
    'oldest_since', min(waiting_since) filter (where state = 'pending'),
    'median_age', percentile_cont(0.5) within group (order by extract(epoch from now() - waiting_since)) filter (where state = 'pending'),
    'decided', count(*) filter (where state in ('approved', 'rejected') and decided_at >= since),
    'approved', count(*) filter (where state = 'approved' and decided_at >= since),
    'median_decision', percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at))
      filter (where state in ('approved', 'rejected') and decided_at >= since)
  )
  from public.qualification_requests where state = 'pending' or decided_at >= since
$$;
comment on function private.office_queue(timestamptz) is 'The requests for premium: those whose turn is the staff''s now, and those decided since. Ages in seconds.';

create function public.office_figures(days int) returns jsonb
-- Compiling the plans takes longer than running them.
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  zone text;
  today date;
  since timestamptz;
begin
  if (select public.current_staff_role()) is null then raise exception 'not_staff' using errcode = '42501'; end if;
  if days is null or days not between 1 and 366 then raise exception 'no_such_period' using errcode = '22023', hint = 'days'; end if;
  select time_zone into zone from public.profiles where id = auth.uid();
  today := (now() at time zone zone)::date;
  since := (today - (days - 1))::timestamp at time zone zone;
  return jsonb_build_object(
    'since', since, 'time_zone', zone,
    'sign_ups', private.office_sign_ups(zone, today - (days - 1), today),
    'steps', private.office_steps(since),
    'members', (select jsonb_build_object(
      'all', (select count(*) from public.members where staff_role is null),
      'premium', (
        select count(distinct period.user_id) from public.premium_grants as period
        where starts_at <= now() and ends_at > now() and not exists (select from public.staff where staff.user_id = period.user_id)
      ),
      -- Their first period began since; who only renews is no new one.
      'converted', (
        select count(distinct period.user_id) from public.premium_grants as period
        where starts_at between since and now()
          and not exists (select from public.premium_grants as earlier where earlier.user_id = period.user_id and earlier.starts_at < since)
      )
    )),
    'signals', private.office_signals(since),
    'delivery', private.office_delivery(since),
    'queue', private.office_queue(since)
  );
end
$$;
comment on function public.office_figures(int) is 'For staff: the figures of the last `days` days (1 to 366), today among them, days being those of the caller''s time zone: {since, time_zone, sign_ups, steps, members, signals, delivery, queue}, as the functions of each say.';

revoke execute on function
  private.office_sign_ups(text, date, date), private.office_steps(timestamptz), private.office_signals(timestamptz),
  private.office_delivery(timestamptz), private.office_queue(timestamptz), public.office_figures(int)
from public, anon, authenticated, service_role;
grant execute on function public.office_figures(int) to authenticated;

-- supabase/schemas/office/office_jobs.sql -----------------------------------------------------------------------------
-- The job queue as admins see it: what waits, runs, failed and will be tried again, or was given up. The queue's tables belong to
-- the worker, which makes them when it first starts; until then there are only the jobs that wait for it.
create function public.list_jobs(of_state text default null, of_task text default null, before_id bigint default null, most int default 50)
returns table (
  id bigint, task text, state text, run_at timestamptz, attempts int, max_attempts int, last_error text, created_at timestamptz,
  locked_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if to_regclass('graphile_worker.jobs') is null then
    return query
      select job.id, job.task, 'ready', job.created_at, 0, 1, null::text, job.created_at, null::timestamptz
      from private.pending_jobs as job
      where (of_state is null or of_state = 'ready') and (of_task is null or job.task = of_task) and (before_id is null or job.id < before_id)
      order by job.id desc limit least(greatest(coalesce(most, 50), 1), 200);
    return;
  end if;
  return query execute $query$
    select id, task_identifier, state, run_at, attempts::int, max_attempts::int, last_error, created_at, locked_at
    from (
      select *, case
        when locked_at is not null then 'running'
        when attempts >= max_attempts then 'given_up'
        when attempts > 0 then 'failing'
        when run_at > now() then 'waiting'
        else 'ready'
      end as state
      from graphile_worker.jobs
    ) as job
    where ($1 is null or state = $1) and ($2 is null or task_identifier = $2) and ($3 is null or id < $3)
    order by id desc limit $4
  $query$ using of_state, of_task, before_id, least(greatest(coalesce(most, 50), 1), 200);
end
$$;
comment on function public.list_jobs(text, text, bigint, int) is 'Jobs for admins, newest first, at most `most` (1 to 200) of those before an id. state: ready, waiting (for its hour), running, failing (will be tried again), given_up. A job that succeeded is gone.';

create function public.retry_jobs(job_ids bigint[]) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  due bigint[];
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if cardinality(job_ids) > 500 then raise exception 'too_many_rows' using errcode = '54000'; end if;
  if to_regclass('graphile_worker.jobs') is null then return 0; end if;
  execute 'select array_agg(id order by id) from graphile_worker.jobs where id = any ($1) and locked_at is null and attempts > 0' into due using job_ids;
  if due is null then return 0; end if;
  execute 'select count(*) from graphile_worker.reschedule_jobs($1, run_at := now(), attempts := 0)' using due;
  perform private.note_staff_act('jobs', job::text, 'update', null, '{"attempts": 0}') from unnest(due) as job;
  return cardinality(due);
end
$$;
comment on function public.retry_jobs(bigint[]) is 'Has jobs that failed tried again at once, with all their tries; how many. One that runs at this moment is left alone. At most 500.';

revoke execute on function public.list_jobs(text, text, bigint, int), public.retry_jobs(bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.list_jobs(text, text, bigint, int), public.retry_jobs(bigint[]) to authenticated;

-- supabase/schemas/office/office_mails.sql ----------------------------------------------------------------------------
-- One mail of the outbox as it was or will be written: what the browser composes its preview of. A link or a code is shown on the
-- terms of list_mails(), and otherwise hidden behind a dot.
create function public.read_mail(mail_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb;
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if to_regclass('_server.mail_outbox') is null then return null; end if;
  execute $query$
    select jsonb_build_object(
      'template', mail.template, 'to_address', mail.to_address,
      'data', case
        when mail.attempts = 0 and mail.sent_at is null and mail.failed_at is null and mail.expires_at > now() then mail.data - 'Data'
        else private.with_hidden(mail.data - 'Data', '{Token,TokenHash,ConfirmationURL}')
      end,
      'minutes', greatest(1, round(extract(epoch from mail.expires_at - mail.created_at) / 60)::int),
      'language', coalesce(profile.locale, mail.data -> 'Data' ->> 'locale', 'fr'),
      'time_zone', coalesce(profile.time_zone, 'Europe/Paris'),
      'name', coalesce(nullif(profile.first_name, ''), mail.data -> 'Data' ->> 'first_name', '')
    )
    from _server.mail_outbox as mail
    left join auth.users as account on account.email = mail.data ->> 'Email' and not account.is_sso_user
    left join public.profiles as profile on profile.id = account.id
    where mail.id = $1
  $query$ into found using mail_id;
  return found;
end
$$;
comment on function public.read_mail(bigint) is 'For admins: {template, to_address, data, minutes (how long its link is good for), language, time_zone, name} of a mail, or null. Secrets in data are a dot once somebody has tried to deliver it, or it is too late to.';
revoke execute on function public.read_mail(bigint) from public, anon, authenticated, service_role;
grant execute on function public.read_mail(bigint) to authenticated;

-- supabase/schemas/office/office_members.sql --------------------------------------------------------------------------
-- The back-office's member file: what admins see of one account beside its row of members, and what they may do to it. Each
-- function decides for itself who calls it; what is done is under audit like any write of staff.
create function private.note_staff_act(subject text, row_key text, action text, was jsonb, becomes jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.audit_log (actor, actor_role, request_id, table_name, row_key, action, before, after)
  values (auth.uid(), public.current_staff_role(), private.current_request_id(), subject, row_key, action, was, becomes)
$$;
comment on function private.note_staff_act(text, text, text, jsonb, jsonb) is 'Writes down what staff do to tables of the auth service and the worker, which no trigger of ours watches.';

create function public.member_file(member uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  file jsonb;
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select jsonb_build_object(
    'tier', case when exists (select from public.staff where user_id = account.id) or exists (
      select from public.premium_grants where user_id = account.id and starts_at <= now() and ends_at > now()
    ) then 'premium' else 'freemium' end,
    'locale', profile.locale, 'time_zone', profile.time_zone, 'newsletter', profile.newsletter,
    'disclaimer_version', profile.disclaimer_version, 'disclaimer_accepted_at', profile.disclaimer_accepted_at,
    'email_confirmed_at', account.email_confirmed_at, 'last_sign_in_at', account.last_sign_in_at,
    'factors', (select count(*) from auth.mfa_factors where user_id = account.id and status = 'verified'),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', session.id, 'started_at', session.created_at,
        'last_used_at', greatest(session.created_at, session.updated_at, session.refreshed_at at time zone 'utc'),
        'user_agent', session.user_agent, 'ip', host(session.ip), 'assurance', coalesce(session.aal::text, 'aal1')
      ) order by greatest(session.created_at, session.updated_at, session.refreshed_at at time zone 'utc') desc), '[]')
      from auth.sessions as session
      where session.user_id = account.id and (session.not_after is null or session.not_after > now())
    ),
    'grants', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'source', source, 'starts_at', starts_at, 'ends_at', ends_at) order by starts_at desc), '[]')
      from public.premium_grants where user_id = account.id
    ),
    'suspensions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'reason', reason, 'suspended_at', suspended_at, 'reinstated_at', reinstated_at) order by id desc), '[]')
      from public.member_suspensions where user_id = account.id
    ),
    'requests', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'broker', broker, 'state', state, 'created_at', created_at) order by created_at desc), '[]')
      from public.qualification_requests where user_id = account.id
    )
  ) into file
  from auth.users as account join public.profiles as profile on profile.id = account.id
  where account.id = member_file.member;
  return file;
end
$$;
comment on function public.member_file(uuid) is 'For admins: what is known of an account beside its row of members: {tier, locale, time_zone, newsletter, disclaimer_version, disclaimer_accepted_at, email_confirmed_at, last_sign_in_at, factors, sessions, grants, suspensions, requests}, newest first. Null for no such account.';

create function public.end_member_sessions(member uuid) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended int;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  delete from auth.sessions where user_id = end_member_sessions.member;
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.note_staff_act('sessions', member::text, 'delete', jsonb_build_object('count', ended), null);
  end if;
  return ended;
end
$$;
comment on function public.end_member_sessions(uuid) is 'Ends every session of an account and says how many there were. Access tokens last until they expire, an hour at most.';

create function public.set_staff_role(member uuid, role text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if set_staff_role.role is not null and set_staff_role.role not in ('analyst', 'admin') then raise exception 'no_such_role' using errcode = '22023', hint = 'role'; end if;
  -- Nobody locks themselves out, so there is always an admin left.
  if member = auth.uid() then raise exception 'own_role' using errcode = '42501'; end if;
  if not exists (select from public.members where user_id = member) then raise exception 'no_such_member' using errcode = 'P0002'; end if;
  if exists (select from public.members where user_id = member and suspended_at is not null) then raise exception 'member_is_suspended' using errcode = '42501'; end if;
  if set_staff_role.role is null then
    delete from public.staff where user_id = member;
  else
    insert into public.staff (user_id, role) values (member, set_staff_role.role)
    on conflict (user_id) do update set role = excluded.role where staff.role <> excluded.role;
  end if;
end
$$;
comment on function public.set_staff_role(uuid, text) is 'Makes an account analyst or admin, or a mere member (null). Not the caller''s own, and not one that is suspended.';

-- Leads are searched by a part of their address.
create index leads_of_address on public.leads using gin (email extensions.gin_trgm_ops);

-- The audit log, read -----------------------------------------------------------------------------------------------------
create index audit_log_of_time on public.audit_log (at);

create function public.list_audit(
  of_actor uuid default null, of_table text default null, since timestamptz default null, until timestamptz default null,
  before_id bigint default null, most int default 50, of_row text default null
)
returns table (
  id bigint, at timestamptz, actor uuid, actor_name text, actor_role text, request_id text, table_name text, row_key text, action text,
  before jsonb, after jsonb
)
language sql stable security invoker set search_path = '' as $$
  select entry.id, entry.at, entry.actor,
    coalesce(nullif(btrim(concat_ws(' ', member.first_name, member.last_name)), ''), member.username), entry.actor_role, entry.request_id,
    entry.table_name, entry.row_key, entry.action, entry.before, entry.after
  from public.audit_log as entry left join public.members as member on member.user_id = entry.actor
  where (of_actor is null or entry.actor = of_actor) and (of_table is null or entry.table_name = of_table)
    and (of_row is null or entry.row_key = of_row)
    and (since is null or entry.at >= since) and (until is null or entry.at < until) and (before_id is null or entry.id < before_id)
  order by entry.id desc limit least(greatest(coalesce(most, 50), 1), 200)
$$;
comment on function public.list_audit(uuid, text, timestamptz, timestamptz, bigint, int, text) is 'The audit log with the names of those who acted, newest first; at most `most` (1 to 200) of those before an entry. Who may not read the log finds it empty.';

create function public.member_trail(member uuid, before_id bigint default null, most int default 50)
returns table (
  id bigint, at timestamptz, actor uuid, actor_name text, actor_role text, request_id text, table_name text, row_key text, action text,
  before jsonb, after jsonb
)
language sql stable security invoker set search_path = '' as $$
  with about as (
    select 'staff' as table_name, member::text as row_key
    union all select 'sessions', member::text
    union all select 'contracts', member::text
    union all select 'member_suspensions', id::text from public.member_suspensions where user_id = member
    union all select 'premium_grants', id::text from public.premium_grants where user_id = member
    union all select 'qualification_requests', id::text from public.qualification_requests where user_id = member
    union all select 'leads', id::text from public.leads where user_id = member
  )
  select entry.id, entry.at, entry.actor,
    coalesce(nullif(btrim(concat_ws(' ', actor.first_name, actor.last_name)), ''), actor.username), entry.actor_role, entry.request_id,
    entry.table_name, entry.row_key, entry.action, entry.before, entry.after
  from about join public.audit_log as entry on entry.table_name = about.table_name and entry.row_key = about.row_key
  left join public.members as actor on actor.user_id = entry.actor
  where before_id is null or entry.id < before_id
  order by entry.id desc limit least(greatest(coalesce(most, 50), 1), 200)
$$;
comment on function public.member_trail(uuid, bigint, int) is 'What staff did to one account: its role, contract, sessions, suspensions, periods of access, requests and lead. Who may not read the log finds it empty.';

revoke execute on function
  private.note_staff_act(text, text, text, jsonb, jsonb), public.member_file(uuid), public.end_member_sessions(uuid), public.set_staff_role(uuid, text),
  public.list_audit(uuid, text, timestamptz, timestamptz, bigint, int, text), public.member_trail(uuid, bigint, int)
from public, anon, authenticated, service_role;
grant execute on function
  public.member_file(uuid), public.end_member_sessions(uuid), public.set_staff_role(uuid, text),
  public.list_audit(uuid, text, timestamptz, timestamptz, bigint, int, text), public.member_trail(uuid, bigint, int)
to authenticated;

-- supabase/schemas/office/office_payments.sql -------------------------------------------------------------------------
-- Payments as admins see them: the list, all that is known about one, what a refund would do before it is made, and what
-- providers told that nothing followed from. What staff give back is under audit.
create index payments_newest on public.payments (created_at desc, id desc);
create index payments_by_number on public.payments (provider_payment);
-- With what the sums of a period need, so that they are read here alone.
create index payments_paid on public.payments (paid_at) include (provider, currency, net, tax) where paid_at is not null;
create index disputes_open on public.disputes (due_by) where state = 'open';
create index provider_events_refused_payment on private.provider_events ((event ->> 'payment')) where state = 'refused';
create index provider_events_newest on private.provider_events (id desc) where state in ('refused', 'waiting');
-- Whoever has the address has the money.
call private.audit_changes('public.refunds', '{claim_url}');

create function private.payments_named(written text) returns table (payment_id uuid)
language plpgsql stable set search_path = '' as $$
declare
  number_ constant text := substring(upper(written) from '^VG-P-0*([0-9]{1,18})$');
begin
  if written ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return query
      select id from public.payments where id = written::uuid
      union select refunds.payment_id from public.refunds where id = written::uuid
      union select id from public.payments where user_id = written::uuid;
  elsif number_ is not null then
    return query select pay.id from public.checkouts as bought join public.payments as pay on pay.checkout_id = bought.id where bought.number = number_::bigint;
  end if;
  return query select id from public.payments where provider_payment = written;
  return query select invoice.payment_id from public.invoices as invoice where invoice.number = upper(written);
end
$$;
comment on function private.payments_named(text) is 'Payments by a number: of theirs, of their order (VG-P-…), invoice, refund, member, or the provider''s.';

create function public.list_payments(
  query text default '', of_state text default null, of_provider text default null, of_means text default null, of_plan text default null,
  since timestamptz default null, until timestamptz default null, before_at timestamptz default null, before_id uuid default null, most int default 50
)
returns table (
  id uuid, user_id uuid, member_name text, email text, reference text, provider text, provider_payment text, means text, plan text,
  amount bigint, currency text, refunded bigint, country text, state text, failure text, created_at timestamptz, paid_at timestamptz, due_by timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text := private.cleaned(query, 100);
  conditions text := 'true';
  word text;
  people text := '';
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if words <> '' then
    foreach word in array regexp_split_to_array(btrim(private.plain(words)), '\s+') loop
      continue when word = '';
      word := regexp_replace(word, '([\\%_])', '\\\1', 'g');
      people := people || format(' and words like %L', case when length(word) < 3 then '% ' else '%' end || word || '%');
    end loop;
    conditions := format('(pay.id in (select payment_id from private.payments_named(%L))%s)', words,
      case when people <> '' then ' or pay.user_id in (select user_id from public.members where true' || people || ')' else '' end);
  end if;
  if of_state is not null then conditions := conditions || format(' and pay.state = %L', of_state); end if;
  if of_provider is not null then conditions := conditions || format(' and pay.provider = %L', of_provider); end if;
  if of_means is not null then conditions := conditions || format(' and contract.means = %L', of_means); end if;
  if of_plan is not null then conditions := conditions || format(' and coalesce(bought.plan, contract.plan) = %L', of_plan); end if;
  if since is not null then conditions := conditions || format(' and pay.created_at >= %L', since); end if;
  if until is not null then conditions := conditions || format(' and pay.created_at < %L', until); end if;
  if before_at is not null then
    conditions := conditions || format(' and (pay.created_at, pay.id) < (%L::timestamptz, %L::uuid)', before_at, coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'));
  end if;
  -- Written out and planned each time: the best plan for one search is a bad one for another.
  return query execute format($sql$
    select pay.id, pay.user_id, coalesce(nullif(btrim(concat_ws(' ', member.first_name, member.last_name)), ''), member.username), member.email,
      bought.reference, pay.provider, pay.provider_payment, contract.means, coalesce(bought.plan, contract.plan), pay.amount, pay.currency,
      (select coalesce(sum(back.amount), 0)::bigint from public.refunds as back where back.payment_id = pay.id and back.state = 'succeeded'),
      pay.country, pay.state, pay.failure, pay.created_at, pay.paid_at,
      (select min(asked.due_by) from public.disputes as asked where asked.payment_id = pay.id and asked.state = 'open')
    from public.payments as pay
    join public.subscriptions as contract on contract.id = pay.subscription_id
    left join public.checkouts as bought on bought.id = pay.checkout_id
    left join public.members as member on member.user_id = pay.user_id
    where %s order by pay.created_at desc, pay.id desc limit %s
  $sql$, conditions, least(greatest(coalesce(most, 50), 1), 200));
end
$$;
comment on function public.list_payments(text, text, text, text, text, timestamptz, timestamptz, timestamptz, uuid, int) is 'For admins: payments, newest first, at most `most` (1 to 200) of those older than the row before_at and before_id name. query: words of the member''s name or address, or a number (order, payment, refund, invoice, provider''s). plan is the order''s, or of a renewal the contract''s. refunded is what went out; due_by when an open dispute must be answered.';

create function private.refundable(pay public.payments) returns bigint
language sql stable set search_path = '' as $$
  select case when pay.paid_at is null or pay.state in ('disputed', 'lost') then 0 else pay.net + pay.tax - coalesce((
    select sum(back.amount) from public.refunds as back where back.payment_id = pay.id and back.state <> 'failed' and back.reason <> 'overpaid'), 0) end
$$;
comment on function private.refundable(public.payments) is 'What of a payment staff may still give back, in minor units: nothing of one that is disputed. A surplus goes back by itself.';

create function private.place_evidence(pay public.payments) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('billing', pay.country, 'card', card, 'agree', card = pay.country)
  from (
    select (
      select told.event ->> 'card_country' from private.provider_events as told
      where told.state = 'processed' and told.kind = 'payment_succeeded' and told.provider = pay.provider and told.event ->> 'payment' = pay.provider_payment
        and told.member = pay.user_id and told.event ->> 'card_country' ~ '^[A-Z]{2}$'
      order by told.occurred_at, told.id limit 1
    ) as card
  ) as known
$$;
comment on function private.place_evidence(public.payments) is 'What is known of where a payment''s member lives, for the tax (Regulation (EU) 282/2011, art. 24b): {billing (the country they were billed in), card (where the card was issued, as its provider says; null where none says so), agree (null with one piece alone)}. Nothing is guessed.';

create function public.payment_file(payment uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  pay public.payments;
  pay_key text;
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into pay from public.payments where id = payment_file.payment;
  if not found then return null; end if;
  pay_key := pay.provider || ':' || pay.provider_payment;
  return to_jsonb(pay) || jsonb_build_object(
    'refundable', private.refundable(pay),
    'places', private.place_evidence(pay),
    'member', (
      select jsonb_build_object('name', coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username), 'email', email)
      from public.members where members.user_id = pay.user_id),
    'checkout', (select to_jsonb(bought) - '{idempotency_key,stake}'::text[] from public.checkouts as bought where bought.id = pay.checkout_id),
    'contract', (
      select jsonb_build_object('id', contract.id, 'plan', contract.plan, 'period', contract.period, 'means', contract.means, 'state', contract.state,
        'current_period_end', contract.current_period_end, 'ended_for', contract.ended_for)
      from public.subscriptions as contract where contract.id = pay.subscription_id),
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(back) || jsonb_build_object('asked_by_name', (
        select coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username) from public.members where members.user_id = back.asked_by
      )) order by back.at, back.id), '[]') from public.refunds as back where back.payment_id = pay.id),
    'disputes', (select coalesce(jsonb_agg(to_jsonb(asked) order by asked.at, asked.id), '[]') from public.disputes as asked where asked.payment_id = pay.id),
    'access', (
      select coalesce(jsonb_agg(jsonb_build_object('starts_at', period.starts_at, 'ends_at', period.ends_at) order by period.starts_at), '[]')
      from public.premium_grants as period where period.payment_id = pay.id),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('id', told.id, 'event_id', told.event_id, 'kind', told.kind, 'occurred_at', told.occurred_at,
        'received_at', told.received_at, 'state', told.state, 'reason', told.reason, 'event', told.event, 'raw', told.raw) order by told.occurred_at, told.id), '[]')
      from (
        select * from private.provider_events where member = pay.user_id
          and (event ->> 'payment' = pay.provider_payment or event ->> 'checkout' = pay.checkout_id::text)
        union
        select * from private.provider_events where state = 'refused' and event ->> 'payment' = pay.provider_payment
      ) as told where told.provider = pay.provider),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'fact', entry.fact, 'account', entry.account, 'amount', entry.amount, 'currency', entry.currency,
        'at', entry.at, 'noted_at', entry.noted_at) order by entry.id), '[]')
      from private.books as entry where entry.fact in (
        select 'payment:' || pay_key
        union select 'refund:' || back.fact from public.refunds as back where back.payment_id = pay.id
        union select 'dispute:' || asked.provider || ':' || asked.provider_dispute from public.disputes as asked where asked.payment_id = pay.id)),
    'invoices', (
      select coalesce(jsonb_agg(jsonb_build_object('number', number, 'kind', kind, 'issued_at', issued_at, 'total', total, 'test', test) order by issued_at, number), '[]')
      from public.invoices where payment_id = pay.id),
    'referral', (
      select jsonb_build_object('referrer', origin.referrer, 'blocked_for', origin.blocked_for, 'blocked_at', origin.blocked_at,
        'name', (select coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username) from public.members where members.user_id = origin.referrer))
      from public.referrals as origin where origin.referred = pay.user_id),
    'commission', (
      select jsonb_build_object('user_id', user_id, 'percent', percent, 'amount', earned.amount, 'earned_at', earned_at, 'due_at', due_at, 'voided_for', voided_for)
      from public.commissions as earned where payment_id = pay.id));
end
$$;
comment on function public.payment_file(uuid) is 'For admins: a payment''s row and all that is about it: {…, refundable, member, checkout, contract, refunds, disputes, access, events as received with the reason of those refused, entries of the books, invoices, commission, referral (who brought the member, and why it brings nothing)}, oldest first. Null for no such payment.';

create function public.preview_refund(payment uuid, amount bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  asked constant uuid := gen_random_uuid();
  pay public.payments;
  pay_key text;
  before jsonb;
  afterwards jsonb;
  given_net bigint;
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into pay from public.payments where id = preview_refund.payment;
  if not found or pay.paid_at is null then raise exception 'no_such_payment' using errcode = 'P0002'; end if;
  if pay.state in ('disputed', 'lost') then raise exception 'payment_disputed' using errcode = '22023'; end if;
  if coalesce(preview_refund.amount, 0) <= 0 or preview_refund.amount > private.refundable(pay) then
    raise exception 'refund_exceeds' using errcode = '22023', hint = 'amount';
  end if;
  pay_key := pay.provider || ':' || pay.provider_payment;
  -- The very steps that a refund takes, on a state that nobody keeps.
  before := private.money_of(pay.user_id, moment);
  afterwards := private.fold_step(before, jsonb_build_object('source', 'command', 'at', moment, 'key', 'preview', 'kind', 'refund',
    'subscription_id', pay.subscription_id, 'details', jsonb_build_object('refund', asked, 'payment', pay_key, 'amount', preview_refund.amount, 'reason', 'staff')));
  afterwards := private.fold_step(afterwards, jsonb_build_object('source', 'event', 'at', moment, 'key', 'preview', 'kind', 'refund_succeeded',
    'subscription_id', pay.subscription_id, 'provider', pay.provider, 'payment', pay.provider_payment, 'refund', 'preview', 'asked', asked, 'amount', preview_refund.amount));
  given_net := afterwards -> 'refunds' -> ('asked:' || asked) ->> 'net';
  return jsonb_build_object(
    'amount', preview_refund.amount, 'currency', pay.currency, 'net', given_net,
    'tax', afterwards -> 'refunds' -> ('asked:' || asked) -> 'tax', 'country', pay.country, 'tax_rate', pay.tax_rate, 'left', private.refundable(pay) - preview_refund.amount,
    'access_before', (select max(ends_at) from private.access_of(before) where ends_at > moment),
    'access_after', (select max(ends_at) from private.access_of(afterwards) where ends_at > moment),
    'contract_before', before -> 'subscriptions' -> pay.subscription_id::text -> 'state',
    'contract_after', afterwards -> 'subscriptions' -> pay.subscription_id::text -> 'state',
    'commission', (
      select jsonb_build_object('before', earned.amount, 'after', private.half_up(greatest(earned.kept - given_net, 0) * earned.percent / 100))
      from public.commissions as earned where earned.payment_id = pay.id));
end
$$;
comment on function public.preview_refund(uuid, bigint) is 'For admins: what refund_payment would do, reckoned by the fold itself, and nothing done: {amount, currency, net, tax, country, tax_rate, left, access_before, access_after (when paid access ends; null: none is left), contract_before, contract_after, commission {before, after} or null}. Refuses with no_such_payment, payment_disputed, refund_exceeds.';

create function public.list_provider_events(of_state text default null, before_id bigint default null, most int default 50)
returns table (
  id bigint, provider text, event_id text, kind text, state text, reason text, occurred_at timestamptz, received_at timestamptz, event jsonb, raw text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return query
    select told.id, told.provider, told.event_id, told.kind, told.state, told.reason, told.occurred_at, told.received_at, told.event, told.raw
    from private.provider_events as told
    where told.state in ('refused', 'waiting') and (of_state is null or told.state = of_state) and (list_provider_events.before_id is null or told.id < list_provider_events.before_id)
    order by told.id desc limit least(greatest(coalesce(most, 50), 1), 200);
end
$$;
comment on function public.list_provider_events(text, bigint, int) is 'For admins: what providers told that nothing followed from, newest first: refused, with the reason, or waiting for what is not known yet.';

revoke execute on function
  private.payments_named(text), private.refundable(public.payments), private.place_evidence(public.payments), public.list_payments(text, text, text, text, text, timestamptz, timestamptz, timestamptz, uuid, int),
  public.payment_file(uuid), public.preview_refund(uuid, bigint), public.list_provider_events(text, bigint, int)
from public, anon, authenticated, service_role;
grant execute on function
  public.list_payments(text, text, text, text, text, timestamptz, timestamptz, timestamptz, uuid, int),
  public.payment_file(uuid), public.preview_refund(uuid, bigint), public.list_provider_events(text, bigint, int)
to authenticated;

-- supabase/schemas/office/office_plans.sql ----------------------------------------------------------------------------
-- Plans and coupons as admins keep them. Plans and prices are changed under their own policies (20260101000800_plans.sql); here is how
-- a plan begins, who holds which price, and coupons, which nobody changes but to end them.
create function public.plan_desk() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(plan) || jsonb_build_object('on_sale', private.is_on_sale(plan, now()), 'members', (
      select count(*) from public.subscriptions as held where held.plan = plan.slug and held.state in ('active', 'past_due', 'canceled')
    ), 'prices', (
      select coalesce(jsonb_agg(to_jsonb(price) || jsonb_build_object(
        'in_force', exists (select from public.current_plan_prices as today where today.id = price.id),
        'holders', held.holders, 'test_holders', held.test_holders, 'next_renewal', held.next_renewal, 'last_renewal', held.last_renewal
      ) order by price.period, price.starts_at desc, price.id desc), '[]')
      from public.plan_prices as price
      cross join lateral (
        select count(*) filter (where provider <> 'sandbox') as holders, count(*) filter (where provider = 'sandbox') as test_holders,
          min(current_period_end) filter (where state <> 'canceled') as next_renewal, max(current_period_end) filter (where state <> 'canceled') as last_renewal
        from public.subscriptions
        where coalesce(next_price_id, price_id) = price.id and state in ('active', 'past_due', 'canceled')
      ) as held
      where price.plan = plan.slug
    )) order by plan.sort, plan.slug), '[]')
    from public.plans as plan
  );
end
$$;
comment on function public.plan_desk() is 'For admins: every plan {…, on_sale, members (whose contract runs on it), prices} with all its prices, past, present and to come: {…, in_force, holders (contracts that run and renew at this very price, tests apart), test_holders, next_renewal, last_renewal}. A contract renews at the price it was agreed at, whatever came since.';

create function public.create_plan(plan jsonb, prices jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted constant text := lower(private.cleaned(plan ->> 'slug', 64));
  priced jsonb;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if wanted !~ '^[a-z][a-z0-9-]{1,31}$' then raise exception 'slug_wrong' using errcode = '22023', hint = 'slug'; end if;
  if exists (select from public.plans where slug = wanted) then raise exception 'plan_exists' using errcode = '23505', hint = 'slug'; end if;
  if coalesce(plan ->> 'tier', '') not in ('freemium', 'premium') then raise exception 'tier_wrong' using errcode = '22023', hint = 'tier'; end if;
  if (plan ->> 'sold_until')::timestamptz <= coalesce((plan ->> 'sold_from')::timestamptz, now()) then raise exception 'ends_too_early' using errcode = '22023', hint = 'sold_until'; end if;
  if plan ->> 'tier' = 'freemium' and prices <> '[]' then raise exception 'free_has_no_price' using errcode = '22023', hint = 'prices'; end if;
  if plan ->> 'tier' = 'premium' and prices = '[]' then raise exception 'price_missing' using errcode = '22023', hint = 'prices'; end if;
  insert into public.plans (slug, tier, name, pitch, every_lesson, ai_messages_per_day, copied_accounts, export_months, downloads, sold_from, sold_until, sort)
  select wanted, tier, name, pitch, every_lesson, ai_messages_per_day, copied_accounts, export_months, coalesce(downloads, false), sold_from, sold_until, sort
  from jsonb_populate_record(null::public.plans, plan);
  for priced in
    select value from jsonb_array_elements(prices)
    union all select jsonb_build_object('period', free, 'amount', 0) from unnest(array['month', 'year']) as free where plan ->> 'tier' = 'freemium'
  loop
    if plan ->> 'tier' = 'premium' and coalesce((priced ->> 'amount')::bigint, 0) < 100 then raise exception 'price_missing' using errcode = '22023', hint = 'prices'; end if;
    insert into public.plan_prices (plan, period, amount, currency) values (wanted, priced ->> 'period', (priced ->> 'amount')::bigint, coalesce(priced ->> 'currency', 'EUR'));
  end loop;
  return wanted;
end
$$;
comment on function public.create_plan(jsonb, jsonb) is 'For admins: a new plan with its first prices, which hold at once: [{period, amount (minor units, tax included), currency?}], none for a freemium one. Returns its slug. Refuses with slug_wrong, plan_exists, tier_wrong, ends_too_early, price_missing, free_has_no_price. A plan is never deleted: sold_until takes it from sale.';

create function public.list_coupons() returns table (
  code text, percent int, amount bigint, plan text, period text, starts_at timestamptz, ends_at timestamptz, most int, used int, given bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return query
    select coupon.code, coupon.percent, coupon.amount, coupon.plan, coupon.period, coupon.starts_at, coupon.ends_at, coupon.most, coupon.used,
      (select count(*) from public.checkouts as bought where bought.coupon = coupon.code and bought.state = 'paid')
    from public.coupons as coupon order by coupon.starts_at desc, coupon.code;
end
$$;
comment on function public.list_coupons() is 'For admins: every coupon. used counts orders that hold it, given those that were paid.';

create function public.list_coupon_uses(of_code text, before_at timestamptz default null, most int default 50)
returns table (checkout_id uuid, user_id uuid, member_name text, reference text, state text, total bigint, currency text, provider text, at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return query
    select taken.checkout_id, taken.user_id, coalesce(nullif(btrim(concat_ws(' ', member.first_name, member.last_name)), ''), member.username),
      bought.reference, bought.state, bought.total, bought.currency, bought.provider, taken.at
    from public.coupon_uses as taken join public.checkouts as bought on bought.id = taken.checkout_id left join public.members as member on member.user_id = taken.user_id
    where taken.coupon = of_code and (before_at is null or taken.at < before_at)
    order by taken.at desc, taken.checkout_id limit least(greatest(coalesce(most, 50), 1), 200);
end
$$;
comment on function public.list_coupon_uses(text, timestamptz, int) is 'For admins: who uses a coupon in which order, newest first.';

create function public.make_coupon(
  code text, percent int default null, amount bigint default null, of_plan text default null, of_period text default null,
  starts_at timestamptz default null, ends_at timestamptz default null, most int default null
) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted constant text := upper(private.cleaned(code, 64));
  begins constant timestamptz := coalesce(make_coupon.starts_at, now());
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if wanted !~ '^[A-Z0-9][A-Z0-9-]{2,31}$' then raise exception 'code_wrong' using errcode = '22023', hint = 'code'; end if;
  if num_nonnulls(make_coupon.percent, make_coupon.amount) <> 1 or coalesce(make_coupon.percent, 1) not between 1 and 90 or coalesce(make_coupon.amount, 1) <= 0 then
    raise exception 'discount_wrong' using errcode = '22023', hint = 'discount';
  end if;
  if make_coupon.ends_at <= greatest(begins, now()) then raise exception 'ends_too_early' using errcode = '22023', hint = 'ends_at'; end if;
  if make_coupon.most <= 0 then raise exception 'most_wrong' using errcode = '22023', hint = 'most'; end if;
  insert into public.coupons (code, percent, amount, plan, period, starts_at, ends_at, most)
  values (wanted, make_coupon.percent, make_coupon.amount, of_plan, of_period, begins, make_coupon.ends_at, make_coupon.most)
  on conflict do nothing;
  if not found then raise exception 'coupon_exists' using errcode = '23505', hint = 'code'; end if;
  return wanted;
end
$$;
comment on function public.make_coupon(text, int, bigint, text, text, timestamptz, timestamptz, int) is 'For admins: a new coupon, percent (1 to 90) or amount (minor units) off the first payment, of one plan or period or of any, for at most `most` members. Returns its code in capitals. Refuses with code_wrong, discount_wrong, ends_too_early, most_wrong, coupon_exists.';

create function public.end_coupon(code text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  -- One that has not begun ends as it begins.
  update public.coupons set ends_at = greatest(now(), starts_at + interval '1 microsecond')
  where coupons.code = end_coupon.code and (ends_at is null or ends_at > now());
  if not found then raise exception 'no_such_coupon' using errcode = 'P0002'; end if;
end
$$;
comment on function public.end_coupon(text) is 'For admins: nobody takes the coupon any more; orders that hold it keep it. Refuses with no_such_coupon where it ended before.';
call private.audit_changes('public.coupons');

revoke execute on function
  public.plan_desk(), public.create_plan(jsonb, jsonb), public.list_coupons(), public.list_coupon_uses(text, timestamptz, int),
  public.make_coupon(text, int, bigint, text, text, timestamptz, timestamptz, int), public.end_coupon(text)
from public, anon, authenticated, service_role;
grant execute on function
  public.plan_desk(), public.create_plan(jsonb, jsonb), public.list_coupons(), public.list_coupon_uses(text, timestamptz, int),
  public.make_coupon(text, int, bigint, text, text, timestamptz, timestamptz, int), public.end_coupon(text)
to authenticated;

-- supabase/schemas/office/office_revenue.sql --------------------------------------------------------------------------
-- The figures of revenue, from what is kept ready of it (20260101001210_revenue_steps.sql) and from payments and what came of them.
-- Amounts are minor units of one currency, without tax unless a column says otherwise; months are those of Paris, where the
-- contract is made. test says which of the two is counted, what the sandbox "paid" or what was paid.
create function private.month_start(month date) returns timestamptz
language sql immutable set search_path = '' as $$ select date_trunc('month', month::timestamp) at time zone 'Europe/Paris' $$;
comment on function private.month_start(date) is 'When a month begins in Paris.';

create function private.revenue_edges(first_month date, last_month date) returns timestamptz[]
language sql stable set search_path = '' as $$
  select array_agg(least(private.month_start(day::date), now()) order by day)
  from generate_series(date_trunc('month', first_month::timestamp), date_trunc('month', last_month::timestamp) + interval '1 month', interval '1 month') as day
$$;
comment on function private.revenue_edges(date, date) is 'The beginnings of the months from one to another and the end of the last; of the month that runs: now.';

create function private.placed_steps(test boolean, money text, edges timestamptz[])
returns table (member uuid, starts_at timestamptz, ends_at timestamptz, monthly bigint, plan text, first_at timestamptz, begins int, ends int)
language sql stable set search_path = '' as $$
  select member, starts_at, ends_at, monthly, plan, first_at,
    -- How many edges lie before it began, and before it ended: times are told to the microsecond.
    width_bucket(starts_at - interval '1 microsecond', edges), width_bucket(ends_at - interval '1 microsecond', edges)
  from private.revenue_steps as step where step.test = placed_steps.test and step.currency = money
    and step.starts_at <= edges[cardinality(edges)] and step.ends_at > edges[1]
$$;
comment on function private.placed_steps(boolean, text, timestamptz[]) is 'Steps of recurring revenue with their places among some moments in order (from 1): a step holds at the moments begins + 1 to ends. What lies before the first or after the last is left out.';

create function private.revenue_moves(test boolean, money text, edges timestamptz[])
returns table (place int, member uuid, was bigint, becomes bigint, kind text, plan text, began timestamptz, ended timestamptz)
language sql stable set search_path = '' as $$
  with steps as materialized (select * from private.placed_steps(test, money, edges)),
  moved as (
    select place, half.member, min(was) as was, min(becomes) as becomes, min(later_plan) as later_plan, min(earlier_plan) as earlier_plan,
      min(half.first_at) as first_at, min(began) as began, min(ended) as ended
    from (
      select begins as place, steps.member, null::bigint as was, monthly as becomes, steps.plan as later_plan, null as earlier_plan, steps.first_at, starts_at as began, null::timestamptz as ended
      from steps where begins < ends and begins between 1 and cardinality(edges) - 1
      union all
      select ends, steps.member, monthly, null, null, steps.plan, steps.first_at, null, ends_at from steps where begins < ends and ends between 1 and cardinality(edges) - 1
    ) as half group by 1, 2
  )
  select place, moved.member, coalesce(moved.was, 0), coalesce(moved.becomes, 0),
    case
      when moved.was is null and moved.first_at > edges[place] then 'new'
      when moved.was is null then 'returned'
      when moved.becomes is null then 'churned'
      when moved.becomes > moved.was then 'expansion'
      when moved.becomes < moved.was then 'contraction'
      else 'kept'
    end,
    coalesce(later_plan, earlier_plan), began, ended
  from moved
$$;
comment on function private.revenue_moves(boolean, text, timestamptz[]) is 'Between each moment (place) and the next, for each member whose step changed: recurring revenue at both, and what became of it: new (the first ever), returned, expansion, contraction, churned, kept (another plan at the same price). Who came and went in between is in none.';

create function private.revenue_mrr(test boolean, money text, first_month date, last_month date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  edges constant timestamptz[] := private.revenue_edges(first_month, last_month);
begin
  return (
    with moved as (
      select place, sum(becomes - was) as gained, (count(*) filter (where becomes > 0) - count(*) filter (where was > 0)) as joined,
        coalesce(sum(becomes) filter (where kind = 'new'), 0) as new, count(*) filter (where kind = 'new') as new_members,
        coalesce(sum(becomes) filter (where kind = 'returned'), 0) as returned,
        coalesce(sum(becomes - was) filter (where kind = 'expansion'), 0) as expansion,
        coalesce(sum(becomes - was) filter (where kind = 'contraction'), 0) as contraction,
        coalesce(-sum(was) filter (where kind = 'churned'), 0) as churned, count(*) filter (where kind = 'churned') as churned_members
      from private.revenue_moves(test, money, edges) group by 1
    ),
    before as (
      select coalesce(sum(step.monthly), 0) as mrr, count(*) filter (where step.monthly > 0) as members from private.revenue_steps as step
      where step.test = revenue_mrr.test and step.currency = money and step.starts_at <= edges[1] and step.ends_at > edges[1]
    ),
    -- What there was at the beginning, and what each month added to it.
    held as (
      select place, before.mrr + coalesce(sum(gained) over up_to, 0) as mrr, before.members + coalesce(sum(joined) over up_to, 0) as members,
        coalesce(gained, 0) as gained, coalesce(joined, 0) as joined, new, new_members, returned, expansion, contraction, churned, churned_members
      from generate_series(1, cardinality(edges) - 1) as place cross join before left join moved using (place)
      window up_to as (order by place)
    )
    select jsonb_agg(jsonb_build_object(
      'month', (date_trunc('month', first_month::timestamp) + make_interval(months => place - 1))::date,
      'mrr', mrr, 'members', members, 'mrr_before', mrr - gained, 'members_before', members - joined,
      'new', coalesce(new, 0), 'new_members', coalesce(new_members, 0), 'returned', coalesce(returned, 0),
      'expansion', coalesce(expansion, 0), 'contraction', coalesce(contraction, 0),
      'churned', coalesce(churned, 0), 'churned_members', coalesce(churned_members, 0)) order by place)
    from held
  );
end
$$;
comment on function private.revenue_mrr(boolean, text, date, date) is 'A line a month: mrr = mrr_before + new + returned + expansion + contraction + churned (the last two at or below 0), and members. Churn of members is churned_members / members_before, of revenue (churned + contraction) / mrr_before.';

create function private.revenue_cohorts(test boolean, money text, first_month date, last_month date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  edges constant timestamptz[] := private.revenue_edges(first_month, last_month);
begin
  return (
    with steps as materialized (
      select *, width_bucket(first_at, edges[:cardinality(edges) - 1]) as cohort from private.placed_steps(test, money, edges)
      where first_at >= edges[1] and first_at <= now()
    ),
    sizes as (select cohort, count(*) as size from steps where starts_at = first_at group by 1),
    held as (
      select cohort, place, sum(sum(members)) over (partition by cohort order by place) as kept
      from (
        select cohort, begins + 1 as place, 1 as members from steps where begins < ends
        union all
        select cohort, ends + 1, -1 from steps where begins < ends
        union all
        select cohort, place, 0 from sizes, generate_series(cohort + 1, cardinality(edges)) as place
      ) as change group by 1, 2
    ),
    lines as (
      select held.cohort, jsonb_agg(kept order by place) as kept from held where place between held.cohort + 1 and cardinality(edges) group by 1
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'month', (date_trunc('month', first_month::timestamp) + make_interval(months => cohort - 1))::date, 'size', size, 'kept', kept) order by cohort), '[]')
    from lines join sizes using (cohort)
  );
end
$$;
comment on function private.revenue_cohorts(boolean, text, date, date) is '[{month, size, kept: [how many still pay at the end of that month, of the next, …]}] of those whose first payment fell into a month; the month that runs ends now.';

create function private.revenue_ltv(test boolean, money text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('members', count(*), 'received', coalesce(sum(received - given_back), 0)::bigint,
    'mean', case when count(*) > 0 then private.half_up(sum(received - given_back) / count(*)) end, 'small', count(*) < 30)
  from private.revenue_payers as payer where payer.test = revenue_ltv.test and payer.currency = money
$$;
comment on function private.revenue_ltv(boolean, text) is 'What a member who ever paid has brought so far: the mean of payments less what went back, without tax: {members (the sample), received, mean, small: under 30}. Nothing is extrapolated.';

create function private.revenue_refunds(test boolean, money text, since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with sums as materialized (
    -- One count and one sum a row: of a year there are many.
    select kind, count(*) as facts, sum(net + tax)::bigint as total from private.revenue_facts as fact
    where fact.at >= since and fact.test = revenue_refunds.test and fact.currency = money group by kind
  )
  select jsonb_build_object(
    'received', coalesce(max(total) filter (where kind = 'payment'), 0), 'payments', coalesce(max(facts) filter (where kind = 'payment'), 0),
    'refunded', coalesce(-max(total) filter (where kind = 'refund'), 0), 'refunds', coalesce(max(facts) filter (where kind = 'refund'), 0),
    'lost', coalesce(-max(total) filter (where kind = 'dispute'), 0), 'disputes', coalesce(max(facts) filter (where kind = 'dispute'), 0))
  from sums
$$;
comment on function private.revenue_refunds(boolean, text, timestamptz) is 'Since a moment, tax included: {received, payments, refunded, refunds, lost, disputes}.';

create function public.office_revenue(months int, test boolean default false, money text default 'EUR') returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  last_month constant date := date_trunc('month', now() at time zone 'Europe/Paris')::date;
  first_month date;
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if months is null or months not between 1 and 36 then raise exception 'no_such_period' using errcode = '22023', hint = 'months'; end if;
  first_month := (last_month - make_interval(months => months - 1))::date;
  return jsonb_build_object(
    'since', first_month, 'test', test, 'currency', money,
    'currencies', (select coalesce(jsonb_agg(distinct payer.currency order by payer.currency), '[]') from private.revenue_payers as payer where payer.test = office_revenue.test),
    'other', (select coalesce(sum(payer.payments), 0) from private.revenue_payers as payer where payer.test <> office_revenue.test),
    'months', private.revenue_mrr(test, money, first_month, last_month),
    'cohorts', private.revenue_cohorts(test, money, first_month, last_month),
    'ltv', private.revenue_ltv(test, money),
    'money', private.revenue_refunds(test, money, private.month_start(first_month)));
end
$$;
comment on function public.office_revenue(int, boolean, text) is 'For admins: the figures of the last `months` months (1 to 36), that which runs among them: {since, test, currency, currencies, other (payments of the other kind: tests or real ones), months, cohorts, ltv, money}, as the functions of each say.';

create function public.office_taxes(first_day date, last_day date, test boolean default false, money text default 'EUR')
returns table (country text, rate numeric, sales bigint, sales_net bigint, sales_tax bigint, back bigint, back_net bigint, back_tax bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if first_day is null or last_day is null or last_day < first_day then raise exception 'no_such_period' using errcode = '22023', hint = 'last_day'; end if;
  return query
    select fact.country, fact.rate, count(*) filter (where kind = 'payment'),
      coalesce(sum(net) filter (where kind = 'payment'), 0)::bigint, coalesce(sum(tax) filter (where kind = 'payment'), 0)::bigint,
      count(*) filter (where kind <> 'payment'), coalesce(-sum(net) filter (where kind <> 'payment'), 0)::bigint, coalesce(-sum(tax) filter (where kind <> 'payment'), 0)::bigint
    from private.revenue_facts as fact
    where fact.at >= first_day::timestamp at time zone 'Europe/Paris' and fact.at < (last_day + 1)::timestamp at time zone 'Europe/Paris'
      and fact.test = office_taxes.test and fact.currency = money
    group by 1, 2 order by 1, 2;
end
$$;
comment on function public.office_taxes(date, date, boolean, text) is 'For admins: what to declare from one day of Paris to another, by country and rate: sales (how many, net, tax) and what went back, whose tax is taken from what is owed. The books'' accounts vat:<country> say the same.';

create function public.revenue_rows(
  figure text, month date, last_day date default null, of_country text default null, of_rate numeric default null, place int default null,
  test boolean default false, money text default 'EUR', before_at timestamptz default null, before_id text default null, most int default 50
)
returns table (id text, at timestamptz, member uuid, member_name text, payment_id uuid, kind text, plan text, country text, was bigint, amount bigint, tax bigint)
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  first_day constant timestamptz := month::timestamp at time zone 'Europe/Paris';
  day_after constant timestamptz := (coalesce(last_day, (date_trunc('month', month) + interval '1 month - 1 day')::date) + 1)::timestamp at time zone 'Europe/Paris';
  edges constant timestamptz[] := private.revenue_edges(month, month);
  cohort_end constant timestamptz := least(private.month_start((month + make_interval(months => coalesce(place, 0) + 1))::date), now());
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if figure not in ('mrr', 'new', 'returned', 'expansion', 'contraction', 'churned', 'cohort', 'ltv', 'money', 'refund', 'tax') or month is null then
    raise exception 'no_such_figure' using errcode = '22023', hint = 'figure';
  end if;
  return query
    with moved as materialized (
      select * from private.revenue_moves(test, money, edges) where figure in ('mrr', 'new', 'returned', 'expansion', 'contraction', 'churned')
    ),
    found as (
      select step.member::text as id, step.starts_at as at, step.member, null::uuid as payment_id, 'kept' as kind, step.plan, null::text as country,
        step.monthly as was, step.monthly as amount, null::bigint as tax
      from private.revenue_steps as step
      where figure = 'mrr' and step.test = revenue_rows.test and step.currency = money and step.starts_at <= edges[2] and step.ends_at > edges[2] and step.monthly > 0
        and not exists (select from moved where moved.member = step.member)
      union all
      select moved.member::text, case moved.kind when 'churned' then moved.ended else moved.began end,
        moved.member, null, moved.kind, moved.plan, null, moved.was, moved.becomes, null
      from moved where (case figure when 'mrr' then moved.becomes > 0 else moved.kind = figure end)
      union all
      select first.member::text, first.first_at, first.member, null, case when held.monthly is null then 'gone' else 'kept' end, held.plan, null, null, coalesce(held.monthly, 0), null
      from private.revenue_steps as first
      left join private.revenue_steps as held on held.member = first.member and held.test = first.test and held.currency = first.currency
        and held.starts_at <= cohort_end and held.ends_at > cohort_end
      where figure = 'cohort' and first.test = revenue_rows.test and first.currency = money and first.starts_at = first.first_at
        and first.first_at >= edges[1] and first.first_at <= now() and first.first_at < private.month_start((month + interval '1 month')::date)
      union all
      select payer.member::text, payer.first_at, payer.member, null, 'payer', null, null, payer.received, payer.received - payer.given_back, null
      from private.revenue_payers as payer where figure = 'ltv' and payer.test = revenue_rows.test and payer.currency = money
      union all
      select fact.id, fact.at, fact.member, fact.payment_id, fact.kind, null, fact.country, null, fact.net, fact.tax
      from private.revenue_facts as fact
      where figure in ('money', 'refund', 'tax') and (figure <> 'refund' or fact.kind <> 'payment') and fact.at >= first_day and fact.at < day_after
        and fact.test = revenue_rows.test and fact.currency = money
        and (of_country is null or fact.country = of_country) and (of_rate is null or fact.rate = of_rate)
    ),
    shown as (
      select * from found where before_at is null or (found.at, found.id) < (before_at, coalesce(before_id, ''))
      order by found.at desc, found.id desc limit least(greatest(coalesce(most, 50), 1), 1000)
    )
    select shown.id, shown.at, shown.member, coalesce(nullif(btrim(concat_ws(' ', known.first_name, known.last_name)), ''), known.username),
      shown.payment_id, shown.kind, shown.plan, shown.country, shown.was, shown.amount, shown.tax
    from shown left join public.members as known on known.user_id = shown.member order by shown.at desc, shown.id desc;
end
$$;
comment on function public.revenue_rows(text, date, date, text, numeric, int, boolean, text, timestamptz, text, int) is 'For admins: the rows that a figure of a month (or from `month` to last_day) sums, newest first: mrr and its movements (was, amount: recurring revenue at the beginning and the end), cohort (place: months after it; kind kept or gone), ltv (was: paid, amount: less what went back), money, refund and tax (amount: net, and tax; negative what went back). At most `most` (1 to 1000) of those after the row before_at and before_id name.';

revoke execute on function
  private.month_start(date), private.revenue_edges(date, date), private.placed_steps(boolean, text, timestamptz[]), private.revenue_moves(boolean, text, timestamptz[]),
  private.revenue_mrr(boolean, text, date, date), private.revenue_cohorts(boolean, text, date, date), private.revenue_ltv(boolean, text),
  private.revenue_refunds(boolean, text, timestamptz), public.office_revenue(int, boolean, text), public.office_taxes(date, date, boolean, text),
  public.revenue_rows(text, date, date, text, numeric, int, boolean, text, timestamptz, text, int)
from public, anon, authenticated, service_role;
grant execute on function
  public.office_revenue(int, boolean, text), public.office_taxes(date, date, boolean, text),
  public.revenue_rows(text, date, date, text, numeric, int, boolean, text, timestamptz, text, int)
to authenticated;

-- supabase/schemas/office/office_settings.sql -------------------------------------------------------------------------
-- Settings that admins hold: whether staff must have a second factor before they write. The rest of what can be set is where it
-- belongs (webhooks, plans, rules) or in the deployment's environment.
call private.audit_changes('private.security_settings');

create function public.office_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (
    select jsonb_build_object(
      'require_staff_mfa', setting.require_staff_mfa,
      'staff', (select count(*) from public.staff),
      'staff_without_factor', (
        select count(*) from public.staff
        where not exists (select from auth.mfa_factors as factor where factor.user_id = staff.user_id and factor.status = 'verified')
      )
    )
    from private.security_settings as setting
  );
end
$$;
comment on function public.office_settings() is 'For admins: {require_staff_mfa, staff, staff_without_factor}: the rule, how many staff there are, and how many of them could not write under it.';

create function public.set_require_staff_mfa(required boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  -- Whoever sets the rule must be able to take it back.
  if required and not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified') then
    raise exception 'own_factor_first' using errcode = '42501';
  end if;
  update private.security_settings set require_staff_mfa = required where require_staff_mfa <> required;
end
$$;
comment on function public.set_require_staff_mfa(boolean) is 'Whether staff without a second factor are kept from writing. An admin who has none themselves cannot require it.';
revoke execute on function public.office_settings(), public.set_require_staff_mfa(boolean) from public, anon, authenticated, service_role;
grant execute on function public.office_settings(), public.set_require_staff_mfa(boolean) to authenticated;

-- supabase/schemas/office/office_telling.sql --------------------------------------------------------------------------
-- How members are told, as admins see it: what waits to leave by push and mail, and how the Telegram chats stand.
create function public.office_telling() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return jsonb_build_object(
    'facts', (select count(*) from private.notification_facts where fanned_out_at is null and withdrawn_at is null),
    'devices', (select count(*) from public.push_devices),
    'channels', (
      select jsonb_agg(jsonb_build_object(
        'channel', name, 'due', due, 'later', later, 'failing', failing, 'oldest', oldest) order by place)
      from (values (1, 'push'), (2, 'email'), (3, 'digest')) as channel (place, name)
      cross join lateral (
        select count(*) filter (where due_at <= now()) as due, count(*) filter (where due_at > now()) as later,
          count(*) filter (where attempts > 0) as failing, min(due_at) filter (where due_at <= now()) as oldest
        from public.notification_deliveries as delivery
        where delivery.channel = name and delivery.sent_at is null and delivery.dropped_at is null
      ) as counted
    ),
    'telegram', (
      select jsonb_agg(jsonb_build_object(
        'chat', chat, 'configured', configured, 'language', language, 'last_sent_at', last_sent_at, 'last_error', last_error,
        'next_try_at', case when last_error is not null and next_try_at > now() then next_try_at end,
        'waiting', case when configured then (select count(*) from private.signal_feed where number > told_to) else 0 end,
        'sent', (select count(*) from private.telegram_posts as post where post.chat = telegram_chats.chat and message_id is not null)
      ) order by chat desc)
      from private.telegram_chats
    )
  );
end
$$;
comment on function public.office_telling() is 'For admins: {facts (not told to all yet), devices, channels: [{channel, due, later, failing, oldest}], telegram: [{chat, configured, language, last_sent_at, last_error, next_try_at, waiting, sent}]}.';
revoke execute on function public.office_telling() from public, anon, authenticated, service_role;
grant execute on function public.office_telling() to authenticated;
