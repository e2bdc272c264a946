-- For the API layer: DDL notifies the schema cache, and the GraphQL function reports that GraphQL is not available.
create or replace function extensions.pgrst_ddl_watch() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_ddl_commands() as command
    where command.schema_name is distinct from 'pg_temp'
      and command.command_tag ~ '(SCHEMA|TABLE|VIEW|FUNCTION|TRIGGER|TYPE|DOMAIN|RULE|COMMENT|GRANT|REVOKE)'
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create or replace function extensions.pgrst_drop_watch() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if exists (select from pg_catalog.pg_event_trigger_dropped_objects() as dropped where not dropped.is_temporary) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

drop event trigger if exists pgrst_ddl_watch;
create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
drop event trigger if exists pgrst_drop_watch;
create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();

create or replace function graphql_public.graphql("operationName" text default null, query text default null, variables jsonb default null, extensions jsonb default null)
returns jsonb language sql immutable set search_path = '' as $$
  select '{"errors":[{"message":"pg_graphql extension is not enabled."}]}'::jsonb
$$;
grant execute on function graphql_public.graphql to anon, authenticated, service_role;
