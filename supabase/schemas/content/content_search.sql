-- Search in content: PostgreSQL's own for each language, over text without accents. It reads with the rights of who searches,
-- so a body is found by those alone who may read it.
create function private.search_configuration(language text) returns regconfig
language sql immutable set search_path = '' as $$
  select case language when 'en' then 'pg_catalog.english' when 'es' then 'pg_catalog.spanish' when 'it' then 'pg_catalog.italian' else 'pg_catalog.french' end::regconfig
$$;
comment on function private.search_configuration(text) is 'How words of a language are brought to their stems.';

create function private.bare_text(markdown text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(normalize(markdown, nfc), '!\[([^]]*)\]\([^)]*\)|\[([^]]*)\]\([^)]*\)', '\1\2', 'g'), '[#*_`>|~]+', ' ', 'g'), '\s+', ' ', 'g'))
$$;
comment on function private.bare_text(text) is 'The words of a text in Markdown, without its marks and addresses.';

create function private.index_content(item uuid, document jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.published_words (item, language, part, body, words)
  with texts as (
    select language, coalesce(document #> '{texts,fr}', '{}') || coalesce(document #> array['texts', language], '{}') as texts,
      private.content_title(document, language) as title, private.search_configuration(language) as configuration
    from unnest(private.languages()) as language
  )
  select index_content.item, language, 'card', private.bare_text(coalesce(texts ->> 'summary', '')),
    setweight(to_tsvector(configuration, private.plain(title)), 'A')
      -- Words that people type and the text does not use: found, never shown.
      || setweight(to_tsvector(configuration, private.plain(concat_ws(' ', texts ->> 'summary', texts ->> 'keywords'))), 'B')
  from texts
  union all
  select index_content.item, language, 'body', body, setweight(to_tsvector(configuration, private.plain(body)), 'C')
  from texts, lateral (
    select private.bare_text(coalesce(string_agg(value, ' ' order by key), '')) as body from jsonb_each_text(texts) where key not in ('title', 'summary', 'keywords')
  ) as rest
  on conflict on constraint published_words_pkey do update set body = excluded.body, words = excluded.words
$$;
comment on function private.index_content(uuid, jsonb) is 'Writes what search finds of a document, in four languages.';

create function private.searched(query text, language text, every boolean) returns tsquery
language sql immutable set search_path = '' as $$
  select coalesce(to_tsquery(private.search_configuration(language), string_agg(word || ':*', case when every then ' & ' else ' | ' end)), '')
  from regexp_split_to_table(private.plain(left(query, 200)), '[^[:alnum:]]+') as word where word <> ''
$$;
comment on function private.searched(text, text, boolean) is 'What somebody typed as a query: each word by its beginning; every: all of them, else any.';

create function private.excerpt(body text, place int) returns text
language sql immutable set search_path = '' as $$
  select case when place > 1 then '… ' || regexp_replace(piece, '^\S*\s', '') else piece end || case when length(body) >= place + 200 then ' …' else '' end
  from (select case when length(body) >= place + 200 then regexp_replace(substr(body, place, 200), '\s\S*$', '') else substr(body, place) end as piece) as cut
$$;
comment on function private.excerpt(text, int) is 'Some two hundred letters of a text from about a place on, in whole words.';

create function public.search_content(query text, language text default 'fr', most int default 20, of_kind text default null)
returns table (item uuid, kind text, slug text, title text, excerpt text)
language sql stable security invoker set search_path = '' as $$
  with asked as (
    select private.searched(search_content.query, search_content.language, true) as every, private.searched(search_content.query, search_content.language, false) as any_of,
      (select array_agg(word) from regexp_split_to_table(private.plain(left(search_content.query, 200)), '[^[:alnum:]]+') as word where length(word) > 2) as typed
  ), found as (
    select words.item, max(case when words.words @@ asked.every then 1 else 0 end) as whole, sum(ts_rank(words.words, asked.any_of)) as rank,
      (array_agg(words.body order by words.words @@ asked.every desc, words.part = 'card' desc))[1] as body
    from public.published_words as words, asked
    where words.language = search_content.language and words.words @@ asked.any_of
      and (of_kind is null or exists (select from public.published_content as card where card.item = words.item and card.kind = of_kind))
    group by words.item
    order by whole desc, rank desc, words.item limit least(greatest(search_content.most, 1), 50)
  )
  select found.item, card.kind, card.slug, coalesce(card.card #>> array['texts', search_content.language, 'title'], card.card #>> '{texts,fr,title}'),
    private.excerpt(found.body, greatest(1, coalesce((
      -- In its composed form a text has as many letters without its accents.
      select min(place) from unnest(asked.typed) as word, strpos(private.plain(found.body), word) as place where place > 0), 1) - 60))
  from found join public.published_content as card on card.item = found.item, asked
  order by found.whole desc, found.rank desc, found.item
$$;
comment on function public.search_content(text, text, int, text) is 'Published content with these words, best first: title, and a piece of the text that the caller may read. Accents and endings do not matter.';

revoke execute on function private.index_content(uuid, jsonb) from public, anon, authenticated, service_role;
revoke execute on function private.bare_text(text), private.search_configuration(text), private.searched(text, text, boolean), private.excerpt(text, int), public.search_content(text, text, int, text) from public, service_role;
revoke execute on function private.bare_text(text) from anon, authenticated;
grant execute on function private.search_configuration(text), private.searched(text, text, boolean), private.excerpt(text, int), public.search_content(text, text, int, text) to anon, authenticated;
