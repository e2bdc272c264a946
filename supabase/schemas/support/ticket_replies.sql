-- What a member does to a ticket of theirs: replies, on the site or by mail, closes it, rates it.
create function private.open_end_of(ticket uuid) returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  kept public.tickets;
begin
  select * into kept from public.tickets where id = open_end_of.ticket for update;
  -- What was merged lives on where it was merged into.
  for n in 1..20 loop
    exit when kept.merged_into is null;
    select * into kept from public.tickets where id = kept.merged_into for update;
  end loop;
  return kept;
end
$$;
comment on function private.open_end_of(uuid) is 'A ticket, or the one that it was merged into, locked.';

create function private.take_reply(
  ticket uuid, author uuid, body text, quoted text, channel text, request uuid, files jsonb, folder text, new_subject text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept public.tickets := private.open_end_of(ticket);
  about public.support_topics;
  known public.ticket_messages;
  written public.ticket_messages;
  follow public.tickets;
  thanks boolean;
  moment constant timestamptz := clock_timestamp();
  becomes text := 'replied';
begin
  if kept.id is null or kept.user_id is distinct from author or author is null then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  select * into known from public.ticket_messages as earlier where earlier.author = take_reply.author and earlier.request = take_reply.request;
  if found then return jsonb_build_object('ticket', known.ticket, 'message', known.id, 'became', 'known'); end if;
  if (select count(*) from public.ticket_messages as earlier where earlier.author = take_reply.author and at > moment - interval '1 hour') >= 40 then
    raise exception 'too_many_replies' using errcode = 'PT429';
  end if;
  select * into about from public.support_topics where topic = kept.topic;
  thanks := about.reopens <> 'always' and coalesce(files, '[]') = '[]' and new_subject is null and private.is_only_thanks(body, array(
    select part from (select distinct author_name from public.ticket_messages where ticket_messages.ticket = kept.id and author_name <> '') as people,
      unnest(array[people.author_name] || string_to_array(people.author_name, ' ')) as part));
  if thanks and kept.state in ('pending', 'on_hold', 'solved', 'closed') then
    becomes := 'thanked';
  elsif kept.state = 'closed' or (kept.state = 'solved' and (about.reopens = 'never' or kept.solved_at < moment - make_interval(days => about.reopen_days) or new_subject is not null)) then
    follow := private.make_ticket(author, kept.topic, case when kept.priority = 'urgent' then 'high' else kept.priority end, coalesce(new_subject, kept.subject), kept.language, channel, null, moment, null, null,
      jsonb_build_object('follows', kept.id));
    perform private.note_ticket(kept, 'followed', jsonb_build_object('by', follow.id, 'number', follow.number));
    kept := follow;
    becomes := 'followed';
  elsif kept.state = 'solved' then
    becomes := 'reopened';
    perform private.resume_ticket(kept, moment);
  elsif kept.state in ('pending', 'on_hold') then
    becomes := 'resumed';
    perform private.resume_ticket(kept, moment);
  end if;
  written := private.add_message(kept, author, 'member', body, quoted, channel, request);
  perform private.attach_files(written, files, folder);
  update public.tickets set member_seen_at = clock_timestamp() where id = kept.id returning * into kept;
  if becomes <> 'followed' then perform private.note_ticket(kept, becomes, jsonb_build_object('message', written.id)); end if;
  return jsonb_build_object('ticket', kept.id, 'number', kept.number, 'message', written.id, 'became', becomes, 'state', kept.state);
end
$$;
comment on function private.take_reply(uuid, uuid, text, text, text, uuid, jsonb, text, text) is 'A member''s reply, by its topic''s policy: {ticket, number, message, became, state}. became: replied, resumed, reopened, thanked (nothing reopens), followed (ticket is a new one), or known (the same request again).';

create function public.reply_ticket(ticket uuid, body text, request uuid, files jsonb default '[]') returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if reply_ticket.request is null then raise exception 'request_missing' using errcode = '22023', hint = 'request'; end if;
  if not private.is_own_ticket(reply_ticket.ticket) then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  return private.take_reply(reply_ticket.ticket, auth.uid(), private.checked_words(reply_ticket.body, 20000), null, 'site', reply_ticket.request, reply_ticket.files, auth.uid()::text);
end
$$;
comment on function public.reply_ticket(uuid, text, uuid, jsonb) is 'The caller replies to a ticket of theirs: {ticket, number, message, became, state}; ticket is another one where the old one is closed. The same request writes once.';

create function public.close_own_ticket(ticket uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept public.tickets;
begin
  select * into kept from public.tickets where id = close_own_ticket.ticket and user_id = auth.uid() for update;
  if kept.id is null then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  if kept.state in ('solved', 'closed') then return; end if;
  perform private.pause_ticket(kept, 'solved', clock_timestamp()), private.note_ticket(kept, 'solved', '{"by": "member"}');
end
$$;
comment on function public.close_own_ticket(uuid) is 'The caller says that their ticket is solved. Does nothing to one that is.';

create function public.rate_ticket(ticket uuid, score int, words text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept public.tickets;
begin
  if rate_ticket.score is null or rate_ticket.score not between 1 and 5 then raise exception 'score_wrong' using errcode = '22023', hint = 'score'; end if;
  if length(rate_ticket.words) > 1000 then raise exception 'text_too_long' using errcode = '22023', hint = 'words', detail = '1000'; end if;
  select * into kept from public.tickets where id = rate_ticket.ticket and user_id = auth.uid() for update;
  if kept.id is null then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  if kept.state not in ('solved', 'closed') or kept.merged_into is not null then raise exception 'not_solved_yet' using errcode = 'PT409'; end if;
  update public.tickets set satisfaction = rate_ticket.score, satisfaction_words = nullif(btrim(rate_ticket.words), ''), rated_at = clock_timestamp() where id = kept.id;
  perform private.note_ticket(kept, 'rated', jsonb_build_object('score', rate_ticket.score));
end
$$;
comment on function public.rate_ticket(uuid, int, text) is 'The caller rates a solved ticket of theirs from 1 to 5, with words if they want; a later rating replaces it.';

create function public.see_ticket(ticket uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is not null then
    update public.tickets set staff_seen_at = clock_timestamp() where id = see_ticket.ticket and coalesce(staff_seen_at, '-infinity') < last_message_at and user_id is distinct from auth.uid();
  end if;
  update public.tickets set member_seen_at = clock_timestamp() where id = see_ticket.ticket and user_id = auth.uid() and coalesce(member_seen_at, '-infinity') < last_message_at;
end
$$;
comment on function public.see_ticket(uuid) is 'Notes that the caller has the newest message of a ticket on their screen. Nothing for who may not read it.';

revoke execute on function private.open_end_of(uuid), private.take_reply(uuid, uuid, text, text, text, uuid, jsonb, text, text) from public, anon, authenticated, service_role;
revoke execute on function public.reply_ticket(uuid, text, uuid, jsonb), public.close_own_ticket(uuid), public.rate_ticket(uuid, int, text), public.see_ticket(uuid) from public, anon, service_role;
grant execute on function public.reply_ticket(uuid, text, uuid, jsonb), public.close_own_ticket(uuid), public.rate_ticket(uuid, int, text), public.see_ticket(uuid) to authenticated;
