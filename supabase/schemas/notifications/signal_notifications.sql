-- What signals give occasion to tell: a publication, to everybody who may read its levels; an alert that a member has set.
create function private.notify_of_publication() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  about constant text := format('signal:%s:published', new.signal_id);
begin
  insert into private.notification_facts (fact, category, kind, parameters, link, signal_id, perishable, premium_only, created_at)
  select about, private.notification_category('signal_published'), 'signal_published',
    jsonb_build_object('number', signals.number, 'instrument', instruments.name, 'timeframe', signals.timeframe, 'head', private.head_line()),
    '/signaux?signal=' || signals.number, signals.id, true, signals.tier = 'premium', clock_timestamp()
  from public.signals join public.instruments using (symbol) where signals.id = new.signal_id;
  perform private.enqueue('fan-out-notifications', jsonb_build_object('fact', about));
  return null;
end
$$;
comment on function private.notify_of_publication() is 'A signal was told: it is fanned out from here on. Follows the feed, so what is drawn for demonstration tells nobody.';
create trigger notify_of_publication after insert on private.signal_feed
  for each row when (new.kind = 'published') execute function private.notify_of_publication();

create function private.withdraw_with_signal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.notification_facts where signal_id = new.signal_id)
    or exists (select from public.notifications where signal_id = new.signal_id) then
    perform private.withdraw_signal(new.signal_id, new.state);
  end if;
  return null;
end
$$;
comment on function private.withdraw_with_signal() is 'With the end of a signal everything perishable that was told of it is over.';
create trigger withdraw_with_signal after update of state on public.signal_states
  for each row when (old.closed_at is null and new.closed_at is not null) execute function private.withdraw_with_signal();

create function private.notify_of_alert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_member(
    new.user_id, format('alert:%s:%s', new.alert_id, new.occasion),
    case when new.kind in ('entry', 'stop', 'target') then 'near_' || new.kind else 'signal_' || new.kind end,
    jsonb_strip_nulls(jsonb_build_object(
      'number', signals.number, 'instrument', instruments.name, 'price', private.decimal_text(new.price, instruments.digits),
      'head', private.head_line())),
    '/signaux?signal=' || signals.number, signals.id, new.kind in ('entry', 'stop', 'target'))
  from public.signals join public.instruments using (symbol) where signals.id = new.signal_id;
  return null;
end
$$;
comment on function private.notify_of_alert() is 'A rule of a member fired: they are told in the same transaction. The price is what they were entitled to when it fired.';
create trigger notify_of_alert after insert on public.signal_alerts_fired for each row execute function private.notify_of_alert();

revoke execute on function private.notify_of_publication(), private.withdraw_with_signal(), private.notify_of_alert() from public, anon, authenticated;
