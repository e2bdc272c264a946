-- The seller's data and the resulting tax rules. Invoices contain the seller's data as of their issue.
create table private.seller (
  only_row boolean primary key default true check (only_row),
  prefix text not null default 'VG' check (prefix ~ '^[A-Z0-9]{1,6}$'),
  brand text not null default 'Vigie' check (length(brand) between 1 and 60),
  name text not null default 'Vigie' check (length(name) between 1 and 160),
  form text not null default '' check (form in ('', 'EI', 'EURL', 'SARL', 'SASU', 'SAS', 'SA', 'SNC', 'SCS', 'SCA', 'SCOP', 'SCIC', 'SE', 'association')),
  -- Whole euros.
  capital bigint check (capital > 0),
  address text not null default '' check (length(address) <= 300),
  postcode text not null default '' check (length(postcode) <= 16),
  city text not null default '' check (length(city) <= 100),
  country text not null default 'FR' check (country = 'FR'),
  siren text not null default '' check (siren ~ '^([0-9]{9})?$'),
  siret text not null default '' check (siret ~ '^([0-9]{14})?$'),
  registration text not null default '' check (length(registration) <= 160),
  vat_number text not null default '' check (vat_number ~ '^(FR[0-9A-Z]{2}[0-9]{9})?$'),
  vat_exempt boolean not null default false,
  one_stop_shop boolean not null default true,
  contact text not null default 'contact@vigie.example' check (length(contact) <= 160),
  phone text not null default '' check (length(phone) <= 40),
  mediator text not null default '' check (length(mediator) <= 300),
  director text not null default '' check (length(director) <= 160),
  host text not null default '' check (length(host) <= 300),
  status text not null default '' check (length(status) <= 300),
  -- An exempt operator charges no tax anywhere, and takes part in no scheme that collects it.
  check (not vat_exempt or not one_stop_shop)
);
comment on table private.seller is 'One row: the seller. vat_exempt: small business without tax (CGI, art. 293 B). one_stop_shop: consumers elsewhere in the Union pay their own country''s tax; without it they pay the French one (CGI, art. 259 D, below the threshold). director, host and status are for the legal pages only.';
insert into private.seller default values;
alter table private.seller enable row level security;
revoke all on private.seller from anon, authenticated, service_role;
call private.audit_changes('private.seller');

-- Numbers ----------------------------------------------------------------------------------------------------------------
create function private.luhn_sum(digits text) returns int
language sql immutable set search_path = '' as $$
  select coalesce(sum(case when place % 2 = 0 then digit when digit > 4 then 2 * digit - 9 else 2 * digit end), 0)::int
  from (select substr(digits, length(digits) - place, 1)::int as digit, place from generate_series(0, length(digits) - 1) as place) as read
$$;
comment on function private.luhn_sum(text) is 'The digit sum with every second digit from the right doubled (ISO/IEC 7812-1, annex B); valid numbers give a multiple of ten.';

create function private.is_siren(number text) returns boolean
language sql immutable set search_path = '' as $$
  select case when number ~ '^[0-9]{9}$' then private.luhn_sum(number) % 10 = 0 and number <> '000000000' else false end
$$;
comment on function private.is_siren(text) is 'Whether nine digits are a SIREN by their check digit (Code de commerce, art. R123-220; INSEE). Does not check that it was assigned.';

create function private.is_siret(number text, siren text) returns boolean
language sql immutable set search_path = '' as $$
  select case when number !~ '^[0-9]{14}$' or left(number, 9) <> siren then false
    -- La Poste has more establishments than check digits allow: their digit sum is a multiple of five.
    when siren = '356000000' and private.luhn_sum(number) % 10 <> 0 then (select sum(digit::int) % 5 = 0 from regexp_split_to_table(number, '') as digit)
    else private.luhn_sum(number) % 10 = 0 end
$$;
comment on function private.is_siret(text, text) is 'Whether fourteen digits are a SIRET of that SIREN, by their check digit (INSEE).';

