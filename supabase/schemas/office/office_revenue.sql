-- The figures of revenue, from what is kept ready of it (money/revenue_steps.sql) and from payments and what came of them.
-- Amounts are minor units of one currency, without tax unless a column says otherwise; months are those of Paris, where the
-- contract is made. test says which of the two is counted, what the sandbox "paid" or what was paid.
create function private.month_start(month date) returns timestamptz
language sql immutable set search_path = '' as $$ select date_trunc('month', month::timestamp) at time zone 'Europe/Paris' $$;
comment on function private.month_start(date) is 'When a month begins in Paris.';

create function private.revenue_edges(first_month date, last_month date) returns timestamptz[]
language sql stable set search_path = '' as $$
  select array_agg(least(private.month_start(day::date), now()) order by day)
  from generate_series(date_trunc('month', first_month::timestamp), date_trunc('month', last_month::timestamp) + interval '1 month', interval '1 month') as day
$$;
comment on function private.revenue_edges(date, date) is 'The beginnings of the months from one to another and the end of the last; of the month that runs: now.';

create function private.placed_steps(test boolean, money text, edges timestamptz[])
returns table (member uuid, starts_at timestamptz, ends_at timestamptz, monthly bigint, plan text, first_at timestamptz, begins int, ends int)
language sql stable set search_path = '' as $$
  select member, starts_at, ends_at, monthly, plan, first_at,
    -- How many edges lie before it began, and before it ended: times are told to the microsecond.
    width_bucket(starts_at - interval '1 microsecond', edges), width_bucket(ends_at - interval '1 microsecond', edges)
  from private.revenue_steps as step where step.test = placed_steps.test and step.currency = money
    and step.starts_at <= edges[cardinality(edges)] and step.ends_at > edges[1]
$$;
comment on function private.placed_steps(boolean, text, timestamptz[]) is 'Steps of recurring revenue with their places among some moments in order (from 1): a step holds at the moments begins + 1 to ends. What lies before the first or after the last is left out.';

create function private.revenue_moves(test boolean, money text, edges timestamptz[])
returns table (place int, member uuid, was bigint, becomes bigint, kind text, plan text, began timestamptz, ended timestamptz)
language sql stable set search_path = '' as $$
  with steps as materialized (select * from private.placed_steps(test, money, edges)),
  moved as (
    select place, half.member, min(was) as was, min(becomes) as becomes, min(later_plan) as later_plan, min(earlier_plan) as earlier_plan,
      min(half.first_at) as first_at, min(began) as began, min(ended) as ended
    from (
      select begins as place, steps.member, null::bigint as was, monthly as becomes, steps.plan as later_plan, null as earlier_plan, steps.first_at, starts_at as began, null::timestamptz as ended
      from steps where begins < ends and begins between 1 and cardinality(edges) - 1
      union all
      select ends, steps.member, monthly, null, null, steps.plan, steps.first_at, null, ends_at from steps where begins < ends and ends between 1 and cardinality(edges) - 1
    ) as half group by 1, 2
  )
  select place, moved.member, coalesce(moved.was, 0), coalesce(moved.becomes, 0),
    case
      when moved.was is null and moved.first_at > edges[place] then 'new'
      when moved.was is null then 'returned'
      when moved.becomes is null then 'churned'
      when moved.becomes > moved.was then 'expansion'
      when moved.becomes < moved.was then 'contraction'
      else 'kept'
    end,
    coalesce(later_plan, earlier_plan), began, ended
  from moved
$$;
comment on function private.revenue_moves(boolean, text, timestamptz[]) is 'Between each moment (place) and the next, for each member whose step changed: recurring revenue at both, and what became of it: new (the first ever), returned, expansion, contraction, churned, kept (another plan at the same price). Who came and went in between is in none.';

