-- When a lesson opens. At a member's own pace unless the course says otherwise: `ordered`, each lesson waits for the quizzes before it
-- and all of them for the courses that it requires; `opens_after_days`, a lesson every so many days from the day the member began.
create table public.course_pace (
  member uuid not null references public.profiles (id) on delete cascade,
  course uuid not null references public.content_items (id),
  began_at timestamptz not null default clock_timestamp(),
  primary key (member, course)
);
comment on table public.course_pace is 'When each member began a course.';
create index course_pace_of_course on public.course_pace (course, member);
alter table public.course_pace enable row level security;
create policy "members read when they began a course" on public.course_pace for select to authenticated using ((select auth.uid()) = member);
revoke all on public.course_pace from anon, authenticated, service_role;
grant select on public.course_pace to authenticated;

create function private.begin_course(member uuid, lesson uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.course_pace (member, course) select begin_course.member, parent from public.published_content where item = lesson on conflict do nothing
$$;
comment on function private.begin_course(uuid, uuid) is 'Remembers that a member has begun the course of a lesson.';

create function private.undone_parts(of_member uuid) returns table (course uuid, lesson uuid, part text)
language sql stable security definer set search_path = '' as $$
  select lesson.parent, lesson.item, wanted.part
  from public.published_content as lesson, jsonb_object_keys(lesson.card #> '{fields,minutes}') as wanted (part)
  where lesson.kind = 'lesson' and not exists (
    select from public.lesson_progress as progress
    where progress.member = of_member and progress.lesson = lesson.item and progress.part = wanted.part and progress.done_at is not null)
$$;
comment on function private.undone_parts(uuid) is 'Every part of every lesson that a member has not done.';

create function private.lesson_waits(of_member uuid) returns table (lesson uuid, waits_for uuid, opens_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with ruled as (
    select item, card -> 'fields' as fields, coalesce((card #> '{fields,ordered}')::text = 'true', false) as ordered, (card #>> '{fields,opens_after_days}')::int as days
    from public.published_content where kind = 'course' and (card #> '{fields,ordered}' = 'true' or (card #>> '{fields,opens_after_days}')::int > 0)
  ), undone as materialized (
    select * from private.undone_parts(of_member) where exists (select from ruled)
  ), placed as (
    select lesson.item, lesson.parent, ruled.ordered, ruled.days, ruled.fields, row_number() over (partition by lesson.parent order by lesson.position, lesson.item) - 1 as before
    from public.published_content as lesson join ruled on ruled.item = lesson.parent where lesson.kind = 'lesson'
  )
  select placed.item,
    case when placed.ordered then coalesce((
      select earlier.item from placed as earlier join undone on undone.lesson = earlier.item and undone.part = 'quiz'
      where earlier.parent = placed.parent and earlier.before < placed.before order by earlier.before limit 1
    ), (
      select required.item from jsonb_array_elements_text(coalesce(placed.fields -> 'requires', '[]')) as wanted (slug)
      join public.published_content as required on required.kind = 'course' and required.slug = wanted.slug and required.item in (select course from undone) limit 1
    )) end,
    case when placed.days > 0 and placed.before > 0 then coalesce(pace.began_at, clock_timestamp()) + placed.before * placed.days * interval '1 day' end
  from placed left join public.course_pace as pace on pace.course = placed.parent and pace.member = of_member
$$;
comment on function private.lesson_waits(uuid) is 'What each lesson of a course with rules waits for: an earlier lesson or a required course, and a time; null where nothing keeps it closed.';

create function private.closed_lessons() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(lesson), '{}') from private.lesson_waits(auth.uid()) where waits_for is not null or opens_at > clock_timestamp()
$$;
comment on function private.closed_lessons() is 'The lessons that are not open to the caller yet, whatever their tier.';

-- On top of the policies for tiers: a closed lesson is neither read nor found by its words.
create policy "lessons of a course with an order open one after another" on public.published_bodies as restrictive for select to authenticated
  using (item <> all ((select private.closed_lessons())::uuid[]));
create policy "closed lessons are found by their card alone" on public.published_words as restrictive for select to authenticated
  using (part = 'card' or item <> all ((select private.closed_lessons())::uuid[]));

create function private.require_lesson(lesson uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select tier from public.published_content where item = require_lesson.lesson) = 'premium' and public.current_tier() <> 'premium' then
    raise exception 'premium_only' using errcode = '42501';
  end if;
  if require_lesson.lesson = any (private.closed_lessons()) then
    raise exception 'lesson_closed' using errcode = 'PT409', hint = 'lesson';
  end if;
end
$$;
comment on function private.require_lesson(uuid) is 'Refuses a lesson that is locked or not yet open for the caller.';

revoke execute on function
  private.begin_course(uuid, uuid), private.undone_parts(uuid), private.lesson_waits(uuid), private.closed_lessons(), private.require_lesson(uuid)
from public, anon, authenticated, service_role;
grant execute on function private.closed_lessons() to authenticated;
