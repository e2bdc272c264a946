// Owns the life of an idea according to the ledger, in the shape of a signal's life, so that the same checks decide both again. An
// idea's terms open in an entry of their own; its events follow it in the clear.
import { Diverged } from './divergence.ts'
import { ENDINGS } from './entry-shape.ts'
import type { Json, LedgerRow } from './ledger.ts'
import { type JsonObject, objectOf, textOf } from './proof-format.ts'
import { commitmentOf, type SignalLife } from './signal-life.ts'
import type { Hasher } from './verify-chain.ts'

export const IDEA_ENTRIES = ['idea_published', 'idea_opened', 'idea_event']

export type IdeaLife = SignalLife & {
  subject: 'idea'
  row: LedgerRow
  author: string
  /** Levels, probability and quote; null while sealed. */
  terms: JsonObject | null
}

/** Reads every idea of a chain, ordered by number. Throws Diverged if entries are out of order or a seal does not open. */
export async function readIdeas(rows: readonly LedgerRow[], hash: Hasher): Promise<IdeaLife[]> {
  const lives = new Map<string, IdeaLife>()
  for (const row of rows) {
    const { kind } = row.entry
    if (!IDEA_ENTRIES.includes(kind)) continue
    const data = row.entry.data as JsonObject
    const id = String(data.idea)
    const life = lives.get(id)
    if (kind === 'idea_published') {
      if (life) throw ideaDiverged('commitments', 'published_twice', row, 'idea', undefined, id)
      lives.set(id, begun(id, row, data))
    } else if (!life)
      throw ideaDiverged('commitments', 'never_published', row, 'idea', 'idea_published', kind)
    else if (kind === 'idea_opened') await open(life, row, data, hash)
    else happen(life, row, data)
  }
  return [...lives.values()]
}

function begun(id: string, row: LedgerRow, published: JsonObject): IdeaLife {
  return {
    subject: 'idea',
    id,
    number: Number(published.number),
    row,
    author: String(published.author),
    published,
    publishedSequence: row.sequence,
    terms: null,
    levels: null,
    nonce: null,
    events: [],
    opened: 0,
    seals: [],
    ending: null,
  }
}

async function open(
  life: IdeaLife,
  row: LedgerRow,
  { terms, nonce }: JsonObject,
  hash: Hasher,
): Promise<void> {
  if (life.terms) throw ideaDiverged('commitments', 'published_twice', row, 'terms', undefined, life.id)
  const computed = await commitmentOf(textOf(nonce) ?? '', terms!, hash)
  const { commitment } = life.published
  if (computed !== commitment)
    throw ideaDiverged('commitments', 'does_not_open', row, 'terms', commitment, computed)
  life.terms = objectOf(terms)
  life.levels = objectOf(life.terms?.levels) ?? {}
  life.nonce = textOf(nonce)
  life.opened += 1
}

function happen(life: IdeaLife, row: LedgerRow, data: JsonObject): void {
  const { idea: _idea, result_r, reason, minutes, ...value } = data
  const kind = String(value.kind)
  if (!life.terms) throw ideaDiverged('commitments', 'not_opened', row, 'kind', 'idea_opened', kind)
  if (life.ending) throw ideaDiverged('commitments', 'after_the_end', row, 'kind', life.ending.kind, kind)
  life.events.push({ value: value as JsonObject, sequence: row.sequence, toldAt: row.entry.at })
  if (!ENDINGS.includes(kind)) return
  life.ending = {
    kind,
    at: String(value.at),
    result: result_r ?? null,
    reason: reason ?? null,
    sequence: row.sequence,
    minutes: minutes ?? null,
  }
}

export function ideaDiverged(
  check: Diverged['divergence']['check'],
  problem: Diverged['divergence']['problem'],
  row: LedgerRow,
  key: string,
  expected: unknown,
  found: unknown,
): Diverged {
  const { idea, number } = row.entry.data as { [key: string]: Json }
  return new Diverged({
    check,
    problem,
    path: `entries[${row.sequence - 1}].entry.data${key && `.${key}`}`,
    sequence: row.sequence,
    ...(typeof idea === 'string' && { idea }),
    ...(typeof number === 'number' && { number }),
    expected,
    found,
  })
}
