-- Figures of support, all from the events of tickets: public ones that anybody computes again from public.support_answer_times(), and the report
-- for staff.
-- Of 50,000 tickets it reads those of the last days alone: by index, unless most of the table is asked for.
create function public.support_answer_times(days int default 30) returns table (opened_at timestamptz, answered_at timestamptz, business_seconds bigint, promised_seconds bigint)
language sql stable security definer set search_path = '' set random_page_cost = '1.1' as $$
  with answers as (
    -- No ticket is answered before it was opened.
    select distinct on (event.ticket) event.ticket, event.at, event.data
    from public.ticket_events as event where event.kind = 'answered' and event.at > now() - make_interval(days => least(greatest(days, 1), 365)) order by event.ticket, event.at
  )
  -- Minutes and no number: a time must not lead to a person.
  select date_trunc('minute', opened.at), date_trunc('minute', answered.at),
    coalesce((answered.data ->> 'seconds')::bigint, 0), (kept.promise ->> 'answer_minutes')::bigint * 60
  from public.ticket_events as opened join public.tickets as kept on kept.id = opened.ticket left join answers as answered on answered.ticket = opened.ticket
  where opened.kind = 'opened' and opened.at > now() - make_interval(days => least(greatest(days, 1), 365)) and kept.merged_into is null
    and (answered.at is not null or kept.answer_due_at < now() and kept.state in ('new', 'open'))
  order by opened.at
$$;
comment on function public.support_answer_times(int) is 'For everybody: each ticket that was opened in the last days and was answered, or should have been: to the minute, with the business seconds until its first answer and those that were promised. Medians and percentiles of public.support_figures() are made of these rows.';

create function private.solution_times(tickets uuid[]) returns table (ticket uuid, seconds bigint)
language sql stable security definer set search_path = '' set random_page_cost = '1.1' as $$
  with solved as materialized (
    select kept.id, kept.opened_at, kept.solved_at, kept.paused, (kept.opened_at at time zone 'Europe/Paris')::date as first, (kept.solved_at at time zone 'Europe/Paris')::date as last
    from public.tickets as kept where kept.id = any (solution_times.tickets) and kept.solved_at is not null
  ), days as materialized (
    select open.* from (select min(first) as first, max(last) as last from solved) as reach, private.support_windows(reach.first, reach.last) as open
  )
  -- As private.business_time(), with the days counted once for all: what was open before the last moment without what was open before the first.
  select solved.id, floor(extract(epoch from greatest(
      last.before + greatest(least(solved.solved_at, last.closes) - last.opens, '0') - first.before - greatest(least(solved.opened_at, first.closes) - first.opens, '0'), '0')
    - solved.paused))::bigint
  from solved join days as first on first.day = solved.first join days as last on last.day = solved.last
$$;
comment on function private.solution_times(uuid[]) is 'Business seconds until each of these tickets was solved, without its pauses; a ticket that is not solved has no row.';

create function public.support_figures(days int default 30) returns jsonb
language sql stable security definer set search_path = '' as $$
  with answers as materialized (select * from public.support_answer_times(days)),
  solved as materialized (select * from private.solution_times(array(
    select kept.id from public.tickets as kept where kept.solved_at > now() - make_interval(days => least(greatest(days, 1), 365)) and kept.merged_into is null)))
  select jsonb_build_object(
    'days', least(greatest(days, 1), 365), 'answered', count(answered_at), 'promised', count(*), 'kept', count(*) filter (where answered_at is not null and business_seconds <= promised_seconds),
    'median_seconds', percentile_disc(0.5) within group (order by business_seconds) filter (where answered_at is not null),
    'p90_seconds', percentile_disc(0.9) within group (order by business_seconds) filter (where answered_at is not null),
    'worst_seconds', max(business_seconds) filter (where answered_at is not null), 'worst_at', (select opened_at from answers where answered_at is not null order by business_seconds desc, opened_at limit 1),
    'solved', (select count(*) from solved), 'solve_median_seconds', (select percentile_disc(0.5) within group (order by seconds) from solved),
    'satisfaction', (select jsonb_build_object('average', round(avg(satisfaction), 1)::text, 'rated', count(satisfaction)) from public.tickets where rated_at > now() - make_interval(days => least(greatest(days, 1), 365))),
    'promises', (select jsonb_agg(to_jsonb(promised) order by promised.solve_minutes desc) from public.support_promises as promised),
    'mediator', (select nullif(mediator, '') from private.seller), 'mail', (select address from private.support_mail_setting),
    'demonstration', exists (select from public.tickets where demonstration))
  from answers