create function private.revenue_mrr(test boolean, money text, first_month date, last_month date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  edges constant timestamptz[] := private.revenue_edges(first_month, last_month);
begin
  return (
    with moved as (
      select place, sum(becomes - was) as gained, (count(*) filter (where becomes > 0) - count(*) filter (where was > 0)) as joined,
        coalesce(sum(becomes) filter (where kind = 'new'), 0) as new, count(*) filter (where kind = 'new') as new_members,
        coalesce(sum(becomes) filter (where kind = 'returned'), 0) as returned,
        coalesce(sum(becomes - was) filter (where kind = 'expansion'), 0) as expansion,
        coalesce(sum(becomes - was) filter (where kind = 'contraction'), 0) as contraction,
        coalesce(-sum(was) filter (where kind = 'churned'), 0) as churned, count(*) filter (where kind = 'churned') as churned_members
      from private.revenue_moves(test, money, edges) group by 1
    ),
    before as (
      select coalesce(sum(step.monthly), 0) as mrr, count(*) filter (where step.monthly > 0) as members from private.revenue_steps as step
      where step.test = revenue_mrr.test and step.currency = money and step.starts_at <= edges[1] and step.ends_at > edges[1]
    ),
    -- What there was at the beginning, and what each month added to it.
    held as (
      select place, before.mrr + coalesce(sum(gained) over up_to, 0) as mrr, before.members + coalesce(sum(joined) over up_to, 0) as members,
        coalesce(gained, 0) as gained, coalesce(joined, 0) as joined, new, new_members, returned, expansion, contraction, churned, churned_members
      from generate_series(1, cardinality(edges) - 1) as place cross join before left join moved using (place)
      window up_to as (order by place)
    )
    select jsonb_agg(jsonb_build_object(
      'month', (date_trunc('month', first_month::timestamp) + make_interval(months => place - 1))::date,
      'mrr', mrr, 'members', members, 'mrr_before', mrr - gained, 'members_before', members - joined,
      'new', coalesce(new, 0), 'new_members', coalesce(new_members, 0), 'returned', coalesce(returned, 0),
      'expansion', coalesce(expansion, 0), 'contraction', coalesce(contraction, 0),
      'churned', coalesce(churned, 0), 'churned_members', coalesce(churned_members, 0)) order by place)
    from held
  );
end
$$;
comment on function private.revenue_mrr(boolean, text, date, date) is 'A line a month: mrr = mrr_before + new + returned + expansion + contraction + churned (the last two at or below 0), and members. Churn of members is churned_members / members_before, of revenue (churned + contraction) / mrr_before.';

create function private.revenue_cohorts(test boolean, money text, first_month date, last_month date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  edges constant timestamptz[] := private.revenue_edges(first_month, last_month);
begin
  return (
    with steps as materialized (
      select *, width_bucket(first_at, edges[:cardinality(edges) - 1]) as cohort from private.placed_steps(test, money, edges)
      where first_at >= edges[1] and first_at <= now()
    ),
    sizes as (select cohort, count(*) as size from steps where starts_at = first_at group by 1),
    held as (
      select cohort, place, sum(sum(members)) over (partition by cohort order by place) as kept
      from (
        select cohort, begins + 1 as place, 1 as members from steps where begins < ends
        union all
        select cohort, ends + 1, -1 from steps where begins < ends
        union all
        select cohort, place, 0 from sizes, generate_series(cohort + 1, cardinality(edges)) as place
      ) as change group by 1, 2
    ),
    lines as (
      select held.cohort, jsonb_agg(kept order by place) as kept from held where place between held.cohort + 1 and cardinality(edges) group by 1
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'month', (date_trunc('month', first_month::timestamp) + make_interval(months => cohort - 1))::date, 'size', size, 'kept', kept) order by cohort), '[]')
    from lines join sizes using (cohort)
  );
end
$$;
comment on function private.revenue_cohorts(boolean, text, date, date) is '[{month, size, kept: [how many still pay at the end of that month, of the next, …]}] of those whose first payment fell into a month; the month that runs ends now.';

