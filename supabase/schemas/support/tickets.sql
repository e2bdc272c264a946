-- Tickets: what members ask and staff answer. new → open → pending (the member's turn; paused) | on_hold (somebody else's; paused) → solved
-- (a reply reopens it) → closed (final; a reply makes a follow-up). Only the functions of this folder move a ticket, and each step is an event
-- that nobody changes: times and figures are computed from the events.
create table public.tickets (
  id uuid primary key default private.ordered_id(),
  number bigint generated always as identity (start with 1001) unique,
  -- Null: the account is gone, and subject and texts with it.
  user_id uuid references auth.users (id) on delete set null,
  subject text not null check (length(subject) between 1 and 160),
  topic text not null references public.support_topics (topic),
  priority text not null default 'normal' references public.support_promises (priority),
  state text not null default 'new' check (state in ('new', 'open', 'pending', 'on_hold', 'solved', 'closed')),
  language text not null check (language = any (private.languages())),
  channel text not null default 'site' check (channel in ('site', 'mail')),
  assignee uuid references public.staff (user_id) on delete set null,
  opened_at timestamptz not null default clock_timestamp(),
  -- The promise. `promise` is what was sealed at opening: {opened_at, priority, answer_minutes, solve_minutes, answer_due_at, solve_due_at};
  -- `seal` the SHA-256 of its canonical JSON. Only a pause moves solve_due_at, and nothing moves answer_due_at.
  promise jsonb not null,
  seal text not null check (seal ~ '^[0-9a-f]{64}$'),
  answer_due_at timestamptz not null,
  solve_due_at timestamptz not null,
  first_answered_at timestamptz,
  paused_since timestamptz,
  -- Of all ended pauses, in business time.
  paused interval not null default '0',
  solved_at timestamptz,
  closed_at timestamptz,
  reopened int not null default 0,
  -- The next promise that runs: by it the inbox is ordered. Infinity while none does. Kept by a trigger.
  turn_at timestamptz not null default 'infinity',
  messages int not null default 0,
  last_message_at timestamptz not null default clock_timestamp(),
  last_by text not null default 'member' check (last_by in ('member', 'staff', 'product')),
  excerpt text not null default '' check (length(excerpt) <= 200),
  member_seen_at timestamptz,
  staff_seen_at timestamptz,
  snoozed_until timestamptz,
  merged_into uuid references public.tickets (id),
  split_from uuid references public.tickets (id),
  follows uuid references public.tickets (id),
  -- What the member let us attach: {plan, browser, screen, errors, subject rows}; and when they agreed.
  facts jsonb,
  facts_consented_at timestamptz,
  -- What a ticket about a figure opens with, computed at opening (support/figure_tickets.sql).
  proof jsonb,
  -- Of a complaint.
  acknowledge_due_at timestamptz,
  acknowledged_at timestamptz,
  complaint_due_at timestamptz,
  satisfaction int check (satisfaction between 1 and 5),
  satisfaction_words text check (length(satisfaction_words) <= 1000),
  rated_at timestamptz,
  -- The request that made it: a second click makes no second ticket.
  request uuid,
  demonstration boolean not null default false,
  check ((state in ('pending', 'on_hold', 'solved', 'closed')) = (paused_since is not null)),
  check ((facts is null) = (facts_consented_at is null)),
  check ((satisfaction is null) = (rated_at is null)),
  check (state <> 'closed' or closed_at is not null)
);
comment on table public.tickets is 'What members ask. Times: answer_due_at and solve_due_at are promised, first_answered_at and solved_at are what came of it.';
create unique index tickets_of_request on public.tickets (user_id, request);
create index tickets_of_member on public.tickets (user_id, last_message_at desc, id desc);
create index tickets_waiting on public.tickets (turn_at, id) where state in ('new', 'open', 'pending', 'on_hold');
create index tickets_waiting_of_assignee on public.tickets (assignee, turn_at, id) where state in ('new', 'open', 'pending', 'on_hold');
create index tickets_recent on public.tickets (last_message_at desc, id desc);
create index tickets_recent_of_topic on public.tickets (topic, last_message_at desc, id desc);
create index tickets_recent_of_assignee on public.tickets (assignee, last_message_at desc, id desc);
create index tickets_recent_of_state on public.tickets (state, last_message_at desc, id desc);
create index tickets_opened on public.tickets (opened_at);
create index tickets_solved on public.tickets (solved_at) where solved_at is not null;
create index tickets_rated on public.tickets (rated_at) where rated_at is not null;
create index tickets_of_demonstration on public.tickets (id) where demonstration;
create index tickets_of_priority on public.tickets (priority);
create index tickets_merged on public.tickets (merged_into) where merged_into is not null;
create index tickets_split on public.tickets (split_from) where split_from is not null;
create index tickets_following on public.tickets (follows) where follows is not null;

