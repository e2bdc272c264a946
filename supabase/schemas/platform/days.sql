-- The calendar of the product: days of money and of daily tests begin at midnight in Paris.
create function private.paris_day(moment timestamptz) returns date
language sql immutable set search_path = '' as $$ select (moment at time zone 'Europe/Paris')::date $$;
comment on function private.paris_day(timestamptz) is 'The date in Paris.';
revoke execute on function private.paris_day(timestamptz) from public, anon, authenticated, service_role;
