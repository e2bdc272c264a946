import { LibraryBig } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffectEvent, useRef, useState } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import type { useRows } from '#lib/data/resource.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { Studio } from '../define-studio.ts'
import type { ContentRow } from '../document/content.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ContentLine, GRID } from './content-line.tsx'

type Props = {
  list: ReturnType<typeof useRows<ContentRow>>
  studios: readonly Studio[]
  /** `kind/slug` of the item open next to the list. */
  opened: string | null
  onOpen: (content: string | null) => void
  onNew: () => void
}

const ESCAPE = 'Escape'

export const nameOf = ({ kind, slug }: Pick<ContentRow, 'kind' | 'slug'>) => `${kind}/${slug}`

/** The rows: a single Tab stop; j and k or arrows move, x selects, Enter opens, Escape clears. */
export function ContentList({ list, studios, opened, onOpen, onNew }: Props) {
  const { t } = useTranslation('studio')
  const { rows } = list
  const box = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ id }) => selected.has(id))
  const last = useRef(0)
  const toggle = useEffectEvent((place: number, range = false) => {
    const next = new Set(selected)
    const on = !next.has(rows[place]?.id ?? '')
    const [from, to] = range ? [Math.min(place, last.current), Math.max(place, last.current)] : [place, place]
    for (const { id } of rows.slice(from, to + 1)) on ? next.add(id) : next.delete(id)
    last.current = place
    setSelected(next)
  })
  const go = (place: number) => {
    const to = Math.max(0, Math.min(rows.length - 1, place))
    setCurrent(to)
    box.current?.querySelectorAll<HTMLElement>('[data-line]')[to]?.focus()
  }
  const step = (by: 1 | -1) => () =>
    go(document.activeElement?.matches('[data-line]') ? current + by : current)
  useKeys({
    j: step(1),
    k: step(-1),
    x: () => toggle(current),
    [ESCAPE]: () => (selected.size > 0 ? setSelected(new Set()) : false),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown') step(1)()
    else if (event.key === 'ArrowUp') step(-1)()
    else if ((event.target as HTMLElement).matches('[data-line]') && event.key === ' ') toggle(current)
    else return
    event.preventDefault()
  }
  if (list.isLoadingError) return <ErrorState className="m-6" onRetry={() => void list.refetch()} />
  if (list.isPending)
    return (
      <ul aria-busy className="divide-y divide-line border-t border-line">
        {['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3', 'w-3/4'].map((width) => (
          <li key={width} className="grid h-14 content-center gap-2 px-6">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-2.5 w-1/4" />
          </li>
        ))}
      </ul>
    )
  if (rows.length === 0)
    return (
      <div className="p-4 md:p-6">
        <EmptyState
          icon={<LibraryBig size={20} strokeWidth={1.75} aria-hidden />}
          title={t('list.none')}
          action={<Button onClick={onNew}>{t('new.do')}</Button>}
        >
          {t('list.noneNote')}
        </EmptyState>
      </div>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows inside, which hold the focus
    <div onKeyDown={onKeyDown} className="min-w-0">
      {chosen.length > 0 && <BulkBar rows={chosen} onClear={() => setSelected(new Set())} />}
      <div aria-hidden className={`${GRID} min-h-9 text-13 font-medium text-muted max-md:hidden`}>
        <span />
        <span>{t('list.content')}</span>
        <span>{t('list.languages')}</span>
        <span>{t('list.freshness')}</span>
        <span className="text-right">{t('list.due')}</span>
      </div>
      <ul ref={box} aria-label={t('title')} className="divide-y divide-line border-y border-line">
        {rows.map((row, place) => (
          <ContentLine
            key={row.id}
            row={row}
            studio={studios.find(({ kind }) => kind === row.kind)}
            open={opened === nameOf(row)}
            selected={selected.has(row.id)}
            stop={place === current}
            onFocus={() => setCurrent(place)}
            onOpen={() => onOpen(nameOf(row))}
            onToggle={(event: MouseEvent) => toggle(place, event.shiftKey)}
          />
        ))}
      </ul>
      <footer className="flex flex-wrap items-center gap-3 px-4 py-3 md:px-6">
        <p className="text-12 text-pretty text-muted">{t('list.foot')}</p>
        {list.hasNextPage && (
          <Button variant="outline" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('list.more')}
          </Button>
        )}
      </footer>
    </div>
  )
}
