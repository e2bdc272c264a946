-- The roles that Supabase projects rely on. The server sets the login roles' passwords at start.
do $roles$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('postgres', 'createdb createrole replication bypassrls login'),
      ('supabase_admin', 'superuser createdb createrole replication bypassrls nologin'),
      ('anon', 'nologin inherit'),
      ('authenticated', 'nologin inherit'),
      ('service_role', 'nologin inherit bypassrls'),
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'nologin noinherit createrole'),
      ('supabase_storage_admin', 'nologin noinherit createrole'),
      ('supabase_realtime_admin', 'nologin noinherit'),
      ('supabase_functions_admin', 'nologin noinherit createrole'),
      ('supabase_replication_admin', 'nologin replication'),
      ('supabase_read_only_user', 'nologin bypassrls'),
      ('dashboard_user', 'nologin createdb createrole replication'),
      ('pgbouncer', 'nologin')
    ) as roles(name, attributes)
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.attributes);
    end if;
  end loop;
end
$roles$;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to postgres;
grant supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin, supabase_functions_admin to postgres;
grant authenticator to supabase_storage_admin;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
grant pg_read_all_data to supabase_read_only_user;

alter role postgres set search_path = "$user", public, extensions;
alter role supabase_admin set search_path = "$user", public, auth, extensions;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
