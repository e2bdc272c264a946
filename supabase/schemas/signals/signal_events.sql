-- What happens to a signal. Every event is appended here, moves the state, enters the ledger and is told to whoever may hear it,
-- all in one transaction. While the levels are not public the ledger must not say which signal something happened to, nor when
-- the engine found something: an analyst's event is sealed without its signal's name, the engine's, which anybody computes again
-- from candles and levels, waits for the event that ends the signal and opens it all (docs/decisions/026).
create function private.decimal_text(value numeric, digits int) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select round(value, digits)::text
$$;
comment on function private.decimal_text(numeric, int) is 'A price as text with exactly the instrument''s digits.';

create function private.stop_rules_json(break_even_after int, trailing_distance numeric, trailing_after int, digits int) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'break_even_after', break_even_after, 'trailing_distance', private.decimal_text(trailing_distance, digits), 'trailing_after', trailing_after
  ))
$$;
comment on function private.stop_rules_json(int, numeric, int, int) is 'How the stop follows, as the commitment holds it: a key only for what is set, so that a signal without rules is sealed as ever.';

create function private.signal_levels_json(signal_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'symbol', signals.symbol, 'timeframe', signals.timeframe, 'expires_at', private.timestamp_text(levels.expires_at),
    'direction', levels.direction, 'order_type', levels.order_type,
    'entry_low', private.decimal_text(levels.entry_low, digits),
    'entry_high', private.decimal_text(levels.entry_high, digits),
    'stop_loss', private.decimal_text(levels.stop_loss, digits),
    'targets', (
      select jsonb_agg(jsonb_build_object('price', private.decimal_text(target.price, digits), 'share', trim_scale(target.share)::text) order by target.position)
      from public.signal_targets as target where target.signal_id = signals.id
    )
  ) || private.stop_rules_json(levels.break_even_after, levels.trailing_distance, levels.trailing_after, digits)
  from public.signals join public.instruments using (symbol) join public.signal_levels as levels on levels.signal_id = signals.id
  where signals.id = signal_levels_json.signal_id
$$;
comment on function private.signal_levels_json(uuid) is 'The stored levels, written as the commitment holds them.';

create function private.signal_json(signal_id uuid, whole boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', signals.id, 'number', signals.number, 'symbol', signals.symbol, 'timeframe', signals.timeframe, 'style', signals.style,
    'tier', signals.tier, 'author_id', signals.author_id, 'author_name', signals.author_name, 'published_at', signals.published_at,
    'commitment', signals.commitment, 'demonstration', signals.demonstration,
    'signal_states', case when whole then jsonb_build_object(
      'state', states.state, 'closed_at', states.closed_at, 'realised_r', states.realised_r::text, 'close_reason', states.close_reason
    ) end
  ) || case when whole then jsonb_build_object(
    'expires_at', public.waits_until(signals),
    'signal_levels', (
      select to_jsonb(levels) - '{reference_bid,reference_ask}'::text[] || jsonb_build_object(
        'entry_low', private.decimal_text(levels.entry_low, digits), 'entry_high', private.decimal_text(levels.entry_high, digits),
        'stop_loss', private.decimal_text(levels.stop_loss, digits), 'risk_percent', trim_scale(levels.risk_percent)::text,
        'reference_price', private.decimal_text(levels.reference_price, digits),
        'trailing_distance', private.decimal_text(levels.trailing_distance, digits)
      ) from public.signal_levels as levels where levels.signal_id = signals.id
    ),
    'signal_targets', (
      select jsonb_agg(jsonb_build_object('position', target.position, 'price', private.decimal_text(target.price, digits), 'share', trim_scale(target.share)::text) order by target.position)
      from public.signal_targets as target where target.signal_id = signals.id
    ),
    'signal_events', (
      select jsonb_agg(jsonb_build_object(
        'sequence', event.sequence, 'kind', event.kind, 'at', event.at, 'price', private.decimal_text(event.price, digits),
        'r', event.r::text, 'data', event.data, 'source', event.source, 'author_name', event.author_name
      ) order by event.sequence)
      from public.signal_events as event where event.signal_id = signals.id
    )
  ) else '{}' end
  from public.signals
  join public.instruments using (symbol)
  join public.signal_states as states on states.signal_id = signals.id
  where signals.id = signal_json.signal_id
