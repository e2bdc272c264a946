-- Signals: what the product exists for. Analysts publish through publish_signal(); nobody, the database's owner included,
-- edits or deletes what was published: what happens later is appended as events. What a signal is about (`signals`) is open
-- to every member; its levels lie in tables of their own, which the policies open to premium members at once and to
-- freemium members when the signal is a free one or has ended.
create table public.signals (
  id uuid primary key default gen_random_uuid(),
  -- Counted by private.record_signal() and not by a sequence, which a refused publication would leave a gap in.
  number bigint not null unique check (number > 0),
  symbol text not null references public.instruments (symbol),
  timeframe text not null check (timeframe in ('M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1')),
  style text not null check (style in ('scalp', 'intraday', 'swing')),
  tier text not null check (tier in ('freemium', 'premium')),
  -- No reference: the record outlives the account.
  author_id uuid not null,
  author_name text not null,
  published_at timestamptz not null,
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  demonstration boolean not null default false
);
comment on table public.signals is 'The teaser: instrument, timeframe, time, seal. No direction and no level stands here.';
create index signals_newest on public.signals (published_at desc);
create index signals_of_symbol on public.signals (symbol, published_at desc);
create index signals_of_author on public.signals (author_id);

create table public.signal_states (
  signal_id uuid primary key references public.signals (id),
  state text not null default 'pending' check (state in ('pending', 'active', 'closed', 'expired', 'cancelled')),
  closed_at timestamptz,
  realised_r numeric,
  close_reason text,
  updated_at timestamptz not null default now(),
  check ((closed_at is null) = (state in ('pending', 'active')))
);
comment on table public.signal_states is 'Where each signal stands: a projection of its events, kept by them alone.';
create index signal_states_open on public.signal_states (state) where state in ('pending', 'active');
create index signal_states_closed on public.signal_states (closed_at desc) where closed_at is not null;

create table public.signal_levels (
  signal_id uuid primary key references public.signals (id),
  direction text not null check (direction in ('buy', 'sell')),
  order_type text not null check (order_type in ('market', 'limit', 'stop')),
  entry_low numeric not null check (entry_low > 0),
  entry_high numeric not null check (entry_high >= entry_low),
  stop_loss numeric not null check (stop_loss > 0),
  risk_percent numeric not null check (risk_percent > 0 and risk_percent <= 10),
  facts text not null,
  opinion text not null,
  counter_thesis text not null,
  counter_condition text not null,
  method text not null,
  conflicts text not null,
  reference_price numeric,
  reference_source text,
  reference_at timestamptz,
  -- How the stop follows (trading/src/outcome.ts, rules 7 and 9); null where the signal does not say.
  break_even_after int check (break_even_after between 1 and 4),
  trailing_distance numeric check (trailing_distance > 0),
  trailing_after int check (trailing_after is null or (trailing_after between 1 and 4 and trailing_distance is not null)),
  -- What the author answers anew for each signal: the side they hold of the instrument, and whether they earn by a link in it.
  position_held text check (position_held in ('none', 'buy', 'sell')),
  affiliate_link text check (affiliate_link in ('yes', 'no')),
  -- As closed as a level: whoever knows when an order ends sees by its not having ended that it was filled.
  expires_at timestamptz not null,
  -- The quote that the order type was checked against; null where there was none.
  reference_bid numeric,
  reference_ask numeric
);
comment on table public.signal_levels is 'Direction, entry, stop and reasons (MAR art. 20: facts apart from opinion, method, conflicts of interest, price and its source).';

create table public.signal_targets (
  signal_id uuid not null references public.signals (id),
  position int not null check (position between 1 and 5),
  price numeric not null check (price > 0),
  share numeric not null check (share > 0 and share <= 100),
  primary key (signal_id, position)
);
comment on table public.signal_targets is 'Up to five targets; share is the percentage of the position closed there.';

create table public.signal_events (
  signal_id uuid not null references public.signals (id),
  sequence int not null check (sequence > 0),
  kind text not null check (kind in ('published', 'entered', 'target_reached', 'stop_moved', 'stopped', 'closed', 'expired', 'cancelled', 'note', 'graded', 'close_asked', 'cancel_asked')),
  at timestamptz not null,
  price numeric,
  r numeric,
  data jsonb not null default '{}',
  source text not null check (source in ('analyst', 'engine')),
  author_name text,
  -- No number of its own across signals: its gaps would count the events that the reader may not see.
  primary key (signal_id, sequence),
  -- Who publishes decides nothing of what becomes of it: they ask, and the engine does it after the minutes that count before.
  constraint analysts_decide_nothing check (source = 'engine' or kind not in ('entered', 'target_reached', 'stopped', 'closed', 'expired', 'cancelled'))
);
comment on table public.signal_events is 'Everything that happened to a signal, in order. r is the result that the event realised, weighted by its share.';

