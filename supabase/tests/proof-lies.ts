import { commitment } from 'trading/ledger'
import type { JsonObject, ProofExport } from 'trading/proof-format'
import { rehash, renewHeads, type Tampering } from './proof-tampering.ts'

type Branch = { [key: string]: unknown }

/** What an engine's event claims, and what an analyst's does where a rule can tell; words and their times are theirs. */
const CLAIMS: Record<string, readonly string[]> = {
  engine: [
    'kind',
    'at',
    'price',
    'r',
    'data.rule',
    'data.share',
    'data.target',
    'data.risk',
    'data.total_r',
    'data.reason',
    'data.candle.opened_at',
    'data.candle',
  ],
  analyst: ['price', 'r', 'data.share'],
}

/**
 * Lies from the start: an event that is not what the rules make of its candle, sealed, displayed, hashed and headed as if it
 * were. Only deciding it again finds these.
 */
export function everyLie(proof: ProofExport): Tampering[] {
  return proof.signals.flatMap((signal, row) =>
    ((signal.events ?? []) as JsonObject[]).flatMap((event, place) =>
      place === 0
        ? []
        : CLAIMS[String(event.source)]!.filter((path) => valueAt(event, path) !== undefined).map((path) => ({
            name: `lies about ${path} of ${event.kind} (${event.source}) of signal ${signal.number}`,
            falsify: (copy: ProofExport) => lie(copy, row, place, path),
          })),
    ),
  )
}

function valueAt(event: Branch, path: string): unknown {
  return path.split('.').reduce<unknown>((part, key) => (part as Branch | undefined)?.[key], event)
}

function change(event: Branch, path: string): void {
  const keys = path.split('.')
  const key = keys.pop()!
  const parent = (keys.length === 0 ? event : valueAt(event, keys.join('.'))) as Branch
  const value = parent[key]
  if (path === 'data.candle') delete parent[key]
  else if (typeof value === 'number') parent[key] = value + 1
  else if (path === 'kind') parent[key] = value === 'note' ? 'entered' : 'stop_moved'
  // What is not there is claimed: a result where nothing was realised, a price for an expiry.
  else if (value === null) parent[key] = '1.00000'
  else parent[key] = nudged(String(value))
}

/** The last digit one more, or another word. */
function nudged(text: string): string {
  const place = text.search(/\d(?!.*\d)/)
  if (place === -1) return `${text}s`
  return text.slice(0, place) + ((Number(text[place]) + 1) % 10) + text.slice(place + 1)
}

function lie(copy: ProofExport, row: number, place: number, path: string): ProofExport {
  const signal = copy.signals[row] as Branch
  change((signal.events as Branch[])[place]!, path)
  const entries = copy.entries.filter(({ entry }) => entry.signal === signal.id)
  const own = entries[place]!
  const opening = entries.find(({ entry }) => Array.isArray(entry.data.events))?.entry.data as
    | Branch
    | undefined
  if (own.entry.kind === 'sealed') {
    const event = (opening!.events as Branch[])[place - 1]!
    change(event, path)
    const { nonce, ...value } = event
    Object.assign(own.entry.data, { commitment: commitment(String(nonce), value as JsonObject) })
  } else if (path === 'kind') change(own.entry as unknown as Branch, 'kind')
  else change(own.entry.data as Branch, path)
  rehash(copy.entries)
  renewHeads(copy)
  return copy
}
