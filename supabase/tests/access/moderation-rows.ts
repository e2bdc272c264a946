import type { Row } from './access-row.ts'

/** A case, a decision and what follows from it about each member. Comes after COMMUNITY_ROWS, where members have the ids of their accounts. */
export const MODERATION_ROWS = `
insert into moderation_cases (kind, subject, author, harm) select 'member', id, id, 1 from community_members;
insert into moderation_events (case_id, kind) select id, 'opened' from moderation_cases;
insert into moderation_decisions (case_id, author, kind, subject, measure, reasons, detected, statement, language, sent_at, decided_by, role)
  select id, author, 'member', subject, 'warn', '{insult}', false, '{}', 'fr', now(), gen_random_uuid(), 'analyst' from moderation_cases;
insert into sanctions (member, kind, decision, reason) select author, 'warn', id, 'insult' from moderation_decisions;
insert into notices (case_id, member, reason, words, good_faith, crime) select id, author, 'insult', 'x', true, false from moderation_cases;
insert into private.notice_senders (notice, language) select id, 'fr' from notices;
insert into appeals (decision, member, words) select id, author, 'Je conteste.' from moderation_decisions;
insert into rule_acceptances (member, version) select id, '2026-11-10' from community_members;
insert into moderation_rules (kind, pattern, action) values ('word', 'un mot que personne n’écrit', 'hold');
insert into private.shield_days values ('2026-01-05', 'contact', 1, 1, 0);
insert into active_recipients values ('2026-01-01', 12);
insert into warning_lists values ('amf', 'https://amf.example', '2026-01-05', now(), 1);
insert into warning_list_entries (source, name) values ('amf', 'x');
select private.enter_moderation(moderation_decisions, false, now()) from moderation_decisions limit 1`

const MEMBERS = 'freemium premium analyst admin'
const STAFF = 'analyst admin'
const EVERYBODY = `visitor ${MEMBERS}`
type Table = Omit<Row, 'where' | 'allowed'> & { by: string }

/** What a member reads about themselves, and staff about everybody. Functions alone write it. */
const OWN: Readonly<Record<string, Table>> = {
  decision: {
    table: 'moderation_decisions',
    by: 'author',
    change: `law = 'Autre'`,
    insert: `insert into moderation_decisions (case_id, kind, measure, reasons, detected, statement, language, decided_by, role)
      select id, 'member', 'warn', '{}', false, '{}', 'fr', auth.uid(), 'admin' from moderation_cases limit 1`,
  },
  sanction: {
    table: 'sanctions',
    by: 'member',
    change: 'lifted_at = now()',
    insert: `insert into sanctions (member, kind, reason) values (private.own_member(), 'warn', 'x')`,
  },
  notice: {
    table: 'notices',
    by: 'member',
    change: `words = 'y'`,
    insert: `insert into notices (case_id, reason, words, good_faith, crime) select id, 'insult', 'x', true, false from moderation_cases limit 1`,
  },
  appeal: {
    table: 'appeals',
    by: 'member',
    change: `words = 'Autre'`,
    insert: `insert into appeals (decision, member, words) select id, private.own_member(), 'Encore' from moderation_decisions limit 1`,
  },
  'acceptance of the rules': {
    table: 'rule_acceptances',
    by: 'member',
    change: 'accepted_at = now()',
    insert: `insert into rule_acceptances values (private.own_member(), '2026-11-10')`,
  },
}

const rowsOf = (whose: 'own' | "somebody's"): Record<string, Row> =>
  Object.fromEntries(
    Object.entries(OWN).map(([name, { by, ...row }]) => [
      `${whose} ${name}`,
      {
        ...row,
        where: (me: string, bystander: string) => `${by} = '${whose === 'own' ? me : bystander}'`,
        allowed: { read: whose === 'own' ? MEMBERS : STAFF },
      },
    ]),
  )

const row = (table: string, change: string, insert: string, allowed: Row['allowed'] = {}): Row => ({
  table,
  where: () => 'true',
  change,
  insert,
  allowed,
})

export const MODERATION: Readonly<Record<string, Row>> = {
  ...rowsOf('own'),
  ...rowsOf("somebody's"),
  'moderation case': row(
    'moderation_cases',
    'harm = 2',
    `insert into moderation_cases (kind, harm) values ('place', 1)`,
    { read: STAFF },
  ),
  'trail of a case': row(
    'moderation_events',
    `kind = 'seen'`,
    `insert into moderation_events (case_id, kind) select id, 'seen' from moderation_cases limit 1`,
    { read: STAFF },
  ),
  'word rule': row(
    'moderation_rules',
    `note = 'x'`,
    `insert into moderation_rules (kind, pattern, action) values ('word', 'autre mot', 'hold')`,
    { read: STAFF, insert: STAFF, change: STAFF, remove: STAFF },
  ),
  'trust level': row(
    'trust_levels',
    'links = links',
    'insert into trust_levels select 3, first_posts, edits_held, links, 0, 0, 0, 0, 0, 0 from trust_levels limit 1',
    { read: MEMBERS, change: 'admin' },
  ),
  'rule of the forum': row(
    'forum_rules',
    'words = words',
    `insert into forum_rules select '9', titles, words from forum_rules limit 1`,
    { read: EVERYBODY, change: 'admin' },
  ),
  'issue of the rules': row(
    'forum_rule_versions',
    `rules = '[]'`,
    `insert into forum_rule_versions (version, rules) values ('2027-01-01', '[]')`,
    { read: EVERYBODY },
  ),
  'contact point': row(
    'contact_points',
    `recipients = 'x@vigie.example'`,
    'insert into contact_points default values',
    { read: EVERYBODY, change: 'admin' },
  ),
  'entry of the moderation register': row(
    'moderation_register',
    'sequence = 9',
    'insert into moderation_register (sequence) values (99)',
    { read: EVERYBODY },
  ),
  'active recipients of a month': row(
    'active_recipients',
    'recipients = 0',
    `insert into active_recipients values ('2026-02-01', 1)`,
    { read: EVERYBODY },
  ),
  'warning list': row(
    'warning_lists',
    'entries = 2',
    `insert into warning_lists values ('fca', 'x', '2026-01-05', now(), 1)`,
    { read: EVERYBODY },
  ),
  'entry of a warning list': row(
    'warning_list_entries',
    `name = 'y'`,
    `insert into warning_list_entries (source, name) values ('amf', 'y')`,
    { read: EVERYBODY },
  ),
  'day of the shield': row(
    'private.shield_days',
    'warnings = 0',
    `insert into private.shield_days values ('2026-01-06', 'contact')`,
  ),
  'sender of a notice': row(
    'private.notice_senders',
    'name = null',
    `insert into private.notice_senders (notice, language) select id, 'fr' from notices limit 1`,
  ),
}
