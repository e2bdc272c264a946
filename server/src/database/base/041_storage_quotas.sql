-- Bytes uploaded and reserved per caller, bucket and day (UTC). A reservation is made atomically before the first byte
-- is accepted, so that concurrent uploads cannot exceed a quota together. Unused bytes are released; after a crash they
-- stay counted until the day ends.
create table if not exists _server.storage_usage (
  owner text not null,
  bucket_id text not null,
  day date not null,
  bytes bigint not null,
  files integer not null,
  primary key (owner, bucket_id, day)
);
create index if not exists storage_usage_by_day on _server.storage_usage (day);

-- Resumable uploads in progress.
create table if not exists _server.open_uploads (
  id uuid primary key,
  owner text not null,
  bucket_id text not null,
  day date not null,
  bytes bigint not null,
  expires_at timestamptz not null
);
create index if not exists open_uploads_of_owner on _server.open_uploads (owner);
create index if not exists open_uploads_by_end on _server.open_uploads (expires_at);

create or replace function _server.hold_room(
  owner text, bucket_id text, day date, bytes bigint, most_bytes bigint, most_files integer
) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
begin
  if bytes > most_bytes or most_files < 1 then return false; end if;
  insert into _server.storage_usage as known values (owner, bucket_id, day, bytes, 1)
  on conflict on constraint storage_usage_pkey do update set bytes = known.bytes + excluded.bytes, files = known.files + 1
    where known.bytes + excluded.bytes <= most_bytes and known.files < most_files;
  return found;
end
$$;
comment on function _server.hold_room(text, text, date, bigint, bigint, integer) is
  'Reserves bytes for a file, unless its owner would exceed the bucket''s daily quota';

create or replace function _server.settle_room(owner text, bucket_id text, day date, held bigint, kept bigint) returns void
language sql set search_path = '' as $$
  update _server.storage_usage as known
  set bytes = greatest(0, known.bytes - held + coalesce(kept, 0)), files = greatest(0, known.files - (kept is null)::int)
  where known.owner = settle_room.owner and known.bucket_id = settle_room.bucket_id and known.day = settle_room.day
$$;
comment on function _server.settle_room(text, text, date, bigint, bigint) is
  'Settles a reservation: so many bytes were stored, or null when no file was created';

create or replace function _server.open_upload(
  id uuid, owner text, bucket_id text, day date, bytes bigint, most_bytes bigint, most_files integer, most_open integer, now timestamptz, expires_at timestamptz
) returns text
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
begin
  -- Uploads of one owner are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('open_upload ' || owner, 0));
  if (select count(*) from _server.open_uploads as known where known.owner = owner and known.expires_at > now) >= most_open then
    return 'open';
  end if;
  if not _server.hold_room(owner, bucket_id, day, bytes, most_bytes, most_files) then return 'room'; end if;
  insert into _server.open_uploads values (id, owner, bucket_id, day, bytes, expires_at);
  return null;
end
$$;
comment on function _server.open_upload(uuid, text, text, date, bigint, bigint, integer, integer, timestamptz, timestamptz) is
  'Starts a resumable upload and reserves its bytes; returns the limit it would exceed: open or room';

create or replace function _server.close_upload(upload uuid, kept bigint) returns void
language plpgsql set search_path = '' as $$
declare
  closed _server.open_uploads;
begin
  delete from _server.open_uploads where id = upload returning * into closed;
  if found then perform _server.settle_room(closed.owner, closed.bucket_id, closed.day, closed.bytes, kept); end if;
end
$$;
comment on function _server.close_upload(uuid, bigint) is 'Ends a resumable upload: so many bytes were stored, or null when no file was created';
revoke execute on function _server.hold_room(text, text, date, bigint, bigint, integer),
  _server.settle_room(text, text, date, bigint, bigint),
  _server.open_upload(uuid, text, text, date, bigint, bigint, integer, integer, timestamptz, timestamptz),
  _server.close_upload(uuid, bigint) from public;