$$;
comment on function private.signal_json(uuid, boolean) is 'A signal as it goes out over realtime: whole, or the teaser alone, which does not say where it stands.';

create function private.ending_json(signal_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when closed_at is null then '{}' else jsonb_build_object('result_r', trim_scale(realised_r)::text, 'reason', close_reason) end
  from public.signal_states where signal_states.signal_id = ending_json.signal_id
$$;
comment on function private.ending_json(uuid) is 'Result and reason of a signal that ended; nothing before.';

create function private.event_json(event public.signal_events, digits int) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'kind', event.kind, 'at', private.timestamp_text(event.at), 'price', private.decimal_text(event.price, digits),
    'r', trim_scale(event.r)::text, 'data', event.data
  )
$$;
comment on function private.event_json(public.signal_events, int) is 'An event as its commitment and the ledger hold it.';

create function private.opened_json(signal_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- What was sealed, not what the tables say now: should they ever differ, everybody sees it.
  select jsonb_build_object('levels', levels.value, 'nonce', levels.nonce, 'events', coalesce((
    select jsonb_agg(
      case when sealed.nonce is null then private.event_json(event, instruments.digits)
        else sealed.value || jsonb_build_object('nonce', sealed.nonce, 'sealed', sealed.sealed_as) end
      order by event.sequence)
    from public.signal_events as event
    left join private.signal_nonces as sealed on sealed.signal_id = event.signal_id and sealed.sequence = event.sequence
    where event.signal_id = signals.id and event.kind not in ('published', 'stopped', 'closed', 'expired', 'cancelled', 'graded')
  ), '[]'))
  from public.signals
  join public.instruments using (symbol)
  join private.signal_nonces as levels on levels.signal_id = signals.id and levels.sequence = 0
  where signals.id = opened_json.signal_id
$$;
comment on function private.opened_json(uuid) is 'What the end of a premium signal opens: the levels, and what happened before, the engine''s events as they are, an analyst''s with the nonce and the place in the ledger of their seal.';

create function private.refuse_out_of_phase(state text, kind text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if kind = 'graded' then
    if state in ('pending', 'active') then raise exception 'signal_not_ended'; end if;
  elsif state not in ('pending', 'active') then
    raise exception 'signal_already_closed';
  end if;
  if kind in ('entered', 'expired', 'cancelled', 'cancel_asked') and state <> 'pending' then raise exception 'signal_not_pending'; end if;
  if kind in ('target_reached', 'stop_moved', 'stopped', 'closed', 'close_asked') and state <> 'active' then raise exception 'signal_not_active'; end if;
end
$$;
comment on function private.refuse_out_of_phase(text, text) is 'Refuses an event that a signal or idea in this state cannot have.';

create function private.state_after(state text, kind text) returns text
language sql immutable set search_path = '' as $$
  select case kind when 'entered' then 'active' when 'stopped' then 'closed' when 'closed' then 'closed' when 'expired' then 'expired' when 'cancelled' then 'cancelled' else state end
$$;
comment on function private.state_after(text, text) is 'Where a signal or idea stands after an event.';

create function private.record_signal_event(
  signal_id uuid, kind text, at timestamptz, price numeric, r numeric, data jsonb, source text, author_name text, recorded_at timestamptz
) returns int
language plpgsql security definer set search_path = '' as $$
declare
  signal public.signals;
  state public.signal_states;
  event public.signal_events;
  ends constant boolean := kind in ('stopped', 'closed', 'expired', 'cancelled');
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  value jsonb;
  ending jsonb := '{}';
  sealed_as bigint;
begin
  select * into state from public.signal_states where signal_states.signal_id = record_signal_event.signal_id for update;
  if not found then raise exception 'signal_not_found'; end if;
  perform private.refuse_out_of_phase(state.state, kind);
  -- The state, the ledger, then what triggers lock, in every transaction that writes about a signal: none waits for another in a ring.
  perform private.lock_ledger();
  select * into signal from public.signals where id = record_signal_event.signal_id;
  -- The engine counts in milliseconds: what is published within the half of one after a minute begins has that minute.
  if at < signal.published_at and at < date_trunc('milliseconds', signal.published_at + interval '500 microseconds') then raise exception 'event_before_publication'; end if;

  insert into public.signal_events (signal_id, sequence, kind, at, price, r, data, source, author_name)
  values (
    signal.id, (select count(*) + 1 from public.signal_events as earlier where earlier.signal_id = signal.id),
    kind, at, price, r, coalesce(data, '{}'), source, author_name
  ) returning * into event;

  -- A grade comes after the end: it is told and sealed, and the state stays as it ended.
  update public.signal_states set
    state = private.state_after(signal_states.state, kind),
    closed_at = case when ends then at end,
    realised_r = case when kind in ('stopped', 'closed') then (
      select coalesce(sum(earlier.r), 0) from public.signal_events as earlier where earlier.signal_id = signal.id
    ) end,
    close_reason = case when ends then coalesce(event.data ->> 'reason', case kind when 'stopped' then 'stop' else kind end) end,
    updated_at = recorded_at
  where signal_states.signal_id = signal.id and event.kind <> 'graded';

  if kind <> 'published' then
    select private.event_json(event, digits) into value from public.instruments where symbol = signal.symbol;
    if ends then
      -- The candle that decided is the last of them; a withdrawal rests on those that were over by then.
      ending := private.ending_json(signal.id) || jsonb_build_object('minutes', private.keep_signal_minutes(signal, coalesce(
        (event.data #>> '{candle,opened_at}')::timestamptz + coalesce((event.data #>> '{candle,minutes}')::int, 1) * interval '1 minute', at
      )));
    end if;
    if event.kind = 'graded' then
      perform private.append_to_ledger(kind, signal.id, value - 'kind', recorded_at);
    elsif signal.tier = 'freemium' then
      perform private.append_to_ledger(kind, signal.id, value - 'kind' || ending, recorded_at);
    elsif ends then
      perform private.append_to_ledger(kind, signal.id, value - 'kind' || ending || private.opened_json(signal.id), recorded_at);
    elsif source = 'analyst' then
      value := value || jsonb_build_object('signal', signal.id);
      sealed_as := (private.append_to_ledger('sealed', null, jsonb_build_object('commitment', private.commitment(nonce, value)), recorded_at)).sequence;
      insert into private.signal_nonces values (signal.id, event.sequence, nonce, value, sealed_as);
    end if;
  end if;
  return event.sequence;
end
$$;
comment on function private.record_signal_event(uuid, text, timestamptz, numeric, numeric, jsonb, text, text, timestamptz) is 'The one way an event comes to be: row, state and ledger together. Nobody is told; the time of recording is the caller''s, so no API role may call it.';

create function private.happen(signal_id uuid, kind text, at timestamptz, price numeric, r numeric, data jsonb, source text, author_name text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  sequence constant int := private.record_signal_event(signal_id, kind, at, price, r, data, source, author_name, clock_timestamp());
begin
  perform private.broadcast_signal(signal_id, kind, sequence, at);
  return sequence;
end
$$;
comment on function private.happen(uuid, text, timestamptz, numeric, numeric, jsonb, text, text) is 'Records an event now and tells whoever may hear of it.';

create function private.append_signal_event(signal_id uuid, kind text, at timestamptz, price numeric, r numeric, data jsonb) returns int
language sql security definer set search_path = '' as $$
  select private.happen(signal_id, kind, at, price, r, data, 'engine', null)
$$;
comment on function private.append_signal_event(uuid, text, timestamptz, numeric, numeric, jsonb) is 'For the outcome engine: what the stored candles say about a signal. Returns the event''s place in the signal''s life.';

revoke execute on function
  private.decimal_text(numeric, int), private.stop_rules_json(int, numeric, int, int), private.signal_levels_json(uuid), private.signal_json(uuid, boolean),
  private.event_json(public.signal_events, int),
  private.ending_json(uuid), private.opened_json(uuid), private.refuse_out_of_phase(text, text), private.state_after(text, text),
  private.record_signal_event(uuid, text, timestamptz, numeric, numeric, jsonb, text, text, timestamptz),
  private.happen(uuid, text, timestamptz, numeric, numeric, jsonb, text, text),
  private.append_signal_event(uuid, text, timestamptz, numeric, numeric, jsonb)
from public, anon, authenticated;
grant execute on function private.append_signal_event(uuid, text, timestamptz, numeric, numeric, jsonb) to service_role;
