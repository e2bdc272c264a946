-- Removal: the words leave the public tables in the transaction that decides it, with all that repeats them: revisions, quotes of them in other
-- posts, notifications, words of the search, pictures. What stays is a tombstone. The text itself lies in removed_texts.
create table private.masked_quotes (
  post uuid not null references public.posts (id),
  source uuid not null references public.posts (id),
  -- The quoting post's body before, and as it was left.
  before text not null,
  after text not null,
  primary key (post, source)
);
comment on table private.masked_quotes is 'Posts that quoted a removed one, with what they said, for when it is restored.';
create index masked_quotes_of_source on private.masked_quotes (source);
alter table private.masked_quotes enable row level security;

create function private.refresh_thread(thread uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.threads set
    replies = shown.replies, last_shown = coalesce(shown.last, 0), last_post_at = coalesce(latest.published_at, threads.created_at),
    last_author = latest.author, excerpt = coalesce((
      select private.excerpt_of_post(posts.body) from public.posts
      where posts.thread = threads.id and posts.position = 1 and posts.state in ('published', 'shielded')), '')
  from (
    select max(position) as last, (count(*) filter (where position > 1))::int as replies
    from public.posts where posts.thread = refresh_thread.thread and posts.state = 'published'
  ) as shown
  left join public.posts as latest on latest.thread = refresh_thread.thread and latest.position = shown.last
  where threads.id = refresh_thread.thread;
end
$$;
comment on function private.refresh_thread(uuid) is 'Counts a thread anew, after what happens rarely: an edit, a removal, a move.';

create function private.mask_quotes(source public.posts, words text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  quoting record;
begin
  -- Quotes of one line of a dozen letters and more: shorter ones repeat nothing of anybody's.
  for quoting in
    select posts.id, posts.body, left_over.body as after
    from public.posts, lateral (
      select string_agg(case
        when line ~ '^[ ]{0,3}>' and length(bare) >= 12 and strpos(private.bare_text(words), bare) > 0
        then substring(line from '^[ ]{0,3}[> ]*') || '⟦removed⟧' else line end, E'\n' order by place) as body
      from regexp_split_to_table(posts.body, '\n') with ordinality as one (line, place), lateral (select private.bare_text(line) as bare) as cleaned
    ) as left_over
    where posts.thread = source.thread and posts.id <> source.id and posts.state in ('published', 'shielded') and strpos(posts.body, '>') > 0
      and left_over.body <> posts.body
  loop
    insert into private.masked_quotes (post, source, before, after) values (quoting.id, source.id, quoting.body, quoting.after)
    on conflict on constraint masked_quotes_pkey do update set before = excluded.before, after = excluded.after;
    update public.posts set body = quoting.after where id = quoting.id;
  end loop;
end
$$;
comment on function private.mask_quotes(public.posts, text) is 'Takes the words of a post out of the quotes of it in its thread.';

create function private.take_post(was public.posts, becomes text, masked text, decision uuid, with_thread boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  writer constant uuid := private.author_of(was.id);
begin
  -- Of a shielded post the words were taken when it was published.
  if was.state = 'published' then
    insert into public.removed_texts (author, subject, kind, text, decision) values (writer, was.id, 'post', was.body, decision);
  elsif decision is not null then
    update public.removed_texts as kept set decision = take_post.decision where kept.subject = was.id and kept.kind = 'post' and kept.decision is null;
  end if;
  with gone as (
    delete from public.post_revisions where post = was.id returning *
  )
  insert into public.removed_texts (author, subject, kind, text, decision, revision, written_at)
  select writer, was.id, 'revision', body, take_post.decision, revision, written_at from gone order by revision;
  delete from public.held_posts where edits = was.id;
  update public.posts set state = becomes, body = coalesce(masked, ''), revisions = 0,
    reasons = case when masked is null then '{}' else posts.reasons end
  where id = was.id;
  perform private.hide_pictures(was.id);
  perform private.cool_reply(was.id);
  if with_thread then return; end if;
  update public.threads set accepted_post = null where accepted_post = was.id and becomes <> 'shielded';
  perform private.mask_quotes(was, was.body);
  perform private.refresh_thread(was.thread);
  perform private.untell_post(was.id);
  perform private.tell_topic('thread:' || was.thread, 'edit', jsonb_build_object('id', was.id));
end
$$;
comment on function private.take_post(public.posts, text, text, uuid, boolean) is 'Takes a locked post''s words away. becomes: hidden, deleted, or shielded with what stays readable. with_thread: the whole thread goes, and its caller sees to the rest.';

create function private.take_title(place public.threads, becomes text, decision uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.removed_texts (author, subject, kind, text, decision)
  values (coalesce(place.author, (select author from private.anonymous_posts where post = place.id)), place.id, 'title', place.title, decision);
  update public.threads set state = becomes, title = '', excerpt = '', pinned_at = null, lock_reason = null, accepted_post = null where id = place.id;
  perform private.untell_thread(place.id);
  perform private.tell_topic('thread:' || place.id, 'thread', jsonb_build_object('id', place.id));
  perform private.tell_topic('community', 'thread', jsonb_build_object('id', place.id, 'category', place.category));
end
$$;
comment on function private.take_title(public.threads, text, uuid) is 'Takes a locked thread out of the lists.';

create function private.remove_post(post uuid, decision uuid, masked text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was constant public.posts := private.lock_post(post);
begin
  if was.state not in ('published', 'shielded') then raise exception 'post_not_found' using errcode = 'PT404'; end if;
  perform private.take_post(was, case when masked is null then 'hidden' else 'shielded' end, masked, decision);
end
$$;
comment on function private.remove_post(uuid, uuid, text) is 'For moderation: hides a post, or leaves `masked` of it readable. The text is kept with the decision.';

create function private.restore_post(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was constant public.posts := private.lock_post(post);
  kept public.removed_texts;
  quoting record;
begin
  -- What its author deleted only its author could restore.
  if was.state not in ('hidden', 'shielded') then raise exception 'post_not_found' using errcode = 'PT404'; end if;
  select * into kept from public.removed_texts where subject = was.id and kind = 'post' order by id desc limit 1;
  if not found then raise exception 'post_not_found' using errcode = 'PT404'; end if;
  with back as (
    delete from public.removed_texts as removed where removed.subject = was.id and removed.kind = 'revision' and removed.decision is not distinct from kept.decision
    returning *
  ), revived as (
    insert into public.post_revisions (post, revision, body, written_at) select was.id, back.revision, back.text, back.written_at from back returning revision
  )
  update public.posts set state = 'published', body = kept.text, reasons = '{}', revisions = greatest(posts.revisions, coalesce((select max(revision) from revived), 0))
  where id = was.id;
  delete from public.removed_texts where id = kept.id;
  for quoting in delete from private.masked_quotes where source = was.id returning * loop
    update public.posts set body = quoting.before where id = quoting.post and body = quoting.after and state in ('published', 'shielded');
  end loop;
  perform private.keep_pictures(posts) from public.posts where id = was.id;
  perform private.refresh_thread(was.thread);
  perform private.tell_topic('thread:' || was.thread, 'edit', jsonb_build_object('id', was.id));
end
$$;
comment on function private.restore_post(uuid) is 'For moderation: the text as it was, with its revisions and the quotes of it.';

create function private.remove_thread(thread uuid, decision uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  place public.threads;
begin
  select * into place from public.threads where id = remove_thread.thread for no key update;
  if place.state is distinct from 'published' then raise exception 'thread_not_found' using errcode = 'PT404'; end if;
  perform private.take_post(posts, 'hidden', null, decision, with_thread => true)
  from public.posts where posts.thread = place.id and posts.state in ('published', 'shielded') order by position;
  perform private.refresh_thread(place.id);
  perform private.take_title(place, 'hidden', decision);
  perform private.note_thread_event(place.id, 'removed');
end
$$;
comment on function private.remove_thread(uuid, uuid) is 'For moderation: hides a thread with all its posts.';

create function private.restore_thread(thread uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  place public.threads;
  kept public.removed_texts;
begin
  select * into place from public.threads where id = restore_thread.thread for no key update;
  if place.state is distinct from 'hidden' then raise exception 'thread_not_found' using errcode = 'PT404'; end if;
  delete from public.removed_texts where id = (select id from public.removed_texts where subject = place.id and kind = 'title' order by id desc limit 1) returning * into kept;
  update public.threads set state = 'published', title = coalesce(kept.text, '') where id = place.id;
  -- Its posts by the same decision; what was hidden before stays hidden.
  perform private.restore_post(posts.id)
  from public.posts where posts.thread = place.id and posts.state = 'hidden' and exists (
    select from public.removed_texts as removed where removed.subject = posts.id and removed.kind = 'post' and removed.decision is not distinct from kept.decision)
  order by posts.position;
  perform private.note_thread_event(place.id, 'restored');
  perform private.tell_topic('community', 'thread', jsonb_build_object('id', place.id, 'category', place.category));
end
$$;
comment on function private.restore_thread(uuid) is 'For moderation: a hidden thread with the posts that went with it.';

revoke all on private.masked_quotes from anon, authenticated, service_role;
revoke execute on function
  private.refresh_thread(uuid), private.mask_quotes(public.posts, text), private.take_post(public.posts, text, text, uuid, boolean),
  private.take_title(public.threads, text, uuid), private.remove_post(uuid, uuid, text), private.restore_post(uuid),
  private.remove_thread(uuid, uuid), private.restore_thread(uuid)
from public, anon, authenticated, service_role;
