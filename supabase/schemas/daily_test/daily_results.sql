-- What members made of the daily tests, written in the transaction that finishes an attempt: their score, the day of their streak and
-- their points of the week. Staff, who may have written the questions, and trials, of which one person may have many, are in no
-- comparison.
create table public.daily_results (
  day date not null references public.daily_tests (day),
  member uuid not null references public.profiles (id) on delete cascade,
  attempt uuid not null unique references public.attempts (id) on delete cascade,
  score int not null check (score >= 0),
  total int not null check (total >= score),
  milliseconds int not null check (milliseconds >= 0),
  finished_at timestamptz not null,
  -- Compared with others.
  ranked boolean not null,
  -- The day of the streak that it counts for.
  counted date,
  primary key (day, member),
  unique (member, counted)
);
comment on table public.daily_results is 'Each member''s finished tests. Written once.';
create index daily_results_compared on public.daily_results (day, score) where ranked;
create index daily_results_of_member on public.daily_results (member, day);

create table public.weekly_scores (
  -- Its Monday.
  week date not null check (extract(isodow from week) = 1),
  member uuid not null references public.profiles (id) on delete cascade,
  score int not null,
  -- The place before the last market day, for those who are in the ranking.
  place_before int,
  primary key (week, member)
);
comment on table public.weekly_scores is 'Points of the market days of a week. Weekends and holidays do not count.';
create index weekly_scores_in_order on public.weekly_scores (week, score desc);
create index weekly_scores_of_member on public.weekly_scores (member);

alter table public.daily_results enable row level security;
create policy "members read their own results" on public.daily_results for select to authenticated using ((select auth.uid()) = member);
alter table public.weekly_scores enable row level security;
create policy "members read their own week" on public.weekly_scores for select to authenticated using ((select auth.uid()) = member);
revoke all on public.daily_results, public.weekly_scores from anon, authenticated, service_role;
grant select on public.daily_results, public.weekly_scores to authenticated;

create function private.is_ranked(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where id = is_ranked.member and not is_anonymous) and not exists (select from public.staff where user_id = is_ranked.member)
$$;
comment on function private.is_ranked(uuid) is 'Whether a member is compared with others: neither staff nor a trial.';

create function private.keep_daily_result() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  day constant date := new.subject::date;
  fresh public.daily_results;
begin
  insert into public.daily_results (day, member, attempt, score, total, milliseconds, finished_at, ranked, counted)
  values (
    day, new.member, new.id, new.score, new.total, extract(epoch from new.finished_at - new.started_at) * 1000, new.finished_at, private.is_ranked(new.member),
    private.count_finished_test(new.member, day, private.local_day(new.member, new.finished_at)))
  on conflict do nothing returning * into fresh;
  if fresh.ranked and private.is_market_day(day) then
    insert into public.weekly_scores as known (week, member, score) values (date_trunc('week', day::timestamp)::date, new.member, new.score)
    on conflict (week, member) do update set score = known.score + excluded.score;
  end if;
  return null;
end
$$;
comment on function private.keep_daily_result() is 'Keeps the result of a daily test as its attempt is finished.';
create trigger keep_daily_result after update of finished_at on public.attempts for each row
  when (new.purpose = 'daily' and old.finished_at is null and new.finished_at is not null)
  execute function private.keep_daily_result();

create function private.day_scores(day date, score int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'players', sum(n)::int, 'counts', jsonb_agg(coalesce(n, 0) order by points), 'below', coalesce(sum(n) filter (where points < day_scores.score), 0)::int,
    'mean', round(sum(points * n)::numeric / sum(n), 1))
  from generate_series(0, 10) as points
  left join (
    select results.score as points, count(*) as n from public.daily_results as results where results.day = day_scores.day and ranked group by 1) as known using (points)
  having sum(n) >= 30
$$;
comment on function private.day_scores(date, int) is 'How many had each score of a day, 0 to 10, and how many less than one; null under 30 players.';

revoke execute on function private.is_ranked(uuid), private.keep_daily_result(), private.day_scores(date, int) from public, anon, authenticated, service_role;
