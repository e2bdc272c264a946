-- Does the record still say what the ledger says? verify_ledger() proves the chain to itself; these functions hold every row
-- of the record against it, sealed ones through their nonces. They answer with signals' numbers, never with a level.
create function private.reasons_json(levels public.signal_levels) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'risk_percent', trim_scale(levels.risk_percent)::text, 'facts', levels.facts, 'opinion', levels.opinion,
    'counter_thesis', levels.counter_thesis, 'counter_condition', levels.counter_condition, 'method', levels.method,
    'conflicts', levels.conflicts, 'reference_price', levels.reference_price::text, 'reference_source', levels.reference_source,
    'reference_at', private.timestamp_text(levels.reference_at),
    'position_held', levels.position_held, 'affiliate_link', levels.affiliate_link
  ) || private.quote_json(levels.reference_bid, levels.reference_ask)
$$;
comment on function private.reasons_json(public.signal_levels) is 'The texts, risk and reference price of a signal, written as their commitment holds them.';

create function private.altered_publications() returns setof bigint
language sql stable security definer set search_path = '' as $$
  select signals.number
  from public.signals
  left join public.ledger on ledger.signal_id = signals.id and ledger.kind = 'published'
  left join private.signal_nonces as sealed on sealed.signal_id = signals.id and sealed.sequence = 0
  left join public.signal_levels as levels on levels.signal_id = signals.id
  where (
    ledger.entry -> 'data' @> jsonb_build_object(
      'commitment', signals.commitment, 'number', signals.number, 'tier', signals.tier, 'style', signals.style, 'author', signals.author_name,
      'author_id', signals.author_id, 'published_at', private.timestamp_text(signals.published_at), 'demonstration', signals.demonstration,
      'reasons_commitment', private.commitment(sealed.nonce, private.reasons_json(levels))
    )
    and private.commitment(sealed.nonce, private.signal_levels_json(signals.id)) = signals.commitment
    and sealed.value = private.signal_levels_json(signals.id)
  ) is not true
$$;
comment on function private.altered_publications() is 'Numbers of the signals whose terms are not those that were sealed.';

create function private.altered_lives() returns setof bigint
language sql stable security definer set search_path = '' as $$
  with told as (
    select signal_id, kind, data, row_number() over (partition by signal_id order by sequence, part nulls last) as place,
      bool_or(kind in ('stopped', 'closed', 'expired', 'cancelled')) over (partition by signal_id) as ended
    from (
      select signal_id, kind, entry -> 'data' as data, sequence, null as part from public.ledger where signal_id is not null
      union all
      select signal_id, opened.event ->> 'kind', opened.event, sequence, opened.part
      from public.ledger, jsonb_array_elements(entry #> '{data,events}') with ordinality as opened(event, part) where signal_id is not null
    ) as entries
  ), compared as (
    select coalesce(events.signal_id, told.signal_id) as signal_id, (
      case
        when events.kind = 'published' then told.kind = 'published' and events.at = signals.published_at
          and events.price is not distinct from levels.reference_price and events.r is null and events.data = '{}'
        -- Nothing of the life of a premium signal is told before its end.
        when told.place is null then signals.tier = 'premium' and not published.ended
          and events.kind not in ('stopped', 'closed', 'expired', 'cancelled', 'graded')
        else told.kind = events.kind and told.data @> (private.event_json(events, instruments.digits) - 'kind')
      end
      and (events.source = 'analyst') = (events.author_name is not null)
      and events.author_name is not distinct from case when events.kind = 'published' then signals.author_name else events.data ->> 'author' end
      -- What an analyst did before the end was sealed when they did it.
      and (
        events.source = 'engine' or signals.tier = 'freemium' or events.kind in ('published', 'stopped', 'closed', 'expired', 'cancelled', 'graded')
        or (
          seal.kind = 'sealed' and seal.signal_id is null and seal.entry #>> '{data,commitment}' = private.commitment(sealed.nonce, sealed.value)
          and sealed.value = private.event_json(events, instruments.digits) || jsonb_build_object('signal', events.signal_id)
          and (told.place is null or told.data @> jsonb_build_object('nonce', sealed.nonce, 'sealed', sealed.sealed_as))
        )
      )
    ) is true as same
    from public.signal_events as events
    full join told on told.signal_id = events.signal_id and told.place = events.sequence
    left join told as published on published.signal_id = events.signal_id and published.place = 1
    left join public.signals on signals.id = events.signal_id
    left join public.signal_levels as levels on levels.signal_id = events.signal_id
    left join public.instruments on instruments.symbol = signals.symbol
    left join private.signal_nonces as sealed on sealed.signal_id = events.signal_id and sealed.sequence = events.sequence
    left join public.ledger as seal on seal.sequence = sealed.sealed_as
  )
  select distinct coalesce(signals.number, (published.entry -> 'data' ->> 'number')::bigint)
  from compared
  left join public.signals on signals.id = compared.signal_id
  left join public.ledger as published on published.signal_id = compared.signal_id and published.kind = 'published'
  where not same
$$;
comment on function private.altered_lives() is 'Numbers of the signals whose events are not, one for one, those of the ledger. Of a premium signal that is open the ledger holds what analysts did, as seals; the engine''s events it has with the end.';

create function private.altered_states() returns setof bigint
language sql stable security definer set search_path = '' as $$
  with lives as (
    select signal_id, bool_or(kind = 'entered') as entered, sum(r) as total,
      (array_agg(kind order by sequence desc) filter (where kind in ('stopped', 'closed', 'expired', 'cancelled')))[1] as ending,
      (array_agg(at order by sequence desc) filter (where kind in ('stopped', 'closed', 'expired', 'cancelled')))[1] as ended_at,
      (array_agg(data ->> 'reason' order by sequence desc) filter (where kind in ('stopped', 'closed', 'expired', 'cancelled')))[1] as reason
    from public.signal_events group by signal_id
  )
  select signals.number
  from public.signals
  left join public.signal_states as states on states.signal_id = signals.id
  left join lives on lives.signal_id = signals.id
  where (
    states.state = case when ending in ('expired', 'cancelled') then ending when ending is not null then 'closed' when entered then 'active' else 'pending' end
    and states.closed_at is not distinct from ended_at
    and states.realised_r is not distinct from case when ending in ('stopped', 'closed') then coalesce(total, 0) end
    and states.close_reason is not distinct from coalesce(reason, case ending when 'stopped' then 'stop' else ending end)
  ) is not true
$$;
comment on function private.altered_states() is 'Numbers of the signals whose state is not what their events make it.';

revoke execute on function
  private.reasons_json(public.signal_levels), private.altered_publications(), private.altered_lives(), private.altered_states()
from public, anon, authenticated;
grant execute on function private.altered_publications(), private.altered_lives(), private.altered_states() to authenticated, service_role;
