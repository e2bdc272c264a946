-- Expectations: what an analyst expects of a release, sealed in the ledger before it and graded after. The direction is that of the surprise:
-- above, in line with or below the consensus as it was known when the figure came. Nobody changes what was sealed.
create table public.expectations (
  id uuid primary key default gen_random_uuid(),
  number bigint not null unique check (number > 0),
  announcement uuid not null references public.announcements (id),
  -- No reference: the record outlives the account.
  author_id uuid not null,
  author_name text not null,
  made_at timestamptz not null,
  deadline timestamptz not null check (deadline > made_at),
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  demonstration boolean not null default false,
  unique (announcement, author_id)
);
comment on table public.expectations is 'That an analyst sealed an expectation, of which announcement and when: without its content.';
create index expectations_of_author on public.expectations (author_id, made_at desc);

create table public.expectation_terms (
  expectation uuid primary key references public.expectations (id),
  -- As the commitment holds it: indicator, deadline, direction and probability.
  terms jsonb not null,
  nonce text not null check (nonce ~ '^[0-9a-f]{64}$')
);
comment on table public.expectation_terms is 'What is expected, and the nonce that opens its seal: for its author alone until it is graded.';

create table public.expectation_outcomes (
  expectation uuid primary key references public.expectations (id),
  actual text,
  forecast text,
  -- Null where the release was cancelled or nothing was expected of it.
  surprise text check (surprise in ('above', 'in_line', 'below')),
  outcome boolean check ((outcome is null) = (surprise is null)),
  graded_at timestamptz not null
);
comment on table public.expectation_outcomes is 'What became of expectations: the figure, the consensus before it, and whether the direction was right.';
call private.make_append_only('public.expectations');
call private.make_append_only('public.expectation_terms');
call private.make_append_only('public.expectation_outcomes');

create function private.record_expectation(of_announcement uuid, direction text, probability text, author uuid, author_name text, made timestamptz, recorded_at timestamptz, is_demonstration boolean) returns public.expectations
language plpgsql security definer set search_path = '' as $$
declare
  held public.announcements;
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  terms jsonb;
  fresh public.expectations;
begin
  perform private.lock_ledger();
  select * into held from public.announcements where id = of_announcement;
  if held.id is null then raise exception 'announcement_not_found' using errcode = 'PT404'; end if;
  if direction is null or direction not in ('above', 'in_line', 'below') then perform private.refuse('invalid_direction', 'direction'); end if;
  if held.indicator is null or held.kind = 'speech' or held.kind = 'holiday' then perform private.refuse('nothing_to_expect', 'announcement', 'A figure is published.'); end if;
  if held.precision <> 'exact' or held.starts_at <= made or held.state in ('cancelled', 'postponed') or held.actual is not null and not is_demonstration then perform private.refuse('too_late_to_expect', 'announcement', 'Before the release.'); end if;
  terms := jsonb_build_object('indicator', held.indicator, 'deadline', private.timestamp_text(held.starts_at), 'direction', direction,
    'probability', private.probability_of(jsonb_build_object('probability', probability)));
  insert into public.expectations (number, announcement, author_id, author_name, made_at, deadline, commitment, demonstration)
  values ((select coalesce(max(number), 0) + 1 from public.expectations), held.id, author, record_expectation.author_name, made, held.starts_at, private.commitment(nonce, terms), is_demonstration)
  on conflict (announcement, author_id) do nothing returning * into fresh;
  if fresh.id is null then raise exception 'already_expected' using errcode = 'PT409'; end if;
  insert into public.expectation_terms values (fresh.id, terms, nonce);
  perform private.append_to_ledger('expected', null, jsonb_build_object(
    'expectation', fresh.id, 'number', fresh.number, 'author', fresh.author_name, 'author_id', author, 'made_at', private.timestamp_text(made),
    'deadline', private.timestamp_text(fresh.deadline), 'demonstration', is_demonstration, 'commitment', fresh.commitment), recorded_at);
  return fresh;
end
$$;
comment on function private.record_expectation(uuid, text, text, uuid, text, timestamptz, timestamptz, boolean) is 'Checks, seals and stores an expectation. Its times are the caller''s, so no API role may call it.';

