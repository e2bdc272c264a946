-- Levels without a course yet, of which a member wants to hear: the first course of that level is told to them whatever they chose for
-- new courses (learning/course_news.sql), and their request ends with it.
create table public.level_requests (
  member uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  level text not null check (level in ('beginner', 'intermediate', 'advanced')),
  asked_at timestamptz not null default clock_timestamp(),
  primary key (member, level)
);
comment on table public.level_requests is 'Levels of which a member asked to be told when a course is published.';
create index level_requests_of_level on public.level_requests (level);
alter table public.level_requests enable row level security;
create policy "members read their own requests" on public.level_requests for select to authenticated using ((select auth.uid()) = member);
create policy "members ask to be told of a level" on public.level_requests for insert to authenticated with check ((select auth.uid()) = member);
create policy "members take back their requests" on public.level_requests for delete to authenticated using ((select auth.uid()) = member);
revoke all on public.level_requests from anon, authenticated, service_role;
grant select, delete, insert (level) on public.level_requests to authenticated;

create function private.answer_level_requests(of_level text, told private.notification_facts) returns int
language plpgsql security definer set search_path = '' as $$
declare
  asked uuid[];
begin
  with answered as (delete from public.level_requests where level = of_level returning member)
  select array_agg(member) into asked from answered;
  told.kind := 'course_awaited';
  told.category := private.notification_category(told.kind);
  return private.tell_members(asked, told);
end
$$;
comment on function private.answer_level_requests(text, private.notification_facts) is 'Tells those who asked for a level of its course, and ends their requests. Returns how many were told.';
revoke execute on function private.answer_level_requests(text, private.notification_facts) from public, anon, authenticated, service_role;
