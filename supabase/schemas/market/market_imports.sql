-- Imports of price files (scripts/market-import.ts): each has a number and can be undone until a signal has been decided on its
-- candles. Aggregates combine the file's data with other data, so their previous version is kept.
create table private.market_imports (
  number int generated always as identity primary key,
  symbol text not null references public.instruments (symbol),
  timeframe text not null,
  file text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  format text not null,
  zone text not null,
  accepted text[] not null,
  candles int not null check (candles > 0),
  fresh int not null default 0,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  imported_at timestamptz not null default now(),
  undone_at timestamptz
);
create index market_imports_of_symbol on private.market_imports (symbol);
comment on table private.market_imports is 'Imported price files: how many candles were new, which doubts were confirmed, and whether the import was undone.';

create table private.market_import_before (
  import_number int not null references private.market_imports (number) on delete cascade,
  symbol text not null,
  timeframe text not null,
  opened_at timestamptz not null,
  open numeric not null,
  high numeric not null,
  low numeric not null,
  close numeric not null,
  spread numeric not null,
  source text not null,
  first_at timestamptz,
  last_at timestamptz,
  primary key (import_number, timeframe, opened_at)
);
comment on table private.market_import_before is 'Longer candles as they were before an import changed them.';

alter table private.market_imports enable row level security;
alter table private.market_import_before enable row level security;

create function private.begin_market_import(
  symbol text, timeframe text, file text, sha256 text, format text, zone text, accepted text[], candles int, starts_at timestamptz, ends_at timestamptz
) returns int
language plpgsql set search_path = '' as $$
declare
  made int;
begin
  -- Blocks decisions on the instrument's minutes, and a second import that would change the kept candles.
  perform private.lock_minutes(begin_market_import.symbol);
  insert into private.market_imports (symbol, timeframe, file, sha256, format, zone, accepted, candles, starts_at, ends_at)
  values (begin_market_import.symbol, begin_market_import.timeframe, begin_market_import.file, begin_market_import.sha256,
    begin_market_import.format, begin_market_import.zone, begin_market_import.accepted, begin_market_import.candles,
    begin_market_import.starts_at, begin_market_import.ends_at)
  returning number into made;
  insert into private.market_import_before
  select made, known.symbol, known.timeframe, known.opened_at, known.open, known.high, known.low, known.close, known.spread, known.source,
    known.first_at, known.last_at
  from public.candles as known
  where known.symbol = begin_market_import.symbol
    and private.timeframe_width(known.timeframe) > private.timeframe_width(begin_market_import.timeframe)
    and known.opened_at > begin_market_import.starts_at - interval '25 hours' and known.opened_at < begin_market_import.ends_at;
  return made;
end
$$;
comment on function private.begin_market_import(text, text, text, text, text, text, text[], int, timestamptz, timestamptz) is 'Assigns an import''s number and keeps the longer candles that it may change. Call before storing its candles, in the same transaction.';

create function private.end_market_import(number int, fresh int) returns void
language sql set search_path = '' as $$
  update private.market_imports set fresh = end_market_import.fresh where number = end_market_import.number;
  delete from private.market_import_before as before using public.candles as known
  where before.import_number = end_market_import.number and known.symbol = before.symbol and known.timeframe = before.timeframe
    and known.opened_at = before.opened_at
    and (known.open, known.high, known.low, known.close, known.spread, known.first_at, known.last_at)
      is not distinct from (before.open, before.high, before.low, before.close, before.spread, before.first_at, before.last_at);
$$;
comment on function private.end_market_import(int, int) is 'Records how many candles of an import were new, and deletes kept candles that it did not change.';

create function private.resum_candles(undone private.market_imports, span text, removed timestamptz[]) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  clock public.market_sessions;
  openings timestamptz[];
