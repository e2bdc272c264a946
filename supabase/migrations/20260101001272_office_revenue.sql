-- Revenue, from payments and what came of them and from nothing else. Amounts are minor units of one currency, without tax unless
-- a column says otherwise; months are those of Paris, where the contract is made. What the sandbox "paid" is never added to what
-- was paid: test says which of the two is counted.
create function private.revenue_segments(test boolean, money text)
returns table (member uuid, payment_id uuid, plan text, monthly bigint, starts_at timestamptz, ends_at timestamptz)
language sql stable set search_path = '' as $$
  with bought as (
    select pay.id, pay.user_id, pay.subscription_id, pay.period_start, pay.period_end, told.plan,
      -- private.net_of and private.half_up, written out: called a hundred thousand times they would cost more than all the rest.
      floor(floor(case when ordered.kind in ('first', 'change') then price.amount else pay.net + pay.tax end * 100 / (100 + pay.tax_rate) + 0.5)
        / case told.period when 'year' then 12 else 1 end + 0.5)::bigint as monthly,
      lead(pay.period_start) over (partition by pay.subscription_id order by pay.period_start, pay.paid_at, pay.id) as next_start
    from public.payments as pay
    join (
      select subscription_id, details ->> 'payment' as payment, details ->> 'plan' as plan, details ->> 'period' as period
      from public.subscription_events where kind in ('started', 'renewed', 'recovered', 'restarted', 'changed')
    ) as told on told.subscription_id = pay.subscription_id and told.payment = pay.provider_payment
    left join public.checkouts as ordered on ordered.id = pay.checkout_id
    left join public.plan_prices as price on price.id = ordered.price_id
    where pay.paid_at is not null and pay.period_start is not null and (pay.provider = 'sandbox') = test and pay.currency = money
      -- Paid ahead and given back before it began: it never ran.
      and not (pay.state in ('refunded', 'lost') and pay.period_start >= (
        select max(at) from (
          select at from public.refunds where payment_id = pay.id union all select at from public.disputes where payment_id = pay.id) as back))
  )
  select bought.user_id, bought.id, bought.plan, bought.monthly, bought.period_start,
    case
      -- A provider's own count of a period may leave a gap of hours.
      when next_start <= bought.period_end + interval '1 day' then next_start
      when next_start is not null then least(next_start, bought.period_end + case contract.means when 'card' then interval '7 days' else interval '0' end)
      else coalesce(contract.ended_at, 'infinity')
    end
  from bought join public.subscriptions as contract on contract.id = bought.subscription_id
$$;
comment on function private.revenue_segments(boolean, text) is 'From when to when a member had which recurring price: each bought period up to the next one of its contract, the last up to the contract''s end, the grace of a renewal included. monthly: the price at which it renews, without tax, a year''s divided by twelve, rounded half up; a coupon takes off the first payment alone and changes nothing here.';

create function private.month_start(month date) returns timestamptz
language sql immutable set search_path = '' as $$ select date_trunc('month', month::timestamp) at time zone 'Europe/Paris' $$;
comment on function private.month_start(date) is 'When a month begins in Paris.';

create function private.held_at(test boolean, money text, edges timestamptz[])
returns table (place int, member uuid, monthly bigint, plan text, first_at timestamptz)
language sql stable set search_path = '' as $$
  with segments as materialized (
    select *,
      -- The edges that a segment holds are looked up among them: comparing each with each would take ten times as long.
      width_bucket(starts_at, edges) as begins, width_bucket(ends_at, edges) as ends
    from private.revenue_segments(test, money)
  ),
  begun as (select member, min(starts_at) as first_at from segments group by 1)
  select held.place, held.member, held.monthly, held.plan, begun.first_at
  from (
    select edge.place, segments.member, sum(monthly)::bigint as monthly, max(segments.plan) as plan
    from segments cross join lateral generate_series(
      case when edges[begins] = starts_at then begins else begins + 1 end, case when edges[ends] = ends_at then ends - 1 else ends end) as edge (place)
    group by 1, 2
    -- Place 0 is everybody who ever paid.
    union all
    select 0, begun.member, 0, null from begun
  ) as held join begun using (member)
