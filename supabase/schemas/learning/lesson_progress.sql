-- What a member has done of each lesson, part by part. What got done stays done, whatever is opened, lost or published later.
create table public.lesson_progress (
  member uuid not null references public.profiles (id) on delete cascade,
  lesson uuid not null references public.content_items (id),
  part text not null check (part = any (private.lesson_parts())),
  -- Where the member stands: a slide, a second of a video, how far down an article in hundredths.
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

create function private.keep(of_lesson uuid, of_part text, at_place int, out_of int, more_seconds int, is_done boolean) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  card public.published_content;
  kept public.lesson_progress;
begin
  select * into card from public.published_content where item = of_lesson and kind = 'lesson';
  if not found then raise exception 'lesson_not_found' using errcode = 'PT404', hint = 'lesson'; end if;
  if of_part not in ('article', 'slides', 'video') or not card.card #> '{fields,minutes}' ? of_part then perform private.refuse('part_invalid', 'part', 'A part of the lesson that one reads or watches.'); end if;
  perform private.require_lesson(of_lesson);
  perform private.begin_course(me, of_lesson);
  insert into public.lesson_progress (member, lesson, part, version) values (me, of_lesson, of_part, card.version) on conflict do nothing;
  select * into kept from public.lesson_progress where member = me and lesson = of_lesson and part = of_part for update;
  if at_place is not null then
    if at_place < 0 or at_place > out_of or out_of > 100000 then perform private.refuse('place_invalid', 'place'); end if;
    kept.place := at_place;
    kept."of" := out_of;
    -- Nobody watches more than is there, nor faster than at double speed since they last said so.
    kept.seconds := least(greatest(out_of, kept.seconds), kept.seconds + greatest(0, least(more_seconds, 5 + 2 * extract(epoch from clock_timestamp() - kept.updated_at)::int)));
    if of_part = 'slides' and out_of <= 500 and at_place > 0 then kept.seen := array(select distinct slide from unnest(kept.seen || at_place) as slide order by slide); end if;
    is_done := is_done or case of_part
      when 'slides' then (select count(*) from unnest(kept.seen) as slide where slide <= out_of) >= out_of
      when 'video' then out_of > 0 and kept.seconds >= 0.9 * out_of else false end;
  end if;
  update public.lesson_progress set
    place = kept.place, "of" = kept."of", seen = kept.seen, seconds = kept.seconds, updated_at = clock_timestamp(), version = card.version,
    done_at = coalesce(kept.done_at, case when is_done then clock_timestamp() end)
  where member = me and lesson = of_lesson and part = of_part returning done_at into kept.done_at;
  return kept.done_at;
end
$$;
comment on function private.keep(uuid, text, int, int, int, boolean) is 'Keeps where the caller stands in a part. Slides are done when each was seen, a video when nine tenths were watched.';

create function public.keep_progress(lesson uuid, part text, place int, "of" int, seconds int default 0) returns timestamptz
language sql security definer set search_path = '' as $$ select private.keep(lesson, part, greatest(place, -1), coalesce("of", 0), coalesce(seconds, 0), false) $$;
comment on function public.keep_progress(uuid, text, int, int, int) is 'Keeps where the caller stands: a slide of so many, a second of a video with the seconds watched since, or the hundredths of an article that were read. Returns when the part was done, or null. Refused: lesson_not_found, part_invalid, place_invalid, premium_only, lesson_closed.';

create function public.complete_part(lesson uuid, part text) returns timestamptz
language sql security definer set search_path = '' as $$ select private.keep(lesson, part, null, null, 0, true) $$;
comment on function public.complete_part(uuid, text) is 'Marks an article, slides or a video as done because the caller says so.';

revoke execute on function private.complete(uuid, uuid, text), private.keep(uuid, text, int, int, int, boolean) from public, anon, authenticated, service_role;
revoke execute on function public.keep_progress(uuid, text, int, int, int), public.complete_part(uuid, text) from public, anon, service_role;
grant execute on function public.keep_progress(uuid, text, int, int, int), public.complete_part(uuid, text) to authenticated;
