-- Plans and coupons as admins keep them. Plans and prices are changed under their own policies (content/plans.sql); here is how
-- a plan begins, who holds which price, and coupons, which nobody changes but to end them.
create function public.plan_desk() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(plan) || jsonb_build_object('on_sale', private.is_on_sale(plan, now()), 'members', (
      select count(*) from public.subscriptions as held where held.plan = plan.slug and held.state in ('active', 'past_due', 'canceled')
    ), 'prices', (
      select coalesce(jsonb_agg(to_jsonb(price) || jsonb_build_object(
        'in_force', exists (select from public.current_plan_prices as today where today.id = price.id),
        'holders', held.holders, 'test_holders', held.test_holders, 'next_renewal', held.next_renewal, 'last_renewal', held.last_renewal
      ) order by price.period, price.starts_at desc, price.id desc), '[]')
      from public.plan_prices as price
      cross join lateral (
        select count(*) filter (where provider <> 'sandbox') as holders, count(*) filter (where provider = 'sandbox') as test_holders,
          -- One whose renewal is unpaid has it behind itself.
          min(current_period_end) filter (where state = 'active' and current_period_end > now()) as next_renewal,
          max(current_period_end) filter (where state = 'active' and current_period_end > now()) as last_renewal
        from public.subscriptions
        where coalesce(next_price_id, price_id) = price.id and state in ('active', 'past_due', 'canceled')
      ) as held
      where price.plan = plan.slug
    )) order by plan.sort, plan.slug), '[]')
    from public.plans as plan
  );
end
$$;
comment on function public.plan_desk() is 'For admins: every plan {…, on_sale, members (whose contract runs on it), prices} with all its prices, past, present and to come: {…, in_force, holders (contracts that run and renew at this very price, tests apart), test_holders, next_renewal, last_renewal (to come)}. A contract renews at the price it was agreed at, whatever came since.';

