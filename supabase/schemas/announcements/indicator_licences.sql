-- On which terms the figures of a series may be shown. The tag of each series at FRED is kept; what needs an approval is not taken at all,
-- and what needs a citation is shown with its source.
create table public.indicator_licences (
  source text not null references public.announcement_sources (source),
  series text not null check (length(series) between 1 and 80),
  indicator text not null references public.indicators (slug) on delete cascade,
  licence text not null check (length(licence) <= 80),
  shown boolean not null,
  read_at timestamptz not null,
  primary key (source, series)
);
comment on table public.indicator_licences is 'The licence tag of each series that figures come from, and whether they are shown.';
create index indicator_licences_of_indicator on public.indicator_licences (indicator);
alter table public.indicator_licences enable row level security;
create policy "members read the terms of figures" on public.indicator_licences for select to authenticated using (true);
revoke all on public.indicator_licences from anon, authenticated, service_role;
grant select on public.indicator_licences to authenticated;
grant select on public.indicator_licences to service_role;

create function private.keep_indicator_licence(source text, series text, indicator text, licence text, shown boolean, moment timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into public.indicator_licences as known values (keep_indicator_licence.source, keep_indicator_licence.series, keep_indicator_licence.indicator, keep_indicator_licence.licence, keep_indicator_licence.shown, moment)
  on conflict on constraint indicator_licences_pkey do update set indicator = excluded.indicator, licence = excluded.licence, shown = excluded.shown, read_at = excluded.read_at
$$;
comment on function private.keep_indicator_licence(text, text, text, text, boolean, timestamptz) is 'For the worker: keeps the licence tag of a series.';
revoke execute on function private.keep_indicator_licence(text, text, text, text, boolean, timestamptz) from public, anon, authenticated, service_role;
grant execute on function private.keep_indicator_licence(text, text, text, text, boolean, timestamptz) to service_role;
