-- Starting an attempt, or going on with the one that is open. A second start, on another device or by a double click, finds the first.
create function private.require_lesson(lesson uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select tier from public.published_content where item = require_lesson.lesson) = 'premium' and public.current_tier() <> 'premium' then
    raise exception 'premium_only' using errcode = '42501';
  end if;
end
$$;
comment on function private.require_lesson(uuid) is 'Refuses a lesson that is locked for the caller.';

create function private.quiz_questions(lesson uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array_agg(question.item order by item.position, item.id)
  from public.content_items as item join private.questions as question on question.item = item.id
  where item.parent = quiz_questions.lesson and question.retired_at is null
$$;
comment on function private.quiz_questions(uuid) is 'The questions that lie in a lesson, in their order.';

create function private.retry_from(member uuid, lesson uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  -- The right answers were just shown: a night lies between two tries, and whoever has passed repeats at will.
  select (((max(finished_at) at time zone 'Europe/Paris')::date + 1)::timestamp at time zone 'Europe/Paris')
  from public.attempts where attempts.member = retry_from.member and attempts.lesson = retry_from.lesson and finished_at is not null
  having not bool_or(score >= 0.8 * total)
$$;
comment on function private.retry_from(uuid, uuid) is 'When a member who failed a quiz may take it again; null where nothing keeps them from it.';

create function public.start_attempt(purpose text, subject text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  today constant date := (clock_timestamp() at time zone 'Europe/Paris')::date;
  of_lesson constant uuid := case when start_attempt.purpose = 'quiz' then private.lesson_at(start_attempt.subject) end;
  questions uuid[];
  until timestamptz;
  kept public.attempts;
begin
  if start_attempt.purpose = 'quiz' and of_lesson is not null then
    perform private.require_lesson(of_lesson);
  elsif start_attempt.purpose = 'daily' and private.is_day(start_attempt.subject) and start_attempt.subject <> today::text then
    raise exception 'day_closed' using errcode = 'PT409', hint = 'subject';
  end if;
  loop
    select * into kept from public.attempts as known
    where known.member = me and known.purpose = start_attempt.purpose and coalesce(known.lesson::text, known.subject) = coalesce(of_lesson::text, start_attempt.subject)
      and (known.finished_at is null or known.purpose = 'daily');
    if kept.finished_at is not null then raise exception 'attempt_taken' using errcode = 'PT409', hint = 'subject'; end if;
    if kept.id is not null and kept.deadline <= clock_timestamp() then
      perform private.finish(kept.id);
      continue;
    end if;
    if kept.id is not null then return kept.id; end if;
    if of_lesson is not null and private.retry_from(me, of_lesson) > clock_timestamp() then
      raise exception 'retry_tomorrow' using errcode = 'PT409', detail = private.retry_from(me, of_lesson);
    end if;
    questions := case start_attempt.purpose
      when 'quiz' then private.quiz_questions(of_lesson)
      when 'daily' then private.daily_questions(today)
      when 'review' then private.review_questions(me) end;
    if coalesce(cardinality(questions), 0) = 0 or (start_attempt.purpose = 'review' and start_attempt.subject <> '') then
      raise exception 'subject_unknown' using errcode = 'PT404', hint = 'subject';
    end if;
    -- A day's test ends with its day.
    until := case when start_attempt.purpose = 'daily'
      then least(clock_timestamp() + private.daily_length(), (today + 1)::timestamp at time zone 'Europe/Paris') end;
    insert into public.attempts (member, purpose, subject, deadline, total, lesson)
    values (me, start_attempt.purpose, start_attempt.subject, until, cardinality(questions), of_lesson)
    on conflict do nothing returning * into kept;
    exit when found;
  end loop;
  -- Not of the attempt's number, which the member knows: they could compute the order back.
  insert into private.attempt_questions
  select kept.id, asked.place, question.item, question.version, (
    select array_agg(choice - 1 order by gen_random_uuid())
    from generate_series(1, cardinality(private.text_lines(question.document, 'fr', 'choices'))) as choice)
  from unnest(questions) with ordinality as asked (item, place) join private.questions as question on question.item = asked.item;
  if until is not null then perform private.enqueue('finish-attempts', '{}', 'finish-attempts:' || kept.id, until); end if;
  return kept.id;
end
$$;
comment on function public.start_attempt(text, text) is 'The caller''s open attempt, or a new one: quiz (course/lesson), daily (today), review (empty). Refused: subject_unknown, premium_only, attempt_taken, day_closed, retry_tomorrow (detail: from when on).';

revoke execute on function private.require_lesson(uuid), private.quiz_questions(uuid), private.retry_from(uuid, uuid) from public, anon, authenticated, service_role;
revoke execute on function public.start_attempt(text, text) from public, anon, service_role;
grant execute on function public.start_attempt(text, text) to authenticated;
