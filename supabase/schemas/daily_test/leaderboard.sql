-- The ranking of a week: members join it under a pseudonym and leave at any time. Equal points share a place. A pseudonym does not
-- reveal its member. Staff never appear, not even those who joined before.
create table public.leaderboard_names (
  member uuid primary key references public.profiles (id) on delete cascade,
  pseudonym text not null check (pseudonym ~ '^[A-Za-z0-9À-ÖØ-öø-ÿ]([ ._-]?[A-Za-z0-9À-ÖØ-öø-ÿ]){2,23}$'),
  joined_at timestamptz not null default now()
);
comment on table public.leaderboard_names is 'Who is in the ranking of the week, and under which pseudonym.';

create function private.pseudonym_skeleton(pseudonym text) returns text
language sql immutable set search_path = '' as $$
  -- The accents that a pseudonym may have, named one by one: an index needs a function that never changes.
  select private.name_skeleton(translate(lower(replace(pseudonym, ' ', '')), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿ', 'aaaaaaceeeeiiiinoooooouuuuyy'))
$$;
comment on function private.pseudonym_skeleton(text) is 'A pseudonym without the differences that readers overlook: two with the same skeleton can be confused.';
create unique index leaderboard_names_apart on public.leaderboard_names (private.pseudonym_skeleton(pseudonym));

alter table public.leaderboard_names enable row level security;
create policy "members read their own pseudonym" on public.leaderboard_names for select to authenticated using ((select auth.uid()) = member);
create policy "members leave the ranking" on public.leaderboard_names for delete to authenticated using ((select auth.uid()) = member);
revoke all on public.leaderboard_names from anon, authenticated, service_role;
grant select, delete on public.leaderboard_names to authenticated;

create function private.is_someone_elses_name(member uuid, pseudonym text) returns boolean
language sql stable security definer set search_path = '' as $$
  select skeleton like '%' || private.pseudonym_skeleton('vigie') || '%'
    or skeleton in (select private.pseudonym_skeleton(name) from unnest(private.reserved_names()) as name)
    or exists (select from public.profiles where private.name_skeleton(username) = skeleton and id <> is_someone_elses_name.member)
    or exists (
      select from public.staff join public.profiles on profiles.id = staff.user_id, unnest(array[first_name, last_name, first_name || last_name, last_name || first_name]) as name
      where length(name) > 2 and private.pseudonym_skeleton(name) = skeleton)
  from private.pseudonym_skeleton(pseudonym) as skeleton
$$;
comment on function private.is_someone_elses_name(uuid, text) is 'Whether a pseudonym reads like the product''s, a staff member''s name or another member''s username.';

create function public.join_leaderboard(pseudonym text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wished constant text := btrim(join_leaderboard.pseudonym);
begin
  if not private.is_ranked(auth.uid()) then raise exception 'not_allowed' using errcode = '42501', detail = 'Members with an account are ranked; staff are not.'; end if;
  if wished !~ '^[A-Za-z0-9À-ÖØ-öø-ÿ]([ ._-]?[A-Za-z0-9À-ÖØ-öø-ÿ]){2,23}$' then perform private.refuse('pseudonym_invalid', 'pseudonym', 'Three to 24 letters or digits.'); end if;
  if private.is_someone_elses_name(auth.uid(), wished) then raise exception 'pseudonym_taken' using errcode = 'PT409', hint = 'pseudonym'; end if;
  insert into public.leaderboard_names as known (member, pseudonym) values (auth.uid(), wished)
  on conflict (member) do update set pseudonym = excluded.pseudonym;
exception when unique_violation then
  raise exception 'pseudonym_taken' using errcode = 'PT409', hint = 'pseudonym';
end
$$;
comment on function public.join_leaderboard(text) is 'Enters the caller into the ranking, or changes their pseudonym. Refused: pseudonym_invalid, pseudonym_taken.';

create function public.leave_leaderboard() returns void
language sql security definer set search_path = '' as $$ delete from public.leaderboard_names where member = auth.uid() $$;
comment on function public.leave_leaderboard() is 'Removes the caller from the ranking at once; their results are kept.';

create view private.ranked_scores with (security_invoker = true) as
  select week, member, score, place_before from public.weekly_scores join public.leaderboard_names using (member)
  -- Hashed once: where nobody is staff yet, an anti join would be planned as a loop over no rows for each member.
  where member not in (select user_id from public.staff);
comment on view private.ranked_scores is 'The points of each week of those who are in the ranking.';
revoke all on private.ranked_scores from anon, authenticated, service_role;

create function public.leaderboard(week date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Read once: the ranking has thousands of rows.
  reader constant uuid := auth.uid();
  monday constant date := date_trunc('week', coalesce(leaderboard.week, private.paris_day(now()))::timestamp)::date;
  found jsonb;
begin
  if reader is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  -- Places are counted by score, because there are few scores: members with equal scores share a place. The rows shown are found by
  -- their order: of thousands, only those at the top and beside the reader are read.
  with places as (
    select score, count(*) as n, coalesce(sum(count(*)) over (order by score desc rows between unbounded preceding and 1 preceding), 0)::int + 1 as rank
    from private.ranked_scores as ranked where ranked.week = monday group by score
  ),
  mine as materialized (select * from private.ranked_scores as ranked where ranked.week = monday and member = reader),
  shown as (
    (select * from private.ranked_scores as ranked where ranked.week = monday order by score desc, member limit 20)
    union select * from mine
    union select above.* from mine cross join lateral (
      select * from private.ranked_scores as ranked
      where ranked.week = monday and ranked.score >= mine.score and (ranked.score, mine.member) > (mine.score, ranked.member)
      order by ranked.score, ranked.member desc limit 1) as above
    union select below.* from mine cross join lateral (
      select * from private.ranked_scores as ranked
      where ranked.week = monday and ranked.score <= mine.score and (ranked.score, mine.member) < (mine.score, ranked.member)
      order by ranked.score desc, ranked.member limit 1) as below
  )
  select jsonb_build_object(
    'week', monday,
    'of', 10 * (select count(*) from public.daily_tests as tests where tests.day between monday and monday + 4 and opened_at is not null and private.is_market_day(tests.day)),
    'players', (select coalesce(sum(n), 0) from places),
    'me', (select known.pseudonym from public.leaderboard_names as known where known.member = reader),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'rank', rank, 'pseudonym', names.pseudonym, 'score', score, 'move', place_before - rank, 'me', member = reader) order by rank, lower(names.pseudonym)), '[]')
      from shown join places using (score) join public.leaderboard_names as names using (member)))
  into found;
  return found;
end
$$;
comment on function public.leaderboard(date) is 'The ranking of a week, of this one by default: its first twenty places and the caller''s neighbours: {week, of, players, me, rows: [{rank, pseudonym, score, move, me}]}.';

create function private.keep_places(week date) returns void
language sql security definer set search_path = '' as $$
  update public.weekly_scores as known set place_before = places.rank
  from (select member, rank() over (order by score desc) as rank from private.ranked_scores as ranked where ranked.week = keep_places.week) as places
  where known.week = keep_places.week and known.member = places.member and known.place_before is distinct from places.rank
$$;
comment on function private.keep_places(date) is 'For the worker, as a market day opens: keeps the places of the week, so that later rankings can show who moved.';

revoke execute on function
  private.pseudonym_skeleton(text), private.is_someone_elses_name(uuid, text), private.keep_places(date)
from public, anon, authenticated, service_role;
revoke execute on function public.join_leaderboard(text), public.leave_leaderboard(), public.leaderboard(date) from public, anon, service_role;
grant execute on function public.join_leaderboard(text), public.leave_leaderboard(), public.leaderboard(date) to authenticated;
