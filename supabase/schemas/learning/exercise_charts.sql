-- Exercises on a chart: sealed signals that have ended, cut at their publication. The worker makes them (trading/learning/chart-exercise)
-- and keeps what is judged out of reach; a member's first line on each chart counts.
create table private.exercise_charts (
  lesson uuid not null references public.content_items (id),
  place int not null check (place > 0),
  signal uuid not null references public.signals (id),
  timeframe text not null check (timeframe in ('M15', 'H1')),
  -- ChartExercise of trading, {task, zone, level, atr, criteria}, and bars: how many are shown before the publication.
  exercise jsonb not null,
  primary key (lesson, place),
  unique (signal, lesson)
);
comment on table private.exercise_charts is 'The charts of a lesson''s exercise, with what is judged.';
alter table private.exercise_charts enable row level security;
revoke all on private.exercise_charts from anon, authenticated, service_role;

create table public.exercise_answers (
  member uuid not null references public.profiles (id) on delete cascade,
  lesson uuid not null references public.content_items (id),
  place int not null,
  price numeric not null check (price > 0),
  points int not null check (points between 0 and 100),
  answered_at timestamptz not null default clock_timestamp(),
  primary key (member, lesson, place),
  foreign key (lesson, place) references private.exercise_charts (lesson, place)
);
comment on table public.exercise_answers is 'The first line of each member on each chart, and its mark.';
create index exercise_answers_of_chart on public.exercise_answers (lesson, place);
alter table public.exercise_answers enable row level security;
create policy "members read their own lines" on public.exercise_answers for select to authenticated using ((select auth.uid()) = member);
revoke all on public.exercise_answers from anon, authenticated, service_role;
grant select on public.exercise_answers to authenticated;

-- For the worker --------------------------------------------------------------------------------------------------------
create function private.exercises_wanted() returns table (lesson uuid, task text, wanted int, used uuid[])
language sql stable security definer set search_path = '' as $$
  select lesson.item, body.fields #>> '{exercise,task}', (body.fields #>> '{exercise,charts}')::int,
    array(select signal from private.exercise_charts as chart where chart.lesson = lesson.item)
  from public.published_content as lesson join public.published_bodies as body on body.item = lesson.item
  where lesson.kind = 'lesson' and body.fields #>> '{exercise,task}' is not null
    and (select count(*) from private.exercise_charts as chart where chart.lesson = lesson.item) < (body.fields #>> '{exercise,charts}')::int
$$;
comment on function private.exercises_wanted() is 'Published lessons whose exercise has fewer charts than it asks for, with the signals that they use.';

create function private.exercise_signals(for_lesson uuid) returns table (
  signal uuid, symbol text, style text, digits int, published_at timestamptz, ended_at timestamptz, direction text, entry numeric, stop numeric, target numeric)
language sql stable security definer set search_path = '' as $$
  select signals.id, signals.symbol, signals.style, instruments.digits, signals.published_at, states.closed_at, levels.direction,
    -- The entry that was the harder to get: everything is measured from there.
    case levels.direction when 'buy' then levels.entry_high else levels.entry_low end, levels.stop_loss, target.price
  from public.signals join public.signal_states as states on states.signal_id = signals.id
  join public.signal_levels as levels on levels.signal_id = signals.id
  join public.signal_targets as target on target.signal_id = signals.id and target.position = 1
  join public.instruments on instruments.symbol = signals.symbol
  where states.state = 'closed' and not exists (
    select from private.exercise_charts as chart where chart.lesson = for_lesson and chart.signal = signals.id)
  -- Any of them, but the same ones at each run: nobody picks winners for a lesson.
  order by md5(for_lesson::text || signals.id::text) limit 400
$$;
comment on function private.exercise_signals(uuid) is 'Signals that have closed and that a lesson does not use yet, in an order that nobody chose.';

create function private.keep_exercise(lesson uuid, signal uuid, timeframe text, exercise jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.exercise_charts
  select keep_exercise.lesson, coalesce(max(place), 0) + 1, keep_exercise.signal, keep_exercise.timeframe, keep_exercise.exercise
  from private.exercise_charts as known where known.lesson = keep_exercise.lesson
  on conflict do nothing
$$;
comment on function private.keep_exercise(uuid, uuid, text, jsonb) is 'Adds a chart to a lesson''s exercise.';

create function private.exercise_bars(of_symbol text, of_timeframe text, from_at timestamptz, until_at timestamptz, newest int default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_array(extract(epoch from opened_at)::bigint, open, high, low, close) order by opened_at), '[]')
  from (
    select opened_at, open, high, low, close from public.candles
    where symbol = of_symbol and timeframe = of_timeframe and opened_at >= from_at and opened_at < until_at
    order by opened_at desc limit newest
  ) as bars
$$;
comment on function private.exercise_bars(text, text, timestamptz, timestamptz, int) is 'Bars from a time until before another, oldest first: [seconds, open, high, low, close]; the newest so many.';

revoke execute on function
  private.exercises_wanted(), private.exercise_signals(uuid), private.keep_exercise(uuid, uuid, text, jsonb), private.exercise_bars(text, text, timestamptz, timestamptz, int)
from public, anon, authenticated, service_role;
grant execute on function
  private.exercises_wanted(), private.exercise_signals(uuid), private.keep_exercise(uuid, uuid, text, jsonb), private.exercise_bars(text, text, timestamptz, timestamptz, int)
to service_role;
