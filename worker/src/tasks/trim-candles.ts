import { deleteSimulatedMinutes } from '../market/market-store.ts'
import type { TaskContext } from './registry.ts'

const KEPT_DAYS = 14

/** Deletes minutes of the simulated market after 14 days; the longer candles that sum them up stay. */
export async function trimCandles({ pool, log, now }: TaskContext): Promise<void> {
  const deleted = await deleteSimulatedMinutes(pool, new Date(now() - KEPT_DAYS * 86_400_000))
  log.info({ deleted }, 'old minutes of the simulated market are deleted')
}
