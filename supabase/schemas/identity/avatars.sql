-- The profile image. One file a member, `<user id>/avatar.webp` in the public bucket `avatars`: replacing it leaves nothing of
-- the one before, and nobody can fill the store. The server draws it anew as it arrives (storage.rewrite in config.toml).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 2097152, array['image/png', 'image/jpeg', 'image/webp']);

-- Anybody reads the file by its address, for the bucket is public; the policy lets only its owner find and replace it.
create policy "members keep one profile image of their own" on storage.objects for all to authenticated
  using (bucket_id = 'avatars' and name = (select auth.uid())::text || '/avatar.webp')
  with check (bucket_id = 'avatars' and name = (select auth.uid())::text || '/avatar.webp');

alter table public.profiles add column avatar_version text check (length(avatar_version) <= 64);
comment on column public.profiles.avatar_version is 'Of the profile image, null while there is none: the end of its address, so that no cache shows the one before.';

create function private.note_avatar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    update public.profiles set avatar_version = null where old.name = id::text || '/avatar.webp';
  else
    update public.profiles set avatar_version = new.version where new.name = id::text || '/avatar.webp';
  end if;
  return null;
end
$$;
comment on function private.note_avatar() is 'Tells the profile which version of its image counts, in the transaction that stores or removes it.';
revoke execute on function private.note_avatar() from public, anon, authenticated;

create trigger note_avatar after insert or update of version on storage.objects
  for each row when (new.bucket_id = 'avatars') execute function private.note_avatar();
create trigger note_avatar_removed after delete on storage.objects
  for each row when (old.bucket_id = 'avatars') execute function private.note_avatar();
