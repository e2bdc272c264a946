-- A ticket as it is read: the member's list, and one ticket with all that belongs to it, for both sides by one function.
create function public.my_tickets(after jsonb default null, most int default 30) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select private.ticket_row(kept) || jsonb_build_object('unread', kept.last_by <> 'member' and kept.last_message_at > coalesce(kept.member_seen_at, '-infinity'),
    'cursor', jsonb_build_object('at', kept.last_message_at, 'id', kept.id))
  from public.tickets as kept
  where kept.user_id = (select auth.uid()) and kept.merged_into is null
    and (kept.last_message_at, kept.id) < (coalesce((after ->> 'at')::timestamptz, 'infinity'), coalesce((after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by kept.last_message_at desc, kept.id desc limit least(greatest(coalesce(most, 30), 1), 100)
$$;
comment on function public.my_tickets(jsonb, int) is 'The caller''s tickets, newest message first; after: the `cursor` of the last row.';

create function private.ticket_pauses(ticket uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('since', since, 'until', until, 'kind', kind) order by since), '[]')
  from (
    select distinct on (ends.until) begun.at as since, ends.until, begun.kind
    from public.ticket_events as begun, lateral (
      select (select min(at) from public.ticket_events as resumed where resumed.ticket = begun.ticket and resumed.kind in ('resumed', 'reopened') and resumed.at > begun.at) as until) as ends
    where begun.ticket = ticket_pauses.ticket and begun.kind in ('pending', 'on_hold', 'solved')
    order by ends.until, begun.at
  ) as pauses
$$;
comment on function private.ticket_pauses(uuid) is 'When the clock of a ticket was paused: [{since, until (null: still), kind}], from its events.';

create function private.ticket_clock(kept public.tickets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'now', now(), 'opened_at', kept.opened_at, 'answer_due_at', kept.answer_due_at, 'solve_due_at', kept.solve_due_at, 'first_answered_at', kept.first_answered_at,
    'solved_at', kept.solved_at, 'paused_since', kept.paused_since, 'pauses', private.ticket_pauses(kept.id), 'paused_seconds', floor(extract(epoch from kept.paused)),
    'promise', kept.promise, 'seal', kept.seal,
    'answered_in_seconds', case when kept.first_answered_at is not null then floor(extract(epoch from private.business_time(kept.opened_at, kept.first_answered_at))) end,
    'answer_kept', case when kept.first_answered_at is not null then kept.first_answered_at <= kept.answer_due_at when now() > kept.answer_due_at then false end,
    'solved_in_seconds', case when kept.solved_at is not null then floor(extract(epoch from private.business_time(kept.opened_at, kept.solved_at) - kept.paused)) end,
    'solve_kept', case when kept.solved_at is not null then kept.solved_at <= kept.solve_due_at when kept.paused_since is null and now() > kept.solve_due_at then false end,
    -- Business seconds until the promise that runs; less than 0: how long it has been missed. Null while the clock is paused.
    'left_seconds', case when kept.turn_at < 'infinity' then floor(extract(epoch from private.business_time(now(), kept.turn_at) - private.business_time(kept.turn_at, now()))) end)
$$;
comment on function private.ticket_clock(public.tickets) is 'What the clock of a ticket shows, in business seconds.';

create function public.ticket_file(ticket uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  staff constant boolean := (select private.reading_staff_role()) is not null;
  kept public.tickets;
begin
  select * into kept from public.tickets where id = ticket_file.ticket and (staff or user_id = auth.uid());
  if kept.id is null then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  return private.ticket_row(kept) || jsonb_build_object(
    'clock', private.ticket_clock(kept), 'facts', kept.facts, 'facts_consented_at', kept.facts_consented_at, 'proof', kept.proof,
    'satisfaction_words', kept.satisfaction_words, 'rated_at', kept.rated_at,
    'policy', (select to_jsonb(about) - 'position' from public.support_topics as about where about.topic = kept.topic),
    'mediator', case when kept.complaint_due_at is not null then (select nullif(mediator, '') from private.seller) end,
    'merged_into', (select jsonb_build_object('id', id, 'number', number) from public.tickets where id = kept.merged_into),
    'merged', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', number, 'subject', subject) order by number), '[]') from public.tickets where merged_into = kept.id),
    'split_from', (select jsonb_build_object('id', id, 'number', number) from public.tickets where id = kept.split_from),
    'follows', (select jsonb_build_object('id', id, 'number', number) from public.tickets where id = kept.follows),
    'followed_by', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', number) order by number), '[]') from public.tickets where follows = kept.id),
    'errata', (select coalesce(jsonb_agg(to_jsonb(mistake) - 'ticket' order by mistake.at), '[]') from public.errata as mistake where mistake.ticket = kept.id),
    'message_list', (
      select coalesce(jsonb_agg(jsonb_build_object('id', written.id, 'role', written.role, 'name', written.author_name, 'own', written.author = auth.uid(), 'body', written.body, 'quoted', written.quoted,
        'channel', written.channel, 'at', written.at, 'moved_from', (select number from public.tickets where id = written.moved_from),
        'seen_at', case when written.role = 'member' then case when kept.staff_seen_at >= written.at then kept.staff_seen_at end when kept.member_seen_at >= written.at then kept.member_seen_at end,
        'files', (select coalesce(jsonb_agg(jsonb_build_object('id', file.id, 'path', file.path, 'name', file.name, 'bytes', file.bytes, 'type', file.type) order by file.id), '[]') from public.ticket_files as file where file.message = written.id)
      ) order by written.at, written.id), '[]')
      from (select * from public.ticket_messages where ticket_messages.ticket = kept.id order by at desc, id desc limit 500) as written),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('id', event.id, 'kind', event.kind, 'at', event.at, 'role', event.actor_role, 'name', private.ticket_name(event.actor), 'data', event.data) order by event.at, event.id), '[]')
      from public.ticket_events as event where event.ticket = kept.id and (staff or private.is_shown_event(event.kind)))
  ) || case when staff then jsonb_build_object(
    'snoozed_until', kept.snoozed_until, 'member', jsonb_build_object('id', kept.user_id, 'name', private.ticket_name(kept.user_id), 'premium', private.is_premium(kept.user_id)),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'name', note.author_name, 'own', note.author = auth.uid(), 'body', note.body, 'at', note.at,
        'mentions', (select coalesce(jsonb_agg(jsonb_build_object('id', named, 'name', private.ticket_name(named), 'username', (select username from public.profiles where id = named))), '[]') from unnest(note.mentions) as named)
      ) order by note.at, note.id), '[]') from public.ticket_notes as note where note.ticket = kept.id)) else '{}' end;
