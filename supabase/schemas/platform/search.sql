-- Search: one function for everything the palette can find, so that a later feature adds a branch and no screen changes. It
-- runs with the rights of whoever searches: what row-level security hides is not found, not even counted.
create function public.search(query text, language text default 'fr', most int default 8)
returns table (kind text, key text, title text, detail text, href text)
language sql stable security invoker set search_path = '' as $$
  with wanted as (
    select private.plain(btrim(left(search.query, 100))) as words, replace(private.plain(btrim(left(search.query, 100))), '/', '') as symbol,
      substring(btrim(search.query) from '^#?([0-9]{1,9})$')::bigint as number, least(greatest(search.most, 1), 20) as most
  ), named as (
    select instruments.symbol, instruments.name, coalesce(description ->> search.language, description ->> 'fr') as description, sort
    from public.instruments
  ), found as (
    select 1 as place, 'instrument' as kind, named.symbol as key, named.name as title, named.description as detail,
      '/signaux?instrument=' || named.symbol as href,
      (case when starts_with(lower(named.symbol), wanted.symbol) then 0 else 1000 end + sort)::bigint as rank
    from named, wanted
    where wanted.symbol <> '' and (
      strpos(lower(named.symbol), wanted.symbol) > 0 or strpos(private.plain(named.name), wanted.words) > 0
      or strpos(private.plain(named.description), wanted.words) > 0)
    union all
    select 2, 'signal', signals.id::text, named.name, '#' || signals.number || ' · ' || signals.timeframe, '/signaux?signal=' || signals.id, -signals.number
    from public.signals join named using (symbol), wanted
    where signals.number = wanted.number or (length(wanted.symbol) >= 3 and strpos(lower(signals.symbol), wanted.symbol) = 1)
    union all
    select 3, 'content', found.kind || '/' || found.slug, found.title, found.excerpt,
      replace(kinds.address, '{parent}', coalesce(parent.slug, '')) || found.slug, row_number() over ()
    from public.search_content(search.query, search.language, 20) as found join public.content_kinds as kinds using (kind)
    join public.published_content as card on card.item = found.item left join public.published_content as parent on parent.item = card.parent
    where kinds.address is not null
    union all
    select 4, 'thread', found.thread::text, found.title, found.excerpt, '/communaute?sujet=' || found.thread || '&message=' || found."position", row_number() over ()
    from wanted, public.search_threads(search.query, search.language, most => 20) as found where wanted.words <> ''
  ), ranked as (
    select found.*, row_number() over (partition by found.kind order by found.rank) as nth from found
  )
  select ranked.kind, ranked.key, ranked.title, ranked.detail, ranked.href
  from ranked, wanted where ranked.nth <= wanted.most order by ranked.place, ranked.nth
$$;
comment on function public.search(text, text, int) is 'What the caller may see and the words name: at most `most` (1 to 20) rows of each kind, best first. kind, key, title, detail in the language, href of the screen.';

revoke execute on function public.search(text, text, int) from public, anon;
grant execute on function public.search(text, text, int) to authenticated;
