import { describe, expect, it } from 'vitest'
import type { Studio } from '../define-studio.ts'
import type { TreeNode } from '../document/content.ts'
import { type ContentDocument, hashOf, textState } from '../document/document.ts'
import { childrenToMove, groupSlots, withGroup, withGroupMoved } from './groups.ts'
import { rowsOf, type TreeRow } from './tree.ts'

const groups = { keys: 'modules', names: 'modules', of: 'module' }
const studios = [{ kind: 'course', children: { kind: 'lesson', groups } }] as unknown as Studio[]
const document: ContentDocument = {
  fields: { modules: ['survive', 'decide', 'last'] },
  texts: {
    fr: { modules: 'Survivre\nDécider\nDurer' },
    en: { modules: 'Survive\nDecide\nLast' },
    it: { modules: 'Sopravvivere' },
  },
  from: { en: { modules: hashOf('Survivre\nDécider\nDurer') } },
}

describe('[S-101] the modules of a course', () => {
  it('get another one at their end, under a key of its own', () => {
    const more = withGroup(document, groups, 'Décider')
    expect(more.fields.modules).toEqual(['survive', 'decide', 'last', 'decider'])
    expect(more.texts.fr?.modules).toBe('Survivre\nDécider\nDurer\nDécider')
    expect(withGroup(more, groups, 'Décider').fields.modules).toContain('decider-2')
    expect(textState(more, 'en', 'modules')).toBe('stale')
  })

  it('are moved with their names in every language that has them all, and no translation becomes outdated by it', () => {
    const moved = withGroupMoved(document, groups, 'last', 'survive')
    expect(moved.fields.modules).toEqual(['last', 'survive', 'decide'])
    expect(moved.texts).toEqual({
      fr: { modules: 'Durer\nSurvivre\nDécider' },
      en: { modules: 'Last\nSurvive\nDecide' },
      it: { modules: 'Sopravvivere' },
    })
    expect(textState(moved, 'en', 'modules')).toBe('current')
    expect(withGroupMoved(moved, groups, 'last', null)).toEqual(document)
  })

  it('can be put at each place, their lessons before those of the next module', () => {
    const lesson = (id: string, position: number, module: string) =>
      ({
        id,
        kind: 'lesson',
        parent: 'top',
        position,
        fields: { module },
        texts: {},
        languages: {},
      }) as unknown as TreeNode
    const top = {
      id: 'top',
      kind: 'course',
      parent: null,
      position: 1,
      fields: document.fields,
      texts: document.texts.fr,
      languages: {},
    }
    const nodes = [
      top as unknown as TreeNode,
      lesson('a', 1, 'survive'),
      lesson('b', 2, 'survive'),
      lesson('c', 3, 'last'),
    ]
    const rows = rowsOf(nodes, studios, new Set())
    const first = rows.find((row) => row.key === 'top survive') as Extract<TreeRow, { is: 'group' }>
    const { slots, at } = groupSlots(first, nodes, rows, studios)
    expect(at).toBe(0)
    expect(slots.map(({ before, row, edge }) => [before, row, edge])).toEqual([
      ['decide', 'top decide', 'top'],
      ['last', 'top last', 'top'],
      [null, 'c', 'bottom'],
    ])
    const lessons = slots.map((slot) => {
      const { children, before } = childrenToMove(nodes, slot, studios)
      return [children.map(({ id }) => id), before]
    })
    expect(lessons).toEqual([
      [['a', 'b'], 'c'],
      [['a', 'b'], 'c'],
      [['a', 'b'], null],
    ])
  })
})
