import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from 'trading/proof/ledger'
import { verifyExport } from 'trading/proof/verify-export'
import type { MinutesPart } from 'trading/signal-minutes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { everyKindOfIdea } from './idea-chain.ts'
import { HIDDEN_TARGET } from './idea-record.ts'
import { refitIdea } from './idea-refit.ts'
import { othersOf } from './proof-mutations.ts'
import { exportMinutes, exportProof, sha256 } from './proof-record.ts'
import type { Record } from './proof-refit.ts'
import { at, leaves, type Path } from './proof-tampering.ts'

let vigie: Product
let ids: { [name: string]: string }
let record: Record
beforeAll(async () => {
  vigie = await product()
  ids = await everyKindOfIdea(vigie)
  record = { proof: await exportProof(vigie), minutes: await exportMinutes(vigie) }
}, 60_000)
afterAll(() => vigie.stop())

const verify = async ({ proof, minutes }: Record) =>
  await verifyExport(proof as unknown as Json, { hash: sha256, minutes: async (id) => minutes.get(id) ?? [] })

describe('ideas in the public export', () => {
  it('[S-109] are concordant: seals, decisions over every minute, and the records of their authors', async () => {
    expect(await verify(record)).toMatchObject({
      verdict: 'concordant',
      counts: { ideas: { ideas: 9, opened: 8, ended: 7, overdue: 0, records: 2 } },
    })
    const states = record.proof.ideas!.map(({ state, close_reason }) =>
      [state ?? '', close_reason ?? ''].join(' '),
    )
    expect(states).toEqual([
      'closed targets',
      'closed stop',
      'closed stop',
      'closed analyst',
      'cancelled cancelled',
      'expired not_entered',
      'active ',
      'closed targets',
      ' ',
    ])
  })

  it('[S-90] tell nothing of an idea under escrow but who sealed it and when', () => {
    const text = JSON.stringify([record.proof, [...record.minutes]])
    expect(text).not.toContain(HIDDEN_TARGET)
    const row = record.proof.ideas!.find(({ id }) => id === ids.sealed)!
    expect(row).toMatchObject({ open: false, sealed: true })
    expect(Object.keys(row)).not.toContain('terms')
    expect(record.minutes.has(ids.sealed!)).toBe(false)
  })

  it('are read by a visitor, and carry no words of members', () => {
    expect(JSON.stringify(record.proof)).not.toContain('creux de lundi')
  })
})

/** The places of ideas in an export, each with other plausible values. */
const places = (part: 'entries' | 'ideas' | 'records') =>
  [...leaves(record.proof[part])]
    .map((path): Path => [part, ...path])
    .filter((path) => {
      const row = record.proof.entries[Number(path[1])]
      return part !== 'entries' || String(row?.entry.kind).startsWith('idea_')
    })
    .flatMap((path) => othersOf(at(record.proof, path)).map((value) => ({ path, value })))
    .filter(({ path, value }) => value !== at(record.proof, path))

/** The fields that docs/proof.md lists as not found when everything is rewritten. */
function listedFields(): string[] {
  const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'proof.md'), 'utf8')
  const list = /Of ideas likewise: ([^\n]*)\n/.exec(page)?.[1] ?? ''
  return [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
}

const nameOf = (path: Path): string =>
  path
    .slice(2)
    .filter((key) => typeof key === 'string')
    .join('.')
    .replace(/^entry\.data\./, '')
    .replace(/^data\./, 'event.data.')
    .replace(/^entry\./, 'entry.')

