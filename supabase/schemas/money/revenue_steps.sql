-- Precomputed recurring revenue and total payments of each member, for revenue figures that would otherwise read every payment.
-- Recomputed for a member whenever their money is settled, from the rows just written by the fold, so that sums over these
-- tables equal sums over payments. Amounts are minor units of one currency, without tax. Sandbox payments are never added to
-- real ones: test distinguishes them.
create table private.revenue_steps (
  member uuid not null,
  test boolean not null,
  currency text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  monthly bigint not null check (monthly >= 0),
  plan text not null,
  -- The start of the member's first step: when they became a paying member.
  first_at timestamptz not null,
  primary key (member, test, currency, starts_at)
);
comment on table private.revenue_steps is 'A member''s recurring revenue as non-overlapping steps: monthly from starts_at until ends_at, infinity while active. Written only by private.settle_revenue().';
create index revenue_steps_by_beginning on private.revenue_steps (test, currency, first_at);

create table private.revenue_payers (
  member uuid not null,
  test boolean not null,
  currency text not null,
  first_at timestamptz not null,
  payments int not null check (payments > 0),
  received bigint not null,
  given_back bigint not null,
  primary key (member, test, currency)
);
comment on table private.revenue_payers is 'Everyone who ever paid: first payment, number, total without tax, and refunds. Written only by private.settle_revenue().';

create view private.revenue_facts as
  select pay.id::text as id, 'payment' as kind, pay.paid_at as at, pay.user_id as member, pay.id as payment_id, pay.country, pay.tax_rate as rate,
    pay.net, pay.tax, pay.provider = 'sandbox' as test, pay.currency
  from public.payments as pay where pay.paid_at is not null and pay.net + pay.tax > 0
  union all
  select back.id::text, 'refund', back.done_at, pay.user_id, pay.id, pay.country, pay.tax_rate, -back.net, -back.tax, pay.provider = 'sandbox', pay.currency
  from public.refunds as back join public.payments as pay on pay.id = back.payment_id where back.state = 'succeeded' and back.reason <> 'overpaid'
  union all
  select 'dispute:' || asked.id, 'dispute', asked.closed_at, pay.user_id, pay.id, pay.country, pay.tax_rate, -asked.net, -asked.tax, pay.provider = 'sandbox', pay.currency
  from public.disputes as asked join public.payments as pay on pay.id = asked.payment_id where asked.state = 'lost' and asked.net + asked.tax > 0;
comment on view private.revenue_facts is 'Sales and refunds with the time of payment: payments, completed refunds, lost disputes (negative), each split into net and tax as in the books. Refunded overpayments are not sales.';

create function private.segments_of(member uuid)
returns table (test boolean, currency text, plan text, monthly bigint, starts_at timestamptz, ends_at timestamptz)
language sql stable set search_path = '' as $$
  with bought as (
    select pay.provider, pay.currency, pay.subscription_id, pay.period_start, pay.period_end, told.plan,
      private.half_up(private.net_of(case when ordered.kind in ('first', 'change') then price.amount else pay.net + pay.tax end, pay.tax_rate)
        / case told.period when 'year' then 12.0 else 1 end) as monthly,
      lead(pay.period_start) over (partition by pay.subscription_id order by pay.period_start, pay.paid_at, pay.id) as next_start
    from public.payments as pay
    join (
      select subscription_id, details ->> 'payment' as payment, details ->> 'plan' as plan, details ->> 'period' as period
      from public.subscription_events
      where subscription_events.user_id = segments_of.member and kind in ('started', 'renewed', 'recovered', 'restarted', 'changed')
    ) as told on told.subscription_id = pay.subscription_id and told.payment = pay.provider_payment
    left join public.checkouts as ordered on ordered.id = pay.checkout_id
    left join public.plan_prices as price on price.id = ordered.price_id
    where pay.user_id = segments_of.member and pay.paid_at is not null and pay.period_start is not null
      -- Paid in advance and refunded before it began: it was never active.
      and not (pay.state in ('refunded', 'lost') and pay.period_start >= (
        select max(at) from (
          select coalesce(done_at, back.at) as at from public.refunds as back where payment_id = pay.id
          union all select coalesce(closed_at, asked.at) from public.disputes as asked where payment_id = pay.id) as given))
  )
  select bought.provider = 'sandbox', bought.currency, bought.plan, bought.monthly, bought.period_start,
    case
      -- A provider's own periods may leave a gap of hours.
      when next_start <= bought.period_end + interval '1 day' then next_start
      when next_start is not null then least(next_start, case contract.means when 'card' then private.grace_until(bought.period_end) else bought.period_end end)
      else coalesce(contract.ended_at, 'infinity')
    end
  from bought join public.subscriptions as contract on contract.id = bought.subscription_id
