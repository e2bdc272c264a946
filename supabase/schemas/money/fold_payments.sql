-- Part of the fold: successful and failed payments.
create function private.end_tests(state jsonb, at timestamptz, cause text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  s jsonb := state;
  test jsonb;
  pay record;
begin
  for test in select value from jsonb_each(state -> 'subscriptions') where value ->> 'provider' = 'sandbox' and private.is_running(value) loop
    for pay in select key, value from jsonb_each(s -> 'payments') where value -> 'subscription_id' = test -> 'id' and (value ->> 'period_end')::timestamptz > at loop
      s := jsonb_set(s, array['payments', pay.key], pay.value || jsonb_build_object('cut_at', at));
    end loop;
    s := private.end_sub(s, test ->> 'id', 'superseded', at, cause);
  end loop;
  return s;
end
$$;
comment on function private.end_tests(jsonb, timestamptz, text) is 'The state without sandbox contracts: a first real payment ends them and their access.';

create function private.fold_payment(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  at constant timestamptz := fact ->> 'at';
  cause constant text := fact ->> 'key';
  pay_key constant text := concat_ws(':', fact ->> 'provider', fact ->> 'payment');
  known constant jsonb := state -> 'payments' -> pay_key;
  paid constant bigint := fact ->> 'amount';
  late constant boolean := fact ->> 'kind' = 'crypto_paid_late';
  order_ jsonb := state -> 'checkouts' -> (fact ->> 'checkout');
  sub jsonb := state -> 'subscriptions' -> (fact ->> 'subscription_id');
  was text;
  price bigint;
  rate numeric;
  taxed jsonb;
  begins timestamptz;
  ends timestamptz;
  bought boolean := true;
  stake bigint;
  pay jsonb;
  s jsonb := state;
  happened text;
begin
  if known ->> 'paid_at' is not null then
    if (known ->> 'amount')::bigint <> paid and fact ->> 'kind' <> 'crypto_overpaid' then return jsonb_set(s, array['verdicts', cause], '"amount_mismatch"'); end if;
    return s;
  end if;
  -- A paid order's id may also accompany later payments of its contract: these are renewals.
  if order_ ->> 'state' = 'paid' and sub ->> 'means' = 'card' then order_ := null; end if;
  price := coalesce((order_ ->> 'total')::bigint, (sub ->> 'next_amount')::bigint, (sub ->> 'amount')::bigint);
  -- An order keeps its agreed tax; a renewal uses the tax rule of its own day, included in the same total.
  taxed := case when order_ is null then fact -> 'taxed' end;
  rate := coalesce((order_ ->> 'tax_rate')::numeric, (taxed ->> 'tax_rate')::numeric, (sub ->> 'tax_rate')::numeric);
  was := sub ->> 'state';
  if upper(fact ->> 'currency') is distinct from sub ->> 'currency' then return jsonb_set(s, array['verdicts', cause], '"currency_mismatch"'); end if;
  if not late and (case when fact ->> 'kind' = 'crypto_overpaid' then paid <= price else paid is distinct from price end) then
    return jsonb_set(s, array['verdicts', cause], '"amount_mismatch"');
  end if;

  -- What does it buy?
  if late or order_ ->> 'state' = 'paid'
    or at > (order_ ->> 'expires_at')::timestamptz + interval '5 minutes'
    -- Two payments for the same period: it is bought once.
    or (coalesce(order_ ->> 'kind', '') <> 'change' and (fact ->> 'period_end')::timestamptz <= (sub ->> 'paid_until')::timestamptz + interval '1 day')
    or exists (select from jsonb_each(s -> 'subscriptions') as other where other.key <> sub ->> 'id' and private.is_running(other.value)
      -- A sandbox contract is replaced by a paid one.
      and not (other.value ->> 'provider' = 'sandbox' and sub ->> 'provider' <> 'sandbox' and was = 'incomplete'))
    or (was = 'expired' and coalesce(sub ->> 'ended_for', '') <> 'unpaid' and not (sub ->> 'ended_for' = 'canceled' and order_ ->> 'kind' = 'renewal'))
    or (order_ ->> 'kind' = 'change' and (was <> 'active' or (
      (order_ ->> 'period_end')::timestamptz <> (sub ->> 'current_period_end')::timestamptz and order_ ->> 'period' = sub ->> 'period')))
  then
    bought := false;
  elsif order_ ->> 'kind' = 'change' then
    begins := (order_ ->> 'created_at')::timestamptz;
    ends := (order_ ->> 'period_end')::timestamptz;
    happened := 'changed';
    sub := sub || jsonb_build_object(
      'current_period_start', case when order_ ->> 'period' = sub ->> 'period' then sub -> 'current_period_start' else to_jsonb(begins) end,
      'anchor', case when order_ ->> 'period' = sub ->> 'period' then sub -> 'anchor' else to_jsonb(begins) end,
      'plan', order_ -> 'plan', 'period', order_ -> 'period', 'price_id', order_ -> 'price_id', 'amount', order_ -> 'list_amount',
      'next_plan', null, 'next_period', null, 'next_price_id', null, 'next_amount', null);
    stake := order_ ->> 'stake';
  elsif was = 'incomplete' then
    begins := at; ends := private.period_after(at, at, sub ->> 'period');
    happened := 'started';
    sub := sub || jsonb_build_object('started_at', at, 'anchor', begins, 'withdraw_until', private.withdraw_until(at));
  else
    begins := (sub ->> 'paid_until')::timestamptz;
    happened := case was when 'past_due' then 'recovered' when 'expired' then 'restarted' else 'renewed' end;
    if sub ->> 'next_price_id' is not null and order_ is null then
      sub := sub || jsonb_build_object('plan', sub -> 'next_plan', 'period', sub -> 'next_period', 'price_id', sub -> 'next_price_id', 'amount', sub -> 'next_amount',
        'next_plan', null, 'next_period', null, 'next_price_id', null, 'next_amount', null);
    end if;
    -- Paid after the end with its own order: the period starts at the payment.
    if was = 'expired' and order_ is not null then begins := at; sub := sub || jsonb_build_object('anchor', at); end if;
    ends := private.period_after((sub ->> 'anchor')::timestamptz, begins, sub ->> 'period');
  end if;
  -- The provider's own period, if it gives a plausible one.
  if bought and fact ->> 'period_end' is not null and coalesce(order_ ->> 'kind', '') <> 'change' then
    if abs(extract(epoch from (fact ->> 'period_end')::timestamptz - (fact ->> 'period_start')::timestamptz)
        - extract(epoch from ends - begins)) > 4 * 86400
      or (fact ->> 'period_start')::timestamptz not between begins - interval '1 day' and at + interval '1 day'
    then
      return jsonb_set(state, array['verdicts', cause], '"period_mismatch"');
    end if;
    begins := (fact ->> 'period_start')::timestamptz;
    ends := (fact ->> 'period_end')::timestamptz;
  end if;

  pay := jsonb_build_object(
    'provider', fact -> 'provider', 'provider_payment', fact -> 'payment', 'subscription_id', sub -> 'id', 'checkout_id', order_ -> 'id',
    'amount', paid, 'currency', sub -> 'currency', 'tax_rate', rate, 'country', coalesce(order_ -> 'country', taxed -> 'country', sub -> 'country'),
    'treatment', taxed -> 'treatment', 'vat_number', taxed -> 'vat_number',
    'net', case when bought then private.net_of(price, rate) else 0 end,
    'tax', case when bought then price - private.net_of(price, rate) else 0 end,
    'surplus', case when bought then paid - price else paid end,
    'failure', case when late then 'paid_late' when not bought then 'bought_nothing' end,
    'method', coalesce(fact -> 'method', known -> 'method'), 'paid_at', at, 'received_at', fact -> 'received_at',
    'period_start', case when bought then begins end, 'period_end', case when bought then ends end, 'cause', cause);
  s := jsonb_set(s, array['payments', pay_key], pay);
  if order_ is not null and not late then
    s := jsonb_set(s, array['checkouts', order_ ->> 'id'], order_ || '{"state": "paid", "failure": null}');
  end if;
  if not bought then
    if was = 'incomplete' then s := private.end_sub(s, sub ->> 'id', 'superseded', at, cause); end if;
    return s;
  end if;
  if was = 'incomplete' and sub ->> 'provider' <> 'sandbox' then s := private.end_tests(s, at, cause); end if;

  sub := sub || jsonb_build_object(
    'state', case when was = 'canceled' then 'canceled' else 'active' end, 'failed_at', null, 'grace_until', null, 'next_try_at', null, 'ended_at', null, 'ended_for', null,
    'method', coalesce(fact -> 'method', sub -> 'method'), 'paid_until', greatest(ends, (sub ->> 'paid_until')::timestamptz));
  if happened = 'renewed' and begins > at and order_ is not null then
    sub := sub || jsonb_build_object('state', 'active', 'cancel_requested_at', null, 'ahead', jsonb_build_object(
      'current_period_start', begins, 'current_period_end', ends, 'segment_start', begins, 'stake', price, 'paid_pay', pay_key));
  else
    sub := sub || jsonb_build_object('segment_start', begins, 'current_period_end', ends, 'stake', coalesce(stake, price), 'paid_pay', pay_key)
      || case when happened = 'changed' then '{}' else jsonb_build_object('current_period_start', begins) end;
  end if;
  return private.sub_log(s, sub, happened, was, at, cause, jsonb_build_object('payment', fact -> 'payment', 'amount', paid, 'plan', sub -> 'plan', 'period', sub -> 'period'));
end
$$;
comment on function private.fold_payment(jsonb, jsonb) is 'A successful payment: what it buys, or that it buys nothing. The amount must be the agreed one; an order''s first payment pays it.';

create function private.fold_failure(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  at constant timestamptz := fact ->> 'at';
  pay_key constant text := concat_ws(':', fact ->> 'provider', fact ->> 'payment');
  order_ constant jsonb := state -> 'checkouts' -> (fact ->> 'checkout');
  kind constant text := fact ->> 'kind';
  reason constant text := coalesce(fact ->> 'reason', case kind when 'crypto_underpaid' then 'underpaid' when 'crypto_invalid' then 'invalid' end);
  pending constant boolean := kind in ('payment_pending', 'crypto_seen');
  held constant bigint := case when kind = 'crypto_underpaid' then coalesce((fact ->> 'amount')::bigint, 0) else 0 end;
  sub jsonb := state -> 'subscriptions' -> (fact ->> 'subscription_id');
  s jsonb := state;
  was text := sub ->> 'state';
begin
  if s -> 'payments' -> pay_key ->> 'paid_at' is not null then return s; end if;
  if order_ is not null and order_ ->> 'state' <> 'paid' then
    if pending and order_ ->> 'state' <> 'expired' then
      s := jsonb_set(s, array['checkouts', order_ ->> 'id'], order_ || '{"state": "waiting"}');
    elsif kind = 'checkout_expired' then
      s := jsonb_set(s, array['checkouts', order_ ->> 'id'], order_ || '{"state": "expired"}');
    elsif not pending then
      s := jsonb_set(s, array['checkouts', order_ ->> 'id'], order_ || jsonb_build_object('state', 'failed', 'failure', reason));
    end if;
  end if;
  if fact ->> 'payment' is not null and kind <> 'checkout_expired' then
    s := jsonb_set(s, array['payments', pay_key], jsonb_build_object(
      'provider', fact -> 'provider', 'provider_payment', fact -> 'payment', 'subscription_id', sub -> 'id', 'checkout_id', order_ -> 'id',
      'amount', case when kind = 'crypto_underpaid' then held else coalesce((fact ->> 'amount')::bigint, (order_ ->> 'total')::bigint, 0) end,
      'surplus', case when kind = 'crypto_underpaid' then held else coalesce((fact ->> 'amount')::bigint, (order_ ->> 'total')::bigint, 0) end,
      'held', held, 'net', 0, 'tax', 0, 'currency', sub -> 'currency', 'tax_rate', coalesce(order_ -> 'tax_rate', sub -> 'tax_rate'),
      'country', coalesce(order_ -> 'country', sub -> 'country'), 'failure', case when pending then null else reason end,
      'method', fact -> 'method', 'pending', pending, 'received_at', fact -> 'received_at', 'cause', fact -> 'key', 'tried_at', at));
  end if;
  -- For a renewal: there is no order, or it was already paid.
  if kind = 'payment_failed' and (order_ is null or order_ ->> 'state' = 'paid') and sub ->> 'means' = 'card'
    and at >= (sub ->> 'current_period_end')::timestamptz - interval '1 day'
  then
    sub := sub || jsonb_build_object('next_try_at', fact -> 'next_try_at');
    if was = 'active' then
      sub := sub || jsonb_build_object('state', 'past_due', 'failed_at', at,
        'grace_until', private.grace_until(greatest(at, (sub ->> 'current_period_end')::timestamptz)));
      s := private.sub_log(s, sub, 'past_due', was, at, fact ->> 'key', jsonb_build_object('reason', reason, 'next_try_at', fact -> 'next_try_at'));
    elsif was = 'past_due' then
      s := private.sub_log(s, sub, 'payment_failed', was, at, fact ->> 'key', jsonb_build_object('reason', reason, 'next_try_at', fact -> 'next_try_at'));
    end if;
  end if;
  return s;
end
$$;
comment on function private.fold_failure(jsonb, jsonb) is 'A pending, failed or insufficient payment, or an expired order. A failed renewal keeps access during the retries; it never undoes a successful payment.';

revoke execute on function
  private.end_tests(jsonb, timestamptz, text), private.fold_payment(jsonb, jsonb), private.fold_failure(jsonb, jsonb)
from public, anon, authenticated, service_role;
