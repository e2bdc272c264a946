-- Events and their replays as content: what may be published, and what publication writes. Both kinds are sealed: readers have the rows of
-- this folder, by their policies. A replay lies within its event and names the occurrence by its time on the event's clock.
create function private.is_local_time(value text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$' and value::timestamp is not null, false);
exception when data_exception then
  return false;
end
$$;
comment on function private.is_local_time(text) is 'Whether it is a minute of a clock, as 2026-11-20T18:00.';

create function private.rows_of(value jsonb) returns jsonb
language sql immutable set search_path = '' as $$ select case jsonb_typeof(value) when 'array' then value else '[]' end $$;
comment on function private.rows_of(jsonb) is 'A list as it is; an empty one in place of anything else.';

create function private.check_event(kept public.content_items, document jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
begin
  perform private.require_fields(jsonb_build_object(
    'kind', fields ->> 'kind' in ('debrief', 'workshop', 'questions'),
    'host', exists (select from public.community_members where handle = fields ->> 'host'),
    'starts_at', private.is_local_time(fields ->> 'starts_at'),
    'zone', private.is_time_zone(fields ->> 'zone'),
    'minutes', fields ->> 'minutes' ~ '^[0-9]{1,3}$' and (fields ->> 'minutes')::int between 5 and 480,
    'rule', coalesce(fields ->> 'rule', 'FREQ=DAILY') ~ '^FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;(INTERVAL|COUNT|BYMONTH|BYMONTHDAY|BYDAY|BYSETPOS)=[A-Z0-9,+-]{1,60}|;UNTIL=[0-9]{8})*$',
    'exceptions', not exists (
      select from jsonb_array_elements(private.rows_of(fields -> 'exceptions')) as one
      where not private.is_local_time(one ->> 'at') or not private.is_local_time(coalesce(one ->> 'moved_to', '2026-01-01T00:00'))),
    'capacity', coalesce(fields ->> 'capacity', '1') ~ '^[1-9][0-9]{0,3}$',
    'recorded', jsonb_typeof(fields -> 'recorded') = 'boolean',
    'join_url', coalesce(fields ->> 'join_url', 'https://x') ~ '^https://[^\s]+$' and length(coalesce(fields ->> 'join_url', '')) <= 500));
  if length(document #>> '{texts,fr,summary}') > 600 then perform private.refuse('text_too_long', 'texts.fr.summary', '600 characters at most.'); end if;
end
$$;
comment on function private.check_event(public.content_items, jsonb) is 'Refuses an event without a host who is a member, a time on the clock of a zone, and a rule that can be followed.';

create function private.project_event(kept public.content_items, document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
begin
  if document is null then
    update public.events set listed = false where item = kept.id;
  else
    insert into public.events (item, slug, kind, title, summary, host, tier, starts_at, zone, minutes, rule, exceptions, capacity, recorded)
    select kept.id, kept.slug, fields ->> 'kind', private.translated(document, 'title'), private.translated(document, 'summary'), host.id,
      case kept.tier when 'premium' then 'premium' else 'freemium' end, (fields ->> 'starts_at')::timestamp, fields ->> 'zone', (fields ->> 'minutes')::int,
      fields ->> 'rule', private.rows_of(fields -> 'exceptions'), (fields ->> 'capacity')::int, (fields ->> 'recorded')::boolean
    from public.community_members as host where host.handle = fields ->> 'host'
    on conflict (item) do update set
      slug = excluded.slug, kind = excluded.kind, title = excluded.title, summary = excluded.summary, host = excluded.host, tier = excluded.tier, starts_at = excluded.starts_at,
      zone = excluded.zone, minutes = excluded.minutes, rule = excluded.rule, exceptions = excluded.exceptions, capacity = excluded.capacity, recorded = excluded.recorded, listed = true;
    delete from public.event_links where event = kept.id;
    insert into public.event_links select kept.id, fields ->> 'join_url' where fields ->> 'join_url' is not null;
  end if;
  perform private.enqueue('expand-events', '{}', 'expand-events');
end
$$;
comment on function private.project_event(public.content_items, jsonb) is 'Writes a published event with its link; the worker makes its occurrences. One that is withdrawn has no more of them.';

create function private.follow_event_tier() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.events set tier = case new.tier when 'premium' then 'premium' else 'freemium' end where item = new.id;
  return null;
end
$$;
comment on function private.follow_event_tier() is 'A change of an item''s tier holds at once.';
create trigger follow_event_tier after update of tier on public.content_items for each row when (new.kind = 'event') execute function private.follow_event_tier();

create function private.replayed_occurrence(kept public.content_items, document jsonb) returns public.event_occurrences
language sql stable security definer set search_path = '' as $$
  select held from public.event_occurrences as held
  where held.event = kept.parent and private.is_local_time(document #>> '{fields,at}') and held.slot = (document #>> '{fields,at}')::timestamp
$$;
comment on function private.replayed_occurrence(public.content_items, jsonb) is 'The occurrence that a replay is of.';

create function private.check_replay(kept public.content_items, document jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
  held constant public.event_occurrences := private.replayed_occurrence(kept, document);
  passages constant jsonb := private.rows_of(fields -> 'passages');
  wrong int;
begin
  perform private.require_fields(jsonb_build_object(
    'at', coalesce(held.ends_at <= clock_timestamp() and not held.cancelled, false)
      and not exists (select from public.event_replays as other where other.occurrence = held.id and other.item <> kept.id),
    'video', coalesce(fields #>> '{video,path}' ~ '^[0-9a-f-]{36}\.(mp4|webm)$' or fields #>> '{video,embed}' ~ '^https://[^\s]+$', false),
    'seconds', fields ->> 'seconds' ~ '^[1-9][0-9]{0,4}$' and (fields ->> 'seconds')::int <= 36000)), private.check_lines(document, '{said}');
  select place - 1 into wrong from jsonb_array_elements(passages) with ordinality as one (passage, place)
  where not coalesce(
    passage ->> 'second' ~ '^[0-9]{1,5}$' and (passage ->> 'second')::int <= (fields ->> 'seconds')::int and private.is_decimal(passage -> 'price') and (passage ->> 'price')::numeric > 0
    and exists (select from public.instruments where symbol = passage ->> 'symbol'), false) limit 1;
  if found then perform private.refuse('field_invalid', 'fields.passages.' || wrong); end if;
  if jsonb_array_length(passages) <> cardinality(private.text_lines(document, 'fr', 'said')) then
    perform private.refuse('lines_differ', 'texts.fr.said', 'A line a passage.');
  end if;
  select known.position - 1 into wrong from public.event_passages as known
  where known.occurrence = held.id and (
    (passages #>> array[(known.position - 1)::text, 'second'])::int is distinct from known.second or passages #>> array[(known.position - 1)::text, 'symbol'] is distinct from known.symbol
    or (passages #>> array[(known.position - 1)::text, 'price'])::numeric is distinct from known.price
    or (private.text_lines(document, 'fr', 'said'))[known.position] is distinct from known.said ->> 'fr')
  order by known.position limit 1;
  if found then perform private.refuse('passages_are_facts', 'fields.passages.' || wrong, 'What was published stays, before what is added.'); end if;
end
$$;
comment on function private.check_replay(public.content_items, jsonb) is 'Refuses a replay of an occurrence that is not over or has one, without a video, with a passage that names no instrument and level, and one that changes or forgets a passage that was published.';

create function private.project_replay(kept public.content_items, document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
  held constant public.event_occurrences := private.replayed_occurrence(kept, document);
  fresh boolean;
begin
  if document is null then
    -- The recording goes; what was said in it and what came of that stays.
    update public.event_replays set path = null, address = null where item = kept.id;
    return;
  end if;
  fresh := not exists (select from public.event_replays where item = kept.id);
  insert into public.event_replays (occurrence, item, title, path, address, seconds, transcript)
  select held.id, kept.id, private.translated(document, 'title'), fields #>> '{video,path}', fields #>> '{video,embed}', (fields ->> 'seconds')::int, coalesce(private.translated(document, 'transcript'), '{}')
  on conflict (occurrence) do update set
    title = excluded.title, path = excluded.path, address = excluded.address, seconds = excluded.seconds, transcript = excluded.transcript;
  insert into public.event_passages (occurrence, position, second, symbol, price, said)
  select held.id, place, (passage ->> 'second')::int, passage ->> 'symbol', (passage ->> 'price')::numeric, private.translated_lines(document, 'said') -> (place - 1)::int
  from jsonb_array_elements(private.rows_of(fields -> 'passages')) with ordinality as one (passage, place)
  on conflict do nothing;
  if fresh then perform private.tell_registered(held.id, 'meeting_replay'); end if;
  perform private.tell_topic('events', 'agenda', '{}');
end
$$;
comment on function private.project_replay(public.content_items, jsonb) is 'Writes a published replay with the passages that are new, and tells those who had a seat.';

revoke execute on function
  private.is_local_time(text), private.rows_of(jsonb), private.check_event(public.content_items, jsonb), private.project_event(public.content_items, jsonb), private.follow_event_tier(),
  private.replayed_occurrence(public.content_items, jsonb), private.check_replay(public.content_items, jsonb), private.project_replay(public.content_items, jsonb)
from public, anon, authenticated, service_role;
