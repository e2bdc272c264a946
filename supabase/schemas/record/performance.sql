-- Performance: every figure of the record, computed from one row for each signal that ended. `signal_results` is written by
-- the event that ends a signal, in its transaction, and never again; no row of a signal that is still open exists, so no
-- figure, count, filter or order can tell anything about one. Everybody may read it: the closed record is public.
create function private.market_session(at timestamptz) returns text
language sql stable strict parallel safe set search_path = '' as $$
  select case
    when (at at time zone 'America/New_York')::time >= '08:00' and (at at time zone 'America/New_York')::time < '17:00' then 'new_york'
    when (at at time zone 'Europe/London')::time >= '08:00' and (at at time zone 'Europe/London')::time < '17:00' then 'london'
    when (at at time zone 'Asia/Tokyo')::time >= '09:00' and (at at time zone 'Asia/Tokyo')::time < '18:00' then 'asia'
    else 'between'
  end
$$;
comment on function private.market_session(timestamptz) is 'The market session a moment lies in: New York and London 8:00 to 17:00, Asia (Tokyo) 9:00 to 18:00, each in its own zone. Where two are open, the one that opened last; `between` when none is.';

create table public.signal_results (
  signal_id uuid primary key references public.signals (id),
  number bigint not null unique,
  symbol text not null,
  timeframe text not null,
  style text not null,
  tier text not null,
  direction text not null,
  author_id uuid not null,
  author_name text not null,
  state text not null check (state in ('closed', 'expired', 'cancelled')),
  reason text,
  published_at timestamptz not null,
  entered_at timestamptz,
  ended_at timestamptz not null,
  -- Of the entry: 1 is Monday, by UTC.
  weekday int check (weekday between 1 and 7),
  market_session text,
  held_seconds bigint,
  entry_price numeric,
  stop_loss numeric not null,
  exit_price numeric,
  realised_r numeric,
  demonstration boolean not null,
  check ((state = 'closed') = (realised_r is not null))
);
comment on table public.signal_results is 'One row for each signal that ended: what it was, when it was entered, what it made. A projection of signals, levels and events, written once.';
create index signal_results_in_order on public.signal_results (ended_at, signal_id);
create index signal_results_published on public.signal_results (published_at);
call private.make_append_only('public.signal_results');
alter table public.signal_results enable row level security;
create policy "everybody reads the results of ended signals" on public.signal_results for select to anon, authenticated using (true);
revoke all on public.signal_results from anon, authenticated, service_role;
grant select on public.signal_results to anon, authenticated, service_role;

create table public.signal_excursions (
  signal_id uuid primary key references public.signal_results (signal_id),
  best_r numeric not null check (best_r >= 0),
  worst_r numeric not null check (worst_r <= 0),
  minutes int not null check (minutes >= 0),
  measured_at timestamptz not null default clock_timestamp()
);
comment on table public.signal_excursions is 'How far an entered signal went before it ended: the best and the worst of its running result in R (what was realised and what was open), by the rules of trading/src/excursion.ts over so many candles. Written once by the outcome engine.';
call private.make_append_only('public.signal_excursions');
alter table public.signal_excursions enable row level security;
create policy "everybody reads the excursions of ended signals" on public.signal_excursions for select to anon, authenticated using (true);
revoke all on public.signal_excursions from anon, authenticated, service_role;
grant select on public.signal_excursions to anon, authenticated, service_role;

