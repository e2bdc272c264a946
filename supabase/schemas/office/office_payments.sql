-- Payments as admins see them: the list, all that is known about one, what a refund would do before it is made, and what
-- providers told that nothing followed from. What staff give back is under audit.
create index payments_newest on public.payments (created_at desc, id desc);
create index payments_by_number on public.payments (provider_payment);
-- With what the sums of a period need, so that they are read here alone.
create index payments_paid on public.payments (paid_at) include (provider, currency, net, tax) where paid_at is not null;
create index disputes_open on public.disputes (due_by) where state = 'open';
create index provider_events_refused_payment on private.provider_events ((event ->> 'payment')) where state = 'refused';
create index provider_events_newest on private.provider_events (id desc) where state in ('refused', 'waiting');
-- Whoever has the address has the money.
call private.audit_changes('public.refunds', '{claim_url}');

create function private.payments_named(written text) returns table (payment_id uuid)
language plpgsql stable set search_path = '' as $$
declare
  number_ constant text := substring(upper(written) from '^VG-P-0*([0-9]{1,18})$');
begin
  if written ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return query
      select id from public.payments where id = written::uuid
      union select refunds.payment_id from public.refunds where id = written::uuid
      union select id from public.payments where user_id = written::uuid;
  elsif number_ is not null then
    return query select pay.id from public.checkouts as bought join public.payments as pay on pay.checkout_id = bought.id where bought.number = number_::bigint;
  end if;
  return query select id from public.payments where provider_payment = written;
  return query select invoice.payment_id from public.invoices as invoice where invoice.number = upper(written);
end
$$;
comment on function private.payments_named(text) is 'Payments by a number: of theirs, of their order (VG-P-…), invoice, refund, member, or the provider''s.';

