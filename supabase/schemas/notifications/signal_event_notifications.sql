-- What happens to a signal after its publication: a fact for each event, told by the preference of its kind to whoever may
-- read the levels. No row holds a level; what they may read is said as a push or a mail leaves.
create function private.notify_of_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  about constant text := format('signal:%s:%s', new.signal_id, new.sequence);
  ends constant boolean := new.kind in ('stopped', 'closed', 'expired', 'cancelled');
begin
  insert into private.notification_facts (fact, category, kind, parameters, link, signal_id, perishable, premium_only, created_at)
  select about, private.notification_category('event_' || new.kind), 'event_' || new.kind,
    jsonb_strip_nulls(jsonb_build_object(
      'number', signals.number, 'instrument', instruments.name, 'timeframe', signals.timeframe, 'sequence', new.sequence, 'head', private.head_line(),
      -- Open to everybody from here on.
      'result', case when new.kind in ('stopped', 'closed') then trim_scale(round(states.realised_r, 2))::text end
    )),
    '/signaux?signal=' || signals.number, signals.id, not ends, signals.tier = 'premium', clock_timestamp()
  from public.signals join public.instruments using (symbol) join public.signal_states as states on states.signal_id = signals.id
  where signals.id = new.signal_id;
  perform private.enqueue('fan-out-notifications', jsonb_build_object('fact', about));
  return null;
end
$$;
comment on function private.notify_of_event() is 'Something happened to a signal: it is fanned out from here on. All but the end perishes with the signal. Grades are in the record and told to nobody; what an analyst asks is told to those who follow, and to all by what comes of it.';
create trigger notify_of_event after insert on private.signal_feed
  for each row when (new.kind not in ('published', 'graded', 'close_asked', 'cancel_asked')) execute function private.notify_of_event();
revoke execute on function private.notify_of_event() from public, anon, authenticated;