create function private.result_of(signal_id uuid) returns setof public.signal_results
language sql stable security definer rows 1 set search_path = '' as $$
  select signals.id, signals.number, signals.symbol, signals.timeframe, signals.style, signals.tier, levels.direction,
    signals.author_id, signals.author_name, states.state, states.close_reason, signals.published_at, entry.at, states.closed_at,
    extract(isodow from entry.at at time zone 'UTC')::int, private.market_session(entry.at),
    floor(extract(epoch from states.closed_at - entry.at))::bigint, entry.price, levels.stop_loss,
    (select event.price from public.signal_events as event where event.signal_id = signals.id and event.kind in ('stopped', 'closed')),
    states.realised_r, signals.demonstration
  from public.signals
  join public.signal_states as states on states.signal_id = signals.id and states.closed_at is not null
  join public.signal_levels as levels on levels.signal_id = signals.id
  left join public.signal_events as entry on entry.signal_id = signals.id and entry.kind = 'entered'
  where signals.id = result_of.signal_id
$$;
comment on function private.result_of(uuid) is 'What signal, levels, state and events make the result of a signal that ended; nothing before.';

create function private.keep_signal_result() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.signal_results select * from private.result_of(new.signal_id);
  return null;
end
$$;
comment on function private.keep_signal_result() is 'Writes the result of a signal in the transaction of the event that ends it.';
create trigger keep_result after insert or update on public.signal_states for each row when (new.closed_at is not null)
  execute function private.keep_signal_result();

create function private.altered_results() returns setof bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(results.number, expected.number)
  from public.signals
  cross join lateral private.result_of(signals.id) as expected
  full join public.signal_results as results on results.signal_id = expected.signal_id
  where results is distinct from expected
$$;
comment on function private.altered_results() is 'Numbers of the signals whose result is not what signal, levels, state and events make it: one that is missing, invented or changed.';
revoke execute on function private.market_session(timestamptz), private.result_of(uuid), private.keep_signal_result(), private.altered_results()
from public, anon, authenticated;
grant execute on function private.altered_results() to authenticated, service_role;

-- What is asked ----------------------------------------------------------------------------------------------------------
create function public.performance_rows(filters jsonb default '{}') returns setof public.signal_results
language plpgsql stable rows 1000 set search_path = '' as $$
declare
  unknown constant text := (
    select key from jsonb_object_keys(filters) as key
    where key not in ('days', 'from', 'to', 'symbol', 'timeframe', 'style', 'author', 'weekday', 'session', 'direction', 'tier') limit 1
  );
  days constant int := (filters ->> 'days')::int;
  since constant timestamptz := greatest((filters ->> 'from')::timestamptz, case when days is not null then now() - make_interval(days => least(greatest(days, 1), 3650)) end);
  until constant timestamptz := (filters ->> 'to')::timestamptz;
  asked_symbol constant text := filters ->> 'symbol';
  asked_timeframe constant text := filters ->> 'timeframe';
  asked_style constant text := filters ->> 'style';
  asked_author constant uuid := (filters ->> 'author')::uuid;
  asked_weekday constant int := (filters ->> 'weekday')::int;
  asked_session constant text := filters ->> 'session';
  asked_direction constant text := filters ->> 'direction';
  asked_tier constant text := filters ->> 'tier';
begin
  if unknown is not null then
    raise exception 'unknown_filter' using errcode = '22023', hint = unknown, detail = 'A record is filtered by days, from, to, symbol, timeframe, style, author, weekday, session, direction and tier.';
  end if;
  return query
    select results.* from public.signal_results as results
    where (since is null or results.published_at > since) and (until is null or results.published_at < until)
      and (asked_symbol is null or results.symbol = asked_symbol) and (asked_timeframe is null or results.timeframe = asked_timeframe)
      and (asked_style is null or results.style = asked_style) and (asked_author is null or results.author_id = asked_author)
      and (asked_weekday is null or results.weekday = asked_weekday) and (asked_session is null or results.market_session = asked_session)
      and (asked_direction is null or results.direction = asked_direction) and (asked_tier is null or results.tier = asked_tier);
end
$$;
comment on function public.performance_rows(jsonb) is 'The results that figures rest on. `filters` holds any of days (published in the last 1 to 3650), from and to (publication), symbol, timeframe, style, author, weekday (of the entry, 1 = Monday, UTC), session, direction, tier; another key is refused.';