end
$$;
comment on function public.ticket_file(uuid) is 'One ticket for its member or for staff: its row with clock, facts, proof, policy, message_list (the newest 500), events, errata and the tickets it belongs to; for staff with member, notes and snoozed_until.';

create function public.ticket_context(ticket uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  role constant text := (select private.reading_staff_role());
  kept public.tickets;
begin
  if role is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  select * into kept from public.tickets where id = ticket_context.ticket;
  if kept.id is null then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  return (
    select jsonb_build_object(
      'id', profile.id, 'name', private.ticket_name(profile.id), 'username', profile.username, 'language', profile.locale, 'time_zone', profile.time_zone, 'joined_at', profile.created_at,
      -- The address is for admins, as everywhere.
      'email', case when role = 'admin' then (select email from auth.users where id = profile.id) end,
      'tier', case when private.is_premium(profile.id) then 'premium' else 'freemium' end,
      'plan', (select jsonb_build_object('plan', plan, 'period', period, 'state', state, 'since', started_at) from public.subscriptions where user_id = profile.id and state in ('active', 'past_due', 'canceled')),
      'factors', (select coalesce(jsonb_agg(distinct factor_type::text), '[]') from auth.mfa_factors where user_id = profile.id and status = 'verified'),
      'passkeys', (select count(*) from auth.webauthn_credentials where user_id = profile.id),
      'signals_followed', (select count(*) from public.signal_trades where user_id = profile.id),
      'notices', (select count(*) from public.moderation_cases as known join public.community_members as person on person.id = known.author where person.user_id = profile.id),
      'tickets', (select jsonb_build_object('count', count(*), 'waiting', count(*) filter (where state in ('new', 'open', 'pending', 'on_hold')), 'satisfaction', round(avg(satisfaction), 1)::text, 'rated', count(satisfaction)) from public.tickets where user_id = profile.id),
      'earlier', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', number, 'subject', subject, 'state', state, 'opened_at', opened_at) order by opened_at desc), '[]')
        from (select * from public.tickets as other where other.user_id = profile.id and other.id <> kept.id and other.merged_into is null order by opened_at desc limit 5) as others))
    from public.profiles as profile where profile.id = kept.user_id);
end
$$;
comment on function public.ticket_context(uuid) is 'For staff: what helps to answer a ticket''s member: plan, second factors, earlier tickets, counts; the address for admins alone. Null for an account that is gone.';

create function public.ticket_money(ticket uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  member uuid;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select user_id into member from public.tickets where id = ticket_money.ticket;
  return jsonb_build_object(
    'contract', public.staff_contract(member),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('id', pay.id, 'amount', pay.amount, 'currency', pay.currency, 'paid_at', pay.paid_at, 'state', pay.state,
        'invoice', (select number from public.invoices where payment_id = pay.id and kind = 'invoice' order by issued_at limit 1), 'refundable', pay.back,
        'refund', case when pay.back > 0 and pay.state not in ('disputed', 'lost') then public.preview_refund(pay.id, pay.back) end) order by pay.paid_at desc), '[]')
      from (select payments.*, private.refundable(payments) as back from public.payments where payments.user_id = member and payments.paid_at is not null order by payments.paid_at desc limit 5) as pay));
end
$$;
comment on function public.ticket_money(uuid) is 'For admins: what a withdrawal (staff_contract) and a whole refund of each of the last five payments (preview_refund) of a ticket''s member would do: {contract, payments: [{…, refundable, refund}]}. Nothing is done.';

revoke execute on function private.ticket_pauses(uuid), private.ticket_clock(public.tickets) from public, anon, authenticated, service_role;
revoke execute on function public.my_tickets(jsonb, int), public.ticket_file(uuid), public.ticket_context(uuid), public.ticket_money(uuid) from public, anon, service_role;
grant execute on function public.my_tickets(jsonb, int), public.ticket_file(uuid), public.ticket_context(uuid), public.ticket_money(uuid) to authenticated;