create function public.seal_expectation(announcement uuid, direction text, probability text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  author constant text := private.require_staff();
  moment constant timestamptz := private.ledger_moment();
  fresh public.expectations;
begin
  fresh := private.record_expectation(announcement, direction, probability, auth.uid(), author, moment, moment, false);
  return jsonb_build_object('id', fresh.id, 'number', fresh.number, 'commitment', fresh.commitment);
end
$$;
comment on function public.seal_expectation(uuid, text, text) is 'For staff: seals above, in_line or below (the consensus) with a probability, such as 0.7, before a release; once for each. {id, number, commitment}.';

create function private.grade_expectations(moment timestamptz default null) returns int
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  said text; expected text;
  surprise text;
  graded int := 0;
begin
  for due in
    select made.*, held.actual, held.forecast, held.state, held.released_at, sealed.terms, sealed.nonce
    from public.expectations as made join public.announcements as held on held.id = made.announcement join public.expectation_terms as sealed on sealed.expectation = made.id
    where not exists (select from public.expectation_outcomes as known where known.expectation = made.id) and (held.actual is not null or held.state = 'cancelled')
      and made.deadline <= coalesce(grade_expectations.moment, clock_timestamp())
    order by made.number
  loop
    perform private.lock_ledger();
    -- The consensus of before the figure, not what somebody enters after it.
    expected := coalesce((
      select version.known ->> 'forecast' from public.announcement_versions as version
      where version.announcement = due.announcement and version.known ->> 'actual' is null order by version.version desc limit 1), case when due.demonstration then due.forecast end);
    -- The first figure: a revision belongs to the next release.
    said := (select version.known ->> 'actual' from public.announcement_versions as version
      where version.announcement = due.announcement and version.known ->> 'actual' is not null order by version.version limit 1);
    surprise := case sign(public.surprise_of(said, expected)) when 1 then 'above' when 0 then 'in_line' when -1 then 'below' end;
    insert into public.expectation_outcomes values (due.id, said, expected, surprise, surprise = due.terms ->> 'direction', coalesce(grade_expectations.moment, private.ledger_moment())) on conflict do nothing;
    if found then
      perform private.append_to_ledger('expectation_graded', null, jsonb_build_object(
        'expectation', due.id, 'terms', due.terms, 'nonce', due.nonce, 'actual', said, 'forecast', expected, 'surprise', surprise, 'outcome', surprise = due.terms ->> 'direction'),
        coalesce(grade_expectations.moment, private.ledger_moment()));
      graded := graded + 1;
    end if;
  end loop;
  return graded;
end
$$;
comment on function private.grade_expectations(timestamptz) is 'For the worker: grades expectations whose figure was published, by the first figure and the consensus known before it; those of a cancelled release are opened without an outcome. Returns how many.';

create function public.expectation_record() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(one) order by one.author), '[]')
  from (
    select made.author_name as author, count(*)::int as n, count(*) filter (where known.outcome)::int as right, trim_scale(round(avg(((sealed.terms ->> 'probability')::numeric - known.outcome::int) ^ 2), 4))::text as brier
    from public.expectations as made join public.expectation_outcomes as known on known.expectation = made.id and known.outcome is not null join public.expectation_terms as sealed on sealed.expectation = made.id
    group by made.author_id, made.author_name
  ) as one
$$;
comment on function public.expectation_record() is 'Each analyst''s graded expectations: [{author, n, right, brier}]. All that were graded, from the record.';

alter table public.expectations enable row level security;
create policy "everybody sees that an expectation was sealed" on public.expectations for select to anon, authenticated using (true);
alter table public.expectation_terms enable row level security;
create policy "visitors read graded expectations" on public.expectation_terms for select to anon
  using (exists (select from public.expectation_outcomes as known where known.expectation = expectation_terms.expectation));
create policy "members read graded expectations and their own" on public.expectation_terms for select to authenticated
  using (exists (select from public.expectation_outcomes as known where known.expectation = expectation_terms.expectation)
    or exists (select from public.expectations as own where own.id = expectation_terms.expectation and own.author_id = (select auth.uid())));
alter table public.expectation_outcomes enable row level security;
create policy "everybody reads what became of expectations" on public.expectation_outcomes for select to anon, authenticated using (true);
revoke all on public.expectations, public.expectation_terms, public.expectation_outcomes from anon, authenticated, service_role;
grant select on public.expectations, public.expectation_terms, public.expectation_outcomes to anon, authenticated, service_role;
revoke execute on function private.record_expectation(uuid, text, text, uuid, text, timestamptz, timestamptz, boolean), private.grade_expectations(timestamptz) from public, anon, authenticated, service_role;
grant execute on function private.grade_expectations(timestamptz) to service_role;
revoke execute on function public.seal_expectation(uuid, text, text), public.expectation_record() from public, service_role;
revoke execute on function public.seal_expectation(uuid, text, text) from anon;
grant execute on function public.seal_expectation(uuid, text, text) to authenticated;
grant execute on function public.expectation_record() to anon, authenticated;
