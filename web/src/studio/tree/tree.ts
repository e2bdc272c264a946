// The tree of what lies within an item: its rows in order, and every place where one of them can be put.

import type { Language } from 'mails/languages'
import type { Studio } from '../define-studio.ts'
import type { TreeNode } from '../document/content.ts'
import type { LanguageState } from '../document/document.ts'

export type TreeRow = { key: string; depth: number } & (
  | {
      is: 'group'
      name: string
      parent: TreeNode
      group: string
      languages: TreeNode['languages']
      children: number
      open: boolean
    }
  | { is: 'add'; parent: TreeNode }
  | { is: 'add-group'; parent: TreeNode }
  | { is: 'item'; node: TreeNode; number: number; children: number; open: boolean }
)

/** A place within a parent: before another of its children, or last (null). */
export type Slot = {
  parent: TreeNode
  group: string | null
  before: string | null
  /** The row at whose edge the place is shown. */
  row: string
  edge: 'top' | 'bottom'
  /** Counted from 1 within the group, or the parent. */
  place: number
  of: number
}

export const childrenOf = (studios: readonly Studio[], node: TreeNode) =>
  studios.find(({ kind }) => kind === node.kind)?.children

/** The address of an item in the studio. */
export const studioAddress = ({ kind, slug }: Pick<TreeNode, 'kind' | 'slug'>) =>
  `/admin/contenus/studio?contenu=${kind}/${slug}`

export const topOf = (nodes: readonly TreeNode[]) => nodes.find(({ parent }) => parent === null)

/** An item and what it lies in. */
export function pathTo(nodes: readonly TreeNode[], id: string): ReadonlySet<string> {
  const node = nodes.find((one) => one.id === id)
  return new Set([id, ...(node?.parent ? pathTo(nodes, node.parent) : [])])
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The groups of a parent with their children, in order; children that name none of them come last, in a group of their own. */
export function grouped(nodes: readonly TreeNode[], parent: TreeNode, studios: readonly Studio[]) {
  const groups = childrenOf(studios, parent)?.groups
  const within = nodes
    .filter((node) => node.parent === parent.id)
    .toSorted((one, other) => one.position - other.position)
  if (!groups) return [{ group: null, name: '', nodes: within }]
  const keys = listOf(parent.fields[groups.keys])
  const names = (parent.texts[groups.names] ?? '').split('\n')
  const of = (node: TreeNode) => String(node.fields[groups.of] ?? '')
  const known = keys.map((group, place) => ({
    group: group as string | null,
    name: names[place]?.trim() || group,
    nodes: within.filter((node) => of(node) === group),
  }))
  const others = within.filter((node) => !keys.includes(of(node)))
  return others.length === 0 ? known : [...known, { group: null, name: '', nodes: others }]
}

/** The rows below the item at the top. Items whose id is in `open` show what lies within them; the top always does, and groups do whose key is not in `folded`. */
export function rowsOf(
  nodes: readonly TreeNode[],
  studios: readonly Studio[],
  open: ReadonlySet<string>,
  folded: ReadonlySet<string> = new Set(),
): TreeRow[] {
  const below = (parent: TreeNode, depth: number): TreeRow[] => {
    let number = 0
    const rows = grouped(nodes, parent, studios).flatMap(({ group, name, nodes: own }): TreeRow[] => {
      const key = `${parent.id} ${group}`
      const inside = group === null || !folded.has(key)
      const before = number
      number += own.length
      return [
        ...(group === null
          ? []
          : [
              {
                is: 'group' as const,
                key,
                depth,
                name,
                parent,
                group,
                languages: worstOf(own),
                children: own.length,
                open: inside,
              },
            ]),
        ...(inside ? own : []).flatMap((node, place): TreeRow[] => {
          const shown = open.has(node.id)
          const row = {
            is: 'item' as const,
            key: node.id,
            depth: depth + (group === null ? 0 : 1),
            node,
            number: before + place + 1,
            children: nodes.filter(({ parent: above }) => above === node.id).length,
            open: shown,
          }
          return [row, ...(shown ? below(node, row.depth + 1) : [])]
        }),
      ]
    })
    const children = childrenOf(studios, parent)
    if (!children) return rows
    return [...rows, { is: children.groups ? 'add-group' : 'add', key: `${parent.id} +`, depth, parent }]
  }
  const top = topOf(nodes)
  return top ? below(top, 0) : []
}

/** The worst state of each language among items. */
function worstOf(nodes: readonly TreeNode[]): TreeNode['languages'] {
  const worst: Partial<Record<Language, LanguageState>> = {}
  const order: readonly LanguageState[] = ['current', 'stale', 'missing']
  for (const { languages } of nodes)
    for (const [language, state] of Object.entries(languages) as [Language, LanguageState][])
      if (order.indexOf(state) >= order.indexOf(worst[language] ?? 'current')) worst[language] = state
  return nodes.length === 0 ? { fr: 'current', en: 'current', es: 'current', it: 'current' } : worst
}

/** Every place where a node can be put, in the order of the rows; `at` is the one where it lies. */
export function slotsOf(
  node: TreeNode,
  nodes: readonly TreeNode[],
  rows: readonly TreeRow[],
  studios: readonly Studio[],
): { slots: Slot[]; at: number } {
  const slots: Slot[] = []
  let at = -1
  const top = topOf(nodes)
  const shown = rows.flatMap((row) => (row.is === 'item' ? [row.node] : []))
  for (const parent of top ? [top, ...shown] : []) {
    if (childrenOf(studios, parent)?.kind !== node.kind) continue
    const parts = grouped(nodes, parent, studios)
    // By position alone: groups may lie among one another.
    const all = parts
      .flatMap(({ nodes: own }) => own)
      .filter(({ id }) => id !== node.id)
      .toSorted((one, other) => one.position - other.position)
    for (const { group, nodes: own } of parts) {
      const others = own.filter(({ id }) => id !== node.id)
      const head = group === null ? parent.id : `${parent.id} ${group}`
      for (let place = 0; place <= others.length; place++) {
        const next = others[place]
        const last = others[place - 1]
        const after = last ? all[all.indexOf(last) + 1] : undefined
        const visible = next && rows.some(({ key }) => key === next.id)
        slots.push({
          parent,
          group,
          before: (next ?? after)?.id ?? null,
          place: place + 1,
          of: others.length + 1,
          ...(visible
            ? { row: next.id, edge: 'top' }
            : { row: lastRowOf(last?.id ?? head, nodes, rows) ?? head, edge: 'bottom' }),
        })
        if (own.indexOf(node) === place && own.includes(node)) at = slots.length - 1
      }
    }
  }
  return { slots, at }
}

/** The last row that shows an item or something within it. */
function lastRowOf(key: string, nodes: readonly TreeNode[], rows: readonly TreeRow[]): string | undefined {
  const lies = (node: TreeNode | undefined): boolean =>
    node !== undefined && (node.id === key || lies(nodes.find(({ id }) => id === node.parent)))
  return rows.findLast((row) => row.key === key || (row.is === 'item' && lies(row.node)))?.key
}
