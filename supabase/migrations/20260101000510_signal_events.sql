-- What happens to a signal. Every event is appended here, moves the state, enters the ledger (sealed while the levels are not
-- public, opened by the event that ends the signal) and is told to whoever may hear it, all in one transaction.
create function private.decimal_text(value numeric, digits int) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select round(value, digits)::text
$$;
comment on function private.decimal_text(numeric, int) is 'A price as text with exactly the instrument''s digits.';

create function private.signal_levels_json(signal_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'symbol', signals.symbol, 'timeframe', signals.timeframe, 'expires_at', private.timestamp_text(signals.expires_at),
    'direction', levels.direction, 'order_type', levels.order_type,
    'entry_low', private.decimal_text(levels.entry_low, digits),
    'entry_high', private.decimal_text(levels.entry_high, digits),
    'stop_loss', private.decimal_text(levels.stop_loss, digits),
    'targets', (
      select jsonb_agg(jsonb_build_object('price', private.decimal_text(target.price, digits), 'share', trim_scale(target.share)::text) order by target.position)
      from public.signal_targets as target where target.signal_id = signals.id
    )
  )
  from public.signals join public.instruments using (symbol) join public.signal_levels as levels on levels.signal_id = signals.id
  where signals.id = signal_levels_json.signal_id
$$;
comment on function private.signal_levels_json(uuid) is 'The levels as the commitment holds them.';

