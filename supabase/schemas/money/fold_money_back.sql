-- Part of the fold: refunds and disputes of payments.
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
comment on function private.cut_payment(jsonb, text, text, timestamptz, text) is 'Ends the access granted by a payment, and its contract if it paid for the current period.';

create function private.fold_refund(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  at constant timestamptz := fact ->> 'at';
  asked constant boolean := fact ->> 'source' = 'command';
  pay_key constant text := case when asked then fact -> 'details' ->> 'payment' else concat_ws(':', fact ->> 'provider', fact ->> 'payment') end;
  pay constant jsonb := state -> 'payments' -> pay_key;
  -- A refund that we requested has our id; one made at the provider has the provider's.
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
  -- By the invoice's rule on the total refunded so far: a share of the invoice's tax would round twice.
  tax_after := case when of_surplus then 0 else private.tax_in(before + wanted, (pay ->> 'tax_rate')::numeric) end;
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
comment on function private.fold_refund(jsonb, jsonb) is 'A refund that was requested, made or failed. A full refund ends the access that the payment granted; a partial one does not.';

create function private.fold_dispute(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  pay_key constant text := concat_ws(':', fact ->> 'provider', fact ->> 'payment');
  dispute_key constant text := concat_ws(':', fact ->> 'provider', fact ->> 'dispute');
  pay constant jsonb := state -> 'payments' -> pay_key;
  known constant jsonb := state -> 'disputes' -> dispute_key;
  ended constant text := case fact ->> 'kind' when 'dispute_won' then 'won' when 'dispute_lost' then 'lost' else 'open' end;
  s jsonb := state;
begin
  if pay is null then return jsonb_set(s, array['verdicts', fact ->> 'key'], '"payment_unknown"'); end if;
  -- The opening event of the same second may be read after the end.
  if known ->> 'state' in ('won', 'lost') and fact ->> 'kind' = 'dispute_opened' then return s; end if;
  if coalesce((fact ->> 'amount')::bigint, 0) > (pay ->> 'amount')::bigint then return jsonb_set(s, array['verdicts', fact ->> 'key'], '"amount_mismatch"'); end if;
  s := jsonb_set(s, array['disputes', dispute_key], coalesce(known, '{}') || jsonb_build_object(
    'provider', fact -> 'provider', 'provider_dispute', fact -> 'dispute', 'pay', pay_key,
    'amount', coalesce(fact -> 'amount', known -> 'amount', pay -> 'amount'), 'due_by', coalesce(fact -> 'due_by', known -> 'due_by'),
    'at', coalesce(known -> 'at', fact -> 'at'), 'state', ended,
    -- If reported twice, the first end counts.
    'closed_at', case when ended = 'open' then null when known ->> 'state' = ended then known -> 'closed_at' else fact -> 'at' end));
  if fact ->> 'kind' = 'dispute_lost' then s := private.cut_payment(s, pay_key, 'disputed', (fact ->> 'at')::timestamptz, fact ->> 'key'); end if;
  return private.sub_log(s, s -> 'subscriptions' -> (pay ->> 'subscription_id'), fact ->> 'kind',
    state -> 'subscriptions' -> (pay ->> 'subscription_id') ->> 'state', (fact ->> 'at')::timestamptz, fact ->> 'key');
end
$$;
comment on function private.fold_dispute(jsonb, jsonb) is 'A payment disputed at the member''s bank, won or lost. Access continues until it is lost.';

create function private.split_disputes(state jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  s jsonb := state;
  lost record;
  pay jsonb;
  sold bigint;
  before bigint;
  taken bigint;
  tax_before bigint;
  tax_after bigint;
  surplus bigint;
begin
  for lost in select key, value from jsonb_each(state -> 'disputes') where value ->> 'state' = 'lost' order by (value ->> 'closed_at')::timestamptz, key collate "C" loop
    pay := s -> 'payments' -> (lost.value ->> 'pay');
    sold := (pay ->> 'net')::bigint + (pay ->> 'tax')::bigint;
    select coalesce(sum(amount), 0), coalesce(sum(tax), 0), coalesce(sum(whole - amount), 0) into before, tax_before, surplus from (
      select (value ->> 'amount')::bigint, (value ->> 'tax')::bigint, (value ->> 'amount')::bigint from jsonb_each(s -> 'refunds')
      where value ->> 'pay' = lost.value ->> 'pay' and value ->> 'state' = 'succeeded' and value ->> 'reason' <> 'overpaid'
      union all
      select 0, 0, (value ->> 'amount')::bigint from jsonb_each(s -> 'refunds')
      where value ->> 'pay' = lost.value ->> 'pay' and value ->> 'state' = 'succeeded' and value ->> 'reason' = 'overpaid'
      union all
      select (value ->> 'net')::bigint + (value ->> 'tax')::bigint, (value ->> 'tax')::bigint,
        (value ->> 'net')::bigint + (value ->> 'tax')::bigint + (value ->> 'surplus')::bigint
      from jsonb_each(s -> 'disputes') where value ->> 'pay' = lost.value ->> 'pay' and value ? 'net'
    ) as back (amount, tax, whole);
    taken := least((lost.value ->> 'amount')::bigint, sold - before);
    tax_after := private.tax_in(before + taken, (pay ->> 'tax_rate')::numeric);
    s := jsonb_set(s, array['disputes', lost.key], lost.value || jsonb_build_object(
      'tax', tax_after - tax_before, 'net', taken - (tax_after - tax_before),
      'surplus', least((lost.value ->> 'amount')::bigint - taken, (pay ->> 'surplus')::bigint - surplus)));
  end loop;
  return s;
end
$$;
comment on function private.split_disputes(jsonb) is 'The state with the amounts of each lost dispute: from the sale (net, tax; at most what refunds left, with tax computed on the total) and from the surplus. Anything beyond that is our loss.';

revoke execute on function
  private.cut_payment(jsonb, text, text, timestamptz, text), private.fold_refund(jsonb, jsonb), private.fold_dispute(jsonb, jsonb), private.split_disputes(jsonb)
from public, anon, authenticated, service_role;