create function private.is_french_vat_number(number text, siren text) returns boolean
language sql immutable set search_path = '' as $$
  select case when number !~ '^FR[0-9A-HJ-NP-Z]{2}[0-9]{9}$' or right(number, 9) <> siren then false
    -- Keys with a letter are a newer kind whose rule is unpublished.
    when number ~ '^FR[0-9]{2}' then substr(number, 3, 2)::int = (12 + 3 * (siren::bigint % 97)) % 97
    else true end
$$;
comment on function private.is_french_vat_number(text, text) is 'Whether a French VAT number belongs to that SIREN: two key digits, (12 + 3 × (SIREN mod 97)) mod 97, then the SIREN (CGI, ann. II, art. 242 nonies A; BOI-TVA-DECLA-20-10-10-10).';

-- What is missing --------------------------------------------------------------------------------------------------------
create function private.is_company(form text) returns boolean
language sql immutable set search_path = '' as $$ select form not in ('', 'EI', 'association') $$;
comment on function private.is_company(text) is 'Whether a legal form has a share capital and a trade register entry.';

create function private.seller_gaps() returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when form = '' then 'form' end,
    case when private.is_company(form) and capital is null then 'capital' end,
    case when address = '' then 'address' end,
    case when postcode = '' then 'postcode' end,
    case when city = '' then 'city' end,
    case when siren = '' then 'siren' end,
    case when private.is_company(form) and registration = '' then 'registration' end,
    case when vat_number = '' and not vat_exempt then 'vat_number' end
  ], null) from private.seller
$$;
comment on function private.seller_gaps() is 'Required seller data missing from invoices (Code de commerce, art. L441-9, R123-237, R123-238; CGI, ann. II, art. 242 nonies A): nothing can be sold for money until they are complete.';

create function private.notice_gaps() returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[
    -- Domains that RFC 2606 reserves for examples are unreachable.
    case when contact = '' or contact ~ '[.@]example$' then 'contact' end,
    case when phone = '' then 'phone' end,
    case when mediator = '' then 'mediator' end,
    case when director = '' then 'director' end,
    case when host = '' then 'host' end
  ], null) from private.seller
$$;
comment on function private.notice_gaps() is 'Required data missing from the legal pages (LCEN, art. 1-1; Code de la consommation, art. L221-5, L616-1), which mark them as missing.';

create function private.may_sell(provider text) returns boolean
language sql stable security definer set search_path = '' as $$ select provider = 'sandbox' or private.seller_gaps() = '{}' $$;
comment on function private.may_sell(text) is 'Whether a provider may accept an order: the sandbox always, a real one once the seller data are complete.';

create function private.legal_form(selling private.seller) returns text
language sql immutable set search_path = '' as $$
  select case
    when selling.form = 'EI' then 'Entrepreneur individuel (EI)'
    when selling.form = 'association' then 'Association loi 1901'
    when selling.capital is null then selling.form
    else selling.form || ' au capital de ' || translate(btrim(to_char(selling.capital, '999,999,999,999,999')), ',', U&'\202F') || U&'\00A0€'
  end
$$;
comment on function private.legal_form(private.seller) is 'Legal form and capital as written in documents; always in French, as in French law.';

create function private.seller_on_invoice(selling private.seller) returns jsonb
language sql immutable set search_path = '' as $$
  select to_jsonb(selling) - '{only_row,prefix,capital,vat_exempt,one_stop_shop,mediator,phone,director,host,status}'::text[]
    || jsonb_build_object('form', private.legal_form(selling))
$$;
comment on function private.seller_on_invoice(private.seller) is 'The seller data copied to an invoice.';

-- For admins and for everybody -------------------------------------------------------------------------------------------
create function public.read_seller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (select to_jsonb(known) - 'only_row' || jsonb_build_object('missing', private.seller_gaps(), 'owed', private.notice_gaps(),
    'real', array(select distinct provider from unnest(array[card_provider, crypto_provider]) as provider where provider <> 'sandbox' order by provider)
  ) from private.seller as known, private.payment_settings);
