-- Contract changes by a member, or by staff for them. Each is quoted by the function that also carries it out, and becomes a
-- fact with its time. The `…_for` functions take the member and the time; the public ones use the caller and now.
create function private.running_subscription(member uuid, moment timestamptz) returns public.subscriptions
language plpgsql volatile set search_path = '' as $$
declare
  running public.subscriptions;
begin
  if member is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  perform private.lock_money(member);
  perform private.settle_member(member, moment);
  select * into running from public.subscriptions where user_id = member and state in ('active', 'past_due', 'canceled');
  if not found then raise exception 'no_subscription' using errcode = 'PT404'; end if;
  return running;
end
$$;
comment on function private.running_subscription(uuid, timestamptz) is 'A member''s active contract at a time, locked. Raises no_subscription.';

create function private.note_command(sub public.subscriptions, kind text, details jsonb, moment timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  insert into private.money_commands (member, subscription_id, kind, at, details) values (sub.user_id, sub.id, kind, moment, details) returning id
$$;
comment on function private.note_command(public.subscriptions, text, jsonb, timestamptz) is 'Records a command for a contract; the caller settles it.';

create function private.read_subscription(id uuid) returns public.subscriptions
language sql stable set search_path = '' as $$ select sub from public.subscriptions as sub where sub.id = read_subscription.id $$;
comment on function private.read_subscription(uuid) is 'A contract''s current state.';

-- Cancel and resume -----------------------------------------------------------------------------------------------------
create function private.cancel_for(member uuid, moment timestamptz) returns public.subscriptions
language plpgsql volatile security definer set search_path = '' as $$
declare
  sub constant public.subscriptions := private.running_subscription(member, moment);
  command bigint;
begin
  if sub.state = 'canceled' then return sub; end if;
  command := private.note_command(sub, 'cancel', '{}', moment);
  perform private.ask_provider(sub.provider, 'cancel', sub.id, jsonb_build_object('subscription', sub.provider_subscription), 'cancel:' || command);
  perform private.settle_member(member, moment);
  return private.read_subscription(sub.id);
end
$$;
comment on function private.cancel_for(uuid, timestamptz) is 'Cancels a member''s contract at the end of the paid period; one with an unpaid renewal ends immediately. Idempotent.';

create function public.cancel_subscription() returns public.subscriptions
language sql volatile security definer set search_path = '' as $$ select private.cancel_for(auth.uid(), clock_timestamp()) $$;
comment on function public.cancel_subscription() is 'Cancels the caller''s contract: access continues until the end of the paid period. Raises no_subscription.';

create function private.resume_for(member uuid, moment timestamptz) returns public.subscriptions
language plpgsql volatile security definer set search_path = '' as $$
declare
  sub constant public.subscriptions := private.running_subscription(member, moment);
  command bigint;
begin
  if sub.state <> 'canceled' then raise exception 'nothing_to_resume' using errcode = '22023'; end if;
  if exists (select from public.account_deletions where user_id = member and cancelled_at is null) then raise exception 'account_is_ending' using errcode = '42501'; end if;
  if sub.provider = 'sandbox' and not private.sandbox_takes(sub.means) then raise exception 'sandbox_is_off' using errcode = '22023'; end if;
  command := private.note_command(sub, 'resume', '{}', moment);
  perform private.ask_provider(sub.provider, 'resume', sub.id, jsonb_build_object('subscription', sub.provider_subscription), 'resume:' || command);
  perform private.settle_member(member, moment);
  return private.read_subscription(sub.id);
end
$$;
comment on function private.resume_for(uuid, timestamptz) is 'Reverses a member''s cancellation before the period''s end.';

create function public.resume_subscription() returns public.subscriptions
language sql volatile security definer set search_path = '' as $$ select private.resume_for(auth.uid(), clock_timestamp()) $$;
comment on function public.resume_subscription() is 'Reverses the caller''s cancellation. Raises no_subscription, nothing_to_resume, account_is_ending, sandbox_is_off.';

-- Another plan ----------------------------------------------------------------------------------------------------------
create function private.change_quote(sub public.subscriptions, plan text, period text, moment timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  price public.current_plan_prices;
  up boolean;
  charge bigint;
  credit bigint;
  ends timestamptz;
begin
  if sub.means <> 'card' then raise exception 'not_with_crypto' using errcode = '22023', hint = 'plan'; end if;
  if sub.provider = 'sandbox' and not private.sandbox_takes(sub.means) then raise exception 'sandbox_is_off' using errcode = '22023'; end if;
  if sub.state = 'canceled' then raise exception 'resume_first' using errcode = '22023'; end if;
  if sub.state <> 'active' then raise exception 'pay_first' using errcode = '22023'; end if;
  select known.* into price from public.current_plan_prices as known join public.plans on plans.slug = known.plan
  where known.plan = change_quote.plan and known.period = change_quote.period and known.currency = sub.currency and known.amount > 0 and private.is_on_sale(plans, moment);
  if not found then raise exception 'plan_not_on_sale' using errcode = '22023', hint = 'plan'; end if;
  if price.plan = sub.plan and price.period = sub.period then
    if sub.next_plan is null then raise exception 'nothing_to_change' using errcode = '22023', hint = 'plan'; end if;
    return jsonb_build_object('takes_effect', 'now', 'at', moment, 'credit', 0, 'charge', 0, 'due', 0, 'currency', sub.currency, 'renewal_total', sub.amount, 'keeps', true);
  end if;
  credit := private.share_left(sub.stake, sub.segment_start, sub.current_period_end, moment);
  if price.period = sub.period then
    ends := sub.current_period_end;
    charge := private.share_left(price.amount, sub.current_period_start, ends, moment);
  else
    ends := private.period_after(moment, moment, price.period);
    charge := price.amount;
  end if;
  up := (select sort from public.plans where slug = price.plan) >= (select sort from public.plans where slug = sub.plan)
    and not (sub.period = 'year' and price.period = 'month') and moment < sub.current_period_end and charge > credit;
  if not up then
    return jsonb_build_object('takes_effect', 'period_end', 'at', sub.current_period_end, 'credit', 0, 'charge', 0, 'due', 0, 'currency', sub.currency,
      'renewal_total', price.amount, 'price_id', price.id);
  end if;
  return jsonb_build_object('takes_effect', 'now', 'at', moment, 'credit', credit, 'charge', charge, 'due', charge - credit, 'currency', sub.currency,
    'renewal_total', price.amount, 'renews_at', ends, 'price_id', price.id);
end
$$;
comment on function private.change_quote(public.subscriptions, text, text, timestamptz) is 'The price of another plan or period. Upgrades, and changes to yearly: immediately; charge is its price for the rest of the period (from month to year: a whole year from now), credit is the unused part of the paid amount, both by the second and each rounded half up to the minor unit; due is their difference. Downgrades, and changes to monthly: at the period''s end, with nothing due.';

create function public.quote_change(plan text, period text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sub public.subscriptions;
begin
  select * into sub from public.subscriptions where user_id = auth.uid() and state in ('active', 'past_due', 'canceled');
  if not found then raise exception 'no_subscription' using errcode = 'PT404'; end if;
  return private.change_quote(sub, plan, period, now()) - 'price_id' || jsonb_build_object('tax_rate', private.billed_tax(auth.uid()) -> 'rate');
end
$$;
comment on function public.quote_change(text, text) is 'The price of another plan or period for the caller now: {takes_effect: now | period_end, at, credit, charge, due, currency, renewal_total, renews_at?, tax_rate (percent of the caller''s next invoice; null while the billing country is unknown)}. Raises no_subscription, plan_not_on_sale, nothing_to_change, not_with_crypto, resume_first, pay_first.';

create function private.change_for(member uuid, plan text, period text, due bigint, moment timestamptz, terms_version text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  sub constant public.subscriptions := private.running_subscription(member, moment);
  quoted constant jsonb := private.change_quote(sub, plan, period, moment);
  earlier constant jsonb := private.change_quote(sub, plan, period, greatest(moment - interval '10 minutes', sub.segment_start));
  first_order public.checkouts;
  rate numeric;
  made public.checkouts;
  command bigint;
begin
  perform private.check_terms(terms_version);
  if exists (select from public.checkouts where subscription_id = sub.id and kind = 'change' and state in ('open', 'waiting') and expires_at > moment) then
    raise exception 'change_under_way' using errcode = '23505';
  end if;
  -- The displayed price is valid for ten minutes, in which it changes by cents.
  if quoted ->> 'takes_effect' <> earlier ->> 'takes_effect'
    or coalesce(due, -1) not between least((quoted ->> 'due')::bigint, (earlier ->> 'due')::bigint) and greatest((quoted ->> 'due')::bigint, (earlier ->> 'due')::bigint)
  then
    raise exception 'price_moved' using errcode = '22023', hint = 'due', detail = quoted ->> 'due';
  end if;
  if (quoted ->> 'due')::bigint = 0 then
    command := private.note_command(sub, 'change', case when quoted ? 'keeps' then '{}' else
      jsonb_build_object('plan', plan, 'period', period, 'price_id', quoted -> 'price_id', 'amount', quoted -> 'renewal_total', 'terms_version', terms_version) end, moment);
    perform private.ask_provider(sub.provider, 'schedule', sub.id, jsonb_build_object('subscription', sub.provider_subscription, 'price_id', quoted -> 'price_id'), 'schedule:' || command);
    perform private.settle_member(member, moment);
  else
    select * into strict first_order from public.checkouts where subscription_id = sub.id and kind = 'first';
    rate := private.tax_rate(coalesce((select country from public.billing_details where user_id = member), first_order.country), private.paris_day(moment));
    insert into public.checkouts (
      user_id, plan, period, price_id, means, provider, kind, net, tax, tax_rate, total, currency, country, terms_version, subscription_id, stake, period_end,
      expires_at, created_at
    ) values (
      member, plan, period, (quoted ->> 'price_id')::bigint, sub.means, sub.provider, 'change', private.net_of(due, rate), due - private.net_of(due, rate), rate, due,
      sub.currency, coalesce((select country from public.billing_details where user_id = member), first_order.country), change_for.terms_version, sub.id,
      (quoted ->> 'credit')::bigint + due, (quoted ->> 'renews_at')::timestamptz, moment + interval '24 hours', moment
    ) returning * into made;
    if sub.provider = 'sandbox' then
      perform private.charge_change(made, sub.method, moment);
    else
      perform private.ask_provider(sub.provider, 'change', made.id, jsonb_build_object('checkout', made.id, 'subscription', sub.provider_subscription,
        'price_id', made.price_id, 'due', due), 'change:' || made.id);
    end if;
  end if;
  return jsonb_build_object('takes_effect', quoted ->> 'takes_effect', 'checkout', (select to_jsonb(known) from public.checkouts as known where id = made.id),
    'subscription', to_jsonb(private.read_subscription(sub.id)));
end
$$;
comment on function private.change_for(uuid, text, text, bigint, timestamptz, text) is 'Changes a member''s plan at the displayed price and under the displayed terms.';

create function public.change_subscription(plan text, period text, due bigint, terms_version text) returns jsonb
language sql volatile security definer set search_path = '' as $$ select private.change_for(auth.uid(), plan, period, due, clock_timestamp(), terms_version) $$;
comment on function public.change_subscription(text, text, bigint, text) is 'Changes the caller''s plan or period for the amount due from quote_change, under the displayed version of the terms: {takes_effect, checkout, subscription}; an unpaid order has no effect until it is paid. Naming the current plan cancels a scheduled change. Raises the errors of quote_change, and price_moved, change_under_way, terms_not_accepted.';

-- Withdrawal --------------------------------------------------------------------------------------------------------------
create function private.withdrawal_quote(sub public.subscriptions, moment timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'possible', sub.withdraw_until is not null and moment < sub.withdraw_until + interval '1 second', 'until', sub.withdraw_until, 'currency', sub.currency,
    'paid', paid, 'used', paid - back, 'refund', back,
    'days_used', greatest(private.paris_day(moment) - private.paris_day(sub.current_period_start), 0),
    'days', private.paris_day(sub.current_period_end) - private.paris_day(sub.current_period_start))
  from (
    select paid, greatest(least(paid,
      sub.stake - private.days_used(sub.stake, sub.segment_start, sub.current_period_end, moment) + ahead), 0) as back
    from (
      select coalesce(sum(pay.net + pay.tax), 0)::bigint - coalesce(sum(refunded.amount), 0)::bigint as paid,
        coalesce(sum(pay.net + pay.tax) filter (where pay.period_start >= sub.current_period_end), 0)::bigint as ahead
      from public.payments as pay left join lateral (
        select sum(amount) as amount from public.refunds where payment_id = pay.id and state <> 'failed' and reason <> 'overpaid'
      ) as refunded on true
      where pay.subscription_id = sub.id and pay.paid_at is not null and pay.state not in ('disputed', 'lost')
    ) as money
  ) as reckoned
$$;
comment on function private.withdrawal_quote(public.subscriptions, timestamptz) is 'The refund of a withdrawal at a time: {possible, until, currency, paid, used, refund, days_used, days}. Used are the completed days in Paris, out of the period''s days; the used part is rounded down (Code de la consommation, art. L221-25).';

create function public.quote_withdrawal() returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.withdrawal_quote(sub, now()) from public.subscriptions as sub
  where user_id = auth.uid() and state in ('active', 'past_due', 'canceled')
$$;
comment on function public.quote_withdrawal() is 'The refund if the caller withdraws now: {possible, until, currency, paid, used, refund, days_used, days}; null without a contract.';

create function private.withdraw_for(member uuid, refund bigint, moment timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  sub constant public.subscriptions := private.running_subscription(member, moment);
  quoted constant jsonb := private.withdrawal_quote(sub, moment);
  left_ bigint := quoted ->> 'refund';
  given record;
begin
  if not (quoted ->> 'possible')::boolean then raise exception 'not_withdrawable' using errcode = '22023'; end if;
  if refund is distinct from left_ then raise exception 'price_moved' using errcode = '22023', hint = 'refund', detail = quoted ->> 'refund'; end if;
  perform private.note_command(sub, 'withdraw', quoted, moment);
  -- The last payment is refunded first, each at most by its remaining amount.
  for given in
    select provider || ':' || provider_payment as key, net + tax - coalesce((
      select sum(amount) from public.refunds where payment_id = known.id and state <> 'failed' and reason <> 'overpaid'), 0) as rest
    from public.payments as known where subscription_id = sub.id and paid_at is not null and state not in ('disputed', 'lost') order by paid_at desc, id
  loop
    continue when given.rest <= 0 or left_ <= 0;
    perform private.note_command(sub, 'refund', jsonb_build_object(
      'refund', gen_random_uuid(), 'payment', given.key, 'amount', least(given.rest, left_), 'reason', 'withdrawal', 'by', member), moment);
    left_ := left_ - least(given.rest, left_);
  end loop;
  perform private.settle_member(member, moment);
  return jsonb_build_object('subscription', to_jsonb(private.read_subscription(sub.id)), 'refunds', (
    select coalesce(jsonb_agg(to_jsonb(back) order by back.at, back.id), '[]') from public.refunds as back join public.payments as pay on pay.id = back.payment_id
    where pay.subscription_id = sub.id and back.reason = 'withdrawal'));
end
$$;
comment on function private.withdraw_for(uuid, bigint, timestamptz) is 'Withdraws a member from their contract for the displayed refund; it ends immediately.';

create function public.withdraw_subscription(refund bigint) returns jsonb
language sql volatile security definer set search_path = '' as $$ select private.withdraw_for(auth.uid(), refund, clock_timestamp()) $$;
comment on function public.withdraw_subscription(bigint) is 'Withdraws the caller from their contract for the refund from quote_withdrawal: {subscription, refunds}. Raises no_subscription, not_withdrawable (too late), price_moved.';

-- The means -----------------------------------------------------------------------------------------------------------------
create function public.change_payment_method(card jsonb) returns public.subscriptions
language plpgsql volatile security definer set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  sub constant public.subscriptions := private.running_subscription(auth.uid(), moment);
  tried record;
begin
  if sub.provider <> 'sandbox' or sub.means <> 'card' then raise exception 'not_here' using errcode = '22023'; end if;
  if not private.sandbox_takes('card') then raise exception 'sandbox_is_off' using errcode = '22023'; end if;
  select * into tried from private.sandbox_card(card, moment);
  if tried.outcome not in ('paid', 'authenticate') then raise exception 'card_refused' using errcode = '22023', hint = 'number', detail = tried.outcome; end if;
  perform private.note_command(sub, 'method', jsonb_build_object('method', tried.method), moment);
  perform private.settle_member(sub.user_id, moment);
  -- A member who changes the card of an unpaid contract wants to pay.
  if sub.state = 'past_due' then perform private.charge_renewal(private.read_subscription(sub.id), moment); end if;
  return private.read_subscription(sub.id);
end
$$;
comment on function public.change_payment_method(jsonb) is 'Sets another test card {number, expires, cvc} for the caller''s sandbox contract; an open amount is charged immediately. Raises no_subscription, not_here (another provider), sandbox_is_off, not_a_test_card, card_refused.';

create function public.open_payment_portal() returns public.checkouts
language plpgsql volatile security definer set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  sub constant public.subscriptions := private.running_subscription(auth.uid(), moment);
  made public.checkouts;
begin
  if sub.provider <> 'stripe' then raise exception 'not_here' using errcode = '22023'; end if;
  -- Each is a call to the provider.
  if (select count(*) from public.checkouts where user_id = sub.user_id and kind = 'method' and created_at > moment - interval '1 hour') >= 10 then
    raise exception 'too_many_portals' using errcode = 'PT429';
  end if;
  insert into public.checkouts (user_id, plan, period, price_id, means, provider, kind, net, tax, tax_rate, total, currency, country, terms_version, subscription_id, expires_at, created_at)
  select user_id, sub.plan, sub.period, sub.price_id, means, provider, 'method', 0, 0, tax_rate, 0, currency, country, terms_version, sub.id, moment + interval '1 hour', moment
  from public.checkouts where subscription_id = sub.id and kind = 'first'
  returning * into made;
  perform private.ask_provider(sub.provider, 'update_method', made.id, jsonb_build_object('customer', sub.provider_customer), 'update_method:' || made.id);
  return made;
end
$$;
comment on function public.open_payment_portal() is 'Requests the provider''s page for changing the caller''s card: an order of kind method whose provider_url is that page, once known. Raises no_subscription, not_here, too_many_portals (ten in an hour).';

-- For staff -------------------------------------------------------------------------------------------------------------------
create function public.refund_payment(payment uuid, amount bigint, words text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  pay public.payments;
  made constant uuid := gen_random_uuid();
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into pay from public.payments where id = refund_payment.payment;
  if not found or pay.paid_at is null then raise exception 'no_such_payment' using errcode = 'PT404'; end if;
  perform private.lock_money(pay.user_id);
  if pay.state in ('disputed', 'lost') then raise exception 'payment_disputed' using errcode = '22023'; end if;
  if coalesce(refund_payment.amount, 0) <= 0 or refund_payment.amount > pay.net + pay.tax - coalesce((
    select sum(back.amount) from public.refunds as back where payment_id = pay.id and state <> 'failed' and reason <> 'overpaid'), 0) then
    raise exception 'refund_exceeds' using errcode = '22023', hint = 'amount';
  end if;
  if private.cleaned(words, 500) = '' then raise exception 'words_missing' using errcode = '22023', hint = 'words'; end if;
  insert into private.money_commands (member, subscription_id, kind, at, details) values (pay.user_id, pay.subscription_id, 'refund', clock_timestamp(), jsonb_build_object(
    'refund', made, 'payment', pay.provider || ':' || pay.provider_payment, 'amount', refund_payment.amount, 'reason', 'staff', 'by', auth.uid(), 'words', private.cleaned(words, 500)));
  perform private.settle_member(pay.user_id, clock_timestamp());
  return made;
end
$$;
comment on function public.refund_payment(uuid, bigint, text) is 'For admins: refunds all or part of a payment (minor units), with a reason; returns the refund''s number. A full refund of the payment for the current period ends its access. Raises not_admin, no_such_payment, refund_exceeds, payment_disputed, words_missing.';

revoke execute on function
  private.running_subscription(uuid, timestamptz), private.note_command(public.subscriptions, text, jsonb, timestamptz), private.read_subscription(uuid),
  private.cancel_for(uuid, timestamptz), public.cancel_subscription(), private.resume_for(uuid, timestamptz), public.resume_subscription(),
  private.change_quote(public.subscriptions, text, text, timestamptz), public.quote_change(text, text),
  private.change_for(uuid, text, text, bigint, timestamptz, text), public.change_subscription(text, text, bigint, text),
  private.withdrawal_quote(public.subscriptions, timestamptz), public.quote_withdrawal(), private.withdraw_for(uuid, bigint, timestamptz),
  public.withdraw_subscription(bigint), public.change_payment_method(jsonb), public.open_payment_portal(), public.refund_payment(uuid, bigint, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.cancel_subscription(), public.resume_subscription(), public.quote_change(text, text), public.change_subscription(text, text, bigint, text),
  public.quote_withdrawal(), public.withdraw_subscription(bigint), public.change_payment_method(jsonb), public.open_payment_portal(),
  public.refund_payment(uuid, bigint, text)
to authenticated;