create function private.wilson_bound(wins numeric, resolved numeric, side int) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select case when resolved > 0 then
    (wins / resolved + 1.9208 / resolved + side * 1.96 * sqrt(wins / resolved * (1 - wins / resolved) / resolved + 0.9604 / (resolved * resolved)))
    / (1 + 3.8416 / resolved)
  end
$$;
comment on function private.wilson_bound(numeric, numeric, int) is 'An end of Wilson''s 95 % interval of a share (z = 1.96): side -1 the lower, 1 the upper. Null for no results.';

create function private.spread_of_mean(resolved numeric, total numeric, squares numeric) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  -- One division and one root of what is exact: whatever else computes it so rounds a tie the same way.
  select case when resolved >= 2 then
    sqrt(greatest(0, 1.96 * 1.96 * (resolved * squares - total * total) / (resolved * resolved * (resolved - 1)))) end
$$;
comment on function private.spread_of_mean(numeric, numeric, numeric) is 'Half width of the 95 % interval of a mean by the normal approximation, 1.96 s/√n, from the count, the sum and the sum of squares; from two results on.';

create function public.performance_figures(filters jsonb default '{}') returns jsonb
language sql stable set search_path = '' as $$
  with asked as materialized (
    select signal_id, state, published_at, ended_at, held_seconds, realised_r as r, demonstration, best_r, worst_r
    from public.performance_rows(filters) left join public.signal_excursions using (signal_id)
  ), resolved as materialized (
    -- Both passes go in one order, so that the results are sorted once.
    select place, ended_at, r, published_at, held_seconds, total, greatest(0, max(total) over life) as peak, sum(turn) over life as run, best_r, worst_r,
      -- Before it, the curve stood at total - r, and its highest point so far was this one or the peak before.
      greatest(0, max(total - r) over life) - (total - r) - least(r, coalesce(worst_r, r)) as open_depth
    from (
      select signal_id, ended_at, r, published_at, held_seconds, best_r, worst_r, sum(r) over life as total, row_number() over life as place,
        case when sign(r) is distinct from lag(sign(r)) over life then 1 else 0 end as turn
      from asked where state = 'closed'
      window life as (order by ended_at, signal_id rows unbounded preceding)
    ) as totals
    window life as (order by ended_at, signal_id rows unbounded preceding)
  ), deepest as (
    select place, ended_at, peak - total as depth, peak from resolved order by peak - total desc, place limit 1
  ), runs as materialized (
    select sign(min(r)) as side, count(*) as length, min(place) as first, min(ended_at) as since, max(ended_at) as until
    from resolved where r <> 0 group by run
  ), figures as (
    select count(*) as resolved, count(*) filter (where r > 0) as wins, count(*) filter (where r < 0) as losses,
      avg(r) filter (where r > 0) as average_win, avg(r) filter (where r < 0) as average_loss,
      sum(r) filter (where r > 0) as gained, -sum(r) filter (where r < 0) as lost,
      count(best_r) as measured, avg(best_r) as average_best, avg(worst_r) as average_worst, greatest(0, max(open_depth)) as open_depth,
      avg(r) as expectancy, private.spread_of_mean(count(*), sum(r), sum(r * r)) as half_width, sum(r) as total,
      percentile_cont(0.5) within group (order by held_seconds)::numeric as held,
      min(published_at) as since, max(ended_at) as until,
      extract(epoch from max(ended_at) - min(published_at)) / 2629746 as months
    from resolved
  )
  select jsonb_build_object(
    'ended', (select count(*) from asked),
    'resolved', figures.resolved,
    'expired', (select count(*) from asked where state = 'expired'),
    'cancelled', (select count(*) from asked where state = 'cancelled'),
    'cancelled_rate', (select round(count(*) filter (where state = 'cancelled')::numeric / nullif(count(*), 0), 4)::text from asked),
    'wins', figures.wins, 'losses', figures.losses,
    'win_rate', round(figures.wins::numeric / nullif(figures.resolved, 0), 4)::text,
    'win_rate_low', round(private.wilson_bound(figures.wins, figures.resolved, -1), 4)::text,
    'win_rate_high', round(private.wilson_bound(figures.wins, figures.resolved, 1), 4)::text,
    'average_win_r', round(figures.average_win, 4)::text,
    'average_loss_r', round(figures.average_loss, 4)::text,
    'expectancy_r', round(figures.expectancy, 4)::text,
    'expectancy_half_width_r', round(figures.half_width, 4)::text,
    'profit_factor', round(coalesce(figures.gained, 0) / nullif(figures.lost, 0), 4)::text,
    'max_drawdown_r', (select round(depth, 4)::text from deepest),
    'max_drawdown_from', (select (select ended_at from resolved where resolved.place < deepest.place and resolved.total = deepest.peak order by resolved.place desc limit 1) from deepest where depth > 0),
    'max_drawdown_to', (select ended_at from deepest where depth > 0),
    'current_drawdown_r', (select round(peak - total, 4)::text from resolved order by place desc limit 1),
    'measured', figures.measured,
    'average_best_r', round(figures.average_best, 4)::text,
    'average_worst_r', round(figures.average_worst, 4)::text,
    'max_open_drawdown_r', case when figures.measured > 0 then round(figures.open_depth, 4)::text end,
    'longest_wins', coalesce((select max(length) from runs where side = 1), 0),
    'longest_wins_from', (select since from runs where side = 1 order by length desc, first limit 1),
    'longest_wins_to', (select until from runs where side = 1 order by length desc, first limit 1),
    'longest_losses', coalesce((select max(length) from runs where side = -1), 0),
    'longest_losses_from', (select since from runs where side = -1 order by length desc, first limit 1),
    'longest_losses_to', (select until from runs where side = -1 order by length desc, first limit 1),
    'median_held_seconds', round(figures.held, 1)::text,
    'total_r', round(figures.total, 4)::text,
    'r_per_month', case when figures.months * 2629746 >= 2592000 then round(figures.total / figures.months, 4)::text end,
    'sample', case when figures.resolved < 30 then 'insufficient' else 'sufficient' end,
    'since', figures.since, 'until', figures.until,
    'demonstration', coalesce((select bool_or(demonstration) from asked), false),
    'distribution', coalesce((
      select jsonb_agg(jsonb_build_object('from', round(floor, 1)::text, 'count', count) order by floor)
      from (select floor(r * 2) / 2 as floor, count(*) from resolved group by 1) as bins
    ), '[]')
  )
  from figures
