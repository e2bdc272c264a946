-- The subscription tab: everything it shows, in one answer.
create function public.my_subscription() returns jsonb
language sql stable security definer set search_path = '' as $$
  with mine as (
    select * from public.subscriptions where user_id = auth.uid() and state <> 'incomplete'
    order by (state <> 'expired') desc, coalesce(ended_at, created_at) desc limit 1
  ), plan as (
    select plans.* from public.plans where slug = coalesce((select plan from mine where state <> 'expired'),
      (select slug from public.plans where tier = public.current_tier() order by sort limit 1))
  )
  select jsonb_build_object(
    'tier', public.current_tier(),
    'subscription', (select to_jsonb(mine) - '{stake,segment_start,anchor,provider_customer,provider_subscription}'::text[] from mine),
    'plan', (select to_jsonb(plan) from plan),
    'next_charge', (select jsonb_build_object('at', coalesce(next_try_at, current_period_end), 'amount', coalesce(next_amount, amount), 'currency', currency)
      from mine where means = 'card' and state in ('active', 'past_due')),
    'method', (select method from mine where state <> 'expired'),
    'billing', (select to_jsonb(details) from public.billing_details as details where user_id = auth.uid()),
    'quotas', (select jsonb_build_object('ai_messages_per_day', ai_messages_per_day, 'copied_accounts', copied_accounts, 'export_months', export_months, 'every_lesson', every_lesson) from plan)
  )
$$;
comment on function public.my_subscription() is 'The caller''s contract as the account shows it: {tier, subscription, plan, next_charge: {at, amount, currency}, method, billing, quotas}; null where there is none.';

revoke execute on function public.my_subscription() from public, anon, authenticated, service_role;
grant execute on function public.my_subscription() to authenticated;
