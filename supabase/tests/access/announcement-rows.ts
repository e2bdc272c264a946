import type { Row } from './access-row.ts'
import { type Document, inFour } from './learning-rows.ts'

/** An indicator as staff write it: American inflation, monthly at 8:30 in New York. */
export const indicatorDocument = (fields: object = {}, texts: Record<string, string> = {}): Document => ({
  fields: {
    country: 'US',
    currency: 'USD',
    category: 'inflation',
    impact: 'high',
    better: 'higher',
    unit: 'percent',
    decimals: 1,
    cadence: 'monthly',
    usual_time: '08:30',
    zone: 'America/New_York',
    authority: 'U.S. Bureau of Labor Statistics',
    authority_url: 'https://www.bls.gov/cpi/',
    symbols: ['EURUSD', 'XAUUSD'],
    codes: { bls: ['Consumer Price Index'], forexfactory: ['USD|CPI y/y'] },
    ...fields,
  },
  texts: inFour({ title: 'Inflation', summary: 'La hausse des prix', why: 'Elle décide des taux', ...texts }),
})

const ITEM = '00000000-0000-4000-8000-00000000a001'
const ANNOUNCEMENT = '00000000-0000-4000-8000-00000000a002'
const EXPECTATION = '00000000-0000-4000-8000-00000000a003'

/** An indicator with an announcement that was published, a measured move, everybody's preferences and reminders, and a graded expectation. */
export const ANNOUNCEMENT_ROWS = `
insert into content_items (id, kind, slug, position, tier, version) values ('${ITEM}', 'indicator', 'an-indicator', 1, 'visitor', 1);
insert into indicators select 'an-indicator', '${ITEM}', t, t, t, 'US', 'USD', 'inflation', 'high', 'higher', 'percent', 1, 'monthly', '08:30', 'America/New_York', 'An authority', 'https://example.com', '{EURUSD}'
  from jsonb_build_object('fr', 'a', 'en', 'a', 'es', 'a', 'it', 'a') as t;
insert into indicator_codes values ('bls', 'A code', 'an-indicator');
insert into indicator_licences values ('fred', 'SERIES', 'an-indicator', 'public domain: citation requested', true, now());
insert into announcements (id, indicator, kind, country, currency, impact, starts_at, precision, day, zone, actual, state, source, sample, changed_at)
  values ('${ANNOUNCEMENT}', 'an-indicator', 'release', 'US', 'USD', 'high', '2026-01-13 13:30Z', 'exact', '2026-01-13', 'UTC', '2.4', 'released', 'bls', false, now());
insert into announcement_reactions values ('${ANNOUNCEMENT}', 'EURUSD', 5, -12.5, 'test', now());
insert into announcement_preferences (user_id) select id from profiles;
insert into announcement_reminders (user_id, announcement) select id, '${ANNOUNCEMENT}' from profiles;
insert into private.announcement_tellings select id, '${ANNOUNCEMENT}', 0, '2026-01-13 13:30Z', now() from profiles;
insert into private.announcement_claims values ('bls', 'a key', '${ANNOUNCEMENT}', '{}', now());
insert into expectations (id, number, announcement, author_id, author_name, made_at, deadline, commitment)
  values ('${EXPECTATION}', 1, '${ANNOUNCEMENT}', gen_random_uuid(), 'Claire', '2026-01-12', '2026-01-13 13:30Z', repeat('a', 64));
insert into expectation_terms values ('${EXPECTATION}', '{}', repeat('a', 64));
insert into expectation_outcomes values ('${EXPECTATION}', '2.4', '2.3', 'above', true, now())`

const EVERYBODY = 'visitor freemium premium analyst admin service_role'
const MEMBERS = 'freemium premium analyst admin'
const facts = (table: string, where: string, change: string, read: string): Row => ({
  table,
  where: () => where,
  change,
  insert: `insert into ${table} select * from ${table} limit 1`,
  allowed: { read },
})
const own = (table: string, change: string, insert: string, mine: boolean): Row => ({
  table,
  where: (me, bystander) => `user_id = '${mine ? me : bystander}'`,
  change,
  insert,
  allowed: mine ? { read: MEMBERS, insert: MEMBERS, change: MEMBERS, remove: MEMBERS } : {},
})
const someone = `(select id from profiles where id <> auth.uid() limit 1)`
const preferences = (mine: boolean) =>
  own(
    'announcement_preferences',
    'window_minutes = 20',
    `insert into announcement_preferences (user_id) values (${mine ? 'auth.uid()' : someone}) on conflict (user_id) do update set window_minutes = 15`,
    mine,
  )
const reminder = (mine: boolean) =>
  own(
    'announcement_reminders',
    'minutes = 20',
    `insert into announcement_reminders (user_id, announcement) values (${mine ? 'auth.uid()' : someone}, '${ANNOUNCEMENT}') on conflict (user_id, announcement) do update set minutes = 10`,
    mine,
  )

export const ANNOUNCEMENTS: Readonly<Record<string, Row>> = {
  indicator: facts('indicators', `slug = 'an-indicator'`, 'decimals = 2', `${MEMBERS} service_role`),
  'name of an indicator at a source': facts(
    'indicator_codes',
    `indicator = 'an-indicator'`,
    `code = 'x'`,
    'analyst admin service_role',
  ),
  'terms of figures': facts(
    'indicator_licences',
    `series = 'SERIES'`,
    'shown = false',
    `${MEMBERS} service_role`,
  ),
  'source of the calendar': facts('announcement_sources', `source = 'bls'`, 'rank = 1', 'analyst admin'),
  'who was reminded': facts('private.announcement_tellings', 'true', 'sequence = 1', ''),
  announcement: facts('announcements', `id = '${ANNOUNCEMENT}'`, `actual = '9'`, MEMBERS),
  'state of an announcement': facts(
    'announcement_versions',
    `announcement = '${ANNOUNCEMENT}'`,
    'known_at = now()',
    MEMBERS,
  ),
  'measured move': facts('announcement_reactions', `announcement = '${ANNOUNCEMENT}'`, 'move = 1', MEMBERS),
  'claim of a source': facts('private.announcement_claims', 'true', `claim = '{}'`, ''),
  'own preferences of the calendar': preferences(true),
  "somebody's preferences of the calendar": preferences(false),
  'own reminder of an announcement': reminder(true),
  "somebody's reminder of an announcement": reminder(false),
  expectation: facts('expectations', `id = '${EXPECTATION}'`, 'number = 2', EVERYBODY),
  'terms of a graded expectation': facts(
    'expectation_terms',
    `expectation = '${EXPECTATION}'`,
    `terms = '[]'`,
    EVERYBODY,
  ),
  'outcome of an expectation': facts(
    'expectation_outcomes',
    `expectation = '${EXPECTATION}'`,
    'outcome = false',
    EVERYBODY,
  ),
}