$$;
comment on function public.performance_figures(jsonb) is 'Every figure in R over the results that `filters` leaves (see performance_rows): how many ended, were entered, expired and were cancelled, with the part of the cancelled in all that ended; rates with Wilson''s 95 % interval, expectancy with ± 1.96 s/√n, drawdown with its dates, runs, how far signals went before they ended (of the `measured` ones), the deepest fall with each signal at its worst, median time held, R a month (from 30 days on), the distribution in steps of half an R. Decimals are text; null where undefined; `sample` is insufficient under 30.';

create function public.performance_breakdowns(filters jsonb default '{}') returns table (
  dimension text, value text, session text, label text, resolved bigint, wins bigint, losses bigint, win_rate text, win_rate_low text, win_rate_high text,
  average_win_r text, average_loss_r text, profit_factor text, expectancy_r text, expectancy_half_width_r text, total_r text, sample text
)
language sql stable set search_path = '' as $$
  with sums as (
    select
      case
        when grouping(symbol) = 0 then 'symbol' when grouping(timeframe) = 0 then 'timeframe' when grouping(style) = 0 then 'style'
        when grouping(author_id) = 0 then 'author' when grouping(direction) = 0 then 'direction' when grouping(tier) = 0 then 'tier'
        when grouping(weekday) = 0 and grouping(market_session) = 0 then 'weekday_session' when grouping(weekday) = 0 then 'weekday' else 'session'
      end as dimension,
      coalesce(symbol, timeframe, style, author_id::text, direction, tier, weekday::text, market_session) as value,
      case when grouping(weekday) = 0 and grouping(market_session) = 0 then market_session end as session,
      case when grouping(author_id) = 0 then max(author_name) end as label,
      count(*) as resolved, count(*) filter (where realised_r > 0) as wins, count(*) filter (where realised_r < 0) as losses,
      sum(realised_r) as total, sum(realised_r * realised_r) as squares,
      coalesce(sum(realised_r) filter (where realised_r > 0), 0) as gained, coalesce(sum(realised_r) filter (where realised_r < 0), 0) as lost
    from public.performance_rows(filters)
    where state = 'closed'
    group by grouping sets (symbol, timeframe, style, author_id, direction, tier, weekday, market_session, (weekday, market_session))
  )
  select dimension, value, session, label, resolved, wins, losses,
    round(wins::numeric / resolved, 4)::text,
    round(private.wilson_bound(wins, resolved, -1), 4)::text, round(private.wilson_bound(wins, resolved, 1), 4)::text,
    round(gained / nullif(wins, 0), 4)::text, round(lost / nullif(losses, 0), 4)::text, round(gained / nullif(-lost, 0), 4)::text,
    round(total / resolved, 4)::text, round(private.spread_of_mean(resolved, total, squares), 4)::text, round(total, 4)::text,
    case when resolved < 30 then 'insufficient' else 'sufficient' end
  from sums order by dimension, value, session
