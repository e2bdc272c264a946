-- What another account already sent: the same account at the broker, the same file, telephone or payment method; and the earlier requests
-- of the same member. A file is known by the hash of its bytes, which outlives the file. Computed when it is read, by admins only.
create table private.proof_fingerprints (
  request_id uuid not null references public.qualification_requests (id) on delete cascade,
  fingerprint text not null check (length(fingerprint) between 8 and 200),
  at timestamptz not null default clock_timestamp(),
  primary key (request_id, fingerprint)
);
comment on table private.proof_fingerprints is 'Which files a request was based on, by the SHA-256 of their bytes, or their storage''s tag where it gives none.';
create index proof_fingerprints_same on private.proof_fingerprints (fingerprint);
alter table private.proof_fingerprints enable row level security;
revoke all on private.proof_fingerprints from anon, authenticated, service_role;

create index members_by_phone on public.members (phone) where phone is not null;

create function private.note_fingerprint() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('storage.objects') is null then return null; end if;
  execute $query$
    insert into private.proof_fingerprints (request_id, fingerprint)
    select $1, coalesce(metadata ->> 'sha256', btrim(metadata ->> 'eTag', '"')) from storage.objects
    where bucket_id = 'proofs' and name = $2 and length(coalesce(metadata ->> 'sha256', btrim(metadata ->> 'eTag', '"'))) between 8 and 200
    on conflict do nothing
  $query$ using new.id, new.proof_path;
  return null;
end
$$;
comment on function private.note_fingerprint() is 'A request has a file: keeps its hash.';
create trigger note_fingerprint after insert or update of proof_path on public.qualification_requests
  for each row when (new.proof_path is not null) execute function private.note_fingerprint();

create function public.request_duplicates(request_ids uuid[])
returns table (request_id uuid, kind text, other_request uuid, other_member uuid, name text, at timestamptz, state text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if cardinality(request_ids) > 1000 then raise exception 'too_many_rows' using errcode = '22023'; end if;
  return query
  select asked.id, found.kind, found.request, found.member, coalesce(nullif(concat_ws(' ', member.first_name, member.last_name), ''), member.username),
    found.at, found.state
  from public.qualification_requests as asked
  cross join lateral (
    (select 'account' as kind, other.id as request, other.user_id as member, other.created_at as at, other.state
      from public.qualification_requests as other
      where other.broker = asked.broker and private.account_key(other.account_number) = private.account_key(asked.account_number) and other.user_id <> asked.user_id
      order by other.created_at desc limit 5)
    union all
    (select 'file', other.id, other.user_id, other.created_at, other.state
      from private.proof_fingerprints as own
      join private.proof_fingerprints as same on same.fingerprint = own.fingerprint and same.request_id <> own.request_id
      join public.qualification_requests as other on other.id = same.request_id and other.user_id <> asked.user_id
      where own.request_id = asked.id order by other.created_at desc limit 5)
    union all
    (select 'phone', latest.id, other.user_id, coalesce(latest.created_at, other.created_at), latest.state
      from public.members as own
      join public.members as other on other.phone = own.phone and other.user_id <> own.user_id
      left join lateral (
        select request.id, request.created_at, request.state from public.qualification_requests as request
        where request.user_id = other.user_id order by request.created_at desc limit 1
      ) as latest on true
      where own.user_id = asked.user_id order by other.created_at desc limit 5)
    union all
    (select distinct on (other.member) 'payment', latest.id, other.member, coalesce(latest.created_at, other.occurred_at), latest.state
      from private.methods_of(asked.user_id) as method
      join private.provider_events as other on other.provider = method.provider and other.fingerprint = method.fingerprint and other.member <> asked.user_id
      left join lateral (
        select request.id, request.created_at, request.state from public.qualification_requests as request
        where request.user_id = other.member order by request.created_at desc limit 1
      ) as latest on true
      order by other.member limit 5)
    union all
    (select 'again', earlier.id, earlier.user_id, earlier.created_at, earlier.state
      from public.qualification_requests as earlier
      where earlier.user_id = asked.user_id and earlier.created_at < asked.created_at order by earlier.created_at desc limit 5)
  ) as found
  left join public.members as member on member.user_id = found.member
  where asked.id = any (request_ids)
  order by asked.id, array_position(array['account', 'file', 'phone', 'payment', 'again'], found.kind), found.at desc;
end
$$;
comment on function public.request_duplicates(uuid[]) is 'For admins, of at most 1000 requests: other accounts with the same account at the broker (spaces and signs aside), file, telephone or payment method, with their latest request where there is one, and the member''s own earlier requests (again). At most five of a kind each, newest first.';

revoke execute on function private.note_fingerprint(), public.request_duplicates(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.request_duplicates(uuid[]) to authenticated;
