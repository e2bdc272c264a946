-- Starting an attempt, or going on with the one that is open. A second start, on another device or by a double click, finds the first.
create function private.retry_from(of_member uuid, of_purpose text, about text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  -- The right answers were just shown: a failed test waits until the next day; a passed one may be repeated at any time.
  select (((max(finished_at) at time zone 'Europe/Paris')::date + 1)::timestamp at time zone 'Europe/Paris')
  from public.attempts where member = of_member and purpose = of_purpose and coalesce(lesson::text, subject) = about and finished_at is not null
  having not bool_or(score >= 0.8 * total)
$$;
comment on function private.retry_from(uuid, text, text) is 'When a member who failed a quiz or an exam may take it again; null where they may take it now.';

create function public.start_attempt(purpose text, subject text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  today constant date := (clock_timestamp() at time zone 'Europe/Paris')::date;
  of_course constant uuid := case when start_attempt.purpose = 'exam' then (select item from public.published_content where kind = 'course' and slug = start_attempt.subject) end;
  -- The lesson of a quiz, the course of an exam.
  of_item constant uuid := case when start_attempt.purpose = 'quiz' then private.lesson_at(start_attempt.subject) else of_course end;
  about constant text := coalesce(of_item::text, start_attempt.subject);
  questions private.attempt_questions[];
  until timestamptz;
  kept public.attempts;
begin
  if of_item is not null then
    if of_course is not null and private.course_missing(me, of_course) <> '[]' then
      raise exception 'course_incomplete' using errcode = 'PT409', detail = private.course_missing(me, of_course);
    end if;
    perform private.require_lesson(item) from public.published_content where kind = 'lesson' and (item = of_item or parent = of_course);
  elsif start_attempt.purpose = 'daily' and private.is_day(start_attempt.subject) and start_attempt.subject <> today::text then
    raise exception 'day_closed' using errcode = 'PT409', hint = 'subject';
  end if;
  loop
    select * into kept from public.attempts as known
    where known.member = me and known.purpose = start_attempt.purpose and coalesce(known.lesson::text, known.subject) = about
      and (known.finished_at is null or known.purpose = 'daily');
    if kept.finished_at is not null then raise exception 'attempt_taken' using errcode = 'PT409', hint = 'subject'; end if;
    if kept.id is not null and kept.deadline <= clock_timestamp() then
      perform private.finish(kept.id);
      continue;
    end if;
    if kept.id is not null then return kept.id; end if;
    if start_attempt.purpose in ('quiz', 'exam') and private.retry_from(me, start_attempt.purpose, about) > clock_timestamp() then
      raise exception 'retry_tomorrow' using errcode = 'PT409', detail = private.retry_from(me, start_attempt.purpose, about);
    end if;
    select array_agg(row(null, asked.place, asked.question, asked.version, asked.shuffle)::private.attempt_questions) into questions
    from private.asked_questions(start_attempt.purpose, of_item, me) as asked;
    if coalesce(cardinality(questions), 0) = 0 or (start_attempt.purpose = 'review' and start_attempt.subject <> '') then
      raise exception 'subject_unknown' using errcode = 'PT404', hint = 'subject';
    end if;
    until := case when start_attempt.purpose = 'daily' then clock_timestamp() + private.daily_length() end;
    insert into public.attempts (member, purpose, subject, deadline, total, lesson)
    values (me, start_attempt.purpose, start_attempt.subject, until, cardinality(questions), of_item)
    on conflict do nothing returning * into kept;
    exit when found;
  end loop;
  insert into private.attempt_questions select kept.id, asked.place, asked.question, asked.version, asked.shuffle from unnest(questions) as asked;
  if start_attempt.purpose = 'quiz' then perform private.begin_course(me, of_item); end if;
  if until is not null then perform private.enqueue('finish-attempts', '{}', 'finish-attempts:' || kept.id, until); end if;
  return kept.id;
end
$$;
comment on function public.start_attempt(text, text) is 'The caller''s open attempt, or a new one: quiz (course/lesson), exam (course), daily (today), review (empty). Refused: subject_unknown, premium_only, lesson_closed, course_incomplete (detail: what is missing), attempt_taken, day_closed, retry_tomorrow (detail: from when on).';

revoke execute on function private.retry_from(uuid, text, text) from public, anon, authenticated, service_role;
revoke execute on function public.start_attempt(text, text) from public, anon, service_role;
grant execute on function public.start_attempt(text, text) to authenticated;