$$;
comment on function private.segments_of(uuid) is 'The periods in which a member had which recurring price: each bought period up to the contract''s next one, the last up to the contract''s end, including a renewal''s grace period. monthly: the renewal price without tax, a yearly one divided by twelve, rounded half up; coupons reduce only the first payment and do not count.';

create function private.steps_of(member uuid) returns setof private.revenue_steps
language sql stable set search_path = '' as $$
  with segments as materialized (select * from private.segments_of(steps_of.member) as part where part.ends_at > part.starts_at),
  edges as (
    select test, currency, at, lead(at) over (partition by test, currency order by at) as next_at
    from (select test, currency, starts_at as at from segments union select test, currency, ends_at from segments) as edge
  ),
  -- Nothing changes between two edges. Overlapping contracts are added up.
  pieces as (
    select edges.test, edges.currency, edges.at, edges.next_at, sum(part.monthly)::bigint as monthly, max(part.plan) as plan
    from edges join segments as part on part.test = edges.test and part.currency = edges.currency and part.starts_at <= edges.at and part.ends_at > edges.at
    group by 1, 2, 3, 4
  ),
  -- A step begins where a piece does not continue the previous one.
  marked as (
    select *, (at, monthly, plan) is distinct from (
      lag(next_at) over being, lag(monthly) over being, lag(plan) over being) as begins
    from pieces window being as (partition by test, currency order by at)
  ),
  numbered as (select *, count(*) filter (where begins) over (partition by test, currency order by at) as step from marked)
  select steps_of.member, test, currency, min(at), max(next_at), min(monthly), min(plan), min(min(at)) over (partition by test, currency)
  from numbered group by test, currency, step
$$;
comment on function private.steps_of(uuid) is 'The expected content of private.revenue_steps for a member: their segments, added up where they overlap and joined where nothing changed.';

create function private.payers_of(member uuid) returns setof private.revenue_payers
language sql stable set search_path = '' as $$
  select fact.member, fact.test, fact.currency, min(fact.at) filter (where fact.kind = 'payment'), (count(*) filter (where fact.kind = 'payment'))::int,
    (sum(fact.net) filter (where fact.kind = 'payment'))::bigint, coalesce(-sum(fact.net) filter (where fact.kind <> 'payment'), 0)::bigint
  from private.revenue_facts as fact where fact.member = payers_of.member
  group by 1, 2, 3 having bool_or(fact.kind = 'payment')
$$;
comment on function private.payers_of(uuid) is 'The expected content of private.revenue_payers for a member.';

create function private.settle_revenue(member uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  steps constant private.revenue_steps[] := array(select due from private.steps_of(settle_revenue.member) as due);
  payers constant private.revenue_payers[] := array(select due from private.payers_of(settle_revenue.member) as due);
begin
  delete from private.revenue_steps as kept where kept.member = settle_revenue.member and not kept = any (steps);
  insert into private.revenue_steps select due.* from unnest(steps) as due on conflict do nothing;
  delete from private.revenue_payers as kept where kept.member = settle_revenue.member and not kept = any (payers);
  insert into private.revenue_payers select due.* from unnest(payers) as due on conflict do nothing;
end
$$;
comment on function private.settle_revenue(uuid) is 'Adjusts a member''s precomputed revenue to their payments; does nothing if it is correct.';

alter table private.revenue_steps enable row level security;
alter table private.revenue_payers enable row level security;
revoke all on private.revenue_steps, private.revenue_payers, private.revenue_facts from public, anon, authenticated, service_role;
revoke execute on function private.segments_of(uuid), private.steps_of(uuid), private.payers_of(uuid), private.settle_revenue(uuid)
from public, anon, authenticated, service_role;

insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason) values
  ('private.revenue_steps', 'member = $1', null, false, true, '{}', 'kept', 'Summed from the payments, which are kept ten years by the account''s number alone (Code de commerce, art. L123-22).'),
  ('private.revenue_payers', 'member = $1', null, false, true, '{}', 'kept', 'Summed from the payments, which are kept ten years by the account''s number alone (Code de commerce, art. L123-22).');
