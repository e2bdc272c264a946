-- Mails to members about their money: in the transaction of the event, or on a day set by law or courtesy.
create function private.invoice_drawn(invoice uuid, sha256 text, bytes int, moment timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  issued public.invoices;
begin
  insert into private.invoice_files (invoice_id, sha256, bytes, drawn_at) values (invoice, invoice_drawn.sha256, invoice_drawn.bytes, moment) on conflict do nothing;
  if not found then return; end if;
  select * into strict issued from public.invoices where id = invoice;
  -- Pure corrections, and documents after a bank's decision, are available in the account without a mail.
  if not (issued.fact like 'payment:%' and issued.kind = 'invoice' and issued.version = 1) and not (issued.fact like 'refund:%' and issued.kind = 'credit_note' and issued.version = 1) then return; end if;
  if not exists (select from public.profiles where id = issued.user_id) then return; end if;
  perform private.tell_member(issued.user_id, case issued.kind when 'invoice' then 'receipt' else 'refund_sent' end, jsonb_build_object('Money', jsonb_build_object(
    'Number', issued.number, 'Amount', issued.total, 'Currency', issued.currency, 'File', issued.user_id || '/' || issued.number || '.pdf')), '/mon-compte?onglet=abonnement');
end
$$;
comment on function private.invoice_drawn(uuid, text, int, timestamptz) is 'For the worker: records a document''s file, and mails the member the receipt or refund notice with it, once.';

create function private.plan_names(slug text) returns jsonb
language sql stable set search_path = '' as $$ select name from public.plans where plans.slug = plan_names.slug $$;
comment on function private.plan_names(text) is 'A plan''s name by language.';

-- Of a renewal that fails ------------------------------------------------------------------------------------------------
create function private.tell_of_failure() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sub public.subscriptions;
begin
  select * into strict sub from public.subscriptions where id = new.subscription_id;
  -- A message that is no longer true would only confuse.
  if sub.state <> 'past_due' or not exists (select from public.profiles where id = new.user_id) then return null; end if;
  perform private.tell_member(new.user_id, 'payment_failed', jsonb_strip_nulls(jsonb_build_object('ConfirmationURL', private.pay_page(sub))) || jsonb_build_object('At', new.at, 'Money', jsonb_build_object(
    'Plan', private.plan_names(sub.plan), 'Period', sub.period, 'Currency', sub.currency, 'Amount', coalesce(sub.next_amount, sub.amount), 'BankAsks', private.bank_asks(sub),
    'EndsAt', sub.grace_until, 'Tries', (
      select coalesce(jsonb_agg(try order by try), '[]') from (
        select sub.failed_at + make_interval(days => days) as try from unnest(array[1, 3, 5, 7]) as days
      ) as planned where try > new.at and try <= sub.grace_until))), '/mon-compte?onglet=abonnement');
  return null;
end
$$;
comment on function private.tell_of_failure() is 'Notifies a member of a failed renewal at each attempt: the next attempts, and how long access continues.';
-- At the end of the transaction, when the contract is settled.
create constraint trigger tell_of_failure after insert on public.subscription_events deferrable initially deferred
  for each row when (new.kind in ('past_due', 'payment_failed')) execute function private.tell_of_failure();

-- Of money that bought nothing ---------------------------------------------------------------------------------------------
create function private.tell_of_surplus() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept public.payments;
begin
  -- As of the end of the transaction, in which another fact may have explained the payment.
  select * into strict kept from public.payments where id = new.id;
  if kept.surplus = 0 or not exists (select from public.profiles where id = kept.user_id) then return null; end if;
  perform private.tell_member(kept.user_id, 'surplus_received', jsonb_build_object('At', coalesce(kept.paid_at, kept.created_at),
    'Money', jsonb_build_object('Amount', kept.surplus, 'Currency', kept.currency)), '/mon-compte?onglet=abonnement');
  return null;
end
$$;
comment on function private.tell_of_surplus() is 'The receipt of a payment that bought nothing (duplicate, excess, late): it is not a sale, so no invoice reports it.';
create constraint trigger tell_of_new_surplus after insert on public.payments deferrable initially deferred
  for each row when (new.surplus > 0) execute function private.tell_of_surplus();
create constraint trigger tell_of_surplus after update of surplus on public.payments deferrable initially deferred
  for each row when (new.surplus > 0 and old.surplus = 0) execute function private.tell_of_surplus();

create function private.tell_of_returned_surplus() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.profiles where id = new.user_id) then return null; end if;
  perform private.tell_member(new.user_id, 'surplus_returned', jsonb_build_object('At', new.done_at, 'Money', jsonb_build_object(
    'Amount', new.amount, 'Currency', (select currency from public.payments where id = new.payment_id))), '/mon-compte?onglet=abonnement');
  return null;
end
$$;
comment on function private.tell_of_returned_surplus() is 'Notifies a member that such a payment was refunded: without a sale there is no credit note.';
create trigger tell_of_returned_surplus_at_once after insert on public.refunds
  for each row when (new.reason = 'overpaid' and new.state = 'succeeded') execute function private.tell_of_returned_surplus();
create trigger tell_of_returned_surplus after update of state on public.refunds
  for each row when (new.reason = 'overpaid' and new.state = 'succeeded' and old.state <> 'succeeded') execute function private.tell_of_returned_surplus();

