-- Reading: how far each member has read, down to the post. What is older than a baseline counts as read: when they joined, when they marked
-- all as read, or a fortnight ago. A mark of one's own that is newer than the baseline prevails over it.
create table public.thread_reads (
  member uuid not null references public.community_members (id) on delete cascade,
  thread uuid not null references public.threads (id),
  last_position int not null check (last_position >= 0),
  read_at timestamptz not null default clock_timestamp(),
  primary key (member, thread)
);
comment on table public.thread_reads is 'Up to which position a member has read a thread.';
create index thread_reads_of_thread on public.thread_reads (thread, member);
create index thread_reads_recent on public.thread_reads (member, read_at desc);
create trigger skip_gone_member before insert on public.thread_reads for each row execute function private.skip_gone_member();

create table public.forum_reads_from (
  member uuid not null references public.community_members (id) on delete cascade,
  -- Null: all categories.
  category text references public.forum_categories (slug) on update cascade,
  at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (member, category)
);
comment on table public.forum_reads_from is 'When a member marked all of a category, or of the forum, as read.';
create index forum_reads_from_of_category on public.forum_reads_from (category);
create trigger skip_gone_member before insert on public.forum_reads_from for each row execute function private.skip_gone_member();

create function private.read_baselines(member uuid) returns table (category text, at timestamptz)
language sql stable security definer set search_path = '' as $$
  select slug, greatest(clock_timestamp() - interval '14 days', (select joined_at from public.community_members where id = read_baselines.member), (
    select max(known.at) from public.forum_reads_from as known
    where known.member = read_baselines.member and (known.category is null or known.category = slug)))
  from public.forum_categories
$$;
comment on function private.read_baselines(uuid) is 'For each category the moment before which all counts as read by a member.';

create function private.unread_of(thread public.threads) returns table (first_position int, unread int)
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid;
  mark int;
  marked_at timestamptz;
  baseline timestamptz;
  blocked uuid[];
begin
  select known.id, own.last_position, own.read_at, greatest(clock_timestamp() - interval '14 days', known.joined_at, (
    select max(every.at) from public.forum_reads_from as every
    where every.member = known.id and (every.category is null or every.category = (unread_of.thread).category)))
  into me, mark, marked_at, baseline
  from public.community_members as known left join public.thread_reads as own on own.member = known.id and own.thread = (unread_of.thread).id
  where known.user_id = auth.uid();
  -- A mark that is newer than the baseline prevails over it.
  if marked_at >= baseline then baseline := '-infinity'; end if;
  if me is null or mark >= (unread_of.thread).last_shown then return query select null::int, 0; return; end if;
  if (unread_of.thread).last_post_at <= baseline then return query select null::int, 0; return; end if;
  -- What is older than the baseline is passed over at once: a thread of years would else be read from its beginning.
  if baseline > '-infinity' then
    select greatest(mark, min(earliest.position) - 1) into mark from (
      select posts.position from public.posts where posts.thread = (unread_of.thread).id and posts.published_at > baseline
      order by posts.published_at limit 100) as earliest;
  end if;
  blocked := array(select block.blocked from public.member_blocks as block where block.member = me);
  return query
    select min(ahead.position), count(*)::int from (
      select posts.position from public.posts
      where posts.thread = (unread_of.thread).id and posts.state = 'published' and posts.position > coalesce(mark, 0) and posts.published_at > baseline
        and (posts.author is null or posts.author <> all (blocked))
      order by posts.position limit 100
    ) as ahead;
end
$$;
comment on function private.unread_of(public.threads) is 'The first post of a thread that the caller has not read, and how many they have not: a hundred at most.';

create function public.unread_posts(thread public.threads) returns int
language sql stable security definer set search_path = '' as $$ select unread from private.unread_of(thread) $$;
comment on function public.unread_posts(public.threads) is 'How many posts of a thread the caller has not read, a hundred at most: a field of threads.';

