-- The inbox of staff: what waits by its next promise, overdue first; everything else by its last message. Pages follow a cursor.
create function private.ticket_row(kept public.tickets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', kept.id, 'number', kept.number, 'subject', kept.subject, 'excerpt', kept.excerpt, 'topic', kept.topic, 'priority', kept.priority, 'state', kept.state,
    'language', kept.language, 'channel', kept.channel, 'messages', kept.messages, 'last_message_at', kept.last_message_at, 'last_by', kept.last_by,
    'opened_at', kept.opened_at, 'answer_due_at', kept.answer_due_at, 'solve_due_at', kept.solve_due_at, 'first_answered_at', kept.first_answered_at,
    'solved_at', kept.solved_at, 'closed_at', kept.closed_at, 'paused_since', kept.paused_since, 'paused_seconds', floor(extract(epoch from kept.paused)),
    'turn_at', nullif(kept.turn_at, 'infinity'), 'satisfaction', kept.satisfaction, 'acknowledge_due_at', kept.acknowledge_due_at, 'acknowledged_at', kept.acknowledged_at,
    'complaint_due_at', kept.complaint_due_at, 'demonstration', kept.demonstration, 'assignee', case when kept.assignee is not null then
      jsonb_build_object('id', kept.assignee, 'name', private.ticket_name(kept.assignee)) end)
$$;
comment on function private.ticket_row(public.tickets) is 'A ticket as lists show it, to both sides.';

create function public.ticket_inbox(filters jsonb default '{}', after jsonb default null, most int default 30) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  view constant text := coalesce(filters ->> 'view', 'waiting');
  unknown constant text := (select key from jsonb_object_keys(filters) as key
    where key not in ('view', 'topic', 'priority', 'state', 'language', 'assignee', 'unassigned', 'overdue', 'member', 'complaint', 'search') limit 1);
  asked constant tsquery := case when btrim(coalesce(filters ->> 'search', '')) <> '' then private.searched_everywhere(filters ->> 'search', true) end;
  waits constant boolean := view in ('waiting', 'mine', 'unassigned') and asked is null;
  page constant int := least(greatest(coalesce(most, 30), 1), 100);
  place constant timestamptz := coalesce((after ->> 'at')::timestamptz, case when waits then '-infinity' else 'infinity' end::timestamptz);
  place_id constant uuid := coalesce((after ->> 'id')::uuid, case when waits then '00000000-0000-0000-0000-000000000000' else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid);
  clauses text := 'merged_into is null';
  command text;
  reach int;
  seen int := 0;
  hits int;
  found int := 0;
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if unknown is not null then raise exception 'unknown_filter' using errcode = '22023', hint = unknown; end if;
  if view not in ('waiting', 'mine', 'unassigned', 'snoozed', 'done', 'all') then raise exception 'unknown_filter' using errcode = '22023', hint = 'view'; end if;
  -- Fixed pieces, put together by which filters are set, so that the planner sees only conditions that hold; values are parameters.
  clauses := concat_ws(' and ', clauses,
    case when view in ('waiting', 'mine', 'unassigned') then 'state in (''new'', ''open'', ''pending'', ''on_hold'') and (snoozed_until is null or snoozed_until <= now())' end,
    case when view = 'snoozed' then 'snoozed_until > now() and state in (''new'', ''open'', ''pending'', ''on_hold'')' end,
    case when view = 'done' then 'state in (''solved'', ''closed'')' end,
    case when view = 'mine' then 'assignee = auth.uid()' end,
    case when view = 'unassigned' or (filters ->> 'unassigned')::boolean then 'assignee is null' end,
    case when filters ? 'topic' then 'topic = $1 ->> ''topic''' end, case when filters ? 'priority' then 'priority = $1 ->> ''priority''' end,
    case when filters ? 'state' then 'state = $1 ->> ''state''' end, case when filters ? 'language' then 'language = $1 ->> ''language''' end,
    case when filters ? 'assignee' then 'assignee = ($1 ->> ''assignee'')::uuid' end, case when filters ? 'member' then 'user_id = ($1 ->> ''member'')::uuid' end,
    case when (filters ->> 'overdue')::boolean then 'turn_at < now()' end, case when (filters ->> 'complaint')::boolean then 'complaint_due_at is not null' end);
  command := format($query$
    select private.ticket_row(kept) || jsonb_build_object(
      'unread', (kept).last_by = 'member' and (kept).last_message_at > coalesce((kept).staff_seen_at, '-infinity'), 'snoozed_until', (kept).snoozed_until,
      'member', jsonb_build_object('id', (kept).user_id, 'name', private.ticket_name((kept).user_id), 'premium', private.is_premium((kept).user_id)),
      'cursor', jsonb_build_object('at', (kept).%1$I, 'id', (kept).id))
    from (select kept from public.tickets as kept where %2$s and %3$s order by %1$I %4$s, id %4$s limit $2) as found
    order by (kept).%1$I %4$s, (kept).id %4$s$query$,
    case when waits then 'turn_at' else 'last_message_at' end, clauses,
    case when waits then '(turn_at, id) > ($3, $4)' when asked is null then '(last_message_at, id) < ($3, $4)' else 'id = any (array(select private.recent_tickets_with($5, $3, $4, $6, $7)))' end,
    case when waits then 'asc' else 'desc' end);
  if asked is null then
    return query execute command using filters, page, place, place_id;
    return;
  end if;
  -- A common word fills the page from a few hundred; comparing its words with a ticket's is what a search costs.
  foreach reach in array '{300,4000}'::int[] loop
    return query execute command using filters, page - found, place, place_id, asked, seen, reach;
    get diagnostics hits = row_count;
    found := found + hits;
    if found >= page then return; end if;
    seen := reach;
  end loop;
  -- Rarer than that: by its index, from the last one that was found on.
  return query execute replace(command, 'private.recent_tickets_with($5, $3, $4, $6, $7)', 'private.tickets_with($5, $3, $4) except select private.recent_tickets_with($5, $3, $4, $6, $7)')
    using filters, page - found, place, place_id, asked, 0, seen;
