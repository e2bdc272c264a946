-- Who sells, and which tax that makes. The operator's facts stand on every invoice as they are when it is issued.
create table private.seller (
  only_row boolean primary key default true check (only_row),
  prefix text not null default 'VG' check (prefix ~ '^[A-Z0-9]{1,6}$'),
  brand text not null default 'Vigie' check (length(brand) between 1 and 60),
  name text not null default 'Vigie' check (length(name) between 1 and 160),
  form text not null default '' check (length(form) <= 160),
  address text not null default '' check (length(address) <= 300),
  postcode text not null default '' check (length(postcode) <= 16),
  city text not null default '' check (length(city) <= 100),
  country text not null default 'FR' check (country = 'FR'),
  siren text not null default '' check (siren ~ '^([0-9]{9})?$'),
  registration text not null default '' check (length(registration) <= 160),
  vat_number text not null default '' check (vat_number ~ '^(FR[0-9A-Z]{2}[0-9]{9})?$'),
  vat_exempt boolean not null default false,
  one_stop_shop boolean not null default true,
  contact text not null default 'contact@vigie.example' check (length(contact) <= 160),
  mediator text not null default '' check (length(mediator) <= 300),
  -- An operator that is exempt charges no tax anywhere, and is in no scheme that collects it.
  check (not vat_exempt or not one_stop_shop)
);
comment on table private.seller is 'One row: who sells. vat_exempt: small business without tax (CGI, art. 293 B). one_stop_shop: consumers elsewhere in the Union pay their own country''s tax; without it they pay the French one (CGI, art. 259 D, below the threshold).';
insert into private.seller default values;
alter table private.seller enable row level security;
revoke all on private.seller from anon, authenticated, service_role;
call private.audit_changes('private.seller');

create function public.read_seller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (select to_jsonb(known) - 'only_row' from private.seller as known);
end
$$;
comment on function public.read_seller() is 'For admins: the operator''s facts as the next invoice will state them.';

create function public.set_seller(facts jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted private.seller;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select (jsonb_populate_record(known, facts - 'only_row')).* into wanted from private.seller as known;
  update private.seller set
    prefix = wanted.prefix, brand = wanted.brand, name = wanted.name, form = wanted.form, address = wanted.address, postcode = wanted.postcode, city = wanted.city,
    country = wanted.country, siren = wanted.siren, registration = wanted.registration, vat_number = wanted.vat_number, vat_exempt = wanted.vat_exempt,
    one_stop_shop = wanted.one_stop_shop, contact = wanted.contact, mediator = wanted.mediator;
  return public.read_seller();
end
$$;
comment on function public.set_seller(jsonb) is 'For admins: changes some of the operator''s facts for the invoices to come; those that were issued stay as they are.';

-- The form of numbers of value-added tax, by country (Directive 2006/112/EC, art. 215; the Commission's VIES FAQ, question 11).
create function private.is_vat_number(number text, country text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(number ~ ('^' || case country
    when 'AT' then 'ATU[0-9]{8}' when 'BE' then 'BE[01][0-9]{9}' when 'BG' then 'BG[0-9]{9,10}' when 'CY' then 'CY[0-9]{8}[A-Z]' when 'CZ' then 'CZ[0-9]{8,10}'
    when 'DE' then 'DE[0-9]{9}' when 'DK' then 'DK[0-9]{8}' when 'EE' then 'EE[0-9]{9}' when 'ES' then 'ES[A-Z0-9][0-9]{7}[A-Z0-9]' when 'FI' then 'FI[0-9]{8}'
    when 'FR' then 'FR[0-9A-HJ-NP-Z]{2}[0-9]{9}' when 'MC' then 'FR[0-9A-HJ-NP-Z]{2}[0-9]{9}' when 'GR' then 'EL[0-9]{9}' when 'HR' then 'HR[0-9]{11}' when 'HU' then 'HU[0-9]{8}'
    when 'IE' then 'IE([0-9]{7}[A-W][A-I]?|[0-9][A-Z+*][0-9]{5}[A-W])' when 'IT' then 'IT[0-9]{11}' when 'LT' then 'LT([0-9]{9}|[0-9]{12})' when 'LU' then 'LU[0-9]{8}'
    when 'LV' then 'LV[0-9]{11}' when 'MT' then 'MT[0-9]{8}' when 'NL' then 'NL[A-Z0-9+*]{10}[0-9]{2}' when 'PL' then 'PL[0-9]{10}' when 'PT' then 'PT[0-9]{9}' when 'RO' then 'RO[0-9]{2,10}'
    when 'SE' then 'SE[0-9]{12}' when 'SI' then 'SI[0-9]{8}' when 'SK' then 'SK[0-9]{10}' end || '$'), false)
$$;
comment on function private.is_vat_number(text, text) is 'Whether a number has the form of that country''s numbers of value-added tax. Whether it was given to anybody is not asked (VIES).';

create function private.tax_treatment(country text, vat_number text) returns text
language sql stable set search_path = '' as $$
  select case
    when not exists (select from public.tax_rates as known where known.country = tax_treatment.country) then case when tax_treatment.vat_number is null then 'outside' else 'outside_business' end
    when tax_treatment.country not in ('FR', 'MC') and private.is_vat_number(tax_treatment.vat_number, tax_treatment.country) then 'reverse_charge'
    when seller.vat_exempt then 'exempt'
    when tax_treatment.country in ('FR', 'MC') or not seller.one_stop_shop then 'domestic'
    else 'one_stop_shop'
  end
  from private.seller
$$;
comment on function private.tax_treatment(text, text) is 'Which rule of value-added tax holds for a buyer: domestic, one_stop_shop (the consumer''s own rate), reverse_charge (a business elsewhere in the Union), exempt (the seller is), outside or outside_business (not in the Union).';

create function private.treatment_rate(treatment text, country text, day date) returns numeric
language sql stable set search_path = '' as $$
  select case when treatment not in ('domestic', 'one_stop_shop') then 0.00 else coalesce((
    select rate from public.tax_rates as known
    where known.country = case treatment when 'domestic' then 'FR' else treatment_rate.country end and starts_on <= day order by starts_on desc limit 1
  ), 0.00) end
$$;
comment on function private.treatment_rate(text, text, date) is 'The rate of value-added tax under a rule on a day, in percent.';

-- A quote knows no number of a buyer: it is the consumer's.
create or replace function private.tax_rate(country text, day date) returns numeric
language sql stable set search_path = '' as $$
  select private.treatment_rate(private.tax_treatment(tax_rate.country, null), tax_rate.country, day)
$$;
comment on function private.tax_rate(text, date) is 'The rate that a consumer of a country pays on a day, in percent; 0 where no tax is owed.';

-- What an order agreed to pay stays the same; how much of it is tax depends on who buys.
alter table public.checkouts
  add column treatment text check (treatment in ('domestic', 'one_stop_shop', 'reverse_charge', 'exempt', 'outside', 'outside_business')),
  add column vat_number text;
comment on column public.checkouts.treatment is 'The rule of value-added tax that held when it was agreed to; vat_number is the buyer''s where it decided.';

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
comment on function private.tax_order() is 'Notes an order''s rule of tax, and takes the tax out of it where a business owes it itself.';
create trigger tax_order before insert on public.checkouts for each row execute function private.tax_order();

revoke execute on function
  public.read_seller(), public.set_seller(jsonb), private.is_vat_number(text, text), private.tax_treatment(text, text),
  private.treatment_rate(text, text, date), private.tax_order()
from public, anon, authenticated, service_role;
grant execute on function public.read_seller(), public.set_seller(jsonb) to authenticated;
