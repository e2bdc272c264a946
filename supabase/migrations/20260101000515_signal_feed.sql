-- The feed of signals: everything that was told about them, numbered in the order of the commits. A member whose connection
-- was cut asks for what came after the last number they saw, however long ago that was, and misses nothing.
create table private.signal_feed (
  -- The ledger's sequence: whoever appends holds its lock until the commit, so a number that can be seen has none before it
  -- that may still appear.
  number bigint primary key,
  -- By which a listener sees that something between two messages did not reach them.
  previous bigint,
  signal_id uuid not null references public.signals (id),
  sequence int not null check (sequence > 0),
  kind text not null,
  at timestamptz not null,
  unique (signal_id, sequence)
);
comment on table private.signal_feed is 'What was told on the channels of signals, in order. What each entry tells whom, public.signals_since() says.';
call private.make_append_only('private.signal_feed');
alter table private.signal_feed enable row level security;
revoke all on private.signal_feed from anon, authenticated, service_role;

create function private.signal_message(entry private.signal_feed, everything boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when everything or private.levels_are_open(entry.signal_id) then jsonb_build_object(
      'number', entry.number, 'previous', entry.previous, 'kind', entry.kind, 'signal_id', entry.signal_id, 'sequence', entry.sequence, 'at', entry.at,
      'signal', private.signal_json(entry.signal_id, true)
    )
    -- What happened to a signal that is not open yet is not told either: only that it is there and in which state.
    else jsonb_build_object(
      'number', entry.number, 'previous', entry.previous, 'kind', case when entry.kind = 'published' then 'published' else 'changed' end,
      'signal_id', entry.signal_id, 'signal', private.signal_json(entry.signal_id, false)
    )
  end
$$;
comment on function private.signal_message(private.signal_feed, boolean) is 'An entry as it is told: whole, or what everybody may know, with the signal as it stands now.';

create function private.broadcast_signal(signal_id uuid, kind text, sequence int, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry private.signal_feed;
begin
  insert into private.signal_feed (number, previous, signal_id, sequence, kind, at)
  select max(ledger.sequence), (select max(number) from private.signal_feed), broadcast_signal.signal_id, broadcast_signal.sequence, broadcast_signal.kind, broadcast_signal.at
  from public.ledger where ledger.signal_id = broadcast_signal.signal_id
  returning * into entry;
  perform realtime.send(private.signal_message(entry, true), 'signal', 'signals:premium', true);
  perform realtime.send(private.signal_message(entry, false), 'signal', 'signals:freemium', true);
end
$$;
comment on function private.broadcast_signal(uuid, text, int, timestamptz) is 'Enters the event into the feed and tells each class of members what it may know, on its own channel.';

create function public.signals_since(after bigint default null, most int default 200) returns jsonb
language sql stable security definer set search_path = '' as $$
  with entries as (
    select feed as entry from private.signal_feed as feed
    where feed.number > signals_since.after
    order by feed.number limit least(greatest(most, 1), 500)
  )
  select jsonb_build_object(
    'head', coalesce((select max(number) from private.signal_feed), 0),
    'messages', coalesce(
      (select jsonb_agg(private.signal_message(entry, public.current_tier() = 'premium') order by (entry).number) from entries), '[]'
    )
  )
$$;
comment on function public.signals_since(bigint, int) is 'What the caller''s channel told after a number, in order, at most 500 entries at once: {head, messages}. Without a number the head alone.';

revoke execute on function private.signal_message(private.signal_feed, boolean), private.broadcast_signal(uuid, text, int, timestamptz)
from public, anon, authenticated;
revoke execute on function public.signals_since(bigint, int) from public, anon, service_role;
grant execute on function public.signals_since(bigint, int) to authenticated;
