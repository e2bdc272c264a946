-- Publishing and what analysts do afterwards. publish_signal() gives the verdict that trading/signal gives in the browser,
-- with the same keys: message = key, hint = field. What it lets through is in the ledger before anybody hears of it.
create function private.refuse(key text, field text default null, explanation text default null) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using message = key, hint = coalesce(field, ''), detail = coalesce(explanation, '');
end
$$;
comment on function private.refuse(text, text, text) is 'Raises P0001 with a stable key that interfaces translate.';

create function private.price_of(value jsonb, field text, digits int) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  written constant text := btrim(value #>> '{}');
begin
  if written is null or written !~ '^[0-9]{1,12}(\.[0-9]{1,12})?$' or written::numeric = 0 then
    perform private.refuse('missing_level', field, 'A price is a positive decimal.');
  end if;
  if scale(trim_scale(written::numeric)) > digits then
    perform private.refuse('too_many_digits', field, format('Prices of this instrument have at most %s digits.', digits));
  end if;
  return written::numeric;
end
$$;
comment on function private.price_of(jsonb, text, int) is 'A price out of JSON: text or number, positive, with no more digits than the instrument has.';

create function private.text_of(signal jsonb, field text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  written constant text := btrim(coalesce(signal ->> field, ''));
begin
  if written = '' then perform private.refuse('missing_text', field, 'A recommendation states this (MAR art. 20).'); end if;
  if length(written) > 4000 then perform private.refuse('text_too_long', field, 'At most 4000 characters.'); end if;
  return written;
end
$$;
comment on function private.text_of(jsonb, text) is 'A text that a recommendation must carry.';

create function private.one_of(signal jsonb, field text, known text[], key text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if not coalesce(signal ->> field = any (known), false) then
    perform private.refuse(key, field, format('One of %s.', array_to_string(known, ', ')));
  end if;
  return signal ->> field;
end
$$;
comment on function private.one_of(jsonb, text, text[], text) is 'A value out of a fixed list.';

create function private.check_levels(direction text, low numeric, high numeric, stop numeric, prices numeric[], shares numeric[]) returns void
language plpgsql immutable set search_path = '' as $$
declare
  towards constant int := case direction when 'buy' then 1 else -1 end;
  near_stop constant numeric := case direction when 'buy' then low else high end;
  order_price constant numeric := case direction when 'buy' then high else low end;
begin
  if low > high then perform private.refuse('missing_level', 'entry_low', 'The zone''s low edge is above its high edge.'); end if;
  if (near_stop - stop) * towards <= 0 then perform private.refuse('stop_on_wrong_side', 'stop_loss', 'The stop lies where the signal should win.'); end if;
  if cardinality(prices) > 5 then perform private.refuse('too_many_targets', 'targets', 'At most five targets.'); end if;
  if (select sum(share) from unnest(shares) as share) is distinct from 100 then
    perform private.refuse('shares_not_complete', 'targets', 'Shares sum to 100 percent.');
  end if;
  for position in 1 .. cardinality(prices) loop
    if (prices[position] - order_price) * towards <= 0 then
      perform private.refuse('target_on_wrong_side', 'targets', format('Target %s lies on the side of the stop.', position));
    end if;
    if position > 1 and (prices[position] - prices[position - 1]) * towards <= 0 then
      perform private.refuse('targets_not_ordered', 'targets', 'Each target lies further than the one before.');
    end if;
  end loop;
  if (prices[1] - order_price) * towards < 0.5 * (order_price - stop) * towards then
    perform private.refuse('first_target_too_close', 'targets', 'The first target pays at least 0.5 R.');
  end if;
end
$$;
comment on function private.check_levels(text, numeric, numeric, numeric, numeric[], numeric[]) is 'Stop and targets on the right sides, in order, the first at 0.5 R or more; shares complete.';

create function private.record_signal(signal jsonb, author uuid, author_name text, published timestamptz, is_demonstration boolean) returns public.signals
language plpgsql security definer set search_path = '' as $$
declare
  instrument public.instruments;
  fresh public.signals;
  side constant text := private.one_of(signal, 'direction', '{buy,sell}', 'invalid_direction');
  order_type constant text := private.one_of(signal, 'order_type', '{market,limit,stop}', 'invalid_order_type');
  low numeric; high numeric; stop numeric; prices numeric[]; shares numeric[]; hours int; risk numeric;
  quote public.quotes;
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  sealed jsonb;
begin
  select * into instrument from public.instruments where symbol = signal ->> 'symbol';
  if not found then perform private.refuse('unknown_instrument', 'symbol', 'No such instrument.'); end if;
  low := private.price_of(signal -> 'entry_low', 'entry_low', instrument.digits);
  high := private.price_of(signal -> 'entry_high', 'entry_high', instrument.digits);
  stop := private.price_of(signal -> 'stop_loss', 'stop_loss', instrument.digits);
  if jsonb_typeof(signal -> 'targets') is distinct from 'array' or jsonb_array_length(signal -> 'targets') = 0 then
    perform private.refuse('missing_level', 'targets', 'At least one target.');
  end if;
  if jsonb_array_length(signal -> 'targets') > 5 then perform private.refuse('too_many_targets', 'targets', 'At most five targets.'); end if;
  select array_agg(private.price_of(target.value -> 'price', 'targets', instrument.digits) order by position),
         array_agg(case when target.value ->> 'share' ~ '^[0-9]{1,3}(\.[0-9]{1,4})?$' then (target.value ->> 'share')::numeric end order by position)
  into prices, shares
  from jsonb_array_elements(signal -> 'targets') with ordinality as target(value, position);
  if array_position(shares, null) is not null or 0 = any (shares) then perform private.refuse('shares_not_complete', 'targets', 'Each target closes a share in percent.'); end if;
  perform private.check_levels(side, low, high, stop, prices, shares);
  if coalesce(signal ->> 'risk_percent', '') !~ '^[0-9]{1,2}(\.[0-9]{1,2})?$' or (signal ->> 'risk_percent')::numeric not between 0.01 and 10 then
    perform private.refuse('invalid_risk', 'risk_percent', 'Between 0.01 and 10 percent.');
  end if;
  risk := (signal ->> 'risk_percent')::numeric;
  if coalesce(signal ->> 'validity_hours', '') !~ '^[0-9]{1,3}$' or (signal ->> 'validity_hours')::int not between 1 and 720 then
    perform private.refuse('invalid_validity', 'validity_hours', 'Between one hour and thirty days.');
  end if;
  hours := (signal ->> 'validity_hours')::int;

  -- Two analysts, or one twice, at the same moment: the second waits here and then finds the first.
  perform pg_advisory_xact_lock(hashtextextended('publish ' || instrument.symbol || ' ' || side, 0));
  if exists (
    select from public.signals join public.signal_levels as levels on levels.signal_id = signals.id
    where signals.symbol = instrument.symbol and levels.direction = side
      and levels.entry_low = low and levels.entry_high = high
      and signals.published_at > published - interval '1 minute' and signals.published_at <= published + interval '1 minute'
  ) then
    perform private.refuse('duplicate_signal', 'entry_low', 'The same signal was published less than a minute ago.');
  end if;

  fresh.id := gen_random_uuid();
  select * into quote from public.quotes where symbol = instrument.symbol;
  sealed := jsonb_build_object(
    'symbol', instrument.symbol, 'timeframe', private.one_of(signal, 'timeframe', '{M1,M5,M15,M30,H1,H4,D1}', 'invalid_timeframe'),
    'expires_at', private.timestamp_text(published + make_interval(hours => hours)),
    'direction', side, 'order_type', order_type,
    'entry_low', private.decimal_text(low, instrument.digits), 'entry_high', private.decimal_text(high, instrument.digits),
    'stop_loss', private.decimal_text(stop, instrument.digits),
    'targets', (
      select jsonb_agg(jsonb_build_object('price', private.decimal_text(prices[position], instrument.digits), 'share', trim_scale(shares[position])::text) order by position)
      from generate_subscripts(prices, 1) as position
    )
  );
  insert into public.signals (id, symbol, timeframe, style, tier, author_id, author_name, published_at, expires_at, commitment, demonstration)
  values (
    fresh.id, instrument.symbol, signal ->> 'timeframe', private.one_of(signal, 'style', '{scalp,intraday,swing}', 'invalid_style'),
    private.one_of(signal, 'tier', '{freemium,premium}', 'invalid_tier'), author, record_signal.author_name, published,
    published + make_interval(hours => hours), private.commitment(nonce, sealed), is_demonstration
  ) returning * into fresh;
  insert into public.signal_states (signal_id, updated_at) values (fresh.id, published);
  insert into public.signal_levels values (
    fresh.id, side, order_type, low, high, stop, risk, private.text_of(signal, 'facts'), private.text_of(signal, 'opinion'),
    private.text_of(signal, 'counter_thesis'), private.text_of(signal, 'counter_condition'), private.text_of(signal, 'method'),
    private.text_of(signal, 'conflicts'),
    coalesce(case when is_demonstration then (signal ->> 'reference_price')::numeric end, round((quote.bid + quote.ask) / 2, instrument.digits)),
    coalesce(quote.source, 'simulated')
  );
  insert into public.signal_targets select fresh.id, position, prices[position], shares[position] from generate_subscripts(prices, 1) as position;
  insert into private.signal_nonces values (fresh.id, 0, nonce, sealed);
  perform private.record_signal_event(
    fresh.id, 'published', published, (select reference_price from public.signal_levels where signal_id = fresh.id), null, '{}', 'analyst', author_name, published
  );
  perform private.append_to_ledger(
    'published', fresh.id,
    jsonb_build_object('commitment', fresh.commitment, 'number', fresh.number, 'tier', fresh.tier, 'author', author_name)
      || case when fresh.tier = 'freemium' then jsonb_build_object('levels', sealed, 'nonce', nonce) else '{}' end,
    case when is_demonstration then published else clock_timestamp() end
  );
  perform private.broadcast_signal(fresh.id, 'published', 1, published);
  return fresh;
end
$$;
comment on function private.record_signal(jsonb, uuid, text, timestamptz, boolean) is 'Checks, seals and stores a signal. The time is passed in only for demonstration data, which is marked as such.';

create function private.require_staff() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  name text;
begin
  if public.current_staff_role() is null then
    raise exception 'not_allowed' using errcode = '42501', detail = 'Analysts and admins publish.';
  end if;
  select coalesce(nullif(btrim(first_name || ' ' || last_name), ''), username) into name from public.profiles where id = auth.uid();
  return name;
end
$$;
comment on function private.require_staff() is 'The display name of the analyst or admin who calls; refuses everybody else.';

create function public.publish_signal(signal jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  author_name constant text := private.require_staff();
  fresh public.signals;
begin
  fresh := private.record_signal(signal, auth.uid(), author_name, clock_timestamp(), false);
  return jsonb_build_object(
    'id', fresh.id, 'number', fresh.number, 'commitment', fresh.commitment,
    'hash', (select hash from public.ledger where signal_id = fresh.id order by sequence desc limit 1)
  );
end
$$;
comment on function public.publish_signal(jsonb) is 'Publishes a signal for the calling analyst: {id, number, commitment, hash}. Refusals carry a key and a field.';

create function private.open_signal(signal_id uuid, reason text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.signals where id = open_signal.signal_id) then perform private.refuse('signal_not_found'); end if;
  if btrim(coalesce(reason, '')) = '' then perform private.refuse('missing_reason', 'reason', 'Say why, for the record.'); end if;
  if length(reason) > 1000 then perform private.refuse('text_too_long', 'reason', 'At most 1000 characters.'); end if;
end
$$;
comment on function private.open_signal(uuid, text) is 'What every later word about a signal needs: that it exists, and a reason.';

create function public.cancel_signal(signal_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author_name constant text := private.require_staff();
begin
  perform private.open_signal(signal_id, reason);
  perform private.record_signal_event(
    signal_id, 'cancelled', clock_timestamp(), null, null, jsonb_build_object('reason', 'cancelled', 'text', btrim(reason)), 'analyst', author_name, clock_timestamp()
  );
end
$$;
comment on function public.cancel_signal(uuid, text) is 'Withdraws a signal that was not entered yet, with a reason.';

create function public.add_signal_note(signal_id uuid, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author_name constant text := private.require_staff();
begin
  perform private.open_signal(signal_id, note);
  perform private.record_signal_event(
    signal_id, 'note', clock_timestamp(), null, null, jsonb_build_object('text', btrim(note)), 'analyst', author_name, clock_timestamp()
  );
end
$$;
comment on function public.add_signal_note(uuid, text) is 'Adds an analyst''s note to a signal that is still open.';

create function public.close_signal(signal_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author_name constant text := private.require_staff();
  exit_price numeric; fill numeric; risk numeric; remaining numeric; towards int;
begin
  perform private.open_signal(signal_id, reason);
  perform from public.signal_states where signal_states.signal_id = close_signal.signal_id for update;
  select case levels.direction when 'buy' then 1 else -1 end, case levels.direction when 'buy' then quotes.bid else quotes.ask end
    into towards, exit_price
    from public.signals join public.signal_levels as levels on levels.signal_id = signals.id left join public.quotes using (symbol)
    where signals.id = close_signal.signal_id;
  if exit_price is null then perform private.refuse('no_price', null, 'There is no current price to close at.'); end if;
  select price, coalesce((data ->> 'risk')::numeric, (
      select abs(case direction when 'buy' then entry_high else entry_low end - stop_loss) from public.signal_levels where signal_levels.signal_id = close_signal.signal_id
    )) into fill, risk
    from public.signal_events where signal_events.signal_id = close_signal.signal_id and kind = 'entered';
  select 100 - coalesce(sum((data ->> 'share')::numeric), 0) into remaining
    from public.signal_events where signal_events.signal_id = close_signal.signal_id and kind = 'target_reached';
  perform private.record_signal_event(
    signal_id, 'closed', clock_timestamp(), exit_price, round((exit_price - fill) * towards / risk * remaining / 100, 4),
    jsonb_build_object('reason', 'analyst', 'text', btrim(reason), 'share', trim_scale(remaining)::text), 'analyst', author_name, clock_timestamp()
  );
end
$$;
comment on function public.close_signal(uuid, text) is 'Closes what is left of an entered signal at the current price, with a reason.';

revoke execute on all functions in schema private from public, anon;
revoke execute on function
  private.refuse(text, text, text), private.price_of(jsonb, text, int), private.text_of(jsonb, text), private.one_of(jsonb, text, text[], text),
  private.check_levels(text, numeric, numeric, numeric, numeric[], numeric[]), private.record_signal(jsonb, uuid, text, timestamptz, boolean),
  private.require_staff(), private.open_signal(uuid, text)
from public, anon, authenticated;
revoke execute on function public.publish_signal(jsonb), public.cancel_signal(uuid, text), public.close_signal(uuid, text), public.add_signal_note(uuid, text) from public, anon;
grant execute on function public.publish_signal(jsonb), public.cancel_signal(uuid, text), public.close_signal(uuid, text), public.add_signal_note(uuid, text) to authenticated;
