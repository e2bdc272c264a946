-- Tickets about a claim of the record, which are sealed first and decided later: statements, expectations of a release, ideas and members' own
-- forecasts; and about a row of the table of scores. The ticket opens with the rule that decides the claim, what its reader may see of it, and
-- its entries of the ledger; that of a score with the statements it is made of.
create index ledger_of_claim on public.ledger
  (coalesce(entry #>> '{data,statement}', entry #>> '{data,expectation}', entry #>> '{data,idea}'), sequence) where signal_id is null;

create function private.claim_entries(part text, claim uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('sequence', sequence, 'at', at, 'kind', kind, 'hash', hash) order by sequence), '[]')
  from (
    select sequence, at, kind, hash from public.ledger
    where signal_id is null and coalesce(entry #>> '{data,statement}', entry #>> '{data,expectation}', entry #>> '{data,idea}') = claim_entries.claim::text
      and entry #>> array['data', part] is not null
    order by sequence limit 200
  ) as entries
$$;
comment on function private.claim_entries(text, uuid) is 'The entries of a claim, by the part of their data that names it: statement, expectation or idea.';

create function private.statement_formula(condition jsonb) returns text
language sql immutable set search_path = '' as $$
  select case condition ->> 'kind' when 'touch' then 'min ≤ level ≤ max' when 'between' then 'low < min ∧ max < high' when 'first' then 't(level) < t(other)'
    when 'close' then case condition ->> 'side' when 'above' then 'close > level' else 'close < level' end end
$$;
comment on function private.statement_formula(jsonb) is 'When a statement comes true, of the prices until its deadline (trading/src/statements/condition.ts); null for a sealed one.';

create function private.displayed_expectation(made public.expectations) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', made.id, 'number', made.number, 'author', made.author_name, 'author_id', made.author_id, 'made_at', private.timestamp_text(made.made_at),
    'deadline', private.timestamp_text(made.deadline), 'demonstration', made.demonstration, 'commitment', made.commitment,
    'state', case when known.expectation is null then 'sealed' else 'resolved' end
  ) || case when known.expectation is null then '{}' else sealed.terms || jsonb_build_object(
    'actual', known.actual, 'forecast', known.forecast, 'surprise', known.surprise, 'outcome', known.outcome) end
  from public.expectation_terms as sealed left join public.expectation_outcomes as known using (expectation)
  where sealed.expectation = made.id
$$;
comment on function private.displayed_expectation(public.expectations) is 'An expectation as everybody sees it: its terms and what became of it once it is graded.';

create function private.score_proof(name text) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;
comment on function private.score_proof(text) is 'A row of the table of scores (its name: kind of author and month, `analyst 2026-11`, or `analyst all`): its figures, and its newest 500 statements with what each adds to the Brier score. Null for one that is not displayed.';

create function private.forecast_proof(entry bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('figure', jsonb_build_object('kind', 'forecast', 'number', answer.sequence), 'formula', '(p − o)²', 'value', shown -> 'brier',
    'inputs', shown - array['nonce', 'after', 'others', 'signal', 'signal_id', 'price'] || jsonb_build_object('cut_price', shown -> 'price') || jsonb_build_object('probability', trim_scale(answer.probability / 100.0)::text, 'timeframe', chart.timeframe, 'hours', chart.hours,
      'up', private.decimal_text(chart.up, instruments.digits), 'down', private.decimal_text(chart.down, instruments.digits), 'decided_at', case when chart.outcome <> 'none' then chart.decided_at end),
    'rows', (select jsonb_agg(jsonb_build_object('sequence', sequence, 'at', at, 'kind', kind, 'hash', hash)) from public.ledger where sequence = answer.sequence))
  from public.forecast_answers as answer join private.forecast_cards as chart on chart.id = answer.card join public.instruments using (symbol), private.forecast_result(chart, answer) as shown
  where answer.sequence = forecast_proof.entry and (answer.member = auth.uid() or (select private.reading_staff_role()) is not null)
$$;
comment on function private.forecast_proof(bigint) is 'The caller''s own forecast, by the entry that seals it: probability, levels, outcome and score, without the nonce; staff read each. Null for anybody else''s.';

create function private.claim_proof(figure jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.claim_proof(jsonb) is 'What a claim came to and of what: {figure, formula, value, inputs, rows}; null where there is no such claim. Nothing that is sealed.';
revoke execute on function private.claim_entries(text, uuid), private.statement_formula(jsonb), private.displayed_expectation(public.expectations), private.score_proof(text), private.forecast_proof(bigint), private.claim_proof(jsonb) from public, anon, authenticated, service_role;
