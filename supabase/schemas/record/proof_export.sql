-- The public export: everything that anybody needs to check the record without us, in pages, and nothing about the levels of a
-- signal that is not open to everybody. Its format is docs/proof.md; a change that old checkers would misread raises `version`.
create function private.displayed_events(signal_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    private.event_json(events, instruments.digits) || jsonb_build_object('sequence', events.sequence, 'source', events.source, 'author', events.author_name)
    order by events.sequence
  ), '[]')
  from public.signal_events as events
  join public.signals on signals.id = events.signal_id
  join public.instruments on instruments.symbol = signals.symbol
  where events.signal_id = displayed_events.signal_id
$$;
comment on function private.displayed_events(uuid) is 'A signal''s events as members see them, from the tables and not from the ledger.';

create function private.displayed_signal(signal_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', signals.id, 'number', signals.number, 'tier', signals.tier, 'style', signals.style, 'author', signals.author_name,
    'author_id', signals.author_id, 'published_at', private.timestamp_text(signals.published_at),
    'demonstration', signals.demonstration, 'commitment', signals.commitment
  ) || case
    when private.levels_are_open(signals.id) then jsonb_build_object(
      'open', true, 'state', states.state, 'closed_at', private.timestamp_text(states.closed_at),
      'realised_r', trim_scale(states.realised_r)::text, 'close_reason', states.close_reason, 'digits', instruments.digits,
      'levels', private.signal_levels_json(signals.id), 'reasons', private.reasons_json(levels), 'events', private.displayed_events(signals.id)
    )
    else '{"open": false}'
  end
  from public.signals
  join public.instruments using (symbol)
  left join public.signal_states as states on states.signal_id = signals.id
  left join public.signal_levels as levels on levels.signal_id = signals.id
  where signals.id = displayed_signal.signal_id
$$;
comment on function private.displayed_signal(uuid) is 'A signal as members see it: whole once its levels are open to everybody, else who, when and its seal. The instrument is sealed too.';

create function private.displayed_statement(statement public.statements) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', statement.id, 'number', statement.number, 'author_kind', statement.author_kind, 'author', statement.author_name, 'author_id', statement.author_id,
    'made_at', private.timestamp_text(statement.made_at), 'deadline', private.timestamp_text(statement.deadline),
    'demonstration', statement.demonstration, 'commitment', statement.commitment,
    'state', case when outcomes.statement_id is not null then 'resolved' when openings.statement_id is not null then 'open' else 'sealed' end
  )
  || case when openings.statement_id is null then '{}' else jsonb_build_object('terms', terms.terms) end
  || case when outcomes.statement_id is null then '{}' else jsonb_build_object(
    'outcome', outcomes.outcome, 'decided_at', private.timestamp_text(outcomes.decided_at), 'candle', outcomes.candle
  ) end
  from public.statement_terms as terms
  left join public.statement_openings as openings using (statement_id)
  left join public.statement_outcomes as outcomes using (statement_id)
  where terms.statement_id = statement.id
$$;
comment on function private.displayed_statement(public.statements) is 'A statement as everybody sees it: its terms once they are open, and what became of it.';

create function private.proof_summary() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'format', 'vigie-proof', 'version', 8,
    -- An entry may be dated after this transaction began, or before a clock that was set back.
    'exported_at', private.timestamp_text(greatest(now(), (select at from public.ledger order by sequence desc limit 1))),
    'head', (
      select jsonb_build_object('sequence', sequence, 'hash', hash, 'at', private.timestamp_text(at)) from public.ledger order by sequence desc limit 1
    ),
    'heads', (
      select coalesce(jsonb_agg(private.head_json(heads) || jsonb_build_object('recorded_at', private.timestamp_text(recorded_at)) order by day), '[]')
      from public.ledger_heads as heads
    ),
    'checkpoints', private.checkpoints_json(),
    'statistics', (
      select jsonb_agg(jsonb_build_object('days', days, 'figures',
        -- What the entries do not tell cannot be made a second time out of them.
        public.signal_performance(days => days) - array['measured', 'average_best_r', 'average_worst_r', 'max_open_drawdown_r']) order by days)
      from unnest(array[30, 90, 365]) as days
    ),
    'scores', (select jsonb_build_object('as_of', as_of, 'rows', rows) from public.statement_scores)
  )
$$;
comment on function private.proof_summary() is 'What the first page of the export says of the whole: head, daily heads, statistics and scores as displayed.';

create function public.export_proof(after bigint default 0, page_size int default 500) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Not `language sql`: ideas are built after the record.
  return (with page as (
    select * from public.ledger
    where sequence > export_proof.after order by sequence limit least(greatest(export_proof.page_size, 1), 1000)
  )
  select jsonb_build_object(
    'as_of', (select coalesce(max(sequence), 0) from public.ledger),
    'until', coalesce((select max(sequence) from page), export_proof.after),
    'entries', coalesce((
      select jsonb_agg(jsonb_build_object('sequence', sequence, 'entry', entry, 'previous_hash', previous_hash, 'hash', hash) order by sequence) from page
    ), '[]'),
    'signals', coalesce((
      select jsonb_agg(private.displayed_signal(signal_id) order by sequence)
      from page where kind = 'published' and exists (select from public.signals where id = signal_id)
    ), '[]'),
    'statements', coalesce((
      select jsonb_agg(private.displayed_statement(statements) order by sequence)
      from page join public.statements on kind = 'stated' and statements.id = (entry #>> '{data,statement}')::uuid
    ), '[]') || case when export_proof.after > 0 then '[]'::jsonb else coalesce((
      select jsonb_agg(private.displayed_statement(statements) order by number) from public.statements
      where not exists (select from public.ledger where kind = 'stated' and entry #>> '{data,statement}' = statements.id::text)
    ), '[]') end,
    -- Rows that no entry stands for are shown too: hiding them would hide what is wrong.
    'unrecorded', case when export_proof.after > 0 then '[]'::jsonb else coalesce((
      select jsonb_agg(private.displayed_signal(signals.id) order by number) from public.signals
      where not exists (select from public.ledger where ledger.signal_id = signals.id and kind = 'published')
    ), '[]') end
  ) || private.exported_ideas(export_proof.after, coalesce((select max(sequence) from page), export_proof.after))
    || case when export_proof.after > 0 then '{}'::jsonb
      else jsonb_build_object('summary', private.proof_summary() || jsonb_build_object('records', private.exported_records())) end);
end
$$;
comment on function public.export_proof(bigint, int) is 'A page of the public export: ledger entries after a sequence (at most 1000), the signals, statements and ideas made in them as displayed when the ledger ended at `as_of`, and on the first page a summary. Read until `until` = `as_of`.';

revoke execute on function private.displayed_events(uuid), private.displayed_signal(uuid), private.displayed_statement(public.statements), private.proof_summary() from public, anon, authenticated;
revoke execute on function public.export_proof(bigint, int) from public;
grant execute on function public.export_proof(bigint, int) to anon, authenticated, service_role;
