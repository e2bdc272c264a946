-- Notifications: one fact is told to a member once. What concerns a few is written in the fact's own transaction; what
-- concerns many is a row of `notification_facts`, which the worker fans out in batches. Each mail and each push is a row of
-- `notification_deliveries`: the queue that survives whoever works on it.
create table public.notifications (
  id uuid primary key default private.ordered_id(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  fact text not null check (length(fact) between 1 and 200),
  category text not null check (category = 'account' or category = any (private.notification_categories())),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- Of a publication and of what followed never a level: who loses the right to read them keeps the row.
  parameters jsonb not null default '{}' check (jsonb_typeof(parameters) = 'object'),
  link text not null check (link ~ '^/[^/\\]'),
  in_app boolean not null,
  signal_id uuid references public.signals (id),
  -- Worth something only while its signal is open.
  perishable boolean not null default false check (not perishable or signal_id is not null),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_for text check (length(withdrawn_for) <= 40),
  unique (user_id, fact),
  check ((withdrawn_at is null) = (withdrawn_for is null))
);
comment on table public.notifications is 'What each member was told, once for each fact. parameters fill the words of its kind; withdrawn_for says why it no longer holds.';
create index notifications_shown on public.notifications (user_id, id desc) where in_app;
create index notifications_unread on public.notifications (user_id) where in_app and read_at is null and withdrawn_at is null;
create index notifications_perishable on public.notifications (signal_id, id) where perishable and withdrawn_at is null;
create index notifications_of_signal on public.notifications (signal_id, user_id);

create table private.notification_facts (
  fact text primary key,
  category text not null,
  kind text not null,
  parameters jsonb not null default '{}',
  link text not null,
  signal_id uuid references public.signals (id),
  perishable boolean not null default false,
  premium_only boolean not null default false,
  -- A mail with words of its own goes out with the fact: none is made of the notification.
  own_mail boolean not null default false,
  created_at timestamptz not null default now(),
  -- Members are gone through in the order of their ids.
  reached uuid not null default '00000000-0000-0000-0000-000000000000',
  fanned_out_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_for text
);
comment on table private.notification_facts is 'Facts that many are told, and up to which member that has been done.';
create index notification_facts_waiting on private.notification_facts (created_at) where fanned_out_at is null;
create index notification_facts_of_signal on private.notification_facts (signal_id);
alter table private.notification_facts enable row level security;

create table public.notification_deliveries (
  id uuid primary key default private.ordered_id(),
  notification_id uuid not null references public.notifications (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  channel text not null check (channel in ('email', 'digest', 'push')),
  device_id bigint references public.push_devices (id) on delete cascade,
  -- A push that takes another one's place: it is too late.
  withdrawal boolean not null default false check (not withdrawal or channel = 'push'),
  due_at timestamptz not null,
  attempts int not null default 0,
  last_error text,
  sent_at timestamptz,
  dropped_at timestamptz,
  dropped_for text,
  unique nulls not distinct (notification_id, device_id, withdrawal),
  check ((channel = 'push') = (device_id is not null)),
  check (sent_at is null or dropped_at is null)
);
comment on table public.notification_deliveries is 'Each mail and each push of a notification: when it is due, and what came of it. sent_at is set once; dropped_for says why it was not sent.';
create index notification_deliveries_due on public.notification_deliveries (channel, due_at, id) where sent_at is null and dropped_at is null;
create index notification_deliveries_of_member on public.notification_deliveries (user_id);
create index notification_deliveries_of_device on public.notification_deliveries (device_id);

-- Telling --------------------------------------------------------------------------------------------------------------
create function private.tell_members(members uuid[], told private.notification_facts) returns int
language plpgsql security definer set search_path = '' as $$
declare
  fresh uuid[];
begin
  -- One statement: the mails and pushes come of the rows in hand, however many the tables hold.
  with written as (
    insert into public.notifications (user_id, fact, category, kind, parameters, link, in_app, signal_id, perishable, created_at)
    select member, told.fact, told.category, told.kind, told.parameters, told.link,
      told.category = 'account' or told.category = any (wants.in_app), told.signal_id, told.perishable, told.created_at
    from unnest(members) as member join public.notification_preferences as wants on wants.user_id = member
    on conflict (user_id, fact) do nothing
    returning id, user_id
  ), wanted as materialized (
    select written.id, written.user_id, wants, profile.time_zone
    from written
    join public.notification_preferences as wants using (user_id)
    join public.profiles as profile on profile.id = written.user_id
  ), mailed as (
    insert into public.notification_deliveries (notification_id, user_id, channel, due_at)
    select wanted.id, wanted.user_id, case when told.category = any ((wants).digest) then 'digest' else 'email' end,
      case when told.category = any ((wants).digest) then private.next_digest(clock_timestamp(), time_zone, (wants).digest_hour)
        else private.disturb_from(told.category, time_zone, wants) end
    from wanted join auth.users as account on account.id = wanted.user_id
    where told.own_mail is not true
      and (told.category = 'account' or told.category = any ((wants).email) or told.category = any ((wants).digest))
      and account.email <> '' and account.email_confirmed_at is not null and account.deleted_at is null
  ), pushed as (
    insert into public.notification_deliveries (notification_id, user_id, channel, device_id, due_at)
    select wanted.id, wanted.user_id, 'push', device.id, private.disturb_from(told.category, time_zone, wants)
    from wanted join public.push_devices as device using (user_id)
    where told.category = 'account' or told.category = any ((wants).push)
  )
  select coalesce(array_agg(id), '{}') into fresh from written;

  perform private.tell_topics(
    array_agg('member:' || note.user_id), 'notification',
    array_agg(to_jsonb(note) - '{user_id,fact,in_app,signal_id,perishable}'::text[] || '{"unread": 1}'))
  from unnest(fresh) as id join public.notifications as note using (id) where note.in_app;
  return cardinality(fresh);
end
$$;
comment on function private.tell_members(uuid[], private.notification_facts) is 'Writes the notifications of a fact for some members, with the mails and pushes that each wants, and tells open pages. Who was told already is passed over. Returns how many were new.';

create function private.disturb_from(category text, zone text, wants public.notification_preferences) returns timestamptz
language sql stable set search_path = '' as $$
  select case when category = 'account' or (category like 'signal%' and wants.signals_pierce) then clock_timestamp()
    else private.after_quiet(clock_timestamp(), zone, wants.quiet_from, wants.quiet_to) end
$$;
comment on function private.disturb_from(text, text, public.notification_preferences) is 'When a member may be disturbed by a category: now, or when their quiet hours end.';

create function private.notify_member(
  member uuid, fact text, kind text, parameters jsonb, link text, signal_id uuid default null, perishable boolean default false,
  own_mail boolean default false
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  told private.notification_facts;
begin
  told := jsonb_populate_record(null::private.notification_facts, jsonb_build_object(
    'fact', fact, 'category', private.notification_category(kind), 'kind', kind, 'parameters', parameters, 'link', link,
    'signal_id', signal_id, 'perishable', perishable, 'own_mail', own_mail, 'created_at', clock_timestamp()));
  if private.tell_members(array[member], told) = 0 then return false; end if;
  perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications');
  return true;
end
$$;
comment on function private.notify_member(uuid, text, text, jsonb, text, uuid, boolean, boolean) is 'Tells one member a fact of a declared kind, in the fact''s own transaction. False when they were told before.';

create function private.fan_out(fact text, most int) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  told private.notification_facts;
  members uuid[];
begin
  select * into told from private.notification_facts where notification_facts.fact = fan_out.fact for update;
  if told.fanned_out_at is not null or told.withdrawn_at is not null then return false; end if;
  -- Who may know is decided now: access that ended since the fact tells nothing more.
  select array_agg(id order by id) into members from (
    select wants.user_id as id from public.notification_preferences as wants
    where wants.user_id > told.reached
      -- Through the view: called for each of thousands, the function would cost as much as the telling.
      and (not told.premium_only or exists (select from private.premium_members as premium where premium.user_id = wants.user_id)
        or (told.category = 'signal_end' and exists (
          -- Whoever was told of the beginning is told of the end, which is open to everybody.
          select from public.notifications as begun where begun.user_id = wants.user_id and begun.fact = format('signal:%s:published', told.signal_id)
        )))
      -- Whoever asked to hear of this signal is told by their own alert.
      and not (told.kind like 'event\_%' and told.category <> 'signal_notes' and exists (
        select from public.signal_alerts as alert
        where alert.user_id = wants.user_id and alert.signal_id = told.signal_id and alert.kind = 'events'
          and alert.after_sequence < (told.parameters ->> 'sequence')::int
      ))
    order by wants.user_id limit most
  ) as batch;
  if members is not null then perform private.tell_members(members, told); end if;
  update private.notification_facts set
    reached = coalesce(members[cardinality(members)], reached),
    fanned_out_at = case when coalesce(cardinality(members), 0) < most then clock_timestamp() end
  where notification_facts.fact = fan_out.fact;
  perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications');
  return coalesce(cardinality(members), 0) = most;
end
$$;
comment on function private.fan_out(text, int) is 'For the worker: tells the next members of a fact, in one transaction. True while there may be more.';

-- Withdrawing ----------------------------------------------------------------------------------------------------------
create function private.withdraw_notifications(signal uuid, reason text, most int) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  gone uuid[];
begin
  with withdrawn as (
    update public.notifications set withdrawn_at = clock_timestamp(), withdrawn_for = reason
    where id in (
      select id from public.notifications where signal_id = signal and perishable and withdrawn_at is null and (kind = 'signal_published' or reason <> 'too_late')
      order by id limit most for update
    )
    returning id
  )
  select coalesce(array_agg(id), '{}') into gone from withdrawn;
  update public.notification_deliveries set dropped_at = clock_timestamp(), dropped_for = 'withdrawn'
  where notification_id = any (gone) and sent_at is null and dropped_at is null;
  -- What a screen shows is replaced, silently; what was read has done its work.
  insert into public.notification_deliveries (notification_id, user_id, channel, device_id, withdrawal, due_at)
  select sent.notification_id, sent.user_id, 'push', sent.device_id, true, clock_timestamp()
  from public.notification_deliveries as sent join public.notifications as note on note.id = sent.notification_id
  where sent.notification_id = any (gone) and sent.channel = 'push' and sent.sent_at is not null and note.read_at is null
  on conflict do nothing;
  perform private.tell_topics(
    array_agg('member:' || note.user_id), 'withdrawn',
    array_agg(jsonb_build_object(
      'notification', note.id, 'withdrawn_at', note.withdrawn_at, 'withdrawn_for', reason, 'unread', case when note.read_at is null then -1 else 0 end)))
  from public.notifications as note where note.id = any (gone) and note.in_app;
  perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications');
  return cardinality(gone) = most;
end
$$;
comment on function private.withdraw_notifications(uuid, text, int) is 'For the worker: takes back what perished with a signal: what waits is not sent, what was shown says so. True while there may be more.';

create function private.withdraw_signal(signal uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.notification_facts set withdrawn_at = clock_timestamp(), withdrawn_for = reason
  where signal_id = signal and perishable and withdrawn_at is null and (kind = 'signal_published' or reason <> 'too_late');
  perform private.enqueue('withdraw-notifications', jsonb_build_object('signal', signal, 'reason', reason));
end
$$;
comment on function private.withdraw_signal(uuid, text) is 'From this transaction on nothing perishable about a signal is sent; the worker takes back what was.';

-- Delivering -----------------------------------------------------------------------------------------------------------
create function private.claim_deliveries(of_channel text, most int, at timestamptz)
returns table (
  id uuid, notification_id uuid, user_id uuid, stale text, withdrawal boolean, attempts int, category text, kind text, parameters jsonb, link text,
  created_at timestamptz, language text, time_zone text, name text, email text, unsubscribe text,
  device_id bigint, endpoint text, p256dh text, auth text, levels jsonb, withdrawn_for text
)
language sql security definer set search_path = '' as $$
  with claimed as materialized (
    select delivery.* from public.notification_deliveries as delivery
    where delivery.channel = of_channel and delivery.sent_at is null and delivery.dropped_at is null and delivery.due_at <= claim_deliveries.at
    order by delivery.due_at, delivery.id limit most for update skip locked
  )
  select claimed.id, note.id, note.user_id,
    case
      -- Pushes of one signal take one another's place on a screen: an older one must not come after a newer.
      when of_channel = 'push' and note.fact like 'signal:%' and exists (
        select from public.notifications as newer
        join public.notification_deliveries as later on later.notification_id = newer.id and later.device_id = claimed.device_id and not later.withdrawal
        where newer.signal_id = note.signal_id and newer.user_id = note.user_id and newer.fact like 'signal:%' and newer.created_at > note.created_at
          and later.dropped_at is null and (later.sent_at is not null or later.due_at <= claim_deliveries.at)
      ) then 'replaced'
      when claimed.withdrawal then null
      when note.withdrawn_at is not null or fact.withdrawn_at is not null then 'withdrawn'
      when note.perishable and states.state not in ('pending', 'active') then 'signal_ended'
      when note.perishable and not reads then 'not_entitled'
      when note.category <> 'account' and not note.category = any (
        case of_channel when 'push' then wants.push when 'email' then wants.email else wants.digest end) then 'not_wanted'
      when of_channel <> 'push' and (account.email is null or account.deleted_at is not null) then 'no_address'
      when of_channel <> 'push' and note.read_at is not null then 'already_read'
    end,
    claimed.withdrawal, claimed.attempts, note.category, note.kind, note.parameters, note.link, note.created_at,
    profile.locale, profile.time_zone, profile.first_name, account.email,
    case when of_channel <> 'push' and note.category <> 'account' then private.unsubscribe_token(note.user_id, case of_channel when 'digest' then 'digest' else note.category end) end,
    device.id, device.endpoint, device.p256dh, device.auth,
    case when reads and not claimed.withdrawal and note.kind = 'signal_published' then jsonb_build_object(
      'direction', levels.direction, 'entry_low', private.decimal_text(levels.entry_low, instruments.digits),
      'entry_high', private.decimal_text(levels.entry_high, instruments.digits), 'stop_loss', private.decimal_text(levels.stop_loss, instruments.digits)
    ) when reads and not claimed.withdrawal and note.kind like 'event\_%' then (
      select jsonb_build_object('price', private.decimal_text(event.price, instruments.digits), 'note', case when event.kind = 'note' then left(event.data ->> 'text', 300) end)
      from public.signal_events as event where event.signal_id = note.signal_id and event.sequence = (note.parameters ->> 'sequence')::int
    ) end,
    note.withdrawn_for
  from claimed
  join public.notifications as note on note.id = claimed.notification_id
  join public.notification_preferences as wants on wants.user_id = note.user_id
  join public.profiles as profile on profile.id = note.user_id
  join auth.users as account on account.id = note.user_id
  left join public.push_devices as device on device.id = claimed.device_id
  left join private.notification_facts as fact on fact.fact = note.fact
  left join public.signals on signals.id = note.signal_id
  left join public.instruments on instruments.symbol = signals.symbol
  left join public.signal_states as states on states.signal_id = note.signal_id
  left join public.signal_levels as levels on levels.signal_id = note.signal_id
  cross join lateral (select coalesce(
    signals.tier = 'freemium' or states.state in ('closed', 'expired', 'cancelled') or private.is_premium(note.user_id), false) as reads) as entitled
  order by claimed.id
$$;
comment on function private.claim_deliveries(text, int, timestamptz) is 'For the worker: locks the next due deliveries of a channel until its transaction ends, with all that sending them takes. stale says why one must not be sent any more. Levels are there for who may read them now.';

create function private.record_deliveries(results jsonb) returns void
language sql security definer set search_path = '' as $$
  with result as materialized (
    select * from jsonb_to_recordset(results) as result (id uuid, sent_at timestamptz, dropped_for text, due_at timestamptz, error text, device_gone boolean)
  ), noted as (
    update public.notification_deliveries as delivery set
      attempts = delivery.attempts + case when result.dropped_for is null or result.error is not null then 1 else 0 end,
      sent_at = result.sent_at, last_error = left(result.error, 500),
      dropped_for = case when result.sent_at is null then result.dropped_for end,
      dropped_at = case when result.sent_at is null and result.dropped_for is not null then clock_timestamp() end,
      due_at = coalesce(result.due_at, delivery.due_at)
    from result where delivery.id = result.id
    returning delivery.device_id, delivery.sent_at, delivery.last_error, result.device_gone
  ), locked as materialized (
    -- In one order: two workers may have pushes to the same devices in hand.
    select id from public.push_devices where id in (select device_id from noted) order by id for update
  ), reached as (
    update public.push_devices as device set
      last_reached_at = coalesce(noted.sent_at, device.last_reached_at), last_error = left(noted.last_error, 200)
    from noted join locked on locked.id = noted.device_id
    where device.id = noted.device_id and noted.device_gone is not true
      and (noted.last_error is distinct from device.last_error or device.last_reached_at is null or device.last_reached_at < noted.sent_at - interval '1 minute')
  )
  delete from public.push_devices using noted join locked on locked.id = noted.device_id where push_devices.id = noted.device_id and noted.device_gone
$$;
comment on function private.record_deliveries(jsonb) is 'For the worker: what came of the deliveries it claimed, in the transaction that holds them. A device that its push service no longer knows goes, and its deliveries with it.';

-- Reading --------------------------------------------------------------------------------------------------------------
create function public.read_notifications(ids uuid[] default null, unread boolean default false) returns int
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := case when not unread then now() end;
  marked uuid[];
  still_hold int;
begin
  with changed as (
    -- Rows are locked by id, as a withdrawal locks them, so that neither waits for the other in a ring.
    update public.notifications set read_at = moment
    where id in (
      select id from public.notifications
      where user_id = (select auth.uid()) and in_app and (ids is null or id = any (ids)) and (read_at is null) <> unread
      order by id for update
    )
    returning id, withdrawn_at
  )
  select coalesce(array_agg(id), '{}'), count(*) filter (where withdrawn_at is null) into marked, still_hold from changed;
  if marked <> '{}' then
    perform private.tell_topic('member:' || auth.uid(), 'read', jsonb_build_object(
      'notifications', case when ids is not null then marked end, 'read_at', moment, 'unread', case when unread then still_hold else -still_hold end));
  end if;
  return cardinality(marked);
end
$$;
comment on function public.read_notifications(uuid[], boolean) is 'Marks notifications of the caller as read, or as unread again; all of them where none is named. Returns how many changed. Their other pages are told.';

create function public.unread_notifications() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('count', count(*), 'number', private.topic_head('member:' || (select auth.uid())))
  from public.notifications
  where user_id = (select auth.uid()) and in_app and read_at is null and withdrawn_at is null
$$;
comment on function public.unread_notifications() is 'How many of the caller''s notifications are unread and still hold, and the number of the last message that is counted: {count, number}. Each later one says in `unread` by how much the count changes.';

create function public.test_push_device(device_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  note uuid;
begin
  if not exists (select from public.push_devices where id = device_id and user_id = auth.uid()) then
    raise exception 'device_not_found' using errcode = '42501';
  end if;
  -- One test in ten seconds: the fact is the device and the time.
  insert into public.notifications (user_id, fact, category, kind, link, in_app)
  values (auth.uid(), format('push_test:%s:%s', device_id, floor(extract(epoch from now()) / 10)), 'account', 'push_test', '/mon-compte?onglet=notifications', false)
  on conflict do nothing returning id into note;
  if note is null then return false; end if;
  insert into public.notification_deliveries (notification_id, user_id, channel, device_id, due_at)
  values (note, auth.uid(), 'push', device_id, now());
  perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications');
  return true;
end
$$;
comment on function public.test_push_device(bigint) is 'Sends a push to one device of the caller, at most one in ten seconds: false when that is asked for sooner.';

alter table public.notifications enable row level security;
create policy "members read their own notifications" on public.notifications for select to authenticated
  using ((select auth.uid()) = user_id and in_app);
alter table public.notification_deliveries enable row level security;
create policy "members see what was sent to them, admins see all" on public.notification_deliveries for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');
revoke all on public.notifications, public.notification_deliveries from anon, authenticated, service_role;
grant select on public.notifications, public.notification_deliveries to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.tell_members(uuid[], private.notification_facts), private.disturb_from(text, text, public.notification_preferences),
  private.notify_member(uuid, text, text, jsonb, text, uuid, boolean, boolean), private.fan_out(text, int),
  private.withdraw_notifications(uuid, text, int), private.withdraw_signal(uuid, text),
  private.claim_deliveries(text, int, timestamptz), private.record_deliveries(jsonb)
from public, anon, authenticated;
revoke execute on function public.read_notifications(uuid[], boolean), public.unread_notifications(), public.test_push_device(bigint) from public, anon, service_role;
grant execute on function public.read_notifications(uuid[], boolean), public.unread_notifications(), public.test_push_device(bigint) to authenticated;
