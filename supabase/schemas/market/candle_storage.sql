-- Storage of candles: monthly tables, one function that stores candles and one that deletes old simulated minutes. A stored
-- candle never changes; aggregates only add new data, so order and repetition do not matter.
create function private.ensure_candle_months(from_at timestamptz, until_at timestamptz) returns int
language plpgsql set search_path = '' as $$
declare
  month timestamp;
  kind text;
  made int := 0;
  place text;
begin
  if until_at - from_at > interval '30 years' then
    raise exception 'more than thirty years of candles at once' using errcode = '22023';
  end if;
  for month in select generate_series(date_trunc('month', from_at at time zone 'UTC'), until_at at time zone 'UTC', '1 month') loop
    foreach kind in array array['minutes', 'longer'] loop
      place := format('candles_%s_%s', kind, to_char(month, 'YYYY_MM'));
      continue when to_regclass(format('private.%I', place)) is not null;
      perform pg_advisory_xact_lock(hashtext('private.ensure_candle_months'));
      continue when to_regclass(format('private.%I', place)) is not null;
      -- Filled before it is attached, so that readers wait only for the attachment.
      execute format('create table private.%I (like public.candles including all)', place);
      execute format('alter table private.%I enable row level security', place);
      execute format('comment on table private.%I is %L', place, 'Candles of a month in UTC.');
      execute format(
        'with moved as (delete from private.%I where opened_at >= %L and opened_at < %L returning *) insert into private.%I select * from moved',
        format('candles_%s_other', kind), month::text || '+00', (month + interval '1 month')::text || '+00', place
      );
      execute format(
        'alter table private.%I attach partition private.%I for values from (%L) to (%L)',
        format('candles_%s', kind), place, month::text || '+00', (month + interval '1 month')::text || '+00'
      );
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$$;
comment on function private.ensure_candle_months(timestamptz, timestamptz) is 'Creates the monthly tables for [from, until] if missing. Returns how many were created.';

create function private.store_candles(
  timeframe text, source text, symbols text[], opened timestamptz[],
  opens numeric[], highs numeric[], lows numeric[], closes numeric[], spreads numeric[], import_number int default null
) returns int
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  base constant interval := private.timeframe_width(store_candles.timeframe);
  stored int;
begin
  perform private.ensure_candle_months(min(at), max(at)) from unnest(opened) as at having count(*) > 0;
  with given as (
    select given.*, case store_candles.timeframe
        when 'D1' then private.candle_opening('D1', given.opened_at, sessions.time_zone, sessions.day_starts)
        else date_bin(base, given.opened_at, '2000-01-01 00:00+00')
      end as opening
    from unnest(symbols, opened, opens, highs, lows, closes, spreads) as given(symbol, opened_at, open, high, low, close, spread)
    join public.instruments on instruments.symbol = given.symbol
    join public.market_sessions as sessions using (session)
  ), fresh as (
    insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, spread, source, first_at, last_at, import_number)
    select symbol, store_candles.timeframe, opening, open, high, low, close, spread, store_candles.source,
      case when base > interval '1 minute' then opening end, case when base > interval '1 minute' then opening + base - interval '1 minute' end,
      store_candles.import_number
    from given
    on conflict do nothing
    returning symbol, opened_at, open, high, low, close, spread, coalesce(first_at, opened_at) as first_at, coalesce(last_at, opened_at) as last_at
  ), longer as (
    select name, private.timeframe_width(name) as width from unnest(array['M5', 'M15', 'M30', 'H1', 'H4', 'D1']) as name
    where private.timeframe_width(name) > base
  ), placed as (
    -- Days always start on a quarter hour, so the opening is computed once per quarter.
    select fresh.*, days.opening as day from fresh
    join (
      select symbol, quarter, private.candle_opening('D1', quarter, sessions.time_zone, sessions.day_starts) as opening
      from (select distinct symbol, date_bin('15 minutes', opened_at, '2000-01-01 00:00+00') as quarter from fresh) as quarters
      join public.instruments using (symbol)
      join public.market_sessions as sessions using (session)
    ) as days on days.symbol = fresh.symbol and days.quarter = date_bin('15 minutes', fresh.opened_at, '2000-01-01 00:00+00')
  ), summed as (
    insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, spread, source, first_at, last_at)
    select symbol, name, case name when 'D1' then day else date_bin(width, opened_at, '2000-01-01 00:00+00') end as bucket,
      (array_agg(open order by opened_at))[1], max(high), min(low), (array_agg(close order by opened_at desc))[1],
      (array_agg(spread order by opened_at desc))[1], store_candles.source, min(first_at), max(last_at)
    from placed cross join longer
    group by symbol, name, bucket
    on conflict (symbol, timeframe, opened_at) do update set
      open = case when excluded.first_at < coalesce(candles.first_at, candles.opened_at) then excluded.open else candles.open end,
      high = greatest(candles.high, excluded.high),
      low = least(candles.low, excluded.low),
      close = case when excluded.last_at > coalesce(candles.last_at, candles.opened_at) then excluded.close else candles.close end,
      spread = case when excluded.last_at > coalesce(candles.last_at, candles.opened_at) then excluded.spread else candles.spread end,
      first_at = least(excluded.first_at, coalesce(candles.first_at, candles.opened_at)),
      last_at = greatest(excluded.last_at, coalesce(candles.last_at, candles.opened_at))
  )
  select count(*) into stored from fresh;
  return stored;
