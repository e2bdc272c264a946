-- Which questions an attempt asks, in which version: a lesson's own, some of a course's, the day's, or those that a member is due to see again.
create function private.quiz_questions(lesson uuid) returns table (place int, question uuid, version int)
language sql stable security definer set search_path = '' as $$
  select row_number() over (order by item.position, item.id)::int, known.item, known.version
  from public.content_items as item join private.questions as known on known.item = item.id
  where item.parent = quiz_questions.lesson and known.retired_at is null
$$;
comment on function private.quiz_questions(uuid) is 'The questions that lie in a lesson, in their order.';

create function private.exam_questions(course uuid) returns table (place int, question uuid, version int)
language sql volatile security definer set search_path = '' as $$
  select row_number() over ()::int, drawn.item, drawn.version from (
    select known.item, known.version from (
      select known.item, known.version, row_number() over (partition by lesson.item order by gen_random_uuid()) as turn
      from public.published_content as lesson
      join public.content_items as item on item.parent = lesson.item
      join private.questions as known on known.item = item.id and known.retired_at is null
      where lesson.parent = exam_questions.course and lesson.kind = 'lesson'
    ) as known order by turn, gen_random_uuid() limit 20
  ) as drawn
$$;
comment on function private.exam_questions(uuid) is 'Up to twenty questions of a course''s quizzes, from each lesson as many as possible alike, drawn anew each time.';

create function private.asked_questions(purpose text, about uuid, member uuid) returns table (place int, question uuid, version int, shuffle int[])
language sql volatile security definer set search_path = '' as $$
  select row_number() over (order by asked.place)::int, asked.question, asked.version, (
    -- Not made from the attempt's number, which its member knows: they could compute the order back.
    select array_agg(choice - 1 order by gen_random_uuid())
    from generate_series(1, cardinality(private.text_lines(known.document, 'fr', 'choices'))) as choice)
  from (
    select * from private.quiz_questions(about) where purpose = 'quiz'
    union all
    select * from private.exam_questions(about) where purpose = 'exam'
    union all
    select * from private.daily_questions((clock_timestamp() at time zone 'Europe/Paris')::date) where purpose = 'daily'
    union all
    select * from private.review_questions(member) where purpose = 'review'
  ) as asked join public.content_versions as known on known.item = asked.question and known.version = asked.version
$$;
comment on function private.asked_questions(text, uuid, uuid) is 'What an attempt that starts now asks, with the order in which each question''s choices are shown.';

revoke execute on function private.asked_questions(text, uuid, uuid), private.quiz_questions(uuid), private.exam_questions(uuid)
from public, anon, authenticated, service_role;
