-- Search in the forum: words without accents, brought to their stems in the language of the thread, and found in all four. The index holds
-- published posts alone. Row-level security would keep it from being used (its operators are not leakproof), so the search is a function with
-- the owner's rights that repeats the one rule there is: nothing of whom the reader blocks.
create table private.post_words (
  post uuid primary key references public.posts (id),
  thread uuid not null references public.threads (id),
  -- Null: anonymous, which is found by no name.
  author uuid,
  published_at timestamptz not null,
  words tsvector not null
);
comment on table private.post_words is 'The words of published posts, as the search compares them.';
-- An index of words holds no order, so the week counts as a word: the newest posts with a word are then found without reading the others.
create function private.week_of(at timestamptz) returns int
language sql immutable set search_path = '' as $$ select floor(extract(epoch from at) / 604800)::int $$;
comment on function private.week_of(timestamptz) is 'Whole weeks since 1970.';
create function private.words_and_week(words tsvector, published_at timestamptz) returns tsvector
language sql immutable set search_path = '' as $$ select words || array_to_tsvector(array['@' || private.week_of(published_at)::text]) $$;
comment on function private.words_and_week(tsvector, timestamptz) is 'The words of a post, and @ with its week, which nobody can type.';
create index post_words_index on private.post_words using gin (private.words_and_week(words, published_at));
create index post_words_recent on private.post_words (published_at desc);
create index post_words_of_thread on private.post_words (thread);
create index post_words_of_author on private.post_words (author, published_at desc);
alter table private.post_words enable row level security;

create table private.thread_words (
  thread uuid primary key references public.threads (id),
  words tsvector not null
);
comment on table private.thread_words is 'The words of titles.';
create index thread_words_index on private.thread_words using gin (words);
alter table private.thread_words enable row level security;

create function private.words_of(text text, language text) returns tsvector
language sql immutable set search_path = '' as $$
  -- Typographic apostrophes, quotes and dashes part words; PostgreSQL's parser takes them for letters where the database's locale is C.
  select to_tsvector(private.search_configuration(language), regexp_replace(private.plain(text), '[\u0080-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f]', ' ', 'g'))
$$;
comment on function private.words_of(text, text) is 'The words of a text, without accents, as stems of a language.';

create function private.index_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.state <> 'published' then
    delete from private.post_words where post = new.id;
    return null;
  end if;
  insert into private.post_words as known (post, thread, author, published_at, words)
  select new.id, new.thread, new.author, new.published_at, private.words_of(private.bare_text(new.body), threads.language)
  from public.threads where threads.id = new.thread
  on conflict on constraint post_words_pkey do update set words = excluded.words, thread = excluded.thread;
  return null;
end
$$;
comment on function private.index_post() is 'Keeps the words of a post while it is published.';
create trigger index_post after insert on public.posts for each row execute function private.index_post();
create trigger index_changed_post after update on public.posts for each row
  when (old.body is distinct from new.body or old.state <> new.state or old.thread <> new.thread) execute function private.index_post();

create function private.index_thread() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.state <> 'published' then
    delete from private.thread_words where thread = new.id;
    return null;
  end if;
  insert into private.thread_words (thread, words)
  values (new.id, private.words_of(new.title || ' ' || coalesce(new.symbol, ''), new.language))
  on conflict on constraint thread_words_pkey do update set words = excluded.words;
  return null;
end
$$;
comment on function private.index_thread() is 'Keeps the words of a title while its thread is published.';
create trigger index_thread after insert on public.threads for each row execute function private.index_thread();
create trigger index_changed_thread after update on public.threads for each row
  when (old.title is distinct from new.title or old.state <> new.state) execute function private.index_thread();

create function private.searched_everywhere(query text, open_ended boolean) returns tsquery
language sql immutable set search_path = '' as $$
  with typed as (
    select word, n, n = max(n) over () as last
    from regexp_split_to_table(private.plain(left(query, 200)), '[^[:alnum:]]+') with ordinality as given (word, n) where word <> ''
  ), asked as (
    select distinct to_tsquery(private.search_configuration(language), string_agg(word || case when last and open_ended then ':*' else '' end, ' & ' order by n))::text as words
    from typed, unnest(private.languages()) as language group by language
  )
  select coalesce((select '(' || string_agg(words, ') | (') || ')' from asked where words <> ''), '')::tsquery
$$;
comment on function private.searched_everywhere(text, boolean) is 'All typed words, by their stems in any of the languages: readers find threads of other languages too. open_ended: the last word may go on.';

-- The planner knows too little of words to choose between the two ways: it takes one for the other and reads the whole table. Common words are among
-- the newest posts, where a look through some thousands finds enough; all others are fetched by the index, as many weeks back as they take.
create function private.posts_by_index(asked tsquery, of_category text, of_symbol text, since timestamptz, until timestamptz, weeks tsquery, most int)
returns setof private.post_words
language plpgsql stable security definer set search_path = '' set enable_seqscan = 'off' as $$
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
$$;
comment on function private.posts_by_index(tsquery, text, text, timestamptz, timestamptz, tsquery, int) is 'The newest posts with these words in these weeks, by the index of words.';

