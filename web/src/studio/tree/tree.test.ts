import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Studio } from '../define-studio.ts'
import type { TreeNode } from '../document/content.ts'
import { rowsOf, slotsOf } from './tree.ts'

const studios = [
  {
    kind: 'course',
    children: {
      kind: 'lesson',
      groups: { keys: 'modules', names: 'modules', of: 'module' },
      placed: () => ({}),
    },
  },
  { kind: 'lesson', children: { kind: 'question', placed: () => ({}) } },
] as unknown as Studio[]

const node = (
  id: string,
  kind: string,
  parent: string | null,
  position = 1,
  fields = {},
  texts = {},
): TreeNode => ({
  id,
  kind: kind as TreeNode['kind'],
  slug: id,
  title: id,
  parent,
  position,
  state: 'draft',
  languages: {},
  fields,
  texts,
})
const top = node('top', 'course', null, 1, { modules: ['a', 'b'] }, { modules: 'Survivre\nDécider' })

/** A course of lessons in modules, each with questions. */
const trees = fc
  .array(fc.record({ module: fc.constantFrom('a', 'b', 'elsewhere'), questions: fc.nat(3) }), {
    maxLength: 6,
  })
  .map((lessons) => [
    top,
    ...lessons.flatMap(({ module, questions }, at) => [
      node(`l${at}`, 'lesson', 'top', at + 1, { module }),
      ...Array.from({ length: questions }, (_, place) =>
        node(`l${at}q${place}`, 'question', `l${at}`, place + 1),
      ),
    ]),
  ])

/** What move_content and the field of the group do. */
function put(
  nodes: readonly TreeNode[],
  id: string,
  slot: ReturnType<typeof slotsOf>['slots'][number],
): TreeNode[] {
  const moving = nodes.find((one) => one.id === id) as TreeNode
  const others = nodes
    .filter((one) => one.parent === slot.parent.id && one.id !== id)
    .toSorted((one, other) => one.position - other.position)
  const at = slot.before === null ? others.length : others.findIndex((one) => one.id === slot.before)
  const order = others.toSpliced(at, 0, { ...moving, parent: slot.parent.id, fields: { module: slot.group } })
  return nodes.map((one) => {
    const place = order.findIndex((other) => other.id === one.id)
    return place < 0 ? one : { ...(order[place] as TreeNode), position: place + 1 }
  })
}

describe('[S-101] the tree of a course', () => {
  it('shows modules with their lessons, and the questions of an open lesson', () => {
    const nodes = [
      top,
      node('two', 'lesson', 'top', 1, { module: 'b' }),
      node('one', 'lesson', 'top', 2, { module: 'a' }),
      node('ask', 'question', 'one'),
    ]
    const words = rowsOf(nodes, studios, new Set(['one'])).map((row) =>
      row.is === 'group'
        ? row.name
        : row.is === 'add' || row.is === 'add-group'
          ? '+'
          : `${row.depth} ${row.number} ${row.node.id}`,
    )
    expect(words).toEqual(['Survivre', '1 1 one', '2 1 ask', '+', 'Décider', '1 2 two', '+'])
  })

  it('folds a module, whose lessons keep their numbers', () => {
    const nodes = [
      top,
      node('one', 'lesson', 'top', 1, { module: 'a' }),
      node('two', 'lesson', 'top', 2, { module: 'b' }),
    ]
    const rows = rowsOf(nodes, studios, new Set(), new Set(['top a']))
    expect(rows.map((row) => (row.is === 'item' ? [row.node.id, row.number] : row.is))).toEqual([
      'group',
      'group',
      ['two', 2],
      'add-group',
    ])
  })

  it('offers every place once, and an item that is put there stands there', () => {
    fc.assert(
      fc.property(trees, fc.boolean(), fc.nat(), fc.nat(), (nodes, opened, which, where) => {
        const open = new Set(opened ? nodes.map(({ id }) => id) : [])
        const rows = rowsOf(nodes, studios, open)
        const items = rows.flatMap((row) => (row.is === 'item' ? [row.node] : []))
        const moving = items[which % Math.max(items.length, 1)]
        if (!moving) return
        const { slots, at } = slotsOf(moving, nodes, rows, studios)
        expect(slots.every(({ row }) => rows.some(({ key }) => key === row))).toBe(true)
        expect(new Set(slots.map(({ parent, group, place }) => `${parent.id} ${group} ${place}`)).size).toBe(
          slots.length,
        )
        // Where it lies is one of the places: putting it there changes nothing.
        const own = slots[at]
        expect(own?.parent.id).toBe(moving.parent)
        const target = slots[where % slots.length] as (typeof slots)[number]
        const after = put(nodes, moving.id, target)
        const moved = slotsOf(
          after.find(({ id }) => id === moving.id) as TreeNode,
          after,
          rowsOf(after, studios, open),
          studios,
        )
        const found = moved.slots[moved.at]
        expect([found?.parent.id, found?.group, found?.place, found?.of]).toEqual([
          target.parent.id,
          target.group,
          target.place,
          target.of,
        ])
      }),
    )
  })
})
