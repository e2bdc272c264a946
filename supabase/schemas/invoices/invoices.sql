-- Invoices and credit notes. Each payment, refund and lost dispute is a fact whose documents sum to what it sold or refunded.
-- They are issued at the end of the transaction that settles it, with consecutive numbers from a row that is locked last.
-- Issued documents never change: a fact that turns out to be wrong is corrected by the opposite document and a new one.
create table private.invoice_series (
  year int not null,
  test boolean not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  last_place int not null default 0,
  last_at timestamptz not null default '-infinity',
  primary key (year, test, kind)
);
comment on table private.invoice_series is 'The last number of each series. Its rows are locked from numbering to commit, so that a rollback leaves no gap (CGI, annexe II, art. 242 nonies A).';
alter table private.invoice_series enable row level security;
revoke all on private.invoice_series from anon, authenticated, service_role;

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  number text not null unique,
  kind text not null check (kind in ('invoice', 'credit_note')),
  test boolean not null,
  year int not null,
  place int not null check (place > 0),
  user_id uuid not null,
  fact text not null,
  version int not null check (version > 0),
  payment_id uuid not null references public.payments (id),
  -- For a credit note: the invoice that it reduces. For an invoice: the credit note that it reverses.
  corrects uuid references public.invoices (id),
  issued_at timestamptz not null,
  paid_at timestamptz not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  total bigint not null check (total > 0),
  tax_rate numeric(5, 2) not null,
  treatment text not null check (treatment in ('domestic', 'untaxed', 'one_stop_shop', 'reverse_charge', 'exempt', 'outside', 'outside_business')),
  language text not null check (language = any (private.languages())),
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  mentions text[] not null,
  method jsonb,
  check (net + tax = total),
  check (kind = 'invoice' or corrects is not null),
  unique (fact, version),
  unique (year, test, kind, place)
);
comment on table public.invoices is 'Invoices and credit notes as issued: seller, buyer, lines [{text, quantity, unit_net, net, from?, to?}], mentions. Amounts are minor units and never negative; a credit note refunds. test: issued by the sandbox, in a separate series.';
create index invoices_of_member on public.invoices (user_id, issued_at desc);
create index invoices_of_payment on public.invoices (payment_id);
create index invoices_of_corrected on public.invoices (corrects);
call private.make_append_only('public.invoices');
alter table public.invoices enable row level security;
create policy "members read their own invoices, admins every one" on public.invoices for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');
revoke all on public.invoices from anon, authenticated, service_role;
grant select on public.invoices to authenticated, service_role;

create function private.lock_series(year int) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if not exists (select from private.invoice_series as known where known.year = lock_series.year) then
    insert into private.invoice_series (year, test, kind)
    select lock_series.year, test, kind from unnest(array[false, true]) as test, unnest(array['credit_note', 'invoice']) as kind on conflict do nothing;
  end if;
  -- All series of the year in one order, to avoid deadlocks between transactions that need several.
  perform from private.invoice_series as known where known.year = lock_series.year order by test, kind for update;
end
$$;
comment on function private.lock_series(int) is 'Serialises the transactions that issue documents of a year, until their end.';

create function private.issue_document(
  fact text, payment public.payments, kind text, net bigint, tax bigint, lines jsonb, corrects public.invoices, paid_at timestamptz, year int, moment timestamptz
) returns public.invoices
language plpgsql volatile set search_path = '' as $$
declare
  selling private.seller;
  taxed record;
  known_as jsonb;
  speaks text;
  said text[];
  place int;
  dated timestamptz;
  issued public.invoices;
