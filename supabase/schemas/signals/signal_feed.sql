-- The feed of signals: everything that was told about them, numbered in the order of the commits. From it members are notified
-- and the Telegram chats told, each from the place they have come to; open pages hear it on the topics of their tier.
create table private.signal_feed (
  -- Without a hole and in the order of the commits: a number that can be seen has none before it that may still appear.
  number bigint primary key,
  signal_id uuid not null references public.signals (id),
  sequence int not null check (sequence > 0),
  kind text not null,
  at timestamptz not null,
  unique (signal_id, sequence)
);
comment on table private.signal_feed is 'What was told about signals, in order.';
call private.make_append_only('private.signal_feed');
alter table private.signal_feed enable row level security;
revoke all on private.signal_feed from anon, authenticated, service_role;

create function private.signal_message(entry private.signal_feed, everything boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kind', entry.kind, 'signal_id', entry.signal_id, 'signal', private.signal_json(entry.signal_id, whole),
    -- Whoever hears of a signal hears how far the chain had come: what is said of the past later must begin with it.
    'ledger', private.head_line()
  ) || case when whole then jsonb_build_object('sequence', entry.sequence, 'at', entry.at) else '{}' end
  from (select everything or private.levels_are_open(entry.signal_id) as whole) as told
$$;
comment on function private.signal_message(private.signal_feed, boolean) is 'An entry as it is told: whole, or what everybody may know, with the signal and the chain as they stand now.';

create function private.broadcast_signal(signal_id uuid, kind text, sequence int, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry private.signal_feed;
begin
  -- The ledger's lock: numbers follow the order of the commits, and whoever appends to both takes one lock, not two.
  perform private.lock_ledger();
  insert into private.signal_feed (number, signal_id, sequence, kind, at)
  select coalesce(max(number), 0) + 1, broadcast_signal.signal_id, broadcast_signal.sequence, broadcast_signal.kind, broadcast_signal.at
  from private.signal_feed
  returning * into entry;
  perform private.tell_topic('signals:premium', 'signal', private.signal_message(entry, true));
  -- Between its publication and its end nothing of a premium signal is told to others, not even that there was something.
  if kind = 'published' or private.levels_are_open(signal_id) then
    perform private.tell_topic('signals:freemium', 'signal', private.signal_message(entry, false));
  end if;
end
$$;
comment on function private.broadcast_signal(uuid, text, int, timestamptz) is 'Enters the event into the feed and tells each class of members what it may know, on its own topic.';

revoke execute on function private.signal_message(private.signal_feed, boolean), private.broadcast_signal(uuid, text, int, timestamptz)
from public, anon, authenticated;
