import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempt } from '../attempt.ts'
import { ACTORS, type Actor, type Product, product, publish, withdraw } from '../product.ts'
import { keepCheckpoint } from '../proof/kept-checkpoint.ts'
import { ANNOUNCEMENT_ROWS } from './announcement-rows.ts'
import { CERTIFICATE_ROWS } from './certificate-rows.ts'
import { COMMUNITY_ROWS } from './community-rows.ts'
import { CONTENT_ROWS } from './content-rows.ts'
import { DAILY_ROWS } from './daily-rows.ts'
import { DESK_CHANGES, DESK_INSERTS, DESK_ROWS, DESK_RULES, deskRow } from './desk-rows.ts'
import { EVENT_ROWS } from './events-rows.ts'
import { GUIDE_ROWS } from './guide-rows.ts'
import { IDEA_ROWS } from './ideas-rows.ts'
import { LEARNING_ROWS } from './learning-rows.ts'
import { MODERATION_ROWS } from './moderation-rows.ts'
import { MONEY_ROWS } from './money-rows.ts'
import { OWN_DATA_ROWS } from './own-data-rows.ts'
import { REFERRAL_ROWS } from './referral-rows.ts'
import { TICKET_ROWS } from './ticket-rows.ts'

// Who may do what to which row. An actor missing from a rule's list must be refused: an error, or no row affected.
type Rule = readonly [row: string, verb: 'read' | 'insert' | 'change' | 'remove', allowed: string]

const NOBODY = ''
const EVERYBODY = 'visitor freemium premium analyst admin service_role'
const MEMBERS = 'freemium premium analyst admin'

