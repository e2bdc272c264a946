-- Performance: figures over the signals that ended, computed from their states, never stored by hand. Only ended signals
-- count, so no figure tells anything about a signal that is still open. Everybody may read them: the home page shows them.
create function public.signal_performance(days int default 90, symbol text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  with period as (
    select signals.id, states.state, states.closed_at, states.realised_r as r, signals.demonstration
    from public.signals join public.signal_states as states on states.signal_id = signals.id
    where signals.published_at > now() - make_interval(days => least(greatest(days, 1), 3650))
      and (signal_performance.symbol is null or signals.symbol = signal_performance.symbol)
  ), resolved as (
    select r, closed_at, id from period where state = 'closed' and r is not null
  ), figures as (
    select count(*) as resolved, count(*) filter (where r > 0) as wins, count(*) filter (where r < 0) as losses,
      avg(r) filter (where r > 0) as average_win, avg(r) filter (where r < 0) as average_loss,
      sum(r) filter (where r > 0) as gained, -sum(r) filter (where r < 0) as lost,
      avg(r) as expectancy, stddev_samp(r) as deviation, sum(r) as total
    from resolved
  ), curve as (
    select closed_at, id, sum(r) over (order by closed_at, id) as total from resolved
  ), peaks as (
    select closed_at, id, total, greatest(0, max(total) over (order by closed_at, id)) as peak from curve
  ), falls as (
    select min(total - peak) as deepest, (array_agg(total - peak order by closed_at desc, id desc))[1] as current from peaks
  )
  select jsonb_build_object(
    'published', (select count(*) from period),
    'resolved', figures.resolved,
    'expired', (select count(*) from period where state in ('expired', 'cancelled')),
    'open', (select count(*) from period where state in ('pending', 'active')),
    'wins', figures.wins, 'losses', figures.losses,
    'win_rate', round(figures.wins::numeric / nullif(figures.resolved, 0), 4)::text,
    'average_win_r', round(figures.average_win, 4)::text,
    'average_loss_r', round(figures.average_loss, 4)::text,
    'expectancy_r', round(figures.expectancy, 4)::text,
    'expectancy_half_width_r', case when figures.resolved >= 2 then round(1.96 * figures.deviation / sqrt(figures.resolved::numeric), 4)::text end,
    'profit_factor', round(coalesce(figures.gained, 0) / nullif(figures.lost, 0), 4)::text,
    'max_drawdown_r', round(-falls.deepest, 4)::text,
    'current_drawdown_r', round(-falls.current, 4)::text,
    'total_r', round(figures.total, 4)::text,
    'demonstration', coalesce((select bool_or(demonstration) from period), false),
    'curve', coalesce((select jsonb_agg(jsonb_build_object('at', closed_at, 'r', round(total, 4)::text) order by closed_at, id) from curve), '[]')
  )
  from figures, falls
$$;
comment on function public.signal_performance(int, text) is 'Figures in R over the signals published in the last `days` that were entered and closed: win rate, expectancy with its 95 % half width (1.96 s/√n), profit factor, drawdown of the curve, and the curve. Decimals are text; null where undefined.';
revoke execute on function public.signal_performance(int, text) from public;
grant execute on function public.signal_performance(int, text) to anon, authenticated, service_role;
