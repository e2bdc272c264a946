-- Questions are sealed content: a published one is a row here, which no role of the API reads. What a member sees of one comes from
-- read_attempt() and answer_question(), and nothing of the right answer before they answered (decision 047).
create table private.questions (
  item uuid primary key references public.content_items (id),
  slug text not null unique,
  version int not null,
  topic text not null,
  level int not null,
  form text not null,
  notion text,
  -- course/lesson: where what is asked is explained.
  lesson text,
  -- Of the bank that daily tests are drawn from; others belong to the quiz of the lesson that they lie in.
  daily boolean not null,
  document jsonb not null,
  -- Taken out of use because its figures are bad (question_statistics.sql), until a new version or until staff put it back.
  retired_at timestamptz,
  -- Answers before this say nothing of the question as it is: a new version, or staff put it back.
  counted_from timestamptz not null default clock_timestamp()
);
comment on table private.questions is 'The published questions, with their right answers.';
create index questions_of_bank on private.questions (topic, level) where daily and retired_at is null;
alter table private.questions enable row level security;
revoke all on private.questions from anon, authenticated, service_role;

create function private.raw_lines(document jsonb, language text, name text) returns text[]
language sql immutable set search_path = '' as $$
  select string_to_array(coalesce(nullif(document #>> array['texts', language, name], ''), document #>> array['texts', 'fr', name]), e'\n')
$$;
comment on function private.raw_lines(jsonb, text, text) is 'The lines of a text in a language or else in French, empty ones included: a right choice has an empty line of mistakes.';

create function private.is_right_answer(form text, answer jsonb, choices int) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case form
    when 'single' then answer::text ~ '^[0-9]$' and answer::text::int < choices
    when 'multiple' then jsonb_typeof(answer) = 'array' and answer <> '[]' and (
      select count(distinct place) = count(*) and bool_and(place::text ~ '^[0-9]$' and place::text < choices::text)
      from jsonb_array_elements(case jsonb_typeof(answer) when 'array' then answer else '[]' end) as place)
    when 'numeric' then private.is_decimal(answer)
    when 'order' then answer is null or answer = 'null'
    when 'chart' then case when private.is_decimal(answer -> 'low') and private.is_decimal(answer -> 'high') then (answer ->> 'low')::numeric <= (answer ->> 'high')::numeric end
  end, false)
$$;
comment on function private.is_right_answer(text, jsonb, int) is 'Whether a document names a right answer of its form: a place among the choices, several, a decimal, a zone of prices.';

create function private.check_question(kept public.content_items, document jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
  form constant text := fields ->> 'form';
  choices constant int := cardinality(private.text_lines(document, 'fr', 'choices'));
  chosen constant boolean := form in ('single', 'multiple', 'order');
  wrong text;
begin
  perform private.require_fields(jsonb_build_object(
    'topic', fields ->> 'topic' in ('risk', 'technical', 'fundamental', 'psychology', 'mechanics', 'regulation'),
    'level', fields ->> 'level' in ('1', '2', '3'),
    'form', form in ('single', 'multiple', 'numeric', 'order', 'chart'),
    'right', private.is_right_answer(form, fields -> 'right', choices),
    'unit', coalesce(fields ->> 'unit', 'none') in ('lot', 'pip', '%', 'R', '€', '$', 'none'),
    'tolerance', private.is_decimal(coalesce(fields -> 'tolerance', '"0"')),
    'digits', coalesce(fields ->> 'digits', '0') ~ '^[0-8]$',
    'wrong', not exists (
      select from jsonb_array_elements(case jsonb_typeof(fields -> 'wrong') when 'array' then fields -> 'wrong' else '[]' end) as figure where not private.is_decimal(figure)),
    'chart', form <> 'chart' or jsonb_typeof(fields -> 'chart' -> 'path') = 'array',
    'lesson', coalesce(fields ->> 'lesson', 'a/b') ~ '^[a-z0-9-]+/[a-z0-9-]+$',
    'source', coalesce(fields #>> '{source,url}', 'https://x') ~ '^https://[^\s]+$'));
  if chosen and choices not between 2 and 8 then perform private.refuse('choices_missing', 'texts.fr.choices', 'Two to eight, a line each.'); end if;
  perform private.check_lines(document, '{choices}');
  select concat_ws('.', 'texts', language, 'mistakes') into wrong from jsonb_object_keys(document -> 'texts') as language
  where form <> 'order' and coalesce(document #>> array['texts', language, 'mistakes'], '') <> ''
    and cardinality(private.raw_lines(document, language, 'mistakes'))
      <> case when chosen then choices else jsonb_array_length(coalesce(fields -> 'wrong', '[]')) end limit 1;
  if found then perform private.refuse('lines_differ', wrong, 'A line a choice, empty for a right one, or a line a wrong figure.'); end if;
end
$$;
comment on function private.check_question(public.content_items, jsonb) is 'Refuses a question that could not be asked or graded, at the field.';

create function private.project_question(kept public.content_items, document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
begin
  if document is null then
    delete from private.questions where item = kept.id;
    return;
  end if;
  insert into private.questions values (
    kept.id, kept.slug, kept.published_version, fields ->> 'topic', (fields ->> 'level')::int, fields ->> 'form', fields ->> 'notion', fields ->> 'lesson',
    coalesce((fields -> 'daily')::boolean, false), document, null, clock_timestamp())
  on conflict (item) do update set
    version = excluded.version, topic = excluded.topic, level = excluded.level, form = excluded.form, notion = excluded.notion, lesson = excluded.lesson,
    daily = excluded.daily, document = excluded.document, retired_at = null, counted_from = excluded.counted_from;
end
$$;
comment on function private.project_question(public.content_items, jsonb) is 'Writes a published question to the bank; a new version is in use again. Attempts keep the version that they asked.';

revoke execute on function
  private.raw_lines(jsonb, text, text), private.is_right_answer(text, jsonb, int), private.check_question(public.content_items, jsonb), private.project_question(public.content_items, jsonb)
from public, anon, authenticated, service_role;
