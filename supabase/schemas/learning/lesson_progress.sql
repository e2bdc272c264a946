-- What a member has done of each lesson, part by part. What got done stays done, whatever is opened, lost or published later.
create table public.lesson_progress (
  member uuid not null references public.profiles (id) on delete cascade,
  lesson uuid not null references public.content_items (id),
  part text not null check (part = any (private.lesson_parts())),
  -- Where the member stands: a slide, a second of a video, a heading.
  place int not null default 0 check (place >= 0),
  "of" int not null default 0 check ("of" >= 0),
  seen int[] not null default '{}',
  seconds int not null default 0 check (seconds >= 0),
  done_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  -- The version of the lesson that the member last read.
  version int not null,
  primary key (member, lesson, part)
);
comment on table public.lesson_progress is 'How far each member is in each part of a lesson. seen: slides; seconds: of a video, actively watched.';
create index lesson_progress_of_lesson on public.lesson_progress (lesson);
alter table public.lesson_progress enable row level security;
create policy "members read their own progress" on public.lesson_progress for select to authenticated using ((select auth.uid()) = member);
revoke all on public.lesson_progress from anon, authenticated, service_role;
grant select on public.lesson_progress to authenticated;

create function private.complete(member uuid, lesson uuid, part text) returns void
language sql security definer set search_path = '' as $$
  insert into public.lesson_progress as known (member, lesson, part, done_at, version)
  select complete.member, card.item, complete.part, clock_timestamp(), card.version
  from public.published_content as card where card.item = complete.lesson and card.card #> '{fields,minutes}' ? complete.part
  on conflict on constraint lesson_progress_pkey do update set
    done_at = coalesce(known.done_at, excluded.done_at), updated_at = clock_timestamp(), version = excluded.version
$$;
comment on function private.complete(uuid, uuid, text) is 'Marks a part of a lesson as done, if the lesson has it.';
revoke execute on function private.complete(uuid, uuid, text) from public, anon, authenticated, service_role;
