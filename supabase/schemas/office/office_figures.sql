-- The figures that staff steer by, over the last days up to now, each from stored facts and nothing else. What no table holds yet
-- (lessons, tests, payments) is not in here. Numbers about members are sums: no row of a member leaves this file.
create index premium_grants_begun on public.premium_grants (starts_at);
-- All that is counted of accounts by the time they were made is read from here, without the rows.
create index members_joined on public.members (created_at) include (user_id, confirmed_at, visited) where staff_role is null;

create function private.office_sign_ups(zone text, first_day date, last_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with unit as (select case when last_day - first_day > 120 then 'week' else 'day' end as name),
  spans as (
    select number, day::date as day, greatest(day, first_day::timestamp) at time zone zone as begins
    from unit, generate_series(date_trunc(unit.name, first_day::timestamp), last_day::timestamp, ('1 ' || unit.name)::interval)
      with ordinality as span (day, number)
  ),
  -- Which span an account falls into is looked up among their beginnings: a calendar for each account would take ten times as long.
  joined as (
    select width_bucket(created_at, (select array_agg(begins order by number) from spans)) as number, count(*) as count
    from public.members
    where created_at >= (first_day - (last_day - first_day + 1))::timestamp at time zone zone
      and created_at < (last_day + 1)::timestamp at time zone zone and staff_role is null
    group by 1
  )
  select jsonb_build_object(
    'unit', (select name from unit),
    'count', (select coalesce(sum(count), 0) from joined where number > 0),
    'before', coalesce((select count from joined where number = 0), 0),
    'series', (select jsonb_agg(jsonb_build_object('day', day, 'count', coalesce(joined.count, 0)) order by day) from spans left join joined using (number))
  )
$$;
comment on function private.office_sign_ups(text, date, date) is 'Accounts made from first_day to last_day, days of `zone`, trials and staff aside: {unit: day, or week beyond 120 days, count, before: of as many days before, series: [{day, count}]}.';

create function private.office_steps(since timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- A count for each step, so that each is planned alone: a week looks into indexes, a year passes over the tables.
  select (
    select jsonb_build_object('signed_up', count(*), 'confirmed', count(member.confirmed_at), 'visited', count(*) filter (where member.visited))
    from public.members as member where member.created_at >= since and member.staff_role is null
  ) || jsonb_build_object(
    'followed', (
      select count(*) from public.members as member where member.created_at >= since and member.staff_role is null
        and exists (select from public.signal_trades as trade where trade.user_id = member.user_id and trade.status in ('followed', 'taken'))),
    'requested', (
      select count(*) from public.members as member where member.created_at >= since and member.staff_role is null
        and (exists (select from public.qualification_requests as request where request.user_id = member.user_id)
          or exists (select from public.checkouts as bought where bought.user_id = member.user_id))),
    'premium', (
      select count(*) from public.members as member where member.created_at >= since and member.staff_role is null
        and exists (select from public.premium_grants as period where period.user_id = member.user_id and period.starts_at <= now()))
  )
$$;
comment on function private.office_steps(timestamptz) is 'Of the accounts made since, staff aside, how many have by now: confirmed an address or telephone, opened their dashboard, followed or taken a signal, asked for premium by a request or an order, had a period of premium access.';

create function private.office_signals(since timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with closed as (
    select ended_at, signal_id, realised_r, demonstration, sum(realised_r) over (order by ended_at, signal_id) as total
    from public.signal_results where ended_at >= since and realised_r is not null
  )
  select jsonb_build_object(
    'published', (select count(*) from public.signals where published_at >= since),
    'closed', count(*), 'won', count(*) filter (where realised_r > 0),
    'mean_r', round(avg(realised_r), 3), 'total_r', round(sum(realised_r), 2),
    'demonstration', coalesce(bool_or(demonstration), false),
    'series', coalesce(jsonb_agg(jsonb_build_object('at', ended_at, 'total', round(total, 2)) order by ended_at, signal_id), '[]')
  )
  from closed
$$;
comment on function private.office_signals(timestamptz) is 'Signals published and closed since: {published, closed, won, mean_r, total_r, demonstration, series: the running total in R}. Null where none was closed.';

create function private.office_publication(since timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with newest as (
    select * from public.notification_deliveries order by id desc limit 10000
  ), reached as (
    select 'app' as way, fanned_out_at - created_at as took from private.notification_facts
    where kind = 'signal_published' and fanned_out_at is not null and created_at >= since
    union all
    select newest.channel, newest.sent_at - note.created_at
    from newest join public.notifications as note on note.id = newest.notification_id
    where note.kind = 'signal_published' and note.created_at >= since and not newest.withdrawal
      and newest.channel in ('push', 'email') and newest.sent_at is not null
      -- One that was first tried later than it was made waited for the end of its member's quiet hours.
      and not (newest.attempts = 1 and newest.id < private.first_ordered_id(newest.due_at - interval '1 minute'))
  )
  select jsonb_object_agg(ways.way, (
    select jsonb_build_object('count', count(*),
      'p50', percentile_cont(0.5) within group (order by extract(epoch from took)),
      'p95', percentile_cont(0.95) within group (order by extract(epoch from took)))
    from reached where reached.way = ways.way))
  from unnest(array['app', 'push', 'email']) as ways (way)
$$;
comment on function private.office_publication(timestamptz) is 'From the publication of a signal, in seconds, since: {app: until the last member had it in the application, push and email: until the service took it, each {count, p50, p95}}; pushes and mails among the last 10 000, without those that waited for the end of quiet hours.';

create function private.office_delivery(since timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  none constant jsonb := jsonb_build_object('count', 0, 'p50', null, 'p95', null);
  webhooks jsonb := none;
  mails jsonb := none;
  latencies constant text := $sql$
    select jsonb_build_object('count', count(*),
      'p50', percentile_cont(0.5) within group (order by extract(epoch from reached - asked)),
      'p95', percentile_cont(0.95) within group (order by extract(epoch from reached - asked)))
    from (%s order by id desc limit 10000) as newest where reached is not null and asked >= $1
  $sql$;
begin
  if to_regclass('public.webhook_deliveries') is not null then
    execute format(latencies, $sql$select created_at as asked, case when state = 'delivered' then ended_at end as reached from public.webhook_deliveries$sql$)
    into webhooks using since;
  end if;
  if to_regclass('_server.mail_outbox') is not null then
    execute format(latencies, $sql$select created_at as asked, sent_at as reached from _server.mail_outbox$sql$) into mails using since;
  end if;
  return jsonb_build_object('webhooks', webhooks, 'mails', mails) || private.office_publication(since);
end
$$;
comment on function private.office_delivery(timestamptz) is 'From the fact to its arrival, in seconds, among the last 10 000 of each kind and since: {webhooks, mails: {count, p50, p95}}; a webhook arrives when its receiver says yes, a mail when the mail server takes it. With private.office_publication().';

create function private.office_queue(since timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'waiting', count(*) filter (where state = 'pending'),
    'unassigned', count(*) filter (where state = 'pending' and assignee is null),
    'oldest_since', min(waiting_since) filter (where state = 'pending'),
    'median_age', percentile_cont(0.5) within group (order by extract(epoch from now() - waiting_since)) filter (where state = 'pending'),
    'decided', count(*) filter (where state in ('approved', 'rejected') and decided_at >= since),
    'approved', count(*) filter (where state = 'approved' and decided_at >= since),
    'median_decision', percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at))
      filter (where state in ('approved', 'rejected') and decided_at >= since)
  )
  from public.qualification_requests where state = 'pending' or decided_at >= since
$$;
comment on function private.office_queue(timestamptz) is 'The requests for premium: those whose turn is the staff''s now, and those decided since. Ages in seconds.';

create function public.office_figures(days int) returns jsonb
-- Compiling the plans takes longer than running them.
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  zone text;
  today date;
  since timestamptz;
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_staff' using errcode = '42501'; end if;
  if days is null or days not between 1 and 366 then raise exception 'no_such_period' using errcode = '22023', hint = 'days'; end if;
  select time_zone into zone from public.profiles where id = auth.uid();
  today := (now() at time zone zone)::date;
  since := (today - (days - 1))::timestamp at time zone zone;
  return jsonb_build_object(
    'since', since, 'time_zone', zone,
    'sign_ups', private.office_sign_ups(zone, today - (days - 1), today),
    'steps', private.office_steps(since),
    'members', (select jsonb_build_object(
      'all', (select count(*) from public.members where staff_role is null),
      'premium', (
        select count(distinct period.user_id) from public.premium_grants as period
        where starts_at <= now() and ends_at > now() and not exists (select from public.staff where staff.user_id = period.user_id)
      ),
      -- Their first period began since; who only renews is no new one.
      'converted', (
        select count(distinct period.user_id) from public.premium_grants as period
        where starts_at between since and now()
          and not exists (select from public.premium_grants as earlier where earlier.user_id = period.user_id and earlier.starts_at < since)
      )
    )),
    'signals', private.office_signals(since),
    'delivery', private.office_delivery(since),
    'queue', private.office_queue(since)
  );
end
$$;
comment on function public.office_figures(int) is 'For staff: the figures of the last `days` days (1 to 366), today among them, days being those of the caller''s time zone: {since, time_zone, sign_ups, steps, members, signals, delivery, queue}, as the functions of each say.';

revoke execute on function
  private.office_sign_ups(text, date, date), private.office_steps(timestamptz), private.office_signals(timestamptz),
  private.office_publication(timestamptz), private.office_delivery(timestamptz), private.office_queue(timestamptz), public.office_figures(int)
from public, anon, authenticated, service_role;
grant execute on function public.office_figures(int) to authenticated;