create table private.signal_nonces (
  signal_id uuid not null references public.signals (id),
  sequence int not null check (sequence >= 0),
  nonce text not null check (nonce ~ '^[0-9a-f]{64}$'),
  value jsonb not null,
  -- The entry of the ledger that holds the commitment, which names no signal; the levels' is the publication.
  sealed_as bigint unique references public.ledger (sequence) check ((sealed_as is null) = (sequence = 0)),
  primary key (signal_id, sequence)
);
comment on table private.signal_nonces is 'What opens the commitments: 0 the levels, then each event that an analyst made before the end. Published when the signal ends.';
alter table private.signal_nonces enable row level security;

-- Facts stay ------------------------------------------------------------------------------------------------------------
call private.make_append_only('public.signals');
call private.make_append_only('public.signal_levels');
call private.make_append_only('public.signal_targets');
call private.make_append_only('public.signal_events');
call private.make_append_only('private.signal_nonces');

create function private.guard_state() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.state in ('pending', 'active') and to_jsonb(old) -> tg_argv[0] = to_jsonb(new) -> tg_argv[0]
    and (old.state, new.state) in (
      ('pending', 'pending'), ('pending', 'active'), ('pending', 'expired'), ('pending', 'cancelled'), ('active', 'active'), ('active', 'closed')
    ) then
    return new;
  end if;
  raise exception 'append_only' using errcode = '42501', detail = 'A signal or idea moves from pending to active to closed, or from pending to expired or cancelled, and then stays.';
end
$$;
comment on function private.guard_state() is 'The state machine of a signal or idea, whose key column is the argument: a state that ended never changes.';
create trigger state_machine before update or delete on public.signal_states for each row execute function private.guard_state('signal_id');
create trigger append_only_all before truncate on public.signal_states for each statement execute function private.refuse_change();
alter table public.signal_states enable always trigger state_machine, enable always trigger append_only_all;

-- Who may see what ------------------------------------------------------------------------------------------------------
create function private.levels_are_open(signal_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.signals join public.signal_states on signal_states.signal_id = signals.id
    where signals.id = levels_are_open.signal_id
      and (signals.tier = 'freemium' or signal_states.state in ('closed', 'expired', 'cancelled'))
  )
$$;
comment on function private.levels_are_open(uuid) is 'Whether every member may see the levels: the signal is a free one or has ended.';

alter table public.signals enable row level security;
create policy "members see that a signal exists" on public.signals for select to authenticated using (true);
alter table public.signal_states enable row level security;
-- The minute in which an order was filled tells its price to whoever has the quotes: where a signal stands is as closed as its levels.
create policy "premium members see where every signal stands, others free and ended ones" on public.signal_states for select to authenticated
  using (closed_at is not null or (select public.current_tier()) = 'premium' or exists (
    select from public.signals where signals.id = signal_states.signal_id and signals.tier = 'freemium'
  ));

-- The sub-select stands in each policy, not in a function: the planner sees through it (ten times faster over a list).
alter table public.signal_levels enable row level security;
create policy "premium members read all levels, others those of free and ended signals" on public.signal_levels for select to authenticated
  using ((select public.current_tier()) = 'premium' or exists (
    select from public.signals join public.signal_states as states on states.signal_id = signals.id
    where signals.id = signal_levels.signal_id and (signals.tier = 'freemium' or states.state in ('closed', 'expired', 'cancelled'))
  ));
create function public.waits_until(signal public.signals) returns timestamptz
language sql stable security invoker set search_path = '' as $$
  select signal_levels.expires_at from public.signal_levels where signal_levels.signal_id = signal.id
$$;
comment on function public.waits_until(public.signals) is 'Until when the signal waits to be entered; null for whoever may not read its levels.';
revoke execute on function public.waits_until(public.signals) from public, anon;
grant execute on function public.waits_until(public.signals) to authenticated, service_role;

alter table public.signal_targets enable row level security;
create policy "premium members read all targets, others those of free and ended signals" on public.signal_targets for select to authenticated
  using ((select public.current_tier()) = 'premium' or exists (
    select from public.signals join public.signal_states as states on states.signal_id = signals.id
    where signals.id = signal_targets.signal_id and (signals.tier = 'freemium' or states.state in ('closed', 'expired', 'cancelled'))
  ));
alter table public.signal_events enable row level security;
create policy "premium members read all events, others those of free and ended signals" on public.signal_events for select to authenticated
  using ((select public.current_tier()) = 'premium' or exists (
    select from public.signals join public.signal_states as states on states.signal_id = signals.id
    where signals.id = signal_events.signal_id and (signals.tier = 'freemium' or states.state in ('closed', 'expired', 'cancelled'))
  ));

revoke all on public.signals, public.signal_states, public.signal_levels, public.signal_targets, public.signal_events from anon, authenticated, service_role;
grant select on public.signals, public.signal_states, public.signal_levels, public.signal_targets, public.signal_events to authenticated, service_role;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function private.refuse_change(), private.guard_state(), private.levels_are_open(uuid) from public, anon, authenticated;

-- The channels: what each class of members may hear. Nobody may speak; the database does.
create policy "members hear of free signals and teasers" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'signals:freemium');
create policy "premium members hear of every signal" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'signals:premium' and (select public.current_tier()) = 'premium');
