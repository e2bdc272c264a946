import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { pino } from 'pino'
import { type LedgerRow, verifyChain, verifyReveals } from 'trading/proof/ledger'
import { dueOf } from 'trading/requests'
import type { SignalDraft } from 'trading/signal'
import { validDraft } from 'trading/testing/valid-draft'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { closeMarkets, keepHours } from '../../../supabase/tests/product.ts'
import { createPool, inTransaction } from '../database.ts'
import { prepareQueue } from '../queue.ts'
import { settleSignals } from './settle-signals.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MINUTE = 60_000
const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
const ANALYST = '00000000-0000-4000-8000-00000000000a'

let project: TestProject
let pool: Pool
beforeAll(async () => {
  project = await testProject({ projectDir: ROOT })
  pool = createPool(project.databaseUrl, 8, log)
  await prepareQueue(pool, log)
  await pool.query(
    `insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
     values ($1, 'authenticated', 'authenticated', 'analyst@example.org', '{"first_name":"Ada","last_name":"Ro"}', now(), now())`,
    [ANALYST],
  )
  await pool.query('update private.security_settings set require_staff_mfa = false')
  await pool.query(`insert into public.staff (user_id, role) values ($1, 'analyst')`, [ANALYST])
  // The tests must not depend on the weekday.
  await pool.query(`update public.instruments set session = 'crypto' where symbol = 'EURUSD'`)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await project.stop()
})
beforeEach(() => pool.query('delete from public.candles'))

const context = () => ({ pool, log, now: Date.now })

let edge = 0

async function asAnalyst<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  return await inTransaction(pool, async (client) => {
    await client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify({ sub: ANALYST, role: 'authenticated' })],
    )
    return await work(client)
  })
}

/** Publishes as the analyst through the browser's function, each time with slightly different levels. */
async function publish(changes: Partial<SignalDraft> = {}): Promise<string> {
  edge += 1
  const signal = { ...validDraft, entry_low: `1.08${500 + edge}`, ...changes }
  // While its market is closed, a signal is not checked against a price.
  await closeMarkets(pool)
  const { rows } = await asAnalyst((client) =>
    client.query<{ published: { id: string } }>('select public.publish_signal($1::jsonb) as published', [
      JSON.stringify(signal),
    ]),
  )
  await keepHours(pool)
  return rows[0]!.published.id
}

/** Minutes from now as "open high low close" at the bid, spread 0.0001, starting with `first`. */
async function market(first: number, ...minutes: string[]): Promise<void> {
  const start = Math.ceil(Date.now() / MINUTE) * MINUTE
  for (const [index, prices] of minutes.entries()) await minute(start + (first + index) * MINUTE, prices)
}

async function minute(openedAt: number, prices: string): Promise<void> {
  await pool.query(
    `insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, spread, source)
     values ('EURUSD', 'M1', $1, $2, $3, $4, $5, 0.00010, 'simulated')`,
    [new Date(openedAt).toISOString(), ...prices.split(' ')],
  )
}

async function record(id: string) {
  const { rows: events } = await pool.query(
    `select kind || coalesce(' ' || price::text, '') || coalesce(' ' || r::text, '') as event
       from public.signal_events where signal_id = $1 and kind <> 'published' order by sequence`,
    [id],
  )
  const { rows: states } = await pool.query(
    `select state, realised_r::float as r, close_reason from public.signal_states where signal_id = $1`,
    [id],
  )
  return { events: events.map((row) => row.event as string), ...states[0] }
}

const WON = ['1.0870 1.0870 1.0855 1.0858', '1.0858 1.0905 1.0857 1.0902', '1.0902 1.0945 1.0900 1.0941']
const WON_EVENTS = [
  'entered 1.08600',
  'target_reached 1.09000 0.5000',
  'target_reached 1.09400 1.0000',
  'closed 1.09400',
]