create function public.thread_mark(thread uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'last_position', (select own.last_position from public.thread_reads as own where own.member = private.own_member() and own.thread = threads.id),
    'read_at', (select own.read_at from public.thread_reads as own where own.member = private.own_member() and own.thread = threads.id),
    'first_unread', ahead.first_position, 'unread', ahead.unread,
    'level', (select known.level from public.forum_subscriptions as known where known.member = private.own_member() and known.thread = threads.id))
  from public.threads cross join lateral private.unread_of(threads) as ahead
  where threads.id = thread_mark.thread and threads.state = 'published'
$$;
comment on function public.thread_mark(uuid) is 'Where the caller stands in a thread: {last_position, read_at, first_unread, unread, level}.';

create function private.tell_own_mark(thread uuid, last_position int) returns void
language sql security definer set search_path = '' as $$
  select private.tell_topic('member:' || auth.uid(), 'thread_read', jsonb_build_object('thread', thread, 'last_position', last_position))
$$;
comment on function private.tell_own_mark(uuid, int) is 'Tells the caller''s other pages how far they have read.';

create function private.set_read_mark(reader uuid, thread uuid, last_position int, back boolean default false) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  fresh boolean;
begin
  update public.thread_reads as mark set last_position = set_read_mark.last_position, read_at = clock_timestamp()
  where mark.member = reader and mark.thread = set_read_mark.thread and (back or mark.last_position < set_read_mark.last_position);
  if found then return true; end if;
  if exists (select from public.thread_reads as mark where mark.member = reader and mark.thread = set_read_mark.thread) then return false; end if;
  -- The first time: the thread before the mark, as everybody locks them who takes both.
  perform from public.threads where id = set_read_mark.thread for no key update;
  insert into public.thread_reads as mark (member, thread, last_position) values (reader, set_read_mark.thread, set_read_mark.last_position)
  on conflict on constraint thread_reads_pkey do update set last_position = greatest(mark.last_position, excluded.last_position), read_at = excluded.read_at
  returning xmax = 0 into fresh;
  -- Who wrote the thread is not among its readers.
  if fresh and reader is distinct from private.author_of((select id from public.posts where posts.thread = set_read_mark.thread and position = 1)) then
    update public.threads set readers = readers + 1, heat = private.warmer(heat, private.weight_at(clock_timestamp(), 1)) where id = set_read_mark.thread;
  end if;
  return true;
end
$$;
comment on function private.set_read_mark(uuid, uuid, int, boolean) is 'Moves a member''s mark forward, or back where that is asked for; the first one makes a reader.';