$$;
comment on function private.held_at(boolean, text, timestamptz[]) is 'Who has how much recurring revenue at each of some moments in their order (place, from 1), and when they first paid. A row with place 0 for everybody who ever paid.';

create function private.revenue_months(test boolean, money text, first_month date, last_month date)
returns table (month date, member uuid, was bigint, becomes bigint, kind text, plan text)
language sql stable set search_path = '' as $$
  with edges as materialized (
    select place::int as place, day::date as month, least(private.month_start(day::date), now()) as at
    from generate_series(date_trunc('month', first_month::timestamp), date_trunc('month', last_month::timestamp) + interval '1 month', interval '1 month')
      with ordinality as edge (day, place)
  ),
  held as materialized (
    select * from private.held_at(test, money, (select array_agg(at order by place) from edges)) where place > 0
  ),
  -- A member's row of each month at whose beginning or end there is something.
  paired as (
    select place, member, sum(was)::bigint as was, sum(becomes)::bigint as becomes, max(later_plan) as later_plan, max(earlier_plan) as earlier_plan, min(first_at) as first_at
    from (
      select place, held.member, monthly as was, null::bigint as becomes, null as later_plan, held.plan as earlier_plan, first_at from held
      union all
      select place - 1, held.member, null, monthly, held.plan, null, first_at from held
    ) as half group by 1, 2
  )
  select edge.month, paired.member, coalesce(paired.was, 0), coalesce(paired.becomes, 0),
    case
      when paired.was is null and paired.first_at > edge.at then 'new'
      when paired.was is null then 'returned'
      when paired.becomes is null then 'churned'
      when paired.becomes > paired.was then 'expansion'
      when paired.becomes < paired.was then 'contraction'
      else 'kept'
    end,
    coalesce(paired.later_plan, paired.earlier_plan)
  from paired join edges as edge using (place)
  where edge.place < (select max(edges.place) from edges)
$$;
comment on function private.revenue_months(boolean, text, date, date) is 'For each month and member with recurring revenue at its beginning or its end (of the month that runs: now), both, and what became of it: new (the first ever), returned, expansion, contraction, churned, kept. Who came and went within a month is in none.';

create function private.revenue_facts(test boolean, money text, since timestamptz, until timestamptz)
returns table (id text, kind text, at timestamptz, member uuid, payment_id uuid, country text, rate numeric, net bigint, tax bigint)
language sql stable set search_path = '' as $$
  select pay.id::text, 'payment', pay.paid_at, pay.user_id, pay.id, pay.country, pay.tax_rate, pay.net, pay.tax
  from public.payments as pay
  where pay.paid_at >= since and pay.paid_at < until and pay.net + pay.tax > 0 and (pay.provider = 'sandbox') = test and pay.currency = money
  union all
  select back.id::text, 'refund', entry.at, pay.user_id, pay.id, pay.country, pay.tax_rate, -back.net, -back.tax
  from public.refunds as back join public.payments as pay on pay.id = back.payment_id
  -- When the money went out, as the books have it.
  cross join lateral (select min(books.at) as at from private.books where fact = 'refund:' || back.fact) as entry
  where back.state = 'succeeded' and back.reason <> 'overpaid' and entry.at >= since and entry.at < until and (pay.provider = 'sandbox') = test and pay.currency = money
  union all
  select 'dispute:' || asked.id, 'dispute', asked.at, pay.user_id, pay.id, pay.country, pay.tax_rate, part.tax - asked.amount, -part.tax
  from public.disputes as asked join public.payments as pay on pay.id = asked.payment_id
  cross join lateral (select private.half_up(asked.amount * pay.tax::numeric / greatest(pay.amount, 1)) as tax) as part
  where asked.state = 'lost' and asked.at >= since and asked.at < until and (pay.provider = 'sandbox') = test and pay.currency = money
$$;
comment on function private.revenue_facts(boolean, text, timestamptz, timestamptz) is 'What was sold and given back between two moments: payments, refunds that went out, disputes lost (negative), each split into net and tax as the books have it. What was paid too much and goes back is no sale.';