const RULES: readonly Rule[] = [
  ['own profile', 'read', `${MEMBERS} service_role`],
  ['own profile', 'change', `${MEMBERS} service_role`],
  ['own profile', 'insert', NOBODY],
  ['own profile', 'remove', 'service_role'],
  ['own profile beginning', 'change', 'service_role'],
  ["somebody's profile", 'read', 'admin service_role'],
  ["somebody's profile", 'change', 'service_role'],
  ["somebody's profile", 'remove', 'service_role'],
  ['staff row', 'read', 'analyst admin service_role'],
  ['security setting', 'read', NOBODY],
  ['staff row', 'insert', 'service_role'],
  ['staff row', 'change', 'service_role'],
  ['staff row', 'remove', 'service_role'],
  ["somebody's premium period", 'read', 'admin service_role'],
  ['own premium period', 'read', 'premium admin service_role'],
  ['own premium period', 'insert', 'service_role'],
  ['own premium period', 'change', 'service_role'],
  ['own premium period', 'remove', 'service_role'],
  ...(
    [
      'instrument',
      'candle',
      'quote',
      'market session',
      'market hours',
      'market closure',
      'market feed',
      'stale instrument',
    ] as const
  ).flatMap((row): Rule[] => [
    [row, 'read', EVERYBODY],
    [row, 'insert', 'service_role'],
    [row, 'change', 'service_role'],
    [row, 'remove', 'service_role'],
  ]),
  ...(['open premium', 'open free', 'ended premium'] as const).flatMap((kind): Rule[] => {
    const readers = kind === 'open premium' ? 'premium analyst admin service_role' : `${MEMBERS} service_role`
    return [
      [`${kind} signal`, 'read', `${MEMBERS} service_role`],
      [`${kind} signal's state`, 'read', readers],
      [`${kind} signal's levels`, 'read', readers],
      [`${kind} signal's targets`, 'read', readers],
      [`${kind} signal's events`, 'read', readers],
    ]
  }),
  ...['signal', "signal's state", "signal's levels", "signal's targets", "signal's events"].flatMap(
    (row): Rule[] =>
      (['insert', 'change', 'remove'] as const).map((verb): Rule => [`open premium ${row}`, verb, NOBODY]),
  ),
  ['result of an ended signal', 'read', EVERYBODY],
  ['result of an ended signal', 'insert', NOBODY],
  ['result of an ended signal', 'change', NOBODY],
  ['result of an ended signal', 'remove', NOBODY],
  ...(['gap of a market', 'awaited minute', 'excursion', 'minutes of an ended signal'] as const).flatMap(
    (row): Rule[] => [
      [row, 'read', EVERYBODY],
      [row, 'insert', NOBODY],
      [row, 'change', NOBODY],
      [row, 'remove', NOBODY],
    ],
  ),
  ...(
    [
      ['statement', EVERYBODY],
      ["analyst's sealed claim", 'analyst service_role'],
      ['open claim', EVERYBODY],
      ['opening of a statement', EVERYBODY],
      ['outcome of a statement', EVERYBODY],
      ['minutes of a statement', EVERYBODY],
      ['table of scores', EVERYBODY],
      ['pseudonym', NOBODY],
    ] as const
  ).flatMap(([row, readers]): Rule[] => [
    [row, 'read', readers],
    [row, 'insert', NOBODY],
    [row, 'change', NOBODY],
    [row, 'remove', NOBODY],
  ]),
  ['ledger entry', 'read', EVERYBODY],
  ['ledger entry', 'insert', NOBODY],
  ['ledger entry', 'change', NOBODY],
  ['ledger entry', 'remove', NOBODY],
  ['daily head', 'read', EVERYBODY],
  ['daily head', 'insert', NOBODY],
  ['daily head', 'change', NOBODY],
  ['daily head', 'remove', NOBODY],
  ['checkpoint', 'read', EVERYBODY],
  ['checkpoint', 'insert', NOBODY],
  ['checkpoint', 'change', NOBODY],
  ['checkpoint', 'remove', NOBODY],
  ['key of checkpoints', 'read', EVERYBODY],
  ['key of checkpoints', 'insert', NOBODY],
  ['key of checkpoints', 'change', NOBODY],
  ['key of checkpoints', 'remove', NOBODY],
  ['cosignature', 'read', EVERYBODY],
  ['cosignature', 'insert', NOBODY],
  ['cosignature', 'change', NOBODY],
  ['cosignature', 'remove', NOBODY],
  ['time-stamp', 'read', EVERYBODY],
  ['time-stamp', 'insert', NOBODY],
  ['time-stamp', 'change', NOBODY],
  ['time-stamp', 'remove', NOBODY],
  ['admin notice', 'read', 'admin service_role'],
  ['admin notice', 'insert', 'service_role'],
  ['admin notice being read', 'change', 'admin'],
  ['admin notice text', 'change', NOBODY],
  ['admin notice', 'remove', NOBODY],
  ['own visit', 'read', MEMBERS],
  ['own visit', 'insert', NOBODY],
  ['own visit', 'change', NOBODY],
  ['own visit', 'remove', NOBODY],
  ["somebody's visit", 'read', NOBODY],
  ...(['broker', "broker's account", 'prop firm', 'challenge'] as const).flatMap((row): Rule[] => [
    [row, 'read', EVERYBODY],
    // Only publication writes these.
    [row, 'insert', NOBODY],
    [row, 'change', NOBODY],
    [row, 'remove', NOBODY],
  ]),
  ['plan', 'read', EVERYBODY],
  ['plan', 'insert', 'admin service_role'],
  ['plan', 'change', 'admin service_role'],
  ['plan', 'remove', NOBODY],
  ['price in effect', 'read', EVERYBODY],
  ['price to come', 'read', 'admin service_role'],
  ['price of today', 'read', EVERYBODY],
  ['rules of a challenge', 'read', EVERYBODY],
  ['price in effect', 'insert', 'admin service_role'],
  ['price in effect', 'change', NOBODY],
  ['price in effect', 'remove', NOBODY],
  ['rules of a challenge', 'insert', NOBODY],
  ['rules of a challenge', 'change', NOBODY],
  ['rules of a challenge', 'remove', NOBODY],
  ...(['own trade', 'own trading settings', 'own alert'] as const).map((row): Rule => [row, 'read', MEMBERS]),
  ['own trade', 'insert', MEMBERS],
  ['own trade', 'change', MEMBERS],
  ['own trade', 'remove', MEMBERS],
  ["own trade's revision", 'read', MEMBERS],
  ["own trade's revision", 'insert', NOBODY],
  ["own trade's revision", 'change', NOBODY],
  ["own trade's revision", 'remove', NOBODY],
  ['own trading settings', 'change', MEMBERS],
  ['own trading settings', 'remove', NOBODY],
  ['own alert', 'insert', MEMBERS],
  ['own alert', 'change', NOBODY],
  ['own alert', 'remove', MEMBERS],
  ['own fired alert', 'read', MEMBERS],
  ['own fired alert', 'insert', NOBODY],
  ['own fired alert', 'change', NOBODY],
  ['own fired alert', 'remove', NOBODY],
  ...(['notification', 'notification preferences', 'push device', 'notification delivery'] as const).flatMap(
    (row): Rule[] => [
      [`own ${row}`, 'read', MEMBERS],
      [`own ${row}`, 'insert', NOBODY],
      [`own ${row}`, 'change', row === 'notification preferences' ? MEMBERS : NOBODY],
      [`own ${row}`, 'remove', row === 'push device' ? MEMBERS : NOBODY],
    ],
  ),
  // Notifications with the channel in_app off were sent by mail only.
  ['own notification that is not shown', 'read', NOBODY],
  ["somebody's notification delivery", 'read', 'admin'],
  ["somebody's notification delivery", 'change', NOBODY],
  ["somebody's notification delivery", 'remove', NOBODY],
  ...[
    'trade',
    "trade's revision",
    'trading settings',
    'alert',
    'fired alert',
    'notification',
    'notification preferences',
    'push device',
  ].flatMap((row) =>
    (['read', 'change', 'remove'] as const).map((verb): Rule => [`somebody's ${row}`, verb, NOBODY]),
  ),
  ...[
    'fact for many',
    'push key',
    'node of the tree',
    'signer of checkpoints',
    'unsubscribe key',
    'Telegram chat',
    'Telegram post',
  ].map((row): Rule => [row, 'read', NOBODY]),
  ["members' median", 'read', `${MEMBERS} service_role`],
  ["members' median", 'insert', NOBODY],
  ["members' median", 'change', NOBODY],
  ["members' median", 'remove', NOBODY],
  ...(['draft', "analyst's profile"] as const).flatMap((row): Rule[] => [
    [`own ${row}`, 'read', 'analyst admin'],
    [`own ${row}`, 'insert', 'analyst admin'],
    [`own ${row}`, 'change', 'analyst admin'],
    [`own ${row}`, 'remove', 'analyst admin'],
    [`somebody's ${row}`, 'read', NOBODY],
    [`somebody's ${row}`, 'change', NOBODY],
    [`somebody's ${row}`, 'remove', NOBODY],
  ]),
  ...DESK_RULES,
  // Only schedule_draft() sets the time.
  ['own draft hour', 'change', NOBODY],
  ['nonce', 'read', NOBODY],
  ['feed entry', 'read', NOBODY],
  ['topic', 'read', NOBODY],
  ['telling under way', 'read', NOBODY],
  ['premium member', 'read', NOBODY],
  ['waiting job', 'read', NOBODY],
  ['known device', 'read', NOBODY],
  ['security change', 'read', NOBODY],
  ['refused price', 'read', NOBODY],
  ['import of prices', 'read', NOBODY],
  ['candle before an import', 'read', NOBODY],
  ['fact of revenue', 'read', NOBODY],
  ['score in the ranking', 'read', NOBODY],
  ['message to free members', 'read', `${MEMBERS} service_role`],
  ['message to premium members', 'read', 'premium analyst admin service_role'],
  ['quotes message', 'read', EVERYBODY],
  ['message about content', 'read', 'analyst admin service_role'],
  ['message about content', 'insert', 'service_role'],
  ["message of one's presence in content", 'insert', 'analyst admin service_role'],
  ['message about the community', 'read', `${MEMBERS} service_role`],
  ['message about the community', 'insert', 'service_role'],
  ["message of one's presence in the community", 'insert', `${MEMBERS} service_role`],
  ['message of another topic', 'read', 'service_role'],
  ...['message to free members', 'message to premium members', 'quotes message'].map(
    (row): Rule => [row, 'insert', 'service_role'],
  ),
]

