-- Editing and deleting one's own posts. What stood before an edit stays readable as a revision, by whoever reads the post.
create table public.post_revisions (
  post uuid not null references public.posts (id),
  -- From 1, the first text.
  revision int not null,
  body text not null,
  written_at timestamptz not null,
  primary key (post, revision)
);
comment on table public.post_revisions is 'Earlier texts of posts that everybody may read. They go with the post to removed_texts.';

create function private.author_of(post uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(posts.author, (select hidden.author from private.anonymous_posts as hidden where hidden.post = posts.id))
  from public.posts where posts.id = author_of.post
$$;
comment on function private.author_of(uuid) is 'Who wrote a post, anonymously or not.';

create function private.lock_post(post uuid) returns public.posts
language plpgsql security definer set search_path = '' as $$
declare
  locked public.posts;
begin
  -- First the thread, then the post, as everybody who locks both; the post may move to another thread meanwhile.
  loop
    select * into locked from public.posts where id = lock_post.post;
    if not found then raise exception 'post_not_found' using errcode = 'PT404'; end if;
    perform from public.threads where id = locked.thread for no key update;
    select * into locked from public.posts where id = lock_post.post and thread = locked.thread for no key update;
    exit when found;
  end loop;
  return locked;
end
$$;
comment on function private.lock_post(uuid) is 'Locks the thread of a post and the post.';

create function private.put_edit(post uuid, body text, masked text default null, reasons text[] default '{}') returns public.posts
language plpgsql security definer set search_path = '' as $$
declare
  was constant public.posts := private.lock_post(post);
  made public.posts;
begin
  if was.state not in ('published', 'shielded') then raise exception 'post_not_found' using errcode = 'PT404'; end if;
  insert into public.post_revisions (post, revision, body, written_at)
  values (was.id, was.revisions + 1, was.body, coalesce(was.edited_at, was.published_at));
  if masked is not null then
    insert into public.removed_texts (author, subject, kind, text) values (private.author_of(was.id), was.id, 'post', put_edit.body);
  end if;
  update public.posts set body = coalesce(masked, put_edit.body), revisions = was.revisions + 1, edited_at = clock_timestamp(),
    state = case when masked is null then 'published' else 'shielded' end, reasons = case when masked is null then '{}' else put_edit.reasons end
  where id = was.id returning * into made;
  perform private.refresh_thread(made.thread);
  perform private.keep_pictures(made);
  perform private.follow_edit(made);
  return made;
end
$$;
comment on function private.put_edit(uuid, text, text, text[]) is 'Puts a new text in the place of a post''s, which becomes a revision.';

create function public.edit_post(post uuid, body text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant public.community_members := private.writing_member();
  words constant text := private.writable_text(body);
  was public.posts;
  place public.threads;
  verdict private.verdict;
  made public.posts;
  held uuid;
begin
  perform private.check_body(me, words);
  perform private.count_write(me, 'edit');
  was := private.lock_post(edit_post.post);
  if private.author_of(was.id) <> me.id then raise exception 'not_allowed' using errcode = '42501'; end if;
  if was.state not in ('published', 'shielded') then raise exception 'post_not_found' using errcode = 'PT404'; end if;
  select * into place from public.threads where id = was.thread;
  if place.locked_at is not null and me.staff_role is null then raise exception 'thread_locked' using errcode = 'PT409'; end if;
  -- What an idea says is sealed with it.
  if was.position = 1 and private.is_of_ideas(place.category) then raise exception 'idea_stays' using errcode = 'PT409'; end if;
  if words = was.body then return jsonb_build_object('id', was.id, 'held', false, 'shielded', was.state = 'shielded', 'reasons', was.reasons); end if;
  verdict := private.judged(me, words, 'edit');
  -- A later edit takes the place of one that waits.
  delete from public.held_posts where edits = was.id;
  if (verdict).outcome = 'hold' then
    held := private.hold_text(me.id, was.thread, was.id, jsonb_build_object('body', words), verdict);
  else
    made := private.put_edit(was.id, words, (verdict).masked, (verdict).reasons);
    if cardinality((verdict).reasons) > 0 then perform private.note_verdict(made.id, 'post', verdict); end if;
  end if;
  return jsonb_build_object('id', was.id, 'held', held is not null, 'shielded', coalesce(made.state = 'shielded', false), 'reasons', (verdict).reasons);
end
$$;
comment on function public.edit_post(uuid, text) is 'Changes a post of one''s own: {id, held, shielded, reasons}. While an edit waits, the post stays as it was.';

create function public.delete_post(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was constant public.posts := private.lock_post(post);
  place public.threads;
begin
  if private.author_of(was.id) is distinct from private.own_member() then raise exception 'not_allowed' using errcode = '42501'; end if;
  if was.state not in ('published', 'shielded') then raise exception 'post_not_found' using errcode = 'PT404'; end if;
  select * into place from public.threads where id = was.thread;
  -- The words of an idea stay with it, whether it won or lost.
  if was.position = 1 and private.is_of_ideas(place.category) then
    raise exception 'idea_stays' using errcode = 'PT409';
  end if;
  perform private.take_post(was, 'deleted', null, null);
  if was.position = 1 and place.replies = 0 then perform private.take_title(place, 'deleted', null); end if;
end
$$;
comment on function public.delete_post(uuid) is 'Takes a post of one''s own out of its thread; its text stays readable to its author. A thread without answers goes with its first post.';

alter table public.post_revisions enable row level security;
create policy "who reads a post reads what it was" on public.post_revisions for select to authenticated
  using (exists (select from public.posts where posts.id = post_revisions.post));
revoke all on public.post_revisions from anon, authenticated, service_role;
grant select on public.post_revisions to authenticated;
revoke execute on function private.author_of(uuid), private.lock_post(uuid), private.put_edit(uuid, text, text, text[]) from public, anon, authenticated, service_role;
revoke execute on function public.edit_post(uuid, text), public.delete_post(uuid) from public, anon, service_role;
grant execute on function public.edit_post(uuid, text), public.delete_post(uuid) to authenticated;
