-- Commissions: a member's share, for a limited time, of the net payments by people they referred. A commission is a function of
-- its payment, refunds and disputes: whenever one changes, it is recomputed and the books are adjusted. The order of facts
-- therefore does not matter, and a balance is always the sum of its entries.
create table public.referral_rates (
  id bigint generated always as identity primary key,
  plan text not null references public.plans (slug),
  percent numeric(5, 2) not null check (percent between 0 and 50),
  starts_at timestamptz not null default now()
);
comment on table public.referral_rates is 'The referrer''s percentage of payments for a plan, from a time on; plans without a row earn nothing. Rows are added, never changed.';
create index referral_rates_of_plan on public.referral_rates (plan, starts_at desc);
call private.make_append_only('public.referral_rates');
call private.audit_changes('public.referral_rates');

create table public.commissions (
  id uuid primary key default gen_random_uuid(),
  -- Not a foreign key: books outlive the account, which they refer to by id only.
  user_id uuid not null,
  payment_id uuid not null unique references public.payments (id),
  referral_id bigint references public.referrals (id) on delete set null,
  referral_number int not null,
  payment_number int not null,
  plan text not null,
  percent numeric(5, 2) not null,
  paid bigint not null check (paid >= 0),
  kept bigint not null check (kept between 0 and paid),
  amount bigint not null check (amount >= 0),
  currency text not null,
  earned_at timestamptz not null,
  due_at timestamptz not null,
  voided_for text check (voided_for in ('refund', 'dispute', 'blocked')),
  disputed boolean not null default false,
  check (due_at >= earned_at)
);
comment on table public.commissions is 'One row per payment with a commission. paid: its net amount; kept: the part not refunded; amount: the percentage of that, rounded half up. referral_number: the ordinal of the referrer''s sign-up; payment_number: the ordinal of that person''s payment. voided_for: why amount is lower than at first.';
create index commissions_of_member on public.commissions (user_id, earned_at desc, id);
create index commissions_of_referral on public.commissions (referral_id);

create function private.methods_of(member uuid) returns table (provider text, fingerprint text)
language sql stable set search_path = '' as $$
  select distinct told.provider, told.fingerprint from private.provider_events as told
  join public.payments as pay on pay.provider = told.provider and pay.provider_payment = told.event ->> 'payment' and pay.paid_at is not null
  where told.member = methods_of.member and told.fingerprint is not null
$$;
comment on function private.methods_of(uuid) is 'The payment methods that a member has used, by the providers'' identifiers.';

create function private.block_own_methods(pay public.payments) returns void
language plpgsql volatile set search_path = '' as $$
declare
  known record;
begin
  if pay.paid_at is null then return; end if;
  -- Whichever of the two pays first: a card used by both is the referrer's own.
  for known in
    select origin.id from public.referrals as origin where pay.user_id in (origin.referred, origin.referrer) and origin.blocked_for is null
      and exists (select * from private.methods_of(origin.referred) intersect select * from private.methods_of(origin.referrer))
  loop
    perform private.block_referral(known.id, 'own_payment_method');
  end loop;
end
$$;
comment on function private.block_own_methods(public.payments) is 'Blocks the payer''s referral if referrer and payer have used the same payment method.';

