-- Videos of lessons: files of a private bucket, which the lesson's fields name ({video: {path}}). A reader of the lesson may sign an
-- address of its file, which is valid for an hour; nobody else can read it.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('lessons', 'lessons', false, 524288000, array['video/mp4', 'video/webm']);

create policy "staff bring videos of lessons" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'lessons' and name ~ '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.(mp4|webm)$'
    and (select public.writing_staff_role()) is not null
  );
-- published_bodies has its own policies for tiers and for the order of a course, and they hold within this one.
create policy "members watch the videos of lessons that are open to them, staff every one" on storage.objects for select to authenticated
  using (bucket_id = 'lessons' and (
    (select private.reading_staff_role()) is not null
    or exists (select from public.published_bodies as body where body.fields #>> '{video,path}' = objects.name)
  ));
create policy "staff remove videos that no lesson shows" on storage.objects for delete to authenticated
  using (
    bucket_id = 'lessons' and (select private.reading_staff_role()) is not null
    and not exists (select from public.published_bodies as body where body.fields #>> '{video,path}' = objects.name)
  );
