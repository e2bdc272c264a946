-- How long what members were told is kept (decision 037): a notification for ninety days, one about the account that was never
-- read for a year, none less long than its signal is open; what came of its mails and pushes for thirty days. `trim-notifications`
-- asks daily, in batches: the ids are ordered by time, so the oldest are found by the primary key.
create function private.first_ordered_id(moment timestamptz) returns uuid
language sql immutable parallel safe set search_path = '' as $$
  select (encode(substring(int8send(floor(extract(epoch from moment) * 1000)::bigint) from 3), 'hex') || repeat('0', 20))::uuid
$$;
comment on function private.first_ordered_id(timestamptz) is 'Sorts before every ordered_id() that was made at a moment or later, to a millisecond, and behind all that were made before.';

create function private.trim_deliveries(moment timestamptz, most int) returns int
language sql security definer set search_path = '' as $$
  with gone as (
    delete from public.notification_deliveries where id in (
      select id from public.notification_deliveries
      where id < private.first_ordered_id(moment - interval '30 days') order by id limit most
    )
    returning 1
  )
  select count(*)::int from gone
$$;
comment on function private.trim_deliveries(timestamptz, int) is 'For the worker: removes mails and pushes that are thirty days old, sent or not. Returns how many; fewer than `most`, and there are no more.';

create function private.trim_notifications(moment timestamptz, after uuid, most int, out last uuid, out gone int)
language sql security definer set search_path = '' as $$
  with looked as materialized (
    select id from public.notifications
    where id > after and id < private.first_ordered_id(moment - interval '90 days') order by id limit most
  ), deleted as (
    delete from public.notifications as note using looked
    where note.id = looked.id
      and (note.category <> 'account' or note.read_at is not null or note.id < private.first_ordered_id(moment - interval '1 year'))
      -- Whoever was told of a signal's beginning is told of its end.
      and not exists (select from public.signal_states as states where states.signal_id = note.signal_id and states.closed_at is null)
    returning 1
  )
  select (select id from looked order by id desc limit 1), (select count(*)::int from deleted)
$$;
comment on function private.trim_notifications(timestamptz, uuid, int) is 'For the worker: looks at the next `most` notifications behind one that are ninety days old, and removes those whose time is over. Returns the last it looked at, null where there was none, and how many are gone.';

revoke execute on function private.first_ordered_id(timestamptz), private.trim_deliveries(timestamptz, int),
  private.trim_notifications(timestamptz, uuid, int) from public, anon, authenticated;
