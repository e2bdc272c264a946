-- Orders: what something costs, and agreeing to it. A price is quoted and agreed to by the same function; the server's truth
-- about an order is read_checkout(), never an address.
create function public.payment_means() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('means', means, 'provider', provider) order by means), '[]')
  from private.payment_settings, lateral (values ('card', card_provider), ('crypto', crypto_provider)) as offered (means, provider) where provider is not null
$$;
comment on function public.payment_means() is 'What can be paid with, and by whom: [{means, provider}].';

create function private.quote(plan text, period text, country text, coupon text, moment timestamptz, out price public.current_plan_prices, out quoted jsonb)
language plpgsql stable set search_path = '' as $$
declare
  given_code constant text := nullif(upper(private.cleaned(coupon, 64)), '');
  rate constant numeric := private.tax_rate(upper(country), private.paris_day(moment));
  offered public.coupons;
  total bigint;
begin
  if country is null or upper(country) !~ '^[A-Z]{2}$' then raise exception 'country_wrong' using errcode = '22023', hint = 'country'; end if;
  select known.* into price from public.current_plan_prices as known join public.plans on plans.slug = known.plan
  where known.plan = quote.plan and known.period = quote.period and known.currency = 'EUR' and known.amount > 0 and plans.on_sale;
  if not found then raise exception 'plan_not_on_sale' using errcode = '22023', hint = 'plan'; end if;
  total := price.amount;
  if given_code is not null then
    select * into offered from public.coupons as known where known.code = given_code
      and (known.plan is null or known.plan = quote.plan) and (known.period is null or known.period = quote.period)
      and known.starts_at <= moment and (known.ends_at is null or known.ends_at > moment);
    if not found then raise exception 'coupon_unknown' using errcode = '22023', hint = 'coupon'; end if;
    if offered.used >= offered.most then raise exception 'coupon_used' using errcode = '22023', hint = 'coupon'; end if;
    total := total - coalesce(offered.amount, private.half_up(total * offered.percent / 100.0));
    if total < 100 then raise exception 'coupon_unknown' using errcode = '22023', hint = 'coupon'; end if;
  end if;
  quoted := jsonb_build_object(
    'net', private.net_of(total, rate), 'tax', total - private.net_of(total, rate), 'tax_rate', rate, 'total', total, 'currency', price.currency,
    'discount', price.amount - total, 'coupon', given_code, 'renews_at', private.period_after(moment, moment, period), 'renewal_total', price.amount,
    'withdraw_until', private.withdraw_until(moment));
end
$$;
comment on function private.quote(text, text, text, text, timestamptz) is 'The price of a plan and what it comes to in a country, with a coupon.';

