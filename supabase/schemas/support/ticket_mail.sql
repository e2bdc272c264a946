-- Mail of tickets. Out: what staff answer, with an address of the ticket's own to reply to (`name+<token>@domain`). In: a raw mail is kept first,
-- by the worker from a mailbox or by the edge function `support-mail`, and read by the worker afterwards, so that a crash loses none. Only a
-- mail with the ticket's token that comes from its member's own address does anything; all others are logged and answered by nobody.
create table private.support_mail_setting (
  only_row boolean primary key default true check (only_row),
  -- Null: no mail comes in. Kept by the worker from its settings.
  address text check (address ~ '^[^@+\s]+@[^@\s]+$')
);
comment on table private.support_mail_setting is 'One row: the address that members reply to.';
insert into private.support_mail_setting default values;
alter table private.support_mail_setting enable row level security;

create table private.ticket_threads (
  ticket uuid primary key references public.tickets (id),
  token text not null unique default encode(extensions.gen_random_bytes(16), 'hex') check (token ~ '^[0-9a-f]{32}$')
);
comment on table private.ticket_threads is 'The secret part of each ticket''s address.';
alter table private.ticket_threads enable row level security;

create table private.raw_mails (
  id bigint generated always as identity primary key,
  raw bytea not null,
  received_at timestamptz not null default clock_timestamp(),
  tries int not null default 0
);
comment on table private.raw_mails is 'Mails as they came, until they are read.';
alter table private.raw_mails enable row level security;

create table private.support_mails (
  id uuid primary key default private.ordered_id(),
  message_id text not null unique check (length(message_id) <= 500),
  received_at timestamptz not null default clock_timestamp(),
  sender text not null default '',
  subject text not null default '',
  ticket uuid references public.tickets (id),
  outcome text not null check (outcome in ('accepted', 'unmatched', 'wrong_sender', 'automatic', 'loop', 'bounce', 'too_many', 'too_large', 'unreadable', 'refused')),
  detail text not null default '' check (length(detail) <= 500)
);
comment on table private.support_mails is 'Mails that came in and what became of each; kept for ninety days.';
create index support_mails_of_sender on private.support_mails (sender, received_at);
create index support_mails_of_ticket on private.support_mails (ticket) where ticket is not null;
alter table private.support_mails enable row level security;

