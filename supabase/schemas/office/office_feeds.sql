-- What staff see of the feeds: each class with its source and state, which minutes of the last hour are missing, what was refused of it
-- in the last day, and which minutes the outcomes wait for or passed over.
create function private.missing_minutes(of_class text, until_at timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with minutes as (
    select minute from generate_series(until_at - interval '1 hour', until_at - interval '1 minute', interval '1 minute') as minute
  ), known as materialized (
    select candles.symbol, candles.opened_at from public.candles join public.instruments using (symbol)
    where instruments.class = of_class and candles.timeframe = 'M1' and candles.opened_at >= until_at - interval '1 hour' and candles.opened_at < until_at
  ), opened as materialized (
    select sessions.session, minutes.minute
    from minutes, (select session, min(symbol) as symbol from public.instruments where class = of_class group by session) as sessions
    where public.market_is_open(sessions.symbol, minutes.minute)
  )
  select jsonb_agg(counted.missing order by counted.minute) from (
    select minutes.minute, count(due.symbol) filter (where known.symbol is null) as missing
    from minutes
    left join (opened join public.instruments as due on due.session = opened.session and due.class = of_class) on opened.minute = minutes.minute
    left join known on known.symbol = due.symbol and known.opened_at = minutes.minute
    group by minutes.minute
  ) as counted
$$;
comment on function private.missing_minutes(text, timestamptz) is 'For each of the sixty minutes before a whole minute, the oldest first, of how many instruments of a class it is missing; a minute in which a market is closed is not.';

create function public.office_feeds() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_staff' using errcode = '42501'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'class', feeds.class, 'source', feeds.source, 'state', feeds.state, 'reason', feeds.reason, 'since', feeds.since,
      'last_bar_at', feeds.last_bar_at, 'last_quote_at', feeds.last_quote_at, 'seen_at', feeds.seen_at,
      'instruments', (select count(*) from public.instruments where instruments.class = feeds.class),
      -- The minute that has just ended may still be on its way.
      'missing', private.missing_minutes(feeds.class, date_trunc('minute', now()) - interval '1 minute'),
      'refused', (
        select coalesce(jsonb_agg(jsonb_build_object('symbol', symbol, 'reason', reason, 'times', times, 'last_at', last_at) order by times desc, symbol, reason), '[]')
        from (
          select refused.symbol, refused.reason, sum(refused.times) as times, max(refused.refused_at) as last_at
          from private.refused_market_data as refused join public.instruments using (symbol)
          where instruments.class = feeds.class and refused.refused_at > now() - interval '1 day'
          group by refused.symbol, refused.reason
        ) as counted
      ),
      'waits', (
        select coalesce(jsonb_agg(jsonb_build_object('symbol', waits.symbol, 'from', waits.gap_from, 'until', waits.gap_until, 'noticed_at', waits.noticed_at) order by waits.noticed_at, waits.symbol), '[]')
        from public.market_waits as waits join public.instruments using (symbol) where instruments.class = feeds.class
      ),
      'passed_over', (
        select coalesce(sum(extract(epoch from gaps.gap_until - gaps.gap_from) / 60), 0)::int
        from public.market_gaps as gaps join public.instruments using (symbol)
        where instruments.class = feeds.class and gaps.reason = 'no_data' and gaps.recorded_at > now() - interval '1 day'
      )
    ) order by array_position(array['forex', 'metal', 'index', 'crypto'], feeds.class)), '[]')
    from public.market_feeds as feeds
  );
end
$$;
comment on function public.office_feeds() is 'For staff: each class of instruments with its feed, of how many of its instruments each minute of the last hour is missing, what was refused in the last 24 hours (by instrument and reason, with how often), the missing minutes that outcomes wait for, and how many minutes were passed over as without data.';
revoke execute on function private.missing_minutes(text, timestamptz), public.office_feeds() from public, anon, authenticated, service_role;
grant execute on function public.office_feeds() to authenticated;