let vigie: Product
let bystander: string
const signals: Record<'open premium' | 'open free' | 'ended premium', string> = {
  'open premium': '',
  'open free': '',
  'ended premium': '',
}

beforeAll(async () => {
  vigie = await product()
  bystander = (await vigie.member()).id
  await vigie.admin.query(
    `insert into premium_grants (user_id, source, ends_at) values ($1, 'test', now() + interval '1 day')`,
    [bystander],
  )
  await vigie.admin.query(`insert into quotes values ('EURUSD', 1.087, 1.0871, now(), 'simulated')`)
  await vigie.admin.query(
    `insert into candles values ('EURUSD', 'H1', '2026-01-05', 1.08, 1.09, 1.07, 1.085, 0.0001, 'simulated')`,
  )
  await vigie.admin.query(
    `insert into admin_notifications (type, user_email) values ('inscription', 'somebody@example.com')`,
  )
  await vigie.admin.query(
    `insert into market_sessions values ('unused', 'UTC', 0);
     insert into market_feeds values ('forex', 'test', 'live', now(), now(), now(), null, now());
     insert into stale_instruments values ('EURUSD', 'forex', now(), 'no_quotes');
     insert into market_gaps values ('EURUSD', '2026-01-05', '2026-01-06', 'no_data', 'test');
     insert into market_waits values ('EURUSD', '2026-01-06', '2026-01-07', now());
     insert into private.refused_market_data (source, symbol, reason, given) values ('test', 'EURUSD', 'not_a_price', '{}')`,
  )
  await vigie.admin.query(`insert into visits (user_id) select id from profiles`)
  for (const table of ['signal_drafts (author_id, input)', 'signal_profiles (author_id, name, input)']) {
    const name = table.includes('name') ? `'Cassure', ` : ''
    await vigie.admin.query(`insert into ${table} select id, ${name}'{}' from profiles`)
  }
  await vigie.admin.query(GUIDE_ROWS)
  await vigie.admin.query(DESK_ROWS)
  await vigie.admin.query(CONTENT_ROWS)
  await vigie.admin.query(`select private.enqueue('test')`)
  signals['open premium'] = (await publish(vigie)).id
  signals['open free'] = (await publish(vigie, { tier: 'freemium' })).id
  signals['ended premium'] = (await publish(vigie)).id
  await withdraw(vigie, signals['ended premium'])
  await vigie.admin.query(MEMBERS_ROWS(signals['open free']))
  await vigie.admin.query(LEARNING_ROWS)
  await vigie.admin.query(CERTIFICATE_ROWS)
  await vigie.admin.query(DAILY_ROWS)
  await vigie.admin.query(COMMUNITY_ROWS)
  await vigie.admin.query(EVENT_ROWS)
  await vigie.admin.query(ANNOUNCEMENT_ROWS)
  await vigie.admin.query(IDEA_ROWS)
  await vigie.admin.query(MODERATION_ROWS)
  await vigie.admin.query(OWN_DATA_ROWS)
  await vigie.admin.query(MONEY_ROWS)
  await vigie.admin.query(REFERRAL_ROWS)
  await vigie.admin.query(TICKET_ROWS)
  await vigie.admin.query(`select private.write_ledger_head(now() + interval '1 day')`)
  await keepCheckpoint(vigie)
  await vigie.admin.query(STATEMENTS(vigie.idOf.analyst))
  await vigie.admin.query(
    `select realtime.send('{}', 'quotes', 'market:quotes'), realtime.send('{}', 'x', 'elsewhere'), realtime.send('{}', 'x', 'content:x'), realtime.send('{}', 'x', 'community')`,
  )
  await vigie.admin.query(
    'insert into signal_excursions select signal_id, 1, 0, 1 from signal_results limit 1',
  )
  await vigie.admin.query(
    `insert into signal_minutes select signal_id, '2026-01-05', 1, 'x', repeat('a', 64) from signal_results limit 1`,
  )
}, 60_000)
afterAll(() => vigie.stop())