create function private.newest_posts_with(asked tsquery, of_category text, of_symbol text, since timestamptz, until timestamptz)
returns setof private.post_words
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.newest_posts_with(tsquery, text, text, timestamptz, timestamptz) is 'The newest posts with these words, at most 200; of common words those among the newest thousands.';

create function private.titles_with(asked tsquery) returns setof private.thread_words
language plpgsql stable security definer set search_path = '' set enable_seqscan = 'off' as $$
begin
  return query select found.* from private.thread_words as found where found.words @@ asked;
end
$$;
comment on function private.titles_with(tsquery) is 'Every thread with these words in its title, by the index of words.';

create function private.newest_titles_with(asked tsquery) returns setof private.thread_words
language plpgsql stable security definer set search_path = '' as $$
declare
  known private.thread_words[];
begin
  known := array(
    select one::private.thread_words from (select newest.* from private.thread_words as newest order by newest.thread desc limit 3000) as one
    where one.words @@ asked limit 200);
  if cardinality(known) >= 20 then return query select * from unnest(known); return; end if;
  return query select found.* from private.titles_with(asked) as found order by found.thread desc limit 200;
end
$$;
comment on function private.newest_titles_with(tsquery) is 'The newest threads with these words in the title, at most 200.';

create function private.posts_found(asked tsquery, of_author uuid, of_category text, of_symbol text, since timestamptz, until timestamptz)
returns setof private.post_words
language plpgsql stable security definer set search_path = '' as $$
declare
  worded constant boolean := numnode(asked) > 0;
begin
  if of_author is not null then
    return query select found.* from private.post_words as found
    where found.author = of_author and (not worded or found.words @@ asked) and (since is null or found.published_at >= since) and (until is null or found.published_at < until)
      and (of_category is null and of_symbol is null or exists (select from public.threads as place where place.id = found.thread
        and (of_category is null or place.category = of_category) and (of_symbol is null or place.symbol = of_symbol)))
    order by found.published_at desc limit 200;
  elsif worded then
    return query select found.* from private.newest_posts_with(asked, of_category, of_symbol, since, until) as found;
  elsif of_category is not null or of_symbol is not null then
    return query select found.* from (
      select place.id from public.threads as place
      where place.state = 'published' and (of_category is null or place.category = of_category) and (of_symbol is null or place.symbol = of_symbol)
      order by place.last_post_at desc limit 50
    ) as place join public.posts as first on first.thread = place.id and first.position = 1 join private.post_words as found on found.post = first.id;
  end if;
end
$$;
comment on function private.posts_found(tsquery, uuid, text, text, timestamptz, timestamptz) is 'The posts that a search is about: with its words, or without words the newest of an author and the first ones of a category''s or instrument''s newest threads.';

