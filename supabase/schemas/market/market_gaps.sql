-- Missing minutes in market hours. While one may still arrive, outcomes wait for it (`market_waits`); otherwise the gap is
-- recorded permanently (`market_gaps`), and later arrivals are ignored. This makes the record reproducible from the stored
-- data: rules 12 to 14 of trading/src/outcome.ts.
create table public.market_gaps (
  symbol text not null references public.instruments (symbol),
  gap_from timestamptz not null,
  gap_until timestamptz not null check (gap_until > gap_from),
  reason text not null check (reason in ('no_trade', 'no_data')),
  source text not null,
  -- Longer bars of the source completely within the gap: opened_at, minutes, open, high, low, close, spread, prices as text.
  bars jsonb not null default '[]' check (jsonb_typeof(bars) = 'array'),
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (symbol, gap_from)
);
comment on table public.market_gaps is 'Minutes that outcomes permanently skip: without a trade (no_trade), or without data (no_data); with the longer bars used instead.';
call private.make_append_only('public.market_gaps');
alter table public.market_gaps enable row level security;
create policy "everybody reads the gaps" on public.market_gaps for select to anon, authenticated using (true);

create table public.market_waits (
  symbol text not null references public.instruments (symbol),
  gap_from timestamptz not null,
  gap_until timestamptz not null check (gap_until > gap_from),
  noticed_at timestamptz not null,
  primary key (symbol, gap_from)
);
comment on table public.market_waits is 'Missing minutes that outcomes currently wait for, and since when: from the first of them to the next stored one.';
alter table public.market_waits enable row level security;
create policy "everybody reads what is waited for" on public.market_waits for select to anon, authenticated using (true);

revoke all on public.market_gaps, public.market_waits from anon, authenticated, service_role;
grant select on public.market_gaps, public.market_waits to anon, authenticated, service_role;

create function private.lock_minutes(symbol text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('minutes of ' || symbol, 0))
$$;
comment on function private.lock_minutes(text) is 'Held until the end of a transaction that decides on an instrument''s minutes or records gaps, so that a minute cannot be both used and skipped.';

create function private.bars_within(symbol text, source text, from_at timestamptz, until_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  at timestamptz := from_at;
  bar record;
  bars jsonb := '[]';
begin
  -- The shortest complete bar that begins there; otherwise continue with the next beginning.
  loop
    select candles.*, private.timeframe_width(candles.timeframe) as width into bar from public.candles
    where candles.symbol = bars_within.symbol and candles.timeframe in ('M5', 'M15', 'M30', 'H1', 'H4') and candles.source = bars_within.source
      and candles.opened_at >= at and candles.opened_at + private.timeframe_width(candles.timeframe) <= until_at
      and candles.first_at = candles.opened_at and candles.last_at = candles.opened_at + private.timeframe_width(candles.timeframe) - interval '1 minute'
    order by candles.opened_at, private.timeframe_width(candles.timeframe) limit 1;
    exit when not found;
    bars := bars || jsonb_build_object(
      'opened_at', private.timestamp_text(bar.opened_at), 'minutes', extract(epoch from bar.width)::int / 60, 'open', bar.open::text,
      'high', bar.high::text, 'low', bar.low::text, 'close', bar.close::text, 'spread', bar.spread::text
    );
    at := bar.opened_at + bar.width;
  end loop;
  return bars;
end
$$;
comment on function private.bars_within(text, text, timestamptz, timestamptz) is 'The longer bars of a source that are completely within [from, until), consecutive, preferring the shortest at each beginning.';

create function private.record_gap(symbol text, from_at timestamptz, until_at timestamptz, reason text, source text) returns int
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  part timestamptz := from_at;
  written int := 0;
  fresh int;
begin
  perform private.lock_minutes(symbol);
  while part < until_at loop
    with absent as (
      select minute from public.candle_gaps(record_gap.symbol, 'M1', part, least(part + interval '30 days', until_at)) as gaps,
        generate_series(gaps.gap_from, gaps.gap_until - interval '1 minute', interval '1 minute') as minute
      where public.market_is_open(record_gap.symbol, minute) and not exists (
        select from public.market_gaps as known
        where known.symbol = record_gap.symbol and minute >= known.gap_from and minute < known.gap_until
      )
    ), islands as (
      select min(minute) as gap_from, max(minute) + interval '1 minute' as gap_until
      from (select minute, minute - row_number() over (order by minute) * interval '1 minute' as island from absent) as placed
      group by island
    )
    insert into public.market_gaps (symbol, gap_from, gap_until, reason, source, bars)
    select record_gap.symbol, gap_from, gap_until, record_gap.reason, record_gap.source,
      case record_gap.reason when 'no_data' then private.bars_within(record_gap.symbol, record_gap.source, gap_from, gap_until) else '[]' end
    from islands;
    get diagnostics fresh = row_count;
    written := written + fresh;
    part := part + interval '30 days';
  end loop;
  delete from public.market_waits as waits
  where waits.symbol = record_gap.symbol and waits.gap_from >= from_at and waits.gap_until <= until_at;
  return written;
end
$$;
comment on function private.record_gap(text, timestamptz, timestamptz, text, text) is 'For the worker: permanently records what is missing in [from, until), each stretch once, with the source''s longer bars for minutes without data. Stored or already recorded minutes are unchanged. Returns how many stretches were recorded.';

create function private.await_minutes(symbol text, from_at timestamptz, until_at timestamptz, at timestamptz, patience interval) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  since timestamptz;
begin
  perform private.lock_minutes(symbol);
  -- A gap that became smaller is still the same wait.
  with earlier as (
    delete from public.market_waits as waits
    where waits.symbol = await_minutes.symbol and waits.gap_from < until_at and waits.gap_until > from_at
    returning waits.noticed_at
  )
  select least(min(earlier.noticed_at), at) into since from earlier;
  if since + patience > at then
    insert into public.market_waits (symbol, gap_from, gap_until, noticed_at) values (await_minutes.symbol, from_at, until_at, since);
    return false;
  end if;
  return private.record_gap(symbol, from_at, until_at, 'no_data', coalesce(
    (select source from public.candles
      where candles.symbol = await_minutes.symbol and timeframe = 'M1' and opened_at < from_at order by opened_at desc limit 1),
    (select source from public.candles where candles.symbol = await_minutes.symbol and timeframe = 'M1' and opened_at = until_at),
    'unknown'
  )) > 0;
end
$$;
comment on function private.await_minutes(text, timestamptz, timestamptz, timestamptz, interval) is 'For the outcome engine: minutes of [from, until) are missing. Records since when; once that is longer ago than `patience`, records them as without data. Returns whether it recorded a gap, in which case the caller reads again.';

create function private.keep_waits(symbols text[], since timestamptz[]) returns void
language sql set search_path = '' as $$
  delete from public.market_waits as waits
  where not exists (select from unnest(symbols, since) as kept (symbol, gap_from) where kept.symbol = waits.symbol and kept.gap_from = waits.gap_from)
$$;
comment on function private.keep_waits(text[], timestamptz[]) is 'For the outcome engine, after checking every open signal: deletes all other waits.';

revoke execute on function
  private.lock_minutes(text), private.bars_within(text, text, timestamptz, timestamptz), private.record_gap(text, timestamptz, timestamptz, text, text),
  private.await_minutes(text, timestamptz, timestamptz, timestamptz, interval), private.keep_waits(text[], timestamptz[])
from public, anon, authenticated;
