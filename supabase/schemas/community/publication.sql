-- Publication: how a member's text becomes a post. Each text takes one way: its author may write, within the limits; it is judged; then it is
-- published, or waits in held_posts and is published from there under the same id. A thread has the id of its first post.
-- Positions are given under a lock of the thread that is held until the commit, so they follow the order of the commits without a hole.
-- What follows from a post (mentions, notifications, words of the search, live pages) begins in private.put_post(), never earlier.
create function private.writing_member() returns public.community_members
language plpgsql security definer set search_path = '' as $$
declare
  me public.community_members;
begin
  -- The lock keeps an account from ending between this line and the commit.
  select * into me from public.community_members where user_id = auth.uid() for key share;
  perform private.may_write(me);
  -- Who bears the staff mark proves who they are.
  if me.staff_role is not null then perform private.keeping_role(); end if;
  return me;
end
$$;
comment on function private.writing_member() is 'The caller as a member who may write now; refused otherwise.';

create function private.open_thread(thread uuid, of_staff boolean default false) returns public.threads
language plpgsql security definer set search_path = '' as $$
declare
  place public.threads;
begin
  loop
    select * into place from public.threads where id = open_thread.thread for no key update;
    exit when place.state is distinct from 'merged';
    open_thread.thread := place.merged_into;
  end loop;
  if place.state is distinct from 'published' then raise exception 'thread_not_found' using errcode = 'PT404'; end if;
  if place.locked_at is not null and not of_staff then raise exception 'thread_locked' using errcode = 'PT409'; end if;
  return place;
end
$$;
comment on function private.open_thread(uuid, boolean) is 'Locks a thread in which something may be published; a merged one leads to where its posts are.';

create function private.excerpt_of_post(body text) returns text
language sql immutable set search_path = '' as $$
  select left(private.bare_text(regexp_replace(private.bare_words(body), '!\[[^]]*\]\([^)]*\)', ' ', 'g')), 240)
$$;
comment on function private.excerpt_of_post(text) is 'The beginning of a post in plain words, for lists.';

create function private.put_post(
  id uuid, thread public.threads, author uuid, body text, masked text, reasons text[], anonymous boolean, reply_to uuid
) returns public.posts
language plpgsql security definer set search_path = '' as $$
declare
  shown_by constant uuid := case when not put_post.anonymous then put_post.author end;
  made public.posts;
begin
  insert into public.posts (id, thread, position, author, anonymous, body, state, reasons, reply_to)
  values (
    put_post.id, (put_post.thread).id, (put_post.thread).last_position + 1, shown_by, put_post.anonymous, coalesce(masked, body),
    case when masked is null then 'published' else 'shielded' end, case when masked is null then '{}' else put_post.reasons end,
    -- An answer to what has gone elsewhere or was removed is an answer to the thread.
    (select answered.id from public.posts as answered where answered.id = put_post.reply_to and answered.thread = (put_post.thread).id
      and answered.state in ('published', 'shielded'))
  ) returning * into made;
  if put_post.anonymous then
    insert into private.anonymous_posts (post, author) values (made.id, put_post.author) on conflict do nothing;
  end if;
  if masked is not null then
    insert into public.removed_texts (author, subject, kind, text) values (put_post.author, made.id, 'post', body);
  end if;
  update public.threads set last_position = made.position,
    excerpt = case when made.position = 1 then private.excerpt_of_post(made.body) else excerpt end
  where threads.id = made.thread;
  -- What is shown masked is read, but neither counted nor announced.
  if made.state = 'published' then
    update public.threads set last_shown = made.position, last_post_at = made.published_at, last_author = made.author,
      replies = replies + case when made.position > 1 then 1 else 0 end
    where threads.id = made.thread;
  end if;
  perform private.keep_pictures(made);
  perform private.follow_post(made, put_post.author);
  return made;
end
$$;
comment on function private.put_post(uuid, public.threads, uuid, text, text, text[], boolean, uuid) is 'Publishes a post at the end of a thread that the transaction has locked. masked: what everybody reads instead of the body.';

create function private.put_thread(
  id uuid, author uuid, category text, title text, body text, masked text, reasons text[], symbol text, anonymous boolean
) returns public.posts
language plpgsql security definer set search_path = '' as $$
declare
  made public.threads;
