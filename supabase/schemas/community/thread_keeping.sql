-- Keeping threads: lock, pin, move, merge, split and the accepted answer. Each is an event of the thread that its readers see; what staff do is
-- in the audit log too.
create table public.thread_events (
  id uuid primary key default private.ordered_id(),
  thread uuid not null references public.threads (id),
  kind text not null check (kind in (
    'locked', 'unlocked', 'pinned', 'unpinned', 'moved', 'renamed', 'merged_here', 'merged_away', 'split_here', 'split_away', 'accepted', 'unaccepted', 'removed', 'restored')),
  -- Who acted, in what function: never a name.
  by text not null check (by in ('author', 'analyst', 'admin', 'system')),
  -- Ids and numbers: {from, to} of a move, {other, posts} of a merge or a split, {post} of an accepted answer.
  data jsonb not null default '{}',
  at timestamptz not null default clock_timestamp()
);
comment on table public.thread_events is 'What was done to threads, by whom in what function, for their readers.';
create index thread_events_of_thread on public.thread_events (thread, id);

create function private.note_thread_event(thread uuid, kind text, data jsonb default '{}', by text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.thread_events (thread, kind, by, data) values (thread, kind, coalesce(by, private.reading_staff_role(), 'system'), data);
  perform private.tell_topic('thread:' || thread, 'thread', jsonb_build_object('id', thread, 'event', kind));
end
$$;
comment on function private.note_thread_event(uuid, text, jsonb, text) is 'Writes down what was done to a thread and tells its open pages.';

create table private.post_places (
  thread uuid not null references public.threads (id),
  position int not null,
  post uuid not null references public.posts (id),
  primary key (thread, position)
);
comment on table private.post_places is 'Where posts stood before they were moved: old addresses lead on.';
create index post_places_of_post on private.post_places (post);
alter table private.post_places enable row level security;

create function private.keeping_role() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  role constant text := public.writing_staff_role();
begin
  if role is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return role;
end
$$;
comment on function private.keeping_role() is 'The role of staff who may keep threads; refused to everybody else.';

create function private.lock_thread_row(thread uuid) returns public.threads
language plpgsql security definer set search_path = '' as $$
declare
  place public.threads;
begin
  select * into place from public.threads where id = lock_thread_row.thread for no key update;
  if place.state is distinct from 'published' then raise exception 'thread_not_found' using errcode = 'PT404'; end if;
  return place;
end
$$;
comment on function private.lock_thread_row(uuid) is 'Locks a published thread, locked to members or not.';

create function public.lock_thread(thread uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  role constant text := private.keeping_role();
  place constant public.threads := private.lock_thread_row(thread);
begin
  if length(btrim(coalesce(reason, ''))) not between 3 and 500 then raise exception 'invalid_reason' using errcode = '22023', hint = 'reason'; end if;
  update public.threads set locked_at = coalesce(locked_at, clock_timestamp()), lock_reason = btrim(reason) where id = place.id;
  perform private.note_thread_event(place.id, 'locked', by => role);
end
$$;
comment on function public.lock_thread(uuid, text) is 'Staff: nobody answers any more, and readers see why.';

create function public.unlock_thread(thread uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  role constant text := private.keeping_role();
  place constant public.threads := private.lock_thread_row(thread);
begin
  if place.locked_at is null then return; end if;
  update public.threads set locked_at = null, lock_reason = null where id = place.id;
  perform private.note_thread_event(place.id, 'unlocked', by => role);
end
$$;
comment on function public.unlock_thread(uuid) is 'Staff: members answer again.';

create function public.pin_thread(thread uuid, pinned boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  role constant text := private.keeping_role();
  place constant public.threads := private.lock_thread_row(thread);
begin
  if (place.pinned_at is not null) = pinned then return; end if;
  update public.threads set pinned_at = case when pinned then clock_timestamp() end where id = place.id;
  perform private.note_thread_event(place.id, case when pinned then 'pinned' else 'unpinned' end, by => role);
end
$$;
comment on function public.pin_thread(uuid, boolean) is 'Staff: keeps a thread at the top of its category, or no longer.';

create function private.is_of_ideas(category text) returns boolean
language sql stable security definer set search_path = '' as $$ select of_ideas from public.forum_categories where slug = category $$;
comment on function private.is_of_ideas(text) is 'Whether threads of a category are structured ideas.';

create function public.move_thread(thread uuid, category text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  role constant text := private.keeping_role();
  place constant public.threads := private.lock_thread_row(thread);
begin
  if private.is_of_ideas(move_thread.category) is null then raise exception 'category_not_found' using errcode = 'PT404'; end if;
  -- An idea is one by its levels, and stays where ideas are counted.
  if private.is_of_ideas(move_thread.category) <> private.is_of_ideas(place.category) then raise exception 'idea_stays' using errcode = 'PT409'; end if;
  if place.category = move_thread.category then return; end if;
  update public.threads set category = move_thread.category where id = place.id;
  perform private.note_thread_event(place.id, 'moved', jsonb_build_object('from', place.category, 'to', move_thread.category), role);
end
$$;
comment on function public.move_thread(uuid, text) is 'Staff: puts a thread into another category.';

create function public.rename_thread(thread uuid, title text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  role constant text := private.keeping_role();
  place constant public.threads := private.lock_thread_row(thread);
  head constant text := regexp_replace(private.writable_text(title), '\s+', ' ', 'g');
begin
  if length(head) not between 8 and 140 then raise exception 'invalid_title' using errcode = '22023', hint = 'title'; end if;
  if head = place.title then return; end if;
  insert into public.removed_texts (author, subject, kind, text) values (private.author_of(place.id), place.id, 'title', place.title);
  update public.threads set title = head where id = place.id;
  perform private.note_thread_event(place.id, 'renamed', by => role);
end
$$;
comment on function public.rename_thread(uuid, text) is 'Staff: gives a thread a title that says what it is about. The former one is kept for its author.';

create function private.move_posts(source uuid, target public.threads, posts uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  moved int;
begin
  insert into private.post_places (thread, position, post) select thread, position, id from public.posts where id = any (move_posts.posts);
  update public.posts set thread = target.id, position = target.last_position + placed.nth
  from (select id, row_number() over (order by position) as nth from public.posts where id = any (move_posts.posts)) as placed
  where posts.id = placed.id;
  get diagnostics moved = row_count;
  update public.threads set last_position = last_position + moved where id = target.id;
  -- Answers to a post that is elsewhere now are answers to the thread.
  update public.posts set reply_to = null
  from public.posts as answered where answered.id = posts.reply_to and answered.thread <> posts.thread and posts.thread in (source, target.id);
  update public.threads set accepted_post = null where id = source and accepted_post = any (move_posts.posts);
  perform private.refresh_thread(target.id);
  perform private.refresh_thread(source);
  return moved;
end
$$;
comment on function private.move_posts(uuid, public.threads, uuid[]) is 'Puts posts of one locked thread at the end of another, in their order.';

create function public.merge_threads(source uuid, target uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  role constant text := private.keeping_role();
  origin public.threads;
  place public.threads;
  moved int;
  joined int;
begin
  if source = target then raise exception 'same_thread' using errcode = '22023', hint = 'target'; end if;
  perform from public.threads where id in (source, target) order by id for no key update;
  origin := private.lock_thread_row(source);
  place := private.lock_thread_row(target);
  if private.is_of_ideas(origin.category) then raise exception 'idea_stays' using errcode = 'PT409'; end if;
  moved := private.move_posts(origin.id, place, array(select id from public.posts where posts.thread = origin.id));
  -- Who had read both has read what came; who had read one is a reader of both.
  update public.thread_reads as mark set last_position = place.last_position + moved
  from public.thread_reads as other where other.member = mark.member and mark.thread = place.id and other.thread = origin.id
    and mark.last_position >= place.last_shown and other.last_position >= origin.last_shown;
  insert into public.thread_reads (member, thread, last_position, read_at)
  select other.member, place.id, 0, other.read_at from public.thread_reads as other where other.thread = origin.id on conflict do nothing;
  get diagnostics joined = row_count;
  insert into public.forum_subscriptions (member, thread, level)
  select known.member, place.id, known.level from public.forum_subscriptions as known where known.thread = origin.id on conflict do nothing;
  delete from public.forum_subscriptions where thread = origin.id;
  update public.held_posts set thread = place.id where thread = origin.id;
  update public.forum_drafts as draft set thread = place.id
  where draft.thread = origin.id and not exists (select from public.forum_drafts as other where other.member = draft.member and other.thread = place.id);
  delete from public.forum_drafts where thread = origin.id;
  insert into public.removed_texts (author, subject, kind, text) values (private.author_of(origin.id), origin.id, 'title', origin.title);
  update public.threads set heat = private.warmer(heat, origin.heat), readers = readers + joined where id = place.id;
  update public.threads set state = 'merged', merged_into = place.id, title = '', excerpt = '', pinned_at = null, lock_reason = null, accepted_post = null
  where id = origin.id;
  perform private.note_thread_event(origin.id, 'merged_away', jsonb_build_object('other', place.id, 'posts', moved), role);
  perform private.note_thread_event(place.id, 'merged_here', jsonb_build_object('other', origin.id, 'posts', moved), role);
  perform private.tell_topic('community', 'thread', jsonb_build_object('id', origin.id, 'category', origin.category));
end
$$;
comment on function public.merge_threads(uuid, uuid) is 'Staff: puts all posts of a thread at the end of another, with its followers and readers. Its addresses lead there.';

create function public.split_thread(thread uuid, posts uuid[], title text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  role constant text := private.keeping_role();
  origin constant public.threads := private.lock_thread_row(thread);
  head constant text := regexp_replace(private.writable_text(title), '\s+', ' ', 'g');
  first_moved public.posts;
  made public.threads;
  moved int;
begin
  if length(head) not between 8 and 140 then raise exception 'invalid_title' using errcode = '22023', hint = 'title'; end if;
  if cardinality(posts) not between 1 and 1000
    or (select count(*) from public.posts as one where one.id = any (split_thread.posts) and one.thread = origin.id and one.position > 1) <> cardinality(posts) then
    raise exception 'invalid_posts' using errcode = '22023', hint = 'posts';
  end if;
  select * into first_moved from public.posts as one where one.id = any (split_thread.posts) order by one.position limit 1;
  if first_moved.state <> 'published' then raise exception 'invalid_posts' using errcode = '22023', hint = 'posts'; end if;
  insert into public.threads (category, title, author, language, symbol, created_at, heat)
  values (
    case when private.is_of_ideas(origin.category) then (select slug from public.forum_categories where not of_ideas and opened_by = 'members' order by position limit 1) else origin.category end,
    head, first_moved.author, origin.language, origin.symbol, first_moved.published_at, private.first_heat(first_moved.published_at))
  returning * into made;
  moved := private.move_posts(origin.id, made, posts);
  -- Each has read as many of the moved posts as lay before their mark.
  insert into public.thread_reads (member, thread, last_position, read_at)
  select mark.member, made.id, count(*), mark.read_at
  from public.thread_reads as mark join private.post_places as was on was.thread = origin.id and was.post = any (split_thread.posts) and was.position <= mark.last_position
  where mark.thread = origin.id group by mark.member, mark.read_at;
  update public.threads set readers = (
    select count(*) from public.thread_reads as mark where mark.thread = made.id and mark.member is distinct from private.author_of(first_moved.id)) where id = made.id;
  update public.threads set heat = coalesce((
    select private.warmer(threads.heat, (ln(sum(power(2::double precision, useful.weight - top.weight))) / ln(2::double precision)) + top.weight)
    from private.useful_replies as useful, (select max(weight) as weight from private.useful_replies where post = any (split_thread.posts)) as top
    where useful.post = any (split_thread.posts) group by top.weight), threads.heat) where id = made.id;
  update public.threads set heat = cooled.heat from (
    with recursive taken as (
      select origin.heat as heat, 0::bigint as nth
      union all
      select private.cooler(taken.heat, useful.weight, private.first_heat(origin.created_at)), useful.nth
      from taken join (select weight, row_number() over (order by post) as nth from private.useful_replies where post = any (split_thread.posts)) as useful on useful.nth = taken.nth + 1
    ) select heat from taken order by nth desc limit 1
  ) as cooled where threads.id = origin.id;
  perform private.note_thread_event(origin.id, 'split_away', jsonb_build_object('other', made.id, 'posts', moved), role);
  perform private.note_thread_event(made.id, 'split_here', jsonb_build_object('other', origin.id, 'posts', moved), role);
  perform private.tell_topic('community', 'thread', jsonb_build_object('id', made.id, 'category', made.category, 'position', moved));
  return made.id;
end
$$;
comment on function public.split_thread(uuid, uuid[], text) is 'Staff: makes a thread of posts of another, never of its first. Returns the new thread; the old addresses of the posts lead there.';

create function public.accept_answer(thread uuid, post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  place constant public.threads := private.lock_thread_row(thread);
  asker constant uuid := private.author_of((select id from public.posts where posts.thread = place.id and position = 1));
  own constant boolean := coalesce(asker = private.own_member(), false);
  chosen public.posts;
begin
  if not own then perform private.keeping_role(); end if;
  if post is not null then
    select * into chosen from public.posts where id = accept_answer.post and posts.thread = place.id and position > 1 and state = 'published';
    if chosen.id is null then raise exception 'post_not_found' using errcode = 'PT404'; end if;
  end if;
  if place.accepted_post is not distinct from chosen.id then return; end if;
  update public.threads set accepted_post = chosen.id where id = place.id;
  perform private.note_thread_event(
    place.id, case when chosen.id is null then 'unaccepted' else 'accepted' end, jsonb_strip_nulls(jsonb_build_object('post', chosen.id)),
    case when own then 'author' end);
  if chosen.id is not null then perform private.tell_accepted(chosen, asker); end if;
  perform private.tell_topic('community', 'thread', jsonb_build_object('id', place.id, 'category', place.category));
end
$$;
comment on function public.accept_answer(uuid, uuid) is 'Marks the answer that helped, or none: whoever asked, or staff.';

create function public.find_place(thread uuid, "position" int) returns jsonb
language sql stable security definer set search_path = '' as $$
  with recursive leads as (
    select id, merged_into from public.threads where id = find_place.thread
    union
    select next.id, next.merged_into from leads join public.threads as next on next.id = leads.merged_into
  ), moved as (
    select posts.thread, posts.position from private.post_places as was join public.posts on posts.id = was.post
    where was.thread = find_place.thread and was.position >= coalesce(find_place."position", 1) and not exists (
      select from public.posts as here where here.thread = was.thread and here.position = find_place."position")
    order by was.position limit 1
  )
  select jsonb_build_object('thread', coalesce(moved.thread, leads.id), 'position', coalesce(moved.position, find_place."position"))
  from leads left join moved on true where leads.merged_into is null and private.own_member() is not null
$$;
comment on function public.find_place(uuid, int) is 'Where the post of an address is now: {thread, position}; null for what never was.';

alter table public.thread_events enable row level security;
create policy "who reads a thread reads what was done to it" on public.thread_events for select to authenticated
  using (exists (select from public.threads where threads.id = thread_events.thread));
revoke all on public.thread_events from anon, authenticated, service_role;
grant select on public.thread_events to authenticated;
call private.audit_changes('public.thread_events');
revoke all on private.post_places from anon, authenticated, service_role;
revoke execute on function
  private.note_thread_event(uuid, text, jsonb, text), private.keeping_role(), private.lock_thread_row(uuid), private.is_of_ideas(text),
  private.move_posts(uuid, public.threads, uuid[])
from public, anon, authenticated, service_role;
revoke execute on function
  public.lock_thread(uuid, text), public.unlock_thread(uuid), public.pin_thread(uuid, boolean), public.move_thread(uuid, text), public.rename_thread(uuid, text),
  public.merge_threads(uuid, uuid), public.split_thread(uuid, uuid[], text), public.accept_answer(uuid, uuid), public.find_place(uuid, int)
from public, anon, service_role;
grant execute on function
  public.lock_thread(uuid, text), public.unlock_thread(uuid), public.pin_thread(uuid, boolean), public.move_thread(uuid, text), public.rename_thread(uuid, text),
  public.merge_threads(uuid, uuid), public.split_thread(uuid, uuid[], text), public.accept_answer(uuid, uuid), public.find_place(uuid, int)
to authenticated;
