-- What moderation sees of an idea beside its words: that nothing it decides changes.
create function private.idea_of_thread(thread uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', ideas.id, 'number', ideas.number, 'sealed_at', ideas.published_at,
    'sequence', (select sequence from public.ledger where kind = 'idea_published' and entry -> 'data' ->> 'idea' = ideas.id::text)
  ) || case when openings.idea is null then '{}' else jsonb_build_object(
    'symbol', terms.symbol, 'direction', terms.terms #>> '{levels,direction}', 'levels', terms.terms -> 'levels', 'state', states.state, 'result_r', states.realised_r::text,
    'entry', terms.terms #>> case terms.terms #>> '{levels,direction}' when 'buy' then '{levels,entry_high}' else '{levels,entry_low}' end::text[],
    'stop', terms.terms #>> '{levels,stop_loss}'
  ) end
  from public.ideas
  join public.idea_terms as terms on terms.idea = ideas.id
  join public.idea_states as states on states.idea = ideas.id
  left join public.idea_openings as openings on openings.idea = ideas.id
  where ideas.thread = idea_of_thread.thread
$$;
comment on function private.idea_of_thread(uuid) is 'The idea of a thread for who reviews its words: {id, number, sealed_at, sequence}, and once it is open {symbol, direction, entry, stop, levels, state, result_r}.';
revoke execute on function private.idea_of_thread(uuid) from public, anon, authenticated, service_role;
