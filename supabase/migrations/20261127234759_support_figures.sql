-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

DROP INDEX "public"."ticket_events_by_time";

DROP FUNCTION "private"."recent_tickets_with"(tsquery, timestamp WITH time zone, uuid, integer);

CREATE OR REPLACE FUNCTION private.business_time (
  since timestamp with time zone,
  until timestamp with time zone
)
  RETURNS interval
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(sum(least(open.closes, business_time.until) - greatest(open.opens, business_time.since)), '0')
  from private.support_windows((business_time.since at time zone 'Europe/Paris')::date, (business_time.until at time zone 'Europe/Paris')::date) as open
  where open.opens < business_time.until and open.closes > business_time.since and business_time.since < business_time.until
$function$;

CREATE OR REPLACE FUNCTION private.claim_proof (
  figure jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  asked_kind constant text := figure ->> 'kind';
  asked_number constant text := figure ->> 'number';
  claim uuid;
  shown jsonb;
  answer jsonb;
begin
  if asked_kind = 'score' then return private.score_proof(figure ->> 'name'); end if;
  if asked_kind = 'forecast' then return private.forecast_proof(case when asked_number ~ '^[1-9]\d{0,17}$' then asked_number::bigint end); end if;
  if asked_kind = 'statement' then
    select made.id, private.displayed_statement(made) into claim, shown from public.statements as made where made.number::text = asked_number;
    answer := jsonb_build_object('formula', private.statement_formula(shown #> '{terms,condition}'), 'value', shown -> 'outcome', 'inputs', shown);
  elsif asked_kind = 'expectation' then
    select made.id, private.displayed_expectation(made) into claim, shown from public.expectations as made where made.number::text = asked_number;
    answer := jsonb_build_object('formula', 'sgn(actual − forecast) = direction', 'value', shown -> 'outcome', 'inputs', shown);
  elsif asked_kind = 'idea' then
    select made.id, private.displayed_idea(made) into claim, shown from public.ideas as made where made.number::text = asked_number;
    answer := jsonb_build_object('formula', private.figure_formula('result_r'), 'value', shown -> 'realised_r', 'inputs', shown);
  end if;
  if claim is null then return null; end if;
  return answer || jsonb_build_object('figure', jsonb_build_object('kind', asked_kind, 'number', asked_number::bigint), 'rows', private.claim_entries(asked_kind, claim));
end
$function$;

CREATE OR REPLACE FUNCTION private.close_forgotten_ticket()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  new.subject := '—';
  new.excerpt := '';
  new.facts := null;
  new.facts_consented_at := null;
  -- What a member foretold was theirs alone; all other figures are public.
  if new.proof #>> '{figure,kind}' = 'forecast' then new.proof := null; end if;
  new.satisfaction_words := null;
  new.request := null;
  new.paused_since := coalesce(new.paused_since, clock_timestamp());
  new.closed_at := coalesce(new.closed_at, clock_timestamp());
  new.state := 'closed';
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.forecast_proof (
  entry bigint
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('figure', jsonb_build_object('kind', 'forecast', 'number', answer.sequence), 'formula', '(p − o)²', 'value', shown -> 'brier',
    'inputs', shown - array['nonce', 'after', 'others', 'signal', 'signal_id', 'price'] || jsonb_build_object('cut_price', shown -> 'price') || jsonb_build_object('probability', trim_scale(answer.probability / 100.0)::text, 'timeframe', chart.timeframe, 'hours', chart.hours,
      'up', private.decimal_text(chart.up, instruments.digits), 'down', private.decimal_text(chart.down, instruments.digits), 'decided_at', case when chart.outcome <> 'none' then chart.decided_at end),
    'rows', (select jsonb_agg(jsonb_build_object('sequence', sequence, 'at', at, 'kind', kind, 'hash', hash)) from public.ledger where sequence = answer.sequence))
  from public.forecast_answers as answer join private.forecast_cards as chart on chart.id = answer.card join public.instruments using (symbol), private.forecast_result(chart, answer) as shown
  where answer.sequence = forecast_proof.entry and (answer.member = auth.uid() or (select private.reading_staff_role()) is not null)
$function$;

CREATE OR REPLACE FUNCTION private.recent_tickets_with (
  asked     tsquery,
  before    timestamp with time zone,
  before_id uuid,
  skipped   integer,
  reach     integer
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select found.ticket from (
    select newest.* from private.ticket_words as newest where (newest.touched_at, newest.ticket) < (before, before_id)
    order by newest.touched_at desc, newest.ticket desc offset skipped limit reach - skipped
  ) as found where found.words @@ asked
$function$;

CREATE OR REPLACE FUNCTION private.score_proof (
  name text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('figure', jsonb_build_object('kind', 'score', 'name', score_proof.name), 'formula', 'Σ (p − o)² / n', 'value', score -> 'brier',
    'inputs', score - array['bins', 'chance'] || jsonb_build_object('chance', score #> '{chance,brier}'),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('number', number, 'deadline', deadline, 'probability', probability, 'outcome', outcome, 'squared', trim_scale((probability::numeric - outcome::int) ^ 2)::text)
        order by deadline, number), '[]')
      from (
        select made.number, made.deadline, sealed.terms ->> 'probability' as probability, known.outcome
        from public.statements as made join public.statement_outcomes as known on known.statement_id = made.id join public.statement_terms as sealed on sealed.statement_id = made.id
        where made.author_kind = score ->> 'author_kind' and known.outcome is not null and score ->> 'cohort' in ('all', to_char(made.deadline at time zone 'UTC', 'YYYY-MM'))
          -- The worker had counted up to here.
          and exists (select from public.ledger where kind = 'resolved' and sequence <= kept.as_of and entry #>> '{data,statement}' = made.id::text)
        order by made.deadline desc limit 500) as counted))
  from public.statement_scores as kept, jsonb_array_elements(kept.rows) as score
  where concat_ws(' ', score ->> 'author_kind', score ->> 'cohort') = score_proof.name
$function$;

CREATE OR REPLACE FUNCTION private.solution_times (
  tickets uuid[]
)
  RETURNS TABLE (
    ticket  uuid,
    seconds bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET random_page_cost TO '1.1'
  AS $function$
  with solved as materialized (
    select kept.id, kept.opened_at, kept.solved_at, kept.paused, (kept.opened_at at time zone 'Europe/Paris')::date as first, (kept.solved_at at time zone 'Europe/Paris')::date as last
    from public.tickets as kept where kept.id = any (solution_times.tickets) and kept.solved_at is not null
  ), days as materialized (
    select open.* from (select min(first) as first, max(last) as last from solved) as reach, private.support_windows(reach.first, reach.last) as open
  )
  -- As private.business_time(), with the days counted once for all: what was open before the last moment without what was open before the first.
  select solved.id, floor(extract(epoch from greatest(
      last.before + greatest(least(solved.solved_at, last.closes) - last.opens, '0') - first.before - greatest(least(solved.opened_at, first.closes) - first.opens, '0'), '0')
    - solved.paused))::bigint
  from solved join days as first on first.day = solved.first join days as last on last.day = solved.last
$function$;

CREATE OR REPLACE FUNCTION private.support_window (
  day date
)
  RETURNS tstzrange
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select tstzrange(opens, closes) from private.support_windows(support_window.day, support_window.day) as open where open.opens is not null
$function$;

CREATE OR REPLACE FUNCTION private.support_windows (
  since date,
  until date
)
  RETURNS TABLE (
    day    date,
    opens  timestamp with time zone,
    closes timestamp with time zone,
    before interval
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with each_day as (
    select day::date as day from generate_series(support_windows.since::timestamp, support_windows.until::timestamp, '1 day') as day
  ), holidays as (
    select holiday from generate_series(extract(year from support_windows.since)::int, extract(year from support_windows.until)::int) as year, private.french_holidays(year) as holiday
  ), windows as (
    select each_day.day, (each_day.day + hours.opens) at time zone 'Europe/Paris' as opens, (each_day.day + hours.closes) at time zone 'Europe/Paris' as closes
    from each_day left join public.support_days as special on special.day = each_day.day left join holidays on holiday = each_day.day
      left join public.support_hours as hours on hours.weekday = extract(isodow from each_day.day) and coalesce(special.is_open, holiday is null)
  )
  select windows.day, windows.opens, windows.closes,
    coalesce(sum(windows.closes - windows.opens) over (order by windows.day rows between unbounded preceding and 1 preceding), '0')
  from windows
$function$;

CREATE OR REPLACE FUNCTION public.my_forecasts()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'answers', coalesce(jsonb_agg(jsonb_build_object(
      'card', card.id, 'sequence', answer.sequence, 'day', card.day, 'symbol', card.symbol, 'timeframe', card.timeframe, 'probability', answer.probability, 'outcome', card.outcome,
      'chance', card.chance, 'brier', private.forecast_brier(answer.probability, card.outcome)) order by answer.answered_at desc), '[]'),
    'median', (select jsonb_build_object('members', members, 'brier', brier) from private.forecast_standing where brier is not null))
  from public.forecast_answers as answer join private.forecast_cards as card on card.id = answer.card
  where answer.member = auth.uid()
$function$;

CREATE OR REPLACE FUNCTION public.support_answer_times (
  days integer DEFAULT 30
)
  RETURNS TABLE (
    opened_at        timestamp with time zone,
    answered_at      timestamp with time zone,
    business_seconds bigint,
    promised_seconds bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET random_page_cost TO '1.1'
  AS $function$
  with answers as (
    -- No ticket is answered before it was opened.
    select distinct on (event.ticket) event.ticket, event.at, event.data
    from public.ticket_events as event where event.kind = 'answered' and event.at > now() - make_interval(days => least(greatest(days, 1), 365)) order by event.ticket, event.at
  )
  -- Minutes and no number: a time must not lead to a person.
  select date_trunc('minute', opened.at), date_trunc('minute', answered.at),
    coalesce((answered.data ->> 'seconds')::bigint, 0), (kept.promise ->> 'answer_minutes')::bigint * 60
  from public.ticket_events as opened join public.tickets as kept on kept.id = opened.ticket left join answers as answered on answered.ticket = opened.ticket
  where opened.kind = 'opened' and opened.at > now() - make_interval(days => least(greatest(days, 1), 365)) and kept.merged_into is null
    and (answered.at is not null or kept.answer_due_at < now() and kept.state in ('new', 'open'))
  order by opened.at
$function$;

CREATE OR REPLACE FUNCTION public.support_figures (
  days integer DEFAULT 30
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with answers as materialized (select * from public.support_answer_times(days)),
  solved as materialized (select * from private.solution_times(array(
    select kept.id from public.tickets as kept where kept.solved_at > now() - make_interval(days => least(greatest(days, 1), 365)) and kept.merged_into is null)))
  select jsonb_build_object(
    'days', least(greatest(days, 1), 365), 'answered', count(answered_at), 'promised', count(*), 'kept', count(*) filter (where answered_at is not null and business_seconds <= promised_seconds),
    'median_seconds', percentile_disc(0.5) within group (order by business_seconds) filter (where answered_at is not null),
    'p90_seconds', percentile_disc(0.9) within group (order by business_seconds) filter (where answered_at is not null),
    'worst_seconds', max(business_seconds) filter (where answered_at is not null), 'worst_at', (select opened_at from answers where answered_at is not null order by business_seconds desc, opened_at limit 1),
    'solved', (select count(*) from solved), 'solve_median_seconds', (select percentile_disc(0.5) within group (order by seconds) from solved),
    'satisfaction', (select jsonb_build_object('average', round(avg(satisfaction), 1)::text, 'rated', count(satisfaction)) from public.tickets where rated_at > now() - make_interval(days => least(greatest(days, 1), 365))),
    'promises', (select jsonb_agg(to_jsonb(promised) order by promised.solve_minutes desc) from public.support_promises as promised),
    'mediator', (select nullif(mediator, '') from private.seller), 'mail', (select address from private.support_mail_setting),
    'demonstration', exists (select from public.tickets where demonstration))
  from answers
$function$;

CREATE OR REPLACE FUNCTION public.support_report (
  since timestamp with time zone,
  until timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if since is null or until is null or until <= since or until > since + interval '400 days' then raise exception 'time_wrong' using errcode = '22023', hint = 'since'; end if;
  return (
    with opened as materialized (
      select kept.id, kept.topic, kept.channel, kept.language, kept.opened_at, kept.first_answered_at, kept.answer_due_at, kept.solved_at, kept.solve_due_at, kept.paused, kept.reopened, kept.satisfaction,
        (select (data ->> 'seconds')::bigint from public.ticket_events as event where event.ticket = kept.id and event.kind = 'answered' order by event.at limit 1) as answer_seconds
      from public.tickets as kept where kept.opened_at >= since and kept.opened_at < until and kept.merged_into is null
    ), solved as materialized (
      select times.seconds, opened.solved_at <= opened.solve_due_at as kept from private.solution_times(array(select id from opened)) as times join opened on opened.id = times.ticket
    )
    select jsonb_build_object(
      'volume', count(*), 'answered', count(first_answered_at), 'answers_kept', count(*) filter (where first_answered_at <= answer_due_at),
      'answer_median_seconds', percentile_disc(0.5) within group (order by answer_seconds) filter (where answer_seconds is not null),
      'answer_p90_seconds', percentile_disc(0.9) within group (order by answer_seconds) filter (where answer_seconds is not null),
      'solved', count(solved_at), 'solutions_kept', (select count(*) filter (where solved.kept) from solved),
      'solve_median_seconds', (select percentile_disc(0.5) within group (order by seconds) from solved), 'solve_p90_seconds', (select percentile_disc(0.9) within group (order by seconds) from solved),
      'reopened', count(*) filter (where reopened > 0), 'reopen_rate', round(count(*) filter (where reopened > 0)::numeric / nullif(count(*) filter (where solved_at is not null or reopened > 0), 0), 4)::text,
      'backlog', (select count(*) from public.tickets where state in ('new', 'open', 'pending', 'on_hold')),
      'satisfaction', jsonb_build_object('average', round(avg(satisfaction), 2)::text, 'rated', count(satisfaction),
        'scores', (select jsonb_object_agg(score, (select count(*) from opened where satisfaction = score)) from generate_series(1, 5) as score)),
      'topics', (select coalesce(jsonb_agg(jsonb_build_object('topic', topic, 'volume', volume, 'answer_median_seconds', median) order by volume desc, topic), '[]')
        from (select topic, count(*) as volume, percentile_disc(0.5) within group (order by answer_seconds) filter (where answer_seconds is not null) as median from opened group by topic) as by_topic),
      'days', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'volume', volume) order by day), '[]') from (select private.paris_day(opened_at) as day, count(*) as volume from opened group by 1) as by_day))
    from opened);
end
$function$;

CREATE OR REPLACE FUNCTION public.ticket_inbox (
  filters jsonb   DEFAULT '{}'::jsonb,
  after   jsonb   DEFAULT NULL::jsonb,
  most    integer DEFAULT 30
)
  RETURNS SETOF jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  view constant text := coalesce(filters ->> 'view', 'waiting');
  unknown constant text := (select key from jsonb_object_keys(filters) as key
    where key not in ('view', 'topic', 'priority', 'state', 'language', 'assignee', 'unassigned', 'overdue', 'member', 'complaint', 'search') limit 1);
  asked constant tsquery := case when btrim(coalesce(filters ->> 'search', '')) <> '' then private.searched_everywhere(filters ->> 'search', true) end;
  waits constant boolean := view in ('waiting', 'mine', 'unassigned') and asked is null;
  page constant int := least(greatest(coalesce(most, 30), 1), 100);
  place constant timestamptz := coalesce((after ->> 'at')::timestamptz, case when waits then '-infinity' else 'infinity' end::timestamptz);
  place_id constant uuid := coalesce((after ->> 'id')::uuid, case when waits then '00000000-0000-0000-0000-000000000000' else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid);
  clauses text := 'merged_into is null';
  command text;
  reach int;
  seen int := 0;
  hits int;
  found int := 0;
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if unknown is not null then raise exception 'unknown_filter' using errcode = '22023', hint = unknown; end if;
  if view not in ('waiting', 'mine', 'unassigned', 'snoozed', 'done', 'all') then raise exception 'unknown_filter' using errcode = '22023', hint = 'view'; end if;
  -- Fixed pieces, put together by which filters are set, so that the planner sees only conditions that hold; values are parameters.
  clauses := concat_ws(' and ', clauses,
    case when view in ('waiting', 'mine', 'unassigned') then 'state in (''new'', ''open'', ''pending'', ''on_hold'') and (snoozed_until is null or snoozed_until <= now())' end,
    case when view = 'snoozed' then 'snoozed_until > now() and state in (''new'', ''open'', ''pending'', ''on_hold'')' end,
    case when view = 'done' then 'state in (''solved'', ''closed'')' end,
    case when view = 'mine' then 'assignee = auth.uid()' end,
    case when view = 'unassigned' or (filters ->> 'unassigned')::boolean then 'assignee is null' end,
    case when filters ? 'topic' then 'topic = $1 ->> ''topic''' end, case when filters ? 'priority' then 'priority = $1 ->> ''priority''' end,
    case when filters ? 'state' then 'state = $1 ->> ''state''' end, case when filters ? 'language' then 'language = $1 ->> ''language''' end,
    case when filters ? 'assignee' then 'assignee = ($1 ->> ''assignee'')::uuid' end, case when filters ? 'member' then 'user_id = ($1 ->> ''member'')::uuid' end,
    case when (filters ->> 'overdue')::boolean then 'turn_at < now()' end, case when (filters ->> 'complaint')::boolean then 'complaint_due_at is not null' end);
  command := format($query$
    select private.ticket_row(kept) || jsonb_build_object(
      'unread', (kept).last_by = 'member' and (kept).last_message_at > coalesce((kept).staff_seen_at, '-infinity'), 'snoozed_until', (kept).snoozed_until,
      'member', jsonb_build_object('id', (kept).user_id, 'name', private.ticket_name((kept).user_id), 'premium', private.is_premium((kept).user_id)),
      'cursor', jsonb_build_object('at', (kept).%1$I, 'id', (kept).id))
    from (select kept from public.tickets as kept where %2$s and %3$s order by %1$I %4$s, id %4$s limit $2) as found
    order by (kept).%1$I %4$s, (kept).id %4$s$query$,
    case when waits then 'turn_at' else 'last_message_at' end, clauses,
    case when waits then '(turn_at, id) > ($3, $4)' when asked is null then '(last_message_at, id) < ($3, $4)' else 'id = any (array(select private.recent_tickets_with($5, $3, $4, $6, $7)))' end,
    case when waits then 'asc' else 'desc' end);
  if asked is null then
    return query execute command using filters, page, place, place_id;
    return;
  end if;
  -- A common word fills the page from a few hundred; comparing its words with a ticket's is what a search costs.
  foreach reach in array '{300,4000}'::int[] loop
    return query execute command using filters, page - found, place, place_id, asked, seen, reach;
    get diagnostics hits = row_count;
    found := found + hits;
    if found >= page then return; end if;
    seen := reach;
  end loop;
  -- Rarer than that: by its index, from the last one that was found on.
  return query execute replace(command, 'private.recent_tickets_with($5, $3, $4, $6, $7)', 'private.tickets_with($5, $3, $4) except select private.recent_tickets_with($5, $3, $4, $6, $7)')
    using filters, page - found, place, place_id, asked, 0, seen;
end
$function$;

CREATE INDEX ticket_events_by_kind ON public.ticket_events USING btree (kind, at)
  WHERE (kind = ANY (ARRAY['opened'::text, 'answered'::text]));

CREATE INDEX tickets_of_demonstration ON public.tickets USING btree (id)
  WHERE demonstration;

CREATE INDEX tickets_rated ON public.tickets USING btree (rated_at)
  WHERE (rated_at IS NOT NULL);

CREATE INDEX tickets_solved ON public.tickets USING btree (solved_at)
  WHERE (solved_at IS NOT NULL);

COMMENT ON FUNCTION "private"."figure_proof"(jsonb) IS 'What a figure is made of now: {figure, formula, value, inputs, rows, computed_at, head}. figure: {kind: performance, name, filters} (a name of private.figure_formula, filters of performance_rows), {kind: signal, number}, {kind: statement, expectation or idea, number}, {kind: score, name}, or {kind: forecast, number: the entry that seals it} (private.claim_proof). Nothing that is sealed.';

COMMENT ON FUNCTION "private"."forecast_proof"(bigint) IS 'The caller''s own forecast, by the entry that seals it: probability, levels, outcome and score, without the nonce; staff read each. Null for anybody else''s.';

COMMENT ON FUNCTION "private"."recent_tickets_with"(tsquery, timestamp with time zone, uuid, integer, integer) IS 'Tickets with these words among the newest so many before a place in the list, without the first of them: a common word is found there without its index.';

COMMENT ON FUNCTION "private"."score_proof"(text) IS 'A row of the table of scores (its name: kind of author and month, `analyst 2026-11`, or `analyst all`): its figures, and its newest 500 statements with what each adds to the Brier score. Null for one that is not displayed.';

COMMENT ON FUNCTION "private"."solution_times"(uuid[]) IS 'Business seconds until each of these tickets was solved, without its pauses; a ticket that is not solved has no row.';

COMMENT ON FUNCTION "private"."support_windows"(date, date) IS 'Each day of a time: from when until when support is open (null on a closed day), and for how long it was open on the days before.';

COMMENT ON FUNCTION "public"."my_forecasts"() IS 'The caller''s answers, newest first, and the members'' median: {answers: [{card, sequence, day, symbol, timeframe, probability, outcome, chance, brier}], median: {members, brier} | null}. trading/src/learning/forecast.ts makes their figures.';

REVOKE ALL ON FUNCTION "private"."forecast_proof"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recent_tickets_with"(tsquery, timestamp WITH time zone, uuid, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."score_proof"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."solution_times"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."support_windows"(date, date) FROM PUBLIC;

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