create function public.quote_checkout(plan text, period text, country text, coupon text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select quoted from private.quote(plan, period, country, coupon, now())
$$;
comment on function public.quote_checkout(text, text, text, text) is 'What a plan (period month or year) costs in a country (ISO, two letters), tax included, in minor units: {net, tax, tax_rate, total, currency, discount, coupon, renews_at, renewal_total, withdraw_until}. A coupon takes its part off the first payment alone. Refuses with plan_not_on_sale, country_wrong, coupon_unknown, coupon_used.';

create function private.save_billing_details_for(member uuid, details jsonb) returns public.billing_details
language plpgsql volatile set search_path = '' as $$
declare
  saved public.billing_details;
  vat constant text := nullif(upper(regexp_replace(coalesce(details ->> 'vat_number', ''), '[^0-9A-Za-z]', '', 'g')), '');
begin
  if member is null or not exists (select from public.members where user_id = member) then raise exception 'not_a_member' using errcode = '42501'; end if;
  if private.cleaned(details ->> 'name', 160) = '' then raise exception 'name_missing' using errcode = '22023', hint = 'name'; end if;
  if upper(coalesce(details ->> 'country', '')) !~ '^[A-Z]{2}$' then raise exception 'country_wrong' using errcode = '22023', hint = 'country'; end if;
  if vat !~ '^[A-Z]{2}[A-Z0-9]{2,13}$' then raise exception 'vat_number_wrong' using errcode = '22023', hint = 'vat_number'; end if;
  insert into public.billing_details (user_id, name, address, postcode, city, country, vat_number)
  values (member, private.cleaned(details ->> 'name', 160), private.cleaned(details ->> 'address', 300), private.cleaned(details ->> 'postcode', 16),
    private.cleaned(details ->> 'city', 100), upper(details ->> 'country'), vat)
  on conflict (user_id) do update set name = excluded.name, address = excluded.address, postcode = excluded.postcode, city = excluded.city,
    country = excluded.country, vat_number = excluded.vat_number, updated_at = now()
  returning * into saved;
  return saved;
end
$$;
comment on function private.save_billing_details_for(uuid, jsonb) is 'Keeps to whom a member''s next invoices are made out.';

create function public.save_billing_details(details jsonb) returns public.billing_details
language sql volatile security definer set search_path = '' as $$ select private.save_billing_details_for(auth.uid(), details) $$;
comment on function public.save_billing_details(jsonb) is 'Keeps to whom the caller''s next invoices are made out: {name, address?, postcode?, city?, country, vat_number?}. Refuses with name_missing, country_wrong, vat_number_wrong.';

create function private.close_checkouts(which uuid[], moment timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  closed public.checkouts;
begin
  for closed in
    update public.checkouts set state = 'expired', expires_at = least(expires_at, moment)
    where id = any (which) and state in ('open', 'failed', 'waiting') returning *
  loop
    with freed as (delete from public.coupon_uses where checkout_id = closed.id returning coupon)
    update public.coupons set used = used - 1 where code in (select coupon from freed);
    if closed.provider <> 'sandbox' then
      perform private.ask_provider(closed.provider, 'close_checkout', closed.id, jsonb_build_object('reference', closed.provider_reference), 'close_checkout:' || closed.id);
    end if;
  end loop;
end
$$;
comment on function private.close_checkouts(uuid[], timestamptz) is 'Ends orders that were not paid and gives their coupons back. The caller holds their members'' locks.';

create function private.open_checkout_for(
  me uuid, moment timestamptz, plan text, period text, means text, details jsonb, terms_version text, waiver_version text, coupon text, idempotency_key uuid
) returns public.checkouts
language plpgsql volatile set search_path = '' as $$
declare
  payee text;
  billed public.billing_details;
  price public.current_plan_prices;
  agreed record;
  quoted jsonb;
  running public.subscriptions;
  made public.checkouts;
  contract uuid;
begin
  if me is null or not exists (select from public.members where user_id = me) then raise exception 'not_a_member' using errcode = '42501'; end if;
  perform private.lock_money(me);
  select * into made from public.checkouts where user_id = me and checkouts.idempotency_key = open_checkout_for.idempotency_key;
  if found then return made; end if;
  if exists (select from public.account_deletions where user_id = me and cancelled_at is null) then raise exception 'account_is_ending' using errcode = '42501'; end if;
  if length(coalesce(terms_version, '')) not between 1 and 32 then raise exception 'terms_not_accepted' using errcode = '22023', hint = 'terms_version'; end if;
  select case open_checkout_for.means when 'card' then card_provider when 'crypto' then crypto_provider end into payee from private.payment_settings;
  if payee is null then raise exception 'means_not_offered' using errcode = '22023', hint = 'means'; end if;
  perform private.settle_member(me, moment);
  select * into running from public.subscriptions where user_id = me and state in ('trialing', 'active', 'past_due', 'canceled');
  if found then
    if running.means <> 'crypto' or open_checkout_for.means <> 'crypto' then raise exception 'already_subscribed' using errcode = '23505'; end if;
    if running.plan <> open_checkout_for.plan or running.period <> open_checkout_for.period then raise exception 'renews_as_it_is' using errcode = '22023', hint = 'plan'; end if;
    if running.paid_until > running.current_period_end then raise exception 'renewed_already' using errcode = '23505'; end if;
  end if;
  if (select count(*) from public.checkouts where user_id = me and created_at > moment - interval '1 hour') >= 20 then
    raise exception 'too_many_checkouts' using errcode = '54000';
  end if;
  billed := private.save_billing_details_for(me, details);
  -- An order that is not paid gives way to the next, and its coupon is free again.
  perform private.close_checkouts(array(select id from public.checkouts where user_id = me and state in ('open', 'failed') and kind in ('first', 'renewal')), moment);
  select * into agreed from private.quote(plan, period, billed.country, coupon, moment);
  price := agreed.price;
  quoted := agreed.quoted;
  if running.id is not null then
    contract := running.id;
  else
    insert into public.subscriptions (user_id, plan, period, price_id, amount, currency, provider, means, created_at)
    values (me, price.plan, price.period, price.id, price.amount, price.currency, payee, open_checkout_for.means, moment) returning id into contract;
  end if;
  insert into public.checkouts (
    user_id, plan, period, price_id, means, provider, kind, net, tax, tax_rate, total, currency, country, coupon, terms_version, waiver_version,
    waiver_accepted_at, subscription_id, idempotency_key, expires_at, created_at
  ) values (
    me, price.plan, price.period, price.id, open_checkout_for.means, payee, case when running.id is null then 'first' else 'renewal' end, (quoted ->> 'net')::bigint,
    (quoted ->> 'tax')::bigint, (quoted ->> 'tax_rate')::numeric, (quoted ->> 'total')::bigint, price.currency, billed.country, quoted ->> 'coupon',
    open_checkout_for.terms_version, nullif(open_checkout_for.waiver_version, ''), case when open_checkout_for.waiver_version <> '' then moment end, contract,
    open_checkout_for.idempotency_key, moment + case open_checkout_for.means when 'crypto' then interval '15 minutes' else interval '24 hours' end, moment
  ) returning * into made;
  if made.coupon is not null then
    -- The row of the coupon is the queue: of two at once the second sees what the first took.
    update public.coupons set used = used + 1 where code = made.coupon and (most is null or used < most);
    if not found then raise exception 'coupon_used' using errcode = '22023', hint = 'coupon'; end if;
    insert into public.coupon_uses (coupon, user_id, checkout_id) values (made.coupon, me, made.id) on conflict do nothing;
    if not found then raise exception 'coupon_used' using errcode = '22023', hint = 'coupon'; end if;
  end if;
  if payee <> 'sandbox' then
    perform private.ask_provider(payee, 'open_checkout', made.id, jsonb_build_object('checkout', made.id), 'open_checkout:' || made.id);
  end if;
  return made;
end
$$;
comment on function private.open_checkout_for(uuid, timestamptz, text, text, text, jsonb, text, text, text, uuid) is 'A member agrees to pay at a moment.';

create function public.open_checkout(
  plan text, period text, means text, details jsonb, terms_version text, waiver_version text default null, coupon text default null, idempotency_key uuid default gen_random_uuid()
) returns public.checkouts
language sql volatile security definer set search_path = '' as $$
  select private.open_checkout_for(auth.uid(), clock_timestamp(), plan, period, means, details, terms_version, waiver_version, coupon, idempotency_key)
$$;
comment on function public.open_checkout(text, text, text, jsonb, text, text, text, uuid) is 'The caller agrees to pay: plan, period, means (card or crypto), billing details (as save_billing_details takes them), the version of the terms, of the waiver of the right to withdraw where its box was ticked, a coupon. The same idempotency_key gives the same order. Refuses with already_subscribed, plan_not_on_sale, coupon_unknown, coupon_used, means_not_offered, renewed_already, renews_as_it_is, account_is_ending, too_many_checkouts.';

create function private.steps_of_checkout(bought public.checkouts) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'at', at) order by at, place), '[]') from (
    select 'agreed', bought.created_at, 0
    union all
    select kind, occurred_at, 1 from private.provider_events where subscription_id = bought.subscription_id and event ->> 'checkout' = bought.id::text and state = 'processed'
    union all
    select 'access_opened', grants.created_at, 2 from public.payments as pay join public.premium_grants as grants on grants.payment_id = pay.id where pay.checkout_id = bought.id
    union all
    select 'expired', bought.expires_at, 3 where bought.state = 'expired'
  ) as step (kind, at, place)
