-- Schema `storage`: buckets, objects and their access. Blobs are stored elsewhere (server/src/storage) under a version
-- that is never reused; an object's row names its current version.
do $types$
begin
  if to_regtype('storage.buckettype') is null then
    create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');
    alter type storage.buckettype owner to supabase_storage_admin;
  end if;
end
$types$;

create table if not exists storage.buckets (
  id text primary key,
  name text not null check (length(name) between 1 and 100),
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint check (file_size_limit >= 0),
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);
create unique index if not exists bname on storage.buckets (name);
comment on table storage.buckets is 'Containers for files, each with its own limits; anyone can read a public bucket';

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists objects_in_order on storage.objects (bucket_id, name collate "C");
comment on table storage.objects is 'One row per file; policies decide who may access it';

alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role, dashboard_user;
grant all on storage.buckets, storage.objects to postgres with grant option;
grant all on schema storage to supabase_storage_admin, dashboard_user;
alter default privileges for role supabase_storage_admin in schema storage grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_storage_admin in schema storage grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_storage_admin in schema storage grant all on sequences to postgres, anon, authenticated, service_role;

-- Blobs that no row of storage.objects names: uploads in progress (due after an hour) and abandoned ones (due at once).
-- A blob is recorded here before its first byte is stored and removed in the transaction that makes a row name it.
-- After a crash at any moment there is either a row with its blob, or an entry for the sweeper.
create table if not exists _server.storage_blobs (
  version text primary key,
  due_at timestamptz not null
);
create index if not exists storage_blobs_due on _server.storage_blobs (due_at);

create or replace function _server.note_left_blob() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.version is not null and old.version <> '1' and (tg_op = 'DELETE' or old.version is distinct from new.version) then
    insert into _server.storage_blobs (version, due_at) values (old.version, now()) on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function _server.note_left_blob() is 'Schedules a blob for deletion when its row is deleted or names another one';
create or replace trigger note_left_blob after delete or update of version on storage.objects
  for each row execute function _server.note_left_blob();

create or replace function storage.update_updated_at_column() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at = now();
  return new;
end
$$;
create or replace trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

create or replace function storage.protect_delete() returns trigger
language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.' using errcode = '42501';
  end if;
  return null;
end
$$;
create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- Functions for policies -------------------------------------------------------------------------------------------------
create or replace function storage.foldername(name text) returns text[]
language sql immutable set search_path = '' as $$
  select (string_to_array(name, '/'))[1:array_length(string_to_array(name, '/'), 1) - 1]
$$;
create or replace function storage.filename(name text) returns text
language sql immutable set search_path = '' as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;
create or replace function storage.extension(name text) returns text
language sql immutable set search_path = '' as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;
create or replace function storage.operation() returns text
language sql stable set search_path = '' as $$
  select current_setting('storage.operation', true)
$$;
create or replace function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from unnest(expected_operations) as expected
    where regexp_replace(expected, '^storage\.', '') = regexp_replace(storage.operation(), '^storage\.', '')
  )
$$;
create or replace function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable set search_path = '' as $$
  select storage.allow_any_operation(array[expected_operation])
$$;
create or replace function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
language sql stable set search_path = '' as $$
  select coalesce(sum((metadata ->> 'size')::bigint), 0)::bigint, bucket_id from storage.objects group by bucket_id
$$;

-- Files and folders one level below `prefix` whose remaining name begins with `search`; the caller's policies apply.
create or replace function storage.search(
  prefix text, bucketname text, limits integer default 100, levels integer default 1, offsets integer default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
language sql stable set search_path = '' as $$
  with below as (
    select object.*, substr(object.name, length(prefix) + 1) as rest
    from storage.objects as object
    where object.bucket_id = bucketname
      -- A range instead of a pattern, which can use the index under policies too.
      and object.name collate "C" >= prefix and object.name collate "C" < prefix || U&'\+10FFFF'
  ), entries as (
    select distinct split_part(rest, '/', 1) as entry, null::uuid as id, null::timestamptz as updated_at,
      null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
    from below where position('/' in rest) > 0
    union all
    select rest, below.id, below.updated_at, below.created_at, below.last_accessed_at, below.metadata
    from below where position('/' in rest) = 0 and rest <> ''
  )
  select entries.* from entries
  where starts_with(lower(entry), lower(coalesce(search, '')))
  order by
    case when sortcolumn <> 'name' then (entries.id is not null)::int end,
    case when sortorder = 'asc' and entries.id is not null then
      case sortcolumn when 'updated_at' then entries.updated_at when 'created_at' then entries.created_at when 'last_accessed_at' then entries.last_accessed_at end
    end asc,
    case when sortorder = 'desc' and entries.id is not null then
      case sortcolumn when 'updated_at' then entries.updated_at when 'created_at' then entries.created_at when 'last_accessed_at' then entries.last_accessed_at end
    end desc,
    case when sortorder = 'asc' then lower(entry) collate "C" end asc,
    case when sortorder = 'desc' then lower(entry) collate "C" end desc,
    entry collate "C"
  limit least(greatest(limits, 0), 1500) offset greatest(offsets, 0)
$$;
comment on function storage.search(text, text, integer, integer, integer, text, text, text) is
  'Lists one folder: files, and subfolders with only the name set';

do $owners$
declare
  routine record;
begin
  for routine in select oid::regprocedure as signature from pg_catalog.pg_proc where pronamespace = 'storage'::regnamespace loop
    execute format('alter function %s owner to supabase_storage_admin', routine.signature);
  end loop;
end
$owners$;
grant execute on all functions in schema storage to anon, authenticated, service_role, postgres;
