-- Topics of tickets, each with its policy for replies to a solved ticket, and what is promised by priority. Admins change both; what was
-- promised is sealed with each ticket and does not follow.
create table public.support_topics (
  topic text primary key check (topic ~ '^[a-z_]{3,20}$'),
  position int not null,
  -- What a member's reply to a solved ticket does. unless_thanks: it reopens it, but a mere thank-you does not. always: everything reopens it.
  -- never: it opens a follow-up, so that a new question does not lengthen the time of an answered one.
  reopens text not null default 'unless_thanks' check (reopens in ('unless_thanks', 'always', 'never')),
  -- A later reply opens a follow-up.
  reopen_days int not null default 14 check (reopen_days between 1 and 90),
  -- Without a reply a solved ticket is final.
  close_days int not null default 28 check (close_days between reopen_days and 180),
  -- Acknowledged within ten business days, answered within two months, then the mediator (Code de la consommation, art. L612-1, R616-1).
  is_complaint boolean not null default false
);
comment on table public.support_topics is 'What a ticket can be about.';
insert into public.support_topics (topic, position, reopens, is_complaint) values
  ('account', 1, 'unless_thanks', false), ('billing', 2, 'unless_thanks', false), ('contract', 3, 'always', false), ('figure', 4, 'unless_thanks', false),
  ('signals', 5, 'unless_thanks', false), ('learning', 6, 'unless_thanks', false), ('community', 7, 'unless_thanks', false), ('referral', 8, 'unless_thanks', false),
  ('technical', 9, 'unless_thanks', false), ('other', 10, 'unless_thanks', false), ('complaint', 11, 'always', true);

create table public.support_promises (
  priority text primary key check (priority in ('low', 'normal', 'high', 'urgent')),
  -- Business minutes until the first answer, and until the solution.
  answer_minutes int not null check (answer_minutes between 1 and 60000),
  solve_minutes int not null check (solve_minutes between answer_minutes and 60000)
);
comment on table public.support_promises is 'What is promised by priority, in minutes of business time.';
insert into public.support_promises (priority, answer_minutes, solve_minutes) values ('low', 240, 1200), ('normal', 120, 480), ('high', 60, 240), ('urgent', 30, 120);

alter table public.support_topics enable row level security;
create policy "everybody reads the topics" on public.support_topics for select to anon, authenticated using (true);
create policy "admins change the topics" on public.support_topics for update to authenticated using ((select public.writing_staff_role()) = 'admin');
alter table public.support_promises enable row level security;
create policy "everybody reads what is promised" on public.support_promises for select to anon, authenticated using (true);
create policy "admins change what is promised" on public.support_promises for update to authenticated using ((select public.writing_staff_role()) = 'admin');
revoke all on public.support_topics, public.support_promises from anon, authenticated, service_role;
grant select on public.support_topics, public.support_promises to anon, authenticated;
grant update (reopens, reopen_days, close_days) on public.support_topics to authenticated;
grant update (answer_minutes, solve_minutes) on public.support_promises to authenticated;
call private.audit_changes('public.support_topics');
call private.audit_changes('public.support_promises');
