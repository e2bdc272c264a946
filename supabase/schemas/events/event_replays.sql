-- Replays: the recording of an occurrence with its transcript and the passages that can be checked. A passage names an instrument and a
-- level; which signal or statement that was, and what became of it, is read from the record and from nobody's words. A passage that was
-- published stays, whatever came of it.
create table public.event_replays (
  occurrence uuid primary key references public.event_occurrences (id),
  item uuid not null unique references public.content_items (id),
  title jsonb not null check (private.is_translated(title)),
  -- A file of the bucket `replays`, or an address elsewhere; neither where the recording was withdrawn.
  path text,
  address text check (address ~ '^https://[^\s]+$'),
  seconds int not null check (seconds between 1 and 36000),
  -- In each language it has; Markdown.
  transcript jsonb not null default '{}',
  published_at timestamptz not null default clock_timestamp(),
  -- Distinct members who opened it.
  views int not null default 0
);
comment on table public.event_replays is 'What is left of an occurrence to watch and read, for the tier of its event.';

create table public.event_passages (
  occurrence uuid not null references public.event_replays (occurrence),
  position int not null check (position > 0),
  second int not null check (second >= 0),
  symbol text not null references public.instruments (symbol),
  price numeric not null check (price > 0),
  said jsonb not null check (private.is_translated(said)),
  primary key (occurrence, position)
);
comment on table public.event_passages is 'What was said in a replay that the record can check: an instrument and a level, at a second.';
create index event_passages_of_symbol on public.event_passages (symbol);
call private.make_append_only('public.event_passages');

create table public.replay_progress (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  occurrence uuid not null references public.event_replays (occurrence),
  second int not null check (second between 0 and 36000),
  seen_at timestamptz not null default clock_timestamp(),
  primary key (user_id, occurrence)
);
comment on table public.replay_progress is 'Up to where a member has watched a replay.';
create index replay_progress_of_replay on public.replay_progress (occurrence);

create function private.count_view() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.event_replays set views = views + 1 where occurrence = new.occurrence;
  return null;
end
$$;
comment on function private.count_view() is 'Counts a member who opens a replay, once.';
create trigger count_view after insert on public.replay_progress for each row execute function private.count_view();

create function public.replay_passages(occurrence uuid) returns table (
  "position" int, second int, symbol text, price text, said jsonb, signal_id uuid, number bigint, state text, reason text, targets int, ended_at timestamptz,
  realised_r text, statement bigint, came_true boolean
)
language sql stable security invoker set search_path = '' as $$
  -- With the caller's rights: a signal whose levels they may not read is not found.
  select passage.position, passage.second, passage.symbol, passage.price::text, passage.said, found.id, found.number, found.state, found.reason, found.targets, found.ended_at,
    found.realised_r::text, stated.number, stated.outcome
  from public.event_passages as passage
    join public.event_occurrences as held on held.id = passage.occurrence
    left join lateral (
      select signal.id, signal.number, coalesce(result.state, states.state) as state, result.reason, result.ended_at, result.realised_r,
        (select count(*)::int from public.signal_events as event where event.signal_id = signal.id and event.kind = 'target_reached') as targets
      from public.signals as signal
        join public.signal_levels as levels on levels.signal_id = signal.id
        left join public.signal_states as states on states.signal_id = signal.id
        left join public.signal_results as result on result.signal_id = signal.id
      where signal.symbol = passage.symbol and signal.published_at between held.starts_at - interval '7 days' and held.ends_at + interval '1 day'
        and (passage.price between levels.entry_low and levels.entry_high or passage.price = levels.stop_loss
          or exists (select from public.signal_targets as target where target.signal_id = signal.id and target.price = passage.price))
      -- The last one before it was said, or else the first one after.
      order by signal.published_at > held.starts_at + passage.second * interval '1 second',
        abs(extract(epoch from signal.published_at - held.starts_at) - passage.second)
      limit 1
    ) as found on true
    left join lateral (
      select statement.number, outcome.outcome
      from public.statements as statement
        join public.statement_terms as terms on terms.statement_id = statement.id
        left join public.statement_outcomes as outcome on outcome.statement_id = statement.id
      where found.id is null and terms.symbol = passage.symbol
        and exists (select from unnest('{level,low,high,other}'::text[]) as name where (terms.terms #>> array['condition', name])::numeric = passage.price)
        and statement.made_at between held.starts_at - interval '7 days' and held.ends_at + interval '1 day'
      order by abs(extract(epoch from statement.made_at - held.starts_at) - passage.second) limit 1
    ) as stated on true
  where passage.occurrence = replay_passages.occurrence order by passage.position
$$;
comment on function public.replay_passages(uuid) is 'The passages of a replay, each with the signal or statement of the record that has its instrument and level and is nearest in time (a week before to a day after), and what became of it. A statement where there is no signal; neither where the record has none.';

-- Files -------------------------------------------------------------------------------------------------------------------------
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('replays', 'replays', false, 524288000, array['video/mp4', 'video/webm']);
create policy "staff bring replays" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'replays' and name ~ '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.(mp4|webm)$'
    and (select public.writing_staff_role()) is not null
  );
-- The policy of event_replays holds within these.
create policy "members watch the replays of their tier, staff every one" on storage.objects for select to authenticated
  using (bucket_id = 'replays' and (
    (select private.reading_staff_role()) is not null or exists (select from public.event_replays as replay where replay.path = objects.name)
  ));
create policy "staff remove replays that no event shows" on storage.objects for delete to authenticated
  using (
    bucket_id = 'replays' and (select private.reading_staff_role()) is not null
    and not exists (select from public.event_replays as replay where replay.path = objects.name)
  );

-- Who may see what --------------------------------------------------------------------------------------------------------------
alter table public.event_replays enable row level security;
create policy "members see the replays of their tier" on public.event_replays for select to authenticated
  using ((select public.current_tier()) = 'premium' or exists (
    select from public.event_occurrences as held join public.events as event on event.item = held.event
    where held.id = event_replays.occurrence and event.tier = 'freemium'
  ));
alter table public.event_passages enable row level security;
create policy "members read the passages of the replays of their tier" on public.event_passages for select to authenticated
  using (exists (select from public.event_replays as replay where replay.occurrence = event_passages.occurrence));
alter table public.replay_progress enable row level security;
create policy "members see how far they watched" on public.replay_progress for select to authenticated using (user_id = (select auth.uid()));
create policy "members keep how far they watched" on public.replay_progress for insert to authenticated
  with check (user_id = (select auth.uid()) and exists (select from public.event_replays as replay where replay.occurrence = replay_progress.occurrence));
create policy "members watch on" on public.replay_progress for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and exists (select from public.event_replays as replay where replay.occurrence = replay_progress.occurrence));

revoke all on public.event_replays, public.event_passages, public.replay_progress from anon, authenticated, service_role;
grant select on public.event_replays, public.event_passages, public.replay_progress to authenticated;
grant insert (occurrence, second), update (occurrence, second) on public.replay_progress to authenticated;
revoke execute on function private.count_view(), public.replay_passages(uuid) from public, anon, authenticated, service_role;
grant execute on function public.replay_passages(uuid) to authenticated;