create function private.signal_json(signal_id uuid, whole boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', signals.id, 'number', signals.number, 'symbol', signals.symbol, 'timeframe', signals.timeframe, 'style', signals.style,
    'tier', signals.tier, 'author_name', signals.author_name, 'published_at', signals.published_at, 'expires_at', signals.expires_at,
    'commitment', signals.commitment, 'demonstration', signals.demonstration,
    'signal_states', jsonb_build_object(
      'state', states.state, 'closed_at', states.closed_at, 'realised_r', states.realised_r::text, 'close_reason', states.close_reason
    )
  ) || case when whole then jsonb_build_object(
    'signal_levels', (
      select to_jsonb(levels) || jsonb_build_object(
        'entry_low', private.decimal_text(levels.entry_low, digits), 'entry_high', private.decimal_text(levels.entry_high, digits),
        'stop_loss', private.decimal_text(levels.stop_loss, digits), 'risk_percent', trim_scale(levels.risk_percent)::text,
        'reference_price', private.decimal_text(levels.reference_price, digits)
      ) from public.signal_levels as levels where levels.signal_id = signals.id
    ),
    'signal_targets', (
      select jsonb_agg(jsonb_build_object('position', target.position, 'price', private.decimal_text(target.price, digits), 'share', trim_scale(target.share)::text) order by target.position)
      from public.signal_targets as target where target.signal_id = signals.id
    ),
    'signal_events', (
      select jsonb_agg(jsonb_build_object(
        'id', event.id, 'sequence', event.sequence, 'kind', event.kind, 'at', event.at, 'price', private.decimal_text(event.price, digits),
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
comment on function private.signal_json(uuid, boolean) is 'A signal as it goes out over realtime: whole, or the teaser alone.';

create function private.broadcast_signal(signal_id uuid, kind text, sequence int, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  told constant jsonb := jsonb_build_object('kind', kind, 'signal_id', signal_id, 'sequence', sequence, 'at', at);
  whole constant jsonb := told || jsonb_build_object('signal', private.signal_json(signal_id, true));
begin
  perform realtime.send(whole, 'signal', 'signals:premium', true);
  perform realtime.send(
    case
      when private.levels_are_open(broadcast_signal.signal_id) then whole
      -- What happened to a signal that is not open yet is not told either: only that it is there and in which state.
      else jsonb_build_object(
        'kind', case when broadcast_signal.kind = 'published' then 'published' else 'changed' end,
        'signal_id', broadcast_signal.signal_id, 'signal', private.signal_json(broadcast_signal.signal_id, false)
      )
    end, 'signal', 'signals:freemium', true
  );
end
$$;
comment on function private.broadcast_signal(uuid, text, int, timestamptz) is 'Tells each class of members what it may know, on its own channel.';

create function private.record_signal_event(
  signal_id uuid, kind text, at timestamptz, price numeric, r numeric, data jsonb, source text, author_name text, recorded_at timestamptz
) returns int
language plpgsql security definer set search_path = '' as $$
declare
  signal public.signals;
  state public.signal_states;
  precision_digits int;
  next_sequence int;
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  value jsonb;
  total numeric;
begin
  select * into state from public.signal_states where signal_states.signal_id = record_signal_event.signal_id for update;
  if not found then raise exception 'signal_not_found'; end if;
  if state.state not in ('pending', 'active') then raise exception 'signal_already_closed'; end if;
  if kind in ('entered', 'expired', 'cancelled') and state.state <> 'pending' then raise exception 'signal_not_pending'; end if;
  if kind in ('target_reached', 'stopped', 'closed') and state.state <> 'active' then raise exception 'signal_not_active'; end if;
  select * into signal from public.signals where id = record_signal_event.signal_id;
  select digits into precision_digits from public.instruments where symbol = signal.symbol;
  select coalesce(max(sequence), 0) + 1 into next_sequence from public.signal_events where signal_events.signal_id = record_signal_event.signal_id;

  insert into public.signal_events (signal_id, sequence, kind, at, price, r, data, source, author_name)
  values (signal_id, next_sequence, kind, at, price, r, coalesce(data, '{}'), source, author_name);

  total := case when state.state = 'active' then (select sum(event.r) from public.signal_events as event where event.signal_id = signal.id) end;
  update public.signal_states set
    state = case kind when 'entered' then 'active' when 'stopped' then 'closed' when 'closed' then 'closed' when 'expired' then 'expired' when 'cancelled' then 'cancelled' else signal_states.state end,
    closed_at = case when kind in ('stopped', 'closed', 'expired', 'cancelled') then at end,
    realised_r = case when kind in ('stopped', 'closed') then coalesce(total, 0) end,
    close_reason = case when kind in ('stopped', 'closed', 'expired', 'cancelled') then coalesce(record_signal_event.data ->> 'reason', case kind when 'stopped' then 'stop' else kind end) end,
    updated_at = recorded_at
  where signal_states.signal_id = signal.id;

  if kind <> 'published' then
    value := jsonb_build_object(
      'kind', kind, 'at', private.timestamp_text(at), 'price', private.decimal_text(price, precision_digits), 'r', trim_scale(r)::text, 'data', coalesce(data, '{}')
    );
    if signal.tier = 'freemium' then
      perform private.append_to_ledger(kind, signal.id, value - 'kind' || private.ending_json(signal.id, kind), recorded_at);
    elsif kind in ('stopped', 'closed', 'expired', 'cancelled') then
      perform private.append_to_ledger(kind, signal.id, value - 'kind' || private.ending_json(signal.id, kind) || private.opened_json(signal.id), recorded_at);
    else
      insert into private.signal_nonces values (signal.id, next_sequence, nonce, value);
      perform private.append_to_ledger('sealed', signal.id, jsonb_build_object('commitment', private.commitment(nonce, value)), recorded_at);
    end if;
    perform private.broadcast_signal(signal.id, kind, next_sequence, at);
  end if;
  return next_sequence;
end
$$;
comment on function private.record_signal_event(uuid, text, timestamptz, numeric, numeric, jsonb, text, text, timestamptz) is 'The one way an event comes to be: row, state, ledger and broadcast together.';

create function private.ending_json(signal_id uuid, kind text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when kind in ('stopped', 'closed', 'expired', 'cancelled') then (
    select jsonb_build_object('result_r', trim_scale(realised_r)::text, 'reason', close_reason)
    from public.signal_states where signal_states.signal_id = ending_json.signal_id
  ) else '{}' end
$$;
comment on function private.ending_json(uuid, text) is 'Result and reason, in the entry of an event that ends a signal.';

create function private.opened_json(signal_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'levels', private.signal_levels_json(signal_id),
    'nonce', (select nonce from private.signal_nonces where signal_nonces.signal_id = opened_json.signal_id and sequence = 0),
    'events', coalesce((
      select jsonb_agg(value || jsonb_build_object('nonce', nonce) order by sequence)
      from private.signal_nonces where signal_nonces.signal_id = opened_json.signal_id and sequence > 0
    ), '[]')
  )
$$;
comment on function private.opened_json(uuid) is 'Everything that was sealed, with the nonces that open it.';

create function private.append_signal_event(signal_id uuid, kind text, at timestamptz, price numeric, r numeric, data jsonb, recorded_at timestamptz default clock_timestamp())
returns int
language sql security definer set search_path = '' as $$
  select private.record_signal_event(signal_id, kind, at, price, r, data, 'engine', null, recorded_at)
$$;
comment on function private.append_signal_event(uuid, text, timestamptz, numeric, numeric, jsonb, timestamptz) is 'For the outcome engine: what the stored candles say about a signal.';

revoke execute on function
  private.decimal_text(numeric, int), private.signal_levels_json(uuid), private.signal_json(uuid, boolean),
  private.broadcast_signal(uuid, text, int, timestamptz),
  private.record_signal_event(uuid, text, timestamptz, numeric, numeric, jsonb, text, text, timestamptz),
  private.ending_json(uuid, text), private.opened_json(uuid),
  private.append_signal_event(uuid, text, timestamptz, numeric, numeric, jsonb, timestamptz)
from public, anon, authenticated;