describe('access', () => {
  for (const [row, verb, allowed] of RULES) {
    for (const actor of ACTORS) {
      const may = allowed.split(' ').includes(actor)
      it(`[S-90] ${actor} ${may ? 'may' : 'may not'} ${verb}: ${row}`, async () => {
        const { rows, refused } = await attempt(vigie, actor, ...statement(row, verb, actor))
        if (may) expect({ rows: Math.min(rows, 1), refused }).toEqual({ rows: 1, refused: null })
        else {
          expect(rows).toBe(0)
          // A profile requires an account, so the service key cannot insert one without it.
          const reason =
            verb === 'insert' && row === 'own profile' && actor === 'service_role' ? '23503' : '42501'
          if (refused !== null) expect(refused).toBe(reason)
        }
      })
    }
  }

  it('[S-90] is tested for every table there is', async () => {
    const { rows } = await vigie.admin.query<{ name: string }>(
      `select case nspname when 'public' then relname else nspname || '.' || relname end as name
         from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relkind in ('r', 'p', 'v', 'm') and nspname in ('public', 'private') and not relispartition`,
    )
    const tested = new Set(RULES.map(([row]) => found(row, '')[0]))
    expect(rows.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([])
  })

  it('[S-90] reaches a month of candles by no way past the policies of its table', async () => {
    const { rows } = await vigie.admin.query<{ name: string; reached: boolean; rows_secured: boolean }>(
      `select relname as name, relrowsecurity as rows_secured,
              bool_or(has_table_privilege(role, pg_class.oid, 'select, insert, update, delete, truncate')) as reached
         from pg_class join pg_namespace on pg_namespace.oid = relnamespace, unnest(array['anon', 'authenticated', 'service_role']) as role
        where relispartition and nspname in ('public', 'private') and relkind in ('r', 'p') group by 1, 2`,
    )
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.filter(({ reached, rows_secured }) => reached || !rows_secured)).toEqual([])
  })
})

type Statement = [text: string, values?: unknown[], settings?: Record<string, string>]

function statement(row: string, verb: Rule[1], actor: Actor): Statement {
  const me = vigie.idOf[actor as keyof typeof vigie.idOf] ?? vigie.idOf.premium
  const [table, where, values] = found(row, me)
  if (row.includes('message')) return message(row, verb)
  if (verb === 'read') return [`select 1 from ${table} where ${where}`, values]
  if (verb === 'remove') return [`delete from ${table} where ${where}`, values]
  if (verb === 'change')
    return [
      `update ${table} set ${DESK_CHANGES[row] ?? CHANGES[row] ?? CHANGES[table]} where ${where}`,
      values,
    ]
  if (DESK_INSERTS[row]) return [DESK_INSERTS[row]]
  return INSERTS[table]!(me)
}

