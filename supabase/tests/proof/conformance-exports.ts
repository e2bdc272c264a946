import type { Json } from 'trading/proof/ledger'
import type { JsonObject, ProofExport } from 'trading/proof/proof-format'
import { verifyExport } from 'trading/proof/verify-export'
import type { KeptHead } from 'trading/proof/verify-heads'
import { type MinutesPart, partsById } from 'trading/signal-minutes'
import { difference, type Operation, patched } from './json-patch.ts'
import { everyLie, HINDSIGHT } from './proof-lies.ts'
import { MISSTATED, misstated } from './proof-misstated.ts'
import { sha256 } from './proof-record.ts'
import { refit } from './proof-refit.ts'
import { at, type Path } from './proof-tampering.ts'
import { UNPUBLISHABLE, unpublished } from './proof-unpublishable.ts'

/** A record and the changes applied to it, as stored in trading/conformance/exports.json. */
export type ExportCase = {
  name: string
  /** JSON Patch on the export. */
  patch: Operation[]
  /** JSON Patch on the minutes. Omitted if the check runs without minutes. */
  minutes?: Operation[]
  /** Heads that the reader kept. */
  kept?: KeptHead[]
  verdict: { verdict: string; check?: string; problem?: string; path?: string }
}
type Branch = { [key: string]: unknown }
type Base = { proof: ProofExport; minutes: MinutesPart[] }
type Made = Omit<ExportCase, 'verdict'>

/** The verdict of our verifier on a case. */
export async function verdictOf({ proof, minutes }: Base, one: Made): Promise<ExportCase['verdict']> {
  const parts = one.minutes && patched(minutes, one.minutes)
  const result = await verifyExport(patched(proof, one.patch) as unknown as Json, {
    hash: sha256,
    ...(one.kept && { kept: one.kept }),
    ...(parts && { minutes: async (id) => partsById(parts).get(id) ?? [] }),
  })
  if (result.verdict === 'concordant') return { verdict: 'concordant' }
  const { check, problem, path } = result.divergence
  return { verdict: 'divergent', check, problem, path }
}

/** Every case of a record. */
export async function exportCases(base: Base): Promise<ExportCase[]> {
  const made = [...asItIs(base), ...touched(base), ...(await rewritten(base)), ...minutesCases(base)]
  return await Promise.all(made.map(async (one) => ({ ...one, verdict: await verdictOf(base, one) })))
}

function asItIs({ proof }: Base): Made[] {
  const heads = (proof.heads as unknown as KeptHead[]).map(({ sequence, hash }) => ({ sequence, hash }))
  return [
    { name: 'a record with one of everything', patch: [] },
    { name: 'the same with its minutes', patch: [], minutes: [] },
    { name: 'the same with the heads that were kept', patch: [], kept: heads },
    {
      name: 'a head was kept that the chain does not hold',
      patch: [],
      kept: [{ ...heads[0]!, hash: 'f'.repeat(64) }],
    },
    {
      name: 'a head was kept of an entry that the chain does not have',
      patch: [],
      kept: [{ ...heads[0]!, sequence: 9999 }],
    },
  ]
}

/** Places that are changed without any other change. */
function touched({ proof }: Base): Made[] {
  const last = proof.entries.length - 1
  const replace = (path: string, value: unknown): Operation[] => [{ op: 'replace', path, value }]
  const open = proof.signals.findIndex((row) => row.open === true)
  const changes: { [name: string]: Operation[] } = {
    'the format is another': replace('/format', 'other-proof'),
    'the version is an older one': replace('/version', 3),
    'the version is from before expectations and errata': replace('/version', 7),
    'there is a key too many': [{ op: 'add', path: '/signed', value: true }],
    'an entry is taken out': [{ op: 'remove', path: '/entries/4' }],
    'the last entry is taken out': [{ op: 'remove', path: `/entries/${last}` }],
    'a hash is another': replace('/entries/3/hash', 'f'.repeat(64)),
    'an entry says another author': replace('/entries/0/entry/data/author', 'Marie'),
    'an entry has another time': replace('/entries/1/entry/at', proof.entries[0]!.entry.at),
    'the current head is another': replace('/head/hash', 'f'.repeat(64)),
    'a daily head is missing': [{ op: 'remove', path: '/heads/0' }],
    'a signal is not displayed': [{ op: 'remove', path: `/signals/${open}` }],
    'a result is displayed better than it is': replace(`/signals/${open}/realised_r`, '9'),
    'a reason is displayed otherwise': replace(`/signals/${open}/reasons/facts`, 'x'),
    'a displayed event has a key too many': [
      { op: 'add', path: `/signals/${open}/events/0/data/x`, value: 1 },
    ],
    'a figure is another': replace('/statistics/0/figures/total_r', '9.0000'),
    'a statement is not displayed': [{ op: 'remove', path: '/statements/0' }],
    'a statement came true on display alone': replace('/statements/0/outcome', false),
    'a score is another': replace('/scores/rows/0/brier', '0.0001'),
    'a period is missing': [{ op: 'remove', path: '/statistics/2' }],
    'it was exported before its last entry': replace('/exported_at', '2020-01-01T00:00:00.000000Z'),
    'it was exported a second later': replace('/exported_at', later(proof.exported_at)),
  }
  return Object.entries(changes).map(([name, patch]) => ({ name: `alone: ${name}`, patch }))
}

