-- The record of each author, as trading/src/ideas/record.ts computes it from their ended ideas. The worker keeps it: an author is computed
-- anew when one of their ideas opens or ends. Whoever checks the export computes all of it again.
create table public.idea_records (
  author uuid primary key references public.community_members (id),
  -- The last entry of the ledger that is counted.
  as_of bigint not null,
  record jsonb not null,
  -- For ordering authors: null under thirty ended ideas.
  brier numeric,
  updated_at timestamptz not null default clock_timestamp(),
  -- Of trading/src/ideas/instrument-records.ts: one row an instrument, without figures where there are too few.
  by_instrument jsonb not null default '[]'
);
comment on table public.idea_records is 'What each author''s ideas came to. Figures are null where there are too few.';
alter table public.idea_records enable row level security;
create policy "members see every record" on public.idea_records for select to authenticated using (true);
revoke all on public.idea_records from anon, authenticated, service_role;
grant select on public.idea_records to authenticated;

create table private.idea_records_due (author uuid primary key references public.community_members (id));
comment on table private.idea_records_due is 'Authors whose record is to be computed anew.';
alter table private.idea_records_due enable row level security;
revoke all on private.idea_records_due from anon, authenticated, service_role;

create function private.ask_for_idea_record() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.idea_records_due select author from public.ideas where id = (to_jsonb(new) ->> tg_argv[0])::uuid
  -- Written again, so that a worker who did not see this fact cannot take the row for done.
  on conflict (author) do update set author = excluded.author;
  return null;
end
$$;
comment on function private.ask_for_idea_record() is 'An idea was published, opened or has ended: its author''s record is computed anew.';
create trigger ask_for_record after insert on public.ideas for each row execute function private.ask_for_idea_record('id');
create trigger ask_for_record after insert on public.idea_openings for each row execute function private.ask_for_idea_record('idea');
create trigger ask_for_record after update on public.idea_states for each row when (new.closed_at is not null) execute function private.ask_for_idea_record('idea');

create function private.keep_idea_record(author uuid, as_of bigint, record jsonb, by_instrument jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.idea_records (author, as_of, record, brier, by_instrument)
  values (keep_idea_record.author, keep_idea_record.as_of, keep_idea_record.record, (keep_idea_record.record #>> '{calibration,brier}')::numeric, keep_idea_record.by_instrument)
  on conflict (author) do update set as_of = excluded.as_of, record = excluded.record, brier = excluded.brier, by_instrument = excluded.by_instrument, updated_at = clock_timestamp()
  where idea_records.as_of <= excluded.as_of
$$;
comment on function private.keep_idea_record(uuid, bigint, jsonb, jsonb) is 'For the worker: the record of an author, whole and by instrument, as of an entry of the ledger.';
-- All members together ---------------------------------------------------------------------------------------------------
create function public.ideas_summary() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.own_member() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return (
    select jsonb_build_object(
      'closed', count(*),
      -- Under thirty the figures would mostly be chance.
      'expectancy_r', case when count(*) >= 30 then round(avg(states.realised_r), 4)::text end,
      'half_width_r', case when count(*) >= 30 then round((1.96 * stddev_samp(states.realised_r) / sqrt(count(*)))::numeric, 4)::text end
    )
    from public.idea_states as states join public.idea_openings as openings on openings.idea = states.idea
    where states.closed_at is not null and states.realised_r is not null
  );
end
$$;
comment on function public.ideas_summary() is 'What all members'' ideas that were entered, have ended and are open to read came to: {closed, expectancy_r, half_width_r}; the half width is of the 95 % interval. Null under thirty.';
revoke execute on function public.ideas_summary() from public, anon, service_role;
grant execute on function public.ideas_summary() to authenticated;

revoke execute on function private.ask_for_idea_record(), private.keep_idea_record(uuid, bigint, jsonb, jsonb) from public, anon, authenticated;
grant execute on function private.keep_idea_record(uuid, bigint, jsonb, jsonb) to service_role;
