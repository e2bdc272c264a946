// Owns the comparison of the heads stored on this device with the server's: every head must be in a later signed tree, and
// every tree must extend the one before. Loaded when the page is idle, never before a signal is painted.
import { queryOptions } from '@tanstack/react-query'
import { type Checkpoint, readCheckpoint } from 'trading/proof/log/checkpoint'
import {
  type HeadMemory,
  hold,
  type LedgerExtension,
  NO_MEMORY,
  questionOf,
  remember,
} from 'trading/proof/log/head-memory'
import { readHeads } from 'trading/proof/log/head-text'
import { publicRpc } from '#lib/data/public-rpc.ts'
import { changeMemory } from './seen-heads.ts'

const EVERY_MS = 10 * 60_000

/** Checks now, and every ten minutes while the page is visible. An unreachable server is no contradiction. */
export const keptHeadsQuery = queryOptions({
  queryKey: ['public', 'kept-heads'],
  queryFn: ({ signal }) => oneAtATime(() => checkKeptHeads(signal)),
  refetchInterval: EVERY_MS,
  staleTime: EVERY_MS / 2,
})

/** The checkpoint that this device had kept when the page was loaded; null if it had none, undefined before the first check. */
let keptAtFirst: string | null | undefined

/** The chain as this device had kept it before this page, and as it has verified it since. */
export type KeptSpan = { before: Checkpoint | null; now: Checkpoint | null }

export const keptSpan = ({ checkpoint }: HeadMemory): KeptSpan => ({
  before: keptAtFirst ? readCheckpoint(keptAtFirst) : null,
  now: checkpoint === null ? null : readCheckpoint(checkpoint),
})

async function checkKeptHeads(signal: AbortSignal): Promise<HeadMemory> {
  const asked = await changeMemory((memory, lines) =>
    remember(memory ?? NO_MEMORY, readHeads(lines.join('\n')), Date.now()),
  )
  if (keptAtFirst === undefined) keptAtFirst = asked.checkpoint
  const extension = await publicRpc<LedgerExtension | null>(
    'ledger_extension',
    questionOf(asked),
    signal,
  ).catch((error: unknown) => {
    if (signal.aborted) throw error
    return null
  })
  if (!extension) return asked
  return changeMemory((_, lines) =>
    remember(hold(asked, extension, Date.now()), readHeads(lines.join('\n')), Date.now()),
  )
}

/** Deletes everything and starts anew, once the reader has saved the evidence of a contradiction. */
export const forgetKeptHeads = (): Promise<HeadMemory> => changeMemory(() => NO_MEMORY)

/** The heads stored on this device, as a file for others to check. */
export const evidenceOf = (memory: HeadMemory): Blob =>
  new Blob([`${JSON.stringify({ format: 'vigie-kept-heads', version: 1, ...memory }, null, 2)}\n`], {
    type: 'application/json',
  })

/** Two tabs must not answer each other's question. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Insecure pages have no locks; there, two tabs may ask twice.
  return 'locks' in navigator ? (navigator.locks.request('vigie-heads', work) as Promise<T>) : work()
}