create function private.settle_commission(payment uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rules public.referral_settings;
  pay public.payments;
  origin public.referrals;
  contract public.subscriptions;
  own public.commissions;
  first_paid timestamptz;
  rate numeric;
  given_back bigint;
begin
  select * into strict rules from public.referral_settings;
  select * into pay from public.payments where id = payment;
  perform private.block_own_methods(pay);
  select * into own from public.commissions where payment_id = pay.id for update;
  if not found then
    if pay.paid_at is null or pay.net = 0 then return; end if;
    select * into origin from public.referrals where referred = pay.user_id;
    if not found or origin.blocked_for is not null or not private.may_refer(origin.referrer) or pay.currency <> rules.currency then return; end if;
    select * into contract from public.subscriptions where id = pay.subscription_id;
    select min(paid_at) into first_paid from public.payments where user_id = pay.user_id and paid_at is not null and net > 0;
    if pay.paid_at >= first_paid + make_interval(months => rules.commission_months) then return; end if;
    select percent into rate from public.referral_rates
    where plan = coalesce((select plan from public.checkouts where id = pay.checkout_id), contract.plan) and starts_at <= greatest(pay.paid_at, pay.created_at)
    order by starts_at desc, id desc limit 1;
    if coalesce(rate, 0) = 0 then return; end if;
    insert into public.commissions (
      user_id, payment_id, referral_id, referral_number, payment_number, plan, percent, paid, kept, amount, currency, earned_at, due_at
    ) values (
      origin.referrer, pay.id, origin.id,
      (select count(*) from public.referrals where referrer = origin.referrer and id <= origin.id),
      (select count(*) from public.payments where user_id = pay.user_id and net > 0 and paid_at <= pay.paid_at),
      coalesce((select plan from public.checkouts where id = pay.checkout_id), contract.plan), rate, pay.net, pay.net, 0, pay.currency, pay.paid_at,
      greatest(pay.paid_at + make_interval(days => rules.hold_days), contract.withdraw_until)
    ) returning * into own;
  end if;
  -- A requested refund counts immediately; it is restored only if it fails.
  select coalesce(sum(net), 0) into given_back from public.refunds where payment_id = pay.id and state <> 'failed';
  own.paid := pay.net;
  own.voided_for := case
    when exists (select from public.referrals where id = own.referral_id and blocked_for is not null) then 'blocked'
    when pay.state = 'lost' then 'dispute' when given_back > 0 or pay.paid_at is null then 'refund' end;
  own.kept := case when own.voided_for in ('blocked', 'dispute') or pay.paid_at is null then 0 else greatest(pay.net - given_back, 0) end;
  own.amount := private.half_up(own.kept * own.percent / 100);
  own.disputed := pay.state = 'disputed';
  update public.commissions set paid = own.paid, kept = own.kept, amount = own.amount, voided_for = own.voided_for, disputed = own.disputed
  where id = own.id and (paid, kept, amount, voided_for, disputed) is distinct from (own.paid, own.kept, own.amount, own.voided_for, own.disputed);
  perform private.post_entries('commission:' || own.id, jsonb_build_object('commission', own.amount, 'payable:' || own.user_id, -own.amount),
    own.currency, own.earned_at, own.user_id);
end
$$;
comment on function private.settle_commission(uuid) is 'Adjusts the commission of a payment to its facts: created at the first success, reduced by refunds, zero after a lost dispute or for a blocked referral. Idempotent.';

create function private.block_referral(referral bigint, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.referrals set blocked_for = reason, blocked_at = now() where id = referral and blocked_for is null;
  perform private.settle_commission(payment_id) from public.commissions where referral_id = referral;
end
$$;
comment on function private.block_referral(bigint, text) is 'Blocks a referral found to be invalid: its commissions are reversed, in the books too.';

create function private.follow_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.settle_commission(new.id);
  return null;
end
$$;
comment on function private.follow_payment() is 'Updates a payment''s commission in the payment''s transaction.';
create trigger follow_payment after insert or update on public.payments for each row execute function private.follow_payment();

create function private.follow_money_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.settle_commission(new.payment_id);
  return null;
end
$$;
comment on function private.follow_money_back() is 'Updates a commission when its payment is refunded or disputed.';
create trigger follow_refund after insert or update on public.refunds for each row execute function private.follow_money_back();
create trigger follow_dispute after insert or update on public.disputes for each row execute function private.follow_money_back();

alter table public.referral_rates enable row level security;
create policy "members read the rates" on public.referral_rates for select to authenticated using (true);
create policy "admins add rates" on public.referral_rates for insert to authenticated with check ((select public.writing_staff_role()) = 'admin' and starts_at >= now());
alter table public.commissions enable row level security;
create policy "members read their own commissions, admins every one" on public.commissions for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');
revoke all on public.referral_rates, public.commissions from anon, authenticated, service_role;
grant select on public.referral_rates to authenticated;
grant insert (plan, percent, starts_at) on public.referral_rates to authenticated;
-- Without the payer: a referrer sees only numbers.
grant select (id, user_id, referral_number, payment_number, plan, percent, paid, kept, amount, currency, earned_at, due_at, voided_for, disputed)
on public.commissions to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.methods_of(uuid), private.block_own_methods(public.payments), private.settle_commission(uuid), private.block_referral(bigint, text), private.follow_payment(), private.follow_money_back()
from public, anon, authenticated, service_role;

insert into private.personal_data (subject, condition, exported, hidden, fate, reason) values
  ('public.commissions', 'user_id = $1', true, false, 'kept', 'Books are kept ten years, by the account''s number alone (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).');
