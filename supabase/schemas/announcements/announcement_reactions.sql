-- How prices reacted, measured from our own candles an hour after a release and kept: minutes leave the database sooner than this. A move is
-- signed, in pips of the instrument, from the open of the minute of the release to the close of the fifth, fifteenth and sixtieth minute.
create table public.announcement_reactions (
  announcement uuid not null references public.announcements (id),
  symbol text not null references public.instruments (symbol),
  minutes int not null check (minutes in (5, 15, 60)),
  move numeric not null,
  -- The candle that the move ends with.
  candle_source text not null,
  measured_at timestamptz not null,
  primary key (announcement, symbol, minutes)
);
comment on table public.announcement_reactions is 'Moves after releases, in pips from the open of the minute of the release. Rows are added, never changed.';
create index announcement_reactions_of_symbol on public.announcement_reactions (symbol);
call private.make_append_only('public.announcement_reactions');

create function private.measure_reactions(moment timestamptz default clock_timestamp(), most int default 200) returns int
language plpgsql security definer set search_path = '' as $$
declare
  measured int;
begin
  with due as (
    -- Five minutes begin and end as their minutes do, and are kept longer.
    select held.id, held.starts_at, symbol.symbol, span.frame, span.width
    from public.announcements as held join public.indicators as known on known.slug = held.indicator, unnest(known.symbols) as symbol (symbol),
      lateral (select case when extract(minute from held.starts_at)::int % 5 = 0 then 'M5' else 'M1' end as frame, case when extract(minute from held.starts_at)::int % 5 = 0 then 5 else 1 end as width) as span
    where held.actual is not null and held.precision = 'exact' and held.listed and held.starts_at <= moment - interval '66 minutes'
      and held.starts_at = date_trunc('minute', held.starts_at)
      and not exists (select from public.announcement_reactions as measured where measured.announcement = held.id and measured.symbol = symbol.symbol and measured.minutes = 60)
      and exists (select from public.candles where candles.symbol = symbol.symbol and timeframe = span.frame and opened_at = held.starts_at + interval '60 minutes' - make_interval(mins => span.width))
    order by held.starts_at desc limit most
  )
  insert into public.announcement_reactions
  select due.id, due.symbol, after.minutes, trim_scale(round((last.close - first.open) / instruments.pip_size, 1)), last.source, moment
  from due join public.instruments on instruments.symbol = due.symbol
    join public.candles as first on first.symbol = due.symbol and first.timeframe = due.frame and first.opened_at = due.starts_at and coalesce(first.first_at, first.opened_at) = due.starts_at,
    (values (5), (15), (60)) as after (minutes), lateral (
      select candles.close, candles.source from public.candles
      where candles.symbol = due.symbol and candles.timeframe = due.frame and candles.opened_at = due.starts_at + make_interval(mins => after.minutes - due.width)
        -- The candle's last minute was there.
        and coalesce(candles.last_at, candles.opened_at + make_interval(mins => due.width - 1)) = due.starts_at + make_interval(mins => after.minutes - 1)
    ) as last
  on conflict do nothing;
  get diagnostics measured = row_count;
  return measured;
end
$$;
comment on function private.measure_reactions(timestamptz, int) is 'For the worker: measures the releases that are an hour old and have candles. A minute without a candle is not measured. Returns how many moves were kept.';

create function public.indicator_reaction(indicator text, symbol text, distance numeric default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return (
    with moves as (
      select reaction.minutes, reaction.move, held.starts_at, held.sample,
        case sign(public.surprise_of(held.actual, held.forecast)) when 1 then 'above' when 0 then 'in_line' when -1 then 'below' end as surprise
      from private.indicator_releases(indicator_reaction.indicator, null) as held
      join public.announcement_reactions as reaction on reaction.announcement = held.id and reaction.symbol = indicator_reaction.symbol
    )
    select jsonb_build_object(
      'n', count(*) filter (where minutes = 60), 'since', min(starts_at), 'sample', coalesce(bool_or(moves.sample), false),
      -- How often the move went as far as that, on its side.
      'beyond', case when distance is not null then (
        select jsonb_agg(jsonb_build_object('minutes', span, 'n', (select count(*) from moves where minutes = span),
          'beyond', (select count(*) from moves where minutes = span and case when distance < 0 then move <= distance else move >= distance end)) order by span)
        from unnest(array[5, 15, 60]) as span) end,
      'rows', (
        select coalesce(jsonb_agg(to_jsonb(one) order by one.surprise, one.minutes), '[]')
        from (
          select surprise, minutes, count(*)::int as n, trim_scale(round(percentile_cont(0.5) within group (order by move)::numeric, 1))::text as median,
            trim_scale(round(percentile_cont(0.1) within group (order by move)::numeric, 1))::text as p10, trim_scale(round(percentile_cont(0.9) within group (order by move)::numeric, 1))::text as p90,
            trim_scale(round(percentile_cont(0.9) within group (order by abs(move))::numeric, 1))::text as size_p90
          from moves where surprise is not null group by surprise, minutes
        ) as one))
    from moves);
end
$$;
comment on function public.indicator_reaction(text, text, numeric) is 'How an instrument moved after releases of an indicator, for members: {n, since, sample, rows: [{surprise: above|in_line|below, minutes, n, median, p10, p90, size_p90}], beyond}. In pips, signed; with a distance, how often the move reached it.';

create function public.indicator_signals(indicator text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return (
    with through as (
      select result.*, held.starts_at, result.ended_at <= held.starts_at + interval '60 minutes' as within_the_hour
      from private.indicator_releases(indicator_signals.indicator, null) as held
      join public.indicators as known on known.slug = held.indicator
      join public.instruments on known.currency in (instruments.base_currency, instruments.quote_currency)
      join public.signal_results as result on result.symbol = instruments.symbol and result.entered_at < held.starts_at and result.ended_at > held.starts_at and result.state = 'closed'
      where held.precision = 'exact'
    )
    select jsonb_build_object('n', count(*), 'stopped', count(*) filter (where within_the_hour and reason = 'stop'), 'ended', count(*) filter (where within_the_hour),
      'mean_r', trim_scale(round(avg(realised_r), 2))::text, 'won', count(*) filter (where realised_r > 0),
      'signals', coalesce((select jsonb_agg(jsonb_build_object('number', number, 'id', signal_id, 'symbol', symbol, 'direction', direction, 'released_at', starts_at, 'ended_at', ended_at, 'reason', reason,
        'realised_r', trim_scale(realised_r)::text) order by starts_at desc) from (select * from through order by starts_at desc limit 12) as newest), '[]'))
    from through);
end
$$;
comment on function public.indicator_signals(text) is 'What closed signals that were open through releases of an indicator made, for members: {n, stopped (within the hour), ended (within the hour), won, mean_r, signals (the last twelve)}. All of them, never the winners alone.';

alter table public.announcement_reactions enable row level security;
create policy "members read measured reactions" on public.announcement_reactions for select to authenticated using (true);
revoke all on public.announcement_reactions from anon, authenticated, service_role;
grant select on public.announcement_reactions to authenticated;
revoke execute on function private.measure_reactions(timestamptz, int) from public, anon, authenticated, service_role;
grant execute on function private.measure_reactions(timestamptz, int) to service_role;
revoke execute on function public.indicator_reaction(text, text, numeric), public.indicator_signals(text) from public, anon, service_role;
grant execute on function public.indicator_reaction(text, text, numeric), public.indicator_signals(text) to authenticated;
