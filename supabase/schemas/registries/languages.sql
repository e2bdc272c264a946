-- Made by `npm run db:types` from mails/src/languages.ts.
create schema if not exists private;

create function private.languages() returns text[]
language sql immutable set search_path = '' as $$
  select '{fr,en,es,it}'::text[]
$$;
comment on function private.languages() is 'The languages of the product, the first where nobody chose.';

-- Checks and defaults of a table run with the rights of whoever writes the row.
revoke execute on function private.languages() from public;
grant execute on function private.languages() to authenticated, service_role;
