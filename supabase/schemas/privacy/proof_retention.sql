-- How long a proof is kept: as long as it is needed to decide, and thirty days more, in which a decision may be contested (GDPR
-- art. 5(1)(e)). Then the worker's `trim-proofs` removes the file; the request says when, and keeps what was decided and why.
-- Until then nobody takes away what a decision rests on or is about to; a file that no request names, or whose request was
-- withdrawn, is the member's to take back, and goes after a day by itself.
create function private.proof_needed(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.qualification_requests where user_id = auth.uid() and proof_path = proof_needed.path and state <> 'withdrawn'
  )
$$;
comment on function private.proof_needed(text) is 'Whether a request of the caller''s, open or decided, rests on this file.';

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
comment on function private.due_proofs(timestamptz, int) is 'For the worker: files of the bucket proofs whose time is over at `moment`, oldest first: decided upon more than thirty days ago, of a withdrawn request, or named by none a day after they came.';

create function private.forget_proofs(paths text[], moment timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with forgotten as (
    update public.qualification_requests set proof_path = null, proof_removed_at = moment where proof_path = any (paths) returning id
  )
  select count(*)::int from forgotten
$$;
comment on function private.forget_proofs(text[], timestamptz) is 'For the worker, once the files are gone: their requests say so. How many did.';

revoke execute on function private.proof_needed(text), private.due_proofs(timestamptz, int), private.forget_proofs(text[], timestamptz)
from public, anon, authenticated, service_role;
-- A policy asks it for whoever deletes.
grant execute on function private.proof_needed(text) to authenticated;