create function private.keep_ticket_turn() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.turn_at := case when new.state not in ('new', 'open') then 'infinity' when new.first_answered_at is null then new.answer_due_at else new.solve_due_at end;
  return new;
end
$$;
comment on function private.keep_ticket_turn() is 'The promise that runs next: the first answer, then the solution; none while the clock is paused.';
create trigger keep_ticket_turn before insert or update on public.tickets for each row execute function private.keep_ticket_turn();

create table public.ticket_messages (
  id uuid primary key default private.ordered_id(),
  ticket uuid not null references public.tickets (id),
  -- The account; no reference, because the row outlives it. Null: the product, or an account that is gone.
  author uuid,
  role text not null check (role in ('member', 'staff', 'product')),
  author_name text not null default '',
  body text not null check (length(body) between 1 and 20000),
  -- What a mail repeated of earlier ones; shown folded.
  quoted text check (length(quoted) <= 20000),
  channel text not null default 'site' check (channel in ('site', 'mail')),
  at timestamptz not null default clock_timestamp(),
  -- The ticket that it was written in, where it came here by a merge or a split.
  moved_from uuid references public.tickets (id),
  request uuid,
  canned uuid
);
comment on table public.ticket_messages is 'What was written to and by members, as plain text. Staff''s words to each other are in ticket_notes.';
create index ticket_messages_of_ticket on public.ticket_messages (ticket, at, id);
create unique index ticket_messages_of_request on public.ticket_messages (author, request);
create index ticket_messages_moved on public.ticket_messages (moved_from) where moved_from is not null;
create index ticket_messages_canned on public.ticket_messages (canned) where canned is not null;

create table public.ticket_notes (
  id uuid primary key default private.ordered_id(),
  ticket uuid not null references public.tickets (id),
  author uuid,
  author_name text not null,
  body text not null check (length(body) between 1 and 5000),
  -- Accounts of staff who are named.
  mentions uuid[] not null default '{}',
  at timestamptz not null default clock_timestamp(),
  request uuid,
  unique (author, request)
);
comment on table public.ticket_notes is 'What staff write to each other about a ticket; no member sees it.';
create index ticket_notes_of_ticket on public.ticket_notes (ticket, at, id);

create table public.ticket_events (
  id uuid primary key default private.ordered_id(),
  ticket uuid not null references public.tickets (id),
  kind text not null check (kind in (
    'opened', 'answered', 'replied', 'thanked', 'pending', 'on_hold', 'resumed', 'solved', 'reopened', 'closed', 'followed', 'merged', 'split', 'topic', 'priority', 'rated',
    'acknowledged', 'facts_removed', 'erratum', 'assigned', 'snoozed', 'noted', 'article', 'mail_refused', 'mail_failed')),
  at timestamptz not null default clock_timestamp(),
  -- No reference: the row outlives the account. Null: the product itself.
  actor uuid,
  actor_role text not null check (actor_role in ('member', 'analyst', 'admin', 'product')),
  data jsonb not null default '{}'
);
comment on table public.ticket_events is 'What happened to each ticket, and when: the one source of its times. No words of anybody, and none of staff''s own steps for the member (private.is_shown_event).';
create index ticket_events_of_ticket on public.ticket_events (ticket, id);
create index ticket_events_by_kind on public.ticket_events (kind, at) where kind in ('opened', 'answered');
call private.make_append_only('public.ticket_events');

create function private.is_shown_event(kind text) returns boolean
language sql immutable parallel safe set search_path = '' as $$ select kind not in ('assigned', 'snoozed', 'noted', 'article', 'mail_refused', 'mail_failed') $$;
comment on function private.is_shown_event(text) is 'Whether the member sees such an event of their ticket.';

