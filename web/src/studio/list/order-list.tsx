import { useQuery, useQueryClient } from '@tanstack/react-query'
import { GripVertical } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Studio } from '../define-studio.ts'
import { CONTENTS, type ContentRow, contentRefusalOf, useMoveContent } from '../document/content.ts'
import { LanguageSquares, StateDot } from '../marks.tsx'
import { moved } from './moved.ts'
import { useLift } from './use-lift.ts'

const MOST = 200

/** The order in which readers see a kind's items: drag the handle, or lift with Space and move with the arrows. */
export function OrderList({ studio }: { studio: Studio }) {
  const { t } = useTranslation('studio')
  const client = useQueryClient()
  const key = [CONTENTS.name, 'order', studio.kind]
  const list = useQuery({
    queryKey: key,
    queryFn: async () => {
      const rows = await CONTENTS.list({ filter: { kind: studio.kind }, after: null, most: MOST })
      return rows.toSorted((one, other) => one.position - other.position)
    },
  })
  const move = useMoveContent()
  const rows = list.data ?? []
  const nameOf = (row: ContentRow | undefined) => row?.title ?? t('untitled')
  const { held, said, box, handleProps } = useLift<HTMLOListElement>({
    places: (id) => ({ count: rows.length, at: rows.findIndex((row) => row.id === id) }),
    placeAt: (_: string, y: number): number => {
      const { top, height } = box.current?.getBoundingClientRect() ?? { top: 0, height: 1 }
      return Math.max(0, Math.min(rows.length - 1, Math.floor(((y - top) / height) * rows.length)))
    },
    say: (what, { id, to }) =>
      t(`order.${what}`, {
        title: nameOf(rows.find((row) => row.id === id)),
        place: to + 1,
        all: rows.length,
      }),
    onDrop: ({ id, from, to }) => {
      const next = moved(rows, from, to)
      client.setQueryData(key, next)
      move.mutate(
        { item: id, parent: null, before: next[to + 1]?.id ?? null },
        {
          onError: (error) => {
            toast({ title: t(`refused.${contentRefusalOf(error).key}`), variant: 'destructive' })
            void list.refetch()
          },
        },
      )
    },
  })
  const shown = held ? moved(rows, held.from, held.to) : rows
  // While a row is lifted, rows are reordered with CSS: moving its DOM node would lose focus and pointer capture.
  const placeOf = (row: ContentRow) => shown.indexOf(row)
  if (list.isLoadingError) return <ErrorState className="m-6" onRetry={() => void list.refetch()} />
  if (list.isPending) return <Skeleton className="m-6 h-64" />
  return (
    <>
      <p className="px-4 pb-3 text-13 text-pretty text-muted md:px-6">{t('order.how')}</p>
      <ol ref={box} aria-label={t('filters.order')} className="flex flex-col border-t border-line">
        {rows.map((row) => {
          const place = placeOf(row)
          return (
            <li
              key={row.id}
              style={{ order: place }}
              className={classNames(
                'flex min-h-12 items-center gap-3 border-b border-line px-4 md:px-6',
                held?.id === row.id && 'relative z-10 bg-overlay shadow-float ring-1 ring-line-strong',
              )}
            >
              <button
                {...handleProps(row.id)}
                aria-label={t('order.handle', { title: nameOf(row), place: place + 1 })}
                className="relative grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-inner text-muted after:absolute after:-inset-1.5 hover:bg-raised active:cursor-grabbing"
              >
                <GripVertical size={16} strokeWidth={1.75} aria-hidden />
              </button>
              <span className="tabular w-6 shrink-0 text-right text-13 text-faint">{place + 1}</span>
              <StateDot state={row.state} />
              <span className="min-w-0 flex-1 truncate font-medium">{nameOf(row)}</span>
              <LanguageSquares states={row.languages} />
            </li>
          )
        })}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}