create function public.keep_support_mail(raw text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if length(raw) > 40000000 then raise exception 'mail_too_large' using errcode = '22023', hint = 'raw'; end if;
  insert into private.raw_mails (raw) values (decode(keep_support_mail.raw, 'base64'));
  perform private.enqueue('read-mails', '{}', 'read-mails');
end
$$;
comment on function public.keep_support_mail(text) is 'For the service role: keeps a whole mail (base64, 30 MB at most) to be read by the worker.';

create function private.receive_mail(mail jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept public.tickets;
  came private.support_mails;
  answer jsonb := '{}';
  said text := btrim(coalesce(mail ->> 'text', ''));
  sender constant text := lower(left(coalesce(mail ->> 'from', ''), 320));
  member constant uuid := (select id from auth.users where lower(email) = sender and email_confirmed_at is not null and not is_sso_user and deleted_at is null order by id limit 1);
  decided text := mail ->> 'problem';
  why text := coalesce(mail ->> 'detail', '');
begin
  select tickets.* into kept from private.ticket_threads as thread join public.tickets on tickets.id = thread.ticket where thread.token = mail ->> 'token';
  insert into private.support_mails (message_id, sender, subject, ticket, outcome)
  values (left(mail ->> 'message_id', 500), sender, private.cleaned(mail ->> 'subject', 200), kept.id, 'refused') on conflict do nothing returning * into came;
  if came.id is null then return '{"outcome": "known"}'; end if;
  -- Our own address first: nothing that we sent ourselves goes any further.
  if sender = (select address from private.support_mail_setting) or sender = lower(mail ->> 'own') then decided := 'loop';
  elsif mail -> 'bounce' = 'true' then decided := 'bounce';
  elsif mail -> 'automatic' = 'true' then decided := 'automatic';
  elsif decided is not null then null;
  elsif kept.id is null then decided := 'unmatched';
  elsif member is null or kept.user_id is distinct from member then decided := 'wrong_sender';
  elsif (select count(*) from private.support_mails where support_mails.sender = came.sender and received_at > clock_timestamp() - interval '1 hour' and outcome in ('accepted', 'refused')) > 10 then decided := 'too_many';
  elsif said = '' and coalesce(mail -> 'files', '[]') = '[]' then decided := 'refused'; why := 'words_missing';
  else
    begin
      answer := private.take_reply(kept.id, member, left(coalesce(nullif(said, ''), '📎'), 20000), mail ->> 'quoted', 'mail', null, mail -> 'files', 'mail', private.new_subject(kept, mail ->> 'subject'));
      decided := 'accepted';
    exception when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT429' or sqlstate '22023' or sqlstate '23505' or sqlstate '42501' then
      decided := case when sqlstate = 'PT429' then 'too_many' else 'refused' end;
      why := sqlerrm;
    end;
  end if;
  update private.support_mails set outcome = decided, detail = left(why, 500) where id = came.id;
  if kept.id is not null and decided = 'bounce' then perform private.note_ticket(kept, 'mail_failed', jsonb_build_object('detail', left(why, 200)));
  elsif kept.id is not null and decided in ('wrong_sender', 'too_large', 'unreadable', 'refused', 'too_many') then
    perform private.note_ticket(kept, 'mail_refused', jsonb_build_object('outcome', decided));
  end if;
  -- A member who wrote to no ticket, or too much, is told once a day; an address that is nobody's is told nothing.
  if decided in ('unmatched', 'too_large') and member is not null and not exists (
    select from private.support_mails as earlier where earlier.sender = came.sender and earlier.outcome in ('unmatched', 'too_large') and earlier.id <> came.id and received_at > clock_timestamp() - interval '1 day') then
    perform private.queue_mail(member, 'ticket_unmatched', jsonb_build_object('Subject', came.subject, 'Why', decided));
  end if;
  return answer || jsonb_build_object('outcome', decided);
end
$$;
comment on function private.receive_mail(jsonb) is 'What becomes of a mail, once by its message_id: {message_id, from, own (the sender of our mails), token, subject, text, quoted, files: [{path, name}], automatic, bounce, problem (too_large or unreadable), detail} → {outcome, ticket, …}.';

create function private.new_subject(kept public.tickets, subject text) returns text
language sql stable security definer set search_path = '' as $$
  -- Prefixes of replies in our languages, and our own number in brackets, are no part of a subject.
  select case when plain <> '' and private.plain(plain) <> private.plain(kept.subject) then left(plain, 160) end
  from (select btrim(regexp_replace(regexp_replace(private.cleaned(subject, 300), '^((re|ré|rép|fw|fwd|tr|rv|r|i|aw|sv)\s*(\[\d+\])?\s*[:：]\s*)+', '', 'i'), '\s*\[[^\]]*#?\d+\]\s*', ' ', 'g')) as plain) as bare
$$;
comment on function private.new_subject(public.tickets, text) is 'A mail''s subject where it is another than the ticket''s; null for a reply. A new subject on a solved ticket opens a follow-up.';

create function private.mail_ticket(kept public.tickets, template text, written public.ticket_messages) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if kept.user_id is null then return; end if;
  perform private.queue_mail(kept.user_id, template, jsonb_build_object(
    'Ticket', jsonb_strip_nulls(jsonb_build_object('Id', kept.id, 'Number', kept.number, 'Subject', kept.subject, 'State', kept.state, 'AnswerDueAt', kept.answer_due_at, 'SolveDueAt', kept.solve_due_at,
      'Body', written.body, 'Author', written.author_name, 'Files', nullif((select count(*) from public.ticket_files where message = written.id), 0),
      'AcknowledgeDueAt', kept.acknowledge_due_at, 'ComplaintDueAt', kept.complaint_due_at, 'Mediator', case when kept.complaint_due_at is not null then (select nullif(mediator, '') from private.seller) end,
      'Replies', (select address is not null from private.support_mail_setting))),
    'ThreadToken', (select token from private.ticket_threads where ticket = kept.id)));
  if template = 'ticket_answered' then
    perform private.notify_member(kept.user_id, 'ticket-answer:' || written.id, 'ticket_answered', jsonb_build_object('number', kept.number, 'subject', kept.subject), '/support?demande=' || kept.id, own_mail => true);
  end if;
end
$$;
comment on function private.mail_ticket(public.tickets, text, public.ticket_messages) is 'Writes to a ticket''s member by mail, with the ticket''s own address to reply to; an answer is told in the bell, too.';

create function public.list_support_mails(before_id uuid default null, most int default 50) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return query select to_jsonb(mail) || jsonb_build_object('number', (select number from public.tickets where id = mail.ticket))
    from private.support_mails as mail where before_id is null or mail.id < before_id order by mail.id desc limit least(greatest(coalesce(most, 50), 1), 200);
end
$$;
comment on function public.list_support_mails(uuid, int) is 'For admins: mails that came in, newest first, and what became of each: {id, message_id, received_at, sender, subject, ticket, number, outcome, detail}.';

revoke all on private.support_mail_setting, private.ticket_threads, private.raw_mails, private.support_mails from anon, authenticated, service_role;
revoke execute on function private.receive_mail(jsonb), private.new_subject(public.tickets, text), private.mail_ticket(public.tickets, text, public.ticket_messages) from public, anon, authenticated, service_role;
revoke execute on function public.keep_support_mail(text) from public, anon, authenticated;
grant execute on function public.keep_support_mail(text) to service_role;
revoke execute on function public.list_support_mails(uuid, int) from public, anon, service_role;
grant execute on function public.list_support_mails(uuid, int) to authenticated;
