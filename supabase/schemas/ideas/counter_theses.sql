-- Two readings (*deux lectures*): members contest an open signal with an idea of the opposite direction. The best author's is pinned beside
-- the signal, and the signal's end says which of the two held.
create function private.require_countered(signal uuid, levels jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  countered record;
begin
  select signals.symbol, signals.tier, direction, closed_at into countered
  from public.signals join public.signal_levels as terms on terms.signal_id = signals.id join public.signal_states as states on states.signal_id = signals.id
  where signals.id = require_countered.signal;
  -- Who may not read its direction must not learn it by trying both.
  if not found or countered.tier = 'premium' and public.current_tier() is distinct from 'premium' and countered.closed_at is null then
    raise exception 'signal_not_found' using errcode = 'PT404';
  end if;
  if countered.closed_at is not null then raise exception 'signal_has_ended' using errcode = 'PT409'; end if;
  if countered.symbol <> levels ->> 'symbol' then perform private.refuse('other_instrument', 'symbol', 'A counter-thesis is about the same instrument.'); end if;
  if countered.direction = levels ->> 'direction' then perform private.refuse('same_direction', 'direction', 'A counter-thesis goes the other way.'); end if;
end
$$;
comment on function private.require_countered(uuid, jsonb) is 'Refuses a counter-thesis of a signal that the caller may not read, that has ended, or that says the same.';

create function public.two_readings(signal uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  -- The best calibrated author first; without a measured one nothing is pinned.
  select jsonb_build_object(
    'idea', counter.idea, 'author', ideas.author, 'thread', ideas.thread, 'number', ideas.number, 'published_at', ideas.published_at, 'record', records.record,
    'others', (select count(*) - 1 from public.counter_theses as all_of where all_of.signal_id = two_readings.signal),
    'terms', terms.terms, 'counter_thesis', texts.counter_thesis, 'opinion', texts.opinion,
    'idea_r', states.realised_r::text, 'signal_r', of_signal.realised_r::text,
    -- Graded at the signal's end: the counter-thesis held if the signal lost, and did not if it won.
    'held', case when of_signal.realised_r < 0 then true when of_signal.realised_r > 0 then false end, 'graded_at', of_signal.closed_at
  )
  from public.counter_theses as counter
  join public.ideas on ideas.id = counter.idea
  join public.idea_records as records on records.author = ideas.author and records.brier is not null
  join public.idea_terms as terms on terms.idea = counter.idea
  join public.idea_states as states on states.idea = counter.idea
  left join public.idea_texts as texts on texts.idea = counter.idea
  left join public.signal_states as of_signal on of_signal.signal_id = counter.signal_id
  where counter.signal_id = two_readings.signal
  order by records.brier, ideas.number limit 1
$$;
comment on function public.two_readings(uuid) is 'The pinned counter-thesis of a signal, for whoever may read the signal: of the author with the best Brier score over at least thirty ideas; null where nobody measured contested it.';

revoke execute on function private.require_countered(uuid, jsonb) from public, anon, authenticated;
revoke execute on function public.two_readings(uuid) from public, anon, service_role;
grant execute on function public.two_readings(uuid) to authenticated;
