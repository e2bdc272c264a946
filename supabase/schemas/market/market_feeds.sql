-- How fresh the market is: a row a class of instruments, written by the worker that feeds it, told to whoever listens to the
-- quotes. And what a source gave that could not be true.
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
comment on table public.market_feeds is 'What feeds each class of instruments, and whether it does: live, stale (inside a session without data, frozen since a time) or closed.';
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
comment on function private.report_feed(text, text, text, timestamptz, timestamptz, timestamptz, text, timestamptz) is 'For the worker: writes how a class is fed and, when that changed, tells it on market:quotes (event feed). Returns whether it changed.';
revoke execute on function private.report_feed(text, text, text, timestamptz, timestamptz, timestamptz, text, timestamptz) from public, anon, authenticated;

-- A class is alive as soon as something of it is. What is not, though its market is open, is listed here with its own time and
-- reason, and only there: one source gone mad freezes its own charts and no other.
create table public.stale_instruments (
  symbol text primary key references public.instruments (symbol),
  class text not null,
  since timestamptz not null,
  reason text not null check (reason in ('no_quotes', 'no_bars', 'source_failed', 'refused'))
);
comment on table public.stale_instruments is 'Instruments of a live class whose own prices do not come: frozen since a time, for a reason. What is not listed is as its class.';
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
comment on function private.report_stale_instruments(text, text[], timestamptz[], text[]) is 'For the worker: which instruments of a class have no prices of their own now, all of them; keeps since when, and tells a change on market:quotes (event feed). Returns whether there was one.';
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
comment on table private.refused_market_data is 'Candles and quotes that a source gave and that were not stored, with the reason; of a kind at most one a minute is written, with how often it was refused since the last. Kept 30 days.';
create index refused_market_data_by_time on private.refused_market_data (refused_at);
alter table private.refused_market_data enable row level security;