create function public.create_plan(plan jsonb, prices jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted constant text := lower(private.cleaned(plan ->> 'slug', 64));
  priced jsonb;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if wanted !~ '^[a-z][a-z0-9-]{1,31}$' then raise exception 'slug_wrong' using errcode = '22023', hint = 'slug'; end if;
  if exists (select from public.plans where slug = wanted) then raise exception 'plan_exists' using errcode = '23505', hint = 'slug'; end if;
  if coalesce(plan ->> 'tier', '') not in ('freemium', 'premium') then raise exception 'tier_wrong' using errcode = '22023', hint = 'tier'; end if;
  if (plan ->> 'sold_until')::timestamptz <= coalesce((plan ->> 'sold_from')::timestamptz, now()) then raise exception 'ends_too_early' using errcode = '22023', hint = 'sold_until'; end if;
  if plan ->> 'tier' = 'freemium' and prices <> '[]' then raise exception 'free_has_no_price' using errcode = '22023', hint = 'prices'; end if;
  if plan ->> 'tier' = 'premium' and prices = '[]' then raise exception 'price_missing' using errcode = '22023', hint = 'prices'; end if;
  insert into public.plans (slug, tier, name, pitch, every_lesson, allowances, export_months, downloads, sold_from, sold_until, sort)
  select wanted, tier, name, pitch, every_lesson, coalesce(allowances, '{}'), export_months, coalesce(downloads, false), sold_from, sold_until, sort
  from jsonb_populate_record(null::public.plans, plan);
  for priced in
    select value from jsonb_array_elements(prices)
    union all select jsonb_build_object('period', free, 'amount', 0) from unnest(array['month', 'year']) as free where plan ->> 'tier' = 'freemium'
  loop
    if plan ->> 'tier' = 'premium' and coalesce((priced ->> 'amount')::bigint, 0) < 100 then raise exception 'price_missing' using errcode = '22023', hint = 'prices'; end if;
    insert into public.plan_prices (plan, period, amount, currency) values (wanted, priced ->> 'period', (priced ->> 'amount')::bigint, coalesce(priced ->> 'currency', 'EUR'));
  end loop;
  return wanted;
end
$$;
comment on function public.create_plan(jsonb, jsonb) is 'For admins: a new plan with its first prices, which hold at once: [{period, amount (minor units, tax included), currency?}], none for a freemium one. Returns its slug. Refuses with slug_wrong, plan_exists, tier_wrong, ends_too_early, price_missing, free_has_no_price. A plan is never deleted: sold_until takes it from sale.';

create function public.list_coupons() returns table (
  code text, percent int, amount bigint, plan text, period text, starts_at timestamptz, ends_at timestamptz, most int, used int, given bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return query
    select coupon.code, coupon.percent, coupon.amount, coupon.plan, coupon.period, coupon.starts_at, coupon.ends_at, coupon.most, coupon.used,
      (select count(*) from public.checkouts as bought where bought.coupon = coupon.code and bought.state = 'paid')
    from public.coupons as coupon order by coupon.starts_at desc, coupon.code;
end
$$;
comment on function public.list_coupons() is 'For admins: every coupon. used counts orders that hold it, given those that were paid.';

create function public.list_coupon_uses(of_code text, before_at timestamptz default null, most int default 50)
returns table (checkout_id uuid, user_id uuid, member_name text, reference text, state text, total bigint, currency text, provider text, at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return query
    select taken.checkout_id, taken.user_id, coalesce(nullif(btrim(concat_ws(' ', member.first_name, member.last_name)), ''), member.username),
      bought.reference, bought.state, bought.total, bought.currency, bought.provider, taken.at
    from public.coupon_uses as taken join public.checkouts as bought on bought.id = taken.checkout_id left join public.members as member on member.user_id = taken.user_id
    where taken.coupon = of_code and (before_at is null or taken.at < before_at)
    order by taken.at desc, taken.checkout_id limit least(greatest(coalesce(most, 50), 1), 200);
end
$$;
comment on function public.list_coupon_uses(text, timestamptz, int) is 'For admins: who uses a coupon in which order, newest first.';

create function public.make_coupon(
  code text, percent int default null, amount bigint default null, of_plan text default null, of_period text default null,
  starts_at timestamptz default null, ends_at timestamptz default null, most int default null
) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted constant text := upper(private.cleaned(code, 64));
  begins constant timestamptz := coalesce(make_coupon.starts_at, now());
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if wanted !~ '^[A-Z0-9][A-Z0-9-]{2,31}$' then raise exception 'code_wrong' using errcode = '22023', hint = 'code'; end if;
  if num_nonnulls(make_coupon.percent, make_coupon.amount) <> 1 or coalesce(make_coupon.percent, 1) not between 1 and 90 or coalesce(make_coupon.amount, 1) <= 0 then
    raise exception 'discount_wrong' using errcode = '22023', hint = 'discount';
  end if;
  if make_coupon.ends_at <= greatest(begins, now()) then raise exception 'ends_too_early' using errcode = '22023', hint = 'ends_at'; end if;
  if make_coupon.most <= 0 then raise exception 'most_wrong' using errcode = '22023', hint = 'most'; end if;
  insert into public.coupons (code, percent, amount, plan, period, starts_at, ends_at, most)
  values (wanted, make_coupon.percent, make_coupon.amount, of_plan, of_period, begins, make_coupon.ends_at, make_coupon.most)
  on conflict do nothing;
  if not found then raise exception 'coupon_exists' using errcode = '23505', hint = 'code'; end if;
  return wanted;
end
$$;
comment on function public.make_coupon(text, int, bigint, text, text, timestamptz, timestamptz, int) is 'For admins: a new coupon, percent (1 to 90) or amount (minor units) off the first payment, of one plan or period or of any, for at most `most` members. Returns its code in capitals. Refuses with code_wrong, discount_wrong, ends_too_early, most_wrong, coupon_exists.';

create function public.end_coupon(code text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  -- One that has not begun ends as it begins.
  update public.coupons set ends_at = greatest(now(), starts_at + interval '1 microsecond')
  where coupons.code = end_coupon.code and (ends_at is null or ends_at > now());
  if not found then raise exception 'no_such_coupon' using errcode = 'PT404'; end if;
end
$$;
comment on function public.end_coupon(text) is 'For admins: nobody takes the coupon any more; orders that hold it keep it. Refuses with no_such_coupon where it ended before.';
call private.audit_changes('public.coupons');

revoke execute on function
  public.plan_desk(), public.create_plan(jsonb, jsonb), public.list_coupons(), public.list_coupon_uses(text, timestamptz, int),
  public.make_coupon(text, int, bigint, text, text, timestamptz, timestamptz, int), public.end_coupon(text)
from public, anon, authenticated, service_role;
grant execute on function
  public.plan_desk(), public.create_plan(jsonb, jsonb), public.list_coupons(), public.list_coupon_uses(text, timestamptz, int),
  public.make_coupon(text, int, bigint, text, text, timestamptz, timestamptz, int), public.end_coupon(text)
to authenticated;
