-- Courses, their lessons and the notions that they teach, as content: what may be published. A lesson lies within its course (its
-- parent), in the order of its position; which parts it has (article, slides, video, exercise, quiz) is what its minutes name.
create function private.lesson_parts() returns text[]
language sql immutable set search_path = '' as $$ select array['article', 'slides', 'video', 'exercise', 'quiz'] $$;
comment on function private.lesson_parts() is 'What a lesson may consist of, in the order in which it is done.';

create function private.is_slug_list(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(value) = 'array' and not exists (
    select from jsonb_array_elements(case jsonb_typeof(value) when 'array' then value else '[]' end) as item
    where jsonb_typeof(item) <> 'string' or item #>> '{}' !~ '^[a-z0-9][a-z0-9-]{1,79}$')
$$;
comment on function private.is_slug_list(jsonb) is 'Whether it is a list of slugs, as ["position-size"]; an empty one is.';

create function private.is_decimal(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(value) in ('string', 'number') and value #>> '{}' ~ '^-?[0-9]{1,15}(\.[0-9]{1,12})?$', false)
$$;
comment on function private.is_decimal(jsonb) is 'Whether it is a decimal number, as text or as a number.';

create function private.check_lines(document jsonb, lists text[]) returns void
language plpgsql immutable set search_path = '' as $$
declare
  wrong text;
begin
  select concat_ws('.', 'texts', language, name) into wrong from jsonb_object_keys(document -> 'texts') as language, unnest(lists) as name
  where cardinality(private.text_lines(document, language, name)) not in (0, cardinality(private.text_lines(document, 'fr', name))) limit 1;
  if found then perform private.refuse('lines_differ', wrong, 'A line an item, as many as in French.'); end if;
end
$$;
comment on function private.check_lines(jsonb, text[]) is 'Refuses a translation whose list has more or fewer items than the French one.';

create function private.check_course(kept public.content_items, document jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
begin
  perform private.require_fields(jsonb_build_object(
    'level', fields ->> 'level' in ('beginner', 'intermediate', 'advanced'),
    'author', length(fields ->> 'author') between 2 and 80,
    'requires', private.is_slug_list(coalesce(fields -> 'requires', '[]')) and not coalesce(fields -> 'requires', '[]') ? kept.slug,
    'modules', private.is_slug_list(fields -> 'modules') and jsonb_array_length(fields -> 'modules') = cardinality(private.text_lines(document, 'fr', 'modules')),
    'ordered', coalesce(jsonb_typeof(fields -> 'ordered'), 'null') in ('boolean', 'null'),
    'opens_after_days', coalesce(fields ->> 'opens_after_days', '0') ~ '^[0-9]{1,3}$',
    'engraving', coalesce(jsonb_typeof(fields -> 'engraving'), 'null') in ('object', 'null'))), private.check_lines(document, '{modules,abilities}');
end
$$;
comment on function private.check_course(public.content_items, jsonb) is 'Refuses a course without level, author and named modules.';

create function private.check_lesson(kept public.content_items, document jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
  minutes constant jsonb := case jsonb_typeof(fields -> 'minutes') when 'object' then fields -> 'minutes' else '{}' end;
  course jsonb;
begin
  select version.document -> 'fields' into course
  from public.content_items as parent join public.content_versions as version on version.item = parent.id and version.version = parent.published_version
  where parent.id = kept.parent and parent.kind = 'course';
  if course is null then perform private.refuse('course_missing', 'parent', 'A lesson lies within a course that is published.'); end if;
  perform private.require_fields(jsonb_build_object(
    'module', course -> 'modules' ? (fields ->> 'module'),
    'minutes', minutes <> '{}' and not exists (
      select from jsonb_each_text(minutes) as part where part.key <> all (private.lesson_parts()) or part.value !~ '^[1-9][0-9]{0,2}$'),
    'notions', private.is_slug_list(coalesce(fields -> 'notions', '[]')),
    'exercise', (minutes ? 'exercise') = (fields #>> '{exercise,task}' is not null) and coalesce(fields #>> '{exercise,task}', 'stop') in ('stop', 'entry', 'level'),
    'video', (minutes ? 'video') = (coalesce(jsonb_typeof(fields -> 'video'), 'null') <> 'null'),
    'claims', not exists (
      select from jsonb_array_elements(case jsonb_typeof(fields -> 'claims') when 'array' then fields -> 'claims' else '[]' end) as claim
      where claim ->> 'notion' is null or not coalesce((claim ->> 'rate_at_least') ~ '^(0|1|0\.[0-9]{1,4})$', false))));
  if minutes ? 'article' and coalesce(btrim(document #>> '{texts,fr,article}'), '') = '' then perform private.refuse('french_missing', 'texts.fr.article'); end if;
  if minutes ? 'slides' and coalesce(btrim(document #>> '{texts,fr,deck}'), '') = '' then perform private.refuse('french_missing', 'texts.fr.deck'); end if;
end
$$;
comment on function private.check_lesson(public.content_items, jsonb) is 'Refuses a lesson outside a published course, without minutes for its parts, or with a part that is not there.';

create function private.lesson_at(path text) returns uuid
language sql stable security definer set search_path = '' as $$
  select lesson.item
  from public.published_content as lesson join public.published_content as course on course.item = lesson.parent
  where lesson.kind = 'lesson' and course.kind = 'course' and course.slug || '/' || lesson.slug = lesson_at.path
$$;
comment on function private.lesson_at(text) is 'The lesson that readers find under course/lesson; null where there is none.';

create function private.lesson_link(path text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('course', split_part(path, '/', 1), 'lesson', slug, 'minutes', card #> '{fields,minutes}',
    'title', (select jsonb_object_agg(language, words -> 'title') from jsonb_each(card -> 'texts') as text (language, words)))
  from public.published_content where item = private.lesson_at(path)
$$;
comment on function private.lesson_link(text) is 'What a link to a lesson needs: {course, lesson, title, minutes}; null where it is not published.';

revoke execute on function
  private.lesson_parts(), private.is_slug_list(jsonb), private.is_decimal(jsonb), private.check_lines(jsonb, text[]), private.check_course(public.content_items, jsonb),
  private.check_lesson(public.content_items, jsonb), private.lesson_at(text), private.lesson_link(text)
from public, anon, authenticated, service_role;
-- Checks of tables that members write run with their rights.
grant execute on function private.lesson_parts() to authenticated;
