-- Money moved: provider events and member requests, the resulting payments, refunds and disputes, the books, and commands for
-- providers. Written only by the fold; refers to accounts by id only, like all money tables.
create table private.provider_events (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('stripe', 'btcpay', 'sandbox')),
  event_id text not null check (length(event_id) between 1 and 255),
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  kind text not null,
  event jsonb not null,
  raw text,
  headers jsonb,
  state text not null check (state in ('processed', 'waiting', 'refused')),
  reason text,
  -- The member, once known; the event is then a fact of that member, evaluated by the fold.
  member uuid,
  subscription_id uuid references public.subscriptions (id),
  taxed jsonb,
  fingerprint text check (length(fingerprint) between 1 and 255),
  told_at timestamptz,
  unique (provider, event_id)
);
comment on table private.provider_events is 'Provider events as received, each once. waiting: about something still unknown; refused: never applied, for the given reason.';
comment on column private.provider_events.taxed is 'For a payment: the tax of a renewal on its day, {country, tax_rate, treatment, vat_number}, determined once when its member is known, so that later rule changes do not affect the past.';
comment on column private.provider_events.fingerprint is 'For a payment: the provider''s identifier of the payment method, the same for one card in all accounts. It reveals who pays for whom; only staff checks read it.';
comment on column private.provider_events.told_at is 'When the admins were notified of a received but refused payment.';
create index provider_events_of_fingerprint on private.provider_events (provider, fingerprint) where fingerprint is not null;
create index provider_events_of_member on private.provider_events (member, occurred_at);
create index provider_events_of_subscription on private.provider_events (subscription_id);
create index provider_events_waiting on private.provider_events (provider, received_at) where state = 'waiting';
create index provider_events_waiting_for on private.provider_events using gin (event jsonb_path_ops) where state = 'waiting';
create index provider_events_refused on private.provider_events (received_at) where state = 'refused';

create table private.provider_objects (
  provider text not null,
  kind text not null check (kind in ('subscription', 'payment', 'refund', 'dispute')),
  object_id text not null,
  member uuid not null,
  subscription_id uuid not null references public.subscriptions (id),
  primary key (provider, kind, object_id)
);
comment on table private.provider_objects is 'The owner of each provider id. An id belongs to one contract permanently; an event that contradicts this is refused.';
create index provider_objects_of_subscription on private.provider_objects (subscription_id);
create index provider_objects_of_member on private.provider_objects (member);

create table private.money_commands (
  id bigint generated always as identity primary key,
  member uuid not null,
  subscription_id uuid not null references public.subscriptions (id),
  kind text not null check (kind in ('cancel', 'resume', 'change', 'withdraw', 'method', 'refund', 'erase')),
  at timestamptz not null,
  details jsonb not null default '{}'
);
comment on table private.money_commands is 'Requests by a member, or by staff for them: facts in addition to the providers'' events, with their own times.';
create index money_commands_of_member on private.money_commands (member, at);
create index money_commands_of_subscription on private.money_commands (subscription_id);
call private.make_append_only('private.money_commands');

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  subscription_id uuid not null references public.subscriptions (id),
  checkout_id uuid references public.checkouts (id),
  provider text not null,
  provider_payment text not null,
  amount bigint not null check (amount >= 0),
  currency text not null,
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  surplus bigint not null default 0 check (surplus >= 0),
  tax_rate numeric(5, 2) not null,
  country text not null,
  -- For a renewal, the tax rule on its day; otherwise the order's applies.
  treatment text,
  vat_number text,
  state text not null check (state in ('pending', 'succeeded', 'failed', 'refunded', 'partially_refunded', 'disputed', 'lost')),
  failure text,
  method jsonb,
  period_start timestamptz,
  period_end timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  unique (provider, provider_payment),
  check (net + tax + surplus = amount)
);
comment on table public.payments is 'Incoming payments. net + tax is what bought something; surplus bought nothing and is refunded. An invoice is due where net + tax > 0 and paid_at is set.';
create index payments_of_member on public.payments (user_id, paid_at desc);
create index payments_of_subscription on public.payments (subscription_id);
create index payments_of_checkout on public.payments (checkout_id);

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  fact text not null unique,
  user_id uuid not null,
  payment_id uuid not null references public.payments (id),
  amount bigint not null check (amount > 0),
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  reason text not null check (reason in ('withdrawal', 'staff', 'overpaid')),
  state text not null check (state in ('asked', 'succeeded', 'failed')),
  provider_refund text,
  asked_by uuid,
  words text,
  at timestamptz not null,
  done_at timestamptz,
  -- Where the member claims it, until they have.
  claim_url text check (claim_url ~ '^https?://'),
  check (net + tax = amount or reason = 'overpaid'),
  check (state <> 'succeeded' or done_at is not null)
);
comment on table public.refunds is 'Outgoing refunds: requested at, made done_at. claim_url is the provider''s page for claiming cryptocurrency, which needs a target address. For a surplus, net and tax are 0, because nothing was sold.';
create index refunds_of_payment on public.refunds (payment_id);
create index refunds_of_member on public.refunds (user_id, at desc);

