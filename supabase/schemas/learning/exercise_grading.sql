-- What members see of an exercise on a chart, and how a line is marked: once, and before any later bar is shown.
create function private.exercise_marks(criteria jsonb, price numeric) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_agg(criterion || jsonb_build_object('met',
    coalesce(price >= (criterion ->> 'low')::numeric, true) and coalesce(price <= (criterion ->> 'high')::numeric, true)) order by place)
  from jsonb_array_elements(criteria) with ordinality as listed (criterion, place)
$$;
comment on function private.exercise_marks(jsonb, numeric) is 'Each criterion with whether a price meets it, as marksOf() of trading/learning/chart-exercise.';

create function private.exercise_answers(of_member uuid, of_lesson uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when count(*) = count(answer.place) then coalesce(jsonb_agg(answer.points >= 75 order by chart.place), '[]') end
  from private.exercise_charts as chart
  left join public.exercise_answers as answer on answer.lesson = chart.lesson and answer.place = chart.place and answer.member = of_member
  where chart.lesson = of_lesson
$$;
comment on function private.exercise_answers(uuid, uuid) is 'Whether each line of a member was right (75 points of 100), in order; null while a chart is left.';

create function public.exercise_chart(lesson text, place int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  of_lesson constant uuid := private.lesson_at(exercise_chart.lesson);
  chart private.exercise_charts;
  signal public.signals;
  levels public.signal_levels;
  answer public.exercise_answers;
  width interval;
  ended timestamptz;
begin
  if auth.uid() is null or of_lesson is null then raise exception 'subject_unknown' using errcode = 'PT404', hint = 'lesson'; end if;
  perform private.require_lesson(of_lesson);
  select * into chart from private.exercise_charts as known where known.lesson = of_lesson and known.place = exercise_chart.place;
  if not found then raise exception 'subject_unknown' using errcode = 'PT404', hint = 'place'; end if;
  select * into strict signal from public.signals where id = chart.signal;
  select * into strict levels from public.signal_levels where signal_id = chart.signal;
  select * into answer from public.exercise_answers as known
  where known.member = auth.uid() and known.lesson = of_lesson and known.place = exercise_chart.place;
  width := private.timeframe_width(chart.timeframe);
  ended := (select closed_at from public.signal_states where signal_id = chart.signal);
  return jsonb_build_object(
    'place', chart.place, 'of', (select count(*) from private.exercise_charts as known where known.lesson = of_lesson),
    'points', (select coalesce(jsonb_object_agg(known.place, known.points), '{}') from public.exercise_answers as known where known.member = auth.uid() and known.lesson = of_lesson),
    'task', chart.exercise -> 'task', 'atr', chart.exercise -> 'atr', 'symbol', signal.symbol,
    'instrument', (select jsonb_build_object('name', name, 'digits', digits, 'pip', pip_size::text) from public.instruments where symbol = signal.symbol), 'timeframe', chart.timeframe, 'direction', levels.direction,
    'demonstration', signal.demonstration, 'published_at', signal.published_at,
    'entry', case when chart.exercise ->> 'task' <> 'entry' then (case levels.direction when 'buy' then levels.entry_high else levels.entry_low end)::text end,
    'stop', case when chart.exercise ->> 'task' = 'entry' then levels.stop_loss::text end,
    'target', case when chart.exercise ->> 'task' <> 'level' then (select price::text from public.signal_targets where signal_id = chart.signal and position = 1) end,
    -- Only bars closed before the publication: the bar of the publication would show a part of the outcome.
    'before', private.exercise_bars(signal.symbol, chart.timeframe, '-infinity', signal.published_at - width, (chart.exercise ->> 'bars')::int),
    'answer', case when answer.place is not null then jsonb_build_object(
      'price', answer.price::text, 'points', answer.points, 'criteria', private.exercise_marks(chart.exercise -> 'criteria', answer.price),
      'zone', chart.exercise -> 'zone', 'level', chart.exercise -> 'level', 'signal', signal.id, 'number', signal.number, 'commitment', signal.commitment,
      'sealed', jsonb_build_object('entry', (case levels.direction when 'buy' then levels.entry_high else levels.entry_low end)::text, 'stop', levels.stop_loss::text),
      'result', (select realised_r::text from public.signal_states where signal_id = chart.signal), 'ended_at', ended,
      'after', private.exercise_bars(signal.symbol, chart.timeframe, signal.published_at - width, ended + width, 300),
      'others', (select coalesce(jsonb_agg(known.price), '[]') from (
        select price from public.exercise_answers where exercise_answers.lesson = of_lesson and exercise_answers.place = chart.place and member <> auth.uid()
        order by answered_at desc limit 500) as known)) end);
end
$$;
comment on function public.exercise_chart(text, int) is 'A chart of a lesson''s exercise (course/lesson, from 1). Zone, later bars, seal and other members'' lines come with the answer and never before. Refused: subject_unknown, premium_only.';

create function public.grade_exercise(lesson text, place int, price text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  shown constant jsonb := public.exercise_chart(grade_exercise.lesson, grade_exercise.place);
  of_lesson constant uuid := private.lesson_at(grade_exercise.lesson);
  value numeric;
  points int;
begin
  if shown ->> 'answer' is not null then raise exception 'already_answered' using errcode = 'PT409'; end if;
  if not private.is_decimal(to_jsonb(price)) or price::numeric <= 0 then perform private.refuse('answer_invalid', 'price'); end if;
  value := price::numeric;
  select sum((mark ->> 'points')::int) filter (where (mark -> 'met')::boolean) into points
  from private.exercise_charts as chart, jsonb_array_elements(private.exercise_marks(chart.exercise -> 'criteria', value)) as mark
  where chart.lesson = of_lesson and chart.place = grade_exercise.place;
  insert into public.exercise_answers (member, lesson, place, price, points)
  values (auth.uid(), of_lesson, grade_exercise.place, value, coalesce(points, 0)) on conflict do nothing;
  if not found then raise exception 'already_answered' using errcode = 'PT409'; end if;
  if private.exercise_answers(auth.uid(), of_lesson) is not null then perform private.complete(auth.uid(), of_lesson, 'exercise'); end if;
  return public.exercise_chart(grade_exercise.lesson, grade_exercise.place);
end
$$;
comment on function public.grade_exercise(text, int, text) is 'Marks the caller''s line on a chart, once, and returns the chart with its answer. Refused: subject_unknown, premium_only, already_answered, answer_invalid.';

revoke execute on function private.exercise_marks(jsonb, numeric), private.exercise_answers(uuid, uuid) from public, anon, authenticated, service_role;
revoke execute on function public.exercise_chart(text, int), public.grade_exercise(text, int, text) from public, anon, service_role;
grant execute on function public.exercise_chart(text, int), public.grade_exercise(text, int, text) to authenticated;
