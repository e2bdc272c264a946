-- Audit: what staff change is written down with what stood before and after, who did it, when, and in which request. One
-- trigger function does so on every table that staff write to; a feature calls private.audit_changes() beside its table.
-- Admins read it; nobody writes to it by hand, and nobody changes it.
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor uuid,
  actor_role text not null,
  request_id text not null,
  table_name text not null,
  row_key text not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  before jsonb,
  after jsonb
);
comment on table public.audit_log is 'Every write of staff. before and after hold what changed, or the whole row where it came or went; a hidden value is written as "•": secrets, and what tells of a person (names, addresses, words about them), for the log outlives them and names them by number alone. actor has no reference: the row outlives the account. Without an actor the owner of the database wrote.';
create index audit_log_of_row on public.audit_log (table_name, row_key, id desc);
create index audit_log_of_actor on public.audit_log (actor, id desc);
call private.make_append_only('public.audit_log');

create function private.current_request_id() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known text := nullif(current_setting('vigie.request_id', true), '');
begin
  if known is null then
    known := coalesce(
      substring(nullif(current_setting('request.headers', true), '')::json ->> 'x-request-id' from '^[A-Za-z0-9._:/+=-]{1,128}$'),
      gen_random_uuid()::text
    );
    perform set_config('vigie.request_id', known, true);
  end if;
  return known;
end
$$;
comment on function private.current_request_id() is 'One name for all that a request writes: the one its header x-request-id gave, or one drawn for the transaction.';

create function private.audit_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  everybody constant boolean := tg_argv[0] = 'everybody';
  role constant text := public.current_staff_role();
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
  key text;
begin
  -- The first role that somebody is given makes them staff in this very statement: who had none is not the one who acts.
  if role is null and (not everybody or auth.uid() is not null) then return null; end if;
  select string_agg(coalesce(becomes, was) ->> name, '/' order by place) into key
  from unnest(string_to_array(tg_argv[1], ',')) with ordinality as part(name, place);
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(field.key, field.value), jsonb_object_agg(field.key, becomes -> field.key) into was, becomes
    from jsonb_each(was) as field where field.value is distinct from becomes -> field.key;
    if was is null then return null; end if;
  end if;
  insert into public.audit_log (actor, actor_role, request_id, table_name, row_key, action, before, after)
  values (
    auth.uid(), coalesce(role, session_user), private.current_request_id(), tg_table_name, coalesce(key, ''), lower(tg_op),
    private.with_hidden(was, string_to_array(tg_argv[2], ',')), private.with_hidden(becomes, string_to_array(tg_argv[2], ','))
  );
  return null;
end
$$;
comment on function private.audit_change() is 'Writes down a change of a row. Arguments: "staff" or "everybody" whose writes count, the columns of the key, the columns whose values are hidden.';

create function private.with_hidden(fields jsonb, hidden text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select case when fields is null or hidden = '{}' then fields else
    (select jsonb_object_agg(key, case when key = any (hidden) and value <> 'null' then '"•"' else value end) from jsonb_each(fields))
  end
$$;
comment on function private.with_hidden(jsonb, text[]) is 'The fields, with a dot in place of each value that is to stay hidden.';

create procedure private.audit_changes(subject regclass, hidden text[] default '{}', whose text default 'staff')
language plpgsql set search_path = '' as $$
declare
  key text;
begin
  select string_agg(attname, ',' order by place) into key
  from pg_catalog.pg_index, unnest(indkey::int2[]) with ordinality as part(number, place)
  join pg_catalog.pg_attribute on attnum = part.number
  where indrelid = subject and attrelid = subject and indisprimary;
  execute format(
    'create trigger audit_change after insert or update or delete on %s for each row execute function private.audit_change(%L, %L, %L)',
    subject, whose, key, array_to_string(hidden, ','));
end
$$;
comment on procedure private.audit_changes(regclass, text[], text) is 'Puts a table under audit. whose: staff, or everybody (the database''s owner too).';

-- What staff already write ------------------------------------------------------------------------------------------------
do $$
declare
  subject regclass;
begin
  for subject in
    select distinct polrelid::regclass from pg_catalog.pg_policy
    where polcmd <> 'r' and coalesce(pg_get_expr(polqual, polrelid), '') || coalesce(pg_get_expr(polwithcheck, polrelid), '') like '%writing_staff_role%'
  loop
    call private.audit_changes(subject);
  end loop;
end
$$;
-- Written by functions: publications and what follows them, roles, periods of access.
call private.audit_changes('public.signals');
call private.audit_changes('public.signal_events');
call private.audit_changes('public.staff', whose => 'everybody');
call private.audit_changes('public.premium_grants');
call private.audit_changes('public.content_items');
-- Documents are their own history.
call private.audit_changes('public.content_versions', '{document}');
call private.audit_changes('public.media');

alter table public.audit_log enable row level security;
create policy "admins read the audit log" on public.audit_log for select to authenticated
  using ((select private.reading_staff_role()) = 'admin');
revoke all on public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function private.current_request_id(), private.audit_change(), private.with_hidden(jsonb, text[]) from public, anon, authenticated, service_role;
revoke execute on procedure private.audit_changes(regclass, text[], text) from public, anon, authenticated, service_role;
