-- Announcements: each time that a figure is published, a speech is given or a decision is told. A row is the present state, merged from
-- what the sources claim of it (announcement_claims.sql); every state that it ever had is a version, so that the calendar can be read as
-- it was known at any moment. Nothing is deleted: what no source names any more is cancelled, a sample that makes place is not listed.
create table public.announcement_sources (
  source text primary key check (source ~ '^[a-z_]{2,24}$'),
  -- The smaller one's word counts where two differ.
  rank int not null,
  -- Where it is named to readers, and under which terms it is shown.
  name text not null,
  licence text not null,
  state text not null default 'off' check (state in ('off', 'ok', 'failing')),
  fetched_at timestamptz,
  good_at timestamptz,
  next_at timestamptz,
  error text check (length(error) <= 300),
  entries int not null default 0
);
comment on table public.announcement_sources is 'Who tells the calendar, in the order of their word, and how each of them fares. error: why the last try failed.';
insert into public.announcement_sources (source, rank, name, licence, state) values
  ('staff', 1, 'Vigie', 'own', 'ok'),
  ('bls', 10, 'U.S. Bureau of Labor Statistics', 'public domain', 'off'),
  ('bea', 11, 'U.S. Bureau of Economic Analysis', 'public domain', 'off'),
  ('census', 12, 'U.S. Census Bureau', 'public domain', 'off'),
  ('fed', 13, 'Board of Governors of the Federal Reserve System', 'public domain', 'off'),
  ('ecb', 14, 'European Central Bank', 'reuse with source', 'off'),
  ('eurostat', 15, 'Eurostat', 'CC BY 4.0', 'off'),
  ('insee', 16, 'INSEE', 'Licence Ouverte 2.0', 'off'),
  ('fred', 20, 'FRED, Federal Reserve Bank of St. Louis', 'by series', 'off'),
  ('trading_economics', 30, 'Trading Economics', 'contract', 'off'),
  ('import', 40, 'Import', 'own', 'ok'),
  ('forexfactory', 50, 'Forex Factory', 'operator’s choice', 'off'),
  ('sample', 90, 'Exemple', 'fictitious', 'off');

create table public.announcements (
  id uuid primary key default private.ordered_id(),
  -- Null where no indicator is known: it is listed under the title of its source.
  indicator text references public.indicators (slug),
  -- What the figure is about: 2026-10, 2026-Q3, 2026-W47 or a day; null where the source does not say.
  period text check (period ~ '^[0-9]{4}-([0-9]{2}(-[0-9]{2})?|Q[1-4]|W[0-9]{2})$'),
  kind text not null check (kind in ('release', 'speech', 'decision', 'holiday')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  impact text not null check (impact in ('low', 'medium', 'high')),
  title text check (length(title) between 1 and 200),
  -- Of what lasts a day, or has no time yet, the beginning of its day in its zone.
  starts_at timestamptz not null,
  precision text not null check (precision in ('exact', 'tentative', 'all_day')),
  day date not null,
  zone text not null check (private.is_time_zone(zone)),
  -- Decimal texts in the unit of the indicator.
  forecast text check (length(forecast) <= 40),
  forecast_low text check (length(forecast_low) <= 40),
  forecast_high text check (length(forecast_high) <= 40),
  previous text check (length(previous) <= 40),
  -- What previous is now said to have been; null: as it was.
  revised text check (length(revised) <= 40),
  actual text check (length(actual) <= 40),
  state text not null check (state in ('scheduled', 'moved', 'postponed', 'released', 'cancelled')),
  moved_from timestamptz,
  -- Grows with each change of the time, as calendars want it (RFC 5545, SEQUENCE).
  sequence int not null default 0,
  released_at timestamptz,
  source text not null references public.announcement_sources (source),
  sample boolean not null,
  listed boolean not null default true,
  version int not null default 0,
  changed_at timestamptz not null,
  check (indicator is not null or title is not null),
  check (day = (starts_at at time zone zone)::date)
);
comment on table public.announcements is 'The calendar as it stands: when, of what, what is expected and what was published.';
create index announcements_by_time on public.announcements (starts_at) where listed;
create index announcements_of_indicator on public.announcements (indicator, starts_at desc);
create index announcements_of_source on public.announcements (source);

create table public.announcement_versions (
  announcement uuid not null references public.announcements (id),
  version int not null check (version > 0),
  known_at timestamptz not null,
  starts_at timestamptz not null,
  known jsonb not null,
  primary key (announcement, version)
);
comment on table public.announcement_versions is 'Every state of an announcement with the moment from which it was known. Rows are added, never changed.';
create index announcement_versions_by_time on public.announcement_versions (starts_at);
call private.make_append_only('public.announcement_versions');

create function private.keep_announcement_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{version,changed_at}'::text[] = to_jsonb(old) - '{version,changed_at}'::text[] then return null; end if;
  new.version := case tg_op when 'INSERT' then 1 else old.version + 1 end;
  return new;
end
$$;
comment on function private.keep_announcement_version() is 'Counts the states of an announcement. An update that changes nothing is none.';
create trigger count_version before insert or update on public.announcements for each row execute function private.keep_announcement_version();

create function private.note_announcement_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.announcement_versions values (new.id, new.version, new.changed_at, new.starts_at, to_jsonb(new));
  return null;
end
$$;
comment on function private.note_announcement_version() is 'Keeps each state as it was known.';
create trigger note_version after insert or update on public.announcements for each row execute function private.note_announcement_version();

alter table public.announcement_sources enable row level security;
create policy "staff read how the sources of the calendar fare" on public.announcement_sources for select to authenticated using ((select private.reading_staff_role()) is not null);
alter table public.announcements enable row level security;
create policy "members read the calendar" on public.announcements for select to authenticated using (listed);
alter table public.announcement_versions enable row level security;
create policy "members read what was known when" on public.announcement_versions for select to authenticated using (true);
create policy "members hear of announcements" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'announcements');

revoke all on public.announcement_sources, public.announcements, public.announcement_versions from anon, authenticated, service_role;
grant select on public.announcement_sources, public.announcements, public.announcement_versions to authenticated;
revoke execute on function private.keep_announcement_version(), private.note_announcement_version() from public, anon, authenticated, service_role;