$$;
comment on function public.performance_breakdowns(jsonb) is 'The figures by instrument, timeframe, style, author, direction, tier, weekday, market session, and weekday with session, over the results that `filters` leaves; `label` names an author. Decimals are text; null where undefined.';

create function public.signal_performance(days int default 90, symbol text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  with asked as (
    select jsonb_strip_nulls(jsonb_build_object('days', least(greatest(days, 1), 3650), 'symbol', symbol)) as filters
  )
  select public.performance_figures(asked.filters) || jsonb_build_object('curve', (
    select coalesce(jsonb_agg(jsonb_build_object('at', at, 'r', round(total, 4)::text) order by at, id), '[]')
    from (
      select ended_at as at, signal_id as id, sum(realised_r) over (order by ended_at, signal_id) as total
      from public.performance_rows(asked.filters) where state = 'closed'
    ) as curve
  )) || (
    select jsonb_build_object('published', count(*), 'open', count(*) filter (where states.state in ('pending', 'active')))
    from public.signals join public.signal_states as states on states.signal_id = signals.id
    where signals.published_at > now() - make_interval(days => least(greatest(signal_performance.days, 1), 3650))
      -- What a sealed signal is about is sealed too: of one instrument those alone count whose levels everybody may see.
      and (signal_performance.symbol is null or (signals.symbol = signal_performance.symbol and (signals.tier = 'freemium' or states.closed_at is not null)))
  )
  from asked
$$;
comment on function public.signal_performance(int, text) is 'The figures of the signals published in the last `days`, the curve of their running total, and how many were published and are open, as the ledger tells everybody; of one instrument without the premium signals that have not ended.';

revoke execute on function
  public.performance_rows(jsonb), public.performance_figures(jsonb), public.performance_breakdowns(jsonb), public.signal_performance(int, text),
  private.wilson_bound(numeric, numeric, int), private.spread_of_mean(numeric, numeric, numeric)
from public;
grant execute on function
  public.performance_rows(jsonb), public.performance_figures(jsonb), public.performance_breakdowns(jsonb), public.signal_performance(int, text),
  private.wilson_bound(numeric, numeric, int), private.spread_of_mean(numeric, numeric, numeric)
to anon, authenticated, service_role;
