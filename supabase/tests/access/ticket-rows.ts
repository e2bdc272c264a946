import type { Row } from './access-row.ts'

const TICKET = '00000000-0000-4000-8000-00000000d001'
const OTHERS = '00000000-0000-4000-8000-00000000d002'

/** A ticket of the freemium member and one of the premium member, each with a message, a file, a note and an event. */
export const TICKET_ROWS = `
create function pg_temp.ticket(id uuid, member uuid) returns void language sql as $$
  insert into public.tickets (id, user_id, subject, topic, priority, language, promise, seal, answer_due_at, solve_due_at)
  select ticket.id, member, 'A question', 'other', 'normal', 'fr', promised, private.sha256_hex(private.canonical_json(promised)), now(), now() from private.seal_promise(now(), 'normal') as promised;
  insert into public.ticket_messages (id, ticket, author, role, body) values (ticket.id, ticket.id, member, 'member', 'A question');
  insert into public.ticket_files (id, ticket, message, path, name, bytes, type) values (ticket.id, ticket.id, ticket.id, ticket.id::text, 'a.txt', 1, 'text/plain');
  insert into public.ticket_notes (id, ticket, author_name, body) values (ticket.id, ticket.id, 'Staff', 'A note');
  insert into public.ticket_events (id, ticket, kind, actor_role) values (ticket.id, ticket.id, 'opened', 'member');
  insert into private.ticket_threads (ticket) values (ticket.id);
  insert into private.ticket_words values (ticket.id, now(), 'question');
$$;
select pg_temp.ticket('${TICKET}', p.id) from profiles p where p.id not in (select user_id from staff) and p.id not in (select user_id from premium_grants) order by created_at limit 1;
select pg_temp.ticket('${OTHERS}', p.id) from profiles p where p.id in (select user_id from premium_grants) order by created_at limit 1;
insert into canned_answers (name, texts) values ('an-answer', '{"fr": "Bonjour"}');
insert into ticket_views (owner, name) select user_id, 'A view' from staff;
insert into support_days (day) values ('2030-01-07');
insert into private.raw_mails (raw) values ('x');
insert into private.support_mails (message_id, outcome) values ('<a@b>', 'unmatched');
insert into errata (figure, text, made_by, at, sequence, hash) select '{"kind": "performance"}', 'A mistake of ours', 'admin', now(), sequence, hash from private.append_to_ledger('erratum', null, '{}')`

const STAFF = 'analyst admin'
const EVERYBODY = 'visitor freemium premium analyst admin'
const of = (table: string, column: string, change: string, insert: string, own: boolean): Row => ({
  table,
  where: () => `${column} = '${own ? TICKET : OTHERS}'`,
  change,
  insert,
  allowed: { read: `${own ? 'freemium' : 'premium'} ${STAFF}` },
})
const PARTS = (own: boolean): Record<string, Row> => {
  const [whose, ticket] = own ? (['freemium', TICKET] as const) : (['premium', OTHERS] as const)
  return {
    [`ticket of a ${whose} member`]: of(
      'tickets',
      'id',
      `state = 'open'`,
      `insert into tickets (subject, topic, language, promise, seal, answer_due_at, solve_due_at) values ('x', 'other', 'fr', '{}', repeat('a', 64), now(), now())`,
      own,
    ),
    [`words in a ${whose} member's ticket`]: of(
      'ticket_messages',
      'ticket',
      `body = 'x'`,
      `insert into ticket_messages (ticket, role, body) values ('${ticket}', 'staff', 'x')`,
      own,
    ),
    [`file of a ${whose} member's ticket`]: of(
      'ticket_files',
      'ticket',
      `name = 'x'`,
      `insert into ticket_files (ticket, message, path, name, bytes, type) values ('${ticket}', '${ticket}', 'x', 'x', 1, 'x')`,
      own,
    ),
    [`event of a ${whose} member's ticket`]: of(
      'ticket_events',
      'ticket',
      `kind = 'solved'`,
      `insert into ticket_events (ticket, kind, actor_role) values ('${ticket}', 'solved', 'admin')`,
      own,
    ),
  }
}
const closed = (table: string, change: string, insert: string): Row => ({
  table,
  where: () => 'true',
  change,
  insert,
  allowed: {},
})

export const TICKETS: Readonly<Record<string, Row>> = {
  ...PARTS(true),
  ...PARTS(false),
  'note on a ticket': {
    table: 'ticket_notes',
    where: () => `ticket = '${TICKET}'`,
    change: `body = 'x'`,
    insert: `insert into ticket_notes (ticket, author_name, body) values ('${TICKET}', 'x', 'x')`,
    allowed: { read: STAFF },
  },
  'topic of support': {
    table: 'support_topics',
    where: () => `topic = 'other'`,
    change: `reopens = 'never'`,
    insert: `insert into support_topics (topic, position) values ('another', 12)`,
    allowed: { read: EVERYBODY, change: 'admin' },
  },
  'promise by priority': {
    table: 'support_promises',
    where: () => `priority = 'low'`,
    change: 'answer_minutes = 241',
    insert: `insert into support_promises values ('low', 1, 1)`,
    allowed: { read: EVERYBODY, change: 'admin' },
  },
  'hours of support': {
    table: 'support_hours',
    where: () => 'weekday = 1',
    change: `opens = '08:00'`,
    insert: `insert into support_hours values (6, '09:00', '12:00')`,
    allowed: { read: EVERYBODY, insert: 'admin', change: 'admin', remove: 'admin' },
  },
  'special day of support': {
    table: 'support_days',
    where: () => `day = '2030-01-07'`,
    change: 'is_open = true',
    insert: `insert into support_days (day) values ('2030-01-08')`,
    allowed: { read: EVERYBODY, insert: 'admin', change: 'admin', remove: 'admin' },
  },
  'canned answer': {
    table: 'canned_answers',
    where: () => `name = 'an-answer'`,
    change: 'uses = 9',
    insert: `insert into canned_answers (name, texts) values ('other', '{"fr": "x"}')`,
    allowed: { read: STAFF },
  },
  'own view of the inbox': {
    table: 'ticket_views',
    where: (me) => `owner = '${me}'`,
    change: 'position = 2',
    insert: `insert into ticket_views (name) values ('x')`,
    allowed: { read: STAFF, insert: STAFF, change: STAFF, remove: STAFF },
  },
  erratum: {
    table: 'errata',
    where: () => 'sequence > 0',
    change: `text = 'another mistake'`,
    insert: `insert into errata (figure, text, made_by, at, sequence, hash) values ('{}', 'a new mistake', 'admin', now(), 1, 'x')`,
    allowed: { read: EVERYBODY },
  },
  'address of support': closed(
    'private.support_mail_setting',
    'address = null',
    'insert into private.support_mail_setting default values',
  ),
  'secret of a ticket': closed(
    'private.ticket_threads',
    `token = repeat('a', 32)`,
    `insert into private.ticket_threads (ticket) values ('${TICKET}')`,
  ),
  'words of a ticket': closed(
    'private.ticket_words',
    `words = ''`,
    `insert into private.ticket_words values ('${TICKET}', now(), '')`,
  ),
  'mail as it came': closed(
    'private.raw_mails',
    'tries = 1',
    `insert into private.raw_mails (raw) values ('x')`,
  ),
  'mail that came in': closed(
    'private.support_mails',
    `detail = 'x'`,
    `insert into private.support_mails (message_id, outcome) values ('x', 'loop')`,
  ),
}
