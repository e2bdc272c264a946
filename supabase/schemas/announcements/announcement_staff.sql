-- What staff do to the calendar: enter and correct one announcement, import many with a preview, and see how the sources fare. Each writes
-- a claim of source `staff` or `import`; the row is merged from it like from any other, and the audit log has it.
create function public.save_announcement(claim jsonb, announcement uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  own_key constant text := 'staff:' || coalesce(announcement, gen_random_uuid());
  answer jsonb;
  problem jsonb;
  target uuid := announcement;
  before private.announcement_claims;
begin
  perform private.require_staff();
  perform pg_advisory_xact_lock(hashtext('announcements'));
  if announcement is not null then
    if not exists (select from public.announcements where id = announcement) then raise exception 'announcement_not_found' using errcode = 'PT404'; end if;
    -- Its key leads to the announcement before the first word is said of it.
    insert into private.announcement_claims (source, key, announcement, claim, seen_at) values ('staff', own_key, save_announcement.announcement, '{}', clock_timestamp()) on conflict do nothing;
    select * into before from private.announcement_claims as known where known.source = 'staff' and known.key = own_key;
    claim := (select jsonb_strip_nulls(jsonb_build_object('indicator', held.indicator, 'title', held.title, 'currency', held.currency, 'country', held.country, 'zone', held.zone)) || save_announcement.claim
      from public.announcements as held where held.id = announcement);
    -- A value alone moves nothing: the time is then as it was.
    if not claim ? 'at' and not claim ? 'day' then
      claim := claim || (select jsonb_build_object('at', to_char(held.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'precision', held.precision, 'day', held.day) from public.announcements as held where held.id = announcement);
      if claim ->> 'precision' = 'all_day' then claim := claim - 'at'; end if;
    end if;
    -- What was corrected before and is not named now stays corrected.
    claim := (before.claim - '{starts_at,day,precision,zone}'::text[]) || claim;
  end if;
  answer := private.take_claims('staff', jsonb_build_array(claim || jsonb_build_object('key', own_key)));
  problem := answer #> '{problems,0}';
  if problem is not null then perform private.refuse(problem ->> 'problem', problem ->> 'field'); end if;
  select known.announcement into target from private.announcement_claims as known where known.source = 'staff' and known.key = own_key;
  return target;
end
$$;
comment on function public.save_announcement(jsonb, uuid) is 'For staff: enters an announcement, or corrects one; what is not named stays. {indicator or title with currency, at or day with zone, precision, period, impact, forecast, previous, revised, actual, cancelled, postponed}. Returns its id. Refusals carry a key and, as hint, a field.';

create function public.import_announcements(claims jsonb, dry_run boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  answer jsonb;
begin
  perform private.require_staff();
  if jsonb_typeof(claims) <> 'array' or jsonb_array_length(claims) not between 1 and 2000 then perform private.refuse('import_invalid', 'claims', '1 to 2000 rows.'); end if;
  begin
    answer := private.take_claims('import', claims);
    -- Shown and undone: the preview is what the import would do, not what it is believed to do.
    if dry_run then raise sqlstate 'VDRYR'; end if;
  exception when sqlstate 'VDRYR' then
    null;
  end;
  return answer;
end
$$;
comment on function public.import_announcements(jsonb, boolean) is 'For staff: takes up to 2000 rows (as claimsOfCsv() and claimsOfIcal() of trading/src/announcements read them); with dry_run only says what would change: {added, changed, moved, problems: [{key, problem, field}], changes: [{id, change, was, becomes}]}.';

create function public.calendar_sources() returns setof public.announcement_sources
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.reading_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return query select * from public.announcement_sources order by rank;
end
$$;
comment on function public.calendar_sources() is 'For staff: every source with how its last fetch went.';

create function private.begin_calendar_fetch(source text, next_at timestamptz, moment timestamptz) returns boolean
language sql security definer set search_path = '' as $$
  with begun as (
    update public.announcement_sources as known set next_at = begin_calendar_fetch.next_at
    where known.source = begin_calendar_fetch.source and (known.next_at is null or known.next_at <= moment) returning 1
  )
  select exists (select from begun)
$$;
comment on function private.begin_calendar_fetch(text, timestamptz, timestamptz) is 'For the worker: whether a source may be fetched now; if so, no other fetch begins before next_at, whatever becomes of this one.';

create function private.report_calendar_source(source text, state text, error text, entries int, moment timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.announcement_sources as known set state = report_calendar_source.state, error = left(report_calendar_source.error, 300),
    fetched_at = case when report_calendar_source.state = 'off' then known.fetched_at else moment end,
    good_at = case when report_calendar_source.state = 'ok' then moment else known.good_at end,
    entries = coalesce(report_calendar_source.entries, known.entries)
  where known.source = report_calendar_source.source
$$;
comment on function private.report_calendar_source(text, text, text, int, timestamptz) is 'For the worker: how a fetch went, or that a source is off. What a failing source said last stays.';

create function private.note_staff_claim() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (actor, actor_role, request_id, table_name, row_key, action, before, after)
  values (auth.uid(), coalesce(public.current_staff_role(), session_user), private.current_request_id(), 'announcement_claims', new.source || '/' || new.key, lower(tg_op),
    case tg_op when 'UPDATE' then old.claim end, new.claim);
  return null;
end
$$;
comment on function private.note_staff_claim() is 'What staff enter, correct and import is in the audit log.';
create trigger note_staff_claim after insert or update of claim on private.announcement_claims
  for each row when (new.source in ('staff', 'import')) execute function private.note_staff_claim();

revoke execute on function private.begin_calendar_fetch(text, timestamptz, timestamptz), private.report_calendar_source(text, text, text, int, timestamptz), private.note_staff_claim() from public, anon, authenticated, service_role;
grant execute on function private.begin_calendar_fetch(text, timestamptz, timestamptz), private.report_calendar_source(text, text, text, int, timestamptz) to service_role;
revoke execute on function public.save_announcement(jsonb, uuid), public.import_announcements(jsonb, boolean), public.calendar_sources() from public, anon, service_role;
grant execute on function public.save_announcement(jsonb, uuid), public.import_announcements(jsonb, boolean), public.calendar_sources() to authenticated;
