import type { Row } from './access-row.ts'

/**
 * An open idea and one under escrow of each member, with an event and minutes of each, a counter-thesis of the freemium member's, and
 * everybody's draft. Comes after COMMUNITY_ROWS, where members have the ids of their accounts.
 */
export const IDEA_ROWS = `
select private.record_idea(
  jsonb_build_object(
    'symbol', 'EURUSD', 'timeframe', 'H1', 'direction', 'buy', 'entry_low', '1.08300', 'entry_high', '1.08400', 'stop_loss', '1.08200',
    'targets', '[{"price": "1.08800", "share": "100"}]'::jsonb, 'validity_minutes', 240, 'probability', '0.55', 'facts', 'x', 'opinion', 'x', 'counter_thesis', 'x'
  ) || case when sealed then jsonb_build_object('deadline', date_trunc('minute', now()) + interval '9 days') else '{}' end,
  members.id, private.publish_thread(members.id, 'idees', 'x', 'x'), now(), now(), ('EURUSD', 1.08500, 1.08510, now(), 'simulated')::quotes, false)
from community_members as members, (values (false), (true)) as given (sealed);
insert into idea_events (idea, sequence, kind, at) select id, 1, 'note', now() from ideas;
insert into idea_notes select id, 1, 'x', repeat('a', 64) from ideas;
insert into idea_minutes select id, '2026-01-05', 1, case when sealed then 'sealed' else 'open' end, repeat('a', 64) from ideas;
insert into counter_theses select ideas.id, (select signals.id from signals order by number limit 1) from ideas join idea_openings on idea = ideas.id;
insert into idea_records select id, 1, '{}', null from community_members;
insert into idea_drafts (member, input) select id, '{}' from community_members;
insert into private.idea_requests select id, gen_random_uuid(), null from community_members`

const MEMBERS = 'freemium premium analyst admin'
type Table = { table: string; change: string; insert: string; key?: string }

/** What belongs to one idea. Everybody reads it of an open idea; of one under escrow its author alone. */
const PARTS: Readonly<Record<string, Table>> = {
  'terms of an idea': {
    table: 'idea_terms',
    change: `terms = '{}'`,
    insert: `select gen_random_uuid(), symbol, terms, nonce`,
  },
  'words of an idea': {
    table: 'idea_texts',
    change: `facts = 'y'`,
    insert: `select gen_random_uuid(), facts, opinion, counter_thesis, nonce`,
  },
  'state of an idea': {
    table: 'idea_states',
    change: `state = 'active'`,
    insert: `select gen_random_uuid(), state`,
  },
  'event of an idea': { table: 'idea_events', change: 'price = 1', insert: `select idea, 9, kind, at` },
  'note of an idea': { table: 'idea_notes', change: `text = 'y'`, insert: `select idea, 9, text, nonce` },
  'minutes of an idea': {
    table: 'idea_minutes',
    change: `minutes = 'y'`,
    insert: `select idea, '2026-01-06', lines, minutes, sha256`,
  },
}

const OPENED = 'idea in (select idea from idea_openings)'
const SEALED_OF = (member: string) => `idea in (select id from ideas where author = '${member}' and sealed)`

const partRows = Object.entries(PARTS).flatMap(([name, { table, change, insert }]): [string, Row][] => {
  const columns =
    table === 'idea_states' ? ' (idea, state)' : table === 'idea_events' ? ' (idea, sequence, kind, at)' : ''
  const row = { table, change, insert: `insert into ${table}${columns} ${insert} from ${table} limit 1` }
  const visitors = table === 'idea_minutes' ? 'visitor ' : ''
  // Their first posts repeat no words here: the words are their authors' alone to read.
  const worded = table === 'idea_texts' || table === 'idea_notes'
  return [
    [
      name,
      {
        ...row,
        where: worded
          ? (me) => `idea in (select id from ideas where author = '${me}' and not sealed)`
          : () => (table === 'idea_minutes' ? `minutes = 'open'` : OPENED),
        allowed: { read: `${visitors}${MEMBERS}`.trim() },
      },
    ],
    [`own sealed ${name}`, { ...row, where: (me) => SEALED_OF(me), allowed: { read: MEMBERS } }],
    [`somebody's sealed ${name}`, { ...row, where: (_me, bystander) => SEALED_OF(bystander), allowed: {} }],
  ]
})

const row = (table: string, change: string, insert: string, allowed: Row['allowed'] = {}): Row => ({
  table,
  where: () => 'true',
  change,
  insert,
  allowed,
})

export const IDEAS: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(partRows),
  idea: row('ideas', 'number = 99', `insert into ideas select * from ideas limit 1`, { read: MEMBERS }),
  'opening of an idea': row(
    'idea_openings',
    'opened_at = now()',
    `insert into idea_openings select id, now() from ideas limit 1`,
    {
      read: MEMBERS,
    },
  ),
  'counter-thesis of a signal': row(
    'counter_theses',
    'signal_id = gen_random_uuid()',
    `insert into counter_theses select * from counter_theses limit 1`,
    {
      read: 'premium analyst admin',
    },
  ),
  "record of an idea's author": row(
    'idea_records',
    `record = '[]'`,
    `insert into idea_records select * from idea_records limit 1`,
    {
      read: MEMBERS,
    },
  ),
  'record that is due': row(
    'private.idea_records_due',
    'author = author',
    `insert into private.idea_records_due select id from community_members limit 1`,
  ),
  'request of an idea': row(
    'private.idea_requests',
    'key = gen_random_uuid()',
    `insert into private.idea_requests select author, gen_random_uuid() from private.idea_requests limit 1`,
  ),
  'own draft of an idea': {
    table: 'idea_drafts',
    where: (me) => `member = '${me}'`,
    change: `input = '{"a": 1}'`,
    insert: `insert into idea_drafts (input) values ('{}') on conflict (member) do update set input = excluded.input`,
    allowed: { read: MEMBERS, insert: MEMBERS, change: MEMBERS, remove: MEMBERS },
  },
  "somebody's draft of an idea": {
    table: 'idea_drafts',
    where: (_me, bystander) => `member = '${bystander}'`,
    change: `input = '{"a": 1}'`,
    insert: `insert into idea_drafts (member, input) values (gen_random_uuid(), '{}')`,
    allowed: {},
  },
}
