-- Owners, row-level security and grants in `auth`, and the auth service's own tables in `_server`: the mail outbox and
-- the rate limit counters.
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

-- The postgres role writes the projects' foreign keys, triggers and policies; API roles only call the functions.
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
comment on table _server.mail_outbox is 'Mails of the auth service, stored in the transaction of the change they report. `data` contains valid links and codes until they are used or expire. The mail worker records the outcome: sent, to be retried, or failed.';
comment on column _server.mail_outbox.expires_at is 'When the mail becomes useless because its link has expired or its news is outdated.';
comment on column _server.mail_outbox.message_id is 'Message-ID under which the mail server accepted the mail.';
comment on column _server.mail_outbox.failed_at is 'When delivery was given up; `last_error` has the reason.';
create index if not exists mail_outbox_due_idx on _server.mail_outbox (next_attempt_at) where sent_at is null and failed_at is null;
create index if not exists mail_outbox_to_address_idx on _server.mail_outbox (to_address, created_at desc);
grant select, insert, update, delete on _server.mail_outbox to supabase_auth_admin;
-- The project may add its own mails, react to new ones, and delete those of a deleted account.
grant usage on schema _server to postgres;
grant select, insert, delete, trigger on _server.mail_outbox to postgres;

-- Unlogged, since losing a counter only allows more requests. Two adjacent windows form a sliding one.
create unlogged table if not exists _server.rate_limits (
  key text primary key,
  window_started_at timestamptz not null,
  count integer not null,
  previous_count integer not null default 0
);
comment on table _server.rate_limits is 'Requests per kind and caller, in the current and the previous window.';
create index if not exists rate_limits_window_started_at_idx on _server.rate_limits (window_started_at);
grant select, insert, update, delete on _server.rate_limits to supabase_auth_admin;