end
$$;
comment on function public.read_seller() is 'For admins: the seller data for the next invoice; missing: what blocks all sales for money; owed: what the legal pages mark as missing; real: the real providers, which sell nothing while missing is not empty.';

create function public.set_seller(facts jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted private.seller;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  -- Serialised: the checked row must be the written one.
  perform from private.seller for update;
  select (jsonb_populate_record(known, facts - 'only_row')).* into wanted from private.seller as known;
  wanted.prefix := upper(private.cleaned(wanted.prefix, 16));
  wanted.brand := private.cleaned(wanted.brand, 60);
  wanted.name := private.cleaned(wanted.name, 160);
  wanted.address := private.cleaned(wanted.address, 300);
  wanted.postcode := private.cleaned(wanted.postcode, 16);
  wanted.city := private.cleaned(wanted.city, 100);
  wanted.siren := regexp_replace(wanted.siren, '\s', '', 'g');
  wanted.siret := regexp_replace(wanted.siret, '\s', '', 'g');
  wanted.vat_number := upper(regexp_replace(wanted.vat_number, '[\s.]', '', 'g'));
  wanted.registration := private.cleaned(wanted.registration, 160);
  wanted.contact := private.cleaned(wanted.contact, 160);
  wanted.phone := private.cleaned(wanted.phone, 40);
  wanted.mediator := private.cleaned(wanted.mediator, 300);
  wanted.director := private.cleaned(wanted.director, 160);
  wanted.host := private.cleaned(wanted.host, 300);
  wanted.status := private.cleaned(wanted.status, 300);
  wanted.one_stop_shop := wanted.one_stop_shop and not wanted.vat_exempt;
  if not private.is_company(wanted.form) then wanted.capital := null; end if;
  perform private.check_seller(wanted);
  update private.seller set
    prefix = wanted.prefix, brand = wanted.brand, name = wanted.name, form = wanted.form, capital = wanted.capital, address = wanted.address, postcode = wanted.postcode,
    city = wanted.city, siren = wanted.siren, siret = wanted.siret, registration = wanted.registration, vat_number = wanted.vat_number, vat_exempt = wanted.vat_exempt,
    one_stop_shop = wanted.one_stop_shop, contact = wanted.contact, phone = wanted.phone, mediator = wanted.mediator, director = wanted.director, host = wanted.host,
    status = wanted.status;
  -- Providers charge renewals automatically, so a seller with paid contracts must keep complete data.
  if private.seller_gaps() <> '{}' and exists (select from public.subscriptions where provider <> 'sandbox' and state in ('active', 'past_due', 'canceled')) then
    raise exception 'seller_needed' using errcode = 'PT409', hint = (private.seller_gaps())[1];
  end if;
  return public.read_seller();
end
$$;
comment on function public.set_seller(jsonb) is 'For admins: changes seller data for future invoices; issued ones are unchanged. Raises, with the field as hint, name_missing, form_wrong, capital_wrong, siren_wrong, siret_wrong, vat_number_wrong, contact_wrong, phone_wrong, prefix_wrong, and seller_needed where paid contracts would lose required invoice data.';

create function private.check_seller(wanted private.seller) returns void
language plpgsql stable set search_path = '' as $$
declare
  wrong record;
begin
  select refusal, fact into wrong from (values
    (1, 'name_missing', 'name', coalesce(wanted.name, '') = ''),
    (2, 'brand_missing', 'brand', coalesce(wanted.brand, '') = ''),
    (3, 'form_wrong', 'form', wanted.form is null or wanted.form not in ('', 'EI', 'EURL', 'SARL', 'SASU', 'SAS', 'SA', 'SNC', 'SCS', 'SCA', 'SCOP', 'SCIC', 'SE', 'association')),
    (4, 'capital_wrong', 'capital', wanted.capital not between 1 and 999999999999),
    (5, 'siren_wrong', 'siren', wanted.siren is null or wanted.siren <> '' and not private.is_siren(wanted.siren)),
    (6, 'siret_wrong', 'siret', wanted.siret is null or wanted.siret <> '' and not private.is_siret(wanted.siret, wanted.siren)),
    (7, 'vat_number_wrong', 'vat_number', wanted.vat_number is null or wanted.vat_number <> '' and not private.is_french_vat_number(wanted.vat_number, wanted.siren)),
    (8, 'contact_wrong', 'contact', coalesce(wanted.contact, '') !~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:].]+$'),
    (9, 'phone_wrong', 'phone', wanted.phone is null or wanted.phone <> '' and wanted.phone !~ '^[+]?[0-9][0-9 ().-]{5,24}$'),
    (10, 'prefix_wrong', 'prefix', coalesce(wanted.prefix, '') !~ '^[A-Z0-9]{1,6}$')
  ) as ruled (place, refusal, fact, holds) where holds order by place limit 1;
  if found then raise exception '%', wrong.refusal using errcode = '22023', hint = wrong.fact; end if;
