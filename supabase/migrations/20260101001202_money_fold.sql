-- The fold: what a member's money stands at, from the facts about it and nothing else. private.money_of(facts) goes through them
-- in the order in which they happened, so arrival order, duplicates and delays change nothing. Orders come first (they are the
-- context), then provider events and commands by time; of the same second payments before what happens to them, for providers
-- cut their times to seconds. Its state: {subscriptions, payments, refunds, disputes, checkouts: {key: row}, verdicts, log}.
create function private.sub_log(state jsonb, sub jsonb, kind text, was text, at timestamptz, cause text, details jsonb default '{}') returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_set(
    jsonb_set(state, array['subscriptions', sub ->> 'id'], sub), '{log}',
    state -> 'log' || jsonb_build_array(jsonb_build_object(
      'subscription_id', sub -> 'id', 'kind', kind, 'from_state', was, 'to_state', sub -> 'state', 'at', at, 'cause', cause, 'details', details))
  )
$$;
comment on function private.sub_log(jsonb, jsonb, text, text, timestamptz, text, jsonb) is 'The state with a contract as it now is, and what happened to it.';

create function private.is_running(sub jsonb) returns boolean
language sql immutable set search_path = '' as $$ select sub ->> 'state' in ('trialing', 'active', 'past_due', 'canceled') $$;
comment on function private.is_running(jsonb) is 'Whether a contract is one that a member may have only one of.';

