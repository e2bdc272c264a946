-- The first steps of a new member: recompute a losing signal, set a risk, read a lesson, take the day's test. Each is done by a
-- fact that its own area stores; only the recomputation and the wish for later are noted here.
create function public.my_first_steps() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'joined_at', profiles.created_at, 'put_off_at', visits.steps_put_off_at, 'recomputed_at', visits.recomputed_at,
    'risk', (select jsonb_build_object('capital_minor', capital_minor, 'currency', currency, 'risk_percent', trim_scale(risk_percent)::text)
      from public.trading_settings where user_id = profiles.id),
    'lesson', lesson.facts,
    'lesson_read_at', (select min(done_at) from public.lesson_progress where member = profiles.id),
    'tested_at', (select min(finished_at) from public.attempts where member = profiles.id and purpose = 'daily')
  )
  from public.profiles
  left join public.visits on visits.user_id = profiles.id
  left join lateral (
    select jsonb_build_object('course', course.slug, 'lesson', lesson.slug, 'texts', lesson.card -> 'texts', 'in', course.card -> 'texts',
      'minutes', (select sum(value::int) from jsonb_each_text(lesson.card #> '{fields,minutes}'))) as facts
    from public.published_content as lesson join public.published_content as course on course.item = lesson.parent
    where lesson.kind = 'lesson' and lesson.tier = 'freemium'
    -- Losing little comes first; then the order of the catalogue.
    order by course.slug <> 'risk-management', course.position, lesson.position, lesson.item limit 1
  ) as lesson on true
  where profiles.id = auth.uid()
$$;
comment on function public.my_first_steps() is 'When the caller joined, which first steps are done and since when, and the first open lesson with its minutes. Null for a visitor.';

create function public.note_first_step(step text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if step is null or step not in ('recomputed', 'put_off', 'resumed') then raise exception 'unknown_step' using errcode = '22023'; end if;
  insert into public.visits as visit (user_id, recomputed_at, steps_put_off_at)
  values (auth.uid(), case when step = 'recomputed' then now() end, case when step = 'put_off' then now() end)
  on conflict (user_id) do update set
    recomputed_at = coalesce(visit.recomputed_at, excluded.recomputed_at),
    steps_put_off_at = case step when 'put_off' then now() when 'resumed' then null else visit.steps_put_off_at end;
end
$$;
comment on function public.note_first_step(text) is 'Notes that the caller recomputed a losing signal, puts the first steps off, or takes them up again (recomputed, put_off, resumed).';

revoke execute on function public.my_first_steps(), public.note_first_step(text) from public, anon, service_role;
grant execute on function public.my_first_steps(), public.note_first_step(text) to authenticated;
