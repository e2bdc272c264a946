-- Every minute that a signal was decided on, from its publication to its end, kept as it ends and bound into the chain by the
-- ending entry: a touch that was passed over, or a minute that is another today, is found by whoever decides the signal again.
-- A part is a day in UTC, its lines account for each of its minutes: `14:03 open high low close spread`; of a stretch without
-- prices `14:05-14:09 no_trade`, `no_data` (docs/decisions/027), `closed` or `missing`, which no record should hold; and within
-- `no_data` the longer bars that stood in, `14:10/5 open high low close spread`.
create table public.signal_minutes (
  signal_id uuid not null references public.signals (id),
  day date not null,
  lines int not null check (lines > 0),
  minutes text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (signal_id, day)
);
comment on table public.signal_minutes is 'What ended signals were decided on, a row for each day, minutes joined by line feeds; sha256 is of day, line feed, minutes and stands in the ledger. No row is of a signal that is open.';
call private.make_append_only('public.signal_minutes');
alter table public.signal_minutes enable row level security;
create policy "everybody reads what ended signals were decided on" on public.signal_minutes for select to anon, authenticated using (true);
revoke all on public.signal_minutes from anon, authenticated, service_role;
grant select on public.signal_minutes to anon, authenticated, service_role;

create function private.minutes_decided_on(symbol text, from_at timestamptz, until_at timestamptz)
returns table (day date, lines int, minutes text)
language sql stable set search_path = '' set timezone = 'UTC' as $$
  with asked as (
    select sessions.* from public.instruments join public.market_sessions as sessions using (session)
    where instruments.symbol = minutes_decided_on.symbol
  ), marked as materialized (
    select minute, candles.open, candles.high, candles.low, candles.close, candles.spread, case
      when gaps.reason is not null then gaps.reason
      when not exists (
        select from public.market_hours as hours
        where hours.session = asked.session and week.minute_of >= hours.opens and week.minute_of < hours.closes
      ) or exists (
        select from public.market_closures as closures
        where closures.session = asked.session and minute >= closures.starts_at and minute < closures.ends_at
      ) then 'closed'
      when candles.symbol is null then 'missing'
    end as mark
    from asked cross join generate_series(
      date_trunc('minute', from_at) + case when from_at > date_trunc('minute', from_at) then interval '1 minute' else interval '0' end,
      until_at - interval '1 microsecond', interval '1 minute'
    ) as minute
    cross join lateral (
      select (extract(isodow from local)::int - 1) * 1440 + extract(hour from local)::int * 60 + extract(minute from local)::int as minute_of
      from (select minute at time zone asked.time_zone as local) as clock
    ) as week
    left join public.candles on candles.symbol = minutes_decided_on.symbol and candles.timeframe = 'M1' and candles.opened_at = minute
    left join public.market_gaps as gaps on gaps.symbol = minutes_decided_on.symbol and minute >= gaps.gap_from and minute < gaps.gap_until
  ), stretches as (
    select min(minute) as since, max(minute) as last, mark
    from (
      select minute, mark, minute - row_number() over (partition by minute::date, mark order by minute) * interval '1 minute' as island
      from marked where mark is not null
    ) as placed
    group by minute::date, mark, island
  ), written as (
    select minute as at, 1 as place, to_char(minute, 'HH24:MI ') || concat_ws(' ', open, high, low, close, spread) as line
    from marked where mark is null
    union all
    -- A stretch that reaches midnight ends at 24:00, of the day that it is in.
    select since, 0, to_char(since, 'HH24:MI-') || case when last::time = '23:59' then '24:00' else to_char(last + interval '1 minute', 'HH24:MI') end || ' ' || mark
    from stretches
    union all
    select opened_at, 1, to_char(opened_at, 'HH24:MI/') || concat_ws(' ', bar ->> 'minutes', bar ->> 'open', bar ->> 'high', bar ->> 'low', bar ->> 'close', bar ->> 'spread')
    from public.market_gaps as gaps, jsonb_array_elements(gaps.bars) as bar, lateral (select (bar ->> 'opened_at')::timestamptz as opened_at) as begun
    where gaps.symbol = minutes_decided_on.symbol and gaps.gap_until > from_at and gaps.gap_from < until_at and opened_at >= from_at and opened_at + (bar ->> 'minutes')::int * interval '1 minute' <= until_at
  )
  select at::date, count(*)::int, string_agg(line, E'\n' order by at, place) from written group by at::date
$$;
comment on function private.minutes_decided_on(text, timestamptz, timestamptz) is 'What the outcome engine is given of an instrument''s minutes in [from, until), by day: the rules 12 to 14 of trading/src/outcome.ts, as knownMarket() reads them.';

create function private.keep_signal_minutes(signal public.signals, until_at timestamptz) returns jsonb
language sql set search_path = '' as $$
  with kept as (
    insert into public.signal_minutes (signal_id, day, lines, minutes, sha256)
    select (signal).id, day, lines, minutes, private.sha256_hex(day::text || E'\n' || minutes)
    -- The engine counts in milliseconds: what is published within the half of one after a minute begins has that minute.
    from private.minutes_decided_on((signal).symbol, date_trunc('milliseconds', (signal).published_at + interval '500 microseconds'), until_at)
    returning day, lines, sha256
  )
  select coalesce(jsonb_agg(jsonb_build_object('day', day::text, 'lines', lines, 'sha256', sha256) order by day), '[]') from kept
$$;
comment on function private.keep_signal_minutes(public.signals, timestamptz) is 'Keeps the minutes of a signal that ends, up to a moment. Returns what the ending entry says of them: [{day, lines, sha256}].';

revoke execute on function private.minutes_decided_on(text, timestamptz, timestamptz), private.keep_signal_minutes(public.signals, timestamptz)
from public, anon, authenticated;
