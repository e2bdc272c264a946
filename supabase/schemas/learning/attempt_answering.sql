-- Reading an attempt, answering it, finishing it: the only ways to a question, for the member whose attempt it is.
create function private.shown_question(asked private.attempt_questions, answer public.attempt_answers, is_over boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  with question as (
    select document, document -> 'fields' as fields, private.translated_lines(document, 'choices') as choices
    from public.content_versions where item = asked.question and version = asked.version
  )
  select jsonb_build_object(
    'place', asked.place, 'form', fields ->> 'form', 'topic', fields ->> 'topic', 'level', (fields ->> 'level')::int, 'unit', coalesce(fields ->> 'unit', 'none'),
    'digits', (fields ->> 'digits')::int, 'notion', fields ->> 'notion', 'lesson', private.lesson_link(fields ->> 'lesson'),
    -- A level within the zone that is asked for would be the answer; it is drawn once there is one.
    'chart', case when jsonb_typeof(fields -> 'chart') = 'object' then (fields -> 'chart') || jsonb_build_object('levels', (
      select coalesce(jsonb_agg(level), '[]') from jsonb_array_elements(coalesce(fields #> '{chart,levels}', '[]')) as level
      where fields ->> 'form' <> 'chart' or (level ->> 'at')::numeric not between (fields #>> '{right,low}')::numeric and (fields #>> '{right,high}')::numeric)) end,
    'texts', (
      select jsonb_object_agg(language, jsonb_build_object(
        'ask', ask, 'choices', coalesce((select jsonb_agg(choices -> original ->> language order by shown) from unnest(asked.shuffle) with ordinality as choice (original, shown)), '[]')))
      from jsonb_each_text(private.translated(document, 'title')) as text (language, ask)),
    'answer', case
      when answer.attempt is not null then private.graded(document, asked.shuffle, answer.given, answer."right")
      when is_over then private.graded(document, asked.shuffle, null, false) end)
  from question
$$;
comment on function private.shown_question(private.attempt_questions, public.attempt_answers, boolean) is 'A question of an attempt as its member sees it: what is right only with their answer, or when the attempt is over.';

create function private.own_attempt(id uuid) returns public.attempts
language plpgsql security definer set search_path = '' as $$
declare
  kept public.attempts;
begin
  select * into kept from public.attempts where attempts.id = own_attempt.id and attempts.member = auth.uid() for update;
  if not found then raise exception 'attempt_not_found' using errcode = 'PT404', hint = 'attempt'; end if;
  if kept.finished_at is null then
    if kept.lesson is not null then perform private.require_lesson(kept.lesson); end if;
    if kept.deadline <= clock_timestamp() then kept := private.finish(kept.id); end if;
  end if;
  return kept;
end
$$;
comment on function private.own_attempt(uuid) is 'The caller''s attempt, locked, and finished if its time is over. Refused while its lesson is locked for the caller.';

create function private.finish(attempt uuid) returns public.attempts
language plpgsql security definer set search_path = '' as $$
declare
  kept public.attempts;
begin
  update public.attempts set
    finished_at = least(clock_timestamp(), deadline),
    score = (select count(*) from public.attempt_answers as answer where answer.attempt = attempts.id and answer."right")
  where id = finish.attempt and finished_at is null returning * into kept;
  if not found then
    select * into kept from public.attempts where id = finish.attempt;
  elsif kept.lesson is not null and kept.score >= 0.8 * kept.total then
    perform private.complete(kept.member, kept.lesson, 'quiz');
  end if;
  return kept;
end
$$;
comment on function private.finish(uuid) is 'Counts the right answers of an attempt; a quiz with eight in ten is a part of its lesson that is done.';

create function public.read_attempt(attempt uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.attempts := private.own_attempt(read_attempt.attempt);
begin
  return to_jsonb(kept) - '{member}'::text[] || jsonb_build_object('now', clock_timestamp(), 'questions', (
    select jsonb_agg(private.shown_question(asked, answer, kept.finished_at is not null) order by asked.place)
    from private.attempt_questions as asked left join public.attempt_answers as answer on answer.attempt = asked.attempt and answer.place = asked.place
    where asked.attempt = kept.id));
end
$$;
comment on function public.read_attempt(uuid) is 'The caller''s attempt with its questions; of what is right nothing before a question is answered or the attempt is over.';

create function public.answer_question(attempt uuid, place int, given jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.attempts := private.own_attempt(answer_question.attempt);
  asked private.attempt_questions;
  document jsonb;
  is_right boolean;
begin
  if kept.finished_at is not null then raise exception 'attempt_over' using errcode = 'PT409'; end if;
  select * into asked from private.attempt_questions as known where known.attempt = kept.id and known.place = answer_question.place;
  if not found then raise exception 'question_not_found' using errcode = 'PT404', hint = 'place'; end if;
  select known.document into strict document from public.content_versions as known where known.item = asked.question and known.version = asked.version;
  perform private.check_given(document, asked.shuffle, answer_question.given);
  is_right := private.is_right(document, asked.shuffle, answer_question.given);
  insert into public.attempt_answers (attempt, place, question, version, given, "right", milliseconds)
  values (kept.id, asked.place, asked.question, asked.version, answer_question.given, is_right, (
    select least(2147483647, extract(epoch from clock_timestamp() - coalesce(max(before.answered_at), kept.started_at)) * 1000)::int
    from public.attempt_answers as before where before.attempt = kept.id))
  on conflict do nothing;
  if not found then raise exception 'already_answered' using errcode = 'PT409', hint = 'place'; end if;
  perform private.enqueue('schedule-reviews', jsonb_build_object('attempt', kept.id, 'place', asked.place));
  return private.graded(document, asked.shuffle, answer_question.given, is_right);
end
$$;
comment on function public.answer_question(uuid, int, jsonb) is 'Grades an answer and keeps it: {given, right, correct, mistake, why, chart, source}. Refused: already_answered, attempt_over, answer_invalid.';

create function public.finish_attempt(attempt uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.own_attempt(finish_attempt.attempt), private.finish(finish_attempt.attempt);
  return public.read_attempt(finish_attempt.attempt);
end
$$;
comment on function public.finish_attempt(uuid) is 'Ends the caller''s attempt: what is not answered counts as wrong. Returns it as read_attempt() does.';

create function private.finish_overdue_attempts() returns int
language sql security definer set search_path = '' as $$
  select count(private.finish(id))::int from (
    select id from public.attempts where finished_at is null and deadline <= clock_timestamp() order by deadline limit 1000 for update skip locked) as overdue
$$;
comment on function private.finish_overdue_attempts() is 'For the worker: finishes the attempts whose time is over, a thousand at most; returns how many.';

revoke execute on function
  private.shown_question(private.attempt_questions, public.attempt_answers, boolean), private.own_attempt(uuid), private.finish(uuid), private.finish_overdue_attempts()
from public, anon, authenticated, service_role;
grant execute on function private.finish_overdue_attempts() to service_role;
revoke execute on function public.read_attempt(uuid), public.answer_question(uuid, int, jsonb), public.finish_attempt(uuid) from public, anon, service_role;
grant execute on function public.read_attempt(uuid), public.answer_question(uuid, int, jsonb), public.finish_attempt(uuid) to authenticated;
