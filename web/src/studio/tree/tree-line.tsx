import { ChevronDown, ChevronRight, GripVertical, Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Studio } from '../define-studio.ts'
import { LanguageSquares } from '../marks.tsx'
import { childrenOf, studioAddress, type TreeRow } from './tree.ts'

export const LINE = 'grid min-h-8 items-center gap-2 rounded-control pr-2'
export const indent = (depth: number) => `${depth * 12}px`
const ICON = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  row: TreeRow
  studios: readonly Studio[]
  current: boolean
  lifted: boolean
  /** The properties of the handle of an item or a group; null where this user may not move it. */
  handle: ((id: string) => ComponentProps<'button'>) | null
  onAdd: (() => void) | null
  onToggle: () => void
}

/** One line of the tree: a group or an item, each with its handle, or the offer to add one. */
export function TreeLine({ row, studios, current, lifted, handle, onAdd, onToggle }: Props) {
  const { t } = useTranslation('studio')
  const parent = row.is === 'item' ? row.node : row.parent
  const children = childrenOf(studios, parent)
  const { t: words } = useTranslation(studios.find(({ kind }) => kind === children?.kind)?.words ?? 'studio')
  const { t: groupWords } = useTranslation(
    studios.find(({ kind }) => kind === parent.kind)?.words ?? 'studio',
  )
  const child = children ? words(`${children.kind}.one`).toLowerCase() : ''
  const style = { marginInlineStart: indent(row.depth) }
  if (row.is === 'add' || row.is === 'add-group')
    return onAdd ? (
      <Button
        size="sm"
        variant="ghost"
        style={style}
        className="text-muted"
        icon={<Plus {...ICON} />}
        onClick={onAdd}
      >
        {row.is === 'add' ? t('tree.add', { child }) : groupWords(`${parent.kind}.addGroup`)}
      </Button>
    ) : null
  if (row.is === 'group')
    return (
      <div
        style={style}
        className={classNames(
          LINE,
          'mt-1 grid-cols-[18px_18px_minmax(0,1fr)_auto_auto] pl-1 text-muted',
          lifted && 'bg-overlay shadow-float ring-1 ring-line-strong',
        )}
      >
        <Handle handle={handle} id={row.key} title={row.name} />
        <Fold
          open={row.open}
          label={t('tree.within', { title: row.name, number: row.children })}
          onToggle={onToggle}
        />
        <h3 className="truncate font-medium">{row.name}</h3>
        {onAdd ? (
          <Button
            size="sm"
            variant="ghost"
            iconOnly
            aria-label={t('tree.addTo', { child, name: row.name })}
            icon={<Plus {...ICON} />}
            onClick={onAdd}
          />
        ) : (
          <span />
        )}
        <LanguageSquares states={row.languages} />
      </div>
    )
  const { node } = row
  // A question's title is Markdown.
  const title = node.title?.replace(/[*`]/g, '') ?? t('untitled')
  return (
    <div
      style={style}
      className={classNames(
        LINE,
        'grid-cols-[18px_18px_minmax(0,1fr)_auto_auto] pl-1',
        current ? 'bg-raised' : 'hover:bg-raised/50',
        lifted && 'bg-overlay shadow-float ring-1 ring-line-strong',
      )}
    >
      <Handle handle={handle} id={node.id} title={title} />
      <span className="tabular text-right text-13 text-muted">{row.number}</span>
      <Link
        to={studioAddress(node)}
        title={title}
        aria-current={current ? 'page' : undefined}
        className={classNames('truncate rounded-inner py-1', current && 'font-semibold')}
      >
        {title}
      </Link>
      {children ? (
        <Fold open={row.open} label={t('tree.within', { title, number: row.children })} onToggle={onToggle} />
      ) : (
        <span />
      )}
      <LanguageSquares states={node.languages} />
    </div>
  )
}

function Handle({ handle, id, title }: Pick<Props, 'handle'> & { id: string; title: string }) {
  const { t } = useTranslation('studio')
  if (!handle) return <span />
  return (
    <button
      {...handle(id)}
      aria-label={t('tree.handle', { title })}
      className="grid h-8 w-5 cursor-grab touch-none place-items-center rounded-inner text-faint hover:text-text active:cursor-grabbing"
    >
      <GripVertical {...ICON} />
    </button>
  )
}

function Fold({ open, label, onToggle }: { open: boolean; label: string; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={label}
      onClick={onToggle}
      className="grid h-8 w-6 place-items-center rounded-inner text-muted hover:text-text"
    >
      {open ? <ChevronDown {...ICON} /> : <ChevronRight {...ICON} />}
    </button>
  )
}