create function public.search_threads(
  query text, language text default 'fr', category text default null, symbol text default null, author uuid default null,
  "from" timestamptz default null, "to" timestamptz default null, most int default 20
)
returns table (
  thread uuid, post uuid, "position" int, title text, excerpt text, in_category text, in_symbol text, written_by uuid, anonymous boolean,
  published_at timestamptz, replies int, accepted boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  asked tsquery := private.searched_everywhere(query, false);
  worded constant boolean := numnode(asked) > 0;
  of_author constant uuid := search_threads.author;
  of_category constant text := search_threads.category;
  of_symbol constant text := search_threads.symbol;
  blocked constant uuid[] := array(select private.own_blocks());
  typed constant text[] := array(select word from regexp_split_to_table(private.plain(left(query, 200)), '[^[:alnum:]]+') as word where length(word) > 2);
begin
  if private.own_member() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  -- Whole words first. Where none has them all, the last may be one that is still being typed.
  for attempt in 1..2 loop
    -- Texts are read only of what is shown.
    return query
      with titled as materialized (
        select found.thread, 4 * ts_rank(found.words, asked) as rank from private.newest_titles_with(asked) as found where worded
      ), hit as (
        select found.thread, found.post, found.author, found.published_at, case when worded then ts_rank(found.words, asked) else 0 end as rank
        from private.posts_found(asked, of_author, of_category, of_symbol, "from", "to") as found
        union all
        select first.thread, first.id, first.author, first.published_at, 0
        from titled join public.posts as first on first.thread = titled.thread and first.position = 1 and first.state = 'published'
        join public.threads as place on place.id = first.thread
        where (of_author is null or place.author = of_author) and ("from" is null or place.last_post_at >= "from") and ("to" is null or place.created_at < "to")
          and (of_category is null or place.category = of_category) and (of_symbol is null or place.symbol = of_symbol)
      ), best as (
        select distinct on (hit.thread) hit.thread, hit.post, hit.published_at, hit.rank + coalesce(titled.rank, 0) as score
        from hit left join titled on titled.thread = hit.thread
        where hit.author is null or hit.author <> all (blocked)
        order by hit.thread, hit.rank desc, hit.published_at, hit.post
      ), shown as (
        select best.*, place.title, place.category, place.symbol, place.replies, place.accepted_post
        from best join public.threads as place on place.id = best.thread
        where place.state = 'published' and (place.author is null or place.author <> all (blocked))
        order by best.score desc, best.published_at desc limit least(greatest(coalesce(search_threads.most, 20), 1), 50)
      )
      select shown.thread, shown.post, posts.position, shown.title,
        private.excerpt(bare.body, greatest(1, coalesce((
          select min(place) from unnest(typed) as word, strpos(private.plain(bare.body), word) as place where place > 0), 1) - 60)),
        shown.category, shown.symbol, posts.author, posts.anonymous, shown.published_at, shown.replies, coalesce(shown.post = shown.accepted_post, false)
      from shown join public.posts on posts.id = shown.post, lateral (select private.bare_text(posts.body) as body) as bare
      order by shown.score desc, shown.published_at desc;
    exit when found or not worded or of_author is not null;
    asked := private.searched_everywhere(query, true);
  end loop;
end
$$;
comment on function public.search_threads(text, text, text, text, uuid, timestamptz, timestamptz, int) is 'Threads whose title or posts hold all the words, best first, each with its best post. Accents and endings do not matter; without words the newest of an author, category or instrument.';

create function public.similar_threads(title text, language text default 'fr')
returns table (thread uuid, title_of text, in_category text, replies int, accepted boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The longest stems say most.
  stems constant text[] := array(
    select lexeme from unnest(private.words_of(left(title, 200), language)) where length(lexeme) > 2
    order by length(lexeme) desc, lexeme limit 4);
  asked tsquery;
begin
  if private.own_member() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  -- Two of the four, or the only one.
  select string_agg(case when cardinality(stems) = 1 then quote_literal(one) || ':*' else quote_literal(one) || ' & ' || quote_literal(other) end, ' | ')::tsquery into asked
  from unnest(stems) with ordinality as first (one, n) left join unnest(stems) with ordinality as second (other, m) on m > n
  where other is not null or cardinality(stems) = 1;
  if asked is null then return; end if;
  return query execute $query$
    select threads.id, threads.title, threads.category, threads.replies, threads.accepted_post is not null
    from (select found.* from private.titles_with($1) as found order by found.thread desc limit 300) as near join public.threads on threads.id = near.thread
    where threads.state = 'published' and (threads.author is null or threads.author <> all ($2))
    order by ts_rank(near.words, $3) desc, threads.accepted_post is not null desc, threads.last_post_at desc limit 5
  $query$ using asked, array(select private.own_blocks()), (select string_agg(quote_literal(one), ' | ')::tsquery from unnest(stems) as one);
end
$$;
comment on function public.similar_threads(text, text) is 'Up to five threads that ask what a title being typed asks: two of its longest words in common.';

create function public.suggest_members(prefix text)
returns table (id uuid, handle text, name text, staff_role text)
language sql stable security definer set search_path = '' as $$
  select member.id, member.handle, member.name, member.staff_role from public.community_members as member
  where private.own_member() is not null and length(prefix) between 1 and 32 and member.handle is not null
    and (starts_with(member.handle, lower(prefix)) or (length(prefix) > 2 and starts_with(private.plain(member.name), private.plain(prefix))))
    and member.id not in (select private.own_blocks())
  order by starts_with(member.handle, lower(prefix)) desc, member.handle limit 8
$$;
comment on function public.suggest_members(text) is 'Members whose handle or name begins so, for a mention.';

revoke all on private.post_words, private.thread_words from anon, authenticated, service_role;
revoke execute on function private.words_of(text, text), private.index_post(), private.index_thread(), private.searched_everywhere(text, boolean),
  private.week_of(timestamptz), private.words_and_week(tsvector, timestamptz), private.posts_by_index(tsquery, text, text, timestamptz, timestamptz, tsquery, int),
  private.newest_posts_with(tsquery, text, text, timestamptz, timestamptz), private.titles_with(tsquery), private.newest_titles_with(tsquery),
  private.posts_found(tsquery, uuid, text, text, timestamptz, timestamptz)
from public, anon, authenticated, service_role;
revoke execute on function
  public.search_threads(text, text, text, text, uuid, timestamptz, timestamptz, int), public.similar_threads(text, text), public.suggest_members(text)
from public, anon, service_role;
grant execute on function
  public.search_threads(text, text, text, text, uuid, timestamptz, timestamptz, int), public.similar_threads(text, text), public.suggest_members(text)
to authenticated;