begin
  insert into public.threads (id, category, title, author, language, symbol, heat)
  select put_thread.id, put_thread.category, put_thread.title, case when not put_thread.anonymous then put_thread.author end,
    coalesce((select locale from public.profiles where profiles.id = member.user_id), 'fr'), put_thread.symbol, private.first_heat(clock_timestamp())
  from public.community_members as member where member.id = put_thread.author
  returning * into made;
  if not put_thread.anonymous then
    insert into public.forum_subscriptions (member, thread, level) values (put_thread.author, made.id, 'every') on conflict do nothing;
  end if;
  return private.put_post(made.id, made, put_thread.author, put_thread.body, put_thread.masked, put_thread.reasons, put_thread.anonymous, null);
end
$$;
comment on function private.put_thread(uuid, uuid, text, text, text, text, text[], text, boolean) is 'Publishes a thread with its first post, which has its id.';

create function private.publish_thread(author uuid, category text, title text, body text, symbol text default null) returns uuid
language sql security definer set search_path = '' as $$
  select thread from private.put_thread(private.ordered_id(), author, category, private.writable_text(title), private.writable_text(body), null, '{}', symbol, false)
$$;
comment on function private.publish_thread(uuid, text, text, text, text) is 'A thread of the product itself or of a feature that has judged the text: published without further judgement.';