function found(row: string, me: string): [table: string, where: string, values: unknown[]] {
  const desk = deskRow(row, me, bystander)
  if (desk) return [...desk, []]
  const kind = (['open premium', 'open free', 'ended premium'] as const).find((known) =>
    row.startsWith(known),
  )
  if (kind) {
    const part = row.slice(kind.length + 1)
    const table =
      { signal: 'signals', "signal's state": 'signal_states' }[part] ?? part.replace("signal's ", 'signal_')
    return [table, `${table === 'signals' ? 'id' : 'signal_id'} = $1`, [signals[kind]]]
  }
  if (row.startsWith('own profile')) return ['profiles', 'id = $1', [me]]
  if (row === "somebody's profile") return ['profiles', 'id = $1', [bystander]]
  if (row === 'own premium period') return ['premium_grants', 'user_id = $1 or true', [me]]
  if (row === "somebody's premium period") return ['premium_grants', 'user_id = $1', [bystander]]
  const kept = /^(own|somebody's) (draft|analyst's profile)/.exec(row)
  if (kept)
    return [
      kept[2] === 'draft' ? 'signal_drafts' : 'signal_profiles',
      'author_id = $1',
      [kept[1] === 'own' ? me : bystander],
    ]
  if (row === 'own visit') return ['visits', 'user_id = $1', [me]]
  if (row === "somebody's visit") return ['visits', 'user_id = $1', [bystander]]
  if (row.includes('not shown')) return ['notifications', 'user_id = $1 and not in_app', [me]]
  const members = MEMBERS_TABLES[row.replace(/^(own|somebody's) /, '')]
  if (members) return [members, 'user_id = $1', [row.startsWith('own') ? me : bystander]]
  if (row === "members' median") return ['signal_member_results', 'true', []]
  // An instrument without references.
  if (row === 'instrument') return ['instruments', `symbol = 'NZDUSD'`, []]
  if (row === 'market session') return ['market_sessions', `session = 'unused'`, []]
  if (row.endsWith(' claim'))
    return ['statement_terms', `terms ->> 'probability' = $1`, [row === 'open claim' ? '0.2' : '0.1']]
  const guide = GUIDES[row]
  if (guide) return [...guide, []]
  const table = {
    'staff row': 'staff',
    'security setting': 'private.security_settings',
    candle: 'candles',
    quote: 'quotes',
    'ledger entry': 'ledger',
    'result of an ended signal': 'signal_results',
    'daily head': 'ledger_heads',
    checkpoint: 'ledger_checkpoints',
    'key of checkpoints': 'ledger_keys',
    cosignature: 'ledger_cosignatures',
    'time-stamp': 'ledger_timestamps',
    'node of the tree': 'private.ledger_tree',
    'signer of checkpoints': 'private.ledger_signer',
    nonce: 'private.signal_nonces',
    'feed entry': 'private.signal_feed',
    topic: 'private.topics',
    'telling under way': 'private.tellings',
    'premium member': 'private.premium_members',
    statement: 'statements',
    'opening of a statement': 'statement_openings',
    'outcome of a statement': 'statement_outcomes',
    'minutes of a statement': 'statement_minutes',
    'table of scores': 'statement_scores',
    pseudonym: 'private.statement_authors',
    'waiting job': 'private.pending_jobs',
    'known device': 'private.known_devices',
    'security change': 'private.security_changes',
    'fact for many': 'private.notification_facts',
    'push key': 'private.push_keys',
    'Telegram chat': 'private.telegram_chats',
    'Telegram post': 'private.telegram_posts',
    'unsubscribe key': 'private.unsubscribe_key',
    'refused price': 'private.refused_market_data',
    'market hours': 'market_hours',
    'market closure': 'market_closures',
    'market feed': 'market_feeds',
    'stale instrument': 'stale_instruments',
    'fact of revenue': 'private.revenue_facts',
    'score in the ranking': 'private.ranked_scores',
    'gap of a market': 'market_gaps',
    'import of prices': 'private.market_imports',
    'candle before an import': 'private.market_import_before',
    'awaited minute': 'market_waits',
    excursion: 'signal_excursions',
    'minutes of an ended signal': 'signal_minutes',
  }[row]
  return [table ?? 'admin_notifications', 'true', []]
}

const GUIDES: Record<string, [table: string, where: string]> = {
  plan: ['plans', `slug = 'standard'`],
  'price in effect': ['plan_prices', 'starts_at <= now()'],
  'price to come': ['plan_prices', 'starts_at > now()'],
  'price of today': ['current_plan_prices', 'true'],
  broker: ['brokers', 'true'],
  "broker's account": ['broker_accounts', 'true'],
  // A firm or challenge that has rules cannot be removed, so these rows have none.
  'prop firm': ['prop_firms', `slug = 'bare'`],
  challenge: ['prop_firm_challenges', `firm = 'bare'`],
  'rules of a challenge': ['prop_firm_rule_versions', 'true'],
}

const MEMBERS_TABLES: Record<string, string> = {
  trade: 'signal_trades',
  "trade's revision": 'signal_trade_revisions',
  'trading settings': 'trading_settings',
  alert: 'signal_alerts',
  'fired alert': 'signal_alerts_fired',
  'notification that is not shown': 'notifications',
  notification: 'notifications',
  'notification preferences': 'notification_preferences',
  'push device': 'push_devices',
  'notification delivery': 'notification_deliveries',
}

/** Rows owned by each member: a changed trade, a fired alert, settings. */
const MEMBERS_ROWS = (signal: string) => `
  insert into signal_trades (user_id, signal_id, status) select id, '${signal}', 'followed' from profiles;
  update signal_trades set status = 'ignored';
  insert into trading_settings (user_id, capital_minor) select id, 500000 from profiles;
  insert into signal_alerts (user_id, signal_id, kind) select id, '${signal}', 'events' from profiles;
  insert into signal_alerts_fired (alert_id, user_id, signal_id, kind, occasion, at)
    select id, user_id, signal_id, 'entered', 'event:2', now() from signal_alerts;
  select private.notify_member(id, 'test', 'push_test', '{}', '/mon-compte') from profiles;
  insert into notifications (user_id, fact, category, kind, link, in_app) select id, 'unseen', 'account', 'push_test', '/mon-compte', false from profiles;
  insert into push_devices (user_id, endpoint, p256dh, auth)
    select id, 'https://push.example/' || id, 'B' || repeat('A', 86), repeat('A', 22) from profiles;
  select private.keep_push_keys('B' || repeat('A', 86), repeat('A', 43), false);
  insert into private.telegram_posts (chat, number, message_id) select 'premium', max(number), 1 from private.signal_feed;
  insert into signal_member_results values ('${signal}', 10, 1, 0, 0)`

/** A sealed statement of an analyst, an open one of an engine, their outcomes, and a member's pseudonym. */
const STATEMENTS = (analyst: string) => `
  select private.record_statement(
    jsonb_build_object('symbol', 'EURUSD', 'condition', '{"kind":"touch","level":"1.09"}'::jsonb, 'probability', probability, 'deadline', date_trunc('minute', now()) + interval '9 days'),
    kind, author, 'x', now(), now(), ('EURUSD', 1.087, 1.0871, now(), 'simulated')::quotes, sealed, false)
  from (values ('analyst', '${analyst}'::uuid, '0.1', true), ('engine', null, '0.2', false)) as given (kind, author, probability, sealed);
  insert into statement_outcomes select statement_id, true, now(), '{}', now() from statement_openings;
  insert into statement_minutes select statement_id, '2026-01-05', 1, 'x', repeat('a', 64) from statement_openings;
  insert into statement_scores (as_of, rows, scored_at) values (1, '[]', now());
  insert into private.statement_authors (user_id) select id from profiles`

const CHANGES: Record<string, string> = {
  statements: `author_name = 'y'`,
  statement_terms: `terms = '{}'`,
  statement_openings: 'opened_at = now()',
  statement_outcomes: 'outcome = false',
  statement_minutes: `minutes = 'y'`,
  statement_scores: `rows = '[1]'`,
  'private.statement_authors': 'author_id = gen_random_uuid()',
  signal_trades: `note = 'x'`,
  signal_trade_revisions: `trade = '{}'`,
  trading_settings: 'risk_percent = 2',
  signal_alerts: 'distance = 1',
  signal_alerts_fired: 'price = 1',
  notifications: 'read_at = now()',
  notification_preferences: 'digest_hour = 9',
  push_devices: 'last_error = null',
  notification_deliveries: 'sent_at = now()',
  signal_member_results: 'median_r = 9',
  plans: 'sort = 9',
  plan_prices: 'amount = 1',
  brokers: `verified_by = 'x y'`,
  broker_accounts: 'commission_usd_cents = 0',
  prop_firms: `verified_by = 'x y'`,
  prop_firm_challenges: 'fee = 1',
  prop_firm_rule_versions: `source = 'elsewhere'`,
  profiles: `first_name = 'Autre'`,
  'own profile beginning': `created_at = now()`,
  staff: `role = 'admin'`,
  premium_grants: `ends_at = ends_at + interval '1 year'`,
  visits: `previous_at = null`,
  instruments: `sort = sort`,
  candles: `close = close`,
  quotes: `bid = bid`,
  market_sessions: `day_starts = 60`,
  market_hours: `closes = closes`,
  market_closures: `ends_at = ends_at`,
  market_feeds: `state = 'live'`,
  stale_instruments: `reason = 'refused'`,
  market_gaps: `reason = 'no_trade'`,
  market_waits: `noticed_at = now()`,
  signal_excursions: `best_r = 9`,
  signal_minutes: `minutes = 'x'`,
  signals: `author_name = 'x'`,
  signal_states: `state = 'closed', closed_at = now()`,
  signal_levels: `stop_loss = 1`,
  signal_targets: `share = 1`,
  signal_events: `price = 1`,
  signal_results: `realised_r = 9`,
  ledger: `hash = repeat('0', 64)`,
  signal_drafts: `input = '{"symbol":"EURUSD"}'`,
  'own draft hour': `publish_at = now() + interval '1 hour'`,
  signal_profiles: `name = 'Rebond'`,
  ledger_heads: `hash = repeat('0', 64)`,
  ledger_checkpoints: `root = repeat('A', 43) || '='`,
  ledger_keys: `since = now()`,
  ledger_cosignatures: `line = ''`,
  ledger_timestamps: `token = ''`,
  'admin notice being read': `read_at = now()`,
  'admin notice text': `user_email = 'other@example.com'`,
}

const INSERTS: Record<string, (me: string) => Statement> = {
  signal_trades: () => [
    `insert into signal_trades (signal_id, status) values ($1, 'followed')`,
    [signals['ended premium']],
  ],
  signal_trade_revisions: (me) => [
    `insert into signal_trade_revisions (user_id, signal_id, revision, trade) values ($1, $2, 9, '{}')`,
    [me, signals['open free']],
  ],
  signal_alerts: () => [
    `insert into signal_alerts (signal_id, kind) values ($1, 'events')`,
    [signals['ended premium']],
  ],
  signal_alerts_fired: (me) => [
    `insert into signal_alerts_fired (alert_id, user_id, signal_id, kind, occasion, at) values (gen_random_uuid(), $1, $2, 'stop', 'x', now())`,
    [me, signals['open free']],
  ],
  notifications: (me) => [
    `insert into notifications (user_id, fact, category, kind, link, in_app) values ($1, 'x', 'account', 'x', '/x', true)`,
    [me],
  ],
  notification_preferences: (me) => [`insert into notification_preferences (user_id) values ($1)`, [me]],
  push_devices: (me) => [
    `insert into push_devices (user_id, endpoint, p256dh, auth) values ($1, 'https://push.example/x', 'B' || repeat('A', 86), repeat('A', 22))`,
    [me],
  ],
  notification_deliveries: (me) => [
    `insert into notification_deliveries (notification_id, user_id, channel, due_at) values (gen_random_uuid(), $1, 'email', now())`,
    [me],
  ],
  signal_member_results: () => [
    `insert into signal_member_results values ($1, 15, 1, 0, 0)`,
    [signals['ended premium']],
  ],
  plans: () => [
    `insert into plans select 'new', tier, name, pitch, true, 1, null, null, 9 from plans where slug = 'standard'`,
  ],
  plan_prices: () => [
    `insert into plan_prices (plan, period, amount, currency) values ('standard', 'year', 39000, 'EUR')`,
  ],
  brokers: () => [
    `insert into brokers select 'new', name, summary, entity, regulator, licence_number, null, null, protections, instruments, platforms, leverage,
       deposits, withdrawals, pros, cons, verified_on, verified_by from brokers limit 1`,
  ],
  broker_accounts: () => [
    `insert into broker_accounts (broker, slug, name, minimum_deposit, currency, eurusd_spread_pips, commission_usd_cents, sort)
     select slug, 'new', 'New', 0, 'EUR', 1, 0, 9 from brokers limit 1`,
  ],
  prop_firms: () => [
    `insert into prop_firms (slug, name, summary, entity, instruments, platforms, payout, pros, cons, verified_on, verified_by)
     select 'new', name, summary, entity, instruments, platforms, payout, pros, cons, verified_on, verified_by from prop_firms limit 1`,
  ],
  prop_firm_challenges: () => [
    `insert into prop_firm_challenges select firm, 'new', name, account_size, fee, currency, fee_refunded, split, 1, 1, 9 from prop_firm_challenges limit 1`,
  ],
  prop_firm_rule_versions: () => [
    `insert into prop_firm_rule_versions (firm, challenge, applies_from, phases, source)
     select firm, challenge, current_date, phases, 'A page' from prop_firm_rule_versions limit 1`,
  ],
  profiles: () => [`insert into profiles (id, username) values ($1, 'intruder')`, [randomUUID()]],
  staff: (me) => [
    `insert into staff (user_id, role) values ($1, 'admin') on conflict (user_id) do update set role = 'admin'`,
    [me],
  ],
  premium_grants: (me) => [
    `insert into premium_grants (user_id, source, ends_at) values ($1, 'x', 'infinity')`,
    [me],
  ],
  signal_drafts: () => [`insert into signal_drafts (input) values ('{}')`],
  signal_profiles: () => [`insert into signal_profiles (name, input) values ('Range', '{}')`],
  visits: () => [`insert into visits (user_id) values ($1)`, [randomUUID()]],
  instruments: () => [
    `insert into instruments select 'NEWONE', name, description, class, base_currency, quote_currency, digits, pip_size, contract_size, typical_spread, session, 999 from instruments limit 1`,
  ],
  candles: () => [`insert into candles values ('EURUSD', 'H1', now(), 1, 1, 1, 1, 0, 'x')`],
  market_sessions: () => [`insert into market_sessions values ('another', 'UTC', 0)`],
  market_hours: () => [`insert into market_hours values ('unused', 0, 60)`],
  market_closures: () => [`insert into market_closures values ('unused', now(), now() + interval '1 day')`],
  market_gaps: () => [
    `insert into market_gaps values ('EURUSD', '2026-02-05', '2026-02-06', 'no_data', 'x')`,
  ],
  statements: (me) => [
    `insert into statements (number, author_kind, author_id, author_name, made_at, deadline, commitment)
     values (1000, 'analyst', $1, 'x', now(), now() + interval '1 hour', repeat('0', 64))`,
    [me],
  ],
  statement_terms: () => [
    `insert into statement_terms values ($1, 'EURUSD', '{}', repeat('0', 64))`,
    [randomUUID()],
  ],
  statement_openings: () => [
    `insert into statement_openings select id, now() from statements where author_kind = 'analyst'`,
  ],
  statement_outcomes: () => [
    `insert into statement_outcomes select id, null, now(), null, now() from statements where author_kind = 'analyst'`,
  ],
  statement_minutes: () => [
    `insert into statement_minutes values ($1, '2026-01-05', 1, 'x', repeat('a', 64))`,
    [randomUUID()],
  ],
  statement_scores: () => [`insert into statement_scores (as_of, rows, scored_at) values (2, '[]', now())`],
  'private.statement_authors': (me) => [`insert into private.statement_authors (user_id) values ($1)`, [me]],
  signal_minutes: () => [
    `insert into signal_minutes values ($1, '2026-01-05', 1, 'x', repeat('a', 64))`,
    [randomUUID()],
  ],
  signal_excursions: () => [`insert into signal_excursions values ($1, 1, 0, 1)`, [randomUUID()]],
  market_waits: () => [`insert into market_waits values ('EURUSD', '2026-02-05', '2026-02-06', now())`],
  stale_instruments: () => [`insert into stale_instruments values ('GBPUSD', 'forex', now(), 'no_quotes')`],
  market_feeds: () => [
    `insert into market_feeds values ('metal', 'x', 'live', now(), now(), now(), null, now())`,
  ],
  quotes: () => [`insert into quotes values ('GBPUSD', 1, 1, now(), 'x')`],
  signals: (me) => [
    `insert into signals (number, symbol, timeframe, style, tier, author_id, author_name, published_at, commitment)
     values (1000, 'EURUSD', 'H1', 'swing', 'premium', $1, 'x', now(), repeat('0', 64))`,
    [me],
  ],
  signal_states: () => [`insert into signal_states (signal_id) values ($1)`, [randomUUID()]],
  signal_levels: () => [
    `insert into signal_levels values ($1, 'buy', 'limit', 1, 1, 1, 1, 'a', 'b', 'c', 'd', 'e', 'f')`,
    [randomUUID()],
  ],
  signal_targets: () => [`insert into signal_targets values ($1, 5, 9, 1)`, [signals['open premium']]],
  signal_events: () => [
    `insert into signal_events (signal_id, sequence, kind, at, source) values ($1, 99, 'note', now(), 'engine')`,
    [signals['open premium']],
  ],
  signal_results: () => [
    `insert into signal_results select gen_random_uuid(), 999, symbol, timeframe, style, tier, direction, author_id, author_name, 'closed', reason, published_at, entered_at, ended_at, 1, 'asia', 1, 1, 1, 1, 9, false from signal_results limit 1`,
  ],
  ledger: () => [
    `insert into ledger values (999, now(), 'note', null, '{}', repeat('0', 64), repeat('1', 64))`,
  ],
  ledger_heads: () => [
    `insert into ledger_heads select day - 1, sequence, hash, at, entries, recorded_at from ledger_heads`,
  ],
  ledger_checkpoints: () => [
    `insert into ledger_checkpoints select size - 1, root, note, made_at from ledger_checkpoints`,
  ],
  ledger_keys: () => [`insert into ledger_keys values ('other+00000000+' || repeat('A', 44))`],
  ledger_cosignatures: () => [
    `insert into ledger_cosignatures select size, 'other', line, at from ledger_cosignatures`,
  ],
  ledger_timestamps: () => [
    `insert into ledger_timestamps select size, 'other', token, at from ledger_timestamps`,
  ],
  admin_notifications: () => [
    `insert into admin_notifications (type, user_email) values ('inscription', 'a@b.c')`,
  ],
}

/** Policies of realtime.messages read the topic from a setting, as in a join or a broadcast. */
function message(row: string, verb: Rule[1]): Statement {
  const topic =
    {
      'message to free members': 'signals:freemium',
      'message to premium members': 'signals:premium',
      'quotes message': 'market:quotes',
      'message about content': 'content:x',
      "message of one's presence in content": 'content:x',
      'message about the community': 'community',
      "message of one's presence in the community": 'community',
    }[row] ?? 'elsewhere'
  const settings = { 'realtime.topic': topic }
  return verb === 'read'
    ? ['select 1 from realtime.messages where topic = $1', [topic], settings]
    : [
        `insert into realtime.messages (topic, extension, event, payload, private) values ($1, $2, 'x', '{}', true)`,
        [topic, row.includes('presence') ? 'presence' : 'broadcast'],
        settings,
      ]
}
