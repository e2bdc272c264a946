-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.claim_entries (
  part  text,
  claim uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('sequence', sequence, 'at', at, 'kind', kind, 'hash', hash) order by sequence), '[]')
  from (
    select sequence, at, kind, hash from public.ledger
    where signal_id is null and entry #>> array['data', part] = claim_entries.claim::text order by sequence limit 200
  ) as entries
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

CREATE OR REPLACE FUNCTION private.displayed_expectation (
  made public.expectations
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'id', made.id, 'number', made.number, 'author', made.author_name, 'author_id', made.author_id, 'made_at', private.timestamp_text(made.made_at),
    'deadline', private.timestamp_text(made.deadline), 'demonstration', made.demonstration, 'commitment', made.commitment,
    'state', case when known.expectation is null then 'sealed' else 'resolved' end
  ) || case when known.expectation is null then '{}' else sealed.terms || jsonb_build_object(
    'actual', known.actual, 'forecast', known.forecast, 'surprise', known.surprise, 'outcome', known.outcome) end
  from public.expectation_terms as sealed left join public.expectation_outcomes as known using (expectation)
  where sealed.expectation = made.id
$function$;

CREATE OR REPLACE FUNCTION private.figure_proof (
  figure jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  name constant text := figure ->> 'name';
  asked_kind constant text := figure ->> 'kind';
  filters constant jsonb := coalesce(figure -> 'filters', '{}');
  asked public.signals;
  claimed jsonb;
begin
  if asked_kind = 'performance' and private.figure_formula(name) is not null and name <> 'result_r' and jsonb_typeof(filters) = 'object' then
    return jsonb_build_object('figure', jsonb_build_object('kind', asked_kind, 'name', name, 'filters', filters), 'formula', private.figure_formula(name), 'computed_at', now(), 'head', public.ledger_head(),
      'value', public.performance_figures(filters) -> name, 'inputs', public.performance_figures(filters) - array['distribution'],
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('number', rows.number, 'state', rows.state, 'ended_at', rows.ended_at, 'r', trim_scale(rows.realised_r)::text) order by rows.ended_at, rows.number), '[]')
        from (select results.* from public.performance_rows(filters) as results order by results.ended_at desc limit 500) as rows));
  elsif asked_kind = 'signal' then
    select * into asked from public.signals where number::text = figure ->> 'number';
    if asked.id is not null then
      return jsonb_build_object('figure', jsonb_build_object('kind', asked_kind, 'number', asked.number), 'formula', private.figure_formula('result_r'), 'computed_at', now(), 'head', public.ledger_head(),
        'value', private.displayed_signal(asked.id) -> 'realised_r', 'inputs', private.displayed_signal(asked.id),
        'rows', (select coalesce(jsonb_agg(jsonb_build_object('sequence', entries.sequence, 'at', entries.at, 'kind', entries.kind, 'hash', entries.hash) order by entries.sequence), '[]') from (
          select ledger.sequence, ledger.at, ledger.kind, ledger.hash from public.ledger where signal_id = asked.id order by sequence limit 200) as entries));
    end if;
  else
    claimed := private.claim_proof(figure);
    if claimed is not null then return claimed || jsonb_build_object('computed_at', now(), 'head', public.ledger_head()); end if;
  end if;
  raise exception 'figure_unknown' using errcode = '22023', hint = 'figure';
end
$function$;

