-- What follows from a post once it is published: who is named, answered or quoted hears of it, then who follows the thread; live pages hear of
-- it. Nothing here is called for a text that waits, and all of it is taken back when the post goes. Notifications name no author, so that an
-- anonymous one is told like any other.
create table private.post_mentions (
  post uuid not null references public.posts (id),
  member uuid not null references public.community_members (id) on delete cascade,
  -- Only in a quote.
  quoted boolean not null,
  primary key (post, member)
);
comment on table private.post_mentions is 'Whom published posts name with @.';
create index post_mentions_of_member on private.post_mentions (member);
alter table private.post_mentions enable row level security;
-- What was told of a post is found by its fact when the post goes.
create index notifications_of_forum on public.notifications (fact) where category = 'community';

create function private.post_address(post public.posts) returns text
language sql immutable set search_path = '' as $$ select format('/communaute?sujet=%s&message=%s', post.thread, post.position) $$;
comment on function private.post_address(public.posts) is 'Where a post is read.';

create function private.keep_mentions(made public.posts) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.post_mentions where post = made.id;
  insert into private.post_mentions (post, member, quoted)
  select made.id, named.member, bool_and(named.quoted) from (
    select member, false as quoted from private.mentioned(private.bare_words(made.body)) as member
    union all
    select member, true from private.mentioned((
      select string_agg(regexp_replace(line, '^[ >]+', ''), E'\n') from regexp_split_to_table(made.body, '\n') as line where line ~ '^[ ]{0,3}>')) as member
  ) as named group by named.member;
end
$$;
comment on function private.keep_mentions(public.posts) is 'Notes whom a post names.';

create function private.may_be_told(reader uuid, writer uuid, place public.threads) returns uuid
language sql stable security definer set search_path = '' as $$
  select member.user_id from public.community_members as member
  where member.id = reader and member.user_id is not null and reader <> writer
    and not exists (
      select from public.member_blocks where member_blocks.member = reader
        and blocked in (writer, place.author, (select hidden.author from private.anonymous_posts as hidden where hidden.post = place.id)))
    and not exists (
      select from public.forum_subscriptions as known where known.member = reader and known.level = 'none' and (known.thread = place.id or known.category = place.category))
$$;
comment on function private.may_be_told(uuid, uuid, public.threads) is 'The account of a member who may be told of a post: not its writer, blocking nobody in it, and not having silenced it.';

