-- The data of the subscription tab, in one result.
create function private.pay_page(sub public.subscriptions) returns text
language sql stable set search_path = '' as $$
  select told.event ->> 'pay_url' from private.provider_events as told
  where sub.state = 'past_due' and told.subscription_id = sub.id and told.kind = 'payment_failed' and told.state = 'processed'
    and told.occurred_at >= sub.failed_at and told.event ->> 'pay_url' like 'https://%'
  order by told.occurred_at desc, told.id desc limit 1
$$;
comment on function private.pay_page(public.subscriptions) is 'The provider''s page for paying a contract''s open amount with any card, or for bank authentication; null if nothing is open or there is no such page.';

create function private.bank_asks(sub public.subscriptions) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((
    select told.event ->> 'reason' = 'authentication_required' from private.provider_events as told
    where sub.state = 'past_due' and told.subscription_id = sub.id and told.kind = 'payment_failed' and told.state = 'processed' and told.occurred_at >= sub.failed_at
    order by told.occurred_at desc, told.id desc limit 1), false)
$$;
comment on function private.bank_asks(public.subscriptions) is 'Whether a contract''s open payment only waits for bank authentication by the cardholder (3-D Secure).';

create function private.billed_tax(member uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  billed public.billing_details;
  rule text;
begin
  select * into billed from public.billing_details where user_id = member;
  if not found then return null; end if;
  rule := private.tax_treatment(billed.country, billed.vat_number);
  return jsonb_build_object('treatment', rule, 'rate', private.treatment_rate(rule, billed.country, private.paris_day(now())));
end
$$;
comment on function private.billed_tax(uuid) is 'The tax rule and rate (percent) of a member''s next invoices, {treatment, rate}; null while the billing country is unknown.';

create function public.my_subscription() returns jsonb
language sql stable security definer set search_path = '' as $$
  with mine as (
    select * from public.subscriptions where user_id = auth.uid() and state <> 'incomplete'
    order by (state <> 'expired') desc, coalesce(ended_at, created_at) desc limit 1
  ), plan as (
    select plans.* from public.plans where slug = private.plan_of(auth.uid())
  )
  select jsonb_build_object(
    'tier', public.current_tier(),
    'subscription', (select to_jsonb(mine) - '{stake,segment_start,anchor,provider_customer,provider_subscription}'::text[] from mine),
    'plan', (select to_jsonb(plan) from plan),
    'next_charge', (select jsonb_build_object('at', coalesce(next_try_at, current_period_end), 'amount', coalesce(next_amount, amount), 'currency', currency)
      from mine where means = 'card' and state in ('active', 'past_due')),
    'pay_page', (select private.pay_page(sub) from public.subscriptions as sub where sub.id = (select id from mine)),
    'bank_asks', (select private.bank_asks(sub) from public.subscriptions as sub where sub.id = (select id from mine)),
    'method', (select method from mine where state <> 'expired'),
    'billing', (select to_jsonb(details) from public.billing_details as details where user_id = auth.uid()),
    'tax', private.billed_tax(auth.uid()),
    'withdrawal', (select private.withdrawal_quote(mine, now()) from public.subscriptions as mine where user_id = auth.uid() and state in ('active', 'past_due', 'canceled'))
  )
$$;
comment on function public.my_subscription() is 'The caller''s contract for the account page: {tier, subscription, plan, next_charge: {at, amount, currency}, pay_page (for an open amount), bank_asks (only authentication is missing), method, billing, tax: {treatment, rate}, withdrawal: {possible, until, paid, used, refund, days_used, days}}; null if there is none.';

revoke execute on function private.pay_page(public.subscriptions), private.bank_asks(public.subscriptions), private.billed_tax(uuid), public.my_subscription() from public, anon, authenticated, service_role;
grant execute on function public.my_subscription() to authenticated;