end
$$;
comment on function private.check_seller(private.seller) is 'Raises an error for the first invalid field in the order of the form, with the field as hint.';

create function public.legal_notice() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', name, 'form', private.legal_form(seller), 'address', concat_ws(', ', nullif(address, ''), nullif(concat_ws(' ', nullif(postcode, ''), nullif(city, '')), '')),
    'siren', siren, 'siret', siret, 'registration', registration, 'vat_number', vat_number, 'vat_exempt', vat_exempt, 'contact', contact, 'phone', phone,
    'mediator', mediator, 'director', director, 'host', host, 'status', status,
    'card_provider', card_provider, 'crypto_provider', crypto_provider)
  from private.seller, private.payment_settings
$$;
comment on function public.legal_notice() is 'For everyone: the operator''s data for the legal pages, and the payment providers; an empty text is a missing field.';

-- VAT number formats by country (Directive 2006/112/EC, art. 215; the Commission's VIES FAQ, question 11).
create function private.is_vat_number(number text, country text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(number ~ ('^' || case country
    when 'AT' then 'ATU[0-9]{8}' when 'BE' then 'BE[01][0-9]{9}' when 'BG' then 'BG[0-9]{9,10}' when 'CY' then 'CY[0-9]{8}[A-Z]' when 'CZ' then 'CZ[0-9]{8,10}'
    when 'DE' then 'DE[0-9]{9}' when 'DK' then 'DK[0-9]{8}' when 'EE' then 'EE[0-9]{9}' when 'ES' then 'ES[A-Z0-9][0-9]{7}[A-Z0-9]' when 'FI' then 'FI[0-9]{8}'
    when 'FR' then 'FR[0-9A-HJ-NP-Z]{2}[0-9]{9}' when 'MC' then 'FR[0-9A-HJ-NP-Z]{2}[0-9]{9}'
    when 'GP' then 'FR[0-9A-HJ-NP-Z]{2}[0-9]{9}' when 'MQ' then 'FR[0-9A-HJ-NP-Z]{2}[0-9]{9}' when 'RE' then 'FR[0-9A-HJ-NP-Z]{2}[0-9]{9}'
    when 'GR' then 'EL[0-9]{9}' when 'HR' then 'HR[0-9]{11}' when 'HU' then 'HU[0-9]{8}'
    when 'IE' then 'IE([0-9]{7}[A-W][A-I]?|[0-9][A-Z+*][0-9]{5}[A-W])' when 'IT' then 'IT[0-9]{11}' when 'LT' then 'LT([0-9]{9}|[0-9]{12})' when 'LU' then 'LU[0-9]{8}'
    when 'LV' then 'LV[0-9]{11}' when 'MT' then 'MT[0-9]{8}' when 'NL' then 'NL[A-Z0-9+*]{10}[0-9]{2}' when 'PL' then 'PL[0-9]{10}' when 'PT' then 'PT[0-9]{9}' when 'RO' then 'RO[0-9]{2,10}'
    when 'SE' then 'SE[0-9]{12}' when 'SI' then 'SI[0-9]{8}' when 'SK' then 'SK[0-9]{10}' end || '$'), false)
$$;
comment on function private.is_vat_number(text, text) is 'Whether a number has that country''s VAT number format. Does not check that it was assigned (VIES).';

create function private.tax_treatment(country text, vat_number text) returns text
language sql stable set search_path = '' as $$
  select case
    -- French territories without the tax: Guiana and Mayotte.
    when tax_treatment.country in ('GF', 'YT') then 'untaxed'
    when not exists (select from public.tax_rates as known where known.country = tax_treatment.country) then case when tax_treatment.vat_number is null then 'outside' else 'outside_business' end
    when tax_treatment.country not in ('FR', 'MC', 'GP', 'MQ', 'RE') and private.is_vat_number(tax_treatment.vat_number, tax_treatment.country) then 'reverse_charge'
    when seller.vat_exempt then 'exempt'
    when tax_treatment.country in ('FR', 'MC', 'GP', 'MQ', 'RE') or not seller.one_stop_shop then 'domestic'
    else 'one_stop_shop'
  end
  from private.seller
$$;
comment on function private.tax_treatment(text, text) is 'The VAT rule for a buyer: domestic (France and Monaco; Guadeloupe, Martinique and Réunion at their own rate, CGI art. 296), untaxed (Guiana and Mayotte, art. 294), one_stop_shop (the consumer''s own rate), reverse_charge (a business elsewhere in the Union), exempt (the seller is), outside or outside_business (outside the Union).';

create function private.treatment_rate(treatment text, country text, day date) returns numeric
language sql stable set search_path = '' as $$
  select case when treatment not in ('domestic', 'one_stop_shop') then 0.00 else coalesce((
    select rate from public.tax_rates as known
    where known.country = case when treatment = 'domestic' and treatment_rate.country not in ('GP', 'MQ', 'RE') then 'FR' else treatment_rate.country end and starts_on <= day order by starts_on desc limit 1
  ), 0.00) end
$$;
comment on function private.treatment_rate(text, text, date) is 'The VAT rate under a rule on a day, in percent.';

create or replace function private.tax_rate(country text, day date) returns numeric
language sql stable set search_path = '' as $$
  select private.treatment_rate(private.tax_treatment(tax_rate.country, null), tax_rate.country, day)
$$;
comment on function private.tax_rate(text, date) is 'The VAT rate for a country''s consumers on a day, in percent; 0 where no tax applies.';

-- An order's total is fixed; the tax included in it depends on the buyer.
alter table public.checkouts
  add column treatment text check (treatment in ('domestic', 'untaxed', 'one_stop_shop', 'reverse_charge', 'exempt', 'outside', 'outside_business')),
  add column vat_number text;
comment on column public.checkouts.treatment is 'The VAT rule at the time of the order; vat_number is the buyer''s, where it mattered.';

create function private.tax_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  billed public.billing_details;
begin
  select * into billed from public.billing_details where user_id = new.user_id;
  new.treatment := private.tax_treatment(new.country, case when billed.country = new.country then billed.vat_number end);
  if new.treatment in ('reverse_charge', 'outside_business') then
    new.vat_number := billed.vat_number;
    new.tax_rate := 0;
    new.net := new.total;
    new.tax := 0;
  end if;
  return new;
end
$$;
comment on function private.tax_order() is 'Records an order''s tax rule, and removes the tax where the buying business owes it itself.';
create trigger tax_order before insert on public.checkouts for each row execute function private.tax_order();

revoke execute on function
  public.read_seller(), public.set_seller(jsonb), public.legal_notice(), private.luhn_sum(text), private.is_siren(text), private.is_siret(text, text),
  private.is_french_vat_number(text, text), private.is_company(text), private.seller_gaps(), private.notice_gaps(), private.may_sell(text),
  private.legal_form(private.seller), private.seller_on_invoice(private.seller), private.check_seller(private.seller), private.is_vat_number(text, text), private.tax_treatment(text, text),
  private.treatment_rate(text, text, date), private.tax_order()
from public, anon, authenticated, service_role;
grant execute on function public.read_seller(), public.set_seller(jsonb) to authenticated;
grant execute on function public.legal_notice() to anon, authenticated;
