-- Settling: writes what follows from a member's facts, in the transaction that added one. Correct rows are left unchanged, so
-- settling twice has no effect. The caller holds the member's lock.
create function private.lock_money(member uuid) returns void
language sql volatile set search_path = '' as $$ select pg_advisory_xact_lock(hashtextextended('money:' || member, 0)) $$;
comment on function private.lock_money(uuid) is 'Serialises transactions on a member''s money.';

create function private.try_lock_money(member uuid) returns boolean
language sql volatile set search_path = '' as $$ select pg_try_advisory_xact_lock(hashtextextended('money:' || member, 0)) $$;
comment on function private.try_lock_money(uuid) is 'The same for batches over many members: false if another transaction holds the lock.';

create function private.post_entries(fact text, wanted jsonb, currency text, at timestamptz, member uuid) returns void
language sql volatile set search_path = '' as $$
  insert into private.books (fact, account, amount, currency, at, member)
  select post_entries.fact, account, sum(amount), post_entries.currency, entry.at, post_entries.member
  from (
    select key as account, post_entries.at, value::bigint as amount from jsonb_each_text(wanted)
    union all
    select account, books.at, -amount from private.books where books.fact = post_entries.fact
  ) as entry (account, at, amount) group by account, entry.at having sum(amount) <> 0
$$;
comment on function private.post_entries(text, jsonb, text, timestamptz, uuid) is 'Adjusts a fact''s book entries to {account: minor units} at its time: writes the difference to the existing ones, which is nothing the second time. If the time changes, the entries are reversed at their old time.';

