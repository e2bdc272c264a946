import { commitment } from 'trading/proof/ledger'
import type { JsonObject, ProofExport } from 'trading/proof/proof-format'
import { rehash, renewHeads, type Tampering } from './proof-tampering.ts'

type Branch = { [key: string]: unknown }

/**
 * The claims of an engine's event, and those of an analyst's event that a rule can contradict. Texts, and times from which
 * nothing follows, cannot be contradicted.
 */
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
  analyst: ['price', 'r', 'at'],
}

/** An analyst's event takes effect at its own time. */
const ACTS = ['stop_moved', 'close_asked', 'cancel_asked']

/**
 * Records that were false from the start: an event contradicts the rules on its candle, but seals, rows, hashes and heads match.
 * Only deciding the event again finds them.
 */
export function everyLie(proof: ProofExport): Tampering[] {
  return proof.signals.flatMap((signal, row) =>
    ((signal.events ?? []) as JsonObject[]).flatMap((event, place) =>
      place === 0
        ? []
        : CLAIMS[String(event.source)]!.filter((path) => valueAt(event, path) !== undefined)
            .filter((path) => path !== 'at' || event.source === 'engine' || ACTS.includes(String(event.kind)))
            .map((path) => ({
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
  else if (path === 'at' && 'author' in (event.data as Branch)) parent[key] = earlier(String(value))
  else if (path === 'kind')
    parent[key] = value === 'note' || value === 'stop_moved' ? 'entered' : 'stop_moved'
  // Adds values that do not exist: a result where nothing was realised, a price for an expiry.
  else if (value === null) parent[key] = '1.00000'
  else parent[key] = nudged(String(value))
}

/** Two minutes earlier, when the price was different. */
function earlier(at: string): string {
  return `${new Date(Date.parse(at) - 120_000).toISOString().slice(0, -1)}000Z`
}

/** Increments the last digit, or changes the word. */
function nudged(text: string): string {
  const place = text.search(/\d(?!.*\d)/)
  if (place === -1) return `${text}s`
  return text.slice(0, place) + ((Number(text[place]) + 1) % 10) + text.slice(place + 1)
}

function lie(copy: ProofExport, row: number, place: number, path: string): ProofExport {
  const signal = copy.signals[row] as Branch
  change((signal.events as Branch[])[place]!, path)
  const entries = copy.entries.filter(({ entry }) => entry.signal === signal.id)
  const opening = entries.find(({ entry }) => Array.isArray(entry.data.events))?.entry.data
  const opened = (opening?.events ?? []) as Branch[]
  const event = opened[place - 1]
  const own = entries[place - opened.length]!
  if (event) {
    change(event, path)
    if (event.sealed !== undefined) seal(copy, event)
  } else if (path === 'kind') change(own.entry as unknown as Branch, 'kind')
  else change(own.entry.data as Branch, path)
  rehash(copy.entries)
  renewHeads(copy)
  return copy
}

/** Recomputes the seal of an opened event in the entry that it names. */
export function seal(copy: ProofExport, { nonce, sealed, ...value }: Branch): void {
  Object.assign(copy.entries[Number(sealed) - 1]!.entry.data, {
    commitment: commitment(String(nonce), value as JsonObject),
  })
}

type Rewriting = (events: Branch[], copy: ProofExport) => void

/**
 * Simulates hindsight: an analyst's events are rewritten when they are opened, and every row, hash and head is recomputed. The
 * seals remain in their original entries and reveal each change.
 */
export const HINDSIGHT: Record<string, { problem: string; falsify(copy: ProofExport): ProofExport }> = {
  'left out': {
    problem: 'never_opened',
    falsify: rewriting((events, copy) => {
      const [note] = events.splice(noteOf(events), 1)
      const shown = copy.signals.find(({ id }) => id === note?.signal) as { events: Branch[] }
      shown.events = shown.events.filter(({ kind }) => kind !== 'note')
      for (const [index, event] of shown.events.entries()) event.sequence = index + 1
    }),
  },
  invented: {
    problem: 'not_sealed',
    falsify: rewriting((events) => {
      const { nonce: _nonce, sealed: _sealed, signal: _signal, ...note } = events[noteOf(events)]!
      events.push({ ...note, data: { author: 'Nadia', text: 'Je le savais' } })
    }),
  },
  'opened twice': {
    problem: 'not_sealed',
    falsify: rewriting((events) => void events.push(structuredClone(events[noteOf(events)]!))),
  },
  'of another signal': {
    problem: 'does_not_open',
    falsify: rewriting((events, copy) => {
      const note = events[noteOf(events)]!
      note.signal = '00000000-0000-4000-8000-000000000000'
      seal(copy, note)
    }),
  },
  'sealed after the fact': {
    problem: 'sealed_late',
    falsify: rewriting((events, copy) => {
      const note = events[noteOf(events)]!
      note.at = String(note.at).replace(
        /T(\d\d):/,
        (_text, hour) => `T${String(Number(hour) - 1).padStart(2, '0')}:`,
      )
      seal(copy, note)
    }),
  },
  'sealed before the fact': {
    problem: 'sealed_late',
    falsify: rewriting((events, copy) => {
      const note = events[noteOf(events)]!
      note.at = String(note.at).replace(
        /T(\d\d):/,
        (_text, hour) => `T${String(Number(hour) + 1).padStart(2, '0')}:`,
      )
      seal(copy, note)
    }),
  },
  'opened with a seal that is not its own': {
    problem: 'not_sealed',
    falsify: rewriting((events) => void Object.assign(events[noteOf(events)]!, { sealed: 1 })),
  },
  'or the engine’s with a seal beside it': {
    problem: 'malformed',
    falsify: rewriting((events) => void Object.assign(events[0]!, { nonce: 'aa' })),
  },
  'without the candle that it would follow from': {
    problem: 'not_sealed',
    falsify: rewriting((events) => void events.push({ ...events[0]!, data: {} })),
  },
}

const noteOf = (events: Branch[]) => events.findIndex(({ kind }) => kind === 'note')

function rewriting(rewrite: Rewriting) {
  return (copy: ProofExport): ProofExport => {
    const opening = copy.entries.find(({ entry }) => noteOf((entry.data.events ?? []) as Branch[]) !== -1)!
    rewrite(opening.entry.data.events as unknown as Branch[], copy)
    rehash(copy.entries)
    renewHeads(copy)
    return copy
  }
}
