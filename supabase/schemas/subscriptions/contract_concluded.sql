-- The confirmation that the law requires when a contract is concluded (Code de la consommation, art. L221-13 and L221-5):
-- purchase, seller, price, renewal, cancellation, withdrawal period and the form for it (annexe à l'art. R221-1).
create function private.mail_contract() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sub constant public.subscriptions := private.read_subscription(new.subscription_id);
  bought public.checkouts;
  vendor record;
begin
  if not exists (select from public.profiles where id = new.user_id) then return null; end if;
  -- An earlier fact that arrives later may report the same start again.
  if exists (select from public.subscription_events where subscription_id = new.subscription_id and kind = new.kind and id < new.id) then return null; end if;
  select * into strict bought from public.checkouts where subscription_id = sub.id and kind = 'first' order by (state = 'paid') desc, created_at desc limit 1;
  select * into strict vendor from private.seller;
  perform private.queue_mail(new.user_id, 'contract_concluded', jsonb_build_object('At', bought.created_at, 'Money', jsonb_strip_nulls(jsonb_build_object(
    'Order', bought.reference, 'Plan', private.plan_names(bought.plan), 'Period', bought.period, 'Amount', bought.total, 'Currency', bought.currency,
    -- Crypto payments cover one period: nothing renews automatically.
    'RenewsOn', case when sub.means = 'card' then sub.current_period_end end, 'PaidUntil', case when sub.means = 'crypto' then sub.current_period_end end,
    'RenewalAmount', case when sub.means = 'card' then coalesce(sub.next_amount, sub.amount) end,
    'WithdrawUntil', sub.withdraw_until, 'Terms', bought.terms_version, 'Waiver', case when bought.waiver_version is not null then true end,
    'Seller', jsonb_build_object('name', concat_ws(' ', vendor.name, nullif(vendor.form, '')),
      'address', concat_ws(', ', nullif(vendor.address, ''), nullif(concat_ws(' ', nullif(vendor.postcode, ''), nullif(vendor.city, '')), '')),
      'contact', concat_ws(', ', nullif(vendor.contact, ''), nullif(vendor.phone, '')), 'mediator', vendor.mediator)))));
  return null;
end
$$;
comment on function private.mail_contract() is 'Confirms a contract by mail at the first payment, once.';
create constraint trigger mail_contract after insert on public.subscription_events deferrable initially deferred
  for each row when (new.kind = 'started') execute function private.mail_contract();
revoke execute on function private.mail_contract() from public, anon, authenticated, service_role;
