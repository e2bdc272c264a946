-- Owner, row-level security and rights of everything in `auth`, and what the auth service keeps for itself in
-- `_server`: mails that wait to be sent, and the counters of its rate limits.
do $owner$
declare
  found record;
begin
  for found in
    select format('%I.%I', schemaname, tablename) as name from pg_catalog.pg_tables
    where schemaname = 'auth' and tableowner <> 'supabase_auth_admin'
  loop
    execute format('alter table %s owner to supabase_auth_admin', found.name);
  end loop;
  for found in
    select tablename as name from pg_catalog.pg_tables where schemaname = 'auth' and not rowsecurity
  loop
    execute format('alter table auth.%I enable row level security', found.name);
  end loop;
end
$owner$;
alter function auth.uid() owner to supabase_auth_admin;
alter function auth.role() owner to supabase_auth_admin;
alter function auth.email() owner to supabase_auth_admin;
alter function auth.jwt() owner to supabase_auth_admin;

-- Foreign keys, triggers and policies of projects are written by postgres; API roles only call the functions.
grant all on all tables in schema auth to postgres, dashboard_user;
grant all on all sequences in schema auth to postgres, dashboard_user;
grant all on all routines in schema auth to postgres, dashboard_user;
grant execute on function auth.uid(), auth.role(), auth.email(), auth.jwt() to public;
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth grant all on sequences to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth grant all on routines to postgres, dashboard_user;

create schema if not exists _server;
grant usage on schema _server to supabase_auth_admin;

create table if not exists _server.mail_outbox (
  id bigint generated always as identity primary key,
  to_address text not null,
  template text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 day',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  sent_at timestamptz,
  message_id text,
  failed_at timestamptz
);
comment on table _server.mail_outbox is 'Mails of the auth service, stored with the fact they follow. `data` holds live links and codes until they are used or expire. Whoever delivers them writes what became of each: sent, to be tried again, or given up.';
comment on column _server.mail_outbox.expires_at is 'When it is no longer worth sending: its link is dead, or its news is old.';
comment on column _server.mail_outbox.message_id is 'The Message-ID that the mail server accepted it under.';
comment on column _server.mail_outbox.failed_at is 'It was given up: `last_error` says why.';
create index if not exists mail_outbox_due_idx on _server.mail_outbox (next_attempt_at) where sent_at is null and failed_at is null;
create index if not exists mail_outbox_to_address_idx on _server.mail_outbox (to_address, created_at desc);
grant select, insert, update, delete on _server.mail_outbox to supabase_auth_admin;
-- The project may add mails of its own, hear of new ones, and forget those of an account that goes.
grant usage on schema _server to postgres;
grant select, insert, delete, trigger on _server.mail_outbox to postgres;

-- A lost counter only forgives: no write-ahead log. Two neighbouring windows make a sliding one.
create unlogged table if not exists _server.rate_limits (
  key text primary key,
  window_started_at timestamptz not null,
  count integer not null,
  previous_count integer not null default 0
);
comment on table _server.rate_limits is 'Requests counted per kind and caller, in the current window and the one before it.';
create index if not exists rate_limits_window_started_at_idx on _server.rate_limits (window_started_at);
grant select, insert, update, delete on _server.rate_limits to supabase_auth_admin;