create function private.revenue_ltv(test boolean, money text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('members', count(*), 'received', coalesce(sum(received - given_back), 0)::bigint,
    'mean', case when count(*) > 0 then private.half_up(sum(received - given_back) / count(*)) end, 'small', count(*) < 30)
  from private.revenue_payers as payer where payer.test = revenue_ltv.test and payer.currency = money
$$;
comment on function private.revenue_ltv(boolean, text) is 'What a member who ever paid has brought so far: the mean of payments less what went back, without tax: {members (the sample), received, mean, small: under 30}. Nothing is extrapolated.';

create function private.revenue_refunds(test boolean, money text, since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with sums as materialized (
    -- One count and one sum a row: of a year there are many.
    select kind, count(*) as facts, sum(net + tax)::bigint as total from private.revenue_facts as fact
    where fact.at >= since and fact.test = revenue_refunds.test and fact.currency = money group by kind
  )
  select jsonb_build_object(
    'received', coalesce(max(total) filter (where kind = 'payment'), 0), 'payments', coalesce(max(facts) filter (where kind = 'payment'), 0),
    'refunded', coalesce(-max(total) filter (where kind = 'refund'), 0), 'refunds', coalesce(max(facts) filter (where kind = 'refund'), 0),
    'lost', coalesce(-max(total) filter (where kind = 'dispute'), 0), 'disputes', coalesce(max(facts) filter (where kind = 'dispute'), 0))
  from sums
$$;
comment on function private.revenue_refunds(boolean, text, timestamptz) is 'Since a moment, tax included: {received, payments, refunded, refunds, lost, disputes}.';

create function public.office_revenue(months int, test boolean default false, money text default 'EUR') returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  last_month constant date := date_trunc('month', now() at time zone 'Europe/Paris')::date;
  first_month date;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if months is null or months not between 1 and 36 then raise exception 'no_such_period' using errcode = '22023', hint = 'months'; end if;
  first_month := (last_month - make_interval(months => months - 1))::date;
  return jsonb_build_object(
    'since', first_month, 'test', test, 'currency', money,
    'currencies', (select coalesce(jsonb_agg(distinct payer.currency order by payer.currency), '[]') from private.revenue_payers as payer where payer.test = office_revenue.test),
    'other', (select coalesce(sum(payer.payments), 0) from private.revenue_payers as payer where payer.test <> office_revenue.test),
    'months', private.revenue_mrr(test, money, first_month, last_month),
    'cohorts', private.revenue_cohorts(test, money, first_month, last_month),
    'ltv', private.revenue_ltv(test, money),
    'money', private.revenue_refunds(test, money, private.month_start(first_month)));
end
$$;
comment on function public.office_revenue(int, boolean, text) is 'For admins: the figures of the last `months` months (1 to 36), that which runs among them: {since, test, currency, currencies, other (payments of the other kind: tests or real ones), months, cohorts, ltv, money}, as the functions of each say.';

create function public.office_taxes(first_day date, last_day date, test boolean default false, money text default 'EUR')
returns table (country text, rate numeric, sales bigint, sales_net bigint, sales_tax bigint, back bigint, back_net bigint, back_tax bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if first_day is null or last_day is null or last_day < first_day then raise exception 'no_such_period' using errcode = '22023', hint = 'last_day'; end if;
  return query
    select fact.country, fact.rate, count(*) filter (where kind = 'payment'),
      coalesce(sum(net) filter (where kind = 'payment'), 0)::bigint, coalesce(sum(tax) filter (where kind = 'payment'), 0)::bigint,
      count(*) filter (where kind <> 'payment'), coalesce(-sum(net) filter (where kind <> 'payment'), 0)::bigint, coalesce(-sum(tax) filter (where kind <> 'payment'), 0)::bigint
    from private.revenue_facts as fact
    where fact.at >= first_day::timestamp at time zone 'Europe/Paris' and fact.at < (last_day + 1)::timestamp at time zone 'Europe/Paris'
      and fact.test = office_taxes.test and fact.currency = money
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
  edges constant timestamptz[] := private.revenue_edges(month, month);
  cohort_end constant timestamptz := least(private.month_start((month + make_interval(months => coalesce(place, 0) + 1))::date), now());
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if figure not in ('mrr', 'new', 'returned', 'expansion', 'contraction', 'churned', 'cohort', 'ltv', 'money', 'refund', 'tax') or month is null then
    raise exception 'no_such_figure' using errcode = '22023', hint = 'figure';
  end if;
  return query
    with moved as materialized (
      select * from private.revenue_moves(test, money, edges) where figure in ('mrr', 'new', 'returned', 'expansion', 'contraction', 'churned')
    ),
    found as (
      select step.member::text as id, step.starts_at as at, step.member, null::uuid as payment_id, 'kept' as kind, step.plan, null::text as country,
        step.monthly as was, step.monthly as amount, null::bigint as tax
      from private.revenue_steps as step
      where figure = 'mrr' and step.test = revenue_rows.test and step.currency = money and step.starts_at <= edges[2] and step.ends_at > edges[2] and step.monthly > 0
        and not exists (select from moved where moved.member = step.member)
      union all
      select moved.member::text, case moved.kind when 'churned' then moved.ended else moved.began end,
        moved.member, null, moved.kind, moved.plan, null, moved.was, moved.becomes, null
      from moved where (case figure when 'mrr' then moved.becomes > 0 else moved.kind = figure end)
      union all
      select first.member::text, first.first_at, first.member, null, case when held.monthly is null then 'gone' else 'kept' end, held.plan, null, null, coalesce(held.monthly, 0), null
      from private.revenue_steps as first
      left join private.revenue_steps as held on held.member = first.member and held.test = first.test and held.currency = first.currency
        and held.starts_at <= cohort_end and held.ends_at > cohort_end
      where figure = 'cohort' and first.test = revenue_rows.test and first.currency = money and first.starts_at = first.first_at
        and first.first_at >= edges[1] and first.first_at <= now() and first.first_at < private.month_start((month + interval '1 month')::date)
      union all
      select payer.member::text, payer.first_at, payer.member, null, 'payer', null, null, payer.received, payer.received - payer.given_back, null
      from private.revenue_payers as payer where figure = 'ltv' and payer.test = revenue_rows.test and payer.currency = money
      union all
      select fact.id, fact.at, fact.member, fact.payment_id, fact.kind, null, fact.country, null, fact.net, fact.tax
      from private.revenue_facts as fact
      where figure in ('money', 'refund', 'tax') and (figure <> 'refund' or fact.kind <> 'payment') and fact.at >= first_day and fact.at < day_after
        and fact.test = revenue_rows.test and fact.currency = money
        and (of_country is null or fact.country = of_country) and (of_rate is null or fact.rate = of_rate)
    ),
    shown as (
      select * from found where before_at is null or (found.at, found.id) < (before_at, coalesce(before_id, ''))
      order by found.at desc, found.id desc limit least(greatest(coalesce(most, 50), 1), 1000)
    )
    select shown.id, shown.at, shown.member, coalesce(nullif(btrim(concat_ws(' ', known.first_name, known.last_name)), ''), known.username),
      shown.payment_id, shown.kind, shown.plan, shown.country, shown.was, shown.amount, shown.tax
    from shown left join public.members as known on known.user_id = shown.member order by shown.at desc, shown.id desc;
end
$$;
comment on function public.revenue_rows(text, date, date, text, numeric, int, boolean, text, timestamptz, text, int) is 'For admins: the rows that a figure of a month (or from `month` to last_day) sums, newest first: mrr and its movements (was, amount: recurring revenue at the beginning and the end), cohort (place: months after it; kind kept or gone), ltv (was: paid, amount: less what went back), money, refund and tax (amount: net, and tax; negative what went back). At most `most` (1 to 1000) of those after the row before_at and before_id name.';

revoke execute on function
  private.month_start(date), private.revenue_edges(date, date), private.placed_steps(boolean, text, timestamptz[]), private.revenue_moves(boolean, text, timestamptz[]),
  private.revenue_mrr(boolean, text, date, date), private.revenue_cohorts(boolean, text, date, date), private.revenue_ltv(boolean, text),
  private.revenue_refunds(boolean, text, timestamptz), public.office_revenue(int, boolean, text), public.office_taxes(date, date, boolean, text),
  public.revenue_rows(text, date, date, text, numeric, int, boolean, text, timestamptz, text, int)
from public, anon, authenticated, service_role;
grant execute on function
  public.office_revenue(int, boolean, text), public.office_taxes(date, date, boolean, text),
  public.revenue_rows(text, date, date, text, numeric, int, boolean, text, timestamptz, text, int)
to authenticated;
