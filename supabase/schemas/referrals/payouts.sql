-- Payouts: the member requests the due amount, which is frozen in the books; an admin approves requests in batches, sends them
-- manually from the operator's own wallet, and records the public transaction. A failed payout returns to the balance.
create table public.payout_batches (
  id bigint generated always as identity primary key,
  made_by uuid not null,
  made_at timestamptz not null default now()
);
comment on table public.payout_batches is 'Payouts approved together, and by whom.';

create table public.payouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  wallet_id uuid references public.wallets (id) on delete set null,
  amount bigint not null check (amount > 0),
  currency text not null,
  asset text not null,
  network text not null,
  address text not null,
  state text not null default 'requested' check (state in ('requested', 'approved', 'paid', 'failed', 'cancelled')),
  batch_id bigint references public.payout_batches (id),
  requested_at timestamptz not null default now(),
  approved_at timestamptz,
  closed_at timestamptz,
  transaction_hash text,
  -- What was sent: the amount of the asset, and its price in currency (whole units).
  sent numeric(38, 18) check (sent > 0),
  rate numeric(38, 18) check (rate > 0),
  reason text check (length(reason) <= 500),
  check (private.is_payout_asset(asset, network)),
  check ((state in ('paid', 'failed', 'cancelled')) = (closed_at is not null)),
  check ((state = 'paid') = (transaction_hash is not null)),
  check ((state = 'paid') = (sent is not null and rate is not null)),
  check (state <> 'approved' or batch_id is not null)
);
comment on table public.payouts is 'amount and currency are what is owed; asset, network and address its destination. The sender converts the amount when sending, and records it with its rate.';
-- Two concurrent requests create one payout.
create unique index payouts_open on public.payouts (user_id) where state in ('requested', 'approved');
create index payouts_of_member on public.payouts (user_id, requested_at desc);
create index payouts_of_batch on public.payouts (batch_id);
create index payouts_of_wallet on public.payouts (wallet_id);
create index payouts_of_address on public.payouts (lower(address));
create index wallets_of_address on public.wallets (lower(address));
create index payouts_of_transaction on public.payouts (transaction_hash) where transaction_hash is not null;
create index payouts_newest on public.payouts (requested_at desc, id);
call private.audit_changes('public.payouts');
call private.audit_changes('public.payout_batches');

create function private.is_transaction_hash(network text, hash text) returns boolean
language sql immutable set search_path = '' as $$
  select hash ~ case network
    when 'bitcoin' then '^[0-9a-f]{64}$' when 'tron' then '^[0-9a-f]{64}$' when 'solana' then '^[1-9A-HJ-NP-Za-km-z]{64,88}$' else '^0x[0-9a-f]{64}$' end
$$;
comment on function private.is_transaction_hash(text, text) is 'Whether a text has the form of a network''s transaction hashes; only the network knows whether the transaction exists.';

create function private.is_positive(written text) returns boolean
language sql immutable set search_path = '' as $$ select coalesce(written ~ '^[0-9]{1,20}(\.[0-9]{1,18})?$' and written ~ '[1-9]', false) $$;
comment on function private.is_positive(text) is 'Whether a text is a decimal above 0 with a point and at most 18 decimals.';