$$;
comment on function public.support_figures(int) is 'For everybody: first answers of the last days: {answered, promised, kept, median_seconds, p90_seconds (the values at 50 and 90 % of the sorted list), worst_seconds, worst_at, solved, solve_median_seconds, satisfaction {average, rated}, promises, mediator, mail (null: no mail comes in), demonstration}, in business seconds.';

create function public.support_report(since timestamptz, until timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if since is null or until is null or until <= since or until > since + interval '400 days' then raise exception 'time_wrong' using errcode = '22023', hint = 'since'; end if;
  return (
    with opened as materialized (
      select kept.id, kept.topic, kept.channel, kept.language, kept.opened_at, kept.first_answered_at, kept.answer_due_at, kept.solved_at, kept.solve_due_at, kept.paused, kept.reopened, kept.satisfaction,
        (select (data ->> 'seconds')::bigint from public.ticket_events as event where event.ticket = kept.id and event.kind = 'answered' order by event.at limit 1) as answer_seconds
      from public.tickets as kept where kept.opened_at >= since and kept.opened_at < until and kept.merged_into is null
    ), solved as materialized (
      select times.seconds, opened.solved_at <= opened.solve_due_at as kept from private.solution_times(array(select id from opened)) as times join opened on opened.id = times.ticket
    )
    select jsonb_build_object(
      'volume', count(*), 'answered', count(first_answered_at), 'answers_kept', count(*) filter (where first_answered_at <= answer_due_at),
      'answer_median_seconds', percentile_disc(0.5) within group (order by answer_seconds) filter (where answer_seconds is not null),
      'answer_p90_seconds', percentile_disc(0.9) within group (order by answer_seconds) filter (where answer_seconds is not null),
      'solved', count(solved_at), 'solutions_kept', (select count(*) filter (where solved.kept) from solved),
      'solve_median_seconds', (select percentile_disc(0.5) within group (order by seconds) from solved), 'solve_p90_seconds', (select percentile_disc(0.9) within group (order by seconds) from solved),
      'reopened', count(*) filter (where reopened > 0), 'reopen_rate', round(count(*) filter (where reopened > 0)::numeric / nullif(count(*) filter (where solved_at is not null or reopened > 0), 0), 4)::text,
      'backlog', (select count(*) from public.tickets where state in ('new', 'open', 'pending', 'on_hold')),
      'satisfaction', jsonb_build_object('average', round(avg(satisfaction), 2)::text, 'rated', count(satisfaction),
        'scores', (select jsonb_object_agg(score, (select count(*) from opened where satisfaction = score)) from generate_series(1, 5) as score)),
      'topics', (select coalesce(jsonb_agg(jsonb_build_object('topic', topic, 'volume', volume, 'answer_median_seconds', median) order by volume desc, topic), '[]')
        from (select topic, count(*) as volume, percentile_disc(0.5) within group (order by answer_seconds) filter (where answer_seconds is not null) as median from opened group by topic) as by_topic),
      'days', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'volume', volume) order by day), '[]') from (select private.paris_day(opened_at) as day, count(*) as volume from opened group by 1) as by_day))
    from opened);
end
$$;
comment on function public.support_report(timestamptz, timestamptz) is 'For staff: tickets opened in a time: volume, first answers and solutions with median, P90 and kept promises (business seconds), reopen rate, backlog of now, satisfaction, by topic and by day in Paris.';
revoke execute on function private.solution_times(uuid[]) from public, anon, authenticated, service_role;
revoke execute on function public.support_answer_times(int), public.support_figures(int) from public, service_role;
grant execute on function public.support_answer_times(int), public.support_figures(int) to anon, authenticated;
revoke execute on function public.support_report(timestamptz, timestamptz) from public, anon, service_role;
grant execute on function public.support_report(timestamptz, timestamptz) to authenticated;
