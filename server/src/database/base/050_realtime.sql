-- Schema `realtime`: messages that SQL sends to browsers, and the table whose policies protect private topics. NOTIFY
-- announces a row on commit, and the servers forward it to their subscribers. Rows are kept for three days in daily
-- partitions, so that a reconnecting client can replay missed messages.
grant usage, create on schema realtime to supabase_realtime_admin;

create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp without time zone not null default timezone('utc', now()),
  -- clock_timestamp, so that messages of one transaction replay in the order in which they were sent.
  inserted_at timestamp without time zone not null default timezone('utc', clock_timestamp()),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at),
  constraint messages_one_payload check (payload is null or binary_payload is null)
) partition by range (inserted_at);
alter table realtime.messages owner to supabase_realtime_admin;
alter table realtime.messages enable row level security;
create index if not exists messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private;
grant select, insert, update on realtime.messages to postgres, anon, authenticated, service_role;
comment on table realtime.messages is 'Messages to browsers; policies decide who may read and write a private topic';

-- Default partition, so that no message is lost if maintenance did not run.
create table if not exists realtime.messages_default partition of realtime.messages default;
alter table realtime.messages_default owner to supabase_realtime_admin;
alter table realtime.messages_default enable row level security;

-- Messages between server processes that are too long for NOTIFY. Unlogged: worthless after a crash.
create unlogged table if not exists _server.realtime_relays (
  id uuid primary key,
  body bytea not null,
  sent_at timestamptz not null default now()
);
create index if not exists realtime_relays_sent_at_index on _server.realtime_relays (sent_at);

-- Creates the partitions from yesterday until `ahead` days from now, and drops those older than `kept` days. Gives up
-- after two seconds so as not to block messages; the next run tries again.
create or replace function _server.maintain_realtime_messages(ahead integer default 3, kept integer default 3)
returns void language plpgsql set search_path = '' set lock_timeout = '2s' as $$
declare
  today constant date := timezone('utc', now())::date;
  day date;
  partition text;
begin
  if not pg_catalog.pg_try_advisory_xact_lock(7308325002) then
    return;
  end if;
  for day in select generate_series(today - 1, today + ahead, interval '1 day')::date loop
    partition := 'messages_' || to_char(day, 'YYYY_MM_DD');
    continue when to_regclass('realtime.' || partition) is not null;
    execute format('create table realtime.%I (like realtime.messages including defaults including constraints)', partition);
    execute format('alter table realtime.%I owner to supabase_realtime_admin', partition);
    execute format('alter table realtime.%I enable row level security', partition);
    execute format(
      'with moved as (delete from only realtime.messages_default where inserted_at >= %L and inserted_at < %L returning *)
       insert into realtime.%I (topic, extension, payload, event, private, updated_at, inserted_at, id, binary_payload)
       select topic, extension, payload, event, private, updated_at, inserted_at, id, binary_payload from moved',
      day, day + 1, partition);
    execute format('alter table realtime.messages attach partition realtime.%I for values from (%L) to (%L)', partition, day, day + 1);
  end loop;
  for partition in
    select relname from pg_catalog.pg_inherits
    join pg_catalog.pg_class on pg_class.oid = inhrelid
    where inhparent = 'realtime.messages'::regclass
      and relname ~ '^messages_\d{4}_\d\d_\d\d$'
      and to_date(substr(relname, 10), 'YYYY_MM_DD') < today - kept
  loop
    execute format('drop table realtime.%I', partition);
  end loop;
  delete from only realtime.messages_default where inserted_at < today - kept;
end
$$;
select _server.maintain_realtime_messages();

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;
comment on function realtime.topic() is 'The topic for which a policy on realtime.messages is evaluated';

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql as $$
declare
  generated_id uuid := gen_random_uuid();
begin
  if jsonb_typeof(payload) = 'object' and not payload ? 'id' then
    payload := payload || jsonb_build_object('id', generated_id);
  end if;
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (generated_id, payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is
  'Broadcasts to a topic''s subscribers on commit; a failure is a warning, never an error';

create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
returns void language plpgsql as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;
comment on function realtime.send_binary(bytea, text, text, boolean) is 'Like realtime.send, with bytes instead of JSON';

create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name);
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'Broadcasts a row''s change to a private topic; call from a row trigger with TG_OP, NEW and OLD';

-- Payload: a line of metadata, then the message if it fits into NOTIFY's 8,000 bytes; otherwise the server fetches it.
-- The id prevents PostgreSQL from merging equal notifications of one transaction.
create or replace function realtime.announce_message() returns trigger
language plpgsql set search_path = '' as $$
declare
  facts text := jsonb_build_object(
    'id', new.id, 'at', new.inserted_at, 'topic', new.topic, 'event', new.event, 'private', coalesce(new.private, false))::text;
  body text;
begin
  if new.binary_payload is null then
    body := 'json' || coalesce(new.payload::text, 'null');
  elsif octet_length(new.binary_payload) < 5000 then
    body := 'bytes' || translate(encode(new.binary_payload, 'base64'), E'\n', '');
  end if;
  if body is null or octet_length(facts) + octet_length(body) > 7900 then
    body := 'stored';
  end if;
  if octet_length(facts) + octet_length(body) <= 7900 then
    perform pg_notify('realtime_messages', facts || E'\n' || body);
  end if;
  return null;
end
$$;
create or replace trigger announce_message after insert on realtime.messages
  for each row when (new.extension = 'broadcast' and new.event is not null)
  execute function realtime.announce_message();

do $publication$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime_messages_publication') then
    create publication supabase_realtime_messages_publication for table realtime.messages;
  end if;
end
$publication$;