create function private.book_payout(payout uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.post_entries(
    'payout:' || id,
    case when state in ('failed', 'cancelled') then '{}'::jsonb else jsonb_build_object('payable:' || user_id, amount, 'payouts', -amount) end,
    currency, requested_at, user_id)
  from public.payouts where id = payout
$$;
comment on function private.book_payout(uuid) is 'Deducts a payout from the balance when it is requested, and restores it when it fails.';

create function private.referral_balance(member uuid, moment timestamptz, out pending bigint, out due bigint, out frozen bigint, out paid bigint)
language sql stable security definer set search_path = '' as $$
  with rules as (select currency from public.referral_settings), owed as (
    select coalesce(-sum(books.amount), 0)::bigint as total from private.books, rules where account = 'payable:' || referral_balance.member and books.currency = rules.currency
  ), waiting as (
    select coalesce(sum(amount), 0)::bigint as total from public.commissions where user_id = referral_balance.member and (due_at > moment or disputed)
  ), gone as (
    select coalesce(sum(amount) filter (where state in ('requested', 'approved')), 0)::bigint as frozen,
      coalesce(sum(amount) filter (where state = 'paid'), 0)::bigint as paid
    from public.payouts where user_id = referral_balance.member
  )
  select waiting.total, owed.total - waiting.total, gone.frozen, gone.paid from owed, waiting, gone
$$;
comment on function private.referral_balance(uuid, timestamptz) is 'Minor units of the programme''s currency. pending + due is what the books owe the member; due may be negative after a refund of what was paid out, and is offset by later commissions.';

create function public.request_payout() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  rules public.referral_settings;
  wallet public.wallets;
  owed bigint;
  made uuid;
begin
  select * into strict rules from public.referral_settings;
  if me is null or not private.may_refer(me) then raise exception 'not_allowed' using errcode = '42501'; end if;
  perform from public.profiles where id = me for update;
  if exists (select from public.payouts where user_id = me and state in ('requested', 'approved')) then raise exception 'payout_open'; end if;
  select * into wallet from public.wallets where user_id = me and replaced_at is null and stopped_at is null;
  if not found then raise exception 'wallet_missing'; end if;
  if wallet.usable_at > now() then raise exception 'wallet_held' using detail = wallet.usable_at::text; end if;
  owed := (private.referral_balance(me, now())).due;
  if owed < rules.payout_minimum then raise exception 'below_minimum' using detail = rules.payout_minimum::text; end if;
  insert into public.payouts (user_id, wallet_id, amount, currency, asset, network, address)
  values (me, wallet.id, owed, rules.currency, wallet.currency, wallet.network, wallet.address) returning id into made;
  perform private.book_payout(made);
  return made;
end
$$;
comment on function public.request_payout() is 'Requests everything due, to the current wallet, and freezes it. Raises not_allowed, payout_open, wallet_missing, wallet_held, below_minimum.';

create function private.end_payout(payout uuid, ending text, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.payouts set state = ending, closed_at = now(), reason = end_payout.reason where id = payout;
  perform private.book_payout(payout);
end
$$;
comment on function private.end_payout(uuid, text, text) is 'Ends a payout that was not sent, and restores its amount.';

create function public.cancel_payout() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  open uuid;
begin
  perform from public.profiles where id = auth.uid() for update;
  select id into open from public.payouts where user_id = auth.uid() and state = 'requested' for update;
  if not found then return false; end if;
  perform private.end_payout(open, 'cancelled', 'member');
  return true;
end
$$;
comment on function public.cancel_payout() is 'Cancels the caller''s request before its approval; false if there is none.';

create function private.cancel_for_wallet() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_payout(id, 'cancelled', 'wallet') from public.payouts where user_id = new.user_id and state = 'requested';
  return null;
end
$$;
comment on function private.cancel_for_wallet() is 'Cancels a request to a replaced address: it can be repeated once the new address may be used.';
create trigger cancel_for_wallet after insert or update of stopped_at on public.wallets for each row execute function private.cancel_for_wallet();

create function public.approve_payouts(payout_ids uuid[]) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch bigint;
  done int;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if coalesce(cardinality(payout_ids), 0) not between 1 and 500 then raise exception 'too_many_rows' using detail = 'Between 1 and 500.'; end if;
  perform from public.payouts where id = any (payout_ids) order by id for update;
  if exists (select from public.payouts where id = any (payout_ids) and (state <> 'requested' or user_id = auth.uid() or not private.may_refer(user_id))) then
    raise exception 'not_requested';
  end if;
  -- Refunds since the request reduce the balance, and no one is paid more than it.
  if exists (select from unnest(array(select distinct user_id from public.payouts where id = any (payout_ids))) as asked (member),
    private.referral_balance(asked.member, now()) as balance where balance.due < 0)
  then
    raise exception 'not_covered';
  end if;
  insert into public.payout_batches (made_by) values (auth.uid()) returning id into batch;
  update public.payouts set state = 'approved', approved_at = now(), batch_id = batch where id = any (payout_ids);
  get diagnostics done = row_count;
  if done <> (select count(distinct id) from unnest(payout_ids) as id) then raise exception 'not_requested'; end if;
  return batch;
end
$$;
comment on function public.approve_payouts(uuid[]) is 'Approves requests as one batch, all or none, and returns its number. Raises not_admin, not_requested (another state, one''s own, or an account that no longer takes part), not_covered (their balance is now negative), too_many_rows.';

create function public.close_payout(payout_id uuid, hash text, sent text, rate text, known boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  open public.payouts;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into open from public.payouts where id = payout_id for update;
  if not found or open.state <> 'approved' then raise exception 'not_approved'; end if;
  if not coalesce(private.is_transaction_hash(open.network, btrim(hash)), false) then raise exception 'hash_invalid' using hint = 'hash'; end if;
  if not private.is_positive(close_payout.sent) then raise exception 'sent_invalid' using hint = 'sent'; end if;
  if not private.is_positive(close_payout.rate) then raise exception 'rate_invalid' using hint = 'rate'; end if;
  -- One transaction may pay a whole batch; elsewhere a repeated one was probably pasted twice.
  if not coalesce(known, false) and exists (select from public.payouts as other
    where other.transaction_hash = btrim(hash) and other.network = open.network and other.batch_id is distinct from open.batch_id)
  then raise exception 'hash_used' using hint = 'hash'; end if;
  update public.payouts set state = 'paid', closed_at = now(), transaction_hash = btrim(hash), sent = close_payout.sent::numeric, rate = close_payout.rate::numeric where id = payout_id;
  perform private.book_payout(payout_id);
  perform private.tell_member(open.user_id, 'payout_paid', jsonb_build_object(
    'At', now(), 'PayoutAmount', open.amount, 'PayoutCurrency', open.currency, 'Currency', open.asset, 'Network', open.network, 'Address', open.address,
    'TransactionHash', btrim(hash)), '/parrainage');
end
$$;
comment on function public.close_payout(uuid, text, text, text, boolean) is 'Records the transaction of an approved payout, the amount of the asset sent and its rate (units of the payout''s currency for one; both decimal text), and notifies the member. Raises not_admin, not_approved, hash_invalid, sent_invalid, rate_invalid, and hash_used if a payout of another batch has the same transaction, unless known confirms it.';

create function public.fail_payout(payout_id uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  open public.payouts;
  words constant text := private.cleaned(fail_payout.reason, 500);
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if length(words) < 3 then raise exception 'reason_missing' using hint = 'reason'; end if;
  select * into open from public.payouts where id = payout_id for update;
  if not found or open.state not in ('requested', 'approved') then raise exception 'not_open'; end if;
  perform private.end_payout(payout_id, 'failed', words);
  perform private.tell_member(open.user_id, 'payout_failed', jsonb_build_object(
    'At', now(), 'PayoutAmount', open.amount, 'PayoutCurrency', open.currency, 'Currency', open.asset, 'Network', open.network, 'Address', open.address,
    'Reason', words), '/parrainage');
end
$$;
comment on function public.fail_payout(uuid, text) is 'Ends a payout that could not or must not be sent; the amount returns to the member, who is told why. Raises not_admin, not_open, reason_missing.';

create function public.list_payouts(
  of_state text default null, of_batch bigint default null, before_at timestamptz default null, before_id uuid default null, most int default 50
)
returns table (
  id uuid, user_id uuid, username text, email text, amount bigint, currency text, asset text, network text, address text, unprotected boolean, state text,
  batch_id bigint, requested_at timestamptz, approved_at timestamptz, closed_at timestamptz, transaction_hash text, reason text, referrals int, payers int, balance bigint,
  same_address int
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return query
    select payout.id, payout.user_id, profile.username, account.email::text, payout.amount, payout.currency, payout.asset, payout.network, payout.address,
      wallet.unprotected, payout.state, payout.batch_id, payout.requested_at, payout.approved_at, payout.closed_at, payout.transaction_hash, payout.reason,
      (select count(*)::int from public.referrals where referrer = payout.user_id),
      (select count(distinct referral_id)::int from public.commissions where commissions.user_id = payout.user_id and commissions.amount > 0),
      (private.referral_balance(payout.user_id, now())).due,
      (select count(distinct known.user_id)::int from (
        select wallets.user_id from public.wallets where lower(wallets.address) = lower(payout.address)
        union all select other.user_id from public.payouts as other where lower(other.address) = lower(payout.address)
      ) as known where known.user_id <> payout.user_id)
    from public.payouts as payout left join public.profiles as profile on profile.id = payout.user_id
      left join auth.users as account on account.id = payout.user_id left join public.wallets as wallet on wallet.id = payout.wallet_id
    where (of_state is null or payout.state = of_state) and (of_batch is null or payout.batch_id = of_batch) and (before_at is null or (payout.requested_at, payout.id) < (before_at, before_id))
    order by payout.requested_at desc, payout.id desc limit least(greatest(coalesce(most, 50), 1), 501);
end
$$;
comment on function public.list_payouts(text, bigint, timestamptz, uuid, int) is 'For admins: payouts by state or batch, newest first, with the member, their number of referrals and of paying ones, their current balance beside the request (negative after refunds), and how many other accounts ever had the same address. At most 501 at once.';

create function public.my_referral() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  rules public.referral_settings;
  own_code text;
begin
  select * into strict rules from public.referral_settings;
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  select code into own_code from public.referral_codes where user_id = me;
  return jsonb_build_object(
    'allowed', private.may_refer(me), 'code', own_code,
    'rules', to_jsonb(rules) - 'only_row' || jsonb_build_object('rates', (
      select coalesce(jsonb_agg(jsonb_build_object('plan', rate.plan, 'name', sold.name, 'percent', rate.percent) order by sold.sort), '[]')
      from (select distinct on (referral_rates.plan) * from public.referral_rates where starts_at <= now() order by referral_rates.plan, starts_at desc, id desc) as rate
        join public.plans as sold on sold.slug = rate.plan and private.is_on_sale(sold, now())
    )),
    'funnel', jsonb_build_object(
      'clicks', (select count(*) from private.referral_clicks where code = own_code and not robot)
        + (select coalesce(sum(clicks), 0) from private.referral_click_days where code = own_code),
      'sign_ups', (select count(*) from public.referrals where referrer = me and blocked_for is null),
      'blocked', (select count(*) from public.referrals where referrer = me and blocked_for is not null),
      'conversions', (select count(distinct referral_number) from public.commissions where user_id = me)
    ),
    'balance', (select to_jsonb(balance) from private.referral_balance(me, now()) as balance),
    'months', (
      select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'amount', (
        select coalesce(sum(amount), 0) from public.commissions
        where user_id = me and earned_at >= month at time zone 'Europe/Paris' and earned_at < (month + interval '1 month') at time zone 'Europe/Paris'
      )) order by month)
      from generate_series(date_trunc('month', now() at time zone 'Europe/Paris') - interval '11 months', date_trunc('month', now() at time zone 'Europe/Paris'), interval '1 month') as month
    ),
    'wallet', (
      select jsonb_build_object('currency', currency, 'network', network, 'address', address, 'saved_at', saved_at, 'usable_at', usable_at, 'unprotected', unprotected)
      from public.wallets where user_id = me and replaced_at is null and stopped_at is null
    )
  );
end
$$;
comment on function public.my_referral() is 'The caller''s programme: {allowed, code, rules {…, rates}, funnel {clicks, sign_ups, blocked, conversions}, balance {pending, due, frozen, paid}, months [{month, amount}], wallet}. Amounts in minor units of rules.currency.';

alter table public.payouts enable row level security;
create policy "members read their own payouts, admins every one" on public.payouts for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');
alter table public.payout_batches enable row level security;
create policy "admins read the batches" on public.payout_batches for select to authenticated using ((select private.reading_staff_role()) = 'admin');
revoke all on public.payouts, public.payout_batches from anon, authenticated, service_role;
grant select on public.payouts, public.payout_batches to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.is_transaction_hash(text, text), private.is_positive(text), private.book_payout(uuid), private.referral_balance(uuid, timestamptz), public.request_payout(),
  private.end_payout(uuid, text, text), public.cancel_payout(), private.cancel_for_wallet(), public.approve_payouts(uuid[]), public.close_payout(uuid, text, text, text, boolean),
  public.fail_payout(uuid, text), public.list_payouts(text, bigint, timestamptz, uuid, int), public.my_referral()
from public, anon, authenticated, service_role;
grant execute on function
  public.request_payout(), public.cancel_payout(), public.approve_payouts(uuid[]), public.close_payout(uuid, text, text, text, boolean), public.fail_payout(uuid, text),
  public.list_payouts(text, bigint, timestamptz, uuid, int), public.my_referral()
to authenticated;

insert into private.personal_data (subject, condition, exported, hidden, fate, reason) values
  ('public.payouts', 'user_id = $1', true, false, 'kept', 'Books are kept ten years, by the account''s number alone (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).'),
  ('public.payout_batches', 'made_by = $1', true, true, 'kept', 'Who approved what is kept with the books (Code de commerce, art. L123-22); only staff do.');
