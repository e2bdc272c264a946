-- When an account goes, its posts stay without a name, its pictures go, and its name leaves what others wrote: mentions become @…, wherever
-- texts are kept.
create function private.without_mentions(body text, handle text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(body, '(^|[^[:alnum:]_@/.-])@' || regexp_replace(handle, '([.])', '\\\1', 'g') || '(?![a-z0-9_-]|[.][a-z0-9])', '\1@…', 'gi')
$$;
comment on function private.without_mentions(text, text) is 'A text with @… in place of a handle.';

create function private.forget_mentions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed constant text := coalesce(current_setting('storage.allow_delete_query', true), 'false');
  named constant text := '%@' || replace(old.handle, '_', '\_') || '%';
begin
  update public.posts set body = private.without_mentions(body, old.handle)
  where id in (select post from private.post_mentions where member = new.id) and body ilike named;
  update public.post_revisions set body = private.without_mentions(body, old.handle) where body ilike named;
  update public.removed_texts set text = private.without_mentions(text, old.handle) where text ilike named;
  update public.forum_drafts set body = private.without_mentions(body, old.handle) where body ilike named;
  update private.masked_quotes set before = private.without_mentions(before, old.handle), after = private.without_mentions(after, old.handle) where before ilike named;
  update public.held_posts set request = request || jsonb_build_object('body', private.without_mentions(request ->> 'body', old.handle)) where request ->> 'body' ilike named;
  update public.threads set excerpt = private.without_mentions(excerpt, old.handle), title = private.without_mentions(title, old.handle)
  where excerpt ilike named or title ilike named;
  delete from private.post_mentions where member = new.id;
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = 'forum' and starts_with(name, new.id || '/');
  perform set_config('storage.allow_delete_query', allowed, true);
  -- Open pages read the name anew.
  perform private.tell_topic('community', 'member', jsonb_build_object('id', new.id));
  return null;
end
$$;
comment on function private.forget_mentions() is 'Takes the handle of an account that is gone out of all texts.';
create trigger forget_mentions after update of user_id on public.community_members for each row
  when (new.user_id is null and old.user_id is not null and old.handle is not null) execute function private.forget_mentions();
revoke execute on function private.without_mentions(text, text), private.forget_mentions() from public, anon, authenticated, service_role;