begin
  select * into selling from private.seller;
  select checkouts.treatment, checkouts.vat_number into taxed from public.checkouts
  where id = payment.checkout_id or (subscription_id = payment.subscription_id and checkouts.kind = 'first')
  order by (id = payment.checkout_id) desc nulls last limit 1;
  if payment.treatment is not null then
    taxed.treatment := payment.treatment;
    taxed.vat_number := payment.vat_number;
  end if;
  taxed.treatment := coalesce(corrects.treatment, taxed.treatment, private.tax_treatment(payment.country, null));
  -- A correction has the same buyer; a deleted account is known from its last invoice.
  known_as := coalesce(
    corrects.buyer,
    (select jsonb_strip_nulls(to_jsonb(details) - '{user_id,updated_at,vat_number}'::text[]
      || jsonb_build_object('vat_number', coalesce(taxed.vat_number, case when private.is_vat_number(details.vat_number, details.country) then details.vat_number end))) from public.billing_details as details where user_id = payment.user_id),
    (select buyer from public.invoices where user_id = payment.user_id order by invoices.issued_at desc limit 1),
    jsonb_build_object('name', '', 'country', payment.country));
  speaks := coalesce(corrects.language, (select locale from public.profiles where id = payment.user_id), 'fr');
  said := array_remove(array[
    case when payment.provider = 'sandbox' then private.invoice_text('test', speaks) end,
    nullif(private.invoice_text(taxed.treatment, speaks), ''),
    case when kind = 'invoice' and known_as ? 'vat_number' then private.invoice_text('penalties', speaks) end,
    case when selling.mediator <> '' and not known_as ? 'vat_number' then private.invoice_text('mediator', speaks, jsonb_build_object('mediator', selling.mediator)) end
  ], null);
  -- If the clock went back, a document is not dated before the previous one.
  update private.invoice_series as series set last_place = last_place + 1, last_at = greatest(last_at, moment)
  where series.year = issue_document.year and series.test = (payment.provider = 'sandbox') and series.kind = issue_document.kind
  returning last_place, last_at into strict place, dated;
  insert into public.invoices (
    number, kind, test, year, place, user_id, fact, version, payment_id, corrects, issued_at, paid_at, currency, net, tax, total, tax_rate, treatment, language,
    seller, buyer, lines, mentions, method
  ) values (
    concat_ws('-', selling.prefix, case when payment.provider = 'sandbox' then 'TEST' end, case kind when 'credit_note' then 'AV' end, year,
      lpad(place::text, greatest(5, length(place::text)), '0')),
    kind, payment.provider = 'sandbox', year, place, payment.user_id, fact,
    1 + (select count(*) from public.invoices as earlier where earlier.fact = issue_document.fact), payment.id, corrects.id, dated, paid_at, payment.currency,
    net, tax, net + tax, payment.tax_rate, taxed.treatment, speaks, private.seller_on_invoice(selling), known_as, lines, said, payment.method
  ) returning * into issued;
  perform private.enqueue('draw-invoices', jsonb_build_object('id', issued.id));
  return issued;
end
$$;
comment on function private.issue_document(text, public.payments, text, bigint, bigint, jsonb, public.invoices, timestamptz, int, timestamptz) is 'Issues an invoice or a credit note with the current data. The caller holds private.lock_series() of the year.';

