-- Tickets about a claim of the record, which are sealed first and decided later: statements, expectations of a release and ideas. The ticket
-- opens with the rule that decides the claim, what everybody may see of it, and its entries of the ledger.
create function private.claim_entries(part text, claim uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('sequence', sequence, 'at', at, 'kind', kind, 'hash', hash) order by sequence), '[]')
  from (
    select sequence, at, kind, hash from public.ledger
    where signal_id is null and entry #>> array['data', part] = claim_entries.claim::text order by sequence limit 200
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

create function private.claim_proof(figure jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.claim_proof(jsonb) is 'What a claim came to and of what: {figure, formula, value, inputs, rows}; null where there is no such claim. Nothing that is sealed.';
revoke execute on function private.claim_entries(text, uuid), private.statement_formula(jsonb), private.displayed_expectation(public.expectations), private.claim_proof(jsonb) from public, anon, authenticated, service_role;
