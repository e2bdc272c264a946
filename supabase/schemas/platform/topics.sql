-- Topics: messages to open pages, sent as facts happen. Each topic numbers its messages in the order of the commits and without
-- a gap, so that a page knows what it missed and catches up. The messages themselves are those of `realtime.messages`, which the
-- host keeps for three days; a page that missed more reads its lists again.
-- A feature tells with private.tell_topic() and says in one policy on realtime.messages who may hear; catching up asks that too.
create table private.topics (
  topic text primary key check (length(topic) between 1 and 100),
  -- The number of its last message.
  head bigint not null
) with (fillfactor = 50);
comment on table private.topics is 'The number of the last message of each topic that has had one.';
alter table private.topics enable row level security;
revoke all on private.topics from anon, authenticated, service_role;

-- The messages of transactions that have not ended. It is empty between transactions, so a crash loses nothing.
create unlogged table private.tellings (
  transaction xid8 not null default pg_current_xact_id(),
  position bigint generated always as identity,
  topics text[] not null,
  event text not null,
  payloads jsonb[] not null,
  primary key (transaction, position)
);
comment on table private.tellings is 'What a transaction tells, until it commits and each message gets its number.';
alter table private.tellings enable row level security;
revoke all on private.tellings from anon, authenticated, service_role;

create function private.live_epoch() returns text
language sql stable set search_path = '' as $$
  select left(md5(format('%s %s', system_identifier, timeline_id)), 8) from pg_control_system(), pg_control_checkpoint()
$$;
comment on function private.live_epoch() is 'Within which numbers mean the same: a database that was restored, or a standby that took over, counts on from another past, and PostgreSQL gives it another timeline.';

create function private.told_id(topic text, epoch text, number bigint) returns uuid
language sql immutable set search_path = '' as $$
  select md5(format('%s %s %s', epoch, number, topic))::uuid
$$;
comment on function private.told_id(text, text, bigint) is 'The id under which realtime.messages holds a message of a topic: found by the primary key, for that table''s indexes are the host''s.';

create function private.tell_topics(topics text[], event text, payloads jsonb[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.tellings (topics, event, payloads) select topics, event, payloads where cardinality(topics) > 0
$$;
comment on function private.tell_topics(text[], text, jsonb[]) is 'Tells each topic its own payload when the transaction commits. An unknown topic begins with it.';

create function private.tell_topic(topic text, event text, payload jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  select private.tell_topics(array[topic], event, array[payload])
$$;
comment on function private.tell_topic(text, text, jsonb) is 'Tells those who hear a topic when the transaction commits. The payload, an object, gets `number` and `epoch`; a page that was away catches up with it.';

create function private.number_tellings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_now constant text := private.live_epoch();
  ids uuid[];
  topics text[];
  events text[];
  payloads jsonb[];
begin
  -- The first of a transaction's tellings takes them all, and the topics in one order: nobody waits for another in a ring. Each
  -- is held until the commit, which follows at once, so numbers are in the order of the commits.
  with told as (
    delete from private.tellings where transaction = pg_current_xact_id() returning *
  ), message as materialized (
    select one.topic, told.event, one.payload, count(*) over (partition by one.topic) as together,
      row_number() over (partition by one.topic order by told.position, one.place) as nth
    from told cross join unnest(told.topics, told.payloads) with ordinality as one (topic, payload, place)
  ), counted as (
    insert into private.topics as kept (topic, head) select topic, count(*) from message group by topic order by topic
    on conflict (topic) do update set head = kept.head + excluded.head
    returning kept.topic, kept.head
  ), numbered as (
    select topic, message.event, message.payload, counted.head - together + nth as number from message join counted using (topic)
  )
  select array_agg(private.told_id(topic, of_now, number)), array_agg(topic), array_agg(event),
    array_agg(payload || jsonb_build_object('number', number, 'epoch', of_now))
  into ids, topics, events, payloads from numbered;
  if ids is null then return null; end if;
  begin
    insert into realtime.messages (id, topic, event, payload, private, extension)
    select id, topic, event, payload, true, 'broadcast' from unnest(ids, topics, events, payloads) as message (id, topic, event, payload)
    order by topic, (payload ->> 'number')::bigint;
  exception when others then
    -- A fact must not fail because its message could not be sent. The number is used up, so pages that follow the topic read again.
    raise warning 'open pages were not told: %', sqlerrm;
  end;
  return null;
end
$$;
comment on function private.number_tellings() is 'At the end of a transaction: numbers its messages and sends them to the topic''s listeners.';
create constraint trigger number_tellings after insert on private.tellings deferrable initially deferred
  for each row execute function private.number_tellings();

create function private.topic_head(topic text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select head from private.topics where topics.topic = topic_head.topic), 0)
$$;
comment on function private.topic_head(text) is 'The number of the last message of a topic, 0 before the first.';

create function private.lay_probe(topic text) returns uuid
language sql volatile security definer set search_path = '' as $$
  insert into realtime.messages (topic, extension, private) values (topic, 'broadcast', true) returning id
$$;
comment on function private.lay_probe(text) is 'A row on which the policies are evaluated; it has no event, so nobody receives it.';

create function private.may_hear(topic text) returns boolean
language plpgsql volatile security invoker set search_path = '' as $$
declare
  probe uuid;
  heard boolean;
begin
  perform set_config('realtime.topic', topic, true);
  -- As a server asks when somebody joins: whether they see a row that is laid down for it and never stays.
  begin
    probe := private.lay_probe(topic);
    heard := exists (select from realtime.messages where id = probe);
    raise sqlstate 'VHEAR';
  exception when sqlstate 'VHEAR' then
    return heard;
  end;
end
$$;
comment on function private.may_hear(text) is 'Whether the caller may hear a topic: the same answer as the policies on realtime.messages give to a client that joins it.';

create function public.catch_up(topic text, after bigint default null, epoch text default null) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  of_now constant text := private.live_epoch();
  head bigint;
  missed jsonb;
begin
  if private.may_hear(topic) is not true then raise exception 'not_allowed' using errcode = '42501'; end if;
  head := private.topic_head(topic);
  if epoch = of_now and after between head - 500 and head then
    missed := (
      select coalesce(jsonb_agg(jsonb_build_object('event', message.event, 'payload', message.payload) order by (message.payload ->> 'number')::bigint), '[]')
      from realtime.messages as message
      where message.topic = catch_up.topic and message.id = any (array(
        select private.told_id(catch_up.topic, of_now, number) from generate_series(catch_up.after + 1, head) as number
      ))
    );
  end if;
  return jsonb_build_object(
    'epoch', of_now, 'head', head, 'messages', case when jsonb_array_length(missed) = head - after then missed end
  );
end
$$;
comment on function public.catch_up(text, bigint, text) is 'The messages of a topic after a number of an epoch, in order: {epoch, head, messages: [{event, payload}]}. messages is null where the list must be read again: without a number, in another epoch, when more than 500 were missed or some of them are no longer kept. For callers who may hear the topic.';

revoke execute on function
  private.told_id(text, text, bigint), private.live_epoch(), private.tell_topic(text, text, jsonb), private.tell_topics(text[], text, jsonb[]),
  private.number_tellings(), private.topic_head(text), private.lay_probe(text), private.may_hear(text)
from public, anon, authenticated;
grant execute on function
  private.told_id(text, text, bigint), private.live_epoch(), private.topic_head(text), private.lay_probe(text), private.may_hear(text)
to authenticated;
revoke execute on function public.catch_up(text, bigint, text) from public, anon, service_role;
grant execute on function public.catch_up(text, bigint, text) to authenticated;
