-- Reading: how far each member has read, down to the post. What is older than a baseline counts as read: when they joined, when they marked
-- all as read, or thirty days ago. A mark of one's own that is newer than the baseline prevails over it.
create table public.thread_reads (
  member uuid not null references public.community_members (id) on delete cascade,
  thread uuid not null references public.threads (id),
  last_position int not null check (last_position >= 0),
  read_at timestamptz not null default clock_timestamp(),
  primary key (member, thread)
);
comment on table public.thread_reads is 'Up to which position a member has read a thread.';
create index thread_reads_of_thread on public.thread_reads (thread);

create table public.forum_reads_from (
  member uuid not null references public.community_members (id) on delete cascade,
  -- Null: all categories.
  category text references public.forum_categories (slug) on update cascade,
  at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (member, category)
);
comment on table public.forum_reads_from is 'When a member marked all of a category, or of the forum, as read.';
create index forum_reads_from_of_category on public.forum_reads_from (category);

create function private.read_baselines(member uuid) returns table (category text, at timestamptz)
language sql stable security definer set search_path = '' as $$
  select slug, greatest(clock_timestamp() - interval '30 days', (select joined_at from public.community_members where id = read_baselines.member), (
    select max(known.at) from public.forum_reads_from as known
    where known.member = read_baselines.member and (known.category is null or known.category = slug)))
  from public.forum_categories
$$;
comment on function private.read_baselines(uuid) is 'For each category the moment before which all counts as read by a member.';

create function private.unread_of(thread public.threads) returns table (first_position int, unread int)
language sql stable security definer set search_path = '' as $$
  with me as materialized (select private.own_member() as id), mark as (
    select own.last_position, own.read_at from public.thread_reads as own, me where own.member = me.id and own.thread = (unread_of.thread).id
  ), baseline as (
    select at from me, private.read_baselines(me.id) where category = (unread_of.thread).category
  )
  select min(position), count(*)::int from (
    select posts.position from public.posts, baseline left join mark on true
    where posts.thread = (unread_of.thread).id and posts.state = 'published' and posts.position > coalesce(mark.last_position, 0)
      and (mark.read_at >= baseline.at or posts.published_at > baseline.at)
      and (posts.author is null or posts.author not in (select private.own_blocks()))
    order by posts.position limit 100
  ) as ahead
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
language sql stable security definer set search_path = '' as $$
  with me as materialized (select private.own_member() as id), blocked as materialized (select private.own_blocks() as id),
  baseline as materialized (select known.category, known.at from me, private.read_baselines(me.id) as known),
  -- What had a post since the baseline, and what the member marked since then.
  candidate as (
    select threads.id from baseline join public.threads on threads.category = baseline.category and threads.state = 'published' and threads.last_post_at > baseline.at
    union
    select mark.thread from me join public.thread_reads as mark on mark.member = me.id
    join public.threads on threads.id = mark.thread and threads.last_shown > mark.last_position
    join baseline on baseline.category = threads.category and mark.read_at >= baseline.at
  ), unread as (
    select threads.category, exists (
      select from public.forum_subscriptions as known, me where known.member = me.id and known.thread = threads.id and known.level = 'every') as followed
    from candidate join public.threads using (id) cross join me
    left join public.thread_reads as mark on mark.member = me.id and mark.thread = threads.id
    where threads.state = 'published' and threads.last_shown > coalesce(mark.last_position, 0)
      and (threads.author is null or threads.author not in (select id from blocked))
      and (threads.last_author is null or threads.last_author not in (select id from blocked))
      and not exists (
        select from public.forum_subscriptions as known where known.member = me.id and known.level = 'none' and (known.thread = threads.id or known.category = threads.category))
  )
  select jsonb_build_object(
    'total', (select count(*) from unread), 'followed', (select count(*) from unread where followed),
    'categories', (select coalesce(jsonb_object_agg(category, n), '{}') from (select category, count(*) as n from unread group by category) as counted),
    'drafts', (select count(*) from public.forum_drafts, me where member = me.id),
    'ideas', (select count(*) from public.threads join public.forum_categories on slug = category, me where of_ideas and author = me.id and state = 'published'),
    'read_until', (select max(at) from public.forum_reads_from, me where member = me.id and category is null))
  from me where me.id is not null
$$;
comment on function public.forum_unread() is 'Threads with unread posts: {total, followed, categories: {slug: n}}; with drafts, one''s own ideas, and when all was marked as read.';

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
