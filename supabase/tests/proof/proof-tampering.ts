import type { Json, LedgerRow } from 'trading/proof/ledger'
import { entryHash } from 'trading/proof/ledger'
import type { ProofExport } from 'trading/proof/proof-format'

/** A falsification: its description, and the falsified copy of the export. */
export type Tampering = { name: string; falsify(proof: ProofExport): unknown }

export type Path = readonly (string | number)[]
type Branch = { [key: string]: unknown }

/** Every leaf of a value, and every empty list or object. */
export function* leaves(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    for (const key of Object.keys(value)) {
      yield* leaves((value as Branch)[key], [...path, Array.isArray(value) ? Number(key) : key])
    }
  } else yield path
}

export function at(value: unknown, path: Path): unknown {
  return path.reduce((part, key) => (part as Branch)[key as string], value)
}

/** The nearest other value of the same kind. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (value === null) return 'x'
  if (typeof value === 'object') return Array.isArray(value) ? ['x'] : { x: 'x' }
  const text = String(value)
  const place = text.search(/\d(?!.*\d)/)
  // Increments the last digit: a price by one point, a time by a microsecond, a hash by one nibble.
  return place === -1
    ? `${text}.`
    : text.slice(0, place) + ((Number(text[place]) + 1) % 10) + text.slice(place + 1)
}

const named = (path: Path) => path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')

/** The export time cannot be verified, except that it is not before the last entry. */
const FREE = new Set(['.exported_at'])

/**
 * Every field of every row changed, removed, and joined by an additional one; every row deleted, doubled, or swapped with the
 * next.
 */
export function everyTampering(proof: ProofExport): Tampering[] {
  const changes = [...leaves(proof)].flatMap((path) => {
    const name = named(path)
    const key = path.at(-1)!
    const edit = (apply: (parent: Branch) => unknown) => (copy: ProofExport) => {
      apply(at(copy, path.slice(0, -1)) as Branch)
      return copy
    }
    return [
      ...(FREE.has(name)
        ? []
        : [
            {
              name: `changes ${name}`,
              falsify: edit((parent) => Object.assign(parent, { [key]: other(parent[key]) })),
            },
          ]),
      typeof key === 'number'
        ? { name: `empties ${name}`, falsify: edit((parent) => Object.assign(parent, { [key]: null })) }
        : { name: `takes out ${name}`, falsify: edit((parent) => void delete parent[key]) },
    ]
  })
  const added = [...branches(proof)].map(
    (path): Tampering => ({
      name: `adds to ${named(path)}`,
      falsify: (copy) => {
        const branch = at(copy, path)
        if (Array.isArray(branch)) branch.push('x')
        else (branch as Branch).added = 'x'
        return copy
      },
    }),
  )
  return [...changes, ...added, ...rowTamperings(proof), ...suffixes(proof)]
}

function* branches(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) return
  yield path
  for (const key of Object.keys(value)) {
    yield* branches((value as Branch)[key], [...path, Array.isArray(value) ? Number(key) : key])
  }
}

function rowTamperings(proof: ProofExport): Tampering[] {
  const lists: Path[] = [['entries'], ['heads'], ['signals'], ['statistics']]
  for (const [index, signal] of proof.signals.entries()) {
    if (!signal.open) continue
    lists.push(['signals', index, 'events'], ['signals', index, 'levels', 'targets'])
  }
  for (const index of (proof.statistics as Json[]).keys())
    lists.push(['statistics', index, 'figures', 'curve'])
  return lists.flatMap((path) => {
    const rows = at(proof, path) as unknown[]
    return rows.flatMap((_row, index) => {
      const edit = (apply: (list: unknown[]) => void) => (copy: ProofExport) => {
        apply(at(copy, path) as unknown[])
        return copy
      }
      const name = `${named(path)}[${index}]`
      return [
        { name: `deletes ${name}`, falsify: edit((list) => list.splice(index, 1)) },
        {
          name: `doubles ${name}`,
          falsify: edit((list) => list.splice(index, 0, structuredClone(list[index]))),
        },
        // The order of signals and periods is not significant; the order of events is.
        ...(index + 1 < rows.length && !['signals', 'statistics'].includes(String(path.at(-1)))
          ? [
              {
                name: `swaps ${name}`,
                falsify: edit((list) => list.splice(index, 2, list[index + 1], list[index])),
              },
            ]
          : []),
      ]
    })
  })
}

/** Recomputes every hash from an entry on, as someone who rewrites the past would. */
export function rehash(entries: LedgerRow[], from = 0): void {
  for (let index = from; index < entries.length; index++) {
    const row = entries[index]!
    row.previous_hash = entries[index - 1]?.hash ?? '0'.repeat(64)
    row.hash = entryHash(row.previous_hash, row.entry)
  }
}

/** Updates the heads of a falsified copy to match its chain, as far as possible. */
export function renewHeads(copy: ProofExport): void {
  for (const [index, { entry }] of copy.entries.entries()) {
    if (entry.kind === 'head') {
      const data = entry.data as Branch
      const of = copy.entries[Number(data.sequence) - 1]!
      Object.assign(data, { hash: of.hash, at: of.entry.at })
    }
    rehash(copy.entries.slice(0, index + 1), index)
  }
  const told = copy.entries.filter(({ entry }) => entry.kind === 'head')
  copy.heads = told.map(({ entry }) => ({ ...entry.data, recorded_at: entry.at })) as Json
  const last = copy.entries.at(-1)!
  copy.head = { sequence: last.sequence, hash: last.hash, at: last.entry.at }
}

/** Changes an entry and recomputes everything after it: each field of each entry's data, and an earlier time. */
function suffixes(proof: ProofExport): Tampering[] {
  return proof.entries.flatMap((row, index) => {
    const rewrite = (apply: (entry: Branch) => void) => (copy: ProofExport) => {
      apply(copy.entries[index]!.entry as unknown as Branch)
      rehash(copy.entries, index)
      return copy
    }
    const earliest = proof.entries[index - 1]?.entry.at ?? '2020-01-01T00:00:00.000000Z'
    const fields = [...leaves(row.entry)].filter(([key]) => key !== 'sequence')
    return [
      ...fields.map((path) => ({
        name: `rewrites the chain from ${index + 1} with another ${named(path)}`,
        falsify: rewrite((entry) => {
          const parent = at(entry, path.slice(0, -1)) as Branch
          parent[path.at(-1)!] = other(parent[path.at(-1)!])
        }),
      })),
      ...(earliest === row.entry.at
        ? []
        : [
            {
              name: `back-dates entry ${index + 1} and rewrites the chain`,
              falsify: rewrite((entry) => {
                entry.at = earliest
              }),
            },
          ]),
      {
        name: `leaves out entry ${index + 1} and rewrites the chain`,
        falsify: (copy: ProofExport) => {
          copy.entries.splice(index, 1)
          for (const [place, { entry }] of copy.entries.entries()) {
            copy.entries[place]!.sequence = place + 1
            ;(entry as { sequence: number }).sequence = place + 1
          }
          rehash(copy.entries)
          return copy
        },
      },
    ]
  })
}
