import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Diff, type Entry, type Meta, PresenceTable } from './presence.ts'

const entry = (owner: string, key: string, ref: string): Entry => ({
  topic: 't',
  owner,
  key,
  meta: { phx_ref: ref },
})

it('reports a re-track as the old entry leaving and the new one joining with a reference to it', () => {
  const table = new PresenceTable()
  expect(table.put(entry('p/1', 'ann', 'a'))).toEqual({
    joins: { ann: { metas: [{ phx_ref: 'a' }] } },
    leaves: {},
  })
  expect(table.put(entry('p/1', 'ann', 'b'))).toEqual({
    joins: { ann: { metas: [{ phx_ref: 'b', phx_ref_prev: 'a' }] } },
    leaves: { ann: { metas: [{ phx_ref: 'a' }] } },
  })
  expect(table.state('t')).toEqual({ ann: { metas: [{ phx_ref: 'b' }] } })
})

it('accepts any word as a key', () => {
  const table = new PresenceTable()
  table.put(entry('p/1', '__proto__', 'a'))
  expect(JSON.stringify(table.state('t'))).toBe('{"__proto__":{"metas":[{"phx_ref":"a"}]}}')
})

it('emits diffs that lead a client from the first state to the current one', () => {
  const change = fc.record({
    owner: fc.constantFrom('p/1', 'p/2', 'q/1'),
    key: fc.constantFrom('ann', 'bob'),
    leaves: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const table = new PresenceTable()
      const seen = new Map<string, string>()
      let refs = 0
      const apply = (diff: Diff | null) => {
        const each = (side: Diff['joins'], act: (key: string, meta: Meta) => void) => {
          for (const [key, { metas }] of Object.entries(side)) for (const meta of metas) act(key, meta)
        }
        each(diff?.leaves ?? {}, (_key, meta) => seen.delete(meta.phx_ref))
        each(diff?.joins ?? {}, (key, meta) => seen.set(meta.phx_ref, key))
      }
      for (const { owner, key, leaves } of changes)
        apply(leaves ? table.remove('t', owner) : table.put(entry(owner, key, `${++refs}`)))
      const state = Object.entries(table.state('t')).flatMap(([key, { metas }]) =>
        metas.map((meta) => [meta.phx_ref, key]),
      )
      expect(state.sort()).toEqual([...seen].sort())
      for (const { owner } of table.ownedBy('p')) table.remove('t', owner)
      expect(table.ownedBy('p')).toEqual([])
    }),
  )
})