create function public.list_payments(
  query text default '', of_state text default null, of_provider text default null, of_means text default null, of_plan text default null,
  since timestamptz default null, until timestamptz default null, before_at timestamptz default null, before_id uuid default null, most int default 50
)
returns table (
  id uuid, user_id uuid, member_name text, email text, reference text, provider text, provider_payment text, means text, plan text,
  amount bigint, currency text, refunded bigint, country text, state text, failure text, created_at timestamptz, paid_at timestamptz, due_by timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text := private.cleaned(query, 100);
  conditions text := 'true';
  word text;
  people text := '';
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if words <> '' then
    foreach word in array regexp_split_to_array(btrim(private.plain(words)), '\s+') loop
      continue when word = '';
      word := regexp_replace(word, '([\\%_])', '\\\1', 'g');
      people := people || format(' and words like %L', case when length(word) < 3 then '% ' else '%' end || word || '%');
    end loop;
    conditions := format('(pay.id in (select payment_id from private.payments_named(%L))%s)', words,
      case when people <> '' then ' or pay.user_id in (select user_id from public.members where true' || people || ')' else '' end);
  end if;
  if of_state is not null then conditions := conditions || format(' and pay.state = %L', of_state); end if;
  if of_provider is not null then conditions := conditions || format(' and pay.provider = %L', of_provider); end if;
  if of_means is not null then conditions := conditions || format(' and contract.means = %L', of_means); end if;
  if of_plan is not null then conditions := conditions || format(' and coalesce(bought.plan, contract.plan) = %L', of_plan); end if;
  if since is not null then conditions := conditions || format(' and pay.created_at >= %L', since); end if;
  if until is not null then conditions := conditions || format(' and pay.created_at < %L', until); end if;
  if before_at is not null then
    conditions := conditions || format(' and (pay.created_at, pay.id) < (%L::timestamptz, %L::uuid)', before_at, coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'));
  end if;
  -- Written out and planned each time: the best plan for one search is a bad one for another.
  return query execute format($sql$
    select pay.id, pay.user_id, coalesce(nullif(btrim(concat_ws(' ', member.first_name, member.last_name)), ''), member.username), member.email,
      bought.reference, pay.provider, pay.provider_payment, contract.means, coalesce(bought.plan, contract.plan), pay.amount, pay.currency,
      (select coalesce(sum(back.amount), 0)::bigint from public.refunds as back where back.payment_id = pay.id and back.state = 'succeeded'),
      pay.country, pay.state, pay.failure, pay.created_at, pay.paid_at,
      (select min(asked.due_by) from public.disputes as asked where asked.payment_id = pay.id and asked.state = 'open')
    from public.payments as pay
    join public.subscriptions as contract on contract.id = pay.subscription_id
    left join public.checkouts as bought on bought.id = pay.checkout_id
    left join public.members as member on member.user_id = pay.user_id
    where %s order by pay.created_at desc, pay.id desc limit %s
  $sql$, conditions, least(greatest(coalesce(most, 50), 1), 200));
end
$$;
comment on function public.list_payments(text, text, text, text, text, timestamptz, timestamptz, timestamptz, uuid, int) is 'For admins: payments, newest first, at most `most` (1 to 200) of those older than the row before_at and before_id name. query: words of the member''s name or address, or a number (order, payment, refund, invoice, provider''s). plan is the order''s, or of a renewal the contract''s. refunded is what went out; due_by when an open dispute must be answered.';

create function private.refundable(pay public.payments) returns bigint
language sql stable set search_path = '' as $$
  select case when pay.paid_at is null or pay.state in ('disputed', 'lost') then 0 else pay.net + pay.tax - coalesce((
    select sum(back.amount) from public.refunds as back where back.payment_id = pay.id and back.state <> 'failed' and back.reason <> 'overpaid'), 0) end
$$;
comment on function private.refundable(public.payments) is 'What of a payment staff may still give back, in minor units: nothing of one that is disputed. A surplus goes back by itself.';

create function private.place_evidence(pay public.payments) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('billing', pay.country, 'card', card, 'agree', card = pay.country)
  from (
    select (
      select told.event ->> 'card_country' from private.provider_events as told
      where told.state = 'processed' and told.kind = 'payment_succeeded' and told.provider = pay.provider and told.event ->> 'payment' = pay.provider_payment
        and told.member = pay.user_id and told.event ->> 'card_country' ~ '^[A-Z]{2}$'
      order by told.occurred_at, told.id limit 1
    ) as card
  ) as known
$$;
comment on function private.place_evidence(public.payments) is 'What is known of where a payment''s member lives, for the tax (Regulation (EU) 282/2011, art. 24b): {billing (the country they were billed in), card (where the card was issued, as its provider says; null where none says so), agree (null with one piece alone)}. Nothing is guessed.';

create function public.payment_file(payment uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  pay public.payments;
  pay_key text;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into pay from public.payments where id = payment_file.payment;
  if not found then return null; end if;
  pay_key := pay.provider || ':' || pay.provider_payment;
  return to_jsonb(pay) || jsonb_build_object(
    'refundable', private.refundable(pay),
    'places', private.place_evidence(pay),
    'member', (
      select jsonb_build_object('name', coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username), 'email', email)
      from public.members where members.user_id = pay.user_id),
    'checkout', (select to_jsonb(bought) - '{idempotency_key,stake}'::text[] from public.checkouts as bought where bought.id = pay.checkout_id),
    'contract', (
      select jsonb_build_object('id', contract.id, 'plan', contract.plan, 'period', contract.period, 'means', contract.means, 'state', contract.state,
        'current_period_end', contract.current_period_end, 'ended_for', contract.ended_for)
      from public.subscriptions as contract where contract.id = pay.subscription_id),
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(back) || jsonb_build_object('asked_by_name', (
        select coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username) from public.members where members.user_id = back.asked_by
      )) order by back.at, back.id), '[]') from public.refunds as back where back.payment_id = pay.id),
    'disputes', (select coalesce(jsonb_agg(to_jsonb(asked) order by asked.at, asked.id), '[]') from public.disputes as asked where asked.payment_id = pay.id),
    'access', (
      select coalesce(jsonb_agg(jsonb_build_object('starts_at', period.starts_at, 'ends_at', period.ends_at) order by period.starts_at), '[]')
      from public.premium_grants as period where period.payment_id = pay.id),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('id', told.id, 'event_id', told.event_id, 'kind', told.kind, 'occurred_at', told.occurred_at,
        'received_at', told.received_at, 'state', told.state, 'reason', told.reason, 'event', told.event, 'raw', told.raw) order by told.occurred_at, told.id), '[]')
      from (
        select * from private.provider_events where member = pay.user_id
          and (event ->> 'payment' = pay.provider_payment or event ->> 'checkout' = pay.checkout_id::text)
        union
        select * from private.provider_events where state = 'refused' and event ->> 'payment' = pay.provider_payment
      ) as told where told.provider = pay.provider),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'fact', entry.fact, 'account', entry.account, 'amount', entry.amount, 'currency', entry.currency,
        'at', entry.at, 'noted_at', entry.noted_at) order by entry.id), '[]')
      from private.books as entry where entry.fact in (
        select 'payment:' || pay_key
        union select 'refund:' || back.fact from public.refunds as back where back.payment_id = pay.id
        union select 'dispute:' || asked.provider || ':' || asked.provider_dispute from public.disputes as asked where asked.payment_id = pay.id)),
    'invoices', (
      select coalesce(jsonb_agg(jsonb_build_object('number', number, 'kind', kind, 'issued_at', issued_at, 'total', total, 'test', test) order by issued_at, number), '[]')
      from public.invoices where payment_id = pay.id),
    'referral', (
      select jsonb_build_object('referrer', origin.referrer, 'blocked_for', origin.blocked_for, 'blocked_at', origin.blocked_at,
        'name', (select coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username) from public.members where members.user_id = origin.referrer))
      from public.referrals as origin where origin.referred = pay.user_id),
    'commission', (
      select jsonb_build_object('user_id', user_id, 'percent', percent, 'amount', earned.amount, 'earned_at', earned_at, 'due_at', due_at, 'voided_for', voided_for)
      from public.commissions as earned where payment_id = pay.id));
