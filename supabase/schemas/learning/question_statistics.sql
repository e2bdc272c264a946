-- How good a question is, by the answers to it: difficulty is the share of right answers; discrimination is the point-biserial
-- correlation of the answer with the rest of the attempt's score. Counted is each member's first answer to the present version, not
-- reviews, whose answers they have seen.
create function private.question_figures() returns table (item uuid, n int, difficulty numeric, discrimination numeric)
language sql stable security definer set search_path = '' as $$
  select first.question, count(*)::int, round(avg(first.hit), 4), round(corr(first.hit, first.rest)::numeric, 4)
  from (
    select distinct on (answer.question, attempt.member) answer.question, answer."right"::int as hit,
      (attempt.score - answer."right"::int)::numeric / nullif(attempt.total - 1, 0) as rest
    from private.questions as known
    join public.attempt_answers as answer on answer.question = known.item and answer.version = known.version and answer.answered_at >= known.counted_from
    join public.attempts as attempt on attempt.id = answer.attempt and attempt.finished_at is not null and attempt.purpose <> 'review'
    order by answer.question, attempt.member, answer.answered_at
  ) as first
  group by first.question
$$;
comment on function private.question_figures() is 'Answers, share of right ones and discrimination of every question that was answered.';

create function private.is_bad_question(n int, difficulty numeric, discrimination numeric) returns boolean
language sql immutable set search_path = '' as $$ select coalesce(n >= 100 and (discrimination < 0.05 or difficulty < 0.05), false) $$;
comment on function private.is_bad_question(int, numeric, numeric) is 'The rule: a hundred members answered, and those who know more are no better at it (below 0.05), or hardly anybody is right.';

create function private.retire_questions() returns setof text
language sql security definer set search_path = '' as $$
  with bad as materialized (
    select figures.item from private.question_figures() as figures where private.is_bad_question(figures.n, figures.difficulty, figures.discrimination)
  )
  update private.questions as known set retired_at = clock_timestamp()
  where known.item in (select item from bad) and known.retired_at is null
    -- A quiz keeps a question, be it a bad one.
    and (known.daily or exists (
      select from public.content_items as own join public.content_items as other on other.parent = own.parent
      join private.questions as good on good.item = other.id and good.retired_at is null and good.item not in (select item from bad)
      where own.id = known.item))
  returning known.slug
$$;
comment on function private.retire_questions() is 'For the worker: takes bad questions out of use; returns which.';

create function public.question_statistics() returns table (
  item uuid, slug text, title text, topic text, level int, form text, lesson text, daily boolean, version int, n int, difficulty numeric, discrimination numeric,
  bad boolean, retired_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.reading_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return query select known.item, known.slug, private.content_title(known.document), known.topic, known.level, known.form, known.lesson, known.daily, known.version,
    coalesce(figures.n, 0), figures.difficulty, figures.discrimination, private.is_bad_question(figures.n, figures.difficulty, figures.discrimination), known.retired_at
  from private.questions as known left join private.question_figures() as figures on figures.item = known.item
  order by known.retired_at is null, figures.discrimination, known.slug;
end
$$;
comment on function public.question_statistics() is 'For staff: every published question with how it was answered, those out of use first, then the least telling.';

create function public.put_question_back(item uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.editable_content(put_question_back.item);
  update private.questions as known set retired_at = null, counted_from = clock_timestamp() where known.item = put_question_back.item and known.retired_at is not null;
  if not found then raise exception 'content_not_found' using errcode = 'PT404', hint = 'item'; end if;
end
$$;
comment on function public.put_question_back(uuid) is 'Brings a question back into use; its answers are counted from now on.';

create function public.retire_question(item uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.content_items := private.editable_content(retire_question.item);
begin
  -- A quiz keeps a question, be it a bad one.
  if exists (select from private.questions as known where known.item = kept.id and not known.daily) and not exists (
    select from public.content_items as other join private.questions as good on good.item = other.id and good.retired_at is null
    where other.parent = kept.parent and other.id <> kept.id) then
    raise exception 'last_question' using errcode = 'PT409', hint = 'item';
  end if;
  update private.questions as known set retired_at = clock_timestamp() where known.item = kept.id and known.retired_at is null;
  if not found then raise exception 'content_not_found' using errcode = 'PT404', hint = 'item'; end if;
end
$$;
comment on function public.retire_question(uuid) is 'Takes a question out of use, as its figures would; attempts that asked it keep it. Refused for the last of a quiz.';

revoke execute on function private.question_figures(), private.is_bad_question(int, numeric, numeric), private.retire_questions() from public, anon, authenticated, service_role;
grant execute on function private.retire_questions() to service_role;
revoke execute on function public.question_statistics(), public.put_question_back(uuid), public.retire_question(uuid) from public, anon, service_role;
grant execute on function public.question_statistics(), public.put_question_back(uuid), public.retire_question(uuid) to authenticated;
