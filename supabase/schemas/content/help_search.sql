-- Search in the help centre: answers to a question as somebody types it, with its typing errors. What is searched is what content_search.sql
-- indexed, with the caller's rights; what is added here is spelling and rank.
create extension if not exists pg_trgm with schema extensions;

create table private.help_words (
  language text not null check (language = any (private.languages())),
  word text not null,
  item uuid not null references public.content_items (id) on delete cascade,
  primary key (language, word, item)
);
comment on table private.help_words is 'The words of published help articles, by which a word that no article has is corrected.';
create index help_words_of_item on private.help_words (item);
alter table private.help_words enable row level security;
revoke all on private.help_words from anon, authenticated, service_role;

create function private.project_help_article(kept public.content_items, document jsonb) returns void
language sql security definer set search_path = '' as $$
  delete from private.help_words where item = kept.id;
  insert into private.help_words (language, word, item)
  select distinct language, word, kept.id
  from unnest(private.languages()) as language
  cross join lateral jsonb_each_text(coalesce(document #> '{texts,fr}', '{}') || coalesce(document #> array['texts', language], '{}')) as text
  cross join regexp_split_to_table(private.plain(private.bare_text(text.value)), '[^[:alnum:]]+') as word
  where length(word) between 4 and 30
$$;
comment on function private.project_help_article(public.content_items, jsonb) is 'Keeps the words of an article for spelling; those of a withdrawn one go.';

create function private.help_spellings(typed text, language text) returns text[]
language sql stable security definer set search_path = '' as $$
  with known as materialized (
    select distinct word from private.help_words as known
    where known.language = help_spellings.language and abs(length(word) - length(typed)) <= 3
  ), alike as (
    select word, extensions.similarity(word, typed) as likeness from known
  ), close as (
    select * from alike
    where likeness >= 0.3
      -- A short word with two letters exchanged shares hardly a trigram with itself.
      or (likeness >= 0.2 and length(typed) <= 5 and left(word, 1) = left(typed, 1) and abs(length(word) - length(typed)) <= 1)
  )
  select coalesce(array_agg(word order by likeness desc, word) filter (where likeness >= 0.8 * best), '{}')
  from (select *, max(likeness) over () as best, row_number() over (order by likeness desc, word) as place from close) as ranked where place <= 3
$$;
comment on function private.help_spellings(text, text) is 'The words of help articles that were most likely meant: at most three, best first.';

create function private.help_terms(query text, language text) returns table (term tsquery, certainty real, words text[])
language sql stable security definer set search_path = '' as $$
  with typed as (
    select word, min(place) as place
    from regexp_split_to_table(private.plain(left(query, 300)), '[^[:alnum:]]+') with ordinality as part (word, place)
    where length(word) >= 2 group by word order by min(place) limit 30
  ), asked as (
    select word, place, to_tsquery(private.search_configuration(help_terms.language), word || case when length(word) >= 3 then ':*' else '' end) as term from typed
  ), judged as (
    select asked.*, case
        when length(word) < 4 or exists (
          select from public.published_words as indexed join public.published_content as card using (item)
          where card.kind = 'help-article' and indexed.language = help_terms.language and indexed.words @@ term) then array[word]
        else private.help_spellings(word, help_terms.language) end as words
    from asked where numnode(term) > 0
  )
  select case when words = array[word] then judged.term
      else (select to_tsquery(private.search_configuration(help_terms.language), string_agg(meant || ':*', ' | ')) from unnest(words) as meant) end,
    case when words = array[word] then 1 else 0.7 end::real, words
  from judged where cardinality(words) > 0 order by place
$$;
comment on function private.help_terms(text, text) is 'What a question asks for: each of its words that means something, corrected where no article has it.';

create function public.search_help(query text, language text default 'fr', most int default 20)
returns table (item uuid, slug text, title text, summary text, minutes int, score real, words text[])
language sql stable security invoker set search_path = '' as $$
  with terms as (
    select terms.*, row_number() over () as place from private.help_terms(search_help.query, search_help.language) as terms
  ), articles as (
    select card.item, card.slug, card.card, card.position,
      (select string_agg(indexed.words::text, ' ')::tsvector from public.published_words as indexed where indexed.item = card.item and indexed.language = search_help.language) as vector,
      (select max(length(indexed.body)) from public.published_words as indexed where indexed.item = card.item and indexed.language = search_help.language and indexed.part = 'body') as letters
    from public.published_content as card where card.kind = 'help-article'
  ), hits as (
    -- Titles before summaries before texts; ts_rank itself does not know how rare a word is.
    select articles.item, terms.place, terms.certainty, terms.words, ts_rank('{0, 0.12, 0.45, 1}', articles.vector, terms.term) as rank,
      ln(1 + (select count(*) from articles)::real / count(*) over (partition by terms.place)) as rarity
    from terms join articles on articles.vector @@ terms.term
  ), found as (
    select hits.item, sum(hits.certainty * hits.rank * hits.rarity)::real as score,
      (select array_agg(distinct word) from hits as own cross join unnest(own.words) as word where own.item = hits.item) as words
    from hits group by hits.item
  )
  select found.item, articles.slug, coalesce(articles.card #>> array['texts', search_help.language, 'title'], articles.card #>> '{texts,fr,title}'),
    coalesce(articles.card #>> array['texts', search_help.language, 'summary'], articles.card #>> '{texts,fr,summary}'),
    -- Some two hundred words are read in a minute.
    greatest(1, round(coalesce(articles.letters, 0) / 1200.0))::int, found.score, found.words
  from found join articles using (item) order by found.score desc, articles.position, found.item limit least(greatest(search_help.most, 1), 50)
$$;
comment on function public.search_help(text, text, int) is 'Help articles that answer a question, best first: accents, endings and typing errors do not matter. score compares within one answer; words: what to mark, as it is spelt in the articles.';

revoke execute on function private.project_help_article(public.content_items, jsonb) from public, anon, authenticated, service_role;
revoke execute on function private.help_spellings(text, text), private.help_terms(text, text), public.search_help(text, text, int) from public, anon, authenticated, service_role;
grant execute on function private.help_terms(text, text), public.search_help(text, text, int) to anon, authenticated;
