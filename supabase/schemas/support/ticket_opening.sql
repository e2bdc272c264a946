-- A ticket opens: checked, sealed with its promise, and with what the member agreed to attach.
create function private.checked_facts(member uuid, given jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- Named one by one: what else a browser sends is not kept.
  select jsonb_strip_nulls(jsonb_build_object(
    'browser', nullif(private.cleaned(given ->> 'browser', 200), ''), 'screen', nullif(private.cleaned(given ->> 'screen', 120), ''),
    'errors', (
      select jsonb_agg(jsonb_build_object('code', private.cleaned(error ->> 'code', 80), 'at', private.cleaned(error ->> 'at', 40)))
      from (select error from jsonb_array_elements(case when jsonb_typeof(given -> 'errors') = 'array' then given -> 'errors' else '[]' end) as error limit 5) as errors where error ->> 'code' is not null),
    'plan', case when given -> 'plan' = 'true' then (
      select jsonb_build_object('tier', case when private.is_premium(member) then 'premium' else 'freemium' end, 'plan', contract.plan, 'period', contract.period, 'since', contract.started_at)
      from (select 1) as one left join public.subscriptions as contract on contract.user_id = member and contract.state in ('active', 'past_due', 'canceled')) end,
    'invoice', (select jsonb_build_object('number', number, 'total', total, 'currency', currency, 'payment', payment_id) from public.invoices where number = given ->> 'invoice' and user_id = member),
    'signal', (select jsonb_build_object('number', number, 'id', id) from public.signals where number::text = given ->> 'signal')))
$$;
comment on function private.checked_facts(uuid, jsonb) is 'What of {browser, screen, errors: [{code, at}], plan: true, invoice: number, signal: number} is attached to a ticket: browser facts as given, plan and own invoice from our tables.';

create function private.complaint_day(opened_at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select upper(open) from generate_series(1, 60) as n, private.support_window((opened_at at time zone 'Europe/Paris')::date + n) as open where open is not null order by n offset 9 limit 1
$$;
comment on function private.complaint_day(timestamptz) is 'By when a complaint is acknowledged: the end of the tenth business day after it.';

create function private.make_ticket(
  member uuid, topic text, priority text, subject text, language text, channel text, request uuid, opened_at timestamptz, facts jsonb, proof jsonb, origin jsonb default '{}'
) returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  promised constant jsonb := private.seal_promise(make_ticket.opened_at, make_ticket.priority);
  about public.support_topics;
  made public.tickets;
begin
  select * into about from public.support_topics as known where known.topic = make_ticket.topic;
  if about.topic is null then raise exception 'topic_unknown' using errcode = '22023', hint = 'topic'; end if;
  if promised is null then raise exception 'priority_unknown' using errcode = '22023', hint = 'priority'; end if;
  insert into public.tickets (
    user_id, subject, topic, priority, language, channel, opened_at, promise, seal, answer_due_at, solve_due_at, facts, facts_consented_at, proof, request,
    split_from, follows, acknowledge_due_at, complaint_due_at, last_message_at)
  values (
    member, make_ticket.subject, about.topic, make_ticket.priority, make_ticket.language, make_ticket.channel, make_ticket.opened_at, promised, private.sha256_hex(private.canonical_json(promised)),
    (promised ->> 'answer_due_at')::timestamptz, (promised ->> 'solve_due_at')::timestamptz, make_ticket.facts, case when make_ticket.facts is not null then clock_timestamp() end,
    make_ticket.proof, make_ticket.request, (origin ->> 'split_from')::uuid, (origin ->> 'follows')::uuid,
    case when about.is_complaint then private.complaint_day(make_ticket.opened_at) end, case when about.is_complaint then make_ticket.opened_at + interval '2 months' end, make_ticket.opened_at)
  returning * into made;
  insert into private.ticket_threads (ticket) values (made.id);
  perform private.note_ticket(made, 'opened', jsonb_strip_nulls(jsonb_build_object('topic', made.topic, 'priority', made.priority, 'seal', made.seal, 'channel', made.channel) || origin), made.opened_at);
  return made;
end
$$;
comment on function private.make_ticket(uuid, text, text, text, text, text, uuid, timestamptz, jsonb, jsonb, jsonb) is 'A ticket with its sealed promise and without a message yet.';

create function private.add_message(
  kept public.tickets, author uuid, role text, body text, quoted text, channel text, request uuid, canned uuid default null, at timestamptz default clock_timestamp()
) returns public.ticket_messages
language plpgsql security definer set search_path = '' as $$
declare
  written public.ticket_messages;
begin
  insert into public.ticket_messages (ticket, author, role, author_name, body, quoted, channel, request, canned, at)
  values (kept.id, add_message.author, add_message.role, coalesce(private.ticket_name(add_message.author), ''), add_message.body, nullif(left(add_message.quoted, 20000), ''),
    add_message.channel, add_message.request, add_message.canned, add_message.at)
  returning * into written;
  update public.tickets set messages = messages + 1, last_message_at = greatest(last_message_at, written.at), last_by = written.role,
    excerpt = left(regexp_replace(written.body, '\s+', ' ', 'g'), 200), snoozed_until = case when written.role = 'member' then null else snoozed_until end
  where id = kept.id;
  perform private.index_ticket(kept.id);
  return written;
end
$$;
comment on function private.add_message(public.tickets, uuid, text, text, text, text, uuid, uuid, timestamptz) is 'Appends a message, and keeps what lists show of it.';

create function private.ticket_name(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select left(coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username), 120) from public.profiles where id = account
$$;
comment on function private.ticket_name(uuid) is 'The name under which an account writes in tickets: its member and staff see it.';

create function private.checked_words(body text, longest int) returns text
language plpgsql immutable set search_path = '' as $$
declare
  said constant text := btrim(regexp_replace(coalesce(body, ''), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]', '', 'g'), E' \n\r\t');
begin
  if said = '' then raise exception 'words_missing' using errcode = '22023', hint = 'body'; end if;
  if length(said) > longest then raise exception 'text_too_long' using errcode = '22023', hint = 'body', detail = longest::text; end if;
  return said;
end
$$;
comment on function private.checked_words(text, int) is 'A text without control characters and outer blanks; refuses an empty one and one that is too long.';

create function public.open_ticket(
  topic text, subject text, body text, request uuid, priority text default 'normal', files jsonb default '[]', facts jsonb default null, figure jsonb default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant public.profiles := (select profiles from public.profiles where id = auth.uid());
  title constant text := private.cleaned(open_ticket.subject, 160);
  said constant text := private.checked_words(open_ticket.body, 20000);
  made public.tickets;
  written public.ticket_messages;
begin
  if me.id is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if title = '' then raise exception 'subject_missing' using errcode = '22023', hint = 'subject'; end if;
  if open_ticket.request is null then raise exception 'request_missing' using errcode = '22023', hint = 'request'; end if;
  if open_ticket.priority = 'urgent' then raise exception 'priority_unknown' using errcode = '22023', hint = 'priority', detail = 'Staff decide what is urgent.'; end if;
  perform pg_advisory_xact_lock(hashtextextended('tickets of ' || me.id, 0));
  select * into made from public.tickets where user_id = me.id and tickets.request = open_ticket.request;
  if found then return jsonb_build_object('id', made.id, 'number', made.number); end if;
  if (select count(*) from public.tickets where user_id = me.id and opened_at > now() - interval '1 day') >= 10 then raise exception 'too_many_tickets' using errcode = 'PT429'; end if;
  made := private.make_ticket(me.id, open_ticket.topic, open_ticket.priority, title, me.locale, 'site', open_ticket.request, clock_timestamp(),
    case when open_ticket.facts is not null then private.checked_facts(me.id, open_ticket.facts) end, case when open_ticket.figure is not null then private.figure_proof(open_ticket.figure) end);
  written := private.add_message(made, me.id, 'member', said, null, 'site', null);
  perform private.attach_files(written, open_ticket.files, me.id::text);
  update public.tickets set member_seen_at = clock_timestamp() where id = made.id;
  perform private.mail_ticket(made, 'ticket_opened', null);
  -- The help centre may be missing.
  if to_regprocedure('private.help_did_not_suffice(uuid)') is not null then execute 'select private.help_did_not_suffice($1)' using me.id; end if;
  return jsonb_build_object('id', made.id, 'number', made.number);
end
$$;
comment on function public.open_ticket(text, text, text, uuid, text, jsonb, jsonb, jsonb) is 'The caller opens a ticket: {id, number}; the same request opens one. priority: low, normal or high. files: [{path, name}] of the own folder. facts: only with the member''s consent (private.checked_facts). figure: what a ticket about a figure is about (private.figure_proof). Ten a day.';

create function public.remove_ticket_facts(ticket uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept public.tickets;
begin
  update public.tickets set facts = null, facts_consented_at = null where id = remove_ticket_facts.ticket and user_id = auth.uid() and facts is not null returning * into kept;
  if not found then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  perform private.note_ticket(kept, 'facts_removed');
end
$$;
comment on function public.remove_ticket_facts(uuid) is 'Takes back what the caller let us attach to their ticket.';

revoke execute on function
  private.checked_facts(uuid, jsonb), private.complaint_day(timestamptz), private.make_ticket(uuid, text, text, text, text, text, uuid, timestamptz, jsonb, jsonb, jsonb),
  private.add_message(public.tickets, uuid, text, text, text, text, uuid, uuid, timestamptz), private.ticket_name(uuid), private.checked_words(text, int)
from public, anon, authenticated, service_role;
revoke execute on function public.open_ticket(text, text, text, uuid, text, jsonb, jsonb, jsonb), public.remove_ticket_facts(uuid) from public, anon, service_role;
grant execute on function public.open_ticket(text, text, text, uuid, text, jsonb, jsonb, jsonb), public.remove_ticket_facts(uuid) to authenticated;
