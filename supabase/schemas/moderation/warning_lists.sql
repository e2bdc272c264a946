-- Warning lists: whom an authority warns of. The AMF publishes its lists as open data (data.gouv.fr, Licence Ouverte 2.0): a name, an
-- address or a mail address each, a category, and a date. The worker replaces a list as a whole (worker/src/moderation/).
create table public.warning_lists (
  source text primary key check (source ~ '^[a-z_]{2,20}$'),
  address text not null check (length(address) <= 500),
  -- The list's own date: when its publisher last changed it.
  list_date date not null,
  fetched_at timestamptz not null,
  entries int not null check (entries > 0)
);
comment on table public.warning_lists is 'The lists in use, with their dates: how old what is compared with is.';

create table public.warning_list_entries (
  id uuid primary key default private.ordered_id(),
  source text not null references public.warning_lists (source) on delete cascade,
  name text not null check (length(name) between 1 and 300),
  -- As texts are compared: lower case, one space between words. Null where the name alone says too little.
  words text,
  domain text check (domain ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$'),
  category text not null default '' check (length(category) <= 300),
  listed_on date
);
comment on table public.warning_list_entries is 'Names and addresses that an authority warns of.';
create index warning_list_entries_of_source on public.warning_list_entries (source);
create index warning_list_entries_of_domain on public.warning_list_entries (domain) where domain is not null;

create function private.compared_name(name text, category text, domain text) returns text
language sql stable security definer set search_path = '' as $$
  select words from (select btrim(regexp_replace((private.folded(name)).words, '[^a-z0-9]+', ' ', 'g')) as words) as read
  where domain is null and name not like '%@%'
    -- Of an usurped firm the list has the true name, which everybody may write.
    and (private.folded(category)).words !~ 'usurp'
    -- Two words, or one that is no word of every day.
    and (words ~ '^[a-z0-9]{2,} .*[a-z0-9]{3,}' or words ~ '^[a-z]*[0-9][a-z0-9]*$' and length(words) >= 6 or length(words) >= 10)
    and not exists (select from public.brokers as known where private.look_of(known.name) = private.look_of(compared_name.name))
    and not exists (select from public.prop_firms as known where private.look_of(known.name) = private.look_of(compared_name.name))
$$;
comment on function private.compared_name(text, text, text) is 'The name of an entry as texts are compared with it; null where it would meet honest texts.';

create function private.keep_warning_list(source text, address text, list_date date, entries jsonb, moment timestamptz default clock_timestamp()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  before constant int := (select known.entries from public.warning_lists as known where known.source = keep_warning_list.source);
  count constant int := jsonb_array_length(entries);
begin
  -- A list grows. A file that was cut off must not take half of the warnings away.
  if count = 0 or count < coalesce(before, 0) / 2 then raise exception 'list_is_cut' using errcode = '22023'; end if;
  insert into public.warning_lists as known (source, address, list_date, fetched_at, entries)
  values (keep_warning_list.source, keep_warning_list.address, keep_warning_list.list_date, moment, count)
  on conflict on constraint warning_lists_pkey do update set address = excluded.address, list_date = excluded.list_date, fetched_at = excluded.fetched_at, entries = excluded.entries;
  delete from public.warning_list_entries as known where known.source = keep_warning_list.source;
  insert into public.warning_list_entries (source, name, words, domain, category, listed_on)
  select keep_warning_list.source, name, private.compared_name(name, category, domain), domain, category, listed_on
  from jsonb_to_recordset(keep_warning_list.entries) as entry (name text, domain text, category text, listed_on date);
  return count;
end
$$;
comment on function private.keep_warning_list(text, text, date, jsonb, timestamptz) is 'For the worker: replaces a list by its new issue, [{name, domain, category, listed_on}]. Refuses an empty one and one of less than half the entries.';

create function private.warned_places(words text) returns table (start int, stop int, entry uuid)
language sql stable security definer set search_path = '' as $$
  -- An address, or a part of one above it: pay.example.com is warned of with example.com.
  select place.start, regexp_instr(warned_places.words, pattern, 1, nth, 1), known.id
  from (values ('[a-z0-9][a-z0-9-]*(?: ?(?:\.|\[\.\]|\(\.\)) ?[a-z0-9-]+)+')) as address (pattern)
  cross join generate_series(1, 20) as nth
  cross join lateral (select regexp_instr(warned_places.words, pattern, 1, nth) as start) as place
  cross join lateral (select string_to_array(translate(regexp_substr(warned_places.words, pattern, 1, nth), ' []()', ''), '.') as parts) as read
  join public.warning_list_entries as known on known.domain in (
    select array_to_string(parts[first:], '.') from generate_series(1, cardinality(parts) - 1) as first)
  where place.start > 0
  union all
  select regexp_instr(warned_places.words, pattern), regexp_instr(warned_places.words, pattern, 1, 1, 1), known.id
  from public.warning_list_entries as known
  cross join lateral (select '\m' || replace(known.words, ' ', '[^a-z0-9]+') || '\M' as pattern) as name
  where known.words is not null and strpos(' ' || regexp_replace(warned_places.words, '[^a-z0-9]+', ' ', 'g') || ' ', ' ' || known.words || ' ') > 0
$$;
comment on function private.warned_places(text) is 'Where a folded text has a name or an address of a list: characters start to stop - 1, from 1, and the entry.';

alter table public.warning_lists enable row level security;
create policy "everybody sees which lists are compared with" on public.warning_lists for select to anon, authenticated using (true);
alter table public.warning_list_entries enable row level security;
create policy "everybody reads whom authorities warn of" on public.warning_list_entries for select to anon, authenticated using (true);
revoke all on public.warning_lists, public.warning_list_entries from anon, authenticated, service_role;
grant select on public.warning_lists, public.warning_list_entries to anon, authenticated;
revoke execute on function
  private.compared_name(text, text, text), private.keep_warning_list(text, text, date, jsonb, timestamptz), private.warned_places(text)
from public, anon, authenticated, service_role;
