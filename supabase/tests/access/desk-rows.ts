import type { Row, Verb } from './access-row.ts'
import { ANNOUNCEMENTS } from './announcement-rows.ts'
import { CERTIFICATES } from './certificate-rows.ts'
import { COMMUNITY } from './community-rows.ts'
import { CONTENT } from './content-rows.ts'
import { DAILY } from './daily-rows.ts'
import { EVENTS } from './events-rows.ts'
import { IDEAS } from './ideas-rows.ts'
import { LEARNING } from './learning-rows.ts'
import { MODERATION } from './moderation-rows.ts'
import { MONEY } from './money-rows.ts'
import { OWN_DATA } from './own-data-rows.ts'
import { REFERRALS } from './referral-rows.ts'
import { TICKETS } from './ticket-rows.ts'
import { WEBHOOK_ROWS, WEBHOOKS } from './webhook-rows.ts'

/** Rows of the admins' desk (leads, requests for premium, members, the audit log), and the permitted actors. */
const VERBS: readonly Verb[] = ['read', 'insert', 'change', 'remove']
const TEXT = `'{"fr":"Texte","en":"Text","es":"Texto","it":"Testo"}'`

/** Sign-up creates a lead for every account. Adds a request for each of them. */
export const DESK_ROWS = `
insert into brokers (slug, name, summary, entity, regulator, licence_number, protections, instruments, platforms, leverage, deposits, withdrawals, pros, cons, verified_on, verified_by)
values ('partner', 'Partenaire', ${TEXT}, 'Exemple SA', 'Autorité', 'EX-2', '[${TEXT.slice(1, -1)}]', '{forex}', '{MetaTrader 5}', '{"forex":30}', ${TEXT}, ${TEXT}, '[]', '[]', '2026-11-01', 'Test');
insert into qualification_requests (user_id, broker, account_number) select user_id, 'partner', 'A-' || left(user_id::text, 8) from members;
insert into qualification_events (request_id, kind) select id, 'submitted' from qualification_requests;
insert into qualification_events (request_id, kind, words) select id, 'commented', 'x' from qualification_requests;
insert into proof_marks (request_id, what, x, y, width, height, placed_by) select id, 'mask', 0, 0, 0.5, 0.5, user_id from qualification_requests;
insert into private.proof_fingerprints (request_id, fingerprint) select id, repeat('a', 64) from qualification_requests;
${WEBHOOK_ROWS};
insert into member_suspensions (user_id, reason) select user_id, 'test' from members;
insert into audit_log (actor_role, request_id, table_name, row_key, action) values ('admin', 'x', 'plans', 'x', 'update')`

const MEMBERS = 'freemium premium analyst admin'
const all = () => 'true'

const DESK: Readonly<Record<string, Row>> = {
  lead: {
    table: 'leads',
    where: all,
    change: 'is_qualified = true, qualified_at = now()',
    insert: `insert into leads (user_id, integration_id, username) values (gen_random_uuid(), 'lead-0123456789abcdef', 'x')`,
    allowed: { read: 'admin' },
  },
  'row of members': {
    table: 'members',
    where: all,
    change: `premium_until = now() + interval '1 year'`,
    insert: `insert into members values (gen_random_uuid(), 'x', 'x', 'x', null, null, 'x', null, 'admin', null, now())`,
    allowed: { read: 'admin' },
  },
  suspension: {
    table: 'member_suspensions',
    where: all,
    change: 'reinstated_at = now()',
    insert: `insert into member_suspensions (user_id, reason) values (gen_random_uuid(), 'because')`,
    allowed: { read: 'admin' },
  },
  'audit row': {
    table: 'audit_log',
    where: all,
    change: `actor = null`,
    insert: `insert into audit_log (actor_role, request_id, table_name, row_key, action) values ('x', 'x', 'x', 'x', 'insert')`,
    allowed: { read: 'admin' },
  },
  'own request': {
    table: 'qualification_requests',
    where: (me) => `user_id = '${me}'`,
    change: `state = 'approved', premium_until = 'infinity'`,
    insert: `insert into qualification_requests (user_id, broker, account_number, state, premium_until) values (auth.uid(), 'partner', 'A 1', 'approved', 'infinity')`,
    allowed: { read: MEMBERS },
  },
  "somebody's request": {
    table: 'qualification_requests',
    where: (_, bystander) => `user_id = '${bystander}'`,
    change: `state = 'rejected', reason = 'x'`,
    insert: `insert into qualification_requests (user_id, broker, account_number) values (gen_random_uuid(), 'partner', 'A 1')`,
    allowed: { read: 'admin' },
  },
  "own request's life": {
    table: 'qualification_events',
    where: (me) =>
      `kind = 'submitted' and request_id = (select id from qualification_requests where user_id = '${me}')`,
    change: `kind = 'approved'`,
    insert: `insert into qualification_events (request_id, kind) select id, 'approved' from qualification_requests limit 1`,
    allowed: { read: MEMBERS },
  },
  "staff's comment on one's own request": {
    table: 'qualification_events',
    where: (me) =>
      `kind = 'commented' and request_id = (select id from qualification_requests where user_id = '${me}')`,
    change: `words = 'y'`,
    insert: `insert into qualification_events (request_id, kind) select id, 'commented' from qualification_requests limit 1`,
    allowed: { read: 'admin' },
  },
}

const MARKS: Readonly<Record<string, Row>> = {
  'mark on a proof': {
    table: 'proof_marks',
    where: all,
    change: `words = 'y'`,
    insert: `insert into proof_marks (request_id, what, agrees, placed_by) select id, 'name', true, user_id from qualification_requests limit 1`,
    allowed: { read: 'admin' },
  },
  'fingerprint of a proof': {
    table: 'private.proof_fingerprints',
    where: all,
    change: 'at = now()',
    insert: `insert into private.proof_fingerprints (request_id, fingerprint) values (gen_random_uuid(), 'abcdefgh')`,
    allowed: {},
  },
}

const ROWS: Readonly<Record<string, Row>> = {
  ...DESK,
  ...MARKS,
  ...CONTENT,
  ...CERTIFICATES,
  ...COMMUNITY,
  ...EVENTS,
  ...ANNOUNCEMENTS,
  ...IDEAS,
  ...MODERATION,
  ...DAILY,
  ...LEARNING,
  ...OWN_DATA,
  ...MONEY,
  ...REFERRALS,
  ...TICKETS,
  ...WEBHOOKS,
}

/**
 * Rules in the format of access.test.ts: every actor that is not named must be refused. The service key has no access here
 * either.
 */
export const DESK_RULES: readonly (readonly [row: string, verb: Verb, allowed: string])[] = Object.entries(
  ROWS,
).flatMap(([row, { allowed }]) => VERBS.map((verb) => [row, verb, allowed[verb] ?? ''] as const))

export const deskRow = (
  row: string,
  me: string,
  bystander: string,
): [table: string, where: string] | null => {
  const found = ROWS[row]
  return found ? [found.table, found.where(me, bystander)] : null
}

export const DESK_CHANGES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ROWS).map(([row, { change }]) => [row, change]),
)
export const DESK_INSERTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ROWS).map(([row, { insert }]) => [row, insert]),
)
