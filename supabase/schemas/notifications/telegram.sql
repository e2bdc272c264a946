-- The Telegram channel: the operator's two chats, told from the feed of signals, each in its order and from a place of its own.
-- The premium chat is told the levels. The free one is told free signals, that a premium one is there, and how it ended,
-- opened. Which chats there are, the deployment says; this knows no token and no address.
create table private.telegram_chats (
  chat text primary key check (chat in ('premium', 'free')),
  configured boolean not null default false,
  language text not null default 'fr' check (language = any (private.languages())),
  -- Up to which number of the feed the chat was told, or had nothing to be told.
  told_to bigint not null default 0,
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text check (length(last_error) <= 300),
  last_sent_at timestamptz
);
comment on table private.telegram_chats is 'What the two chats are told up to. A chat is locked while it is told, so that each entry reaches it once and in order.';
insert into private.telegram_chats (chat) values ('premium'), ('free');

create table private.telegram_posts (
  chat text not null references private.telegram_chats (chat),
  number bigint not null references private.signal_feed (number),
  -- As Telegram numbers it in the chat.
  message_id bigint,
  passed_for text check (passed_for in ('signal_ended', 'too_old', 'refused')),
  at timestamptz not null default clock_timestamp(),
  primary key (chat, number),
  check ((message_id is null) <> (passed_for is null))
);
comment on table private.telegram_posts is 'What each chat was told, or why it was not: signal_ended and too_old are no longer true, refused is what Telegram would not take.';
create index telegram_posts_of_entry on private.telegram_posts (number);
call private.make_append_only('private.telegram_posts');
alter table private.telegram_chats enable row level security;
alter table private.telegram_posts enable row level security;
revoke all on private.telegram_chats, private.telegram_posts from anon, authenticated, service_role;

create function private.keep_telegram(languages jsonb) returns void
language sql security definer set search_path = '' as $$
  update private.telegram_chats as kept set
    configured = languages ? kept.chat,
    language = coalesce(languages ->> kept.chat, kept.language),
    attempts = 0, next_try_at = now(), last_error = null,
    -- A chat begins with what comes; what was told before it was there is nobody's news.
    told_to = case when kept.configured then kept.told_to else greatest(kept.told_to, coalesce((select max(number) from private.signal_feed), 0)) end
$$;
comment on function private.keep_telegram(jsonb) is 'For the worker, at its start: the chats that are configured and the language of each, {"premium": "fr"}.';

create function private.next_telegram_post(of_chat text, at timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept private.telegram_chats;
  entry record;
begin
  select * into kept from private.telegram_chats where chat = of_chat and configured and next_try_at <= at for update skip locked;
  if not found then return null; end if;
  for entry in
    select feed.number, feed.kind, feed.sequence, feed.signal_id, feed.at as happened_at, signals.tier, states.state in ('closed', 'expired', 'cancelled') as ended,
      feed.kind in ('stopped', 'closed', 'expired', 'cancelled') as ends
    from private.signal_feed as feed
    join public.signals on signals.id = feed.signal_id join public.signal_states as states on states.signal_id = feed.signal_id
    where feed.number > kept.told_to order by feed.number
  loop
    if entry.kind in ('graded', 'close_asked', 'cancel_asked') or not (of_chat = 'premium' or entry.tier = 'freemium' or entry.kind = 'published' or entry.ends) then
      -- Nothing for this chat.
      null;
    elsif entry.happened_at < at - interval '24 hours' or (entry.ended and not entry.ends) then
      insert into private.telegram_posts (chat, number, passed_for)
      values (of_chat, entry.number, case when entry.ended and not entry.ends then 'signal_ended' else 'too_old' end);
    else
      return private.telegram_facts(of_chat, entry.signal_id, entry.kind, entry.sequence)
        || jsonb_build_object('entry', entry.number, 'language', kept.language, 'attempts', kept.attempts);
    end if;
    update private.telegram_chats set told_to = entry.number where chat = of_chat;
  end loop;
  return null;
end
$$;
comment on function private.next_telegram_post(text, timestamptz) is 'For the worker: what a chat is told next, its row locked until the transaction ends; null where there is nothing, or it is not its time. What is no longer true is passed over: a signal that ended is told by its end alone.';

create function private.telegram_facts(of_chat text, of_signal uuid, kind text, of_sequence int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kind', telegram_facts.kind, 'number', signals.number, 'instrument', instruments.name, 'timeframe', signals.timeframe, 'head', private.head_line(),
    'result', case when telegram_facts.kind in ('stopped', 'closed') then trim_scale(round(states.realised_r, 2))::text end
  ) || case when of_chat = 'premium' or private.levels_are_open(of_signal) then jsonb_build_object(
    'price', private.decimal_text(event.price, digits),
    'note', case when event.kind = 'note' then event.data ->> 'text' end,
    'levels', jsonb_build_object(
      'direction', levels.direction, 'entry_low', private.decimal_text(levels.entry_low, digits),
      'entry_high', private.decimal_text(levels.entry_high, digits), 'stop_loss', private.decimal_text(levels.stop_loss, digits)
    ),
    'targets', (
      select jsonb_agg(jsonb_build_object('price', private.decimal_text(target.price, digits), 'share', trim_scale(target.share)::text) order by target.position)
      from public.signal_targets as target where target.signal_id = of_signal
    )
  ) else '{}' end
  from public.signals
  join public.instruments using (symbol)
  join public.signal_states as states on states.signal_id = signals.id
  join public.signal_levels as levels on levels.signal_id = signals.id
  left join public.signal_events as event on event.signal_id = signals.id and event.sequence = of_sequence
  where signals.id = of_signal
$$;
comment on function private.telegram_facts(text, uuid, text, int) is 'What a chat is told of an event. The free one is given no level of a signal that is not open to everybody.';

create function private.settle_telegram_post(of_chat text, entry bigint, message_id bigint, passed_for text, error text, retry_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if message_id is null and passed_for is null then
    update private.telegram_chats set attempts = attempts + 1, next_try_at = retry_at, last_error = left(error, 300) where chat = of_chat;
    return;
  end if;
  insert into private.telegram_posts (chat, number, message_id, passed_for) values (of_chat, entry, message_id, passed_for);
  update private.telegram_chats set
    told_to = entry, attempts = 0, last_error = left(error, 300),
    last_sent_at = case when message_id is null then last_sent_at else clock_timestamp() end
  where chat = of_chat;
end
$$;
comment on function private.settle_telegram_post(text, bigint, bigint, text, text, timestamptz) is 'For the worker, in the transaction of next_telegram_post(): told, passed over, or to be tried again at a time.';

create function private.ask_for_telegram() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.telegram_chats where configured) then
    perform private.enqueue('post-to-telegram', '{}', 'post-to-telegram');
  end if;
  return null;
end
$$;
comment on function private.ask_for_telegram() is 'Something was told on the feed that the chats may have part in.';
create trigger ask_for_telegram after insert on private.signal_feed for each row execute function private.ask_for_telegram();

revoke execute on function
  private.keep_telegram(jsonb), private.next_telegram_post(text, timestamptz), private.telegram_facts(text, uuid, text, int),
  private.settle_telegram_post(text, bigint, bigint, text, text, timestamptz), private.ask_for_telegram()
from public, anon, authenticated;
