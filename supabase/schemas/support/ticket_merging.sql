-- Merge and split: messages, notes and files move, each knows where it was written, and the events of both tickets say so. A merged ticket is
-- closed and leads to the other; nothing is copied, so nothing exists twice.
create function private.move_words(from_ticket uuid, to_ticket uuid, chosen uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  update public.ticket_messages set ticket = to_ticket, moved_from = coalesce(moved_from, from_ticket) where ticket = from_ticket and (chosen is null or id = any (chosen));
  update public.ticket_files set ticket = to_ticket where ticket = from_ticket and message in (select id from public.ticket_messages where ticket_messages.ticket = to_ticket);
  update public.ticket_notes set ticket = to_ticket where ticket = from_ticket and chosen is null;
  update public.tickets set
    messages = (select count(*) from public.ticket_messages where ticket = tickets.id),
    last_message_at = coalesce((select max(at) from public.ticket_messages where ticket = tickets.id), last_message_at),
    last_by = coalesce((select role from public.ticket_messages where ticket = tickets.id order by at desc, id desc limit 1), last_by),
    excerpt = coalesce((select left(regexp_replace(body, '\s+', ' ', 'g'), 200) from public.ticket_messages where ticket = tickets.id order by at desc, id desc limit 1), '')
  where id in (from_ticket, to_ticket);
  select private.index_ticket(from_ticket);
  select private.index_ticket(to_ticket);
$$;
comment on function private.move_words(uuid, uuid, uuid[]) is 'Moves messages with their files from one ticket to another: the chosen ones, or all with the notes (null).';

create function public.merge_tickets(ticket uuid, into_ticket uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept public.tickets;
  goal public.tickets;
  moment constant timestamptz := clock_timestamp();
begin
  if merge_tickets.ticket = merge_tickets.into_ticket then raise exception 'same_ticket' using errcode = '22023', hint = 'into_ticket'; end if;
  -- Both in one order: two who merge the same pair the other way round must not wait for each other.
  perform from public.tickets where id in (merge_tickets.ticket, merge_tickets.into_ticket) order by id for update;
  kept := private.handled_ticket(merge_tickets.ticket);
  goal := private.handled_ticket(merge_tickets.into_ticket);
  -- One member's words must not reach another.
  if kept.user_id is distinct from goal.user_id or kept.user_id is null then raise exception 'other_member' using errcode = 'PT409'; end if;
  if goal.state = 'closed' then raise exception 'ticket_closed' using errcode = 'PT409'; end if;
  perform private.move_words(kept.id, goal.id, null);
  perform private.pause_ticket(kept, 'solved', moment);
  update public.tickets set state = 'closed', closed_at = coalesce(closed_at, moment), merged_into = goal.id, assignee = null, excerpt = '' where id = kept.id;
  -- What waits in one of both waits in the other.
  if kept.state in ('new', 'open') and goal.state in ('pending', 'on_hold', 'solved') then
    perform private.resume_ticket(goal, moment), private.note_ticket(goal, case when goal.state = 'solved' then 'reopened' else 'resumed' end);
  end if;
  perform private.note_ticket(kept, 'merged', jsonb_build_object('into', goal.id, 'number', goal.number)), private.note_ticket(goal, 'merged', jsonb_build_object('from', kept.id, 'number', kept.number));
end
$$;
comment on function public.merge_tickets(uuid, uuid) is 'Staff merge a ticket into another of the same member, which gets its messages, files and notes in the order of time; the first is closed and leads there. Each keeps its promise.';

create function public.split_ticket(ticket uuid, messages uuid[], subject text, topic text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.tickets := private.handled_ticket(ticket);
  title constant text := private.cleaned(split_ticket.subject, 160);
  chosen constant uuid[] := array(select id from public.ticket_messages as known where known.ticket = kept.id and id = any (split_ticket.messages));
  made public.tickets;
begin
  if title = '' then raise exception 'subject_missing' using errcode = '22023', hint = 'subject'; end if;
  if kept.user_id is null then raise exception 'member_gone' using errcode = 'PT409'; end if;
  if cardinality(chosen) = 0 or cardinality(chosen) <> cardinality(split_ticket.messages) then raise exception 'message_unknown' using errcode = '22023', hint = 'messages'; end if;
  if cardinality(chosen) = kept.messages then raise exception 'nothing_left' using errcode = '22023', hint = 'messages'; end if;
  -- It has waited since its first message: the split gains us no time.
  made := private.make_ticket(kept.user_id, coalesce(split_ticket.topic, kept.topic), kept.priority, title, kept.language, kept.channel, null,
    (select min(at) from public.ticket_messages where id = any (chosen)), null, null, jsonb_build_object('split_from', kept.id, 'number', kept.number));
  perform private.move_words(kept.id, made.id, chosen);
  update public.tickets set assignee = kept.assignee where id = made.id;
  perform private.note_ticket(kept, 'split', jsonb_build_object('into', made.id, 'number', made.number));
  return jsonb_build_object('id', made.id, 'number', made.number);
end
$$;
comment on function public.split_ticket(uuid, uuid[], text, text) is 'Staff move messages of a ticket to a new one of the same member: {id, number}. Its promise counts from the oldest of them.';
revoke execute on function private.move_words(uuid, uuid, uuid[]) from public, anon, authenticated, service_role;
revoke execute on function public.merge_tickets(uuid, uuid), public.split_ticket(uuid, uuid[], text, text) from public, anon, service_role;
grant execute on function public.merge_tickets(uuid, uuid), public.split_ticket(uuid, uuid[], text, text) to authenticated;
