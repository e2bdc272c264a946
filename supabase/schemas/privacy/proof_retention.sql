-- Retention of proofs: until the decision, and thirty days more, in which it may be contested (GDPR art. 5(1)(e)). Then the
-- worker's `trim-proofs` deletes the file; the request records when, and keeps the decision with its reason. Until then no one
-- can delete a file that a decision is or will be based on; a file without a request, or of a withdrawn one, can be deleted by
-- the member and is deleted after a day.
create function private.proof_needed(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.qualification_requests where user_id = auth.uid() and proof_path = proof_needed.path and state <> 'withdrawn'
  )
$$;
comment on function private.proof_needed(text) is 'Whether one of the caller''s requests, open or decided, is based on this file.';

create policy "members take back their own proofs that nothing rests on" on storage.objects for delete to authenticated
  using (
    bucket_id = 'proofs' and (storage.foldername(name))[1] = (select auth.uid())::text and not private.proof_needed(name)
  );

create index qualification_requests_proof on public.qualification_requests (proof_path) where proof_path is not null;

create function private.due_proofs(moment timestamptz, most int default 500) returns setof text
language sql stable security definer set search_path = '' as $$
  select object.name from storage.objects as object
  where object.bucket_id = 'proofs' and object.created_at <= moment - interval '1 day' and not exists (
    select from public.qualification_requests as request
    where request.proof_path = object.name and (
      request.state in ('pending', 'needs_information')
      or (request.state in ('approved', 'rejected') and request.decided_at > moment - interval '30 days')
    )
  )
  order by object.created_at limit most
$$;
comment on function private.due_proofs(timestamptz, int) is 'For the worker: expired files of the bucket proofs at `moment`, oldest first: decided more than thirty days ago, of a withdrawn request, or without a request a day after the upload.';

create function private.forget_proofs(paths text[], moment timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with forgotten as (
    update public.qualification_requests set proof_path = null, proof_removed_at = moment where proof_path = any (paths) returning id
  )
  select count(*)::int from forgotten
$$;
comment on function private.forget_proofs(text[], timestamptz) is 'For the worker, after deleting the files: records it in their requests. Returns their number.';

revoke execute on function private.proof_needed(text), private.due_proofs(timestamptz, int), private.forget_proofs(text[], timestamptz)
from public, anon, authenticated, service_role;
-- A policy calls it with the role of the deleting user.
grant execute on function private.proof_needed(text) to authenticated;
