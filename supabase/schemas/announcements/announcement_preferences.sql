-- What a member wants of the calendar: which announcements they are reminded of, and in which window around one they open nothing.
create table public.announcement_preferences (
  user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  -- Reminders: of these impacts and currencies (none named: all), so many minutes before; null: none.
  remind_minutes int check (remind_minutes between 1 and 1440),
  remind_impacts text[] not null default '{high}' check (remind_impacts <@ '{low,medium,high}'),
  remind_currencies text[] not null default '{}' check (cardinality(remind_currencies) <= 20),
  -- The window of one's own around announcements of high impact; null: none.
  window_minutes int default 15 check (window_minutes between 1 and 240),
  -- The challenge whose rules one trades under, and how many minutes its firm names around news.
  firm text,
  challenge text,
  firm_minutes int not null default 2 check (firm_minutes between 1 and 60),
  -- A push before a window that crosses an open signal, and the copy guard's question.
  tell_window boolean not null default true,
  block_copy boolean not null default true,
  -- Which announcements and windows the personal calendar has.
  feed_impacts text[] not null default '{high}' check (feed_impacts <@ '{low,medium,high}'),
  feed_currencies text[] not null default '{}' check (cardinality(feed_currencies) <= 20),
  feed_windows boolean not null default true,
  foreign key (firm, challenge) references public.prop_firm_challenges (firm, slug) on delete set null,
  check ((firm is null) = (challenge is null))
);
comment on table public.announcement_preferences is 'Reminders, the window in which one opens nothing, and the personal calendar: a row for each member who chose.';
create index announcement_preferences_of_challenge on public.announcement_preferences (firm, challenge);

create table public.announcement_reminders (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  announcement uuid not null references public.announcements (id) on delete cascade,
  minutes int not null default 10 check (minutes between 1 and 1440),
  primary key (user_id, announcement)
);
comment on table public.announcement_reminders is 'Single announcements that a member wants to be reminded of, whatever their preferences say.';
create index announcement_reminders_of_announcement on public.announcement_reminders (announcement);

alter table public.announcement_preferences enable row level security;
create policy "members have their own preferences of the calendar" on public.announcement_preferences for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
alter table public.announcement_reminders enable row level security;
create policy "members have their own reminders" on public.announcement_reminders for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
revoke all on public.announcement_preferences, public.announcement_reminders from anon, authenticated, service_role;
grant select, insert, update, delete on public.announcement_preferences, public.announcement_reminders to authenticated;
