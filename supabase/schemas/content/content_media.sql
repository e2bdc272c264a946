-- Pictures in content. Anyone who knows the address of one can read it: paths are random, and a picture shows nothing that
-- its text does not say. Staff bring them; the storage service reads the bytes and refuses what is no picture.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('content', 'content', true, 8388608, array['image/png', 'image/jpeg', 'image/webp']);

create policy "staff bring pictures for content" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'content' and name ~ '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.(png|jpg|webp)$'
    and (select public.writing_staff_role()) is not null
  );
create policy "staff read the pictures of content" on storage.objects for select to authenticated
  using (bucket_id = 'content' and (select private.reading_staff_role()) is not null);

create table public.media (
  path text primary key,
  alt jsonb not null default '{}' check (jsonb_typeof(alt) = 'object' and octet_length(alt::text) <= 4000),
  width int check (width > 0),
  height int check (height > 0),
  size bigint not null,
  by uuid,
  at timestamptz not null default clock_timestamp()
);
comment on table public.media is 'The pictures that staff brought, a row each; alt: {language: what it shows}.';

create function private.note_media() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from public.media where path = old.name;
  else
    insert into public.media (path, size, by) values (new.name, coalesce((new.metadata ->> 'size')::bigint, 0), nullif(new.owner_id, '')::uuid) on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function private.note_media() is 'Keeps the list of pictures in step with the files.';
create trigger note_media after insert on storage.objects for each row when (new.bucket_id = 'content') execute function private.note_media();
create trigger note_media_removed after delete on storage.objects for each row when (old.bucket_id = 'content') execute function private.note_media();

create function public.describe_media(path text, alt jsonb, width int, height int) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  update public.media set alt = describe_media.alt, width = describe_media.width, height = describe_media.height where media.path = describe_media.path;
  if not found then raise exception 'media_not_found' using errcode = 'PT404'; end if;
end
$$;
comment on function public.describe_media(text, jsonb, int, int) is 'Says what a picture shows, in each language, and how large it is in pixels.';

create function public.media_uses(path text) returns table (item uuid, kind text, title text, newest boolean)
language sql stable security invoker set search_path = '' as $$
  select known.item, content.kind, private.content_title((array_agg(known.document order by known.version desc))[1]), bool_or(known.version = content.version)
  from public.content_versions as known join public.content_items as content on content.id = known.item
  where strpos(known.document::text, media_uses.path) > 0 and length(media_uses.path) > 8
  group by known.item, content.kind
$$;
comment on function public.media_uses(text) is 'The items that show a picture in any of their versions, for any can be restored; newest: whether they still do. For staff.';

create function public.remove_media(path text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  allowed constant text := coalesce(current_setting('storage.allow_delete_query', true), 'false');
begin
  if public.writing_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if exists (select from public.media_uses(remove_media.path)) then
    raise exception 'media_in_use' using errcode = 'PT409', hint = 'path', detail = (select string_agg(title, ', ') from public.media_uses(remove_media.path));
  end if;
  perform set_config('storage.allow_delete_query', 'true', true);
  -- The service removes the bytes of a row that is gone.
  delete from storage.objects where bucket_id = 'content' and name = remove_media.path;
  if not found then raise exception 'media_not_found' using errcode = 'PT404'; end if;
  perform set_config('storage.allow_delete_query', allowed, true);
end
$$;
comment on function public.remove_media(text) is 'Removes a picture that no version of any item shows.';

alter table public.media enable row level security;
create policy "staff read the list of pictures" on public.media for select to authenticated
  using ((select private.reading_staff_role()) is not null);
revoke all on public.media from anon, authenticated, service_role;
grant select on public.media to authenticated;
revoke execute on function private.note_media() from public, anon, authenticated, service_role;
revoke execute on function public.describe_media(text, jsonb, int, int), public.media_uses(text), public.remove_media(text) from public, anon, service_role;
grant execute on function public.describe_media(text, jsonb, int, int), public.media_uses(text), public.remove_media(text) to authenticated;
