-- What staff do to a ticket: answer, note, assign, move, snooze.
create function private.handled_ticket(ticket uuid) returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  kept public.tickets;
begin
  if public.writing_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  select * into kept from public.tickets where id = handled_ticket.ticket for update;
  if kept.id is null then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  if kept.merged_into is not null then raise exception 'ticket_merged' using errcode = 'PT409', detail = kept.merged_into::text; end if;
  return kept;
end
$$;
comment on function private.handled_ticket(uuid) is 'The ticket, locked, for staff who write; refuses everybody else, and one that was merged into another, whose id is the detail.';

create function public.answer_ticket(
  ticket uuid, body text, request uuid, seen int default null, next text default 'pending', files jsonb default '[]', canned uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept public.tickets := private.handled_ticket(ticket);
  said constant text := private.checked_words(answer_ticket.body, 20000);
  moment timestamptz;
  known public.ticket_messages;
  written public.ticket_messages;
begin
  if answer_ticket.request is null then raise exception 'request_missing' using errcode = '22023', hint = 'request'; end if;
  if answer_ticket.next is null or answer_ticket.next not in ('open', 'pending', 'on_hold', 'solved') then raise exception 'state_wrong' using errcode = '22023', hint = 'next'; end if;
  select * into known from public.ticket_messages as earlier where author = auth.uid() and earlier.request = answer_ticket.request;
  if found then return jsonb_build_object('message', known.id, 'state', kept.state, 'messages', kept.messages); end if;
  if kept.user_id is null then raise exception 'member_gone' using errcode = 'PT409'; end if;
  if kept.state = 'closed' then raise exception 'ticket_closed' using errcode = 'PT409'; end if;
  -- Somebody wrote since: their words first, then this answer.
  if answer_ticket.seen <> kept.messages then raise exception 'ticket_changed_meanwhile' using errcode = 'PT409', detail = kept.messages::text; end if;
  written := private.add_message(kept, auth.uid(), 'staff', said, null, 'site', answer_ticket.request, (select id from public.canned_answers where id = answer_ticket.canned));
  perform private.attach_files(written, answer_ticket.files, auth.uid()::text);
  moment := written.at;
  if kept.state in ('pending', 'on_hold', 'solved') and answer_ticket.next = 'open' then perform private.resume_ticket(kept, moment); end if;
  update public.tickets set first_answered_at = coalesce(first_answered_at, moment), acknowledged_at = case when acknowledge_due_at is not null then coalesce(acknowledged_at, moment) end,
    assignee = coalesce(assignee, auth.uid()), staff_seen_at = moment, state = case when answer_ticket.next = 'open' then 'open' else state end
  where id = kept.id;
  perform private.note_ticket(kept, 'answered', jsonb_build_object('message', written.id, 'first', kept.first_answered_at is null,
    'seconds', floor(extract(epoch from private.business_time(kept.opened_at, moment)))), moment);
  if answer_ticket.next = 'open' then
    if kept.paused_since is not null then perform private.note_ticket(kept, case when kept.state = 'solved' then 'reopened' else 'resumed' end, '{}', moment); end if;
  else
    perform private.pause_ticket(kept, answer_ticket.next, moment);
    if answer_ticket.next <> kept.state then perform private.note_ticket(kept, answer_ticket.next, '{}', moment); end if;
  end if;
  select * into kept from public.tickets where id = kept.id;
  perform private.mail_ticket(kept, 'ticket_answered', written);
  return jsonb_build_object('message', written.id, 'state', kept.state, 'messages', kept.messages);
end
$$;
comment on function public.answer_ticket(uuid, text, uuid, int, text, jsonb, uuid) is 'Staff answer: {message, state, messages}. seen: how many messages the writer had before them; refused with ticket_changed_meanwhile (detail: how many there are) where there are others. next: open, pending, on_hold or solved. The same request writes once. Who answers an unassigned ticket takes it.';

create function public.note_on_ticket(ticket uuid, body text, request uuid, mentions uuid[] default '{}') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  kept public.tickets := private.handled_ticket(ticket);
  said constant text := private.checked_words(note_on_ticket.body, 5000);
  written public.ticket_notes;
begin
  insert into public.ticket_notes (ticket, author, author_name, body, mentions, request)
  values (kept.id, auth.uid(), private.ticket_name(auth.uid()), said, array(select user_id from public.staff where user_id = any (note_on_ticket.mentions) order by user_id), note_on_ticket.request)
  on conflict on constraint ticket_notes_author_request_key do nothing returning * into written;
  if written.id is null then return (select id from public.ticket_notes where author = auth.uid() and ticket_notes.request = note_on_ticket.request); end if;
  perform private.note_ticket(kept, 'noted', jsonb_build_object('note', written.id));
  perform private.notify_member(named, 'ticket-note:' || written.id, 'ticket_mentioned', jsonb_build_object('number', kept.number, 'author', written.author_name), '/admin/support?demande=' || kept.id)
  from unnest(written.mentions) as named where named <> auth.uid();
  return written.id;
end
$$;
comment on function public.note_on_ticket(uuid, text, uuid, uuid[]) is 'Staff write a note to each other and tell whom they name (accounts of staff; others are left out). Returns its id; the same request writes once.';

create function public.assign_ticket(ticket uuid, assignee uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.tickets := private.handled_ticket(ticket);
begin
  if assign_ticket.assignee is not null and not exists (select from public.staff where user_id = assign_ticket.assignee) then raise exception 'not_staff' using errcode = '22023', hint = 'assignee'; end if;
  if kept.assignee is not distinct from assign_ticket.assignee then return; end if;
  update public.tickets set assignee = assign_ticket.assignee where id = kept.id;
  perform private.note_ticket(kept, 'assigned', jsonb_build_object('to', assign_ticket.assignee, 'from', kept.assignee, 'name', private.ticket_name(assign_ticket.assignee)));
  if assign_ticket.assignee <> auth.uid() then
    perform private.notify_member(assign_ticket.assignee, format('ticket-assigned:%s:%s', kept.id, pg_current_xact_id()), 'ticket_assigned', jsonb_build_object('number', kept.number), '/admin/support?demande=' || kept.id);
  end if;
end
$$;
comment on function public.assign_ticket(uuid, uuid) is 'Gives a ticket to a member of staff, or to nobody (null), and tells them.';

create function public.move_ticket(ticket uuid, state text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept public.tickets := private.handled_ticket(ticket);
  moment constant timestamptz := clock_timestamp();
begin
  if move_ticket.state is null or move_ticket.state not in ('open', 'pending', 'on_hold', 'solved') then raise exception 'state_wrong' using errcode = '22023', hint = 'state'; end if;
  if kept.state = 'closed' then raise exception 'ticket_closed' using errcode = 'PT409'; end if;
  if kept.state = move_ticket.state then return; end if;
  -- A pause must not help to keep the promise of the first answer.
  if kept.first_answered_at is null and move_ticket.state in ('pending', 'on_hold') then raise exception 'answer_first' using errcode = 'PT409'; end if;
  if move_ticket.state = 'open' then
    if kept.paused_since is not null then perform private.resume_ticket(kept, moment);
    else update public.tickets set state = 'open' where id = kept.id; end if;
    perform private.note_ticket(kept, case when kept.state = 'solved' then 'reopened' else 'resumed' end);
  else
    perform private.pause_ticket(kept, move_ticket.state, moment), private.note_ticket(kept, move_ticket.state, '{"by": "staff"}');
  end if;
end
$$;
comment on function public.move_ticket(uuid, text) is 'Staff move a ticket to open, pending, on_hold or solved without writing. A pause before the first answer is refused with answer_first.';

create function public.sort_ticket(ticket uuid, topic text default null, priority text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.tickets := private.handled_ticket(ticket);
begin
  if not exists (select from public.support_topics where support_topics.topic = coalesce(sort_ticket.topic, kept.topic)) then raise exception 'topic_unknown' using errcode = '22023', hint = 'topic'; end if;
  if not exists (select from public.support_promises where support_promises.priority = coalesce(sort_ticket.priority, kept.priority)) then raise exception 'priority_unknown' using errcode = '22023', hint = 'priority'; end if;
  update public.tickets set topic = coalesce(sort_ticket.topic, kept.topic), priority = coalesce(sort_ticket.priority, kept.priority),
    -- What is a complaint has its deadlines from the day on which it was written.
    acknowledge_due_at = case when about.is_complaint then coalesce(acknowledge_due_at, private.complaint_day(opened_at)) end,
    complaint_due_at = case when about.is_complaint then coalesce(complaint_due_at, opened_at + interval '2 months') end,
    acknowledged_at = case when about.is_complaint then coalesce(acknowledged_at, first_answered_at) end
  from public.support_topics as about where tickets.id = kept.id and about.topic = coalesce(sort_ticket.topic, kept.topic);
  if sort_ticket.topic <> kept.topic then perform private.note_ticket(kept, 'topic', jsonb_build_object('from', kept.topic, 'to', sort_ticket.topic)); end if;
  if sort_ticket.priority <> kept.priority then perform private.note_ticket(kept, 'priority', jsonb_build_object('from', kept.priority, 'to', sort_ticket.priority)); end if;
end
$$;
comment on function public.sort_ticket(uuid, text, text) is 'Staff change topic or priority (null: as it is). What was promised stays.';

create function public.snooze_ticket(ticket uuid, until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.tickets := private.handled_ticket(ticket);
begin
  if snooze_ticket.until <= now() or snooze_ticket.until > now() + interval '90 days' then raise exception 'time_wrong' using errcode = '22023', hint = 'until'; end if;
  update public.tickets set snoozed_until = snooze_ticket.until where id = kept.id;
  perform private.note_ticket(kept, 'snoozed', jsonb_build_object('until', snooze_ticket.until));
end
$$;
comment on function public.snooze_ticket(uuid, timestamptz) is 'Takes a ticket out of the inbox until a time (null: it is back); a reply of the member brings it back. The promise runs on.';

create function public.acknowledge_complaint(ticket uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept public.tickets := private.handled_ticket(ticket);
begin
  if kept.acknowledge_due_at is null then raise exception 'not_a_complaint' using errcode = 'PT409'; end if;
  if kept.acknowledged_at is not null then return; end if;
  update public.tickets set acknowledged_at = clock_timestamp() where id = kept.id returning * into kept;
  perform private.note_ticket(kept, 'acknowledged'), private.mail_ticket(kept, 'ticket_acknowledged', null);
end
$$;
comment on function public.acknowledge_complaint(uuid) is 'Staff acknowledge a complaint before they answer it; the member gets a mail with the deadlines and the mediator.';

revoke execute on function private.handled_ticket(uuid) from public, anon, authenticated, service_role;
revoke execute on function
  public.answer_ticket(uuid, text, uuid, int, text, jsonb, uuid), public.note_on_ticket(uuid, text, uuid, uuid[]), public.assign_ticket(uuid, uuid), public.move_ticket(uuid, text),
  public.sort_ticket(uuid, text, text), public.snooze_ticket(uuid, timestamptz), public.acknowledge_complaint(uuid)
from public, anon, service_role;
grant execute on function
  public.answer_ticket(uuid, text, uuid, int, text, jsonb, uuid), public.note_on_ticket(uuid, text, uuid, uuid[]), public.assign_ticket(uuid, uuid), public.move_ticket(uuid, text),
  public.sort_ticket(uuid, text, text), public.snooze_ticket(uuid, timestamptz), public.acknowledge_complaint(uuid)
to authenticated;