/** What expectations and errata cannot say: of the first entry of a kind, a place and its other value. */
const LIES_ABOUT_OTHERS: [name: string, kind: string, path: Path, falsify: (value: unknown) => unknown][] = [
  ['an expectation was made an hour before it was entered', 'expected', ['made_at'], anHourEarlier],
  ['an expectation was certain', 'expectation_graded', ['terms', 'probability'], () => '1'],
  ['an expectation missed what it met', 'expectation_graded', ['outcome'], () => false],
  ['a figure surprised the other way', 'expectation_graded', ['surprise'], () => 'below'],
  ['an erratum is about a figure that there is not', 'erratum', ['figure', 'name'], () => 'luck'],
]

function anHourEarlier(time: unknown): string {
  return new Date(Date.parse(String(time)) - 3_600_000).toISOString().replace('Z', '000Z')
}

const later = (at: string) => new Date(Date.parse(at) + 1000).toISOString().replace('Z', '000Z')

/** Records in which every seal, row, figure, hash and head is recomputed. */
async function rewritten({ proof, minutes }: Base): Promise<Made[]> {
  const cases: Made[] = []
  const add = (name: string, copy: unknown) =>
    cases.push({ name: `rewritten: ${name}`, patch: difference(proof, copy) })
  for (const [name, falsified] of Object.entries(UNPUBLISHABLE))
    add(`a signal ${name}`, await unpublished(structuredClone(proof), falsified))
  for (const [name, { falsify }] of Object.entries(HINDSIGHT))
    add(`an analyst’s event ${name}`, falsify(structuredClone(proof)))
  const seen = new Set<string>()
  for (const [name, lie] of Object.entries(MISSTATED)) {
    const about = lie.expected ?? lie.problem
    if (!lie.change || seen.has(about)) continue
    seen.add(about)
    add(`a statement ${name}`, await misstated(structuredClone({ proof, minutes: partsById(minutes) }), lie))
  }
  for (const { name, falsify } of everyLie(proof)) {
    const kind = name.replace(/ of signal \d+$/, '')
    if (seen.has(kind) || !/price|^lies about r |candle|total_r/.test(kind)) continue
    seen.add(kind)
    add(kind, falsify(structuredClone(proof)))
  }
  for (const [name, kind, path, falsify] of LIES_ABOUT_OTHERS) {
    const copy = structuredClone({ proof, minutes: partsById(minutes) })
    const place = proof.entries.findIndex(({ entry }) => entry.kind === kind)
    const value = at(proof, ['entries', place, 'entry', 'data', ...path])
    await refit(copy, ['entries', place, 'entry', 'data', ...path], falsify(value))
    add(name, copy.proof)
  }
  const copy = { proof: structuredClone(proof), minutes: partsById(minutes) }
  await refit(copy, ['entries', 0, 'entry', 'data', 'author'], 'Marie')
  add('another author, which no rule contradicts', copy.proof)
  const kept = proof.heads as unknown as KeptHead[]
  cases.push({
    ...cases.at(-1)!,
    name: 'rewritten: another author, with a head that was kept',
    kept: [{ sequence: kept[0]!.sequence, hash: kept[0]!.hash }],
  })
  return cases
}

function minutesCases({ minutes }: Base): Made[] {
  const [first] = minutes
  const lines = first!.minutes.split('\n')
  const change = (text: string): Operation[] => [{ op: 'replace', path: '/0/minutes', value: text }]
  const place = minutes.findIndex((part) => 'statement_id' in part)
  const statements = (key: string, falsify: (text: string) => string): Operation[] => [
    { op: 'replace', path: `/${place}${key}`, value: falsify(minutes[place]!.minutes) },
  ]
  const changes: { [name: string]: Operation[] } = {
    'a price is another': change(first!.minutes.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))),
    'a minute is left out': change(lines.slice(0, -1).join('\n')),
    'a day is left out': [{ op: 'remove', path: '/0' }],
    'one of a statement is another': statements('/minutes', (text) =>
      text.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
    ),
    'a day is another': [{ op: 'replace', path: '/0/day', value: '2020-01-01' }],
  }
  return Object.entries(changes).map(([name, operations]) => ({
    name: `minutes: ${name}`,
    patch: [],
    minutes: operations,
  }))
}

/** A record as file text, with an entry, a signal or a part on each line, so that versions can be compared. */
export function inLines(value: Branch | readonly unknown[]): string {
  if (Array.isArray(value)) return `[\n${value.map((one) => JSON.stringify(one)).join(',\n')}\n]`
  const parts = Object.entries(value as JsonObject).map(
    ([key, part]) => `${JSON.stringify(key)}: ${Array.isArray(part) ? inLines(part) : JSON.stringify(part)}`,
  )
  return `{\n${parts.join(',\n')}\n}`
}
