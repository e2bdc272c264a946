import { deleteRefusals, ensureMonths, forgetSimulatedMinutes } from '../market/market-store.ts'
import type { TaskContext } from './task-context.ts'

const DAY = 86_400_000
const KEPT_DAYS = 14
const REFUSALS_KEPT_DAYS = 30
const MONTHS_AHEAD_DAYS = 62

/**
 * Makes the next two months' tables, lets go of simulated minutes after 14 days (the longer candles that sum them up stay,
 * and so do minutes of signals' lives) and of refused data after 30.
 */
export async function trimCandles({ pool, log, now }: TaskContext): Promise<void> {
  await ensureMonths(pool, now(), now() + MONTHS_AHEAD_DAYS * DAY)
  const gone = await forgetSimulatedMinutes(pool, new Date(now() - KEPT_DAYS * DAY))
  const refusals = await deleteRefusals(pool, new Date(now() - REFUSALS_KEPT_DAYS * DAY))
  log.info({ ...gone, refusals }, 'old minutes of the simulated market are let go')
}