$$;
comment on function private.steps_of_checkout(public.checkouts) is 'What became of an order, in order.';

create function public.read_checkout(id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  bought public.checkouts;
begin
  select * into bought from public.checkouts where checkouts.id = read_checkout.id and user_id = auth.uid();
  if not found then raise exception 'no_such_checkout' using errcode = 'P0002'; end if;
  return jsonb_build_object(
    'checkout', to_jsonb(bought) - '{idempotency_key,stake}'::text[], 'steps', private.steps_of_checkout(bought),
    'subscription', (select to_jsonb(sub) from public.subscriptions as sub where sub.id = bought.subscription_id and sub.state <> 'incomplete'),
    'payment', (select to_jsonb(pay) from public.payments as pay where pay.checkout_id = bought.id and pay.paid_at is not null order by paid_at limit 1),
    'invoice', private.invoice_of_checkout(bought.id));
end
$$;
comment on function public.read_checkout(uuid) is 'The truth about an order of the caller: {checkout, steps: [{kind, at}], subscription, payment, invoice}; null where there is none yet. What changes it is told on member:<id> as money.';

revoke execute on function
  public.payment_means(), private.quote(text, text, text, text, timestamptz), public.quote_checkout(text, text, text, text), public.save_billing_details(jsonb),
  private.save_billing_details_for(uuid, jsonb), private.close_checkouts(uuid[], timestamptz),
  private.open_checkout_for(uuid, timestamptz, text, text, text, jsonb, text, text, text, uuid), public.open_checkout(text, text, text, jsonb, text, text, text, uuid),
  private.steps_of_checkout(public.checkouts), public.read_checkout(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.payment_means(), public.quote_checkout(text, text, text, text) to anon, authenticated;
grant execute on function
  public.save_billing_details(jsonb), public.open_checkout(text, text, text, jsonb, text, text, text, uuid), public.read_checkout(uuid)
to authenticated;
