-- Reviews: a question that a member once got wrong returns when they are about to forget it. The worker computes each card from the
-- member's answers alone (trading/src/learning/memory.ts), so a card can be lost and built again. What was predicted before an answer is
-- kept, and how good predictions are is public.
create table public.review_cards (
  member uuid not null references public.profiles (id) on delete cascade,
  question uuid not null references public.content_items (id),
  due timestamptz not null,
  -- Days after which nine in ten are remembered; difficulty from 1, easy, to 10.
  stability double precision not null check (stability > 0),
  difficulty double precision not null check (difficulty between 1 and 10),
  reps int not null,
  lapses int not null check (lapses between 1 and reps),
  last timestamptz not null,
  -- When it returns after that if each answer is right.
  ahead timestamptz[] not null,
  primary key (member, question)
);
comment on table public.review_cards is 'What each member is about to see again, and when. Made of their answers.';
create index review_cards_due on public.review_cards (member, due);
create index review_cards_of_question on public.review_cards (question);
alter table public.review_cards enable row level security;
create policy "members read their own review cards" on public.review_cards for select to authenticated using ((select auth.uid()) = member);
revoke all on public.review_cards from anon, authenticated, service_role;
grant select on public.review_cards to authenticated;

create table private.recall_predictions (
  attempt uuid not null,
  place int not null,
  predicted double precision not null check (predicted between 0 and 1),
  recalled boolean not null,
  primary key (attempt, place),
  foreign key (attempt, place) references public.attempt_answers (attempt, place) on delete cascade
);
comment on table private.recall_predictions is 'How probable a right answer was held before it was given. Written once: parameters that were trained later change nothing here.';
alter table private.recall_predictions enable row level security;
revoke all on private.recall_predictions from anon, authenticated, service_role;

create table public.recall_calibration (
  -- Tenths of the predicted recall, 0 to 9.
  bin int primary key check (bin between 0 and 9),
  n int not null,
  predicted_sum double precision not null,
  recalled int not null check (recalled between 0 and n),
  predicted double precision generated always as (predicted_sum / n) stored,
  observed double precision generated always as (recalled::double precision / n) stored
);
comment on table public.recall_calibration is 'Predicted against observed recall of all members, by tenths.';
alter table public.recall_calibration enable row level security;
create policy "everybody reads how good predictions are" on public.recall_calibration for select to anon, authenticated using (true);
revoke all on public.recall_calibration from anon, authenticated, service_role;
grant select on public.recall_calibration to anon, authenticated, service_role;

create table private.memory_parameters (
  only_row boolean primary key default true check (only_row),
  -- Null: the default ones were better on answers that training had not seen.
  parameters double precision[],
  reviews int not null,
  -- Log loss on those answers, of the default parameters and of the trained ones.
  default_loss double precision not null,
  trained_loss double precision not null,
  trained_at timestamptz not null
);
comment on table private.memory_parameters is 'What the last training of the memory''s parameters gave; no row before there were enough reviews.';
alter table private.memory_parameters enable row level security;
revoke all on private.memory_parameters from anon, authenticated, service_role;

create function private.keep_predictions(predictions jsonb) returns void
language sql security definer set search_path = '' as $$
  with fresh as (
    insert into private.recall_predictions select * from jsonb_to_recordset(predictions) as told (attempt uuid, place int, predicted double precision, recalled boolean)
    on conflict do nothing returning predicted, recalled
  )
  insert into public.recall_calibration as known (bin, n, predicted_sum, recalled)
  select least(9, floor(predicted * 10)::int), count(*), sum(predicted), count(*) filter (where recalled) from fresh group by 1
  on conflict (bin) do update set n = known.n + excluded.n, predicted_sum = known.predicted_sum + excluded.predicted_sum, recalled = known.recalled + excluded.recalled
$$;
comment on function private.keep_predictions(jsonb) is 'For the worker: keeps predictions that are not kept yet, and adds them to the calibration.';

create function public.my_reviews() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return jsonb_build_object(
    'due', (select count(*) from private.review_questions(me)),
    'attempt', (select id from public.attempts where member = me and purpose = 'review' and finished_at is null),
    'in_memory', (select count(*) from public.review_cards where member = me),
    'next', (select coalesce(jsonb_agg(jsonb_build_object('question', question, 'due', due) order by due), '[]') from (
      select question, due from public.review_cards where member = me and due > now() order by due limit 5) as soon),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object(
        'question', card.question, 'attempt', wrong.attempt, 'place', wrong.place, 'reminders', to_jsonb(card.due || card.ahead), 'asked', private.shown_question(asked, wrong, true)
      ) order by wrong.answered_at desc), '[]')
      from public.review_cards as card
      cross join lateral (
        select known.attempt, known.place from public.attempt_answers as known join public.attempts on attempts.id = known.attempt
        where attempts.member = me and known.question = card.question and not known."right" order by known.answered_at desc limit 1) as last
      join public.attempt_answers as wrong on wrong.attempt = last.attempt and wrong.place = last.place
      join private.attempt_questions as asked on asked.attempt = last.attempt and asked.place = last.place
      where card.member = me and wrong.answered_at > now() - interval '30 days'));
end
$$;
comment on function public.my_reviews() is 'What the caller is due to see again and what they got wrong in the last thirty days, newest first: {due, attempt, in_memory, next: [{question, due}], cards: [{question, attempt, place, reminders, asked}]}; asked as in read_attempt(), reminders are times if each answer is right.';

revoke execute on function private.keep_predictions(jsonb) from public, anon, authenticated, service_role;
revoke execute on function public.my_reviews() from public, anon, service_role;
grant execute on function public.my_reviews() to authenticated;
