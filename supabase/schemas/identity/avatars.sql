-- Profile images: one file per member, `<user id>/avatar.webp` in the public bucket `avatars`, so that a new image replaces the
-- old one and no member can fill the store. The server re-encodes each upload (storage.rewrite in config.toml).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 2097152, array['image/png', 'image/jpeg', 'image/webp']);

-- The bucket is public, so anyone can read a file by URL; the policy lets only its owner find and replace it.
create policy "members keep one profile image of their own" on storage.objects for all to authenticated
  using (bucket_id = 'avatars' and name = (select auth.uid())::text || '/avatar.webp')
  with check (bucket_id = 'avatars' and name = (select auth.uid())::text || '/avatar.webp');

alter table public.profiles add column avatar_version text check (length(avatar_version) <= 64);
comment on column public.profiles.avatar_version is 'Version of the profile image, null if there is none: part of its URL, so that no cache shows an old one.';

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
comment on function private.note_avatar() is 'Stores the image''s version in the profile, in the transaction that stores or deletes the image.';
revoke execute on function private.note_avatar() from public, anon, authenticated;

create trigger note_avatar after insert or update of version on storage.objects
  for each row when (new.bucket_id = 'avatars') execute function private.note_avatar();
create trigger note_avatar_removed after delete on storage.objects
  for each row when (old.bucket_id = 'avatars') execute function private.note_avatar();
