-- Pictures in posts: bucket `forum`, `<member>/<uuid>.webp`, under the member's id in the community. The server draws each upload anew
-- (storage.rewrite in config.toml). A picture whose post was removed loses its address with the words.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('forum', 'forum', true, 8388608, array['image/png', 'image/jpeg', 'image/webp']);

create table private.post_pictures (
  post uuid not null references public.posts (id),
  -- As in the text; and where it lies while the post is removed.
  name text not null,
  hidden_as text,
  primary key (post, name)
);
comment on table private.post_pictures is 'Pictures that published posts show.';
create index post_pictures_of_name on private.post_pictures (name);
alter table private.post_pictures enable row level security;

create function private.keep_pictures(made public.posts) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update storage.objects as file set name = shown.name
  from private.post_pictures as shown where shown.post = made.id and file.bucket_id = 'forum' and file.name = shown.hidden_as;
  delete from private.post_pictures where post = made.id;
  insert into private.post_pictures (post, name)
  select distinct made.id, match[1] from regexp_matches(made.body, '/storage/v1/object/public/forum/([0-9a-f-]{36}/[0-9a-f-]{36}\.webp)', 'g') as match
  where exists (select from storage.objects as file where file.bucket_id = 'forum' and file.name = match[1]);
end
$$;
comment on function private.keep_pictures(public.posts) is 'Notes which pictures a post shows, and gives those back that were hidden with it.';

create function private.hide_pictures(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.post_pictures as shown set hidden_as = split_part(shown.name, '/', 1) || '/hidden/' || gen_random_uuid() || '.webp'
  where shown.post = hide_pictures.post and shown.hidden_as is null
    -- Another post may still show it.
    and not exists (select from private.post_pictures as other where other.name = shown.name and other.post <> shown.post and other.hidden_as is null);
  update storage.objects as file set name = shown.hidden_as
  from private.post_pictures as shown where shown.post = hide_pictures.post and file.bucket_id = 'forum' and file.name = shown.name and shown.hidden_as is not null;
end
$$;
comment on function private.hide_pictures(uuid) is 'Takes the addresses of a removed post''s pictures.';

create function private.may_bring_picture() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.community_members as me, private.forum_limits(me.trust) as most
    where me.user_id = (select auth.uid()) and (
      select count(*) from storage.objects as file
      where file.bucket_id = 'forum' and starts_with(file.name, me.id || '/') and file.created_at > clock_timestamp() - interval '1 day') < most.pictures_a_day)
$$;
comment on function private.may_bring_picture() is 'Whether the caller has brought fewer pictures today than their trust permits.';

create function private.unused_pictures(moment timestamptz, most int) returns setof text
language sql stable security definer set search_path = '' as $$
  select file.name from storage.objects as file
  where file.bucket_id = 'forum' and file.created_at < moment - interval '2 days' and file.name not like '%/hidden/%'
    and not exists (select from private.post_pictures as shown where shown.name = file.name)
    and not exists (select from public.held_posts where strpos(request ->> 'body', file.name) > 0)
    and not exists (select from public.forum_drafts where strpos(body, file.name) > 0)
    and not exists (select from public.post_revisions where strpos(body, file.name) > 0)
  order by file.created_at limit most
$$;
comment on function private.unused_pictures(timestamptz, int) is 'For the worker: pictures that were brought two days ago and are in no text.';

create policy "members bring pictures of their own" on storage.objects for insert to authenticated
  with check (bucket_id = 'forum' and name ~ ('^' || (select private.own_member())::text || '/[0-9a-f-]{36}\.webp$') and (select private.may_bring_picture()));
create policy "members see the pictures they brought" on storage.objects for select to authenticated
  using (bucket_id = 'forum' and (storage.foldername(name))[1] = (select private.own_member())::text);

revoke all on private.post_pictures from anon, authenticated, service_role;
revoke execute on function private.keep_pictures(public.posts), private.hide_pictures(uuid), private.unused_pictures(timestamptz, int) from public, anon, authenticated, service_role;
revoke execute on function private.may_bring_picture() from public, anon, service_role;
grant execute on function private.may_bring_picture() to authenticated;