create function private.revenue_mrr(test boolean, money text, first_month date, last_month date) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(line) order by month), '[]') from (
    select day::date as month,
      coalesce(sum(becomes), 0)::bigint as mrr, count(*) filter (where becomes > 0) as members,
      coalesce(sum(was), 0)::bigint as mrr_before, count(*) filter (where was > 0) as members_before,
      coalesce(sum(becomes) filter (where kind = 'new'), 0)::bigint as new, count(*) filter (where kind = 'new') as new_members,
      coalesce(sum(becomes) filter (where kind = 'returned'), 0)::bigint as returned,
      coalesce(sum(becomes - was) filter (where kind = 'expansion'), 0)::bigint as expansion,
      coalesce(sum(becomes - was) filter (where kind = 'contraction'), 0)::bigint as contraction,
      coalesce(-sum(was) filter (where kind = 'churned'), 0)::bigint as churned, count(*) filter (where kind = 'churned') as churned_members
    from generate_series(date_trunc('month', first_month::timestamp), date_trunc('month', last_month::timestamp), interval '1 month') as day
    left join private.revenue_months(test, money, first_month, last_month) as moved on moved.month = day::date
    group by day
  ) as line
$$;
comment on function private.revenue_mrr(boolean, text, date, date) is 'A line a month: mrr = mrr_before + new + returned + expansion + contraction + churned (the last two at or below 0), and members. Churn of members is churned_members / members_before, of revenue (churned + contraction) / mrr_before.';

create function private.revenue_cohort_members(test boolean, money text, first_month date, last_month date)
returns table (cohort date, place int, member uuid, first_at timestamptz, monthly bigint, plan text)
language sql stable set search_path = '' as $$
  with edges as materialized (
    select place::int as place, day::date as month, least(private.month_start((day + interval '1 month')::date), now()) as at
    from generate_series(date_trunc('month', first_month::timestamp), date_trunc('month', last_month::timestamp), interval '1 month')
      with ordinality as edge (day, place)
  ),
  held as materialized (
    select *, date_trunc('month', first_at at time zone 'Europe/Paris')::date as cohort
    from private.held_at(test, money, (select array_agg(at order by place) from edges))
    where first_at >= private.month_start(first_month) and first_at <= now()
  )
  select begun.cohort, edge.place - start.place, begun.member, begun.first_at, held.monthly, held.plan
  from held as begun
  join edges as start on start.month = begun.cohort
  join edges as edge on edge.place >= start.place
  left join held on held.place = edge.place and held.member = begun.member
  where begun.place = 0
$$;
comment on function private.revenue_cohort_members(boolean, text, date, date) is 'Members by the month of their first payment (cohort), and whether they still pay (monthly is not null) at the end of each month since, the place-th after it; the month that runs ends now.';

create function private.revenue_cohorts(test boolean, money text, first_month date, last_month date) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('month', cohort, 'size', size, 'kept', kept) order by cohort), '[]') from (
    select cohort, max(size) as size, jsonb_agg(kept order by place) as kept from (
      select cohort, place, count(*) as size, count(monthly) as kept
      from private.revenue_cohort_members(test, money, first_month, last_month) group by 1, 2
    ) as cell group by cohort
  ) as line
$$;
comment on function private.revenue_cohorts(boolean, text, date, date) is '[{month, size, kept: [how many still pay at the end of that month, of the next, …]}] of those whose first payment fell into a month.';

create function private.revenue_payers(test boolean, money text)
returns table (member uuid, first_at timestamptz, received bigint, given_back bigint)
language sql stable set search_path = '' as $$
  select member, min(at), coalesce(sum(net) filter (where kind = 'payment'), 0)::bigint, coalesce(-sum(net) filter (where kind <> 'payment'), 0)::bigint
  from private.revenue_facts(test, money, '-infinity', 'infinity') group by member
$$;
comment on function private.revenue_payers(boolean, text) is 'Everybody who ever paid: when first, how much without tax, and how much of it went back.';