create function private.lines_of(payment public.payments, speaks text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  bought public.checkouts;
  contract public.subscriptions;
  event jsonb;
  plan text;
  period text;
  listed bigint;
  span jsonb := '{}';
begin
  select * into bought from public.checkouts where id = payment.checkout_id;
  select * into contract from public.subscriptions where id = payment.subscription_id;
  -- A renewal has no order: the contract's event contains what was renewed.
  select details into event from public.subscription_events
  where subscription_id = payment.subscription_id and details ->> 'payment' = payment.provider_payment order by id desc limit 1;
  plan := coalesce(bought.plan, event ->> 'plan', contract.plan);
  period := coalesce(bought.period, event ->> 'period', contract.period);
  plan := coalesce((select name ->> speaks from public.plans where slug = plan), plan);
  if payment.period_start is not null then span := jsonb_build_object('from', private.paris_day(payment.period_start), 'to', private.paris_day(payment.period_end)); end if;
  listed := case when bought.coupon is not null then (select private.net_of(amount, payment.tax_rate) from public.plan_prices where id = bought.price_id) else payment.net end;
  return jsonb_build_array(span || jsonb_build_object(
      'text', private.invoice_text(case when bought.kind = 'change' then 'change' else period end, speaks, jsonb_build_object('plan', plan)),
      'quantity', 1, 'unit_net', listed, 'net', listed))
    || case when listed = payment.net then '[]' else jsonb_build_array(jsonb_build_object(
      'text', private.invoice_text('coupon', speaks, jsonb_build_object('code', bought.coupon)), 'quantity', 1, 'unit_net', payment.net - listed, 'net', payment.net - listed)) end;
end
$$;
comment on function private.lines_of(public.payments, text) is 'The items of a payment, as lines that sum to its net amount; a discount is a separate line.';

create function private.settle_documents(
  fact text, payment uuid, wanted_net bigint, wanted_tax bigint, paid_at timestamptz, why text, moment timestamptz default clock_timestamp()
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  bought public.payments;
  standing public.invoices;
  original public.invoices;
  speaks text;
  stands boolean;
  same boolean;
  year constant int := extract(year from private.paris_day(moment));
begin
  -- Checked twice: usually nothing is due, and then nothing is locked.
  for attempt in 1..2 loop
    select * into standing from public.invoices as known where known.fact = settle_documents.fact order by version desc limit 1;
    -- A reversal cancels the current document.
    stands := standing.id is not null and not exists (
      select from public.invoices as turned where turned.id = standing.corrects and turned.fact = standing.fact);
    same := case when stands then (standing.net, standing.tax) = (wanted_net, wanted_tax) else wanted_net + wanted_tax = 0 end;
    if same then return; end if;
    if attempt = 1 then perform private.lock_series(year); end if;
  end loop;
  select * into strict bought from public.payments where id = payment;
  if stands then
    perform private.issue_document(fact, bought, case standing.kind when 'invoice' then 'credit_note' else 'invoice' end, standing.net, standing.tax,
      jsonb_build_array(jsonb_build_object('text', private.invoice_text('reversal', standing.language, jsonb_build_object('number', standing.number)),
        'quantity', 1, 'unit_net', standing.net, 'net', standing.net)), standing, standing.paid_at, year, moment);
  end if;
  if wanted_net + wanted_tax = 0 then return; end if;
  if why = 'payment' then
    speaks := coalesce((select locale from public.profiles where id = bought.user_id), 'fr');
    perform private.issue_document(fact, bought, 'invoice', wanted_net, wanted_tax, private.lines_of(bought, speaks), null, paid_at, year, moment);
  else
    select * into original from public.invoices as known where known.fact = 'payment:' || payment and kind = 'invoice' order by version desc limit 1;
    -- An amount that was never invoiced cannot be credited.
    if not found then return; end if;
    perform private.issue_document(fact, bought, 'credit_note', wanted_net, wanted_tax,
      jsonb_build_array(jsonb_build_object('text', private.invoice_text(why, original.language, jsonb_build_object('number', original.number)),
        'quantity', 1, 'unit_net', wanted_net, 'net', wanted_net)), original, paid_at, year, moment);
  end if;
end
$$;
comment on function private.settle_documents(text, uuid, bigint, bigint, timestamptz, text, timestamptz) is 'Adjusts a fact''s documents to its amount; does nothing if they match. why is payment, refund, withdrawal or dispute.';

create function private.issue_invoice(payment uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.settle_documents('payment:' || id, id, case when paid_at is null then 0 else net end, case when paid_at is null then 0 else tax end, paid_at, 'payment')
  from public.payments where id = payment
$$;
comment on function private.issue_invoice(uuid) is 'Invoices what a payment bought, once; reverses the invoice if it turns out to have bought nothing.';

create function private.issue_credit_note(refund uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.settle_documents('refund:' || id, payment_id, case when gave_back then net else 0 end, case when gave_back then tax else 0 end, at,
    case reason when 'withdrawal' then 'withdrawal' else 'refund' end)
  from public.refunds, lateral (select state = 'succeeded' and reason <> 'overpaid') as judged (gave_back) where id = refund
$$;
comment on function private.issue_credit_note(uuid) is 'Credits a completed refund; reverses the credit if the payment turns out to have bought nothing, which is not invoiced.';

create function private.credit_dispute(dispute bigint) returns void
language sql volatile security definer set search_path = '' as $$
  select private.settle_documents('dispute:' || known.id, known.payment_id, known.net, known.tax, coalesce(known.closed_at, known.at), 'dispute')
  from public.disputes as known where known.id = dispute
$$;
comment on function private.credit_dispute(bigint) is 'Credits the amount of a lost dispute.';

-- At the end of the transaction, when all rows are final, which also keeps the series locked for the shortest time. Payments
-- first, because credit notes refer to their invoice.
create function private.issue_what_is_due() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  case tg_table_name
    when 'payments' then perform private.issue_invoice(new.id);
    when 'refunds' then
      perform private.issue_invoice(new.payment_id);
      perform private.issue_credit_note(new.id);
    when 'disputes' then
      perform private.issue_invoice(new.payment_id);
      perform private.credit_dispute(new.id);
  end case;
  return null;
end
$$;
comment on function private.issue_what_is_due() is 'Issues the documents of a payment, a refund or a dispute.';
create constraint trigger issue_what_is_due after insert or update on public.payments deferrable initially deferred
  for each row execute function private.issue_what_is_due();
create constraint trigger issue_what_is_due after insert or update on public.refunds deferrable initially deferred
  for each row execute function private.issue_what_is_due();
create constraint trigger issue_what_is_due after insert or update on public.disputes deferrable initially deferred
  for each row execute function private.issue_what_is_due();

create function private.invoice_of_checkout(checkout uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', known.id, 'number', number, 'issued_at', issued_at, 'total', known.total, 'currency', known.currency)
  from public.invoices as known join public.payments as pay on pay.id = known.payment_id
  where pay.checkout_id = checkout and known.kind = 'invoice' order by issued_at limit 1
$$;
comment on function private.invoice_of_checkout(uuid) is 'An order''s invoice: {id, number, issued_at, total, currency}; null before it is issued.';

-- Files ------------------------------------------------------------------------------------------------------------------
create table private.invoice_files (
  invoice_id uuid primary key references public.invoices (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes int not null check (bytes > 0),
  drawn_at timestamptz not null
);
comment on table private.invoice_files is 'The rendered PDF of each document, in the bucket invoices under <user_id>/<number>.pdf.';
alter table private.invoice_files enable row level security;
revoke all on private.invoice_files from anon, authenticated, service_role;

insert into storage.buckets (id, name, public, allowed_mime_types) values ('invoices', 'invoices', false, array['application/pdf']);
-- Only the worker writes there.
create policy "members fetch their own invoices, admins every one" on storage.objects for select to authenticated
  using (bucket_id = 'invoices' and ((storage.foldername(name))[1] = (select auth.uid())::text or (select private.reading_staff_role()) = 'admin'));

revoke execute on function
  private.lock_series(int),
  private.issue_document(text, public.payments, text, bigint, bigint, jsonb, public.invoices, timestamptz, int, timestamptz),
  private.lines_of(public.payments, text), private.settle_documents(text, uuid, bigint, bigint, timestamptz, text, timestamptz), private.issue_invoice(uuid),
  private.issue_credit_note(uuid), private.credit_dispute(bigint), private.issue_what_is_due(), private.invoice_of_checkout(uuid)
from public, anon, authenticated, service_role;

insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
values ('public.invoices', 'user_id = $1', null, true, false, '{}', 'kept', 'Invoices are kept ten years, by their number and the name as issued (Code de commerce, art. L123-22; GDPR art. 17(3)(b)).');