create function private.tell_addressed(made public.posts, writer uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  place public.threads;
  addressed record;
begin
  if made.state <> 'published' then return; end if;
  select * into place from public.threads where id = made.thread;
  for addressed in
    select private.may_be_told(aimed.member, writer, place) as user_id, min(aimed.kind) as kind from (
      select private.author_of(made.reply_to) as member, '1 forum_reply' as kind where made.reply_to is not null
      union all
      select mention.member, case when mention.quoted then '2 forum_quote' else '3 forum_mention' end from private.post_mentions as mention where mention.post = made.id
    ) as aimed where aimed.member is not null group by 1
  loop
    continue when addressed.user_id is null;
    perform private.notify_member(
      addressed.user_id, 'post:' || made.id, substr(addressed.kind, 3), jsonb_build_object('title', place.title), private.post_address(made));
  end loop;
end
$$;
comment on function private.tell_addressed(public.posts, uuid) is 'Tells those whom a post answers, quotes or names, each once.';

create function private.tell_followers(post uuid, most int) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  made public.posts;
  place public.threads;
  writer uuid;
  reached uuid[];
begin
  select * into made from public.posts where id = tell_followers.post;
  select * into place from public.threads where id = made.thread;
  -- What went while the job waited is told to nobody.
  if made.state is distinct from 'published' or place.state <> 'published' then return false; end if;
  writer := private.author_of(made.id);
  select array_agg(user_id) into reached from (
    select distinct told.user_id
    from (
      select known.member from public.forum_subscriptions as known
      where known.level = 'every' and (known.thread = place.id or (made.position = 1 and known.category = place.category))
    ) as follower, lateral (select private.may_be_told(follower.member, writer, place) as user_id) as told
    where told.user_id is not null
      and not exists (select from public.notifications as note where note.user_id = told.user_id and note.fact = 'post:' || made.id)
    order by told.user_id limit most
  ) as next;
  if reached is null then return false; end if;
  perform private.tell_members(reached, jsonb_populate_record(null::private.notification_facts, jsonb_build_object(
    'fact', 'post:' || made.id, 'category', 'community', 'kind', case when made.position = 1 then 'forum_thread' else 'forum_post' end,
    'parameters', jsonb_build_object('title', place.title), 'link', private.post_address(made), 'perishable', false, 'created_at', made.published_at)));
  perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications');
  return cardinality(reached) = most;
end
$$;
comment on function private.tell_followers(uuid, int) is 'For the worker: tells the next followers of a post''s thread or category. True while there may be more.';

create function private.follow_post(made public.posts, writer uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  place public.threads;
begin
  select * into place from public.threads where id = made.thread;
  -- Who answers has read the thread up to there.
  perform private.set_read_mark(writer, made.thread, made.position);
  perform private.keep_mentions(made);
  perform private.tell_addressed(made, writer);
  if made.state = 'published' and exists (
    select from public.forum_subscriptions as known
    where known.level = 'every' and known.member <> writer and (known.thread = place.id or (made.position = 1 and known.category = place.category))
  ) then
    perform private.enqueue('tell-followers', jsonb_build_object('post', made.id), 'tell-followers:' || made.id);
  end if;
  perform private.tell_topic('thread:' || made.thread, 'post', jsonb_build_object('id', made.id, 'position', made.position));
  perform private.tell_topic('community', 'thread', jsonb_build_object('id', made.thread, 'category', place.category, 'position', made.position));
end
$$;
comment on function private.follow_post(public.posts, uuid) is 'Begins what follows from a publication, in its transaction.';

create function private.follow_edit(made public.posts) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.keep_mentions(made);
  -- Who was told of the post is not told again.
  perform private.tell_addressed(made, private.author_of(made.id));
  perform private.tell_topic('thread:' || made.thread, 'edit', jsonb_build_object('id', made.id));
end
$$;
comment on function private.follow_edit(public.posts) is 'Begins what follows from an edit.';

create function private.tell_accepted(chosen public.posts, asker uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  place public.threads;
  told uuid;
begin
  select * into place from public.threads where id = chosen.thread;
  told := private.may_be_told(private.author_of(chosen.id), asker, place);
  if told is not null then
    perform private.notify_member(told, 'accepted:' || chosen.id, 'forum_accepted', jsonb_build_object('title', place.title), private.post_address(chosen));
  end if;
end
$$;
comment on function private.tell_accepted(public.posts, uuid) is 'Tells the author of an answer that it was accepted.';

create function private.untell(facts text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_topics(
    array_agg('member:' || note.user_id), 'withdrawn',
    array_agg(jsonb_build_object(
      'notification', note.id, 'withdrawn_at', clock_timestamp(), 'withdrawn_for', 'removed', 'unread', case when note.read_at is null then -1 else 0 end)))
  from public.notifications as note where note.category = 'community' and note.fact = any (facts) and note.in_app
  having count(*) > 0;
  -- With their mails and pushes that have not left.
  delete from public.notifications as note where note.category = 'community' and note.fact = any (facts);
end
$$;
comment on function private.untell(text[]) is 'Removes notifications about what is gone.';

create function private.untell_post(post uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.post_mentions where post_mentions.post = untell_post.post;
  select private.untell(array['post:' || untell_post.post, 'accepted:' || untell_post.post]);
$$;
comment on function private.untell_post(uuid) is 'Takes back what was told of a post.';

create function private.untell_thread(thread uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.post_mentions using public.posts where posts.id = post_mentions.post and posts.thread = untell_thread.thread;
  select private.untell(array(
    select prefix || posts.id from public.posts, unnest('{post:,accepted:}'::text[]) as prefix where posts.thread = untell_thread.thread));
  select private.drop_digests(untell_thread.thread);
$$;
comment on function private.untell_thread(uuid) is 'Takes back what was told of a thread and its posts.';

create function private.untell_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notifications as note using public.community_members as me, public.posts
  where me.id = new.member and note.user_id = me.user_id and note.category = 'community' and note.fact like 'post:%'
    and posts.id = substr(note.fact, 6)::uuid and private.author_of(posts.id) = new.blocked;
  if to_regclass('_server.mail_outbox') is not null then
    execute $query$
      delete from _server.mail_outbox where template = 'forum_digest' and sent_at is null and to_address = (
        select account.email from auth.users as account join public.community_members as me on me.user_id = account.id where me.id = $1)
    $query$ using new.member;
  end if;
  return null;
end
$$;
comment on function private.untell_blocked() is 'Removes what a member was told of somebody whom they block from now on.';
create trigger untell_blocked after insert on public.member_blocks for each row execute function private.untell_blocked();

revoke all on private.post_mentions from anon, authenticated, service_role;
revoke execute on function
  private.post_address(public.posts), private.keep_mentions(public.posts), private.may_be_told(uuid, uuid, public.threads),
  private.tell_addressed(public.posts, uuid), private.tell_followers(uuid, int), private.follow_post(public.posts, uuid), private.follow_edit(public.posts),
  private.tell_accepted(public.posts, uuid), private.untell(text[]), private.untell_post(uuid), private.untell_thread(uuid), private.untell_blocked()
from public, anon, authenticated, service_role;
