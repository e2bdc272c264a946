-- The tax of renewals: a contract's total is fixed, and the tax included in it is determined on the day of payment: from the
-- billing country at that time, its rule and its rate.
create table private.billing_places (
  user_id uuid not null references auth.users (id) on delete cascade,
  at timestamptz not null,
  country text not null,
  vat_number text,
  primary key (user_id, at)
);
comment on table private.billing_places is 'A member''s billing country and when it started to apply: the tax of a renewal depends on the day of its payment, however late it is reported.';

create function private.note_billing_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.billing_places (user_id, at, country, vat_number) values (new.user_id, new.updated_at, new.country, new.vat_number)
  on conflict (user_id, at) do update set country = excluded.country, vat_number = excluded.vat_number;
  return null;
end
$$;
comment on function private.note_billing_place() is 'Records a member''s new billing country.';
create trigger note_billing_place after insert on public.billing_details for each row execute function private.note_billing_place();
create trigger note_billing_place_again after update on public.billing_details for each row
  when ((old.country, old.vat_number) is distinct from (new.country, new.vat_number)) execute function private.note_billing_place();

create function private.tax_of_renewal(member uuid, subscription_id uuid, at timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('country', place.country, 'tax_rate', private.treatment_rate(treatment, place.country, private.paris_day(tax_of_renewal.at)),
    'treatment', treatment, 'vat_number', case when treatment in ('reverse_charge', 'outside_business') then place.vat_number end)
  from (
    select country, vat_number from (
      select known.country, known.vat_number, 1 as place, known.at from private.billing_places as known
      where user_id = tax_of_renewal.member and known.at <= tax_of_renewal.at
      union all
      select first.country, first.vat_number, 2, first.created_at from public.checkouts as first
      where first.subscription_id = tax_of_renewal.subscription_id and first.kind = 'first'
    ) as known order by known.place, known.at desc limit 1
  ) as place, lateral private.tax_treatment(place.country, place.vat_number) as treatment
$$;
comment on function private.tax_of_renewal(uuid, uuid, timestamptz) is 'The tax of a member''s renewal paid at a time, from the billing country and rate of that day: {country, tax_rate, treatment, vat_number}.';

alter table private.billing_places enable row level security;
revoke all on private.billing_places from anon, authenticated, service_role;
revoke execute on function private.note_billing_place(), private.tax_of_renewal(uuid, uuid, timestamptz) from public, anon, authenticated, service_role;

insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason) values
  ('private.billing_places', 'user_id = $1', null, true, true, '{}', 'goes', null);