create table public.disputes (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  payment_id uuid not null references public.payments (id),
  provider text not null,
  provider_dispute text not null,
  amount bigint not null,
  state text not null check (state in ('open', 'won', 'lost')),
  due_by timestamptz,
  at timestamptz not null,
  closed_at timestamptz,
  -- The part of the sale taken back by a lost one; the rest was refunded before, or never bought anything.
  net bigint not null default 0 check (net >= 0),
  tax bigint not null default 0 check (tax >= 0),
  unique (provider, provider_dispute),
  check (net + tax <= amount),
  check ((state = 'open') = (closed_at is null))
);
comment on table public.disputes is 'Payments disputed at the member''s bank: opened at, won or lost closed_at, the day on which a lost one is booked.';
create index disputes_of_payment on public.disputes (payment_id);

create table private.books (
  id bigint generated always as identity primary key,
  fact text not null,
  account text not null check (account ~ '^(provider:(stripe|btcpay|sandbox)|revenue|vat:[A-Z]{2}|refunds|overpaid|losses|commission|payable:[0-9a-f-]{36}|payouts)$'),
  amount bigint not null check (amount <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  at timestamptz not null,
  member uuid,
  noted_at timestamptz not null default clock_timestamp()
);
comment on table private.books is 'Double-entry books: debit is positive, credit negative, and the rows of a fact sum to 0. Corrections are further rows of the same fact.';
create index books_of_fact on private.books (fact);
create index books_of_account on private.books (account, at);
create index books_of_member on private.books (member);
call private.make_append_only('private.books');

create function private.check_books() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.books where fact = new.fact group by currency having sum(amount) <> 0) then
    raise exception 'books_unbalanced' using errcode = '23514', detail = new.fact;
  end if;
  return null;
end
$$;
comment on function private.check_books() is 'Rejects transactions that leave a fact''s rows unbalanced.';
create constraint trigger check_books after insert on private.books deferrable initially deferred
  for each row execute function private.check_books();

create table private.provider_commands (
  id bigint generated always as identity primary key,
  provider text not null,
  kind text not null check (kind in ('open_checkout', 'close_checkout', 'cancel', 'cancel_now', 'resume', 'change', 'schedule', 'refund', 'update_method', 'drop_change', 'pay_open')),
  subject uuid not null,
  payload jsonb not null default '{}',
  idempotency_key text not null unique,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  attempts int not null default 0,
  last_error text,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  done_at timestamptz
);
comment on table private.provider_commands is 'Commands for a provider. subject is the order, contract or refund. Executed once per idempotency_key; the provider''s events report the result.';
create index provider_commands_waiting on private.provider_commands (next_try_at) where state = 'waiting';
create index provider_commands_of_subject on private.provider_commands (subject);

-- Each payment and each grace period grants one period of access.
alter table public.premium_grants add column fact text unique, add column payment_id uuid references public.payments (id);
comment on column public.premium_grants.fact is 'The fact of the member''s money that granted it: payment:<id> or grace:<subscription>; null if granted otherwise.';
create index premium_grants_of_payment on public.premium_grants (payment_id);

-- Row-level security -------------------------------------------------------------------------------------------------
alter table private.provider_events enable row level security;
alter table private.provider_objects enable row level security;
alter table private.money_commands enable row level security;
alter table private.books enable row level security;
alter table private.provider_commands enable row level security;
alter table public.payments enable row level security;
create policy "members read their own payments, admins every one" on public.payments for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');
alter table public.refunds enable row level security;
create policy "members read their own refunds, admins every one" on public.refunds for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');
alter table public.disputes enable row level security;
create policy "members read their own disputes, admins every one" on public.disputes for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');

-- Grants -------------------------------------------------------------------------------------------------------------
revoke all on public.payments, public.refunds, public.disputes from anon, authenticated, service_role;
grant select on public.payments, public.refunds, public.disputes to authenticated, service_role;
revoke all on private.provider_events, private.provider_objects, private.money_commands, private.books, private.provider_commands
from anon, authenticated, service_role;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function private.check_books() from public, anon, authenticated, service_role;

-- Personal data ------------------------------------------------------------------------------------------------------
insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
select subject, condition, null, exported, hidden, omitted, fate, reason from (values
  ('public.payments', 'user_id = $1', true, false, '{}'::text[], 'kept', 'Books are kept ten years, by the account''s number alone (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).'),
  ('public.refunds', 'user_id = $1', true, false, '{asked_by}', 'kept', 'Books are kept ten years, by the account''s number alone (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).'),
  ('public.disputes', 'user_id = $1', true, false, '{}', 'kept', 'Books are kept ten years, by the account''s number alone (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).'),
  ('private.books', 'member = $1', true, true, '{}', 'kept', 'Books are kept ten years, by the account''s number alone (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).'),
  ('private.money_commands', 'member = $1', true, true, '{}', 'kept', 'What was asked of a contract is kept with it ten years, by the account''s number alone (Code de commerce, art. L123-22).'),
  ('private.provider_events', 'member = $1', true, true, '{headers,fingerprint}', 'kept', 'What the books follow from is kept ten years with them; the provider''s own words, which may name the member, and the fingerprint of their card, which only finds who pays for themselves and would be of no use once told, go with the account.'),
  ('private.provider_objects', 'member = $1', true, true, '{}', 'kept', 'Numbers of payments, kept with the books (Code de commerce, art. L123-22).')
) as line (subject, condition, exported, hidden, omitted, fate, reason);
