import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Studio } from '../define-studio.ts'
import { contentTreeQuery, type TreeNode } from '../document/content.ts'
import { useContent } from '../form/studio-context.tsx'
import { NewContent } from '../list/new-content.tsx'
import { useLift } from '../list/use-lift.ts'
import { LanguageSquare, LanguageSquares } from '../marks.tsx'
import { AddGroup } from './add-group.tsx'
import { groupSlots } from './groups.ts'
import { childrenOf, pathTo, rowsOf, type Slot, slotsOf, studioAddress, type TreeRow, topOf } from './tree.ts'
import { indent, LINE, TreeLine } from './tree-line.tsx'
import { usePut } from './use-put.ts'

type Adding = { studio: Studio; within: { id: string; fields: Record<string, unknown> } }

/** Everything within the top item of the one being edited: opened by a click, moved by its handle, added to. */
export function ContentTree({ studios }: { studios: readonly Studio[] }) {
  const { t } = useTranslation('studio')
  const { item, mayWrite } = useContent()
  const tree = useQuery(contentTreeQuery(item.id))
  const nodes = tree.data ?? []
  const { put, putGroup, addGroup } = usePut(studios, nodes)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [words, setWords] = useState('')
  const [adding, setAdding] = useState<Adding | null>(null)
  const [addingGroup, setAddingGroup] = useState<TreeNode | null>(null)
  const { t: groupWords } = useTranslation(
    studios.find(({ kind }) => kind === addingGroup?.kind)?.words ?? 'studio',
  )
  const nodeOf = (id: string | null) => nodes.find((node) => node.id === id)
  const nameOf = (node: TreeNode | undefined) => node?.title ?? t('untitled')
  // What is edited and what it lies in begin open.
  const path = pathTo(nodes, item.id)
  const open = new Set(nodes.flatMap(({ id }) => (path.has(id) === toggled.has(id) ? [] : [id])))
  // What is searched for may lie in a folded group.
  const rows = rowsOf(nodes, studios, open, words.trim() ? new Set() : toggled)
  const groupOf = (key: string) =>
    rows.flatMap((row) => (row.is === 'group' && row.key === key ? [row] : []))[0]
  const slots = (id: string) => {
    const group = groupOf(id)
    if (group) return groupSlots(group, nodes, rows, studios)
    const node = nodeOf(id)
    return node ? slotsOf(node, nodes, rows, studios) : { slots: [], at: 0 }
  }
  const { held, said, box, handleProps } = useLift<HTMLUListElement>({
    places: (id) => ({ count: slots(id).slots.length, at: slots(id).at }),
    placeAt: (id: string, y: number): number => nearest(slots(id).slots, y, box.current),
    say: (what, { id, to }) => {
      const slot = slots(id).slots[to]
      const lifted = groupOf(id)
      const group = lifted ? undefined : slot && groupOf(`${slot.parent.id} ${slot.group}`)
      return t(`tree.${what}`, {
        title: lifted?.name ?? nameOf(nodeOf(id)),
        place: slot?.place ?? 0,
        all: slot?.of ?? 0,
        within: group?.name ?? nameOf(slot?.parent),
      })
    },
    onDrop: ({ id, to }) => {
      const slot = slots(id).slots[to]
      const node = nodeOf(id)
      if (slot && node) put(node, slot)
      else if (slot) putGroup(slot)
    },
  })
  if (tree.isLoadingError) return <ErrorState className="m-4" onRetry={() => void tree.refetch()} />
  if (tree.isPending) return <Skeleton className="m-4 h-80" />
  const top = topOf(nodes)
  if (!top) return null
  const aimed = held && held.from !== held.to ? slots(held.id).slots[held.to] : undefined
  const add = (parent: TreeNode, group: string | null) => {
    const children = childrenOf(studios, parent)
    const studio = studios.find(({ kind }) => kind === children?.kind)
    if (!children || !studio || !mayWrite) return null
    const place = { parent: parent.slug, above: nodeOf(parent.parent)?.slug ?? null, group }
    return () => setAdding({ studio, within: { id: parent.id, fields: children.placed(place) } })
  }
  const onAdd = (row: TreeRow) => {
    if (row.is === 'item') return null
    if (row.is === 'add-group') return mayWrite ? () => setAddingGroup(row.parent) : null
    return add(row.parent, row.is === 'group' ? row.group : null)
  }
  const fits = (node: TreeNode) => nameOf(node).toLowerCase().includes(words.trim().toLowerCase())
  const shown = words.trim() ? rows.filter((row) => row.is === 'item' && fits(row.node)) : rows
  const current = top.id === item.id
  return (
    <section aria-label={t('tree.title')} className="px-3 pt-4 pb-6">
      <SearchField label={t('tree.filter')} value={words} onChange={setWords} className="mb-3 w-full" />
      <Link
        to={studioAddress(top)}
        aria-current={current ? 'page' : undefined}
        className={classNames(
          LINE,
          'grid-cols-[minmax(0,1fr)_auto] pl-3 font-semibold hover:bg-raised',
          current && 'bg-raised',
        )}
      >
        <span className="truncate">{nameOf(top)}</span>
        <LanguageSquares states={top.languages} />
      </Link>
      <ul ref={box} aria-label={t('tree.title')} className="mt-1 grid gap-px">
        {shown.map((row) => (
          <li key={row.key} data-row={row.key} className="relative">
            {aimed?.row === row.key && (
              <span
                aria-hidden
                style={{ insetInlineStart: indent(row.depth) }}
                className={classNames(
                  'pointer-events-none absolute right-0 z-10 h-0.5 bg-text before:absolute before:-top-0.75 before:-left-1 before:size-2 before:rounded-pill before:border-2 before:border-text before:bg-bg',
                  aimed.edge === 'top' ? '-top-px' : '-bottom-px',
                )}
              />
            )}
            <TreeLine
              row={row}
              studios={studios}
              current={row.is === 'item' && row.node.id === item.id}
              lifted={held?.id === row.key}
              handle={mayWrite ? handleProps : null}
              onAdd={onAdd(row)}
              onToggle={() =>
                setToggled(
                  (known) =>
                    new Set(
                      known.has(row.key) ? [...known].filter((key) => key !== row.key) : [...known, row.key],
                    ),
                )
              }
            />
          </li>
        ))}
      </ul>
      <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-3 pt-3 text-12 text-muted">
        {(['current', 'stale', 'missing'] as const).map((state) => (
          <span key={state} className="flex items-center gap-1.5">
            <LanguageSquare state={state} />
            {t(`states.${state}`)}
          </span>
        ))}
        <span>FR EN ES IT</span>
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {adding && (
        <NewContent studios={[adding.studio]} within={adding.within} onClose={() => setAdding(null)} />
      )}
      {addingGroup && (
        <AddGroup
          title={groupWords(`${addingGroup.kind}.addGroup`)}
          onAdd={(name) => addGroup(addingGroup, name)}
          onClose={() => setAddingGroup(null)}
        />
      )}
    </section>
  )
}

/** The place whose line would be nearest to a height of the window. */
function nearest(slots: readonly Slot[], y: number, box: HTMLElement | null): number {
  const away = slots.map(({ row, edge }) => {
    const at = box?.querySelector(`[data-row="${CSS.escape(row)}"]`)?.getBoundingClientRect()[edge]
    return at === undefined ? Number.POSITIVE_INFINITY : Math.abs(at - y)
  })
  return away.indexOf(Math.min(...away))
}
