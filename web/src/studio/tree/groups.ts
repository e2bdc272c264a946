// The groups of an item, such as the modules of a course: keys in a field, names in a text with a line each. A change keeps both in step,
// in every language that names them all.

import { LANGUAGES } from 'mails/languages'
import type { Studio } from '../define-studio.ts'
import type { TreeNode } from '../document/content.ts'
import { type ContentDocument, hashOf, slugFrom } from '../document/document.ts'
import { grouped, type Slot, type TreeRow } from './tree.ts'

type Groups = NonNullable<NonNullable<Studio['children']>['groups']>

const keysOf = ({ fields }: ContentDocument, { keys }: Groups): string[] =>
  Array.isArray(fields[keys]) ? fields[keys].map(String) : []
const linesOf = (text: string | undefined): string[] => (text ?? '').split('\n').filter((line) => line.trim())

/** The document with another group at its end; its translations are missing until they are written. */
export function withGroup(document: ContentDocument, groups: Groups, name: string): ContentDocument {
  const keys = keysOf(document, groups)
  const key = slugFrom(name)
  const number = [2, 3, 4, 5, 6, 7, 8, 9].find((one) => !keys.includes(`${key}-${one}`))
  const names = [...linesOf(document.texts.fr?.[groups.names]), name.trim()].join('\n')
  return {
    ...document,
    fields: {
      ...document.fields,
      [groups.keys]: [...keys, keys.includes(key) || key.length < 2 ? `${key || 'module'}-${number}` : key],
    },
    texts: { ...document.texts, fr: { ...document.texts.fr, [groups.names]: names } },
  }
}

/** The document with one group before another, or last (null). A translation that was up to date stays so. */
export function withGroupMoved(
  document: ContentDocument,
  groups: Groups,
  moved: string,
  before: string | null,
): ContentDocument {
  const keys = keysOf(document, groups)
  const rest = keys.filter((key) => key !== moved)
  const order = rest.toSpliced(before === null ? rest.length : rest.indexOf(before), 0, moved)
  const french = document.texts.fr?.[groups.names] ?? ''
  const texts = { ...document.texts }
  const from = { ...document.from }
  for (const language of LANGUAGES) {
    const lines = linesOf(texts[language]?.[groups.names])
    if (lines.length !== keys.length) continue
    const names = order.map((key) => lines[keys.indexOf(key)]).join('\n')
    texts[language] = { ...texts[language], [groups.names]: names }
  }
  const name = groups.names
  for (const language of LANGUAGES)
    if (language !== 'fr' && from[language]?.[name] === hashOf(french))
      from[language] = { ...from[language], [name]: hashOf(texts.fr?.[name] ?? '') }
  return { fields: { ...document.fields, [groups.keys]: order }, texts, from }
}

/** The place of a group row among its siblings, as of an item: `group` is the moved one, `before` the key of the next. */
export function groupSlots(
  row: Extract<TreeRow, { is: 'group' }>,
  nodes: readonly TreeNode[],
  rows: readonly TreeRow[],
  studios: readonly Studio[],
): { slots: Slot[]; at: number } {
  const all = grouped(nodes, row.parent, studios).flatMap(({ group }) => group ?? [])
  const others = all.filter((group) => group !== row.group)
  const rowKey = (group: string) => `${row.parent.id} ${group}`
  const end = rows.findLast((one) => one.is !== 'add-group' && one.depth >= row.depth)?.key ?? row.key
  return {
    at: all.indexOf(row.group),
    slots: [...others, null].map((next, place) => ({
      parent: row.parent,
      group: row.group,
      before: next,
      place: place + 1,
      of: all.length,
      ...(next === null ? { row: end, edge: 'bottom' } : { row: rowKey(next), edge: 'top' }),
    })),
  }
}

/** The children of a moved group in their order, and the child that they come before: the first of the groups after it. */
export function childrenToMove(nodes: readonly TreeNode[], slot: Slot, studios: readonly Studio[]) {
  const parts = grouped(nodes, slot.parent, studios)
  const own = parts.find(({ group }) => group === slot.group)?.nodes ?? []
  const rest = parts.filter(({ group }) => group !== slot.group)
  const after =
    slot.before === null
      ? rest.filter(({ group }) => group === null)
      : rest.slice(rest.findIndex(({ group }) => group === slot.before))
  return { children: own, before: after.flatMap((part) => part.nodes)[0]?.id ?? null }
}