create function private.revenue_ltv(test boolean, money text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('members', count(*), 'received', coalesce(sum(received - given_back), 0)::bigint,
    'mean', case when count(*) > 0 then private.half_up(sum(received - given_back) / count(*)) end, 'small', count(*) < 30)
  from private.revenue_payers(test, money)
$$;
comment on function private.revenue_ltv(boolean, text) is 'What a member who ever paid has brought so far: the mean of payments less what went back, without tax: {members (the sample), received, mean, small: under 30}. Nothing is extrapolated.';

create function private.revenue_refunds(test boolean, money text, since timestamptz, until timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'received', coalesce(sum(net + tax) filter (where kind = 'payment'), 0)::bigint, 'payments', count(*) filter (where kind = 'payment'),
    'refunded', coalesce(-sum(net + tax) filter (where kind = 'refund'), 0)::bigint, 'refunds', count(*) filter (where kind = 'refund'),
    'lost', coalesce(-sum(net + tax) filter (where kind = 'dispute'), 0)::bigint, 'disputes', count(*) filter (where kind = 'dispute'))
  from private.revenue_facts(test, money, since, until)
$$;
comment on function private.revenue_refunds(boolean, text, timestamptz, timestamptz) is 'Between two moments, tax included: {received, payments, refunded, refunds, lost, disputes}.';

create function public.office_revenue(months int, test boolean default false, money text default 'EUR') returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  last_month constant date := date_trunc('month', now() at time zone 'Europe/Paris')::date;
  first_month date;
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if months is null or months not between 1 and 36 then raise exception 'no_such_period' using errcode = '22023', hint = 'months'; end if;
  first_month := (last_month - make_interval(months => months - 1))::date;
  return jsonb_build_object(
    'since', first_month, 'test', test, 'currency', money,
    'currencies', (select coalesce(jsonb_agg(distinct currency order by currency), '[]') from public.payments where paid_at is not null and (provider = 'sandbox') = test),
    'other', (select count(*) from public.payments where paid_at is not null and (provider = 'sandbox') <> test),
    'months', private.revenue_mrr(test, money, first_month, last_month),
    'cohorts', private.revenue_cohorts(test, money, first_month, last_month),
    'ltv', private.revenue_ltv(test, money),
    'money', private.revenue_refunds(test, money, private.month_start(first_month), 'infinity'));
end
$$;
comment on function public.office_revenue(int, boolean, text) is 'For admins: the figures of the last `months` months (1 to 36), that which runs among them: {since, test, currency, currencies, other (payments of the other kind: tests or real ones), months, cohorts, ltv, money}, as the functions of each say.';

create function public.office_taxes(first_day date, last_day date, test boolean default false, money text default 'EUR')
returns table (country text, rate numeric, sales bigint, sales_net bigint, sales_tax bigint, back bigint, back_net bigint, back_tax bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if first_day is null or last_day is null or last_day < first_day then raise exception 'no_such_period' using errcode = '22023', hint = 'last_day'; end if;
  return query
    select fact.country, fact.rate, count(*) filter (where kind = 'payment'),
      coalesce(sum(net) filter (where kind = 'payment'), 0)::bigint, coalesce(sum(tax) filter (where kind = 'payment'), 0)::bigint,
      count(*) filter (where kind <> 'payment'), coalesce(-sum(net) filter (where kind <> 'payment'), 0)::bigint, coalesce(-sum(tax) filter (where kind <> 'payment'), 0)::bigint
    from private.revenue_facts(test, money, first_day::timestamp at time zone 'Europe/Paris', (last_day + 1)::timestamp at time zone 'Europe/Paris') as fact
    group by 1, 2 order by 1, 2;
end
$$;
comment on function public.office_taxes(date, date, boolean, text) is 'For admins: what to declare from one day of Paris to another, by country and rate: sales (how many, net, tax) and what went back, whose tax is taken from what is owed. The books'' accounts vat:<country> say the same.';

create function public.revenue_rows(
  figure text, month date, last_day date default null, of_country text default null, of_rate numeric default null, place int default null,
  test boolean default false, money text default 'EUR', before_at timestamptz default null, before_id text default null, most int default 50
)
returns table (id text, at timestamptz, member uuid, member_name text, payment_id uuid, kind text, plan text, country text, was bigint, amount bigint, tax bigint)
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  first_day constant timestamptz := month::timestamp at time zone 'Europe/Paris';
  day_after constant timestamptz := (coalesce(last_day, (date_trunc('month', month) + interval '1 month - 1 day')::date) + 1)::timestamp at time zone 'Europe/Paris';
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if figure not in ('mrr', 'new', 'returned', 'expansion', 'contraction', 'churned', 'cohort', 'ltv', 'money', 'refund', 'tax') or month is null then
    raise exception 'no_such_figure' using errcode = '22023', hint = 'figure';
  end if;
  return query
    with times as materialized (
      select part.member, max(part.starts_at) filter (where part.starts_at <= least(day_after, now())) as began,
        max(part.ends_at) filter (where part.ends_at <= least(day_after, now())) as ended
      from private.revenue_segments(test, money) as part group by 1
    ),
    found as (
      select moved.member::text as id, case moved.kind when 'churned' then times.ended else times.began end as at,
        moved.member, null::uuid as payment_id, moved.kind, moved.plan, null::text as country, moved.was, moved.becomes as amount, null::bigint as tax
      from private.revenue_months(test, money, month, month) as moved join times on times.member = moved.member
      where figure in ('mrr', 'new', 'returned', 'expansion', 'contraction', 'churned') and (case figure when 'mrr' then moved.becomes > 0 else moved.kind = figure end)
      union all
      select cell.member::text, cell.first_at, cell.member, null, case when cell.monthly is null then 'gone' else 'kept' end, cell.plan, null, null, coalesce(cell.monthly, 0), null
      from private.revenue_cohort_members(test, money, month, (month + make_interval(months => coalesce(revenue_rows.place, 0)))::date) as cell
      where figure = 'cohort' and cell.cohort = date_trunc('month', month)::date and cell.place = coalesce(revenue_rows.place, 0)
      union all
      select payer.member::text, payer.first_at, payer.member, null, 'payer', null, null, payer.received, payer.received - payer.given_back, null
      from private.revenue_payers(test, money) as payer where figure = 'ltv'
      union all
      select fact.id, fact.at, fact.member, fact.payment_id, fact.kind, null, fact.country, null, fact.net, fact.tax
      from private.revenue_facts(test, money, first_day, day_after) as fact
      where figure in ('money', 'refund', 'tax') and (figure <> 'refund' or fact.kind <> 'payment')
        and (of_country is null or fact.country = of_country) and (of_rate is null or fact.rate = of_rate)
    )
    select found.id, found.at, found.member, coalesce(nullif(btrim(concat_ws(' ', known.first_name, known.last_name)), ''), known.username),
      found.payment_id, found.kind, found.plan, found.country, found.was, found.amount, found.tax
    from found left join public.members as known on known.user_id = found.member
    where before_at is null or (found.at, found.id) < (before_at, coalesce(before_id, ''))
    order by found.at desc, found.id desc limit least(greatest(coalesce(most, 50), 1), 1000);
end
$$;
comment on function public.revenue_rows(text, date, date, text, numeric, int, boolean, text, timestamptz, text, int) is 'For admins: the rows that a figure of a month (or from `month` to last_day) sums, newest first: mrr and its movements (was, amount: recurring revenue at the beginning and the end), cohort (place: months after it; kind kept or gone), ltv (was: paid, amount: less what went back), money, refund and tax (amount: net, and tax; negative what went back). At most `most` (1 to 1000) of those after the row before_at and before_id name.';

revoke execute on function
  private.revenue_segments(boolean, text), private.held_at(boolean, text, timestamptz[]), private.month_start(date), private.revenue_months(boolean, text, date, date),
  private.revenue_facts(boolean, text, timestamptz, timestamptz), private.revenue_mrr(boolean, text, date, date),
  private.revenue_cohort_members(boolean, text, date, date), private.revenue_cohorts(boolean, text, date, date), private.revenue_payers(boolean, text),
  private.revenue_ltv(boolean, text), private.revenue_refunds(boolean, text, timestamptz, timestamptz), public.office_revenue(int, boolean, text),
  public.office_taxes(date, date, boolean, text), public.revenue_rows(text, date, date, text, numeric, int, boolean, text, timestamptz, text, int)
from public, anon, authenticated, service_role;
grant execute on function
  public.office_revenue(int, boolean, text), public.office_taxes(date, date, boolean, text),
  public.revenue_rows(text, date, date, text, numeric, int, boolean, text, timestamptz, text, int)
to authenticated;
