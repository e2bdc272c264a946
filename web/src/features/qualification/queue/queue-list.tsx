import { type RefObject, useEffect } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { PROMISED_MS } from '#parts/requests/promise.ts'
import { classNames } from '#ui/class-names.ts'
import { TableCheckbox } from '#ui/table/table-checkbox.tsx'
import type { Duplicates } from '../duplicates.ts'
import { MOST_SHOWN } from '../queries.ts'
import { useNames } from '../use-names.ts'
import type { QueueGroup } from './queue-groups.ts'
import { QueueRow } from './queue-row.tsx'
import type { Selection } from './use-selection.ts'

type Props = {
  list: RefObject<HTMLElement | null>
  className: string
  groups: readonly QueueGroup[]
  /** The median of today's waits, in milliseconds. */
  median: number | null
  /** Which rows are listed, if not all. */
  cut: 'oldest' | 'newest' | null
  me: string | null
  /** The request that is open beside the list. */
  current: string | null
  doubles: Duplicates | undefined
  widths: ReadonlyMap<string, number>
  selection: Selection
  onShow: (id: string) => void
  /** Where keys act on the row that has the focus. */
  onFocus: ((id: string) => void) | undefined
}

/** The requests in their groups, each group with the rule of its time. */
export function QueueList({ list, className, groups, cut, current, ...props }: Props) {
  const { t } = useTranslation('qualification')
  // The row of a request that a key or a decision opened comes into view; a click leaves it where it is.
  useEffect(() => {
    if (current === null) return
    list.current?.querySelector(`[data-request="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current, list])
  return (
    <section
      ref={list}
      aria-label={t('title')}
      className={classNames('min-h-0 xl:flex-1 xl:overflow-y-auto', className)}
    >
      {groups.map((group) => (
        <Group key={group.key} group={group} current={current} {...props} />
      ))}
      {cut && <p className="px-6 py-3 text-13 text-muted">{t(`only.${cut}`, { count: MOST_SHOWN })}</p>}
      {groups.some(({ key }) => key === 'today') && (
        <p className="px-6 py-4 text-12 text-pretty text-muted">{t('today.undo')}</p>
      )}
    </section>
  )
}

type GroupProps = Omit<Props, 'list' | 'className' | 'groups' | 'cut'> & { group: QueueGroup }

function Group({ group: { key, rows }, me, current, doubles, widths, selection, ...props }: GroupProps) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const now = useNow()
  const names = useNames()
  const open = key === 'pending' || key === 'needs_information'
  const chosen = rows.filter(({ id }) => selection.has(id)).length
  const title = key === 'today' ? t('today.title') : t(`groups.${key}`)
  return (
    <section aria-labelledby={`group-${key}`}>
      <div className="group/head sticky top-0 z-1 flex min-h-9 items-center gap-2 border-b border-line bg-bg pr-4 pl-6 text-13 max-xl:relative">
        {open && (
          <span
            className={classNames(
              'absolute inset-y-0 left-0 transition-opacity group-focus-within/head:opacity-100 group-hover/head:opacity-100 max-lg:opacity-100 pointer-coarse:opacity-100',
              selection.chosen.length === 0 && 'opacity-0',
            )}
          >
            <TableCheckbox
              label={t('chooseAll', { group: title })}
              checked={chosen > 0 && (chosen === rows.length || 'some')}
              className="w-6 max-lg:w-11 pointer-coarse:w-11"
              onToggle={() =>
                selection.toggleAll(
                  rows.map(({ id }) => id),
                  chosen < rows.length,
                )
              }
            />
          </span>
        )}
        <h2
          id={`group-${key}`}
          className={classNames('shrink-0 font-medium', open && 'max-lg:pl-5 pointer-coarse:pl-5')}
        >
          {title}
        </h2>
        <span className="tabular text-faint">{format.number(rows.length)}</span>
        <span className="tabular ml-auto py-1.5 text-right text-12 text-balance text-muted">
          {key === 'pending'
            ? t('groups.promise', { hours: PROMISED_MS / 3_600_000 })
            : key === 'needs_information'
              ? t('groups.stopped')
              : key === 'today' && props.median !== null
                ? t('today.median', { time: format.duration(props.median) })
                : null}
        </span>
      </div>
      <ul>
        {rows.map((row) => (
          <QueueRow
            key={row.id}
            row={row}
            now={now}
            me={me}
            current={row.id === current}
            brief={key === 'today'}
            doubles={doubles?.get(row.id) ?? []}
            width={widths.get(row.id) ?? null}
            names={names}
            selection={open ? selection : null}
            onShow={() => props.onShow(row.id)}
            onFocus={() => props.onFocus?.(row.id)}
          />
        ))}
      </ul>
    </section>
  )
}
