-- A member's own words about lessons: notes at a slide or a second, and bookmarks. The browser writes them; nobody else reads them.
create table public.lesson_notes (
  id uuid primary key default gen_random_uuid(),
  member uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  lesson uuid not null references public.content_items (id),
  part text not null check (part = any (private.lesson_parts())),
  -- The slide or the second that it is about.
  place int not null default 0 check (place between 0 and 100000),
  body text not null check (length(btrim(body)) between 1 and 5000),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
comment on table public.lesson_notes is 'A member''s notes, each at a place of a lesson.';
create index lesson_notes_of_member on public.lesson_notes (member, lesson, part, place);
create index lesson_notes_of_lesson on public.lesson_notes (lesson);

create function private.date_note() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;
comment on function private.date_note() is 'Says when a note was last changed.';
create trigger date_note before update on public.lesson_notes for each row execute function private.date_note();

create table public.bookmarks (
  member uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  lesson uuid not null references public.content_items (id),
  part text not null check (part = any (private.lesson_parts())),
  place int not null default 0 check (place between 0 and 100000),
  created_at timestamptz not null default clock_timestamp(),
  primary key (member, lesson, part, place)
);
comment on table public.bookmarks is 'Places of lessons that a member wants to find again.';
create index bookmarks_of_lesson on public.bookmarks (lesson);

create policy "members read their own notes" on public.lesson_notes for select to authenticated using ((select auth.uid()) = member);
create policy "members write notes to lessons" on public.lesson_notes for insert to authenticated
  with check ((select auth.uid()) = member and exists (select from public.published_content as card where card.item = lesson_notes.lesson and card.kind = 'lesson'));
create policy "members change their own notes" on public.lesson_notes for update to authenticated
  using ((select auth.uid()) = member) with check ((select auth.uid()) = member);
create policy "members remove their own notes" on public.lesson_notes for delete to authenticated using ((select auth.uid()) = member);
create policy "members read their own bookmarks" on public.bookmarks for select to authenticated using ((select auth.uid()) = member);
create policy "members set bookmarks in lessons" on public.bookmarks for insert to authenticated
  with check ((select auth.uid()) = member and exists (select from public.published_content as card where card.item = bookmarks.lesson and card.kind = 'lesson'));
create policy "members remove their own bookmarks" on public.bookmarks for delete to authenticated using ((select auth.uid()) = member);
alter table public.lesson_notes enable row level security;
alter table public.bookmarks enable row level security;
revoke all on public.lesson_notes, public.bookmarks from anon, authenticated, service_role;
grant select, delete, insert (lesson, part, place, body), update (part, place, body) on public.lesson_notes to authenticated;
grant select, delete, insert (lesson, part, place) on public.bookmarks to authenticated;
revoke execute on function private.date_note() from public, anon, authenticated, service_role;

create function public.search_learning(query text, language text default 'fr', most int default 20)
returns table (kind text, item uuid, lesson text, part text, place int, title text, excerpt text)
language sql stable security invoker set search_path = '' as $$
  (
    select found.kind, found.item, case found.kind when 'lesson' then course.slug || '/' || found.slug else found.slug end, null::text, null::int, found.title, found.excerpt
    from (
      select * from public.search_content(search_learning.query, search_learning.language, search_learning.most, 'lesson')
      union all
      select * from public.search_content(search_learning.query, search_learning.language, search_learning.most, 'course')
    ) as found
    join public.published_content as card on card.item = found.item left join public.published_content as course on course.item = card.parent
    where found.kind = 'course' or course.item is not null
  )
  union all
  (
    select 'note', note.id, course.slug || '/' || card.slug, note.part, note.place,
      coalesce(card.card #>> array['texts', search_learning.language, 'title'], card.card #>> '{texts,fr,title}'), private.excerpt(note.body, 1)
    from public.lesson_notes as note
    join public.published_content as card on card.item = note.lesson join public.published_content as course on course.item = card.parent
    where btrim(search_learning.query) <> '' and not exists (
      select from regexp_split_to_table(private.plain(left(search_learning.query, 200)), '[^[:alnum:]]+') as word where word <> '' and strpos(private.plain(note.body), word) = 0)
    order by note.updated_at desc limit least(greatest(search_learning.most, 1), 50)
  )
$$;
comment on function public.search_learning(text, text, int) is 'Courses, lessons (article, deck, captions) and the caller''s own notes that hold these words, with the caller''s rights. lesson: course/lesson, or the course.';
revoke execute on function public.search_learning(text, text, int) from public, anon, service_role;
grant execute on function public.search_learning(text, text, int) to authenticated;
