-- Made by `npm run db:types` from web/src/lib/money/allowance-kinds.ts.
create schema if not exists private;

create function private.allowance_kinds() returns table (kind text, period text, otherwise int)
language sql immutable set search_path = '' as $$
  values ('ai_messages', 'day', 0), ('copied_accounts', 'total', 0), ('signal_alerts', 'total', 400), ('data_copies', 'day', 3)
$$;
comment on function private.allowance_kinds() is 'What plans measure out: the period it is counted in, and what a plan gives that does not say.';

create function private.are_allowances(amounts jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(amounts) = 'object' and not exists (
    select from jsonb_each(case when jsonb_typeof(amounts) = 'object' then amounts else '{}' end) as given (kind, amount)
    where not exists (select from private.allowance_kinds() as declared where declared.kind = given.kind)
      or not (given.amount = 'null' or (jsonb_typeof(given.amount) = 'number' and given.amount::text ~ '^[0-9]{1,9}$'))
  )
$$;
comment on function private.are_allowances(jsonb) is 'Whether it is {kind: amount} of declared kinds; an amount is a whole number, or null for without limit.';

-- Checks and defaults of a table run with the rights of whoever writes the row.
revoke execute on function private.allowance_kinds(), private.are_allowances(jsonb) from public;
grant execute on function private.allowance_kinds(), private.are_allowances(jsonb) to authenticated, service_role;
