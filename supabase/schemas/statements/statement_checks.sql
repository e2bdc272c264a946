-- What may be claimed. These checks give the verdict of trading/src/statements/statement.ts, with the same keys: message = key,
-- hint = field. The first refusal ends the check.
create function private.level_of(condition jsonb, field text, digits int, reference numeric) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  level constant numeric := private.price_of(condition -> field, field, digits);
begin
  if level * 10 <= reference or level >= reference * 10 then
    perform private.refuse('level_out_of_reach', field, 'A level lies between a tenth of the price and ten times it.');
  end if;
  return level;
end
$$;
comment on function private.level_of(jsonb, text, int, numeric) is 'A level of a condition: a price of the instrument that its market can reach.';

create function private.checked_condition(condition jsonb, digits int, reference numeric) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  kind constant text := private.one_of(condition, 'kind', '{close,touch,between,first}', 'invalid_condition');
  side constant text := case kind when 'close' then private.one_of(condition, 'side', '{above,below}', 'invalid_side') end;
  -- The keys of its two levels; of one, the same twice.
  keys constant text[] := case kind when 'between' then '{low,high}' when 'first' then '{level,other}' else '{level,level}' end;
  one constant numeric := private.level_of(condition, keys[1], digits, reference);
  other constant numeric := private.level_of(condition, keys[2], digits, reference);
begin
  if kind = 'between' and one >= other then perform private.refuse('band_is_empty', 'high', 'Nothing lies between these levels.'); end if;
  if kind in ('touch', 'first') and one = reference or kind = 'between' and one >= reference then
    perform private.refuse('already_decided', keys[1], 'The price is already there.');
  end if;
  if kind = 'first' and other = reference or kind = 'between' and other <= reference then
    perform private.refuse('already_decided', keys[2], 'The price is already there.');
  end if;
  if kind = 'first' and (one > reference) = (other > reference) then
    perform private.refuse('levels_on_one_side', 'other', 'The price must come to the nearer of them first.');
  end if;
  return jsonb_strip_nulls(jsonb_build_object('kind', kind, 'side', side)) || jsonb_build_object(
    keys[1], private.decimal_text(one, digits), keys[2], private.decimal_text(other, digits)
  );
end
$$;
comment on function private.checked_condition(jsonb, int, numeric) is 'A condition as the commitment holds it, or the first refusal: none that no price can meet, or that this price decides.';

create function private.checked_deadline(statement jsonb, symbol text, made timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  deadline timestamptz;
begin
  begin
    deadline := (statement ->> 'deadline')::timestamptz;
  exception when datetime_field_overflow or invalid_datetime_format or invalid_parameter_value then
    deadline := null;
  end;
  if deadline is null or not isfinite(deadline) or deadline <> date_trunc('minute', deadline) then
    perform private.refuse('invalid_deadline', 'deadline', 'A whole minute.');
  end if;
  if deadline <= made then perform private.refuse('deadline_passed', 'deadline', 'It lies in the future.'); end if;
  if deadline < made + interval '5 minutes' then perform private.refuse('deadline_too_close', 'deadline', 'Five minutes at least.'); end if;
  if deadline > made + interval '43200 minutes' then perform private.refuse('deadline_too_far', 'deadline', 'Thirty days at most.'); end if;
  if not exists (
    select from generate_series(date_trunc('minute', made) + interval '1 minute', deadline - interval '1 minute', interval '1 minute') as minute
    where public.market_is_open(checked_deadline.symbol, minute)
  ) then
    perform private.refuse('market_closed_until_then', 'deadline', 'No price will come by then.');
  end if;
  return deadline;
end
$$;
comment on function private.checked_deadline(jsonb, text, timestamptz) is 'The deadline of a statement, a whole minute from five minutes to thirty days away with some trading before it, or the refusal.';

create function private.probability_of(claim jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(claim ->> 'probability', '') !~ '^0\.[0-9]{1,4}$' or (claim ->> 'probability')::numeric = 0 then
    perform private.refuse('invalid_probability', 'probability', 'Above 0 and below 1, at most four decimals.');
  end if;
  return trim_scale((claim ->> 'probability')::numeric)::text;
end
$$;
comment on function private.probability_of(jsonb) is 'The probability of a claim as its commitment holds it, or the refusal.';

create function private.checked_terms(statement jsonb, quote public.quotes) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  instrument public.instruments;
  reference text;
  condition jsonb;
begin
  select * into instrument from public.instruments where symbol = statement ->> 'symbol';
  if not found then perform private.refuse('unknown_instrument', 'symbol', 'No such instrument.'); end if;
  if quote.bid is null then perform private.refuse('no_price', 'symbol', 'There is no price to hold it against.'); end if;
  reference := private.decimal_text(quote.bid, instrument.digits);
  condition := private.checked_condition(coalesce(statement -> 'condition', '{}'), instrument.digits, reference::numeric);
  return jsonb_build_object(
    'symbol', instrument.symbol, 'price', 'bid', 'condition', condition, 'probability', private.probability_of(statement),
    'reference', reference, 'reference_source', quote.source, 'reference_at', private.timestamp_text(quote.quoted_at)
  );
end
$$;
comment on function private.checked_terms(jsonb, public.quotes) is 'The terms of a statement as the commitment holds them, or the first refusal.';

revoke execute on function
  private.level_of(jsonb, text, int, numeric), private.probability_of(jsonb), private.checked_condition(jsonb, int, numeric), private.checked_deadline(jsonb, text, timestamptz),
  private.checked_terms(jsonb, public.quotes)
from public, anon, authenticated;
