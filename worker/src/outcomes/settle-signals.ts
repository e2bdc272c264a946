// Decides what is open, minute by minute: signals and members' ideas by one engine, then statements that are due. It opens ideas whose
// time has come and keeps the records of their authors.
import { inTransaction } from '../database.ts'
import { readInstruments } from '../market/market-store.ts'
import { eachApart, throwFailures } from '../tasks/each-apart.ts'
import type { TaskContext } from '../tasks/task-context.ts'
import { keepIdeaRecords } from './keep-idea-records.ts'
import { keepWaits, type Wait } from './known-minutes.ts'
import { measureExcursions } from './measure-excursions.ts'
import { type DecidedUntil, type Open, settleOpen } from './settle-open.ts'
import { settleStatements } from './settle-statements.ts'
import { IDEAS } from './stored-idea.ts'
import { SIGNALS } from './stored-signal.ts'

/** By signal or idea. Losing it only costs reads. */
export type Decided = Map<string, DecidedUntil>

/** Decides every open signal and idea on the minutes known since its last decision. */
export async function settleSignals(
  { pool, log, now }: TaskContext,
  decided: Decided = new Map(),
): Promise<void> {
  const open: Open[] = []
  for (const kept of [SIGNALS, IDEAS]) {
    const { rows } = await pool.query<{ id: string; symbol: string }>(kept.open)
    open.push(...rows.map((row) => ({ ...row, kept })))
  }
  const ids = new Set(open.map(({ id }) => id))
  for (const id of decided.keys()) if (!ids.has(id)) decided.delete(id)
  const sessions = new Map((await readInstruments(pool)).map(({ symbol, session }) => [symbol, session]))
  const waits: Wait[] = []
  const undecided = new Set<string>()
  const failures = await eachApart(
    open,
    async (one) => {
      const { id, symbol, kept } = one
      const market = { session: sessions.get(symbol)!, now: now() }
      const result = await inTransaction(pool, (client) => settleOpen(client, one, market, decided.get(id)))
      if (!result) return
      decided.set(id, result)
      if (result.wait) waits.push(result.wait)
      if (result.appended > 0) log.info({ [kept.name]: id, events: result.appended }, `${kept.name} moved on`)
    },
    ({ id, symbol, kept }, error) => {
      log.error({ [kept.name]: id, err: error }, `${kept.name} could not be decided`)
      undecided.add(symbol)
    },
  )
  const measured = await measureExcursions({ pool, log, now }, sessions)
  const stated = await settleStatements({ pool, log, now }, sessions)
  for (const symbol of [...measured.unmeasured, ...stated.undecided]) undecided.add(symbol)
  await keepWaits(pool, [...waits, ...measured.waits, ...stated.waits], undecided)
  const kept = await keepIdeas({ pool, log, now })
  throwFailures([...failures, ...measured.failures], 'signals or ideas could not be decided or measured')
  throwFailures(stated.failures, 'statements could not be resolved or scored')
  throwFailures(kept, 'ideas could not be opened, or records not kept')
}

/** Opens ideas whose deadline has passed or whose signal has ended, each in its own transaction, and keeps records. */
async function keepIdeas({ pool, log }: TaskContext): Promise<unknown[]> {
  try {
    for (;;) {
      const { rows } = await pool.query<{ opened: boolean }>('select private.open_due_idea() as opened')
      if (!rows[0]!.opened) break
    }
    await keepIdeaRecords(pool)
    return []
  } catch (error) {
    log.error({ err: error }, 'ideas could not be opened, or records not kept')
    return [error]
  }
}
