-- Attempts: a member's run through questions (a lesson's quiz, the day's test, a review). Which questions, in which version and with
-- their choices in which order is fixed when it starts and kept out of reach: the order of a shuffle would give a right order away.
create table public.attempts (
  id uuid primary key default gen_random_uuid(),
  member uuid not null references public.profiles (id) on delete cascade,
  purpose text not null check (purpose in ('quiz', 'daily', 'review', 'exam')),
  -- course/lesson of a quiz, course of an exam, the day of a daily test, empty for a review.
  subject text not null,
  started_at timestamptz not null default clock_timestamp(),
  deadline timestamptz,
  finished_at timestamptz,
  total int not null check (total > 0),
  -- Right answers, once it is finished.
  score int check (score between 0 and total),
  -- What a quiz or an exam is of: a lesson, a course.
  lesson uuid references public.content_items (id),
  check ((finished_at is null) = (score is null)),
  check ((purpose in ('quiz', 'exam')) = (lesson is not null))
);
comment on table public.attempts is 'A member''s runs through questions, with their score once finished.';
-- Two clicks start one; a day's test is taken once.
create unique index attempts_open on public.attempts (member, purpose, coalesce(lesson::text, subject)) where finished_at is null;
create unique index attempts_daily on public.attempts (subject, member) where purpose = 'daily';
create index attempts_overdue on public.attempts (deadline) where finished_at is null and deadline is not null;
create index attempts_of_member on public.attempts (member, purpose, finished_at);
create index attempts_of_lesson on public.attempts (lesson, member);

create table private.attempt_questions (
  attempt uuid not null references public.attempts (id) on delete cascade,
  place int not null check (place > 0),
  question uuid not null,
  version int not null,
  -- The document's place of the choice that is shown at each place; null without choices.
  shuffle int[],
  primary key (attempt, place),
  -- Versions never change, so what was asked can be read and graded whatever becomes of the question.
  foreign key (question, version) references public.content_versions (item, version)
);
comment on table private.attempt_questions is 'What an attempt asks, in which version and order of choices.';
create index attempt_questions_of_question on private.attempt_questions (question, version);
alter table private.attempt_questions enable row level security;

create table public.attempt_answers (
  attempt uuid not null references public.attempts (id) on delete cascade,
  place int not null,
  question uuid not null,
  version int not null,
  given jsonb not null,
  "right" boolean not null,
  answered_at timestamptz not null default clock_timestamp(),
  -- Since the answer before it, or since the start.
  milliseconds int not null check (milliseconds >= 0),
  primary key (attempt, place)
);
comment on table public.attempt_answers is 'Each answer, as it was graded at once. Written once.';
create index attempt_answers_of_question on public.attempt_answers (question, version);

alter table public.attempts enable row level security;
create policy "members read their own attempts" on public.attempts for select to authenticated using ((select auth.uid()) = member);
alter table public.attempt_answers enable row level security;
create policy "members read their own answers" on public.attempt_answers for select to authenticated
  using (exists (select from public.attempts where attempts.id = attempt_answers.attempt and attempts.member = (select auth.uid())));
revoke all on public.attempts, public.attempt_answers, private.attempt_questions from anon, authenticated, service_role;
grant select on public.attempts, public.attempt_answers to authenticated;
