-- What members say of a course once they know half of it. Each says it once and may change it; staff take away what must not stay.
create function private.course_share(of_member uuid, of_course uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(minutes.value::int) filter (where progress.done_at is not null)::numeric / nullif(sum(minutes.value::int), 0), 0)
  from public.published_content as lesson
  cross join jsonb_each_text(lesson.card #> '{fields,minutes}') as minutes (part, value)
  left join public.lesson_progress as progress on progress.member = of_member and progress.lesson = lesson.item and progress.part = minutes.part
  where lesson.kind = 'lesson' and lesson.parent = of_course
$$;
comment on function private.course_share(uuid, uuid) is 'How much of a course a member has done, by its minutes: 0 to 1.';

create function private.knows_half(course uuid) returns boolean
language sql stable security definer set search_path = '' as $$ select private.course_share(auth.uid(), course) >= 0.5 $$;
comment on function private.knows_half(uuid) is 'Whether the caller has done half of a course.';

create table public.course_reviews (
  course uuid not null references public.content_items (id),
  member uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  stars int not null check (stars between 1 and 5),
  body text not null default '' check (length(body) <= 2000),
  -- Under which name others read it; empty for none.
  name text not null default '' check (length(name) <= 40),
  created_at timestamptz not null default clock_timestamp(),
  primary key (course, member)
);
comment on table public.course_reviews is 'Members'' reviews of courses. Others read them through read_reviews(), without the member.';
create index course_reviews_of_member on public.course_reviews (member);
call private.audit_changes('public.course_reviews', '{body,name}');
alter table public.course_reviews enable row level security;
create policy "members read their own reviews, staff every one" on public.course_reviews for select to authenticated
  using ((select auth.uid()) = member or (select private.reading_staff_role()) is not null);
create policy "members review a course that they half know" on public.course_reviews for insert to authenticated
  with check ((select auth.uid()) = member and (select private.knows_half(course)));
create policy "members change their own reviews" on public.course_reviews for update to authenticated
  using ((select auth.uid()) = member) with check ((select auth.uid()) = member);
create policy "members remove their own reviews, admins any" on public.course_reviews for delete to authenticated
  using ((select auth.uid()) = member or (select private.reading_staff_role()) = 'admin');
revoke all on public.course_reviews from anon, authenticated, service_role;
grant select, delete, insert (course, stars, body, name), update (stars, body, name) on public.course_reviews to authenticated;

create function public.read_reviews(course uuid, most int default 50)
returns table (stars int, body text, name text, created_at timestamptz, mine boolean)
language sql stable security definer set search_path = '' as $$
  select review.stars, review.body, review.name, review.created_at, review.member = auth.uid()
  from public.course_reviews as review where review.course = read_reviews.course
  order by review.created_at desc, review.member limit least(greatest(most, 1), 200)
$$;
comment on function public.read_reviews(uuid, int) is 'The newest reviews of a course, without saying by whom beyond the name that they chose.';
revoke execute on function private.course_share(uuid, uuid), private.knows_half(uuid) from public, anon, authenticated, service_role;
grant execute on function private.knows_half(uuid) to authenticated;
revoke execute on function public.read_reviews(uuid, int) from public, anon, service_role;
grant execute on function public.read_reviews(uuid, int) to authenticated;
