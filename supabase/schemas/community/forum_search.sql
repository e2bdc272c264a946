-- Search in the forum: words without accents, brought to their stems in the language of the thread, and found in all four. The index holds
-- published posts alone. Row-level security would keep it from being used (its operators are not leakproof), so the search is a function with
-- the owner's rights that repeats the one rule there is: nothing of whom the reader blocks.
create table private.post_words (
  post uuid primary key references public.posts (id),
  -- Null: anonymous, which is found by no name.
  author uuid,
  published_at timestamptz not null,
  words tsvector not null
);
comment on table private.post_words is 'The words of published posts, as the search compares them.';
create index post_words_index on private.post_words using gin (words);
create index post_words_recent on private.post_words (published_at desc);
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
  insert into private.post_words as known (post, author, published_at, words)
  select new.id, new.author, new.published_at, private.words_of(private.bare_text(new.body), threads.language)
  from public.threads where threads.id = new.thread
  on conflict on constraint post_words_pkey do update set words = excluded.words;
  return null;
end
$$;
comment on function private.index_post() is 'Keeps the words of a post while it is published.';
create trigger index_post after insert on public.posts for each row execute function private.index_post();
create trigger index_changed_post after update on public.posts for each row
  when (old.body is distinct from new.body or old.state <> new.state) execute function private.index_post();

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

create function private.searched_everywhere(query text) returns tsquery
language plpgsql immutable set search_path = '' as $$
declare
  language text;
  asked tsquery := ''::tsquery;
begin
  foreach language in array private.languages() loop
    asked := asked || private.searched(query, language, true);
  end loop;
  return asked;
end
$$;
comment on function private.searched_everywhere(text) is 'All typed words, by their stems in any of the languages: readers find threads of other languages too.';

create function public.search_threads(
  query text, language text default 'fr', category text default null, symbol text default null, author uuid default null,
  "from" timestamptz default null, "to" timestamptz default null, most int default 20
)
returns table (
  thread uuid, post uuid, "position" int, title text, excerpt text, in_category text, in_symbol text, written_by uuid, anonymous boolean,
  published_at timestamptz, replies int, accepted boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  asked constant tsquery := private.searched_everywhere(query);
  worded constant boolean := numnode(asked) > 0;
  typed constant text[] := array(select word from regexp_split_to_table(private.plain(left(query, 200)), '[^[:alnum:]]+') as word where length(word) > 2);
  narrowed constant text := concat_ws(' and ', 'true',
    case when worded then 'found.words @@ $1' end, case when author is not null then 'found.author = $2' end,
    case when "from" is not null then 'found.published_at >= $3' end, case when "to" is not null then 'found.published_at < $4' end);
  placed constant text := concat_ws(' and ', 'threads.state = ''published''', '(threads.author is null or threads.author <> all ($8))',
    case when category is not null then 'threads.category = $5' end, case when symbol is not null then 'threads.symbol = $6' end);
begin
  if private.own_member() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if not worded and author is null and category is null and symbol is null then return; end if;
  -- The newest that match are ranked: of a common word nobody looks through thousands. Written out, so that the planner knows how common the words are.
  return query execute format($query$
    with matching as (
      select posts.thread, posts.id as post, posts.position, posts.body, posts.author, posts.anonymous, found.published_at,
        case when $9 then ts_rank(found.words, $1) else 0 end as rank
      from private.post_words as found join public.posts on posts.id = found.post join public.threads on threads.id = posts.thread
      where %1$s and %2$s and (found.author is null or found.author <> all ($8))
      order by found.published_at desc limit 200
    ), titled as (
      select threads.id as thread, ts_rank(found.words, $1) as rank
      from private.thread_words as found join public.threads on threads.id = found.thread
      where $9 and ($2 is null or threads.author = $2) and found.words @@ $1 and %2$s
        and ($3 is null or threads.last_post_at >= $3) and ($4 is null or threads.created_at < $4)
      order by threads.id desc limit 200
    ), best as (
      select distinct on (hit.thread) hit.thread, hit.post, hit.position, hit.body, hit.author, hit.anonymous, hit.published_at,
        hit.rank + coalesce(4 * titled.rank, 0) as rank
      from (
        select matching.thread, matching.post, matching.position, matching.body, matching.author, matching.anonymous, matching.published_at, matching.rank from matching
        union all
        select titled.thread, first.id, first.position, first.body, first.author, first.anonymous, first.published_at, 0
        from titled join public.posts as first on first.thread = titled.thread and first.position = 1 and first.state = 'published'
      ) as hit left join titled on titled.thread = hit.thread
      order by hit.thread, hit.rank desc, hit.position
    )
    select best.thread, best.post, best.position, threads.title,
      private.excerpt(private.bare_text(best.body), greatest(1, coalesce((
        select min(place) from unnest($10) as word, strpos(private.plain(private.bare_text(best.body)), word) as place where place > 0), 1) - 60)),
      threads.category, threads.symbol, best.author, best.anonymous, best.published_at, threads.replies, coalesce(best.post = threads.accepted_post, false)
    from best join public.threads on threads.id = best.thread
    order by best.rank desc, best.published_at desc limit $7
  $query$, narrowed, placed)
  using asked, author, "from", "to", category, symbol, least(greatest(coalesce(most, 20), 1), 50), array(select private.own_blocks()), worded, typed;
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
    from (
      select found.thread, found.words from private.thread_words as found where found.words @@ $1 order by found.thread desc limit 300
    ) as near join public.threads on threads.id = near.thread
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
revoke execute on function private.words_of(text, text), private.index_post(), private.index_thread(), private.searched_everywhere(text) from public, anon, authenticated, service_role;
revoke execute on function
  public.search_threads(text, text, text, text, uuid, timestamptz, timestamptz, int), public.similar_threads(text, text), public.suggest_members(text)
from public, anon, service_role;
grant execute on function
  public.search_threads(text, text, text, text, uuid, timestamptz, timestamptz, int), public.similar_threads(text, text), public.suggest_members(text)
to authenticated;