CREATE OR REPLACE FUNCTION private.missing_minutes (
  of_class text,
  until_at timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with minutes as (
    select minute from generate_series(until_at - interval '1 hour', until_at - interval '1 minute', interval '1 minute') as minute
  ), known as materialized (
    select candles.symbol, candles.opened_at from public.candles join public.instruments using (symbol)
    where instruments.class = of_class and candles.timeframe = 'M1' and candles.opened_at >= until_at - interval '1 hour' and candles.opened_at < until_at
  ), opened as materialized (
    select sessions.session, minutes.minute
    from minutes, (select session, min(symbol) as symbol from public.instruments where class = of_class group by session) as sessions
    where public.market_is_open(sessions.symbol, minutes.minute)
  )
  select jsonb_agg(counted.missing order by counted.minute) from (
    select minutes.minute, count(due.symbol) filter (where known.symbol is null) as missing
    from minutes
    left join (opened join public.instruments as due on due.session = opened.session and due.class = of_class) on opened.minute = minutes.minute
    left join known on known.symbol = due.symbol and known.opened_at = minutes.minute
    group by minutes.minute
  ) as counted
$function$;

CREATE OR REPLACE FUNCTION private.office_delivery (
  since timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  none constant jsonb := jsonb_build_object('count', 0, 'p50', null, 'p95', null);
  webhooks jsonb := none;
  mails jsonb := none;
  latencies constant text := $sql$
    select jsonb_build_object('count', count(*),
      'p50', percentile_cont(0.5) within group (order by extract(epoch from reached - asked)),
      'p95', percentile_cont(0.95) within group (order by extract(epoch from reached - asked)))
    from (%s order by id desc limit 10000) as newest where reached is not null and asked >= $1
  $sql$;
begin
  if to_regclass('public.webhook_deliveries') is not null then
    execute format(latencies, $sql$select created_at as asked, case when state = 'delivered' then ended_at end as reached from public.webhook_deliveries$sql$)
    into webhooks using since;
  end if;
  if to_regclass('_server.mail_outbox') is not null then
    execute format(latencies, $sql$select created_at as asked, sent_at as reached from _server.mail_outbox$sql$) into mails using since;
  end if;
  return jsonb_build_object('webhooks', webhooks, 'mails', mails) || private.office_publication(since);
end
$function$;

CREATE OR REPLACE FUNCTION private.office_publication (
  since timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with newest as (
    select * from public.notification_deliveries order by id desc limit 10000
  ), reached as (
    select 'app' as way, fanned_out_at - created_at as took from private.notification_facts
    where kind = 'signal_published' and fanned_out_at is not null and created_at >= since
    union all
    select newest.channel, newest.sent_at - note.created_at
    from newest join public.notifications as note on note.id = newest.notification_id
    where note.kind = 'signal_published' and note.created_at >= since and not newest.withdrawal
      and newest.channel in ('push', 'email') and newest.sent_at is not null
      -- One that was first tried later than it was made waited for the end of its member's quiet hours.
      and not (newest.attempts = 1 and newest.id < private.first_ordered_id(newest.due_at - interval '1 minute'))
  )
  select jsonb_object_agg(ways.way, (
    select jsonb_build_object('count', count(*),
      'p50', percentile_cont(0.5) within group (order by extract(epoch from took)),
      'p95', percentile_cont(0.95) within group (order by extract(epoch from took)))
    from reached where reached.way = ways.way))
  from unnest(array['app', 'push', 'email']) as ways (way)
$function$;

CREATE OR REPLACE FUNCTION private.statement_formula (
  condition jsonb
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case condition ->> 'kind' when 'touch' then 'min ≤ level ≤ max' when 'between' then 'low < min ∧ max < high' when 'first' then 't(level) < t(other)'
    when 'close' then case condition ->> 'side' when 'above' then 'close > level' else 'close < level' end end
$function$;

CREATE OR REPLACE FUNCTION public.office_feeds()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_staff' using errcode = '42501'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'class', feeds.class, 'source', feeds.source, 'state', feeds.state, 'reason', feeds.reason, 'since', feeds.since,
      'last_bar_at', feeds.last_bar_at, 'last_quote_at', feeds.last_quote_at, 'seen_at', feeds.seen_at,
      'instruments', (select count(*) from public.instruments where instruments.class = feeds.class),
      -- The minute that has just ended may still be on its way.
      'missing', private.missing_minutes(feeds.class, date_trunc('minute', now()) - interval '1 minute'),
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
$function$;

COMMENT ON FUNCTION "private"."claim_entries"(text, uuid) IS 'The entries of a claim, by the part of their data that names it: statement, expectation or idea.';

COMMENT ON FUNCTION "private"."claim_proof"(jsonb) IS 'What a claim came to and of what: {figure, formula, value, inputs, rows}; null where there is no such claim. Nothing that is sealed.';

COMMENT ON FUNCTION "private"."displayed_expectation"(public.expectations) IS 'An expectation as everybody sees it: its terms and what became of it once it is graded.';

COMMENT ON FUNCTION "private"."figure_proof"(jsonb) IS 'What a figure is made of now: {figure, formula, value, inputs, rows, computed_at, head}. figure: {kind: performance, name, filters} (a name of private.figure_formula, filters of performance_rows), {kind: signal, number}, or {kind: statement, expectation or idea, number} (private.claim_proof). Nothing that is sealed.';

COMMENT ON FUNCTION "private"."missing_minutes"(text, timestamp with time zone) IS 'For each of the sixty minutes before a whole minute, the oldest first, of how many instruments of a class it is missing; a minute in which a market is closed is not.';

COMMENT ON FUNCTION "private"."office_delivery"(timestamp with time zone) IS 'From the fact to its arrival, in seconds, among the last 10 000 of each kind and since: {webhooks, mails: {count, p50, p95}}; a webhook arrives when its receiver says yes, a mail when the mail server takes it. With private.office_publication().';

COMMENT ON FUNCTION "private"."office_publication"(timestamp with time zone) IS 'From the publication of a signal, in seconds, since: {app: until the last member had it in the application, push and email: until the service took it, each {count, p50, p95}}; pushes and mails among the last 10 000, without those that waited for the end of quiet hours.';

COMMENT ON FUNCTION "private"."statement_formula"(jsonb) IS 'When a statement comes true, of the prices until its deadline (trading/src/statements/condition.ts); null for a sealed one.';

COMMENT ON FUNCTION "public"."office_feeds"() IS 'For staff: each class of instruments with its feed, of how many of its instruments each minute of the last hour is missing, what was refused in the last 24 hours (by instrument and reason, with how often), the missing minutes that outcomes wait for, and how many minutes were passed over as without data.';

REVOKE ALL ON FUNCTION "private"."claim_entries"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_proof"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."displayed_expectation"(public.expectations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."missing_minutes"(text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."office_publication"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."statement_formula"(jsonb) FROM PUBLIC;

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