describe('settle-signals', () => {
  it('processes a published signal from its entry through its targets to its end', async () => {
    const id = await publish()
    await settleSignals(context())
    expect(await record(id)).toMatchObject({ events: [], state: 'pending' })
    await market(0, WON[0]!)
    await settleSignals(context())
    expect(await record(id)).toMatchObject({ events: WON_EVENTS.slice(0, 1), state: 'active', r: null })
    await market(1, WON[1]!, WON[2]!)
    await settleSignals(context())
    expect(await record(id)).toEqual({ events: WON_EVENTS, state: 'closed', r: 1.5, close_reason: 'targets' })
  })

  it('moves the stop as the signal specifies, in sealed events that the database accepts', async () => {
    const id = await publish({ break_even_after: 1, trailing_distance: '0.0015', trailing_after: 1 })
    await market(
      0,
      WON[0]!,
      WON[1]!,
      '1.0902 1.0925 1.0890 1.0921',
      '1.0921 1.0924 1.0905 1.0915',
      '1.0915 1.0916 1.0900 1.0901',
    )
    await settleSignals(context())
    await settleSignals(context())
    expect(await record(id)).toEqual({
      events: [
        'entered 1.08600',
        'target_reached 1.09000 0.5000',
        'stop_moved 1.08600',
        'stop_moved 1.08870',
        'stop_moved 1.09060',
        'stopped 1.09060 0.5750',
      ],
      state: 'closed',
      r: 1.075,
      close_reason: 'stop',
    })
    const { rows } = await pool.query('select public.verify_record() as verdict')
    expect(rows[0].verdict).toMatchObject({ valid: true })
  })

  it('applies an analyst’s stop from the next minute', async () => {
    const id = await publish()
    await market(-1, WON[0]!)
    await pool.query(
      `select private.append_signal_event($1, 'entered', now(), 1.08600, null, '{"risk":"0.00400"}')`,
      [id],
    )
    await pool.query(
      `insert into public.quotes values ('EURUSD', 1.0890, 1.0891, now(), 'simulated')
       on conflict (symbol) do update set bid = excluded.bid, ask = excluded.ask, quoted_at = excluded.quoted_at`,
    )
    await asAnalyst((client) =>
      client.query('select public.move_stop($1, $2, $3)', [id, '1.0880', 'Le plan tient']),
    )
    await pool.query('delete from public.quotes')
    await market(0, '1.0890 1.0891 1.0889 1.0890', '1.0890 1.0891 1.0879 1.0885')
    await settleSignals(context())
    expect((await record(id)).events).toEqual([
      'entered 1.08600',
      'stop_moved 1.08800',
      'stopped 1.08800 0.5000',
    ])
  })

  it('leaves no partial events when its transaction is aborted, and then gives the same record', async () => {
    const id = await publish()
    await market(0, ...WON)
    // Its last event fails: the earlier ones must be rolled back.
    await pool.query(`
      create function public.cut_off() returns trigger language plpgsql as $$
      begin if new.signal_id = '${id}' and new.kind = 'closed' then raise exception 'cut off'; end if; return new; end $$;
      create trigger cut_off before insert on public.signal_events for each row execute function public.cut_off()`)
    await expect(settleSignals(context())).rejects.toThrow(
      '1 signals or ideas could not be decided or measured',
    )
    await pool.query('drop function public.cut_off() cascade')
    expect(await record(id)).toMatchObject({ events: [], state: 'pending', r: null })
    await settleSignals(context())
    expect((await record(id)).events).toEqual(WON_EVENTS)
  })

  it('stores each decision with the candle it is based on', async () => {
    const id = await publish()
    await market(0, WON[0]!)
    await settleSignals(context())
    const { rows } = await pool.query(
      `select data from public.signal_events where signal_id = $1 and kind = 'entered'`,
      [id],
    )
    expect(rows[0].data).toMatchObject({
      rule: 'touch',
      risk: '0.00400',
      candle: { open: '1.0870', high: '1.0870', low: '1.0855', close: '1.0858', spread: '0.00010' },
    })
  })

  it('expires a signal that was never entered, and stops a losing one', async () => {
    const lost = await publish()
    const never = await publish({
      entry_low: '1.02000',
      entry_high: '1.02000',
      stop_loss: '1.01000',
      validity_minutes: 60,
    })
    await market(0, '1.0870 1.0870 1.0815 1.0820')
    await market(1, ...Array.from({ length: 61 }, () => '1.0820 1.0825 1.0815 1.0820'))
    await settleSignals(context())
    expect(await record(lost)).toEqual({
      events: ['entered 1.08600', 'stopped 1.08200 -1.0000'],
      state: 'closed',
      r: -1,
      close_reason: 'stop',
    })
    expect(await record(never)).toEqual({
      events: ['expired'],
      state: 'expired',
      r: null,
      close_reason: 'not_entered',
    })
  })

  it('adds nothing when it runs again, or several times at once', async () => {
    const ids = [await publish(), await publish({ tier: 'freemium' }), await publish()]
    await market(0, ...WON)
    await Promise.all([1, 2, 3, 4].map(() => settleSignals(context())))
    await settleSignals(context())
    for (const id of ids) expect((await record(id)).events).toEqual(WON_EVENTS)
  })

  it('decides the same with minutes one by one or all at once, with or without cached state', async () => {
    const decided = new Map()
    const id = await publish()
    for (const [index, minute] of WON.entries()) {
      await market(index, minute)
      await settleSignals(context(), index % 2 ? new Map() : decided)
    }
    expect((await record(id)).events).toEqual(WON_EVENTS)
  })

  describe('an analyst’s request', () => {
    /** A signal published ten minutes ago, with its publication time. */
    async function earlier(changes: Partial<SignalDraft> = {}): Promise<{ id: string; at: number }> {
      edge += 1
      const at = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * MINUTE
      const { rows } = await pool.query<{ id: string }>(
        `select id from private.record_signal($1, $2, 'Ada Ro', $3, now(), null, false)`,
        [
          JSON.stringify({ ...validDraft, entry_low: `1.08${500 + edge}`, ...changes }),
          ANALYST,
          new Date(at).toISOString(),
        ],
      )
      return { id: rows[0]!.id, at }
    }

    /** Minutes in which nothing happens. */
    async function calm(from: number, until: number): Promise<void> {
      for (let at = from; at < until; at += MINUTE) await minute(at, '1.0870 1.0871 1.0869 1.0870')
    }

    /** A signal entered in its first minute. */
    async function entered(changes: Partial<SignalDraft> = {}): Promise<{ id: string; at: number }> {
      const signal = await earlier(changes)
      await minute(signal.at, WON[0]!)
      await settleSignals(context())
      return signal
    }

    /** Requests as the analyst; returns when it is due. */
    async function ask(id: string, what: 'close_signal' | 'cancel_signal'): Promise<number> {
      await asAnalyst((client) => client.query(`select public.${what}($1, 'Announcement ahead')`, [id]))
      const { rows } = await pool.query<{ at: Date }>(
        `select at from public.signal_events where signal_id = $1 and kind like '%asked'`,
        [id],
      )
      return dueOf(rows[0]!.at.getTime())
    }

    it('closes at the open of the next minute, which its event records', async () => {
      const { id, at } = await entered({ tier: 'freemium' })
      const due = await ask(id, 'close_signal')
      await calm(at + MINUTE, due - MINUTE)
      await minute(due - MINUTE, '1.0870 1.0880 1.0860 1.0875')
      await settleSignals(context())
      expect(await record(id)).toMatchObject({ events: ['entered 1.08600', 'close_asked'], state: 'active' })
      await minute(due, '1.0882 1.0883 1.0819 1.0821')
      await settleSignals(context())
      expect(await record(id)).toEqual({
        events: ['entered 1.08600', 'close_asked', 'closed 1.08820 0.5500'],
        state: 'closed',
        r: 0.55,
        close_reason: 'analyst',
      })
      const { rows } = await pool.query(
        `select data, source from public.signal_events where signal_id = $1 and kind = 'closed'`,
        [id],
      )
      expect(rows).toMatchObject([{ source: 'engine', data: { rule: 'asked', candle: { open: '1.0882' } } }])
    })

    it('is overtaken by the stop touched in the minute of the request, whatever the analyst saw', async () => {
      const { id, at } = await entered()
      const due = await ask(id, 'close_signal')
      await calm(at + MINUTE, due - MINUTE)
      await minute(due - MINUTE, '1.0870 1.0871 1.0819 1.0869')
      await minute(due, '1.0890 1.0891 1.0889 1.0890')
      await settleSignals(context())
      expect((await record(id)).events).toEqual(['entered 1.08600', 'close_asked', 'stopped 1.08200 -1.0000'])
    })

    it('withdraws without a candle while its market is closed, as soon as the minute is over', async () => {
      const id = await publish()
      const due = await ask(id, 'cancel_signal')
      await closeMarkets(pool)
      await settleSignals({ ...context(), now: () => due - 1 })
      expect(await record(id)).toMatchObject({ events: ['cancel_asked'], state: 'pending' })
      await settleSignals({ ...context(), now: () => due })
      await keepHours(pool)
      expect(await record(id)).toEqual({
        events: ['cancel_asked', 'cancelled'],
        state: 'cancelled',
        r: null,
        close_reason: 'cancelled',
      })
      await minute(due, WON[0]!)
      await settleSignals(context())
      expect((await record(id)).events).toHaveLength(2)
    })

    it('waits while an earlier minute may still arrive, and is dropped once that minute enters the signal', async () => {
      const { id, at } = await earlier()
      const due = await ask(id, 'cancel_signal')
      await settleSignals({ ...context(), now: () => due + 5 * MINUTE })
      expect((await record(id)).events).toEqual(['cancel_asked'])
      await calm(at, due - MINUTE)
      await minute(due - MINUTE, WON[0]!)
      await settleSignals(context())
      expect(await record(id)).toMatchObject({
        events: ['cancel_asked', 'entered 1.08600'],
        state: 'active',
      })
      await minute(due, WON[1]!)
      await settleSignals(context())
      expect((await record(id)).state).toBe('active')
    })
  })

  it('decides the other signals when one fails, and then fails to be retried', async () => {
    const [broken, sound] = [await publish(), await publish()]
    await market(0, WON[0]!)
    await pool.query(`
      create function public.break_one() returns trigger language plpgsql as $$
      begin if new.signal_id = '${broken}' then raise exception 'broken'; end if; return new; end $$;
      create trigger break_one before insert on public.signal_events for each row execute function public.break_one()`)
    await expect(settleSignals(context())).rejects.toThrow('1 signals or ideas could not be decided')
    await pool.query('drop function public.break_one() cascade')
    expect(await record(sound)).toMatchObject({ state: 'active' })
    expect(await record(broken)).toMatchObject({ events: [], state: 'pending' })
    await settleSignals(context())
    expect(await record(broken)).toMatchObject({ events: WON_EVENTS.slice(0, 1), state: 'active' })
  })

  it('continues to measure closed signals and to track waits while one signal fails', async () => {
    const [undecided, won, unmeasured] = [await publish(), await publish(), await publish()]
    const breaking = (name: string, table: string, signal: string) => `
      create function public.${name}() returns trigger language plpgsql as $$
      begin if new.signal_id = '${signal}' then raise exception 'broken'; end if; return new; end $$;
      create trigger ${name} before insert on public.${table} for each row execute function public.${name}();`
    await pool.query(breaking('break_event', 'signal_events', undecided))
    await pool.query(breaking('break_excursion', 'signal_excursions', unmeasured))
    // Waits for another market's gap are deleted; the undecided signal may need this market's.
    await pool.query(
      `insert into public.market_waits (symbol, gap_from, gap_until, noticed_at)
       values ('EURUSD', '2020-01-06', '2020-01-07', now()), ('GBPUSD', '2020-01-06', '2020-01-07', now())`,
    )
    await market(0, ...WON)
    await expect(settleSignals(context())).rejects.toThrow(
      '2 signals or ideas could not be decided or measured',
    )
    await pool.query(
      'drop function public.break_event() cascade; drop function public.break_excursion() cascade',
    )
    const { rows: measured } = await pool.query(
      'select signal_id from public.signal_excursions where signal_id = any ($1)',
      [[won, unmeasured]],
    )
    expect(measured).toEqual([{ signal_id: won }])
    const { rows: waits } = await pool.query(
      `select symbol from public.market_waits where gap_from = '2020-01-06'`,
    )
    expect(waits).toEqual([{ symbol: 'EURUSD' }])
    await settleSignals(context())
    expect(await record(undecided)).toMatchObject({ state: 'closed' })
    const { rows: then } = await pool.query(
      'select signal_id from public.signal_excursions where signal_id = any ($1)',
      [[undecided, won, unmeasured]],
    )
    expect(then).toHaveLength(3)
    expect((await pool.query(`select from public.market_waits where gap_from = '2020-01-06'`)).rowCount).toBe(
      0,
    )
  })

  it('neither duplicates nor loses an event when the worker is killed during the work', async () => {
    const ids: string[] = []
    for (let count = 0; count < 12; count++) ids.push(await publish())
    await market(0, ...WON)
    const environment = {
      ...process.env,
      DATABASE_URL: project.databaseUrl,
      MARKET_HISTORY: 'short',
      LOG_LEVEL: 'silent',
    }
    const count = async () =>
      (
        await pool.query(
          `select from public.signal_events where signal_id = any($1) and kind <> 'published'`,
          [ids],
        )
      ).rowCount ?? 0
    const all = ids.length * WON_EVENTS.length
    // The feed would simulate a market over this test's data, so its leadership lock is held here.
    const holder = await pool.connect()
    await holder.query(`select pg_advisory_lock(x'76696769'::int, hashtext('market feed'))`)
    try {
      for (let round = 0; (await count()) < all && round < 20; round += 1) {
        await pool.query(`select graphile_worker.add_job('settle-signals', '{}')`)
        const before = await count()
        const child = spawn(process.execPath, [join(ROOT, 'worker/src/main.ts')], { env: environment })
        await expect.poll(count, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before)
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    } finally {
      await holder.query('select pg_advisory_unlock_all()')
      holder.release()
    }
    await settleSignals(context())
    for (const id of ids) expect((await record(id)).events).toEqual(WON_EVENTS)
  }, 240_000)

  it('leaves a ledger that a browser can verify: the whole chain, with every level and event revealed', async () => {
    const { rows } = await pool.query<Omit<LedgerRow, 'sequence'> & { sequence: string }>(
      'select sequence, entry, previous_hash, hash from public.ledger order by sequence',
    )
    const ledger = rows.map((row) => ({ ...row, sequence: Number(row.sequence) }))
    expect(ledger.length).toBeGreaterThan(50)
    expect(verifyChain(ledger)).toMatchObject({ valid: true, entries: ledger.length })
    expect(verifyReveals(ledger)).toEqual([])
    expect(ledger.filter(({ entry }) => entry.data.levels).length).toBeGreaterThan(10)
  })
})