describe('a record in which one field of an idea says something else', () => {
  it('[S-100] is found out whichever field it is, where nothing else follows', async () => {
    for (const part of ['entries', 'ideas', 'records'] as const)
      for (const { path, value } of places(part)) {
        // A record as of another entry is the same where the author did nothing in between.
        if (part === 'records' && path.at(-1) === 'as_of') continue
        const parent = at(record.proof, path.slice(0, -1)) as { [key: string]: unknown }
        const key = String(path.at(-1))
        const before = parent[key]
        parent[key] = value
        const { verdict } = await verifyExport(record.proof as unknown as Json, { hash: sha256 })
        parent[key] = before
        expect([path.join('.'), value, verdict]).toEqual([path.join('.'), value, 'divergent'])
      }
  }, 240_000)

  it('[S-100] is found out where everything else is rewritten to match, or the field is listed in docs/proof.md', async () => {
    const missed = new Set<string>()
    const sources = places('entries').filter(
      ({ path }) => !/sequence|hash$/.test(String(path.at(-1))) || path.includes('data'),
    )
    for (const { path, value } of sources) {
      const copy = structuredClone(record)
      await refitIdea(copy, path, value)
      const { verdict } = await verify(copy)
      if (verdict === 'concordant') missed.add(nameOf(path))
    }
    expect([...missed].sort()).toEqual(listedFields().sort())
  }, 480_000)

  it('[S-100] is found out wherever a minute of an idea is changed, dropped or of another day', async () => {
    const won = record.minutes.get(ids.won!)!
    const other = (part: Partial<MinutesPart>) =>
      new Map(record.minutes).set(ids.won!, [{ ...won[0]!, ...part } as MinutesPart, ...won.slice(1)])
    for (const minutes of [
      other({ minutes: won[0]!.minutes.replace('1.08500', '1.08501') }),
      other({ minutes: won[0]!.minutes.split('\n').slice(1).join('\n') }),
      other({ day: '2020-01-01' }),
      new Map([...record.minutes].filter(([id]) => id !== ids.won)),
    ])
      expect((await verify({ ...record, minutes })).verdict).toBe('divergent')
  })
})

describe('a record of an idea that was never so', () => {
  const lie = async (change: (proof: Record['proof']) => void) => {
    const copy = structuredClone(record)
    change(copy.proof)
    copy.proof.as_of = copy.proof.entries.length
    const path: Path = ['entries', 0, 'entry', 'data', 'demonstration']
    await refitIdea(copy, path, at(copy.proof, path))
    return await verify(copy)
  }
  const entryOf = (proof: Record['proof'], name: string, kind: string) =>
    proof.entries.find(({ entry }) => entry.kind === kind && entry.data.idea === ids[name])!.entry

  it('[S-109] is found out where a loser is left out', async () => {
    const verdict = await lie((proof) => {
      proof.ideas = proof.ideas!.filter(({ id }) => id !== ids.lost)
    })
    expect(verdict).toMatchObject({ divergence: { problem: 'missing', idea: ids.lost } })
  })

  it('[S-109] is found out where an author counts a better record', async () => {
    const verdict = await verify({
      ...record,
      proof: {
        ...record.proof,
        records: (record.proof.records as { closed: number }[]).map((row) => ({
          ...row,
          closed: row.closed - 1,
        })) as unknown as Json,
      },
    })
    expect(verdict).toMatchObject({ divergence: { check: 'statistics', problem: 'differs' } })
  })

  it('[S-100] is found out where something happened to an idea that is still sealed, or after its end', async () => {
    const sealed = await lie((proof) => {
      const row = structuredClone(proof.entries.find(({ entry }) => entry.data.kind === 'note')!)
      Object.assign(row.entry.data, { idea: ids.sealed })
      row.sequence = proof.entries.length + 1
      Object.assign(row.entry, { sequence: row.sequence, at: proof.exported_at })
      proof.entries.push(row)
    })
    expect(sealed).toMatchObject({ divergence: { problem: 'not_opened', idea: ids.sealed } })
    const ended = await lie((proof) => {
      const row = structuredClone(proof.entries.find(({ entry }) => entry.data.kind === 'note')!)
      Object.assign(row.entry.data, { idea: ids.won })
      row.sequence = proof.entries.length + 1
      Object.assign(row.entry, { sequence: row.sequence, at: proof.exported_at })
      proof.entries.push(row)
    })
    expect(ended).toMatchObject({ divergence: { problem: 'after_the_end', idea: ids.won } })
  })

  it('[S-100] is found out where the order is another than the price implied', async () => {
    const verdict = await lie((proof) => {
      const { terms } = entryOf(proof, 'running', 'idea_opened').data as unknown as {
        terms: { levels: { order_type: string } }
      }
      terms.levels.order_type = 'market'
      const published = entryOf(proof, 'running', 'idea_published').data as { [key: string]: unknown }
      published.commitment = null
    })
    expect(verdict.verdict).toBe('divergent')
  })
})
