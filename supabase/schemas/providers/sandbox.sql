-- The sandbox: our own provider without real money, for trying everything that real ones do. It sends events in the same way,
-- and accepts only the cards listed here, so that a real number is never stored.
create function private.sandbox_takes(means text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(case sandbox_takes.means when 'card' then card_provider when 'crypto' then crypto_provider end = 'sandbox', false) from private.payment_settings
$$;
comment on function private.sandbox_takes(text) is 'Whether the sandbox is the configured provider for cards, or for cryptocurrency; if not, it does nothing.';

create function private.sandbox_card(card jsonb, moment timestamptz, out method jsonb, out outcome text, out fingerprint text)
language plpgsql stable set search_path = '' as $$
declare
  digits constant text := regexp_replace(coalesce(card ->> 'number', ''), '[^0-9]', '', 'g');
  expires constant text := regexp_replace(coalesce(card ->> 'expires', ''), '[^0-9/]', '', 'g');
begin
  outcome := case digits
    when '4242424242424242' then 'paid'
    when '5555555555554444' then 'paid'
    -- Accepts only the first payment.
    when '4000000000000341' then 'paid'
    when '4000002500003155' then 'authenticate'
    when '4000000000009995' then 'insufficient_funds'
    when '4000000000000069' then 'expired_card'
  end;
  if outcome is null then raise exception 'not_a_test_card' using errcode = '22023', hint = 'number'; end if;
  if expires !~ '^(0[1-9]|1[0-2])/([0-9]{2}|20[0-9]{2})$' then raise exception 'expiry_wrong' using errcode = '22023', hint = 'expires'; end if;
  method := jsonb_build_object('kind', 'card', 'brand', case left(digits, 1) when '5' then 'mastercard' else 'visa' end, 'last4', right(digits, 4),
    'expires', '20' || right(expires, 2) || '-' || left(expires, 2));
  fingerprint := encode(sha256(convert_to(digits, 'utf8')), 'hex');
  if private.has_expired(method, moment) then outcome := 'expired_card'; end if;
end
$$;
comment on function private.sandbox_card(jsonb, timestamptz) is 'A test card {number, expires MM/YY}: its storable data, the result of a payment (paid, authenticate or the failure reason), and the number''s hash as identifier. Raises not_a_test_card, expiry_wrong.';

create function private.has_expired(method jsonb, moment timestamptz) returns boolean
language sql immutable set search_path = '' as $$ select method ->> 'expires' < to_char(moment at time zone 'Europe/Paris', 'YYYY-MM') $$;
comment on function private.has_expired(jsonb, timestamptz) is 'Whether a card has expired.';

create function private.sandbox_says(checkout public.checkouts, payment text, kind text, more jsonb, moment timestamptz) returns text
language sql volatile set search_path = '' as $$
  select private.take_provider_event('sandbox', 'sandbox_' || gen_random_uuid(), moment, jsonb_build_object(
    'kind', kind, 'checkout', checkout.id, 'subscription', 'sandbox_' || checkout.subscription_id, 'payment', payment, 'currency', checkout.currency
  ) || more, null, null, moment)
$$;
comment on function private.sandbox_says(public.checkouts, text, text, jsonb, timestamptz) is 'Creates a sandbox event about an order.';

create function private.sandbox_checkout(checkout uuid, means text, moment timestamptz) returns public.checkouts
language plpgsql volatile set search_path = '' as $$
declare
  found_ public.checkouts;
begin
  perform private.lock_money(auth.uid());
  if not private.sandbox_takes(means) then raise exception 'sandbox_is_off' using errcode = '22023'; end if;
  select * into found_ from public.checkouts where id = checkout and user_id = auth.uid() and provider = 'sandbox' and checkouts.means = sandbox_checkout.means;
  if not found then raise exception 'no_such_checkout' using errcode = 'PT404'; end if;
  if found_.state = 'paid' then raise exception 'paid_already' using errcode = '23505'; end if;
  if found_.means = 'card' and (found_.state = 'expired' or found_.expires_at <= moment) then raise exception 'checkout_expired' using errcode = '22023'; end if;
  return found_;
end
$$;
comment on function private.sandbox_checkout(uuid, text, timestamptz) is 'One of the caller''s orders that the sandbox may process. Raises sandbox_is_off, no_such_checkout, paid_already, checkout_expired.';

create function public.sandbox_pay(checkout uuid, card jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  bought constant public.checkouts := private.sandbox_checkout(checkout, 'card', clock_timestamp());
  tried record;
  payment constant text := 'sandbox_' || gen_random_uuid();
begin
  select * into tried from private.sandbox_card(card, clock_timestamp());
  perform private.sandbox_says(bought, payment,
    case tried.outcome when 'paid' then 'payment_succeeded' when 'authenticate' then 'payment_pending' else 'payment_failed' end,
    jsonb_build_object('amount', bought.total, 'method', tried.method, 'fingerprint', tried.fingerprint) || case when tried.outcome in ('paid', 'authenticate') then '{}'::jsonb else jsonb_build_object('reason', tried.outcome) end,
    clock_timestamp());
  return public.read_checkout(checkout);
end
$$;
comment on function public.sandbox_pay(uuid, jsonb) is 'Pays one of the caller''s orders with a test card {number, expires MM/YY, cvc}; returns the result of read_checkout. waiting means that sandbox_authenticate must follow.';

create function public.sandbox_authenticate(checkout uuid, accepted boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  bought constant public.checkouts := private.sandbox_checkout(checkout, 'card', clock_timestamp());
  pending public.payments;
begin
  select * into pending from public.payments where checkout_id = checkout and state = 'pending' order by created_at desc limit 1;
  if not found then raise exception 'nothing_to_authenticate' using errcode = 'PT404'; end if;
  perform private.sandbox_says(bought, pending.provider_payment, case when accepted then 'payment_succeeded' else 'payment_failed' end,
    jsonb_build_object('amount', bought.total, 'method', pending.method) || case when accepted then '{}'::jsonb else '{"reason": "authentication_failed"}' end, clock_timestamp());
  return public.read_checkout(checkout);
end
$$;
comment on function public.sandbox_authenticate(uuid, boolean) is 'The bank''s authentication after sandbox_pay with a card that requires it: accepted or not.';

create function public.sandbox_crypto(checkout uuid, outcome text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  bought constant public.checkouts := private.sandbox_checkout(checkout, 'crypto', clock_timestamp());
  payment constant text := 'sandbox_' || checkout;
  kind constant text := case outcome when 'seen' then 'crypto_seen' when 'paid' then 'payment_succeeded' when 'underpaid' then 'crypto_underpaid'
    when 'overpaid' then 'crypto_overpaid' when 'late' then 'crypto_paid_late' when 'expired' then 'checkout_expired' end;
begin
  if kind is null then raise exception 'outcome_unknown' using errcode = '22023', hint = 'outcome'; end if;
  if outcome in ('late', 'expired') then perform private.close_checkouts(array[checkout], clock_timestamp()); end if;
  perform private.sandbox_says(bought, payment, kind, jsonb_build_object('method', '{"kind": "crypto", "brand": "BTC"}'::jsonb, 'amount',
    case outcome when 'underpaid' then bought.total / 2 when 'overpaid' then bought.total + bought.total / 10 else bought.total end), clock_timestamp());
  return public.read_checkout(checkout);
end
$$;
comment on function public.sandbox_crypto(uuid, text) is 'Simulates the outcome of one of the caller''s crypto orders: seen, paid, underpaid (by half), overpaid (by a tenth), late (after it expired), expired.';

create function private.answer_sandbox(member uuid, moment timestamptz) returns int
language plpgsql volatile set search_path = '' as $$
declare
  asked private.provider_commands;
  answered int := 0;
begin
  for asked in
    select command.* from private.provider_commands as command
    where command.provider = 'sandbox' and command.state = 'waiting' and command.subject in (
      select id from public.refunds where user_id = member union all select id from public.subscriptions where user_id = member)
    order by command.id
  loop
    update private.provider_commands set state = 'done', done_at = moment, attempts = 1 where id = asked.id;
    answered := answered + 1;
    if asked.kind = 'refund' then
      perform private.take_provider_event('sandbox', asked.idempotency_key, moment, jsonb_build_object(
        'kind', 'refund_succeeded', 'payment', asked.payload -> 'payment', 'refund', 'sandbox_' || (asked.payload ->> 'refund'),
        'asked', asked.payload -> 'refund', 'amount', asked.payload -> 'amount', 'currency', asked.payload -> 'currency'), null, null, moment);
    end if;
  end loop;
  return answered;
end
$$;
comment on function private.answer_sandbox(uuid, timestamptz) is 'Immediately executes a member''s sandbox commands: refunds and the end of contracts.';

create function private.charge_change(bought public.checkouts, method jsonb, moment timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  reason constant text := private.sandbox_refusal(method, moment);
begin
  perform private.sandbox_says(bought, 'sandbox_' || gen_random_uuid(), case when reason is null then 'payment_succeeded' else 'payment_failed' end,
    jsonb_strip_nulls(jsonb_build_object('amount', bought.total, 'method', method, 'reason', reason)), moment);
end
$$;
comment on function private.charge_change(public.checkouts, jsonb, timestamptz) is 'Charges the stored card for a plan change.';

create function private.sandbox_refusal(method jsonb, moment timestamptz) returns text
language sql immutable set search_path = '' as $$
  select case when private.has_expired(method, moment) then 'expired_card' when method ->> 'last4' = '0341' then 'insufficient_funds' end
$$;
comment on function private.sandbox_refusal(jsonb, timestamptz) is 'Why a stored test card cannot be charged again, or null.';

create function private.charge_renewal(due public.subscriptions, moment timestamptz) returns text
language plpgsql volatile set search_path = '' as $$
declare
  reason constant text := private.sandbox_refusal(due.method, moment);
  period_key constant text := extract(epoch from due.current_period_end)::bigint;
  place int;
begin
  select count(*) into place from private.provider_events where subscription_id = due.id and event ->> 'payment' like concat_ws('_', 'sandbox', due.id, period_key, '%');
  return private.take_provider_event('sandbox', concat_ws(':', 'renew', due.id, period_key, place), moment, jsonb_strip_nulls(jsonb_build_object(
    'kind', case when reason is null then 'payment_succeeded' else 'payment_failed' end, 'subscription', 'sandbox_' || due.id,
    'payment', concat_ws('_', 'sandbox', due.id, period_key, place), 'amount', coalesce(due.next_amount, due.amount),
    'currency', due.currency, 'method', due.method, 'reason', reason,
    -- Retries follow on days 1, 3, 5 and 7 after the first failure.
    'next_try_at', case when reason is not null and place < 4 then coalesce(due.failed_at, moment) + make_interval(days => place * 2 + 1) end
  )), null, null, moment);
end
$$;
comment on function private.charge_renewal(public.subscriptions, timestamptz) is 'Charges the stored card for the next period; a failure contains the time of the next attempt.';

create function private.renew_sandbox(moment timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  due public.subscriptions;
  done int := 0;
begin
  -- Where the sandbox no longer accepts cards, its contracts are not continued for free: they end with their period.
  if not private.sandbox_takes('card') then
    for due in
      select * from public.subscriptions where provider = 'sandbox' and means = 'card' and state in ('active', 'past_due') order by current_period_end limit 200
    loop
      continue when not private.try_lock_money(due.user_id);
      perform private.settle_member(due.user_id, moment);
      continue when not exists (select from public.subscriptions where id = due.id and state in ('active', 'past_due'));
      -- The mail says that the member did not cancel.
      perform private.note_command(due, 'cancel', '{"by": "sandbox"}', moment);
      perform private.settle_member(due.user_id, moment);
      done := done + 1;
    end loop;
    return done;
  end if;
  for due in
    select * from public.subscriptions where provider = 'sandbox' and means = 'card' and state in ('active', 'past_due')
      and current_period_end <= moment and (next_try_at <= moment or state = 'active' or (state = 'past_due' and next_try_at is null and failed_at = current_period_end))
    order by current_period_end limit 200
  loop
    continue when not private.try_lock_money(due.user_id);
    perform private.settle_member(due.user_id, moment);
    select * into due from public.subscriptions where id = due.id and state in ('active', 'past_due') and current_period_end <= moment;
    continue when not found;
    perform private.charge_renewal(due, moment);
    done := done + 1;
  end loop;
  return done;
end
$$;
comment on function private.renew_sandbox(timestamptz) is 'For the worker, each minute: charges the cards of sandbox contracts whose period has ended and retries failed charges; where the sandbox no longer accepts cards, cancels them. Returns the number of contracts; 200 means that there may be more.';

revoke execute on function
  private.sandbox_takes(text), private.sandbox_card(jsonb, timestamptz), private.has_expired(jsonb, timestamptz), private.sandbox_says(public.checkouts, text, text, jsonb, timestamptz),
  private.sandbox_checkout(uuid, text, timestamptz), public.sandbox_pay(uuid, jsonb), public.sandbox_authenticate(uuid, boolean),
  public.sandbox_crypto(uuid, text), private.answer_sandbox(uuid, timestamptz), private.charge_change(public.checkouts, jsonb, timestamptz),
  private.sandbox_refusal(jsonb, timestamptz), private.charge_renewal(public.subscriptions, timestamptz), private.renew_sandbox(timestamptz)
from public, anon, authenticated, service_role;
grant execute on function public.sandbox_pay(uuid, jsonb), public.sandbox_authenticate(uuid, boolean), public.sandbox_crypto(uuid, text) to authenticated;
grant execute on function private.renew_sandbox(timestamptz) to service_role;
