-- Indicators: the series whose releases the calendar announces. Staff write one as content (kind `indicator`); publication writes its row
-- and its names at the sources here. Their texts are public like all content; the calendar itself is for members.
create table public.indicators (
  slug text primary key check (slug ~ '^[a-z0-9][a-z0-9-]{1,79}$'),
  item uuid not null unique references public.content_items (id),
  title jsonb not null check (private.is_translated(title)),
  -- What it is, and why it matters for which pairs.
  summary jsonb not null check (private.is_translated(summary)),
  why jsonb not null check (private.is_translated(why)),
  -- EU is the euro area.
  country text not null check (country ~ '^[A-Z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  category text not null check (category in ('inflation', 'jobs', 'growth', 'activity', 'consumption', 'trade', 'housing', 'sentiment', 'rates', 'speech')),
  impact text not null check (impact in ('low', 'medium', 'high')),
  -- Which surprise is good for the currency.
  better text not null check (better in ('higher', 'lower', 'neither')),
  unit text not null check (unit in ('percent', 'index', 'points', 'thousand', 'million', 'billion', 'trillion', 'none')),
  decimals int not null check (decimals between 0 and 4),
  cadence text not null check (cadence in ('weekly', 'monthly', 'quarterly', 'meetings', 'irregular')),
  -- The usual time on the clock of its authority.
  usual_time time not null,
  zone text not null check (private.is_time_zone(zone)),
  authority text not null check (length(authority) between 2 and 160),
  authority_url text not null check (authority_url ~ '^https://[^\s]+$'),
  -- Whose reaction is measured, the first one first.
  symbols text[] not null check (cardinality(symbols) between 1 and 8),
  listed boolean not null default true
);
comment on table public.indicators is 'What is announced: a series of an authority, with its unit and which surprise is good for its currency.';

create table public.indicator_codes (
  source text not null check (source ~ '^[a-z_]{2,24}$'),
  code text not null check (length(code) between 1 and 200),
  indicator text not null references public.indicators (slug) on delete cascade,
  -- One release may hold several: the Employment Situation has the payrolls and the unemployment rate.
  primary key (source, code, indicator)
);
comment on table public.indicator_codes is 'What each source calls an indicator.';
create index indicator_codes_of_indicator on public.indicator_codes (indicator);

create function private.check_indicator(kept public.content_items, document jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
  codes constant jsonb := case jsonb_typeof(fields -> 'codes') when 'object' then fields -> 'codes' else '{}' end;
begin
  perform private.require_fields(jsonb_build_object(
    'country', fields ->> 'country' ~ '^[A-Z]{2}$',
    'currency', fields ->> 'currency' ~ '^[A-Z]{3}$',
    'category', fields ->> 'category' in ('inflation', 'jobs', 'growth', 'activity', 'consumption', 'trade', 'housing', 'sentiment', 'rates', 'speech'),
    'impact', fields ->> 'impact' in ('low', 'medium', 'high'),
    'better', fields ->> 'better' in ('higher', 'lower', 'neither'),
    'unit', fields ->> 'unit' in ('percent', 'index', 'points', 'thousand', 'million', 'billion', 'trillion', 'none'),
    'decimals', fields ->> 'decimals' ~ '^[0-4]$',
    'cadence', fields ->> 'cadence' in ('weekly', 'monthly', 'quarterly', 'meetings', 'irregular'),
    'usual_time', fields ->> 'usual_time' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    'zone', private.is_time_zone(fields ->> 'zone'),
    'authority', length(fields ->> 'authority') between 2 and 160,
    'authority_url', fields ->> 'authority_url' ~ '^https://[^\s]+$',
    'symbols', jsonb_array_length(private.rows_of(fields -> 'symbols')) between 1 and 8 and not exists (
      select from jsonb_array_elements_text(private.rows_of(fields -> 'symbols')) as symbol where symbol not in (select instruments.symbol from public.instruments)),
    'codes', coalesce(jsonb_typeof(fields -> 'codes'), 'object') = 'object' and not exists (
      select from jsonb_each(codes) as named where named.key !~ '^[a-z_]{2,24}$' or jsonb_typeof(named.value) <> 'array'
        or exists (select from jsonb_array_elements(private.rows_of(named.value)) as code where jsonb_typeof(code) <> 'string' or length(code #>> '{}') not between 1 and 200))));
end
$$;
comment on function private.check_indicator(public.content_items, jsonb) is 'Refuses an indicator without what its announcements need.';

create function private.project_indicator(kept public.content_items, document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
begin
  if document is null then
    update public.indicators set listed = false where item = kept.id;
    return;
  end if;
  insert into public.indicators (slug, item, title, summary, why, country, currency, category, impact, better, unit, decimals, cadence, usual_time, zone, authority, authority_url, symbols)
  values (kept.slug, kept.id, private.translated(document, 'title'), private.translated(document, 'summary'), private.translated(document, 'why'), fields ->> 'country', fields ->> 'currency',
    fields ->> 'category', fields ->> 'impact', fields ->> 'better', fields ->> 'unit', (fields ->> 'decimals')::int, fields ->> 'cadence', (fields ->> 'usual_time')::time, fields ->> 'zone',
    fields ->> 'authority', fields ->> 'authority_url', array(select jsonb_array_elements_text(fields -> 'symbols')))
  on conflict (slug) do update set
    item = excluded.item, title = excluded.title, summary = excluded.summary, why = excluded.why, country = excluded.country, currency = excluded.currency, category = excluded.category,
    impact = excluded.impact, better = excluded.better, unit = excluded.unit, decimals = excluded.decimals, cadence = excluded.cadence, usual_time = excluded.usual_time, zone = excluded.zone,
    authority = excluded.authority, authority_url = excluded.authority_url, symbols = excluded.symbols, listed = true;
  delete from public.indicator_codes where indicator = kept.slug;
  insert into public.indicator_codes
  select distinct named.key, code, kept.slug
  from jsonb_each(case jsonb_typeof(fields -> 'codes') when 'object' then fields -> 'codes' else '{}' end) as named, jsonb_array_elements_text(named.value) as code;
end
$$;
comment on function private.project_indicator(public.content_items, jsonb) is 'Writes a published indicator with its names at the sources. One that is withdrawn keeps its past.';

alter table public.indicators enable row level security;
create policy "members read the indicators" on public.indicators for select to authenticated using (true);
alter table public.indicator_codes enable row level security;
create policy "staff read what sources call an indicator" on public.indicator_codes for select to authenticated using ((select private.reading_staff_role()) is not null);
revoke all on public.indicators, public.indicator_codes from anon, authenticated, service_role;
grant select on public.indicators, public.indicator_codes to authenticated;
grant select on public.indicators, public.indicator_codes to service_role;
revoke execute on function private.check_indicator(public.content_items, jsonb), private.project_indicator(public.content_items, jsonb) from public, anon, authenticated, service_role;
