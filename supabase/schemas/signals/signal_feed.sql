-- The feed of signals: everything that was told about them, numbered in the order of the commits. A member whose connection
-- was cut asks for what came after the last number they saw, however long ago that was, and misses nothing.
create table private.signal_feed (
  -- Without a hole and in the order of the commits: a number that can be seen has none before it that may still appear.
  number bigint primary key,
  -- Its number among what everybody may hear, null for what only premium members hear: one numbering for both would count for
  -- the others what they may not know of.
  open_number bigint unique,
  signal_id uuid not null references public.signals (id),
  sequence int not null check (sequence > 0),
  kind text not null,
  at timestamptz not null,
  unique (signal_id, sequence)
);
comment on table private.signal_feed is 'What was told on the channels of signals, in order, numbered for each of them. What each entry tells whom, public.signals_since() says.';
call private.make_append_only('private.signal_feed');
alter table private.signal_feed enable row level security;
revoke all on private.signal_feed from anon, authenticated, service_role;

create function private.signal_message(entry private.signal_feed, everything boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', number, 'previous', nullif(number - 1, 0), 'kind', entry.kind, 'signal_id', entry.signal_id, 'signal', private.signal_json(entry.signal_id, whole)
  ) || case when whole then jsonb_build_object('sequence', entry.sequence, 'at', entry.at) else '{}' end
  from (select case when everything then entry.number else entry.open_number end as number, everything or private.levels_are_open(entry.signal_id) as whole) as told
$$;
comment on function private.signal_message(private.signal_feed, boolean) is 'An entry as it is told: whole, or what everybody may know, with the signal as it stands now. `previous` is the number before it on the same channel.';

create function private.broadcast_signal(signal_id uuid, kind text, sequence int, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry private.signal_feed;
  -- Between its publication and its end nothing of a premium signal is told to others, not even that there was something.
  for_everybody constant boolean := kind = 'published' or private.levels_are_open(signal_id);
  -- Whoever hears of a signal hears how far the chain had come: what is said of the past later must begin with it.
  ledger constant jsonb := jsonb_build_object('ledger', private.head_line());
begin
  -- The ledger's lock: numbers follow the order of the commits, and whoever appends to both takes one lock, not two.
  perform private.lock_ledger();
  insert into private.signal_feed (number, open_number, signal_id, sequence, kind, at)
  select coalesce(max(number), 0) + 1, case when for_everybody then coalesce(max(open_number), 0) + 1 end,
    broadcast_signal.signal_id, broadcast_signal.sequence, broadcast_signal.kind, broadcast_signal.at
  from private.signal_feed
  returning * into entry;
  perform realtime.send(private.signal_message(entry, true) || ledger, 'signal', 'signals:premium', true);
  if for_everybody then perform realtime.send(private.signal_message(entry, false) || ledger, 'signal', 'signals:freemium', true); end if;
end
$$;
comment on function private.broadcast_signal(uuid, text, int, timestamptz) is 'Enters the event into the feed and tells each class of members what it may know, on its own channel.';

create function public.signals_since(after bigint default null, most int default 200, channel text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  everything constant boolean := coalesce(channel, public.current_tier()) = 'premium';
  most constant int := least(greatest(signals_since.most, 1), 500);
  entries private.signal_feed[];
  head bigint;
begin
  if everything then
    -- Numbers of one channel mean nothing on the other: who lost the right to theirs is told so, and begins anew.
    if public.current_tier() <> 'premium' then raise exception 'not_allowed' using errcode = '42501'; end if;
    entries := array(select feed from private.signal_feed as feed where number > after order by number limit most);
    head := (select max(number) from private.signal_feed);
  else
    entries := array(select feed from private.signal_feed as feed where open_number > after order by open_number limit most);
    head := (select max(open_number) from private.signal_feed);
  end if;
  return jsonb_build_object('head', coalesce(head, 0), 'messages', coalesce((
    select jsonb_agg(private.signal_message(entry, everything) order by (entry).number) from unnest(entries) as entry
  ), '[]'));
end
$$;
comment on function public.signals_since(bigint, int, text) is 'What a channel of signals told after a number, in order, at most 500 entries at once: {head, messages}. Without a number the head alone. The channel, premium or freemium, is that of the caller''s tier unless it is named; premium is refused to who is not.';

revoke execute on function private.signal_message(private.signal_feed, boolean), private.broadcast_signal(uuid, text, int, timestamptz)
from public, anon, authenticated;
revoke execute on function public.signals_since(bigint, int, text) from public, anon, service_role;
grant execute on function public.signals_since(bigint, int, text) to authenticated;
