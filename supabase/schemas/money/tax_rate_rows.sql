-- Tax rates change by law on a given day: admins add rows, which are audited. Past charges keep the rate of their day.
call private.make_append_only('public.tax_rates');
call private.audit_changes('public.tax_rates');
create policy "admins add rates of tax from a day to come" on public.tax_rates for insert to authenticated
  with check ((select public.writing_staff_role()) = 'admin' and starts_on > (now() at time zone 'Europe/Paris')::date and rate between 0 and 50 and country ~ '^[A-Z]{2}$');
grant insert (country, rate, starts_on) on public.tax_rates to authenticated;
