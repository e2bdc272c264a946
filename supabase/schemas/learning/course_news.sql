-- News of courses: members who chose such news are notified of a new course, those who began one of a change to it, once a day. Publishing
-- comes in bursts (a course and its lessons), so the worker notifies a quarter of an hour after the last.
create function private.expect_course_news(course uuid) returns void
language sql security definer set search_path = '' as $$
  select private.enqueue('tell-course-news', jsonb_build_object('course', course), 'tell-course-news:' || course, clock_timestamp() + interval '15 minutes')
  where course is not null
$$;
comment on function private.expect_course_news(uuid) is 'A part of a course was published: members are notified when no other part follows.';

create function private.project_course(kept public.content_items, document jsonb) returns void
language sql security definer set search_path = '' as $$ select private.expect_course_news(kept.id) where document is not null $$;
comment on function private.project_course(public.content_items, jsonb) is 'A course was published.';

create function private.project_lesson(kept public.content_items, document jsonb) returns void
language sql security definer set search_path = '' as $$ select private.expect_course_news(kept.parent) where document is not null $$;
comment on function private.project_lesson(public.content_items, jsonb) is 'A lesson was published.';

create function private.tell_course_news(of_course uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  card public.published_content;
  told private.notification_facts;
  about text;
  begun uuid[];
begin
  select * into card from public.published_content where item = of_course and kind = 'course';
  if not found or not exists (select from public.published_content where parent = of_course and kind = 'lesson') then return; end if;
  about := format('course:%s:published', of_course);
  told := jsonb_populate_record(null::private.notification_facts, jsonb_build_object(
    'fact', about, 'kind', 'course_published', 'category', private.notification_category('course_published'), 'link', '/formations?cours=' || card.slug,
    'parameters', jsonb_build_object('course', (select jsonb_object_agg(language, words -> 'title') from jsonb_each(card.card -> 'texts') as text (language, words))),
    'perishable', false, 'premium_only', false, 'own_mail', false, 'created_at', clock_timestamp(), 'reached', '00000000-0000-0000-0000-000000000000'));
  insert into private.notification_facts select told.* on conflict do nothing;
  if found then
    -- Before everybody else: a member is told a fact once, and these asked for it.
    perform private.answer_level_requests(card.card #>> '{fields,level}', told);
    perform private.enqueue('fan-out-notifications', jsonb_build_object('fact', about));
    return;
  end if;
  told.kind := 'course_updated';
  told.fact := format('course:%s:updated:%s', of_course, (clock_timestamp() at time zone 'Europe/Paris')::date);
  select array_agg(member) into begun from public.course_pace where course = of_course;
  if begun is not null and private.tell_members(begun, told) > 0 then perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications'); end if;
end
$$;
comment on function private.tell_course_news(uuid) is 'For the worker: tells everybody of a new course with its first lessons, then those who began it of what changed, once a day.';
revoke execute on function
  private.expect_course_news(uuid), private.project_course(public.content_items, jsonb), private.project_lesson(public.content_items, jsonb), private.tell_course_news(uuid)
from public, anon, authenticated, service_role;
grant execute on function private.tell_course_news(uuid) to service_role;