begin
  select sessions.* into clock from public.instruments join public.market_sessions as sessions using (session) where symbol = undone.symbol;
  select array_agg(distinct private.candle_opening(span, at, clock.time_zone, clock.day_starts)) into openings from unnest(removed) as at;
  delete from public.candles where symbol = undone.symbol and timeframe = span and opened_at = any (openings);
  insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, spread, source, first_at, last_at)
  select undone.symbol, span, opening, (array_agg(open order by first_at))[1], max(high), min(low), (array_agg(close order by last_at desc))[1],
    (array_agg(spread order by last_at desc))[1], (array_agg(source order by last_at desc))[1], min(first_at), max(last_at)
  from (
    select opened_at as opening, open, high, low, close, spread, source, coalesce(first_at, opened_at) as first_at, coalesce(last_at, opened_at) as last_at
    from private.market_import_before
    where import_number = undone.number and timeframe = span and opened_at = any (openings)
    union all
    -- The remaining earlier data, and what a feed has added since: in the timeframes that sources supply, which never cross a day.
    select opening, part.open, part.high, part.low, part.close, part.spread, part.source,
      coalesce(part.first_at, part.opened_at), coalesce(part.last_at, part.opened_at)
    from unnest(openings) as opening join public.candles as part
      on part.symbol = undone.symbol and part.timeframe in ('M1', 'M5', 'H1')
        and private.timeframe_width(part.timeframe) < private.timeframe_width(span)
        and part.opened_at >= opening and part.opened_at < opening + least(private.timeframe_width(span) * 2, interval '25 hours')
        and private.candle_opening(span, part.opened_at, clock.time_zone, clock.day_starts) = opening
  ) as parts
  group by opening;
end
$$;
comment on function private.resum_candles(private.market_imports, text, timestamptz[]) is 'Recomputes candles of one timeframe that contained removed ones: from their version before the import and the remaining shorter ones.';

create function private.undo_market_import(number int) returns int
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  undone private.market_imports;
  decided text;
  removed timestamptz[];
  span text;
  width interval;
begin
  select * into undone from private.market_imports as imports where imports.number = undo_market_import.number for update;
  if not found then raise exception 'import_unknown' using errcode = 'PT404'; end if;
  if undone.undone_at is not null then raise exception 'import_undone_already' using errcode = 'PT409'; end if;
  perform private.lock_minutes(undone.symbol);
  select string_agg(signals.number::text, ', ' order by signals.number) into decided
  from public.signals join public.signal_states as states on states.signal_id = signals.id
  where signals.symbol = undone.symbol and signals.published_at < undone.ends_at and coalesce(states.closed_at, 'infinity') > undone.starts_at;
  if decided is not null then raise exception 'import_decided' using errcode = 'PT409', detail = decided; end if;

  with gone as (
    delete from public.candles where symbol = undone.symbol and timeframe = undone.timeframe and import_number = undone.number
      and opened_at >= undone.starts_at - interval '25 hours' and opened_at < undone.ends_at
    returning opened_at
  ) select array_agg(opened_at) into removed from gone;
  -- From the shortest to the longest, so that each is computed from correct ones.
  foreach span in array array['M5', 'M15', 'M30', 'H1', 'H4', 'D1'] loop
    width := private.timeframe_width(span);
    continue when width < private.timeframe_width(undone.timeframe);
    perform private.resum_candles(undone, span, removed);
  end loop;
  delete from private.market_import_before where import_number = undone.number;
  update private.market_imports as imports set undone_at = clock_timestamp() where imports.number = undone.number;
  return coalesce(cardinality(removed), 0);
end
$$;
comment on function private.undo_market_import(int) is 'Undoes an import: deletes its candles and recomputes the longer ones. Returns how many were deleted. Raises import_unknown, import_undone_already, import_decided (detail: numbers of the signals open in its time).';

revoke execute on function
  private.begin_market_import(text, text, text, text, text, text, text[], int, timestamptz, timestamptz), private.end_market_import(int, int),
  private.undo_market_import(int), private.resum_candles(private.market_imports, text, timestamptz[])
  from public, anon, authenticated;
