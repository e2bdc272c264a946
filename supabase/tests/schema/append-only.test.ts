import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IDEA_ROWS } from '../access/ideas-rows.ts'
import { type Product, product, publish, withdraw } from '../product.ts'
import { keepCheckpoint } from '../proof/kept-checkpoint.ts'
import { stateAt } from '../proof/statement-record.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  const { id } = await publish(vigie)
  await withdraw(vigie, id)
  await vigie.admin.query(`insert into signal_excursions values ('${id}', 1, 0, 1)`)
  await vigie.admin.query(
    `insert into signal_minutes values ('${id}', '2026-01-05', 1, '10:00 1 1 1 1 0', repeat('a', 64))`,
  )
  await vigie.admin.query(
    `insert into market_gaps values ('EURUSD', '2026-01-05', '2026-01-06', 'no_data', 'test')`,
  )
  // Do not use private.write_ledger_head() here: an entry dated tomorrow would date every later entry tomorrow.
  await vigie.admin.query(
    'insert into ledger_heads select current_date - 1, sequence, hash, at, 1, now() from ledger order by sequence desc limit 1',
  )
  await keepCheckpoint(vigie)
  const made = await stateAt(
    vigie,
    Math.floor(Date.now() / 60_000) * 60_000,
    {
      condition: { kind: 'touch', level: '0.88900' },
      probability: '0.5',
      sealed: false,
    },
    5 * 1440,
  )
  await vigie.admin.query(IDEA_ROWS)
  await vigie.admin.query(`insert into statement_outcomes values ('${made.id}', null, now(), null, now())`)
  await vigie.admin.query(
    `insert into statement_minutes values ('${made.id}', '2026-01-05', 1, '10:00 1 1 1 1 0', repeat('a', 64))`,
  )
}, 60_000)
afterAll(() => vigie.stop())

const TABLES = {
  signals: `author_name = 'somebody else'`,
  signal_levels: 'stop_loss = stop_loss + 1',
  signal_targets: 'price = price + 1',
  signal_events: `at = at - interval '1 day'`,
  signal_states: `state = 'closed', realised_r = 5`,
  signal_results: 'realised_r = 5',
  signal_excursions: 'best_r = 9',
  signal_minutes: `minutes = '10:00 2 2 2 2 0'`,
  statements: `author_name = 'somebody else'`,
  statement_terms: `nonce = repeat('0', 64)`,
  statement_openings: `opened_at = opened_at - interval '1 day'`,
  statement_outcomes: `decided_at = decided_at - interval '1 day'`,
  statement_minutes: `minutes = '10:00 2 2 2 2 0'`,
  ideas: `number = 99`,
  idea_terms: `nonce = repeat('0', 64)`,
  idea_texts: `facts = 'y'`,
  idea_openings: `opened_at = opened_at - interval '1 day'`,
  idea_states: `state = 'closed', realised_r = 5`,
  idea_events: 'price = 9',
  idea_notes: `text = 'y'`,
  idea_minutes: `minutes = '10:00 2 2 2 2 0'`,
  counter_theses: 'signal_id = gen_random_uuid()',
  ledger: `at = at - interval '1 day'`,
  ledger_heads: `at = at - interval '1 day'`,
  'private.ledger_tree': 'place = place + 1',
  ledger_keys: 'since = now()',
  ledger_checkpoints: `root = repeat('A', 43) || '='`,
  ledger_cosignatures: `at = at - interval '1 day'`,
  ledger_timestamps: `at = at - interval '1 day'`,
  market_gaps: `reason = 'no_trade'`,
  'private.signal_nonces': `nonce = repeat('0', 64)`,
}

/** Runs a statement as a role in a transaction that is rolled back. Returns the error. */
async function refusal(role: string, statement: string): Promise<string | null> {
  const client = await vigie.admin.connect()
  try {
    await client.query('begin')
    if (role === 'replica') await client.query('set local session_replication_role = replica')
    else await client.query(`set local role ${role}`)
    await client.query(statement)
    return null
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    return `${code} ${message}`
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('what was published', () => {
  for (const [table, change] of Object.entries(TABLES)) {
    // "replica" is a superuser session that skips ordinary triggers, as a restore does.
    for (const role of ['postgres', 'supabase_admin', 'replica']) {
      it(`[S-100] is not edited, deleted or emptied in ${table} by ${role}`, async () => {
        expect(await refusal(role, `update ${table} set ${change}`)).toBe('42501 append_only')
        expect(await refusal(role, `delete from ${table}`)).toBe('42501 append_only')
        expect(await refusal(role, `truncate ${table} cascade`)).toBe('42501 append_only')
      })
    }
    it(`[S-90] is not touched in ${table} with the service's key`, async () => {
      for (const statement of [
        `update ${table} set ${change}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        expect(await refusal('service_role', statement)).toMatch(/^42501 /)
      }
    })
  }

  it('outlives the account of its author', async () => {
    const { rows: before } = await vigie.admin.query('select count(*)::int as signals from signals')
    const { id } = await vigie.member()
    await vigie.admin.query(`insert into staff (user_id, role) values ($1, 'analyst')`, [id])
    await vigie.admin.query(`delete from auth.users where id = $1`, [id])
    const { rows: after } = await vigie.admin.query('select count(*)::int as signals from signals')
    expect(after).toEqual(before)
  })

  it('moves only forward: a signal that ended takes no further event', async () => {
    const { id } = await publish(vigie)
    await withdraw(vigie, id)
    for (const kind of [
      'entered',
      'target_reached',
      'stop_moved',
      'stopped',
      'closed',
      'expired',
      'cancelled',
      'note',
    ]) {
      const late = vigie.admin.query('select private.append_signal_event($1, $2, now(), 1, 1, null)', [
        id,
        kind,
      ])
      await expect(late).rejects.toThrow('signal_already_closed')
    }
  })

  it('follows the order of a life, whatever the engine asks', async () => {
    const { id } = await publish(vigie)
    const append = (kind: string, at = 'clock_timestamp()') =>
      vigie.admin.query(`select private.append_signal_event($1, $2, ${at}, 1.1, 0, null)`, [id, kind])
    for (const kind of ['target_reached', 'stop_moved', 'stopped', 'closed']) {
      await expect(append(kind)).rejects.toThrow('signal_not_active')
    }
    await expect(append('entered', `now() - interval '1 hour'`)).rejects.toThrow('event_before_publication')
    await append('entered')
    for (const kind of ['entered', 'expired', 'cancelled']) {
      await expect(append(kind)).rejects.toThrow('signal_not_pending')
    }
    await expect(append('invented')).rejects.toThrow('signal_events_kind_check')
    await append('stopped')
    const { rows } = await vigie.admin.query(
      'select state, close_reason from signal_states where signal_id = $1',
      [id],
    )
    expect(rows).toEqual([{ state: 'closed', close_reason: 'stop' }])
  })
})