create function public.mark_read(thread uuid, "position" int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.own_member();
  last int;
begin
  select last_position into last from public.threads where id = mark_read.thread and state = 'published';
  if me is null or last is null then raise exception 'thread_not_found' using errcode = 'PT404'; end if;
  if private.set_read_mark(me, mark_read.thread, greatest(0, least("position", last))) then perform private.tell_own_mark(mark_read.thread, least("position", last)); end if;
end
$$;
comment on function public.mark_read(uuid, int) is 'Read up to a position; never back.';

create function public.mark_unread(thread uuid, "position" int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.own_member();
  last int;
begin
  select last_position into last from public.threads where id = mark_unread.thread and state = 'published';
  if me is null or last is null then raise exception 'thread_not_found' using errcode = 'PT404'; end if;
  perform private.set_read_mark(me, mark_unread.thread, greatest(0, least("position", last) - 1), back => true);
  perform private.tell_own_mark(mark_unread.thread, greatest(0, least("position", last) - 1));
end
$$;
comment on function public.mark_unread(uuid, int) is 'Unread from a position on.';

create function public.mark_all_read(category text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.own_member();
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if category is not null and not exists (select from public.forum_categories where slug = mark_all_read.category) then
    raise exception 'category_not_found' using errcode = 'PT404';
  end if;
  insert into public.forum_reads_from (member, category) values (me, mark_all_read.category)
  on conflict on constraint forum_reads_from_member_category_key do update set at = excluded.at;
  perform private.tell_topic('member:' || auth.uid(), 'thread_read', jsonb_build_object('category', mark_all_read.category));
end
$$;
comment on function public.mark_all_read(text) is 'Everything of a category, or of the forum, counts as read from now on: one row, however many threads there are.';

create function public.forum_unread() returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = 'off' set enable_bitmapscan = 'off' as $$
declare
  me constant uuid := private.own_member();
  blocked constant uuid[] := array(select private.own_blocks());
  silent_threads constant uuid[] := array(select thread from public.forum_subscriptions where member = me and level = 'none' and thread is not null);
  silent_categories constant text[] := array(select category from public.forum_subscriptions where member = me and level = 'none' and category is not null);
  followed constant uuid[] := array(select thread from public.forum_subscriptions where member = me and level = 'every' and thread is not null);
  -- As arrays, of which the planner knows that they are few: threads are then read from the newest on, no more than count.
  known_categories text[];
  baselines timestamptz[];
  oldest timestamptz;
  counted jsonb;
begin
  if me is null then return null; end if;
  select array_agg(category), array_agg(at), min(at) into known_categories, baselines, oldest from private.read_baselines(me);
  -- What had a post since the baseline, the newest thousand of it, and what the member marked since then.
  with unread as (
    (
      select place.id, place.category
      from public.threads as place
      where place.state = 'published' and place.last_post_at > oldest and place.last_post_at > baselines[array_position(known_categories, place.category)]
        and place.last_shown > coalesce((select last_position from public.thread_reads as mark where mark.member = me and mark.thread = place.id), 0)
        and (place.author is null or place.author <> all (blocked)) and (place.last_author is null or place.last_author <> all (blocked))
      order by place.last_post_at desc limit 1000
    )
    union
    select place.id, place.category
    from public.thread_reads as mark join public.threads as place on place.id = mark.thread
    where mark.member = me and mark.read_at >= oldest and mark.read_at >= baselines[array_position(known_categories, place.category)] and place.last_shown > mark.last_position and place.state = 'published'
      and (place.author is null or place.author <> all (blocked)) and (place.last_author is null or place.last_author <> all (blocked))
  ), heard as (
    select id, category from unread where id <> all (silent_threads) and category <> all (silent_categories)
  )
  select jsonb_build_object('total', count(*), 'followed', count(*) filter (where id = any (followed)), 'categories', (
    select coalesce(jsonb_object_agg(category, n), '{}') from (select category, count(*) as n from heard group by category) as grouped))
  into counted from heard;
  return counted || jsonb_build_object(
    'drafts', (select count(*) from public.forum_drafts where member = me),
    'ideas', (select count(*) from public.threads join public.forum_categories on slug = category where of_ideas and author = me and state = 'published'),
    'read_until', (select max(at) from public.forum_reads_from where member = me and category is null));
end
$$;
comment on function public.forum_unread() is 'Threads with unread posts, of the newest thousand and of those that one has read: {total, followed, categories: {slug: n}}; with drafts, one''s own ideas, and when all was marked as read.';

alter table public.thread_reads enable row level security;
create policy "members see how far they have read" on public.thread_reads for select to authenticated
  using (member = (select private.own_member()));
alter table public.forum_reads_from enable row level security;
create policy "members see when they marked all as read" on public.forum_reads_from for select to authenticated
  using (member = (select private.own_member()));
revoke all on public.thread_reads, public.forum_reads_from from anon, authenticated, service_role;
grant select on public.thread_reads, public.forum_reads_from to authenticated;
revoke execute on function
  private.read_baselines(uuid), private.unread_of(public.threads), private.tell_own_mark(uuid, int), private.set_read_mark(uuid, uuid, int, boolean)
from public, anon, authenticated, service_role;
revoke execute on function
  public.unread_posts(public.threads), public.thread_mark(uuid), public.mark_read(uuid, int), public.mark_unread(uuid, int), public.mark_all_read(text), public.forum_unread()
from public, anon, service_role;
grant execute on function
  public.unread_posts(public.threads), public.thread_mark(uuid), public.mark_read(uuid, int), public.mark_unread(uuid, int), public.mark_all_read(text), public.forum_unread()
to authenticated;