create function private.ask_provider(provider text, kind text, subject uuid, payload jsonb, idempotency_key text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.provider_commands (provider, kind, subject, payload, idempotency_key)
  values (ask_provider.provider, ask_provider.kind, ask_provider.subject, ask_provider.payload, ask_provider.idempotency_key)
  on conflict on constraint provider_commands_idempotency_key_key do nothing;
  if found and ask_provider.provider <> 'sandbox' then
    perform private.enqueue('provider-commands', '{}', 'provider-commands');
  end if;
end
$$;
comment on function private.ask_provider(text, text, uuid, jsonb, text) is 'Records a command for a provider, once per idempotency key; the worker executes it.';

create function private.settle_rows(member uuid, s jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  running boolean;
begin
  -- Endings before beginnings, so that there are never two active contracts.
  foreach running in array array[false, true] loop
    update public.subscriptions as kept set
      plan = due.plan, period = due.period, price_id = due.price_id, amount = due.amount, provider_customer = due.provider_customer,
      provider_subscription = due.provider_subscription, state = due.state, current_period_start = due.current_period_start,
      current_period_end = due.current_period_end, paid_until = due.paid_until, anchor = due.anchor, segment_start = due.segment_start, stake = due.stake,
      next_plan = due.next_plan, next_period = due.next_period, next_price_id = due.next_price_id, next_amount = due.next_amount,
      cancel_requested_at = due.cancel_requested_at, withdrawn_at = due.withdrawn_at, failed_at = due.failed_at, grace_until = due.grace_until,
      next_try_at = due.next_try_at, method = due.method, withdraw_until = due.withdraw_until, started_at = due.started_at,
      ended_at = due.ended_at, ended_for = due.ended_for
    from jsonb_each(s -> 'subscriptions') as entry, jsonb_populate_record(null::public.subscriptions, entry.value) as due
    where kept.id = due.id and private.is_running(entry.value) = running
      and (kept.plan, kept.period, kept.price_id, kept.amount, kept.provider_customer, kept.provider_subscription, kept.state, kept.current_period_start,
        kept.current_period_end, kept.paid_until, kept.anchor, kept.segment_start, kept.stake, kept.next_plan, kept.next_period, kept.next_price_id, kept.next_amount,
        kept.cancel_requested_at, kept.withdrawn_at, kept.failed_at, kept.grace_until, kept.next_try_at, kept.method, kept.withdraw_until, kept.started_at,
        kept.ended_at, kept.ended_for)
      is distinct from (due.plan, due.period, due.price_id, due.amount, due.provider_customer, due.provider_subscription, due.state, due.current_period_start,
        due.current_period_end, due.paid_until, due.anchor, due.segment_start, due.stake, due.next_plan, due.next_period, due.next_price_id, due.next_amount,
        due.cancel_requested_at, due.withdrawn_at, due.failed_at, due.grace_until, due.next_try_at, due.method, due.withdraw_until, due.started_at,
        due.ended_at, due.ended_for);
  end loop;

  update public.checkouts as kept set state = entry.value ->> 'state', failure = entry.value ->> 'failure'
  from jsonb_each(s -> 'checkouts') as entry
  where kept.id = entry.key::uuid and (kept.state, kept.failure) is distinct from (entry.value ->> 'state', entry.value ->> 'failure')
    -- An expired order stays expired unless it is paid after all.
    and not (kept.state = 'expired' and entry.value ->> 'state' in ('open', 'failed', 'waiting'));

  insert into public.payments as kept (
    user_id, subscription_id, checkout_id, provider, provider_payment, amount, currency, net, tax, surplus, tax_rate, country, treatment, vat_number, state,
    failure, method, period_start, period_end, paid_at, created_at)
  select settle_rows.member, due.subscription_id, due.checkout_id, due.provider, due.provider_payment, due.amount, due.currency, due.net, due.tax, due.surplus,
    due.tax_rate, due.country, due.treatment, due.vat_number, private.payment_state(s, entry.key), due.failure, due.method, due.period_start, due.period_end, due.paid_at, (entry.value ->> 'received_at')::timestamptz
  from jsonb_each(s -> 'payments') as entry, jsonb_populate_record(null::public.payments, entry.value) as due
  on conflict (provider, provider_payment) do update set
    checkout_id = excluded.checkout_id, amount = excluded.amount, net = excluded.net, tax = excluded.tax, surplus = excluded.surplus, state = excluded.state,
    tax_rate = excluded.tax_rate, country = excluded.country, treatment = excluded.treatment, vat_number = excluded.vat_number,
    failure = excluded.failure, method = excluded.method, period_start = excluded.period_start, period_end = excluded.period_end, paid_at = excluded.paid_at
  where (kept.checkout_id, kept.amount, kept.net, kept.tax, kept.surplus, kept.tax_rate, kept.country, kept.treatment, kept.vat_number, kept.state, kept.failure,
      kept.method, kept.period_start, kept.period_end, kept.paid_at)
    is distinct from (excluded.checkout_id, excluded.amount, excluded.net, excluded.tax, excluded.surplus, excluded.tax_rate, excluded.country, excluded.treatment,
      excluded.vat_number, excluded.state, excluded.failure, excluded.method, excluded.period_start, excluded.period_end, excluded.paid_at);

  insert into public.refunds as kept (id, fact, user_id, payment_id, amount, net, tax, reason, state, provider_refund, asked_by, words, at, done_at)
  select coalesce(substring(entry.key from '^asked:([0-9a-f-]{36})$')::uuid, gen_random_uuid()), entry.key, settle_rows.member, pay.id, due.amount, due.net, due.tax,
    due.reason, due.state, due.provider_refund, due.asked_by, due.words, due.at, due.done_at
  from jsonb_each(s -> 'refunds') as entry, jsonb_populate_record(null::public.refunds, entry.value) as due, public.payments as pay
  where pay.provider || ':' || pay.provider_payment = entry.value ->> 'pay' and pay.user_id = settle_rows.member
  on conflict (fact) do update set state = excluded.state, provider_refund = excluded.provider_refund, net = excluded.net, tax = excluded.tax, amount = excluded.amount,
    reason = excluded.reason, done_at = excluded.done_at,
    claim_url = case when excluded.state = 'asked' then kept.claim_url end
  where (kept.state, kept.provider_refund, kept.net, kept.tax, kept.amount, kept.reason, kept.done_at)
    is distinct from (excluded.state, excluded.provider_refund, excluded.net, excluded.tax, excluded.amount, excluded.reason, excluded.done_at);

  -- A payment that later facts invalidated: it bought and refunded nothing.
  update public.payments as kept set state = 'failed', failure = 'refused', amount = 0, net = 0, tax = 0, surplus = 0, paid_at = null, period_start = null, period_end = null
  where user_id = settle_rows.member and paid_at is not null and not s -> 'payments' ? (kept.provider || ':' || kept.provider_payment);
  update public.refunds as kept set state = 'failed', claim_url = null
  where user_id = settle_rows.member and state <> 'failed' and not s -> 'refunds' ? kept.fact;

  insert into public.disputes as kept (user_id, payment_id, provider, provider_dispute, amount, state, due_by, at, closed_at, net, tax)
  select settle_rows.member, pay.id, due.provider, due.provider_dispute, due.amount, due.state, due.due_by, due.at, due.closed_at, coalesce(due.net, 0), coalesce(due.tax, 0)
  from jsonb_each(s -> 'disputes') as entry, jsonb_populate_record(null::public.disputes, entry.value) as due, public.payments as pay
  where pay.provider || ':' || pay.provider_payment = entry.value ->> 'pay' and pay.user_id = settle_rows.member
  on conflict (provider, provider_dispute) do update set state = excluded.state, amount = excluded.amount, due_by = excluded.due_by, at = excluded.at,
    closed_at = excluded.closed_at, net = excluded.net, tax = excluded.tax
  where (kept.state, kept.amount, kept.due_by, kept.at, kept.closed_at, kept.net, kept.tax)
    is distinct from (excluded.state, excluded.amount, excluded.due_by, excluded.at, excluded.closed_at, excluded.net, excluded.tax);

  update private.provider_events as kept set
    state = case when s -> 'verdicts' ? (kept.provider || ':' || event_id) then 'refused' else 'processed' end,
    reason = s -> 'verdicts' ->> (kept.provider || ':' || event_id)
  where kept.member = settle_rows.member
    and reason is distinct from s -> 'verdicts' ->> (kept.provider || ':' || event_id);

  insert into public.subscription_events (subscription_id, user_id, kind, from_state, to_state, at, cause, details)
  select (entry ->> 'subscription_id')::uuid, settle_rows.member, entry ->> 'kind', entry ->> 'from_state', entry ->> 'to_state',
    (entry ->> 'at')::timestamptz, entry ->> 'cause', entry -> 'details'
  from jsonb_array_elements(s -> 'log') as entry
  on conflict (subscription_id, kind, cause) do nothing;
end
$$;
comment on function private.settle_rows(uuid, jsonb) is 'Writes the contracts, orders, payments, refunds and disputes of a member''s state.';

create function private.payment_state(s jsonb, pay_key text) returns text
language sql stable set search_path = '' as $$
  select case
    when pay ->> 'paid_at' is null then case when (pay ->> 'pending')::boolean then 'pending' else 'failed' end
    when exists (select from jsonb_each(s -> 'disputes') where value ->> 'pay' = pay_key and value ->> 'state' = 'lost') then 'lost'
    when exists (select from jsonb_each(s -> 'disputes') where value ->> 'pay' = pay_key and value ->> 'state' = 'open') then 'disputed'
    when back >= (pay ->> 'amount')::bigint then 'refunded'
    when back > 0 then 'partially_refunded'
    else 'succeeded'
  end
  from (select s -> 'payments' -> pay_key as pay, (
    select coalesce(sum((value ->> 'amount')::bigint), 0) from jsonb_each(s -> 'refunds') where value ->> 'pay' = pay_key and value ->> 'state' = 'succeeded'
  ) as back) as known
$$;
comment on function private.payment_state(jsonb, text) is 'The state of a payment according to its refunds and disputes.';

create function private.settle_books(member uuid, s jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  entry record;
  pay jsonb;
  held bigint;
begin
  for entry in select key, value from jsonb_each(s -> 'payments') where value ->> 'paid_at' is not null or (value ->> 'held')::bigint > 0 loop
    held := (entry.value ->> 'amount')::bigint;
    perform private.post_entries('payment:' || entry.key, jsonb_build_object(
      'provider:' || (entry.value ->> 'provider'), held, 'revenue', -(entry.value ->> 'net')::bigint,
      'vat:' || (entry.value ->> 'country'), -(entry.value ->> 'tax')::bigint, 'overpaid', -(entry.value ->> 'surplus')::bigint
    ), entry.value ->> 'currency', coalesce(entry.value ->> 'paid_at', entry.value ->> 'tried_at')::timestamptz, member);
  end loop;
  for entry in select key, value from jsonb_each(s -> 'refunds') where value ->> 'state' = 'succeeded' loop
    pay := s -> 'payments' -> (entry.value ->> 'pay');
    perform private.post_entries('refund:' || entry.key, jsonb_build_object(
      'provider:' || (pay ->> 'provider'), -(entry.value ->> 'amount')::bigint, 'refunds', (entry.value ->> 'net')::bigint,
      'vat:' || (pay ->> 'country'), (entry.value ->> 'tax')::bigint,
      'overpaid', case when entry.value ->> 'reason' = 'overpaid' then (entry.value ->> 'amount')::bigint else 0 end
    ), pay ->> 'currency', coalesce(entry.value ->> 'done_at', entry.value ->> 'at')::timestamptz, member);
  end loop;
  for entry in select key, value from jsonb_each(s -> 'disputes') loop
    pay := s -> 'payments' -> (entry.value ->> 'pay');
    held := case when entry.value ->> 'state' = 'lost' then (entry.value ->> 'amount')::bigint else 0 end;
    perform private.post_entries('dispute:' || entry.key, jsonb_build_object(
      'provider:' || (pay ->> 'provider'), -held, 'refunds', coalesce((entry.value ->> 'net')::bigint, 0), 'vat:' || (pay ->> 'country'), coalesce((entry.value ->> 'tax')::bigint, 0),
      'overpaid', coalesce((entry.value ->> 'surplus')::bigint, 0),
      'losses', held - coalesce((entry.value ->> 'net')::bigint + (entry.value ->> 'tax')::bigint + (entry.value ->> 'surplus')::bigint, 0)
    ), pay ->> 'currency', coalesce(entry.value ->> 'closed_at', entry.value ->> 'at')::timestamptz, member);
  end loop;
  -- A fact that no longer applies is reversed.
  for entry in
    select fact, min(currency) as currency, max(at) as at from private.books where books.member = settle_books.member and (case split_part(fact, ':', 1)
      when 'payment' then s -> 'payments' -> substring(fact from 9) ->> 'paid_at' is not null or (s -> 'payments' -> substring(fact from 9) ->> 'held')::bigint > 0
      when 'refund' then s -> 'refunds' -> substring(fact from 8) ->> 'state' = 'succeeded'
      else true end) is not true
    group by fact
  loop
    perform private.post_entries(entry.fact, '{}', entry.currency, entry.at, member);
  end loop;
end
$$;
comment on function private.settle_books(uuid, jsonb) is 'Adjusts the books to a member''s state: each payment, refund and lost dispute is a fact.';

create function private.access_of(s jsonb) returns table (fact text, source text, provider text, provider_payment text, starts_at timestamptz, ends_at timestamptz)
language sql stable set search_path = '' as $$
  select 'payment:' || pay.key, 'subscription', pay.value ->> 'provider', pay.value ->> 'provider_payment', (pay.value ->> 'period_start')::timestamptz,
    least((pay.value ->> 'period_end')::timestamptz, (pay.value ->> 'cut_at')::timestamptz)
  from jsonb_each(s -> 'payments') as pay
  where pay.value ->> 'paid_at' is not null and (pay.value ->> 'period_start')::timestamptz < least((pay.value ->> 'period_end')::timestamptz, (pay.value ->> 'cut_at')::timestamptz)
  union all
  -- A renewal may be charged up to an hour after the period's end, and reported later.
  select 'grace:' || sub.key, 'grace', null, null, (sub.value ->> 'current_period_end')::timestamptz,
    coalesce((sub.value ->> 'grace_until')::timestamptz, (sub.value ->> 'current_period_end')::timestamptz + interval '1 day')
  from jsonb_each(s -> 'subscriptions') as sub
  where sub.value ->> 'means' = 'card' and (sub.value ->> 'state' in ('active', 'past_due')
      or (sub.value ->> 'state' = 'expired' and sub.value ->> 'ended_for' in ('unpaid', 'canceled')))
    and coalesce((sub.value ->> 'grace_until')::timestamptz,
      case when sub.value ->> 'state' = 'active' then (sub.value ->> 'current_period_end')::timestamptz + interval '1 day' end) > (sub.value ->> 'current_period_end')::timestamptz
$$;
comment on function private.access_of(jsonb) is 'The periods of access in a member''s state: what each payment bought, shortened by refunds, and the grace period of a renewal.';

create function private.settle_access(member uuid, s jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- A deleted account has no access, but its books continue.
  if not exists (select from auth.users where id = member) then return; end if;
  delete from public.premium_grants as kept
  where user_id = member and kept.fact is not null and kept.fact not in (select due.fact from private.access_of(s) as due);
  insert into public.premium_grants as kept (user_id, source, starts_at, ends_at, fact, payment_id, created_at)
  select settle_access.member, due.source, due.starts_at, due.ends_at, due.fact, pay.id, clock_timestamp()
  from private.access_of(s) as due
  left join public.payments as pay on pay.provider = due.provider and pay.provider_payment = due.provider_payment
  on conflict (fact) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at
  where (kept.starts_at, kept.ends_at) is distinct from (excluded.starts_at, excluded.ends_at);
end
$$;
comment on function private.settle_access(uuid, jsonb) is 'Adjusts a member''s periods of access to their payments. Access granted otherwise is unchanged.';

create function private.settle_requests(member uuid, s jsonb, moment timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  entry record;
  sub jsonb;
begin
  -- Payments that bought nothing are refunded, but only after reconciliation has had a day to find their purpose.
  for entry in
    select key, value, (value ->> 'surplus')::bigint - (
      select coalesce(sum((back.value ->> 'amount')::bigint), 0) from jsonb_each(s -> 'refunds') as back
      where back.value ->> 'pay' = pay.key and back.value ->> 'reason' = 'overpaid' and back.value ->> 'state' <> 'failed') as owed
    from jsonb_each(s -> 'payments') as pay
    where (value ->> 'surplus')::bigint > 0 and (value ->> 'paid_at' is not null or (value ->> 'held')::bigint > 0)
      and (value ->> 'received_at')::timestamptz <= moment - interval '1 day'
      and not s -> 'refunds' ? ('asked:' || private.surplus_refund(key))
  loop
    continue when entry.owed <= 0;
    insert into private.money_commands (member, subscription_id, kind, at, details)
    values (settle_requests.member, (entry.value ->> 'subscription_id')::uuid, 'refund', moment, jsonb_build_object(
      'refund', private.surplus_refund(entry.key), 'payment', entry.key, 'amount', entry.owed, 'reason', 'overpaid'));
  end loop;
  for entry in select key, value from jsonb_each(s -> 'refunds') where value ->> 'state' = 'asked' loop
    perform private.ask_provider(s -> 'payments' -> (entry.value ->> 'pay') ->> 'provider', 'refund', substring(entry.key from 7)::uuid, jsonb_build_object(
      'refund', substring(entry.key from 7), 'payment', s -> 'payments' -> (entry.value ->> 'pay') -> 'provider_payment', 'amount', entry.value -> 'amount',
      'currency', s -> 'payments' -> (entry.value ->> 'pay') -> 'currency'), 'refund:' || substring(entry.key from 7));
  end loop;
  for sub in select value from jsonb_each(s -> 'subscriptions') where value ->> 'state' = 'expired'
    and (value ->> 'ended_for' <> 'canceled' or value ->> 'failed_at' is not null)
    and value ->> 'provider_subscription' is not null loop
    perform private.ask_provider(sub ->> 'provider', 'cancel_now', (sub ->> 'id')::uuid,
      jsonb_build_object('subscription', sub -> 'provider_subscription'), 'cancel_now:' || (sub ->> 'id') || ':' || (sub ->> 'ended_at'));
  end loop;
end
$$;
comment on function private.settle_requests(uuid, jsonb, timestamptz) is 'Sends a member''s pending commands to providers: refunds, and the end of contracts that ended here.';

create function private.surplus_refund(pay_key text) returns uuid
language sql immutable set search_path = '' as $$ select md5('surplus:' || pay_key)::uuid $$;
comment on function private.surplus_refund(text) is 'The id of the refund of a payment''s surplus: at most one.';

create function private.settle_member(member uuid, moment timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  s jsonb := private.money_of(member, moment);
  asked bigint;
begin
  select max(id) into asked from private.money_commands where money_commands.member = settle_member.member;
  perform private.settle_rows(member, s);
  perform private.settle_books(member, s);
  perform private.settle_access(member, s);
  perform private.settle_revenue(member);
  perform private.settle_requests(member, s, moment);
  if exists (select from private.money_commands where money_commands.member = settle_member.member and id > coalesce(asked, 0)) then
    return private.settle_member(member, moment);
  end if;
  -- The sandbox's answers are facts too and are settled in turn.
  if private.answer_sandbox(member, moment) > 0 then return private.money_of(member, moment); end if;
  perform private.tell_topic('member:' || member, 'money', '{"money": "changed"}');
  return s;
end
$$;
comment on function private.settle_member(uuid, timestamptz) is 'Writes what follows from a member''s facts, and makes their open pages reload. The caller holds private.lock_money().';

revoke execute on function
  private.lock_money(uuid), private.try_lock_money(uuid), private.post_entries(text, jsonb, text, timestamptz, uuid), private.ask_provider(text, text, uuid, jsonb, text),
  private.settle_rows(uuid, jsonb), private.payment_state(jsonb, text), private.settle_books(uuid, jsonb), private.access_of(jsonb),
  private.settle_access(uuid, jsonb), private.settle_requests(uuid, jsonb, timestamptz), private.surplus_refund(text), private.settle_member(uuid, timestamptz)
from public, anon, authenticated, service_role;
