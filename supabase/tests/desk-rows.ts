import { CONTENT } from './content-rows.ts'
import { MONEY } from './money-rows.ts'
import { OWN_DATA } from './own-data-rows.ts'
import { REFERRALS } from './referral-rows.ts'

/** What the admins' desk holds: leads, webhooks, requests for premium, members, the audit log; and who may do what to it. */
type Verb = 'read' | 'insert' | 'change' | 'remove'
const VERBS: readonly Verb[] = ['read', 'insert', 'change', 'remove']
const TEXT = `'{"fr":"Texte","en":"Text","es":"Texto","it":"Testo"}'`

/** Everybody has a lead by having signed up; each gets a request, and there is a webhook with a delivery that was tried. */
export const DESK_ROWS = `
insert into brokers (slug, name, summary, entity, regulator, licence_number, protections, instruments, platforms, leverage, deposits, withdrawals, pros, cons, verified_on, verified_by)
values ('partner', 'Partenaire', ${TEXT}, 'Exemple SA', 'Autorité', 'EX-2', '[${TEXT.slice(1, -1)}]', '{forex}', '{MetaTrader 5}', '{"forex":30}', ${TEXT}, ${TEXT}, '[]', '[]', '2026-11-01', 'Test');
insert into qualification_requests (user_id, broker, account_number) select user_id, 'partner', 'A-' || left(user_id::text, 8) from members;
insert into qualification_events (request_id, kind) select id, 'submitted' from qualification_requests;
insert into qualification_events (request_id, kind, words) select id, 'commented', 'x' from qualification_requests;
insert into webhook_endpoints (name, url) values ('Make', 'https://hook.example/lead');
insert into webhook_deliveries (endpoint_id, event, body) select id, 'test', '{}' from webhook_endpoints;
insert into webhook_attempts select id, 1, now(), '93.184.216.34', 500, 'http_500', 12 from webhook_deliveries;
insert into member_suspensions (user_id, reason) select user_id, 'test' from members;
insert into audit_log (actor_role, request_id, table_name, row_key, action) values ('admin', 'x', 'plans', 'x', 'update')`

export type Row = {
  table: string
  where: (me: string, bystander: string) => string
  change: string
  insert: string
  allowed: Partial<Record<Verb, string>>
}

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
  webhook: {
    table: 'webhook_endpoints',
    where: all,
    change: `name = 'n8n'`,
    insert: `insert into webhook_endpoints (name, url) values ('n8n', 'https://hook.example/n8n')`,
    allowed: { read: 'admin', insert: 'admin', change: 'admin', remove: 'admin' },
  },
  "webhook's failures": {
    table: 'webhook_endpoints',
    where: () => `failing_since is null and id > 0`,
    change: `failing_since = now()`,
    insert: `insert into webhook_endpoints (name, url, secret) values ('n8n', 'https://hook.example/n8n', repeat('0', 64))`,
    allowed: { read: 'admin', remove: 'admin' },
  },
  delivery: {
    table: 'webhook_deliveries',
    where: all,
    change: `state = 'delivered', ended_at = now()`,
    insert: `insert into webhook_deliveries (endpoint_id, event, body) values (1, 'test', '{}')`,
    allowed: { read: 'admin' },
  },
  "delivery's try": {
    table: 'webhook_attempts',
    where: all,
    change: 'status = 200',
    insert: `insert into webhook_attempts values (1, 2, now(), null, 200, null, 1)`,
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

const ROWS: Readonly<Record<string, Row>> = { ...DESK, ...CONTENT, ...OWN_DATA, ...MONEY, ...REFERRALS }

/** Rules in the words of access.test.ts: whoever is not named is refused. The service's key opens nothing here either. */
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
