-- What a member has done of a course, and what is missing for its certificate, lesson by lesson.
create function private.best_answers(of_member uuid, of_purpose text, of_lesson uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select (
    select jsonb_agg(coalesce(answer."right", false) order by asked.place)
    from private.attempt_questions as asked left join public.attempt_answers as answer on answer.attempt = asked.attempt and answer.place = asked.place
    where asked.attempt = best.id)
  from public.attempts as best
  where best.member = of_member and best.purpose = of_purpose and best.lesson = of_lesson and best.finished_at is not null
  order by best.score::numeric / best.total desc, best.finished_at limit 1
$$;
comment on function private.best_answers(uuid, text, uuid) is 'Whether each answer of a member''s best finished attempt was right, in the order asked; null without one.';

create function private.passed(answers jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select count(*) > 0 and count(*) filter (where answer = 'true') >= 0.8 * count(*) from jsonb_array_elements(answers) as answer
$$;
comment on function private.passed(jsonb) is 'Whether there are answers and at least eight in ten are right.';

create function private.course_results(of_member uuid, of_course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with lesson as (
    select card.item, card.slug, card.position, card.card #> '{fields,minutes}' as minutes
    from public.published_content as card where card.kind = 'lesson' and card.parent = of_course
  ), course as (
    select card.slug, card.card -> 'texts' as texts, body.texts as body
    from public.published_content as card join public.published_bodies as body on body.item = card.item where card.item = of_course
  ), section as (
    select lesson.position, 1 as turn, lesson.slug, 'quiz' as part, private.best_answers(of_member, 'quiz', lesson.item) as answers
    from lesson where lesson.minutes ? 'quiz'
    union all
    select lesson.position, 2, lesson.slug, 'exercise', private.exercise_answers(of_member, lesson.item) from lesson where lesson.minutes ? 'exercise'
    union all
    select 1000, 3, null, 'exam', private.best_answers(of_member, 'exam', of_course)
  )
  select jsonb_build_object(
    'course', jsonb_build_object(
      'slug', course.slug,
      'minutes', (select sum(minutes.value::int) from lesson, jsonb_each_text(lesson.minutes) as minutes),
      'title', (select jsonb_object_agg(key, value -> 'title') from jsonb_each(course.texts)),
      'abilities', (select jsonb_object_agg(key, to_jsonb(string_to_array(value ->> 'abilities', e'\n'))) from jsonb_each(course.body) where value ? 'abilities')),
    'sections', (select jsonb_agg(jsonb_build_object('part', part, 'lesson', slug, 'answers', coalesce(answers, '[]')) order by turn = 3, position, turn) from section),
    'missing', (
      select coalesce(jsonb_agg(jsonb_build_object('lesson', slug, 'part', part) order by turn = 3, position, turn), '[]') from (
        select lesson.position, 0 as turn, lesson.slug, part.key as part
        from lesson, jsonb_each(lesson.minutes) as part
        where part.key not in ('quiz', 'exercise') and not exists (
          select from public.lesson_progress as progress
          where progress.member = of_member and progress.lesson = lesson.item and progress.part = part.key and progress.done_at is not null)
        union all
        select position, turn, slug, part from section where not private.passed(answers) and not (part = 'exercise' and answers is not null)
      ) as missing))
  from course
$$;
comment on function private.course_results(uuid, uuid) is 'What a member has done of a course: {course, sections, missing}; nothing is missing when a certificate may be issued. Charts must be graded, not passed: a mark judges one, not a course.';

create function private.course_missing(of_member uuid, of_course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(part order by place), '[]')
  from jsonb_array_elements(private.course_results(of_member, of_course) -> 'missing') with ordinality as listed (part, place)
  where part ->> 'part' <> 'exam'
$$;
comment on function private.course_missing(uuid, uuid) is 'What is left before a member may sit a course''s exam: [{lesson, part}].';

revoke execute on function private.best_answers(uuid, text, uuid), private.passed(jsonb), private.course_results(uuid, uuid), private.course_missing(uuid, uuid)
from public, anon, authenticated, service_role;
