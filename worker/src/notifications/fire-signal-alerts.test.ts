import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Product, product, publish } from '../../../supabase/tests/product.ts'
import { createPool } from '../database.ts'
import { prepareQueue } from '../queue.ts'
import { fireSignalAlerts, type Looked } from './fire-signal-alerts.ts'

const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
const MINUTE = 60_000

let vigie: Product
let pool: Pool
beforeAll(async () => {
  vigie = await product()
  pool = createPool(vigie.databaseUrl, 8, log)
  await prepareQueue(pool, log)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await vigie.stop()
})
beforeEach(() =>
  pool.query('delete from public.candles; delete from public.quotes; delete from public.signal_alerts'),
)

const run = (looked?: Looked) => fireSignalAlerts({ pool, log, now: Date.now }, looked)

let edge = 0
const signal = () =>
  publish(vigie, {
    entry_low: (1.084 + ++edge / 100_000).toFixed(5),
    entry_high: '1.08600',
    stop_loss: '1.08200',
    targets: [
      { price: '1.09000', share: '50' },
      { price: '1.09400', share: '50' },
    ],
  })
const happens = (id: string, kind: string, price: string, data: object = {}) =>
  pool.query(`select private.append_signal_event($1, $2, clock_timestamp(), $3, 0.5, $4)`, [
    id,
    kind,
    price,
    JSON.stringify(data),
  ])
const rule = (
  signal_id: string,
  kind: string,
  distance: number | null = 5,
  unit: string | null = distance === null ? null : 'pips',
) => vigie.as.premium.from('signal_alerts').insert({ signal_id, kind, distance, unit }).throwOnError()
const quote = (bid: string, ask: string) =>
  pool.query(
    `insert into quotes values ('EURUSD', $1, $2, clock_timestamp(), 'simulated')
     on conflict (symbol) do update set bid = excluded.bid, ask = excluded.ask, quoted_at = excluded.quoted_at`,
    [bid, ask],
  )
/** A minute that opens `after` minutes from now, with a spread of one pip. */
const minute = (after: number, low: string, high: string) =>
  pool.query(`insert into candles values ('EURUSD', 'M1', $1, $2, $3, $2, $3, 0.0001, 'simulated')`, [
    new Date((Math.ceil(Date.now() / MINUTE) + after) * MINUTE).toISOString(),
    low,
    high,
  ])
const fired = async () =>
  (await pool.query('select occasion from signal_alerts_fired order by id')).rows.map(
    ({ occasion }) => occasion,
  )

describe('fire-signal-alerts', () => {
  it('[S-100] fires once when the latest quote is near the entry', async () => {
    const { id } = await signal()
    await rule(id, 'entry')
    await quote('1.08660', '1.08670')
    await run()
    expect(await fired()).toEqual([])
    await quote('1.08640', '1.08650')
    await run()
    await run()
    expect(await fired()).toEqual(['entry'])
  })

  it('misses no touch between two runs, because it also reads the minutes', async () => {
    const { id } = await signal()
    await rule(id, 'entry')
    const looked: Looked = new Map()
    await minute(0, '1.08800', '1.08900')
    await run(looked)
    await minute(1, '1.08630', '1.08900')
    await minute(2, '1.08800', '1.08900')
    await quote('1.08850', '1.08860')
    await run(looked)
    expect(await fired()).toEqual(['entry'])
  })

  it('fires for stop and next target once the signal is active, and again after each target and moved stop', async () => {
    const { id } = await signal()
    await rule(id, 'stop')
    await rule(id, 'target', 0.25, 'r')
    await quote('1.08210', '1.08220')
    await run()
    expect(await fired()).toEqual([])
    await happens(id, 'entered', '1.08600')
    await quote('1.08240', '1.08250')
    await run()
    await quote('1.08910', '1.08920')
    await run()
    expect(await fired()).toEqual(['stop:1.082', 'target:1'])
    await happens(id, 'target_reached', '1.09000', { target: 1, share: '50' })
    await quote('1.09310', '1.09320')
    await run()
    expect(await fired()).toEqual(['stop:1.082', 'target:1', 'target:2'])
  })

  it('fires for each event after the rule was created, except notes, also after the signal’s end', async () => {
    const { id } = await signal()
    await rule(id, 'events', null)
    await vigie.as.analyst.rpc('add_signal_note', { signal_id: id, note: 'n' }).throwOnError()
    await happens(id, 'entered', '1.08600')
    await run()
    expect(await fired()).toEqual(['event:3'])
    await happens(id, 'stopped', '1.08200')
    await Promise.all([run(), run(), run()])
    expect(await fired()).toEqual(['event:3', 'event:4'])
  })

  it('fires for other signals when one fails, and then fails to be retried', async () => {
    const both = [await signal(), await signal()].sort((a, b) => (a.id < b.id ? -1 : 1))
    for (const { id } of both) await rule(id, 'entry')
    await pool.query(`
      create function break_one() returns trigger language plpgsql as $$
      begin
        if (select signal_id from public.signal_alerts where id = new.alert_id) = '${both[0]?.id}' then raise exception 'broken'; end if;
        return new;
      end $$;
      create trigger break_one before insert on signal_alerts_fired for each row execute function break_one()`)
    await quote('1.08640', '1.08650')
    await expect(run()).rejects.toThrow('1 signals’ alerts could not be checked: broken')
    await pool.query('drop function break_one() cascade')
    expect(await fired()).toEqual(['entry'])
    await run()
    expect(await fired()).toEqual(['entry', 'entry'])
  })

  it('ignores a minute that was over before the rule was created', async () => {
    const { id } = await signal()
    await minute(-10, '1.08600', '1.08600')
    await rule(id, 'entry')
    await run()
    expect(await fired()).toEqual([])
  })
})
