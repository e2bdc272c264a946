-- The catalogue and the page of a course in one call: cards, what is locked and why, what is done, and what each part still needs.
create function private.missing_of(part text, progress public.lesson_progress, quiz jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when progress.done_at is not null then null else jsonb_build_object('needs', case part
    when 'slides' then 'slides' when 'video' then 'seconds' when 'quiz' then 'right' when 'exercise' then 'charts' else 'word' end)
    || case part
      -- How many slides and seconds there are is known once the part was opened.
      when 'slides' then jsonb_build_object('left', nullif(progress."of", 0) - (select count(*) from unnest(progress.seen) as slide where slide <= progress."of"))
      when 'video' then jsonb_build_object('left', greatest(0, ceil(0.9 * nullif(progress."of", 0)) - progress.seconds))
      when 'quiz' then quiz else '{}' end end
$$;
comment on function private.missing_of(text, public.lesson_progress, jsonb) is 'What a part needs to be done: slides or seconds left, right answers, charts, or the member''s word; null of one that is done.';

create function private.my_lessons(of_course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with waits as materialized (select * from private.lesson_waits(auth.uid())),
  quizzes as materialized (
    select lesson.item, jsonb_build_object(
      'of', (select count(*) from private.quiz_questions(lesson.item)), 'right', ceil(0.8 * (select count(*) from private.quiz_questions(lesson.item))),
      'best', (select max(score) from public.attempts where member = auth.uid() and purpose = 'quiz' and attempts.lesson = lesson.item),
      'retry_from', private.retry_from(auth.uid(), 'quiz', lesson.item::text)) as quiz
    from public.published_content as lesson where lesson.parent = of_course and lesson.kind = 'lesson' and lesson.card #> '{fields,minutes}' ? 'quiz'
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'item', lesson.item, 'slug', lesson.slug, 'texts', lesson.card -> 'texts', 'module', lesson.card #> '{fields,module}', 'notions', coalesce(lesson.card #> '{fields,notions}', '[]'),
    'tier', lesson.tier, 'version', lesson.version, 'updated_at', lesson.updated_at,
    'locked', case when lesson.tier = 'premium' and public.current_tier() <> 'premium' then 'premium' when waits.waits_for is not null then 'order' when waits.opens_at > clock_timestamp() then 'date' end,
    'waits_for', (select jsonb_build_object('kind', kind, 'slug', slug) from public.published_content where item = waits.waits_for), 'opens_at', waits.opens_at,
    'parts', parts.list, 'done_at', parts.done_at, 'updated_since_read', coalesce(parts.read_version < lesson.version, false)
  ) order by lesson.position, lesson.item), '[]')
  from public.published_content as lesson
  left join waits on waits.lesson = lesson.item
  left join quizzes on quizzes.item = lesson.item,
  lateral (
    select jsonb_agg(jsonb_build_object(
        'part', existing.part, 'minutes', existing.minutes::int, 'place', coalesce(progress.place, 0), 'of', coalesce(progress."of", 0), 'seen', coalesce(to_jsonb(progress.seen), '[]'),
        'seconds', coalesce(progress.seconds, 0), 'done_at', progress.done_at, 'updated_at', progress.updated_at, 'missing', private.missing_of(existing.part, progress, quizzes.quiz)
      ) order by array_position(private.lesson_parts(), existing.part)) as list,
      case when bool_and(progress.done_at is not null) then max(progress.done_at) end as done_at, max(progress.version) as read_version
    from jsonb_each_text(lesson.card #> '{fields,minutes}') as existing (part, minutes)
    left join public.lesson_progress as progress on progress.member = auth.uid() and progress.lesson = lesson.item and progress.part = existing.part
  ) as parts
  where lesson.parent = of_course and lesson.kind = 'lesson'
$$;
comment on function private.my_lessons(uuid) is 'The lessons of a course for the caller: parts with what is missing in each, and what keeps a lesson closed.';

create function private.course_strip(of_course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(trim_scale(result.realised_r)::text order by result.ended_at, result.signal_id), '[]')
  from public.signal_results as result where result.signal_id in (
    select known.signal_id from public.published_content as lesson, jsonb_array_elements_text(coalesce(lesson.card #> '{fields,notions}', '[]')) as taught (slug)
    join public.published_content as notion on notion.kind = 'notion' and notion.slug = taught.slug
    join public.signal_notions as known on known.notion = notion.item
    where lesson.parent = of_course and lesson.kind = 'lesson')
$$;
comment on function private.course_strip(uuid) is 'R of every closed signal that used a notion of a course, oldest first: always all of them.';

create function public.my_courses() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'tier', public.current_tier(),
    'resume', (
      select jsonb_build_object('course', course.slug, 'lesson', lesson.slug, 'part', progress.part, 'place', progress.place, 'of', progress."of", 'updated_at', progress.updated_at)
      from public.lesson_progress as progress
      join public.published_content as lesson on lesson.item = progress.lesson join public.published_content as course on course.item = lesson.parent
      where progress.member = auth.uid() order by progress.updated_at desc limit 1),
    'courses', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item', course.item, 'slug', course.slug, 'texts', course.card -> 'texts', 'fields', course.card -> 'fields', 'published_at', course.published_at, 'updated_at', course.updated_at,
        'began_at', pace.began_at, 'share', round(private.course_share(auth.uid(), course.item), 4),
        'reviews', (select jsonb_build_object('n', count(*), 'stars', round(avg(stars), 2)) from public.course_reviews as review where review.course = course.item),
        'exam_best', (select max(score::numeric / total) from public.attempts where member = auth.uid() and purpose = 'exam' and attempts.lesson = course.item),
        'strip', private.course_strip(course.item), 'lessons', private.my_lessons(course.item)
      ) order by course.position, course.published_at, course.item), '[]')
      from public.published_content as course left join public.course_pace as pace on pace.member = auth.uid() and pace.course = course.item
      where course.kind = 'course'),
    'notions', (
      select coalesce(jsonb_object_agg(notion.slug, notion.card -> 'texts'), '{}') from public.published_content as notion where notion.kind = 'notion'))
$$;
comment on function public.my_courses() is 'Every course with its lessons as they are for the caller: {tier, resume, courses: [{slug, texts, fields, share, reviews, strip, lessons: [{slug, locked, waits_for, opens_at, parts: [{part, minutes, place, of, done_at, missing}], done_at, updated_since_read}]}], notions}.';

revoke execute on function private.missing_of(text, public.lesson_progress, jsonb), private.my_lessons(uuid), private.course_strip(uuid) from public, anon, authenticated, service_role;
revoke execute on function public.my_courses() from public, anon, service_role;
grant execute on function public.my_courses() to authenticated;
