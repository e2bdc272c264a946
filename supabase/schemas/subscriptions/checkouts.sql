-- Orders: the same function quotes a price and agrees to it. read_checkout() is the authoritative state, never a URL.
create function public.payment_means() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('means', means, 'provider', provider) order by means), '[]')
    from private.payment_settings, lateral (values ('card', card_provider), ('crypto', crypto_provider)) as offered (means, provider)
    where provider is not null and private.may_sell(provider)
  );
end
$$;
comment on function public.payment_means() is 'The available payment methods with their providers: [{means, provider}]. A real provider is absent while the seller data for invoices are incomplete.';

create function private.vat_number_of(written text) returns text
language sql immutable set search_path = '' as $$ select nullif(upper(regexp_replace(coalesce(written, ''), '[^0-9A-Za-z]', '', 'g')), '') $$;
comment on function private.vat_number_of(text) is 'A VAT number in its stored form, without separators; null if empty.';

create function private.coupon_spent(code text, member uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.members as me
    join public.members as alias on private.mailbox_of(alias.email) = private.mailbox_of(me.email) and alias.user_id <> me.user_id
    join public.coupon_uses as taken on taken.user_id = alias.user_id and taken.coupon = coupon_spent.code
    where me.user_id = coupon_spent.member)
$$;
comment on function private.coupon_spent(text, uuid) is 'Whether another account with the same mailbox uses a coupon: one use per person.';

create function private.quote(
  plan text, period text, country text, vat_number text, coupon text, moment timestamptz, member uuid, out price public.current_plan_prices, out quoted jsonb
)
language plpgsql stable set search_path = '' as $$
declare
  given_code constant text := nullif(upper(private.cleaned(coupon, 64)), '');
  number_ constant text := private.vat_number_of(vat_number);
  treatment constant text := private.tax_treatment(upper(country), number_);
  rate constant numeric := private.treatment_rate(treatment, upper(country), private.paris_day(moment));
  offered public.coupons;
  renewed public.subscriptions;
  total bigint;
begin
  if country is null or upper(country) !~ '^[A-Z]{2}$' then raise exception 'country_wrong' using errcode = '22023', hint = 'country'; end if;
  -- A crypto renewal pays the agreed price, like a card renewal, whatever the plan costs now, and even if it is no longer sold.
  select * into renewed from public.subscriptions as held where held.user_id = quote.member and held.means = 'crypto'
    and held.state in ('active', 'past_due', 'canceled') and held.plan = quote.plan and held.period = quote.period and held.paid_until > moment
    and (held.provider <> 'sandbox' or private.sandbox_takes('crypto'));
  if found then
    select known.id, known.plan, known.period, known.amount, known.currency, known.starts_at, known.demonstration into strict price
    from public.plan_prices as known where known.id = renewed.price_id;
  else
    select known.* into price from public.current_plan_prices as known join public.plans on plans.slug = known.plan
    where known.plan = quote.plan and known.period = quote.period and known.currency = 'EUR' and known.amount > 0 and private.is_on_sale(plans, moment);
    if not found then raise exception 'plan_not_on_sale' using errcode = '22023', hint = 'plan'; end if;
  end if;
  total := price.amount;
  if given_code is not null then
    if renewed.id is not null then raise exception 'coupon_not_for_renewals' using errcode = '22023', hint = 'coupon'; end if;
    select * into offered from public.coupons as known where known.code = given_code
      and (known.plan is null or known.plan = quote.plan) and (known.period is null or known.period = quote.period)
      and known.starts_at <= moment and (known.ends_at is null or known.ends_at > moment);
    if not found then raise exception 'coupon_unknown' using errcode = '22023', hint = 'coupon'; end if;
    if offered.used >= offered.most or private.coupon_spent(given_code, quote.member) then raise exception 'coupon_used' using errcode = '22023', hint = 'coupon'; end if;
    total := total - coalesce(offered.amount, private.half_up(total * offered.percent / 100.0));
    if total < 100 then raise exception 'coupon_unknown' using errcode = '22023', hint = 'coupon'; end if;
  end if;
  quoted := jsonb_build_object(
    'net', private.net_of(total, rate), 'tax', total - private.net_of(total, rate), 'tax_rate', rate, 'total', total, 'currency', price.currency,
    'discount', price.amount - total, 'coupon', given_code, 'renews_at', private.period_after(coalesce(renewed.anchor, moment), coalesce(renewed.paid_until, moment), period), 'renewal_total', price.amount,
    'withdraw_until', private.withdraw_until(moment), 'treatment', treatment,
    'vat_number_fits', case when number_ is not null then treatment = 'outside_business' or private.is_vat_number(number_, upper(country)) end);
