-- The first screen of a premium lesson, for members whose tier does not include it: its first slide without the author's notes, or the
-- first paragraph of its article. Never the whole of a text: one that is too short to be cut shows nothing. The policies on bodies stay as
-- they are, so nothing but this function reads a body for them.
create function private.first_slide(deck text) returns text
language sql immutable set search_path = '' as $$
  select case when count(*) > 1 then (array_agg(btrim(regexp_replace(slide, '(^|\n)Note:.*$', ''), E'\n') order by place))[1] end
  from regexp_split_to_table(replace(deck, E'\r', ''), '(^|\n)---[ \t]*(?=\n|$)') with ordinality as slides (slide, place)
  where btrim(slide, E' \n\t') <> ''
$$;
comment on function private.first_slide(text) is 'The first slide of a deck, without its notes; null of a deck of one slide. A --- in a code block ends it too: never more than the slide.';

create function private.first_paragraph(article text) returns text
language sql immutable set search_path = '' as $$
  select btrim(substring(replace(article, E'\r', '') from '^\s*(?:#+ [^\n]*\n\s*)*(?:[^\n]+\n)+(?=[ \t]*\n\s*\S)'), E' \n\t')
$$;
comment on function private.first_paragraph(text) is 'The first paragraph of an article, with the headings above it; null of an article that has no other.';

create function public.lesson_opening(slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('part', case when slides then 'slides' else 'article' end, 'texts', (
    select jsonb_object_agg(language, jsonb_strip_nulls(jsonb_build_object('opening',
      case when slides then private.first_slide(words ->> 'deck') else private.first_paragraph(words ->> 'article') end)))
    from jsonb_each(body.texts) as text (language, words)))
  from public.published_content as lesson join public.published_bodies as body on body.item = lesson.item,
    lateral (select private.first_slide(body.texts #>> '{fr,deck}') is not null as slides) as has
  where lesson.kind = 'lesson' and lesson.slug = lesson_opening.slug and lesson.item <> all (private.closed_lessons())
    and (slides or private.first_paragraph(body.texts #>> '{fr,article}') is not null)
$$;
comment on function public.lesson_opening(text) is 'The first screen of a lesson, whatever its tier: {part: slides or article, texts: {language: {opening}}}. Null where nothing may be shown: no such lesson, one that is not open yet, or one too short to show a part of.';

revoke execute on function private.first_slide(text), private.first_paragraph(text) from public, anon, authenticated, service_role;
revoke execute on function public.lesson_opening(text) from public, anon, service_role;
grant execute on function public.lesson_opening(text) to authenticated;