end
$$;
comment on function public.payment_file(uuid) is 'For admins: a payment''s row and all that is about it: {…, refundable, member, checkout, contract, refunds, disputes, access, events as received with the reason of those refused, entries of the books, invoices, commission, referral (who brought the member, and why it brings nothing)}, oldest first. Null for no such payment.';

create function public.preview_refund(payment uuid, amount bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  asked constant uuid := gen_random_uuid();
  pay public.payments;
  pay_key text;
  before jsonb;
  afterwards jsonb;
  given_net bigint;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into pay from public.payments where id = preview_refund.payment;
  if not found or pay.paid_at is null then raise exception 'no_such_payment' using errcode = 'PT404'; end if;
  if pay.state in ('disputed', 'lost') then raise exception 'payment_disputed' using errcode = '22023'; end if;
  if coalesce(preview_refund.amount, 0) <= 0 or preview_refund.amount > private.refundable(pay) then
    raise exception 'refund_exceeds' using errcode = '22023', hint = 'amount';
  end if;
  pay_key := pay.provider || ':' || pay.provider_payment;
  -- The very steps that a refund takes, on a state that nobody keeps.
  before := private.money_of(pay.user_id, moment);
  afterwards := private.fold_step(before, jsonb_build_object('source', 'command', 'at', moment, 'key', 'preview', 'kind', 'refund',
    'subscription_id', pay.subscription_id, 'details', jsonb_build_object('refund', asked, 'payment', pay_key, 'amount', preview_refund.amount, 'reason', 'staff')));
  afterwards := private.fold_step(afterwards, jsonb_build_object('source', 'event', 'at', moment, 'key', 'preview', 'kind', 'refund_succeeded',
    'subscription_id', pay.subscription_id, 'provider', pay.provider, 'payment', pay.provider_payment, 'refund', 'preview', 'asked', asked, 'amount', preview_refund.amount));
  given_net := afterwards -> 'refunds' -> ('asked:' || asked) ->> 'net';
  return jsonb_build_object(
    'amount', preview_refund.amount, 'currency', pay.currency, 'net', given_net,
    'tax', afterwards -> 'refunds' -> ('asked:' || asked) -> 'tax', 'country', pay.country, 'tax_rate', pay.tax_rate, 'left', private.refundable(pay) - preview_refund.amount,
    'access_before', (select max(ends_at) from private.access_of(before) where ends_at > moment),
    'access_after', (select max(ends_at) from private.access_of(afterwards) where ends_at > moment),
    'contract_before', before -> 'subscriptions' -> pay.subscription_id::text -> 'state',
    'contract_after', afterwards -> 'subscriptions' -> pay.subscription_id::text -> 'state',
    'commission', (
      select jsonb_build_object('before', earned.amount, 'after', private.half_up(greatest(earned.kept - given_net, 0) * earned.percent / 100))
      from public.commissions as earned where earned.payment_id = pay.id));
end
$$;
comment on function public.preview_refund(uuid, bigint) is 'For admins: what refund_payment would do, reckoned by the fold itself, and nothing done: {amount, currency, net, tax, country, tax_rate, left, access_before, access_after (when paid access ends; null: none is left), contract_before, contract_after, commission {before, after} or null}. Refuses with no_such_payment, payment_disputed, refund_exceeds.';

create function public.list_provider_events(of_state text default null, before_id bigint default null, most int default 50)
returns table (
  id bigint, provider text, event_id text, kind text, state text, reason text, occurred_at timestamptz, received_at timestamptz, event jsonb, raw text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return query
    select told.id, told.provider, told.event_id, told.kind, told.state, told.reason, told.occurred_at, told.received_at, told.event, told.raw
    from private.provider_events as told
    where told.state in ('refused', 'waiting') and (of_state is null or told.state = of_state) and (list_provider_events.before_id is null or told.id < list_provider_events.before_id)
    order by told.id desc limit least(greatest(coalesce(most, 50), 1), 200);
end
$$;
comment on function public.list_provider_events(text, bigint, int) is 'For admins: what providers told that nothing followed from, newest first: refused, with the reason, or waiting for what is not known yet.';

revoke execute on function
  private.payments_named(text), private.refundable(public.payments), private.place_evidence(public.payments), public.list_payments(text, text, text, text, text, timestamptz, timestamptz, timestamptz, uuid, int),
  public.payment_file(uuid), public.preview_refund(uuid, bigint), public.list_provider_events(text, bigint, int)
from public, anon, authenticated, service_role;
grant execute on function
  public.list_payments(text, text, text, text, text, timestamptz, timestamptz, timestamptz, uuid, int),
  public.payment_file(uuid), public.preview_refund(uuid, bigint), public.list_provider_events(text, bigint, int)
to authenticated;