create function private.hold_text(
  author uuid, thread uuid, edits uuid, request jsonb, verdict private.verdict
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  insert into public.held_posts (author, thread, edits, request, reasons) values (author, thread, edits, request, (verdict).reasons) returning id into made;
  if request -> 'anonymous' = 'true' then insert into private.anonymous_posts (post, author) values (made, hold_text.author); end if;
  perform private.note_verdict(made, 'held', verdict);
  return made;
end
$$;
comment on function private.hold_text(uuid, uuid, uuid, jsonb, private.verdict) is 'Keeps a text until somebody has reviewed it. Nobody but its author and staff is told of it.';

create function private.judged(author public.community_members, body text, kind text) returns private.verdict
language plpgsql security definer set search_path = '' as $$
declare
  verdict constant private.verdict := private.judge(author, body, kind);
begin
  if (verdict).outcome = 'refuse' then
    raise exception 'text_refused' using errcode = '42501', hint = (verdict).reasons[1], detail = to_json((verdict).reasons)::text;
  end if;
  return verdict;
end
$$;
comment on function private.judged(public.community_members, text, text) is 'The verdict on a text; raises text_refused with the first reason as its hint where it is not taken.';

create function public.start_thread(category text, title text, body text, symbol text default null, anonymous boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant public.community_members := private.writing_member();
  head constant text := regexp_replace(private.writable_text(title), '\s+', ' ', 'g');
  words constant text := private.writable_text(body);
  kind public.forum_categories;
  verdict private.verdict;
  of_title private.verdict;
  made public.posts;
  held uuid;
begin
  select * into kind from public.forum_categories where slug = start_thread.category;
  if kind.slug is null or kind.of_ideas then raise exception 'category_not_found' using errcode = 'PT404'; end if;
  if kind.opened_by = 'staff' and me.staff_role is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if length(head) not between 8 and 140 then raise exception 'invalid_title' using errcode = '22023', hint = 'title'; end if;
  if symbol is not null and not exists (select from public.instruments where instruments.symbol = start_thread.symbol) then
    raise exception 'unknown_instrument' using errcode = '22023', hint = 'symbol';
  end if;
  perform private.check_body(me, words);
  perform private.count_write(me, 'thread');
  verdict := private.judged(me, words, 'thread');
  of_title := private.judged(me, head, 'title');
  -- A title has no place for marks: where words of it are dangerous, it waits.
  if (of_title).outcome in ('hold', 'shield') then
    verdict := row('hold', (of_title).reasons || array(select unnest((verdict).reasons) except select unnest((of_title).reasons)), null)::private.verdict;
  end if;
  if (verdict).outcome = 'hold' then
    held := private.hold_text(me.id, null, null, jsonb_build_object(
      'title', head, 'category', category, 'body', words, 'symbol', symbol, 'anonymous', start_thread.anonymous), verdict);
  else
    made := private.put_thread(private.ordered_id(), me.id, category, head, words, (verdict).masked, (verdict).reasons, symbol, start_thread.anonymous);
    if cardinality((verdict).reasons) > 0 then perform private.note_verdict(made.id, 'post', verdict); end if;
  end if;
  delete from public.forum_drafts as draft where draft.member = me.id and draft.thread is null;
  return jsonb_build_object('id', coalesce(held, made.thread), 'held', held is not null, 'shielded', coalesce(made.state = 'shielded', false), 'reasons', (verdict).reasons);
end
$$;
comment on function public.start_thread(text, text, text, text, boolean) is 'Begins a thread: {id, held, shielded, reasons}. A held one has its id from when it is published.';

create function public.publish_post(thread uuid, body text, reply_to uuid default null, anonymous boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant public.community_members := private.writing_member();
  words constant text := private.writable_text(body);
  place public.threads;
  verdict private.verdict;
  made public.posts;
  held uuid;
begin
  perform private.check_body(me, words);
  perform private.count_write(me, 'post', publish_post.thread);
  place := private.open_thread(publish_post.thread, of_staff => me.staff_role is not null);
  verdict := private.judged(me, words, 'post');
  if (verdict).outcome = 'hold' then
    held := private.hold_text(me.id, place.id, null, jsonb_build_object('body', words, 'reply_to', reply_to, 'anonymous', publish_post.anonymous), verdict);
  else
    made := private.put_post(private.ordered_id(), place, me.id, words, (verdict).masked, (verdict).reasons, publish_post.anonymous, reply_to);
    if cardinality((verdict).reasons) > 0 then perform private.note_verdict(made.id, 'post', verdict); end if;
  end if;
  delete from public.forum_drafts as draft where draft.member = me.id and draft.thread = publish_post.thread;
  return jsonb_build_object(
    'id', coalesce(held, made.id), 'position', made.position, 'held', held is not null, 'shielded', coalesce(made.state = 'shielded', false), 'reasons', (verdict).reasons);
end
$$;
comment on function public.publish_post(uuid, text, uuid, boolean) is 'Answers in a thread: {id, position, held, shielded, reasons}. position is null while it waits.';

create function private.publish_held(held uuid, moderator uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  waiting public.held_posts;
begin
  select * into waiting from public.held_posts where id = held for update;
  if not found then raise exception 'held_not_found' using errcode = 'PT404'; end if;
  delete from public.held_posts where id = held;
  if waiting.edits is not null then
    perform private.put_edit(waiting.edits, waiting.request ->> 'body');
    return waiting.edits;
  end if;
  if waiting.thread is null then
    return (private.put_thread(
      held, waiting.author, waiting.request ->> 'category', waiting.request ->> 'title', waiting.request ->> 'body', null, '{}',
      waiting.request ->> 'symbol', waiting.request -> 'anonymous' = 'true')).thread;
  end if;
  return (private.put_post(
    held, private.open_thread(waiting.thread, of_staff => true), waiting.author, waiting.request ->> 'body', null, '{}',
    waiting.request -> 'anonymous' = 'true', (waiting.request ->> 'reply_to')::uuid)).id;
end
$$;
comment on function private.publish_held(uuid, uuid) is 'For moderation: publishes what waited, as if it were written now. Returns the thread, the post or the edited post.';

create function public.withdraw_held(held uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.held_posts where id = held and author = private.own_member();
  if not found then raise exception 'held_not_found' using errcode = 'PT404'; end if;
  delete from private.anonymous_posts where post = held;
end
$$;
comment on function public.withdraw_held(uuid) is 'Takes back a text of one''s own that waits.';

revoke execute on function
  private.writing_member(), private.open_thread(uuid, boolean), private.excerpt_of_post(text),
  private.put_post(uuid, public.threads, uuid, text, text, text[], boolean, uuid),
  private.put_thread(uuid, uuid, text, text, text, text, text[], text, boolean), private.publish_thread(uuid, text, text, text, text),
  private.hold_text(uuid, uuid, uuid, jsonb, private.verdict), private.judged(public.community_members, text, text),
  private.publish_held(uuid, uuid)
from public, anon, authenticated, service_role;
revoke execute on function public.start_thread(text, text, text, text, boolean), public.publish_post(uuid, text, uuid, boolean), public.withdraw_held(uuid)
from public, anon, service_role;
grant execute on function public.start_thread(text, text, text, text, boolean), public.publish_post(uuid, text, uuid, boolean), public.withdraw_held(uuid) to authenticated;
