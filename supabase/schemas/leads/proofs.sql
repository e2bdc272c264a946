-- Proofs that members bring for a request (a statement, a screenshot): private, in a folder of their own. The member and the
-- admins, who decide, read them; nobody replaces one. When they go, and who may take one back: privacy/proof_retention.sql.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('proofs', 'proofs', false, 10000000, array['image/png', 'image/jpeg', 'image/webp', 'application/pdf']);

create policy "members bring proofs to their own folder" on storage.objects for insert to authenticated
  with check (bucket_id = 'proofs' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "members read their own proofs, admins every one" on storage.objects for select to authenticated
  using (
    bucket_id = 'proofs'
    and ((storage.foldername(name))[1] = (select auth.uid())::text or (select private.reading_staff_role()) = 'admin')
  );

-- An account that goes takes its files along; the service removes the bytes of rows that are gone.
create function private.forget_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed constant text := coalesce(current_setting('storage.allow_delete_query', true), 'false');
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where bucket_id in ('avatars', 'proofs') and (storage.foldername(name))[1] = old.id::text;
  perform set_config('storage.allow_delete_query', allowed, true);
  return null;
end
$$;
comment on function private.forget_files() is 'Removes the profile image and the proofs of an account that is deleted.';
revoke execute on function private.forget_files() from public, anon, authenticated;
create trigger forget_files after delete on public.profiles for each row execute function private.forget_files();