-- Of what is to come ------------------------------------------------------------------------------------------------------
create table private.money_notices (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  subscription_id uuid not null references public.subscriptions (id),
  kind text not null check (kind in ('renewal_notice', 'crypto_renewal', 'method_expiring')),
  -- The end of the period, or the card's last month: once for each.
  about text not null,
  announced_at timestamptz not null,
  facts jsonb not null,
  sent_at timestamptz,
  message_id text,
  unique (subscription_id, kind, about)
);
comment on table private.money_notices is 'What was announced to whom, with its data, and that the mail was sent: the proof required by law (Code de la consommation, art. L215-1). Only sent_at and message_id are written later, once.';
create index money_notices_of_member on private.money_notices (user_id);
alter table private.money_notices enable row level security;
revoke all on private.money_notices from anon, authenticated, service_role;

create function private.announce(sub public.subscriptions, kind text, about text, facts jsonb, link text, moment timestamptz) returns int
language plpgsql volatile set search_path = '' as $$
declare
  notice bigint;
begin
  insert into private.money_notices (user_id, subscription_id, kind, about, announced_at, facts)
  values (sub.user_id, sub.id, announce.kind, announce.about, moment, announce.facts)
  on conflict on constraint money_notices_subscription_id_kind_about_key do nothing returning id into notice;
  if notice is null then return 0; end if;
  perform private.tell_member(sub.user_id, kind, jsonb_build_object('Notice', notice, 'Money', facts), link);
  return 1;
end
$$;
comment on function private.announce(public.subscriptions, text, text, jsonb, text, timestamptz) is 'Announces an upcoming event to a member, once per about. Returns 1 if it was announced now.';

create function private.announce_renewals(moment timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  sub public.subscriptions;
  told int := 0;
  facts jsonb;
begin
  for sub in
    select known.* from public.subscriptions as known join public.profiles as profile on profile.id = known.user_id
    where known.state = 'active' and current_period_end > moment and current_period_end - interval '3 months' <= moment
    order by current_period_end limit 5000
  loop
    facts := jsonb_build_object('Plan', private.plan_names(coalesce(sub.next_plan, sub.plan)), 'Period', coalesce(sub.next_period, sub.period),
      'Amount', coalesce(sub.next_amount, sub.amount), 'Currency', sub.currency);
    -- From three months before; with less than a month left it is late, but better than none.
    if sub.means = 'card' and sub.period = 'year' then
      told := told + private.announce(sub, 'renewal_notice', private.paris_day(sub.current_period_end)::text, facts || jsonb_build_object(
        'RenewsOn', sub.current_period_end,
        -- The last complete day before it, so that no one is late by an hour.
        'Deadline', ((private.paris_day(sub.current_period_end) - 1) + time '12:00') at time zone 'Europe/Paris'), '/mon-compte?onglet=abonnement', moment);
    end if;
    if sub.means = 'crypto' and sub.paid_until <= sub.current_period_end and sub.current_period_end - interval '7 days' <= moment then
      told := told + private.announce(sub, 'crypto_renewal', private.paris_day(sub.current_period_end)::text,
        facts || jsonb_build_object('PaidUntil', sub.current_period_end), '/payment', moment);
    end if;
    if sub.means = 'card' and sub.method ->> 'expires' ~ '^[0-9]{4}-(0[1-9]|1[0-2])$' and sub.current_period_end - interval '30 days' <= moment
      and ((sub.method ->> 'expires') || '-01')::date + interval '1 month' <= sub.current_period_end at time zone 'Europe/Paris'
    then
      told := told + private.announce(sub, 'method_expiring', sub.method ->> 'expires', facts || jsonb_build_object(
        'Card', concat_ws(' •••• ', initcap(sub.method ->> 'brand'), sub.method ->> 'last4'), 'CardExpires', sub.method ->> 'expires', 'RenewsOn', sub.current_period_end),
        '/mon-compte?onglet=abonnement', moment);
    end if;
  end loop;
  return told;
end
$$;
comment on function private.announce_renewals(timestamptz) is 'For the worker, each day: yearly contracts that renew within three months, cards that expire before the next charge (thirty days ahead), crypto periods that end within seven days. Each is announced once; returns how many were.';

create function private.note_notice_sent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.money_notices set sent_at = new.sent_at, message_id = new.message_id where id = (new.data ->> 'Notice')::bigint and sent_at is null;
  return null;
end
$$;
comment on function private.note_notice_sent() is 'Records when the mail server accepted a notice''s mail, and its Message-ID.';
do $$
begin
  if to_regclass('_server.mail_outbox') is not null and has_table_privilege('_server.mail_outbox', 'trigger') then
    create trigger note_notice_sent after update of sent_at on _server.mail_outbox for each row
      when (new.sent_at is not null and old.sent_at is null and new.data ? 'Notice') execute function private.note_notice_sent();
  end if;
end
$$;

insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
values ('private.money_notices', 'user_id = $1', null, true, true, '{}', 'kept', 'Proof that a renewal was announced, by the account''s number alone, for five years (Code de la consommation, art. L215-1; Code civil, art. 2224).');

revoke execute on function
  private.invoice_drawn(uuid, text, int, timestamptz), private.plan_names(text), private.tell_of_failure(),
  private.tell_of_surplus(), private.tell_of_returned_surplus(),
  private.announce(public.subscriptions, text, text, jsonb, text, timestamptz), private.announce_renewals(timestamptz), private.note_notice_sent()
from public, anon, authenticated, service_role;
grant execute on function private.invoice_drawn(uuid, text, int, timestamptz), private.announce_renewals(timestamptz) to service_role;