end
$$;
comment on function private.store_candles(text, text, text[], timestamptz[], numeric[], numeric[], numeric[], numeric[], numeric[], int) is 'Stores complete candles of one timeframe and aggregates new ones into all longer candles; late ones are included. Existing candles are ignored. Returns how many were new. import_number marks candles of an import, which can be undone.';

create function private.forget_simulated_minutes(before timestamptz) returns table (months int, minutes int)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  place text;
  gone int;
  -- Minutes of a signal's life are kept as long as the signal, since its record must be reproducible, and those of the
  -- following day, in which a member may exit later. A statement's minutes are copied when it is resolved, an idea's when it ends.
  forgettable constant text := $sql$
    source = 'simulated' and opened_at < $1 and not exists (
      select from public.signals join public.signal_states on signal_states.signal_id = signals.id
      where signals.symbol = candles.symbol and candles.opened_at >= signals.published_at - interval '10 minutes'
        and candles.opened_at <= coalesce(signal_states.closed_at, 'infinity') + interval '1 day'
    ) and not exists (
      select from public.statements join public.statement_terms as terms on terms.statement_id = statements.id
      where terms.symbol = candles.symbol and candles.opened_at >= statements.made_at and candles.opened_at < statements.deadline
        and not exists (select from public.statement_outcomes as outcomes where outcomes.statement_id = statements.id)
    ) and not exists (
      select from public.ideas join public.idea_terms as terms on terms.idea = ideas.id join public.idea_states as states on states.idea = ideas.id
      where terms.symbol = candles.symbol and candles.opened_at >= ideas.published_at and states.closed_at is null
    )$sql$;
  keeps boolean;
begin
  months := 0;
  minutes := 0;
  for place in
    select relname from pg_catalog.pg_inherits join pg_catalog.pg_class on pg_class.oid = inhrelid
    where inhparent = 'private.candles_minutes'::regclass and relname ~ '_[0-9]{4}_[0-9]{2}$'
      and to_date(right(relname, 7), 'YYYY_MM') + interval '1 month' <= before at time zone 'UTC'
    order by relname
  loop
    execute format('select exists (select from private.%I as candles where not (%s))', place, forgettable) into keeps using before;
    continue when keeps;
    execute format('select count(*) from private.%I', place) into gone;
    execute format('drop table private.%I', place);
    months := months + 1;
    minutes := minutes + gone;
  end loop;
  execute format($sql$delete from public.candles where timeframe = 'M1' and %s$sql$, forgettable) using before;
  get diagnostics gone = row_count;
  minutes := minutes + gone;
  return next;
end
$$;
comment on function private.forget_simulated_minutes(timestamptz) is 'Deletes simulated minutes before a time: a whole month by dropping its table if nothing in it must be kept, otherwise by row. Minutes of real markets, of signals'' lives, of unresolved statements and of open ideas are kept.';

revoke execute on function private.ensure_candle_months(timestamptz, timestamptz), private.forget_simulated_minutes(timestamptz),
  private.store_candles(text, text, text[], timestamptz[], numeric[], numeric[], numeric[], numeric[], numeric[], int)
  from public, anon, authenticated;

select private.ensure_candle_months(now() - interval '3 months', now() + interval '2 months');
