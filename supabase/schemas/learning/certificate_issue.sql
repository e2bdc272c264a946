-- Issuing a certificate: every lesson complete, every quiz and the final exam passed. What is missing is said, lesson by lesson.
create function private.best_answers(of_member uuid, of_purpose text, of_lesson uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select (
    select jsonb_agg(coalesce(answer."right", false) order by asked.place)
    from private.attempt_questions as asked left join public.attempt_answers as answer on answer.attempt = asked.attempt and answer.place = asked.place
    where asked.attempt = best.id)
  from public.attempts as best
  where best.member = of_member and best.purpose = of_purpose and best.lesson = of_lesson and best.finished_at is not null
  order by best.score::numeric / best.total desc, best.finished_at limit 1
$$;
comment on function private.best_answers(uuid, text, uuid) is 'Whether each answer of a member''s best finished attempt was right, in the order asked; null without one.';

create function private.passed(answers jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select count(*) > 0 and count(*) filter (where answer = 'true') >= 0.8 * count(*) from jsonb_array_elements(answers) as answer
$$;
comment on function private.passed(jsonb) is 'Whether there are answers and at least eight in ten are right.';

create function private.course_results(of_member uuid, of_course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with lesson as (
    select card.item, card.slug, card.position, card.card #> '{fields,minutes}' as minutes
    from public.published_content as card where card.kind = 'lesson' and card.parent = of_course
  ), course as (
    select card.slug, card.card -> 'texts' as texts, body.texts as body
    from public.published_content as card join public.published_bodies as body on body.item = card.item where card.item = of_course
  ), section as (
    select lesson.position, 1 as turn, lesson.slug, 'quiz' as part, private.best_answers(of_member, 'quiz', lesson.item) as answers
    from lesson where lesson.minutes ? 'quiz'
    union all
    select lesson.position, 2, lesson.slug, 'exercise', private.exercise_answers(of_member, lesson.item) from lesson where lesson.minutes ? 'exercise'
    union all
    select 1000, 3, null, 'exam', private.best_answers(of_member, 'exam', of_course)
  )
  select jsonb_build_object(
    'course', jsonb_build_object(
      'slug', course.slug,
      'minutes', (select sum(minutes.value::int) from lesson, jsonb_each_text(lesson.minutes) as minutes),
      'title', (select jsonb_object_agg(key, value -> 'title') from jsonb_each(course.texts)),
      'abilities', (select jsonb_object_agg(key, to_jsonb(string_to_array(value ->> 'abilities', e'\n'))) from jsonb_each(course.body) where value ? 'abilities')),
    'sections', (select jsonb_agg(jsonb_build_object('part', part, 'lesson', slug, 'answers', coalesce(answers, '[]')) order by turn = 3, position, turn) from section),
    'missing', (
      select coalesce(jsonb_agg(jsonb_build_object('lesson', slug, 'part', part) order by turn = 3, position, turn), '[]') from (
        select lesson.position, 0 as turn, lesson.slug, part.key as part
        from lesson, jsonb_each(lesson.minutes) as part
        where part.key not in ('quiz', 'exercise') and not exists (
          select from public.lesson_progress as progress
          where progress.member = of_member and progress.lesson = lesson.item and progress.part = part.key and progress.done_at is not null)
        union all
        select position, turn, slug, part from section where not private.passed(answers) and not (part = 'exercise' and answers is not null)
      ) as missing))
  from course
$$;
comment on function private.course_results(uuid, uuid) is 'What a member has done of a course: {course, sections, missing}; nothing is missing when a certificate may be issued. Charts must be graded, not passed: a mark judges one, not a course.';

create function private.course_missing(of_member uuid, of_course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(part order by place), '[]')
  from jsonb_array_elements(private.course_results(of_member, of_course) -> 'missing') with ordinality as listed (part, place)
  where part ->> 'part' <> 'exam'
$$;
comment on function private.course_missing(uuid, uuid) is 'What is left before a member may sit a course''s exam: [{lesson, part}].';

create function public.request_certificate(course text, name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  of_course constant uuid := (select item from public.published_content where kind = 'course' and slug = request_certificate.course);
  called constant text := btrim(regexp_replace(name, '\s+', ' ', 'g'));
  results jsonb;
  fresh public.certificates;
begin
  if of_course is null then raise exception 'subject_unknown' using errcode = 'PT404', hint = 'course'; end if;
  if coalesce(length(called), 0) not between 2 and 80 or called ~ '[\u0000-\u001f<>]' then perform private.refuse('name_invalid', 'name'); end if;
  -- A double click finds what the first one made.
  perform pg_advisory_xact_lock(hashtextextended('certificate:' || me || of_course, 0));
  select * into fresh from public.certificates as known where known.member = me and known.course = request_certificate.course and known.revoked_at is null;
  if found then return fresh.code; end if;
  results := private.course_results(me, of_course);
  if results -> 'missing' <> '[]' then
    raise exception 'course_incomplete' using errcode = 'PT409', detail = results -> 'missing';
  end if;
  fresh.issued_at := private.ledger_moment();
  fresh.nonce := encode(extensions.gen_random_bytes(32), 'hex');
  fresh.results := results - 'missing';
  fresh.code := 'V-' || regexp_replace(private.drawn_code(12), '(....)(?=.)', '\1-', 'g');
  fresh.sealed_as := (private.append_to_ledger('sealed', null, jsonb_build_object('commitment', private.commitment(fresh.nonce, jsonb_build_object(
    'code', fresh.code, 'issued_at', private.timestamp_text(fresh.issued_at), 'results', fresh.results))), fresh.issued_at)).sequence;
  insert into public.certificates (code, member, course, name, initials, results, nonce, sealed_as, issued_at)
  values (fresh.code, me, request_certificate.course, called, private.initials(called), fresh.results, fresh.nonce, fresh.sealed_as, fresh.issued_at);
  perform private.enqueue('sign-certificates', '{}', 'sign-certificates');
  return fresh.code;
end
$$;
comment on function public.request_certificate(text, text) is 'The caller''s certificate of a course under the name that they give, issued now or before. Refused: subject_unknown, name_invalid, course_incomplete (detail: what is missing).';

create function private.initials(name text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(upper(left(word, 1)) || '.', ' ' order by place), '')
  from (select word, place from regexp_split_to_table(btrim(name), '[\s-]+') with ordinality as split (word, place) where word <> '' limit 2) as words
$$;
comment on function private.initials(text) is 'The first letters of a name''s first two words: "A. L."';

create function public.show_certificate_name(code text, shown boolean, name text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if shown and coalesce(length(btrim(name)), 0) not between 2 and 80 then perform private.refuse('name_invalid', 'name'); end if;
  update public.certificates as kept set
    name = case when shown then btrim(show_certificate_name.name) end,
    initials = case when shown then private.initials(show_certificate_name.name) else kept.initials end, credential = null
  where kept.code = show_certificate_name.code and kept.member = auth.uid() and kept.revoked_at is null;
  if not found then raise exception 'certificate_not_found' using errcode = 'PT404'; end if;
  perform private.enqueue('sign-certificates', '{}', 'sign-certificates');
end
$$;
comment on function public.show_certificate_name(text, boolean, text) is 'Shows the caller''s name on their certificate, or its initials alone.';

create function public.revoke_certificate(code text, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_allowed' using errcode = '42501'; end if;
  if coalesce(length(btrim(reason)), 0) not between 5 and 500 then perform private.refuse('reason_missing', 'reason'); end if;
  update public.certificates as kept set revoked_at = clock_timestamp(), revoked_for = btrim(reason)
  where kept.code = revoke_certificate.code and kept.revoked_at is null;
  if not found then raise exception 'certificate_not_found' using errcode = 'PT404'; end if;
  perform private.enqueue('sign-certificates', '{}', 'sign-certificates');
end
$$;
comment on function public.revoke_certificate(text, text) is 'For admins: revokes a certificate for good, with a reason that its member reads; the public page gives the date alone.';

revoke execute on function
  private.best_answers(uuid, text, uuid), private.passed(jsonb), private.course_results(uuid, uuid), private.course_missing(uuid, uuid), private.initials(text)
from public, anon, authenticated, service_role;
revoke execute on function
  public.request_certificate(text, text), public.show_certificate_name(text, boolean, text), public.revoke_certificate(text, text)
from public, anon, service_role;
grant execute on function
  public.request_certificate(text, text), public.show_certificate_name(text, boolean, text), public.revoke_certificate(text, text)
to authenticated;