end
$$;
comment on function private.quote(text, text, text, text, text, timestamptz, uuid) is 'The price of a plan and the amounts for a country, for a consumer or a business, with a coupon; for a member who renews in crypto, the contract''s own price. The total is independent of who owes the tax (docs/decisions/028).';

create function private.check_terms(version text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from private.terms_versions as known where known.version = check_terms.version) then
    raise exception 'terms_not_accepted' using errcode = '22023', hint = 'terms_version';
  end if;
end
$$;
comment on function private.check_terms(text) is 'Raises terms_not_accepted for an unknown version of the terms.';

create function public.quote_checkout(plan text, period text, country text, coupon text default null, vat_number text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  code constant text := nullif(upper(private.cleaned(coupon, 64)), '');
  -- The price first: a plan that is not sold is refused before any coupon is checked.
  plain constant jsonb := (private.quote(plan, period, country, vat_number, null, now(), auth.uid())).quoted;
  refusal text;
  quoted jsonb;
begin
  if code is null then return plain; end if;
  if not private.may_try_coupon(code) then return plain || '{"coupon_refusal": "too_many_coupons"}'; end if;
  begin
    quoted := (private.quote(plan, period, country, vat_number, code, now(), auth.uid())).quoted;
  exception when invalid_parameter_value then
    refusal := sqlerrm;
  end;
  -- The attempt is always recorded, so the refusal is returned as a value: an exception would roll the record back.
  perform private.note_coupon_try(code, refusal is distinct from 'coupon_unknown');
  return coalesce(quoted, plain || jsonb_build_object('coupon_refusal', refusal));
end
$$;
comment on function public.quote_checkout(text, text, text, text, text) is 'The price of a plan (period month or year) in a country (ISO, two letters), tax included, in minor units, for a consumer or for a business with a VAT number: {net, tax, tax_rate, total, currency, discount, coupon, renews_at, renewal_total, withdraw_until, treatment (the tax rule), vat_number_fits (whether the number has that country''s format; null without one)}. A member who renews this very contract in crypto gets its own price. A coupon reduces only the first payment; an invalid one leaves the price unchanged and is explained in coupon_refusal: coupon_unknown, coupon_used, coupon_not_for_renewals, too_many_coupons (ten unknown codes of a member in an hour, thirty from one network). Raises plan_not_on_sale, country_wrong.';

create function private.save_billing_details_for(member uuid, details jsonb, moment timestamptz default clock_timestamp()) returns public.billing_details
language plpgsql volatile set search_path = '' as $$
declare
  saved public.billing_details;
  vat constant text := private.vat_number_of(details ->> 'vat_number');
  missing text;
begin
  if member is null or not exists (select from public.members where user_id = member) then raise exception 'not_a_member' using errcode = '42501'; end if;
  if private.cleaned(details ->> 'name', 160) = '' then raise exception 'name_missing' using errcode = '22023', hint = 'name'; end if;
  if upper(coalesce(details ->> 'country', '')) !~ '^[A-Z]{2}$' then raise exception 'country_wrong' using errcode = '22023', hint = 'country'; end if;
  if vat !~ '^[A-Z]{2}[A-Z0-9]{2,13}$' then raise exception 'vat_number_wrong' using errcode = '22023', hint = 'vat_number'; end if;
  -- Required on invoices to businesses (CGI, annexe II, art. 242 nonies A). Some countries outside the Union have no postcodes.
  select fact into missing from unnest(array['address', 'postcode', 'city']) with ordinality as needed (fact, place)
  where vat is not null and private.cleaned(details ->> fact, 300) = ''
    and (fact <> 'postcode' or exists (select from public.tax_rates as known where known.country = upper(details ->> 'country')))
  order by place limit 1;
  if missing is not null then raise exception 'address_required' using errcode = '22023', hint = missing; end if;
  insert into public.billing_details (user_id, name, address, postcode, city, country, vat_number, updated_at)
  values (member, private.cleaned(details ->> 'name', 160), private.cleaned(details ->> 'address', 300), private.cleaned(details ->> 'postcode', 16),
    private.cleaned(details ->> 'city', 100), upper(details ->> 'country'), vat, moment)
  on conflict (user_id) do update set name = excluded.name, address = excluded.address, postcode = excluded.postcode, city = excluded.city,
    country = excluded.country, vat_number = excluded.vat_number, updated_at = excluded.updated_at
  returning * into saved;
  return saved;
end
$$;
comment on function private.save_billing_details_for(uuid, jsonb, timestamptz) is 'Stores the recipient of a member''s future invoices.';

create function public.save_billing_details(details jsonb) returns public.billing_details
language sql volatile security definer set search_path = '' as $$ select private.save_billing_details_for(auth.uid(), details) $$;
comment on function public.save_billing_details(jsonb) is 'Stores the recipient of the caller''s future invoices: {name, address?, postcode?, city?, country, vat_number?}. A business, which has a VAT number, must give its address. Raises name_missing, country_wrong, vat_number_wrong, address_required (hint: what is missing).';

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
comment on function private.close_checkouts(uuid[], timestamptz) is 'Ends unpaid orders and releases their coupons. The caller holds their members'' locks.';

create function private.open_checkout_for(
  me uuid, moment timestamptz, plan text, period text, means text, details jsonb, terms_version text, waiver_version text, coupon text, idempotency_key uuid,
  expected_total bigint default null
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
  waived boolean;
begin
  if me is null or not exists (select from public.members where user_id = me) then raise exception 'not_a_member' using errcode = '42501'; end if;
  perform private.lock_money(me);
  select * into made from public.checkouts where user_id = me and checkouts.idempotency_key = open_checkout_for.idempotency_key;
  if found then
    if made.total <> expected_total then raise exception 'price_moved' using errcode = '22023', hint = 'expected_total', detail = made.total; end if;
    return made;
  end if;
  if exists (select from public.account_deletions where user_id = me and cancelled_at is null) then raise exception 'account_is_ending' using errcode = '42501'; end if;
  perform private.check_terms(terms_version);
  select case open_checkout_for.means when 'card' then card_provider when 'crypto' then crypto_provider end into payee from private.payment_settings;
  if payee is null then raise exception 'means_not_offered' using errcode = '22023', hint = 'means'; end if;
  if not private.may_sell(payee) then raise exception 'seller_incomplete' using errcode = 'PT409', hint = 'means'; end if;
  perform private.settle_member(me, moment);
  select * into running from public.subscriptions where user_id = me and state in ('active', 'past_due', 'canceled');
  -- A sandbox contract does not prevent a purchase: the first payment ends it.
  if running.provider = 'sandbox' and payee <> 'sandbox' then running := null; end if;
  if running.id is not null then
    if running.means <> 'crypto' or open_checkout_for.means <> 'crypto' then raise exception 'already_subscribed' using errcode = '23505'; end if;
    if running.plan <> open_checkout_for.plan or running.period <> open_checkout_for.period then raise exception 'renews_as_it_is' using errcode = '22023', hint = 'plan'; end if;
    if running.paid_until > running.current_period_end then raise exception 'renewed_already' using errcode = '23505'; end if;
  end if;
  if (select count(*) from public.checkouts where user_id = me and created_at > moment - interval '1 hour') >= 20 then
    raise exception 'too_many_checkouts' using errcode = 'PT429';
  end if;
  billed := private.save_billing_details_for(me, details, moment);
  -- An unpaid order is replaced by the next one, and its coupon is released.
  perform private.close_checkouts(array(select id from public.checkouts where user_id = me and state in ('open', 'failed') and kind in ('first', 'renewal')), moment);
  select * into agreed from private.quote(plan, period, billed.country, billed.vat_number, coupon, moment, me);
  price := agreed.price;
  quoted := agreed.quoted;
  -- The member agrees to the displayed price.
  if (quoted ->> 'total')::bigint <> expected_total then
    raise exception 'price_moved' using errcode = '22023', hint = 'expected_total', detail = quoted ->> 'total';
  end if;
  -- A plan without downloads needs no waiver of the withdrawal right, so none is stored.
  waived := nullif(waiver_version, '') is not null and (select downloads from public.plans where slug = price.plan);
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
    open_checkout_for.terms_version, case when waived then open_checkout_for.waiver_version end, case when waived then moment end, contract,
    open_checkout_for.idempotency_key, moment + case open_checkout_for.means when 'crypto' then interval '15 minutes' else interval '24 hours' end, moment
  ) returning * into made;
  if made.coupon is not null then
    -- The coupon's row lock serialises its uses: the second of two concurrent ones sees the first.
    update public.coupons set used = used + 1 where code = made.coupon and (most is null or used < most);
    if not found or private.coupon_spent(made.coupon, me) then raise exception 'coupon_used' using errcode = '22023', hint = 'coupon'; end if;
    insert into public.coupon_uses (coupon, user_id, checkout_id) values (made.coupon, me, made.id) on conflict do nothing;
    if not found then raise exception 'coupon_used' using errcode = '22023', hint = 'coupon'; end if;
  end if;
  if payee <> 'sandbox' then
    perform private.ask_provider(payee, 'open_checkout', made.id, jsonb_build_object('checkout', made.id), 'open_checkout:' || made.id);
  end if;
  return made;
end
$$;
comment on function private.open_checkout_for(uuid, timestamptz, text, text, text, jsonb, text, text, text, uuid, bigint) is 'A member agrees to pay at a time: expected_total, or the current price if that is null.';

create function public.open_checkout(
  plan text, period text, means text, details jsonb, terms_version text, expected_total bigint, waiver_version text default null, coupon text default null, idempotency_key uuid default gen_random_uuid()
) returns public.checkouts
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- An exception would roll the record of the attempt back, so no code is checked here: one that was not quoted is unknown.
  if private.cleaned(coupon, 64) <> '' and not private.was_quoted(upper(private.cleaned(coupon, 64))) then
    raise exception 'coupon_unknown' using errcode = '22023', hint = 'coupon';
  end if;
  return private.open_checkout_for(auth.uid(), clock_timestamp(), plan, period, means, details, terms_version, waiver_version, coupon, idempotency_key, coalesce(expected_total, -1));
end
$$;
comment on function public.open_checkout(text, text, text, jsonb, text, bigint, text, text, uuid) is 'The caller agrees to pay: plan, period, means (card or crypto), billing details (as for save_billing_details), the version of the terms, the displayed total (minor units), the version of the withdrawal waiver if its box was ticked (stored only for a plan with downloads), a coupon accepted by quote_checkout. The same idempotency_key returns the same order. Raises price_moved (detail: the current total), already_subscribed, plan_not_on_sale, coupon_unknown, coupon_used, coupon_not_for_renewals, terms_not_accepted, means_not_offered, seller_incomplete, renewed_already, renews_as_it_is, account_is_ending, too_many_checkouts.';

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
comment on function private.steps_of_checkout(public.checkouts) is 'The steps of an order, in order.';

create function public.read_checkout(id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  bought public.checkouts;
begin
  select * into bought from public.checkouts where checkouts.id = read_checkout.id and user_id = auth.uid();
  if not found then raise exception 'no_such_checkout' using errcode = 'PT404'; end if;
  return jsonb_build_object(
    'checkout', to_jsonb(bought) - '{idempotency_key,stake}'::text[], 'steps', private.steps_of_checkout(bought),
    'subscription', (select to_jsonb(sub) from public.subscriptions as sub where sub.id = bought.subscription_id and sub.state <> 'incomplete'),
    'payment', (select to_jsonb(pay) from public.payments as pay where pay.checkout_id = bought.id and pay.paid_at is not null order by paid_at limit 1),
    'invoice', private.invoice_of_checkout(bought.id));
end
$$;
comment on function public.read_checkout(uuid) is 'The authoritative state of one of the caller''s orders: {checkout, steps: [{kind, at}], subscription, payment, invoice}; null if there is none. Changes are announced on member:<id> as money.';

revoke execute on function
  public.payment_means(), private.vat_number_of(text), private.coupon_spent(text, uuid), private.quote(text, text, text, text, text, timestamptz, uuid), private.check_terms(text), public.quote_checkout(text, text, text, text, text), public.save_billing_details(jsonb),
  private.save_billing_details_for(uuid, jsonb, timestamptz), private.close_checkouts(uuid[], timestamptz),
  private.open_checkout_for(uuid, timestamptz, text, text, text, jsonb, text, text, text, uuid, bigint), public.open_checkout(text, text, text, jsonb, text, bigint, text, text, uuid),
  private.steps_of_checkout(public.checkouts), public.read_checkout(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.payment_means(), public.quote_checkout(text, text, text, text, text) to anon, authenticated;
grant execute on function
  public.save_billing_details(jsonb), public.open_checkout(text, text, text, jsonb, text, bigint, text, text, uuid), public.read_checkout(uuid)
to authenticated;