create function private.end_sub(state jsonb, sub_id text, why text, at timestamptz, cause text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  sub constant jsonb := state -> 'subscriptions' -> sub_id;
begin
  if sub ->> 'state' = 'expired' then return state; end if;
  return private.sub_log(state, sub || jsonb_build_object('state', 'expired', 'ended_at', at, 'ended_for', why, 'grace_until',
    case when (sub ->> 'grace_until')::timestamptz < at then sub -> 'grace_until' else to_jsonb(case when sub ->> 'grace_until' is not null then at end) end),
    case why when 'withdrawn' then 'withdrawn' when 'superseded' then 'superseded' else 'expired' end, sub ->> 'state', at, cause, jsonb_build_object('for', why));
end
$$;
comment on function private.end_sub(jsonb, text, text, timestamptz, text) is 'Ends a contract; one that ended stays as it is.';

-- What time alone does ------------------------------------------------------------------------------------------------
create function private.pass_time(state jsonb, moment timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  s jsonb := state;
  sub jsonb;
  ends timestamptz;
begin
  for sub in select value from jsonb_each(state -> 'subscriptions') where private.is_running(value) loop
    ends := (sub ->> 'current_period_end')::timestamptz;
    if moment >= ends and jsonb_typeof(sub -> 'ahead') = 'object' then
      -- The period that was paid ahead begins.
      sub := sub || (sub -> 'ahead') || '{"ahead": null}';
      s := private.sub_log(s, sub, 'period_began', sub ->> 'state', ends, 'time:' || ends);
      ends := (sub ->> 'current_period_end')::timestamptz;
    end if;
    if sub ->> 'state' = 'canceled' or sub ->> 'means' = 'crypto' then
      if moment >= ends then
        s := private.end_sub(s, sub ->> 'id', case sub ->> 'state' when 'canceled' then 'canceled' else 'unpaid' end, ends, 'time:' || ends);
      end if;
      continue;
    end if;
    if sub ->> 'state' = 'active' and moment >= ends + interval '1 day' then
      sub := sub || jsonb_build_object('state', 'past_due', 'failed_at', ends, 'grace_until', ends + interval '7 days');
      s := private.sub_log(s, sub, 'past_due', 'active', ends + interval '1 day', 'time:' || ends, '{"reason": "no_news"}');
    end if;
    if sub ->> 'state' = 'past_due' and moment >= (sub ->> 'grace_until')::timestamptz then
      s := private.end_sub(s, sub ->> 'id', 'unpaid', (sub ->> 'grace_until')::timestamptz, 'time:' || ends);
    end if;
  end loop;
  return s;
end
$$;
comment on function private.pass_time(jsonb, timestamptz) is 'The state at a later moment when nothing else happened: periods end, graces end. A renewal that nobody heard of for a day counts as failed.';

-- Payments ------------------------------------------------------------------------------------------------------------
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
  -- A number of an order that is paid may come along with later payments of its contract: they are renewals.
  if order_ ->> 'state' = 'paid' and sub ->> 'means' = 'card' then order_ := null; end if;
  price := coalesce((order_ ->> 'total')::bigint, (sub ->> 'next_amount')::bigint, (sub ->> 'amount')::bigint);
  rate := coalesce((order_ ->> 'tax_rate')::numeric, (sub ->> 'tax_rate')::numeric);
  was := sub ->> 'state';
  if upper(fact ->> 'currency') is distinct from sub ->> 'currency' then return jsonb_set(s, array['verdicts', cause], '"currency_mismatch"'); end if;
  if not late and (case when fact ->> 'kind' = 'crypto_overpaid' then paid <= price else paid is distinct from price end) then
    return jsonb_set(s, array['verdicts', cause], '"amount_mismatch"');
  end if;

  -- What does it buy?
  if late or order_ ->> 'state' = 'paid'
    or at > (order_ ->> 'expires_at')::timestamptz + interval '5 minutes'
    or exists (select from jsonb_each(s -> 'subscriptions') as other where other.key <> sub ->> 'id' and private.is_running(other.value))
    or (was = 'expired' and coalesce(sub ->> 'ended_for', '') <> 'unpaid' and not (sub ->> 'ended_for' = 'canceled' and order_ ->> 'kind' = 'renewal'))
    or (order_ ->> 'kind' = 'change' and (was not in ('active', 'trialing') or (
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
    -- Paid after the end with an order of its own, the time begins when it is paid.
    if was = 'expired' and order_ is not null then begins := at; sub := sub || jsonb_build_object('anchor', at); end if;
    ends := private.period_after((sub ->> 'anchor')::timestamptz, begins, sub ->> 'period');
  end if;
  -- The provider's own count of the period, where it says one that can be.
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
    'amount', paid, 'currency', sub -> 'currency', 'tax_rate', rate, 'country', coalesce(order_ -> 'country', sub -> 'country'),
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
comment on function private.fold_payment(jsonb, jsonb) is 'A payment that came in: what it buys, or that it buys nothing. The amount must be the agreed one; the first payment of an order pays it.';

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
  -- Of a renewal: there is no order, or its order was paid before.
  if kind = 'payment_failed' and (order_ is null or order_ ->> 'state' = 'paid') and sub ->> 'means' = 'card'
    and at >= (sub ->> 'current_period_end')::timestamptz - interval '1 day'
  then
    sub := sub || jsonb_build_object('next_try_at', fact -> 'next_try_at');
    if was = 'active' then
      sub := sub || jsonb_build_object('state', 'past_due', 'failed_at', at,
        'grace_until', greatest(at, (sub ->> 'current_period_end')::timestamptz) + interval '7 days');
      s := private.sub_log(s, sub, 'past_due', was, at, fact ->> 'key', jsonb_build_object('reason', reason, 'next_try_at', fact -> 'next_try_at'));
    elsif was = 'past_due' then
      s := private.sub_log(s, sub, 'payment_failed', was, at, fact ->> 'key', jsonb_build_object('reason', reason, 'next_try_at', fact -> 'next_try_at'));
    end if;
  end if;
  return s;
end
$$;
comment on function private.fold_failure(jsonb, jsonb) is 'A payment that waits, failed or was too little, or an order that ran out. A renewal that fails keeps access for seven days; a payment that came in is not undone by it.';

-- What happens to payments afterwards -----------------------------------------------------------------------------------
create function private.cut_payment(state jsonb, pay_key text, why text, at timestamptz, cause text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  pay constant jsonb := state -> 'payments' -> pay_key;
  sub constant jsonb := state -> 'subscriptions' -> (pay ->> 'subscription_id');
  s jsonb := jsonb_set(state, array['payments', pay_key], pay || jsonb_build_object('cut_at', least((pay ->> 'cut_at')::timestamptz, at)));
begin
  if sub -> 'ahead' ->> 'paid_pay' = pay_key then
    s := jsonb_set(s, array['subscriptions', sub ->> 'id'], sub || jsonb_build_object('ahead', null, 'paid_until', sub -> 'current_period_end'));
  elsif sub ->> 'paid_pay' = pay_key and private.is_running(sub) then
    s := private.end_sub(s, sub ->> 'id', why, at, cause);
  end if;
  return s;
end
$$;
comment on function private.cut_payment(jsonb, text, text, timestamptz, text) is 'Ends the access that a payment opened, and its contract where it paid for the period that runs.';

create function private.fold_refund(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  at constant timestamptz := fact ->> 'at';
  asked constant boolean := fact ->> 'source' = 'command';
  pay_key constant text := case when asked then fact -> 'details' ->> 'payment' else concat_ws(':', fact ->> 'provider', fact ->> 'payment') end;
  pay constant jsonb := state -> 'payments' -> pay_key;
  -- A refund that we asked for has our number; one made at the provider has theirs.
  refund_key constant text := coalesce('asked:' || (fact -> 'details' ->> 'refund'), 'asked:' || (fact ->> 'asked'),
    concat_ws(':', fact ->> 'provider', fact ->> 'refund'));
  known constant jsonb := state -> 'refunds' -> refund_key;
  wanted constant bigint := coalesce((fact -> 'details' ->> 'amount')::bigint, (fact ->> 'amount')::bigint, (known ->> 'amount')::bigint);
  before bigint;
  tax_before bigint;
  tax_after bigint;
  of_surplus boolean;
  refund jsonb;
  s jsonb := state;
begin
  if pay is null then return jsonb_set(s, array['verdicts', fact ->> 'key'], '"payment_unknown"'); end if;
  if known ->> 'state' = 'succeeded' or (asked and known is not null) then return s; end if;
  if fact ->> 'kind' = 'refund_failed' then
    if known is null then return s; end if;
    return jsonb_set(s, array['refunds', refund_key], known || '{"state": "failed"}');
  end if;
  select coalesce(sum((value ->> 'amount')::bigint), 0), coalesce(sum((value ->> 'tax')::bigint), 0) into before, tax_before
  from jsonb_each(s -> 'refunds') where key <> refund_key and value ->> 'pay' = pay_key and value ->> 'state' <> 'failed' and value ->> 'reason' <> 'overpaid';
  of_surplus := coalesce(known ->> 'reason', fact -> 'details' ->> 'reason', '') = 'overpaid'
    or (pay ->> 'net')::bigint + (pay ->> 'tax')::bigint = 0;
  if of_surplus then
    select coalesce(sum((value ->> 'amount')::bigint), 0) into before
    from jsonb_each(s -> 'refunds') where key <> refund_key and value ->> 'pay' = pay_key and value ->> 'state' <> 'failed' and value ->> 'reason' = 'overpaid';
  end if;
  if wanted is null or wanted <= 0 or (known is not null and wanted <> (known ->> 'amount')::bigint)
    or (case when of_surplus then before + wanted > (pay ->> 'surplus')::bigint else before + wanted > (pay ->> 'net')::bigint + (pay ->> 'tax')::bigint end)
  then
    return jsonb_set(s, array['verdicts', fact ->> 'key'], '"refund_exceeds"');
  end if;
  -- Taxes of parts are cut from one whole, so that they sum to it.
  tax_after := case when of_surplus then 0 else private.half_up((before + wanted) * (pay ->> 'tax')::numeric / ((pay ->> 'net')::bigint + (pay ->> 'tax')::bigint)) end;
  refund := coalesce(known, jsonb_build_object(
    'pay', pay_key, 'amount', wanted, 'tax', case when of_surplus then 0 else tax_after - tax_before end,
    'net', case when of_surplus then 0 else wanted - (tax_after - tax_before) end,
    'reason', case when of_surplus then 'overpaid' else coalesce(fact -> 'details' ->> 'reason', 'staff') end,
    'asked_by', fact -> 'details' -> 'by', 'words', fact -> 'details' -> 'words', 'at', at))
    || jsonb_build_object('state', case when asked then 'asked' else 'succeeded' end, 'provider_refund', fact -> 'refund')
    || case when asked then '{}' else jsonb_build_object('done_at', at) end;
  s := jsonb_set(s, array['refunds', refund_key], refund);
  if not asked and not of_surplus and before + wanted = (pay ->> 'net')::bigint + (pay ->> 'tax')::bigint then
    s := private.cut_payment(s, pay_key, 'refunded', at, fact ->> 'key');
  end if;
  return s;
end
$$;
comment on function private.fold_refund(jsonb, jsonb) is 'A refund that was asked for, went out or failed. All of a payment given back ends the access it opened; a part does not.';

create function private.fold_dispute(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  pay_key constant text := concat_ws(':', fact ->> 'provider', fact ->> 'payment');
  dispute_key constant text := concat_ws(':', fact ->> 'provider', fact ->> 'dispute');
  pay constant jsonb := state -> 'payments' -> pay_key;
  known constant jsonb := state -> 'disputes' -> dispute_key;
  s jsonb := state;
begin
  if pay is null then return jsonb_set(s, array['verdicts', fact ->> 'key'], '"payment_unknown"'); end if;
  if known ->> 'state' in ('won', 'lost') and fact ->> 'kind' = 'dispute_opened' then return s; end if;
  if coalesce((fact ->> 'amount')::bigint, 0) > (pay ->> 'amount')::bigint then return jsonb_set(s, array['verdicts', fact ->> 'key'], '"amount_mismatch"'); end if;
  s := jsonb_set(s, array['disputes', dispute_key], coalesce(known, '{}') || jsonb_build_object(
    'provider', fact -> 'provider', 'provider_dispute', fact -> 'dispute', 'pay', pay_key,
    'amount', coalesce(fact -> 'amount', known -> 'amount', pay -> 'amount'), 'due_by', coalesce(fact -> 'due_by', known -> 'due_by'),
    'at', coalesce(known -> 'at', fact -> 'at'), 'state', case fact ->> 'kind' when 'dispute_won' then 'won' when 'dispute_lost' then 'lost' else 'open' end));
  if fact ->> 'kind' = 'dispute_lost' then s := private.cut_payment(s, pay_key, 'disputed', (fact ->> 'at')::timestamptz, fact ->> 'key'); end if;
  return private.sub_log(s, s -> 'subscriptions' -> (pay ->> 'subscription_id'), fact ->> 'kind',
    state -> 'subscriptions' -> (pay ->> 'subscription_id') ->> 'state', (fact ->> 'at')::timestamptz, fact ->> 'key');
end
$$;
comment on function private.fold_dispute(jsonb, jsonb) is 'A payment that the member''s bank asks back, kept or lost. Access stands until it is lost.';

-- What was asked, and what the provider says of the contract ---------------------------------------------------------------
create function private.fold_contract(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  at constant timestamptz := fact ->> 'at';
  kind constant text := fact ->> 'kind';
  d constant jsonb := coalesce(fact -> 'details', '{}');
  s jsonb := state;
  sub jsonb := state -> 'subscriptions' -> (fact ->> 'subscription_id');
  was constant text := sub ->> 'state';
  stop boolean;
  pay record;
begin
  if kind = 'erase' then
    s := jsonb_set(s, array['subscriptions', sub ->> 'id'], sub || '{"method": null, "provider_customer": null}');
    return case when was = 'incomplete' then s else private.end_sub(s, sub ->> 'id', 'erased', at, fact ->> 'key') end;
  end if;
  if kind = 'method' or fact -> 'method' is not null then
    sub := sub || jsonb_build_object('method', coalesce(d -> 'method', fact -> 'method'));
    s := private.sub_log(s, sub, 'method_changed', was, at, fact ->> 'key');
  end if;
  if not private.is_running(sub) then return s; end if;
  if kind in ('cancel', 'resume') or fact ->> 'cancel_at_period_end' is not null then
    stop := kind = 'cancel' or coalesce((fact ->> 'cancel_at_period_end')::boolean, false);
    if stop and was = 'past_due' then
      -- What is not paid is not owed for a time that was not wanted.
      return private.end_sub(s, sub ->> 'id', 'canceled', at, fact ->> 'key');
    elsif stop and was in ('active', 'trialing') then
      sub := sub || jsonb_build_object('state', 'canceled', 'cancel_requested_at', at, 'next_plan', null, 'next_period', null, 'next_price_id', null, 'next_amount', null);
      s := private.sub_log(s, sub, 'cancel_requested', was, at, fact ->> 'key');
    elsif not stop and was = 'canceled' then
      sub := sub || jsonb_build_object('state', 'active', 'cancel_requested_at', null);
      s := private.sub_log(s, sub, 'resumed', was, at, fact ->> 'key');
    end if;
  end if;
  if kind = 'change' then
    sub := sub || jsonb_build_object('next_plan', d -> 'plan', 'next_period', d -> 'period', 'next_price_id', d -> 'price_id', 'next_amount', d -> 'amount');
    s := private.sub_log(s, sub, case when d ->> 'plan' is null then 'change_dropped' else 'change_scheduled' end, was, at, fact ->> 'key', d);
  elsif kind = 'subscription_ended' then
    -- What is paid stays open; what is not, ends.
    if was = 'past_due' then return private.end_sub(s, sub ->> 'id', 'unpaid', at, fact ->> 'key'); end if;
    if was <> 'canceled' then
      s := private.sub_log(s, sub || jsonb_build_object('state', 'canceled', 'cancel_requested_at', at), 'cancel_requested', was, at, fact ->> 'key', '{"by": "provider"}');
    end if;
  elsif kind = 'withdraw' then
    for pay in select key, value from jsonb_each(s -> 'payments') where value -> 'subscription_id' = sub -> 'id' and value ->> 'period_end' is not null loop
      s := jsonb_set(s, array['payments', pay.key], pay.value || jsonb_build_object('cut_at', at));
    end loop;
    s := jsonb_set(s, array['subscriptions', sub ->> 'id'], sub || jsonb_build_object('withdrawn_at', at, 'ahead', null));
    s := private.end_sub(s, sub ->> 'id', 'withdrawn', at, fact ->> 'key');
  end if;
  return s;
end
$$;
comment on function private.fold_contract(jsonb, jsonb) is 'Cancel, resume, change at the period''s end, withdrawal, another card, erasure; and what the provider says of the contract.';

-- One after the other -------------------------------------------------------------------------------------------------
create function private.fold_step(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  s jsonb;
begin
  if fact ->> 'source' = 'checkout' then
    s := jsonb_set(state, array['checkouts', fact ->> 'id'], fact || jsonb_build_object('state', 'open'));
    if fact ->> 'kind' = 'first' then
      s := jsonb_set(s, array['subscriptions', fact ->> 'subscription_id'], jsonb_build_object(
        'id', fact -> 'subscription_id', 'state', 'incomplete', 'plan', fact -> 'plan', 'period', fact -> 'period', 'price_id', fact -> 'price_id',
        'amount', fact -> 'list_amount', 'currency', fact -> 'currency', 'provider', fact -> 'provider', 'means', fact -> 'means',
        'tax_rate', fact -> 'tax_rate', 'country', fact -> 'country', 'created_at', fact -> 'created_at'));
    end if;
    return s;
  end if;
  s := private.pass_time(state, (fact ->> 'at')::timestamptz);
  if fact ->> 'source' = 'event' then
    s := jsonb_set(s, array['subscriptions', fact ->> 'subscription_id'], (s -> 'subscriptions' -> (fact ->> 'subscription_id')) || jsonb_strip_nulls(jsonb_build_object(
      'provider_subscription', fact -> 'subscription', 'provider_customer', fact -> 'customer')));
  end if;
  case
    when fact ->> 'kind' in ('payment_succeeded', 'crypto_overpaid', 'crypto_paid_late') then return private.fold_payment(s, fact);
    when fact ->> 'kind' in ('payment_pending', 'payment_failed', 'crypto_seen', 'crypto_underpaid', 'crypto_invalid', 'checkout_expired') then return private.fold_failure(s, fact);
    when fact ->> 'kind' in ('refund', 'refund_succeeded', 'refund_failed') then return private.fold_refund(s, fact);
    when fact ->> 'kind' in ('dispute_opened', 'dispute_won', 'dispute_lost') then return private.fold_dispute(s, fact);
    else return private.fold_contract(s, fact);
  end case;
end
$$;
comment on function private.fold_step(jsonb, jsonb) is 'The state after one more fact.';

create function private.money_facts(member uuid) returns table (rank int, at timestamptz, place text, fact jsonb)
language sql stable set search_path = '' as $$
  select 0, null::timestamptz, lpad(bought.number::text, 19, '0'), to_jsonb(bought) - 'state' || jsonb_build_object('source', 'checkout', 'list_amount', price.amount)
  from public.checkouts as bought join public.plan_prices as price on price.id = bought.price_id where bought.user_id = member
  union all
  select case when kind like 'payment%' or kind like 'crypto%' then 1 else 2 end, occurred_at, provider || ':' || event_id,
    event || jsonb_build_object('source', 'event', 'at', occurred_at, 'key', provider || ':' || event_id, 'provider', provider, 'kind', kind,
      'subscription_id', subscription_id, 'received_at', received_at)
  from private.provider_events where provider_events.member = money_facts.member
  union all
  select 2, money_commands.at, 'command:' || lpad(id::text, 19, '0'),
    jsonb_build_object('source', 'command', 'at', money_commands.at, 'key', 'command:' || id, 'kind', kind, 'subscription_id', subscription_id, 'details', details)
  from private.money_commands where money_commands.member = money_facts.member
$$;
comment on function private.money_facts(uuid) is 'All that is known about a member''s money, each fact with its place in the order.';

create function private.money_of(member uuid, moment timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  state jsonb := '{"subscriptions": {}, "payments": {}, "refunds": {}, "disputes": {}, "checkouts": {}, "verdicts": {}, "log": []}';
  next_fact jsonb;
begin
  for next_fact in select fact from private.money_facts(member) order by at nulls first, rank, place collate "C" loop
    state := private.fold_step(state, next_fact);
  end loop;
  return private.pass_time(state, moment);
end
$$;
comment on function private.money_of(uuid, timestamptz) is 'What a member''s money stands at, then.';

revoke execute on function
  private.sub_log(jsonb, jsonb, text, text, timestamptz, text, jsonb), private.is_running(jsonb), private.end_sub(jsonb, text, text, timestamptz, text),
  private.pass_time(jsonb, timestamptz), private.fold_payment(jsonb, jsonb), private.fold_failure(jsonb, jsonb), private.cut_payment(jsonb, text, text, timestamptz, text),
  private.fold_refund(jsonb, jsonb), private.fold_dispute(jsonb, jsonb), private.fold_contract(jsonb, jsonb), private.fold_step(jsonb, jsonb), private.money_facts(uuid), private.money_of(uuid, timestamptz)
from public, anon, authenticated, service_role;
