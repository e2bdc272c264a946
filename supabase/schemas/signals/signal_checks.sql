-- What may be published. These checks give the verdict that trading/signal gives in the browser, with the same keys:
-- message = key, hint = field, detail = a sentence for whoever reads logs. The first refusal ends the check.
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

create function private.target_count_of(signal jsonb, field text, targets int, key text) returns int
language plpgsql immutable set search_path = '' as $$
declare
  written constant text := signal ->> field;
begin
  if written is null then return null; end if;
  if written !~ '^[1-9]$' or written::int >= targets then
    perform private.refuse(key, field, 'A number of targets, less than there are.');
  end if;
  return written::int;
end
$$;
comment on function private.target_count_of(jsonb, text, int, text) is 'After how many targets a stop rule begins, or null; never after the last.';

create function private.checked_stop_rules(signal jsonb, digits int) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  targets constant int := jsonb_array_length(signal -> 'targets');
  break_even constant int := private.target_count_of(signal, 'break_even_after', targets, 'invalid_break_even');
  distance constant text := btrim(signal ->> 'trailing_distance');
  after int;
begin
  if distance is not null then
    if distance !~ '^[0-9]{1,12}(\.[0-9]{1,12})?$' or distance::numeric = 0 then
      perform private.refuse('invalid_trailing', 'trailing_distance', 'A trailing distance is a positive decimal.');
    end if;
    if scale(trim_scale(distance::numeric)) > digits then
      perform private.refuse('too_many_digits', 'trailing_distance', format('Prices of this instrument have at most %s digits.', digits));
    end if;
  end if;
  after := private.target_count_of(signal, 'trailing_after', targets, 'invalid_trailing');
  if after is not null and distance is null then
    perform private.refuse('invalid_trailing', 'trailing_after', 'Nothing trails without a distance.');
  end if;
  return private.stop_rules_json(break_even, distance::numeric, after, digits);
end
$$;
comment on function private.checked_stop_rules(jsonb, int) is 'Break-even and trailing of a draft as the commitment holds them, or the first refusal.';

create function private.checked_levels(signal jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  instrument public.instruments;
  side constant text := private.one_of(signal, 'direction', '{buy,sell}', 'invalid_direction');
  low numeric; high numeric; stop numeric; prices numeric[]; shares numeric[];
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
  return jsonb_build_object(
    'symbol', instrument.symbol,
    'timeframe', private.one_of(signal, 'timeframe', '{M1,M5,M15,M30,H1,H4,D1}', 'invalid_timeframe'),
    'direction', side,
    'order_type', private.one_of(signal, 'order_type', '{market,limit,stop}', 'invalid_order_type'),
    'entry_low', private.decimal_text(low, instrument.digits), 'entry_high', private.decimal_text(high, instrument.digits),
    'stop_loss', private.decimal_text(stop, instrument.digits),
    'targets', (
      select jsonb_agg(jsonb_build_object('price', private.decimal_text(prices[position], instrument.digits), 'share', trim_scale(shares[position])::text) order by position)
      from generate_subscripts(prices, 1) as position
    )
  ) || private.checked_stop_rules(signal, instrument.digits);
end
$$;
comment on function private.checked_levels(jsonb) is 'The levels of a draft as the commitment holds them (without expires_at), or the first refusal.';

create function private.check_against_price(levels jsonb, quote public.quotes) returns void
language plpgsql immutable set search_path = '' as $$
declare
  towards constant int := case levels ->> 'direction' when 'buy' then 1 else -1 end;
  leaves_at constant numeric := case towards when 1 then quote.bid else quote.ask end;
  -- How far the price still has to rise to the order for a buy, to fall for a sell.
  ahead constant numeric := ((levels ->> case towards when 1 then 'entry_high' else 'entry_low' end)::numeric - case towards when 1 then quote.ask else quote.bid end) * towards;
begin
  if levels ->> 'order_type' <> 'stop' and (leaves_at - (levels ->> 'stop_loss')::numeric) * towards <= 0 then
    perform private.refuse('price_past_stop', 'stop_loss', 'It would be stopped the moment it is filled.');
  end if;
  if levels ->> 'order_type' <> 'limit' and ((levels #>> '{targets,0,price}')::numeric - leaves_at) * towards <= 0 then
    perform private.refuse('price_past_target', 'targets', 'Its first target would be reached the moment it is filled.');
  end if;
  if levels ->> 'order_type' = 'limit' and ahead >= 0 then
    perform private.refuse('limit_already_there', 'order_type', 'The price has come to it: it would be filled at once, as at market.');
  end if;
  if levels ->> 'order_type' = 'stop' and ahead <= 0 then
    perform private.refuse('stop_already_there', 'order_type', 'The price has run to it: it would be filled at once, as at market.');
  end if;
end
$$;
comment on function private.check_against_price(jsonb, public.quotes) is 'Refuses what the current price would fill past its own stop (market and limit orders) or first target (market and stop orders), and limit and stop orders that it would fill at once. A buy is filled at the ask and leaves at the bid.';

create function private.checked_reasons(signal jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(signal ->> 'risk_percent', '') !~ '^[0-9]{1,2}(\.[0-9]{1,2})?$' or (signal ->> 'risk_percent')::numeric not between 0.01 and 10 then
    perform private.refuse('invalid_risk', 'risk_percent', 'Between 0.01 and 10 percent.');
  end if;
  return jsonb_build_object(
    'risk_percent', trim_scale((signal ->> 'risk_percent')::numeric)::text,
    'facts', private.text_of(signal, 'facts'), 'opinion', private.text_of(signal, 'opinion'),
    'counter_thesis', private.text_of(signal, 'counter_thesis'), 'counter_condition', private.text_of(signal, 'counter_condition'),
    'method', private.text_of(signal, 'method'), 'conflicts', private.text_of(signal, 'conflicts'),
    'position_held', private.one_of(signal, 'position_held', '{none,buy,sell}', 'missing_answer'),
    'affiliate_link', private.one_of(signal, 'affiliate_link', '{yes,no}', 'missing_answer')
  );
end
$$;
comment on function private.checked_reasons(jsonb) is 'The texts, the answers about interests and the suggested risk of a draft, or the first refusal.';

create function private.checked_validity(signal jsonb) returns interval
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(signal ->> 'validity_minutes', '') !~ '^[0-9]{1,5}$' or (signal ->> 'validity_minutes')::int not between 5 and 43200 then
    perform private.refuse('invalid_validity', 'validity_minutes', 'Between five minutes and thirty days.');
  end if;
  return make_interval(mins => (signal ->> 'validity_minutes')::int);
end
$$;
comment on function private.checked_validity(jsonb) is 'How long a draft may wait for its entry, 5 to 43 200 minutes, or the refusal.';

revoke execute on function
  private.refuse(text, text, text), private.price_of(jsonb, text, int), private.text_of(jsonb, text), private.one_of(jsonb, text, text[], text),
  private.check_levels(text, numeric, numeric, numeric, numeric[], numeric[]), private.checked_levels(jsonb), private.checked_reasons(jsonb),
  private.checked_validity(jsonb), private.target_count_of(jsonb, text, int, text), private.checked_stop_rules(jsonb, int), private.check_against_price(jsonb, public.quotes)
from public, anon, authenticated;