create function private.note_ticket(kept public.tickets, kind text, data jsonb default '{}', happened_at timestamptz default clock_timestamp()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  role constant text := case when auth.uid() is null then 'product' when auth.uid() = kept.user_id then 'member' else coalesce(private.reading_staff_role(), 'member') end;
  told constant jsonb := (select jsonb_build_object('id', id, 'number', number, 'kind', note_ticket.kind, 'state', state, 'messages', messages) from public.tickets where id = kept.id);
begin
  insert into public.ticket_events (ticket, kind, actor, actor_role, data, at)
  values (kept.id, note_ticket.kind, auth.uid(), role, note_ticket.data, note_ticket.happened_at);
  perform private.tell_topic('inbox', 'ticket', told);
  if private.is_shown_event(note_ticket.kind) then
    perform private.tell_topic('ticket:' || kept.id, 'ticket', told);
    if kept.user_id is not null then perform private.tell_topic('member:' || kept.user_id, 'ticket', told); end if;
  end if;
end
$$;
comment on function private.note_ticket(public.tickets, text, jsonb, timestamptz) is 'Adds an event to a ticket and tells open pages: staff''s inbox of each, the member''s of what they may see. A payload has no words.';

-- Who may read ----------------------------------------------------------------------------------------------------------
create function private.is_own_ticket(ticket uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.tickets where id = is_own_ticket.ticket and user_id = (select auth.uid()))
$$;
comment on function private.is_own_ticket(uuid) is 'Whether the caller opened the ticket.';

create function private.may_hear_ticket(topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when topic ~ '^ticket:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then private.is_own_ticket(substr(topic, 8)::uuid) else false end
$$;
comment on function private.may_hear_ticket(text) is 'Whether a topic is that of a ticket of the caller''s.';

alter table public.tickets enable row level security;
create policy "members read their own tickets, staff every one" on public.tickets for select to authenticated
  using (user_id = (select auth.uid()) or (select private.reading_staff_role()) is not null);
alter table public.ticket_messages enable row level security;
create policy "members read the messages of their own tickets, staff all" on public.ticket_messages for select to authenticated
  using ((select private.reading_staff_role()) is not null or private.is_own_ticket(ticket));
alter table public.ticket_notes enable row level security;
create policy "staff read the notes" on public.ticket_notes for select to authenticated using ((select private.reading_staff_role()) is not null);
alter table public.ticket_events enable row level security;
create policy "members read what they may see of their own tickets, staff all" on public.ticket_events for select to authenticated
  using ((select private.reading_staff_role()) is not null or (private.is_shown_event(kind) and private.is_own_ticket(ticket)));

-- Presence on `ticket:<id>` says who is typing, for both sides; on `inbox:<id>` who of the staff has it open.
create policy "members hear their own tickets, staff every one" on realtime.messages for select to authenticated
  using (extension in ('broadcast', 'presence') and (select realtime.topic()) like 'ticket:%'
    and ((select private.reading_staff_role()) is not null or (select private.may_hear_ticket((select realtime.topic())))));
create policy "who hears a ticket shows that they type" on realtime.messages for insert to authenticated
  with check (extension = 'presence' and (select realtime.topic()) like 'ticket:%'
    and ((select private.reading_staff_role()) is not null or (select private.may_hear_ticket((select realtime.topic())))));
create policy "staff hear the inbox, and who has a ticket open" on realtime.messages for select to authenticated
  using (extension in ('broadcast', 'presence') and ((select realtime.topic()) = 'inbox' or (select realtime.topic()) like 'inbox:%') and (select private.reading_staff_role()) is not null);
create policy "staff show which ticket they have open" on realtime.messages for insert to authenticated
  with check (extension = 'presence' and (select realtime.topic()) like 'inbox:%' and (select private.reading_staff_role()) is not null);

revoke all on public.tickets, public.ticket_messages, public.ticket_notes, public.ticket_events from anon, authenticated, service_role;
-- Not snoozed_until and staff_seen_at, which are staff's.
grant select (id, number, user_id, subject, topic, priority, state, language, channel, assignee, opened_at, promise, seal, answer_due_at, solve_due_at, first_answered_at, paused_since,
  paused, solved_at, closed_at, reopened, messages, last_message_at, last_by, excerpt, member_seen_at, merged_into, split_from, follows, facts, facts_consented_at, proof,
  acknowledge_due_at, acknowledged_at, complaint_due_at, satisfaction, satisfaction_words, rated_at, demonstration) on public.tickets to authenticated;
grant select on public.ticket_notes, public.ticket_events to authenticated;
grant select (id, ticket, author, role, author_name, body, quoted, channel, at, moved_from) on public.ticket_messages to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
call private.audit_changes('public.tickets', '{facts,proof,satisfaction_words,excerpt,subject}');
call private.audit_changes('public.ticket_notes', '{body}');
revoke execute on function
  private.keep_ticket_turn(), private.is_shown_event(text), private.note_ticket(public.tickets, text, jsonb, timestamptz), private.is_own_ticket(uuid), private.may_hear_ticket(text)
from public, anon, authenticated, service_role;
grant execute on function private.is_shown_event(text), private.is_own_ticket(uuid), private.may_hear_ticket(text) to authenticated;