end
$$;
comment on function public.ticket_inbox(jsonb, jsonb, int) is 'For staff: a page of tickets. filters: view (waiting, mine, unassigned: by the next promise, overdue first; snoozed, done, all: by the last message), topic, priority, state, language, assignee, unassigned, overdue, member, complaint, search (by the last message). after: the `cursor` of the last row. Each row is a ticket with member, assignee and unread.';

create function public.ticket_counts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return (
    select jsonb_build_object('waiting', count(*), 'mine', count(*) filter (where assignee = auth.uid()), 'unassigned', count(*) filter (where assignee is null),
      'overdue', count(*) filter (where turn_at < now()), 'unread', count(*) filter (where last_by = 'member' and last_message_at > coalesce(staff_seen_at, '-infinity')),
      'snoozed', (select count(*) from public.tickets where state in ('new', 'open', 'pending', 'on_hold') and snoozed_until > now()))
    from public.tickets where state in ('new', 'open', 'pending', 'on_hold') and (snoozed_until is null or snoozed_until <= now()));
end
$$;
comment on function public.ticket_counts() is 'For staff: {waiting, mine, unassigned, overdue, unread, snoozed}.';

create function public.support_staff() returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return query select jsonb_build_object('id', user_id, 'name', private.ticket_name(user_id), 'username', username, 'role', role,
    'waiting', (select count(*) from public.tickets where assignee = user_id and state in ('new', 'open', 'pending', 'on_hold')))
  from public.staff join public.profiles on id = user_id order by private.ticket_name(user_id);
end
$$;
comment on function public.support_staff() is 'For staff: to whom a ticket may be given and who may be named in a note: {id, name, username, role, waiting}.';
revoke execute on function private.ticket_row(public.tickets) from public, anon, authenticated, service_role;
revoke execute on function public.ticket_inbox(jsonb, jsonb, int), public.ticket_counts(), public.support_staff() from public, anon, service_role;
grant execute on function public.ticket_inbox(jsonb, jsonb, int), public.ticket_counts(), public.support_staff() to authenticated;
