import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentDocument } from './document.ts'
import { changesBetween, merged, same, valueAt, withValue } from './merge.ts'

const text = fc.string({ maxLength: 3 })
const drawn: fc.Arbitrary<ContentDocument> = fc.record({
  fields: fc.record(
    {
      name: text,
      tags: fc.array(text, { maxLength: 2 }),
      accounts: fc.array(fc.record({ name: text, cost: fc.nat(3) }), { maxLength: 2 }),
      fact: fc.record({
        value: fc.option(text),
        source: text,
        source_url: fc.constant(null),
        read_on: fc.constant('2026-11-12'),
        valid_days: fc.nat(3),
      }),
    },
    { requiredKeys: ['name', 'accounts'] },
  ),
  texts: fc.record(
    { fr: fc.record({ title: text, body: text }), en: fc.record({ title: text }) },
    { requiredKeys: ['fr'] },
  ),
  from: fc.constant({}),
})

describe('changes between two documents', () => {
  it('transform the first document into the second', () => {
    fc.assert(
      fc.property(drawn, drawn, (before, after) => {
        const led = changesBetween(before, after).reduce(
          (document, { path, after: value }) => withValue(document, path, value),
          before,
        )
        return changesBetween(led, after).length === 0
      }),
    )
  })

  it('name the field that changed, and a dated fact as a whole', () => {
    const fact = { value: '0.7', source: 'a', source_url: null, read_on: '2026-11-12', valid_days: 9 }
    const before = { fields: { share: fact, accounts: [{ name: 'a' }, { name: 'b' }] } }
    const after = { fields: { share: { ...fact, value: '0.8' }, accounts: [{ name: 'a' }, { name: 'c' }] } }
    expect(changesBetween(before, after).map(({ path }) => path)).toEqual([
      'fields.share',
      'fields.accounts.1.name',
    ])
  })
})

describe('the merge of two edits of one document', () => {
  it('is my version if they changed nothing, and theirs if I changed nothing', () => {
    fc.assert(
      fc.property(drawn, drawn, (base, other) => {
        expect(merged(base, other, base)).toEqual({ document: other, conflicts: [] })
        expect(same(merged(base, base, other).document, other)).toBe(true)
        expect(merged(base, base, other).conflicts).toEqual([])
      }),
    )
  })

  it('loses no change: each of their changes is in the document or in a conflict', () => {
    fc.assert(
      fc.property(drawn, drawn, drawn, (base, mine, theirs) => {
        const { document, conflicts } = merged(base, mine, theirs)
        for (const { path, after } of changesBetween(base, theirs)) {
          const kept = same(valueAt(document, path), after)
          const asked = conflicts.some(
            (one) => path === one.path || path.startsWith(`${one.path}.`) || one.path.startsWith(`${path}.`),
          )
          expect(kept || asked, path).toBe(true)
        }
        for (const { path, after } of changesBetween(base, mine)) {
          // My value wins, unless one part of it was merged with a part of theirs.
          if (typeof after !== 'object') expect(same(valueAt(document, path), after), path).toBe(true)
        }
      }),
    )
  })

  it('keeps both edits made in different places, in either order of saving', () => {
    const places = ['fields.name', 'fields.tags', 'texts.fr.title', 'texts.fr.body', 'texts.en.title']
    const written = (base: ContentDocument, paths: string[], word: string) =>
      paths.reduce((document, path) => withValue(document, path, `${word} ${path}`), base)
    fc.assert(
      fc.property(drawn, fc.shuffledSubarray(places), fc.nat(5), (base, paths, first) => {
        const [mine, theirs] = [paths.slice(0, first), paths.slice(first)]
        const both = written(written(base, mine, 'mine'), theirs, 'theirs')
        const one = merged(base, written(base, mine, 'mine'), written(base, theirs, 'theirs'))
        const other = merged(base, written(base, theirs, 'theirs'), written(base, mine, 'mine'))
        expect(one.conflicts).toEqual([])
        expect(same(one.document, both) && same(other.document, both)).toBe(true)
      }),
    )
  })

  it('reports a conflict for a text that both changed', () => {
    const base = { fields: {}, texts: { fr: { title: 'Marge', body: 'a' } }, from: {} }
    const mine = { ...base, texts: { fr: { title: 'La marge', body: 'a' } } }
    const theirs = { ...base, texts: { fr: { title: 'Marges', body: 'b' } } }
    expect(merged(base, mine, theirs)).toEqual({
      document: { ...base, texts: { fr: { title: 'La marge', body: 'b' } } },
      conflicts: [{ path: 'texts.fr.title', base: 'Marge', mine: 'La marge', theirs: 'Marges' }],
    })
  })
})
