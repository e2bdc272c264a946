import { useQuery, useQueryClient } from '@tanstack/react-query'
import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Studio } from '../define-studio.ts'
import { CONTENTS, type ContentRow, contentRefusalOf, useMoveContent } from '../document/content.ts'
import { LanguageSquares, StateDot } from '../marks.tsx'
import { moved } from './moved.ts'

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
  /** The row being moved, its original place and its target. */
  const [held, setHeld] = useState<{ id: string; from: number; to: number } | null>(null)
  const [said, setSaid] = useState('')
  const box = useRef<HTMLOListElement>(null)
  const rows = list.data ?? []
  const shown = held ? moved(rows, held.from, held.to) : rows
  // While a row is lifted, rows are reordered with CSS: moving its DOM node would lose focus and pointer capture.
  const placeOf = (row: ContentRow) => shown.indexOf(row)
  const dropped = useRef<string | null>(null)
  useEffect(() => {
    if (dropped.current === null || held) return
    box.current?.querySelector<HTMLElement>(`[data-handle="${dropped.current}"]`)?.focus()
    dropped.current = null
  })
  const nameOf = (row: ContentRow | undefined) => row?.title ?? t('untitled')

  const drop = () => {
    if (!held) return
    setHeld(null)
    dropped.current = held.id
    if (held.from === held.to) return
    const next = moved(rows, held.from, held.to)
    client.setQueryData(key, next)
    setSaid(t('order.dropped', { title: nameOf(next[held.to]), place: held.to + 1, all: rows.length }))
    move.mutate(
      { item: held.id, before: next[held.to + 1]?.id ?? null },
      {
        onError: (error) => {
          toast({ title: t(`refused.${contentRefusalOf(error).key}`), variant: 'destructive' })
          void list.refetch()
        },
      },
    )
  }
  const aim = (to: number) => {
    if (!held || to < 0 || to >= rows.length) return
    setHeld({ ...held, to })
    setSaid(t('order.place', { place: to + 1, all: rows.length }))
  }
  const lift = (place: number) => {
    const row = shown[place]
    if (!row) return
    setHeld({ id: row.id, from: place, to: place })
    setSaid(t('order.lifted', { title: nameOf(row), place: place + 1, all: rows.length }))
  }
  const onKeyDown = (place: number) => (event: KeyboardEvent) => {
    if (event.key === ' ' || event.key === 'Enter') held ? drop() : lift(place)
    else if (held && event.key === 'ArrowDown') aim(held.to + 1)
    else if (held && event.key === 'ArrowUp') aim(held.to - 1)
    else if (held && event.key === 'Escape') {
      setHeld(null)
      setSaid(t('order.cancelled'))
    } else return
    event.preventDefault()
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!held || !box.current || !event.buttons) return
    const { top, height } = box.current.getBoundingClientRect()
    const to = Math.floor(((event.clientY - top) / height) * rows.length)
    if (to !== held.to) aim(Math.max(0, Math.min(rows.length - 1, to)))
  }
  if (list.isError) return <ErrorState className="m-6" onRetry={() => void list.refetch()} />
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
                type="button"
                data-handle={row.id}
                aria-label={t('order.handle', { title: nameOf(row), place: place + 1 })}
                aria-pressed={held?.id === row.id}
                onKeyDown={onKeyDown(place)}
                onBlur={() => held && setHeld(null)}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId)
                  event.currentTarget.focus()
                  lift(place)
                }}
                onPointerMove={onPointerMove}
                onPointerUp={drop}
                onPointerCancel={() => setHeld(null)}
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
