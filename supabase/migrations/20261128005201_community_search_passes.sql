-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

DROP INDEX "public"."thread_reads_of_thread";

CREATE OR REPLACE FUNCTION private.newest_posts_with (
  asked       tsquery,
  of_category text,
  of_symbol   text,
  since       timestamp with time zone,
  until       timestamp with time zone
)
  RETURNS SETOF private.post_words
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  placed constant boolean := of_category is not null or of_symbol is not null;
  most constant int := 200;
  -- A page of results.
  enough constant int := 20;
  seen timestamptz;
  oldest timestamptz;
  weeks int := 2;
  first_week int;
  n int;
  known int := 0;
begin
  since := coalesce(since, '-infinity');
  until := coalesce(until, 'infinity');
  -- A word that is in none of the newest few hundred posts is too rare for a look through thousands.
  if exists (
    select from (select found.words from private.post_words as found where found.published_at >= since and found.published_at < until
      order by found.published_at desc limit 400) as newest where newest.words @@ asked) then
    select min(recent.published_at) into seen from (
      select found.published_at from private.post_words as found where found.published_at >= since and found.published_at < until
      order by found.published_at desc limit 4000) as recent;
    return query select found.* from private.post_words as found
    where found.published_at >= seen and found.published_at < until and found.words @@ asked
      and (not placed or exists (select from public.threads as place where place.id = found.thread
        and (of_category is null or place.category = of_category) and (of_symbol is null or place.symbol = of_symbol)))
    order by found.published_at desc limit most;
    get diagnostics known = row_count;
    if known >= enough then return; end if;
    until := seen;
  end if;
  if placed and (select count(*) from (
    select from public.threads as place where (of_category is null or place.category = of_category) and (of_symbol is null or place.symbol = of_symbol) limit 500) as few) < 500 then
    return query select found.* from public.threads as place join private.post_words as found on found.thread = place.id
    where (of_category is null or place.category = of_category) and (of_symbol is null or place.symbol = of_symbol)
      and found.published_at >= since and found.published_at < until and found.words @@ asked
    order by found.published_at desc limit most - known;
    return;
  end if;
  select greatest(since, min(found.published_at)), least(until, max(found.published_at) + interval '1 microsecond') into oldest, seen from private.post_words as found;
  while known < most and seen > oldest loop
    until := seen;
    first_week := greatest(private.week_of(oldest), private.week_of(until) - weeks + 1);
    seen := greatest(oldest, to_timestamp(first_week * 604800.0));
    return query select found.* from private.posts_by_index(asked, of_category, of_symbol, seen, until, (
      select string_agg('@' || week, '|')::tsquery from generate_series(first_week, private.week_of(until)) as week), most - known) as found;
    get diagnostics n = row_count;
    known := known + n;
    -- As many more as these weeks let expect to be enough, and a quarter.
    weeks := least(weeks * 13, 2 + weeks * (most - known) * 5 / (4 * greatest(n, 1)));
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.posts_by_index (
  asked       tsquery,
  of_category text,
  of_symbol   text,
  since       timestamp with time zone,
  until       timestamp with time zone,
  weeks       tsquery,
  most        integer
)
  RETURNS SETOF private.post_words
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
begin
  -- Words and weeks apart: the index then goes through both lists at once. With offset 0 it stays the only index that is read.
  return query select found.* from (
    select * from private.post_words as worded
    where private.words_and_week(worded.words, worded.published_at) @@ asked and private.words_and_week(worded.words, worded.published_at) @@ weeks offset 0) as found
  where found.published_at >= since and found.published_at < until
    and (of_category is null and of_symbol is null or exists (select from public.threads as place where place.id = found.thread
      and (of_category is null or place.category = of_category) and (of_symbol is null or place.symbol = of_symbol)))
  order by found.published_at desc limit most;
end
$function$;

CREATE OR REPLACE FUNCTION private.titles_with (
  asked tsquery
)
  RETURNS SETOF private.thread_words
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
begin
  return query select found.* from private.thread_words as found where found.words @@ asked;
end
$function$;

CREATE OR REPLACE FUNCTION private.unread_of (
  thread public.threads
)
  RETURNS TABLE (
    first_position integer,
    unread         integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.forum_unread()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_sort TO 'off'
  SET enable_bitmapscan TO 'off'
  AS $function$
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
$function$;

CREATE INDEX posts_of_thread_by_time ON public.posts USING btree (thread, published_at);

CREATE INDEX thread_reads_of_thread ON public.thread_reads USING btree (thread, member);

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
