-- Freshness of market data by class of instruments, written by the worker and broadcast with the quotes; and refused data.
create table public.market_feeds (
  class text primary key check (class in ('forex', 'metal', 'index', 'crypto')),
  source text not null,
  state text not null check (state in ('live', 'stale', 'closed')),
  since timestamptz not null,
  last_bar_at timestamptz,
  last_quote_at timestamptz,
  reason text check (reason in ('no_quotes', 'no_bars', 'source_failed', 'refused')),
  seen_at timestamptz not null
);
comment on table public.market_feeds is 'The source and state of each class of instruments: live, stale (no data during market hours since a time) or closed.';
alter table public.market_feeds enable row level security;
create policy "everybody reads the feeds" on public.market_feeds for select to anon, authenticated using (true);
revoke all on public.market_feeds from anon, authenticated;
grant select on public.market_feeds to anon, authenticated;

create function private.report_feed(
  class text, source text, state text, since timestamptz, last_bar_at timestamptz, last_quote_at timestamptz, reason text, seen_at timestamptz
) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  before public.market_feeds;
begin
  select * into before from public.market_feeds where market_feeds.class = report_feed.class for update;
  insert into public.market_feeds as feeds (class, source, state, since, last_bar_at, last_quote_at, reason, seen_at)
  values (report_feed.class, report_feed.source, report_feed.state, report_feed.since, report_feed.last_bar_at, report_feed.last_quote_at, report_feed.reason, report_feed.seen_at)
  on conflict (class) do update set
    source = excluded.source, state = excluded.state, reason = excluded.reason, seen_at = excluded.seen_at,
    since = case when feeds.state = excluded.state and feeds.source = excluded.source then feeds.since else excluded.since end,
    last_bar_at = greatest(feeds.last_bar_at, excluded.last_bar_at), last_quote_at = greatest(feeds.last_quote_at, excluded.last_quote_at);
  if before.state is not distinct from report_feed.state and before.source is not distinct from report_feed.source
    and before.reason is not distinct from report_feed.reason then
    return false;
  end if;
  perform realtime.send(
    jsonb_build_object('class', report_feed.class, 'source', report_feed.source, 'state', report_feed.state, 'since', report_feed.since, 'reason', report_feed.reason),
    'feed', 'market:quotes', true
  );
  return true;
end
$$;
comment on function private.report_feed(text, text, text, timestamptz, timestamptz, timestamptz, text, timestamptz) is 'For the worker: stores a class''s feed state and broadcasts a change on market:quotes (event feed). Returns whether it changed.';
revoke execute on function private.report_feed(text, text, text, timestamptz, timestamptz, timestamptz, text, timestamptz) from public, anon, authenticated;

-- A class is live as soon as any of its instruments is. Instruments without data during market hours are listed only here, with
-- time and reason, so that a faulty source freezes only its own charts.
create table public.stale_instruments (
  symbol text primary key references public.instruments (symbol),
  class text not null,
  since timestamptz not null,
  reason text not null check (reason in ('no_quotes', 'no_bars', 'source_failed', 'refused'))
);
comment on table public.stale_instruments is 'Instruments without prices in a live class: since when, and why. All others have their class''s state.';
alter table public.stale_instruments enable row level security;
create policy "everybody reads what is stale" on public.stale_instruments for select to anon, authenticated using (true);
revoke all on public.stale_instruments from anon, authenticated;
grant select on public.stale_instruments to anon, authenticated;

create function private.report_stale_instruments(class text, symbols text[], since timestamptz[], reasons text[]) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  changed boolean;
begin
  with given as (
    select * from unnest(report_stale_instruments.symbols, report_stale_instruments.since, report_stale_instruments.reasons) as one (symbol, since, reason)
  ), gone as (
    delete from public.stale_instruments as stale
    where stale.class = report_stale_instruments.class and not exists (select from given where given.symbol = stale.symbol)
    returning 1
  ), come as (
    insert into public.stale_instruments as stale (symbol, class, since, reason)
    select symbol, report_stale_instruments.class, since, reason from given
    on conflict (symbol) do update set reason = excluded.reason where stale.reason <> excluded.reason
    returning 1
  )
  select exists (select from gone) or exists (select from come) into changed;
  if changed then
    perform realtime.send(
      jsonb_build_object('class', report_stale_instruments.class, 'stale', to_jsonb(report_stale_instruments.symbols)), 'feed', 'market:quotes', true
    );
  end if;
  return changed;
end
$$;
comment on function private.report_stale_instruments(text, text[], timestamptz[], text[]) is 'For the worker: the complete list of a class''s instruments without prices; keeps their start times, and broadcasts a change on market:quotes (event feed). Returns whether it changed.';
revoke execute on function private.report_stale_instruments(text, text[], timestamptz[], text[]) from public, anon, authenticated;

create table private.refused_market_data (
  id bigint generated always as identity primary key,
  refused_at timestamptz not null default now(),
  source text not null,
  symbol text not null,
  reason text not null,
  given jsonb not null,
  times int not null default 1 check (times > 0)
);
comment on table private.refused_market_data is 'Candles and quotes of a source that were refused, with the reason; at most one per kind and minute, with the number of refusals since the last. Kept for 30 days.';
create index refused_market_data_by_time on private.refused_market_data (refused_at);
alter table private.refused_market_data enable row level security;
