import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { type Announcement, isTimed } from '#lib/announcements/announcement.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { TimeLeft } from '#parts/announcements/countdown.tsx'
import { classNames } from '#ui/class-names.ts'
import { useNarrow } from '#ui/use-wide.ts'
import { AnnouncementLine, COLUMNS } from './announcement-line.tsx'
import type { Line } from './rows.ts'

export type ListHandle = { toNow: () => void; move: (by: 1 | -1) => boolean }

const HEIGHTS = { day: 36, now: 24, announcement: 40 } as const
const NARROW_ROW = 85
/** Rows beyond the screen's edge; on a slow device each costs. */
const OVERSCAN = 5
/** What the top bar covers of a row that is brought to the top. */
const BAR = 64

type Props = {
  handle: RefObject<ListHandle | null>
  lines: readonly Line[]
  now: number
  opened: string | null
  /** The moment as of which the calendar is shown; null: now. */
  known: string | null
  next: Announcement | null
  isClosed: (announcement: Announcement) => boolean
  onOpen: (id: string) => void
}

/** Announcements under their days. Only the lines in sight are drawn, whatever a month holds. */
export function AnnouncementList({ handle, lines, now, opened, known, next, isClosed, onOpen }: Props) {
  const { t } = useTranslation('announcements')
  const narrow = useNarrow()
  const list = useRef<HTMLUListElement>(null)
  // Until it is known, about where the list begins: rows below the screen are not drawn for nothing.
  const [margin, setMargin] = useState(() => window.innerHeight / 3)
  // What lies above the list may change its height: lanes that load, a band that appears. Read once the browser has laid the page out; asking
  // earlier would have it done twice.
  useEffect(() => {
    const place = () => {
      const top = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      setMargin((before) => (Math.abs(top - before) > 1 ? top : before))
    }
    const observer = new ResizeObserver(place)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const wanted = useRef<string | null>(null)
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (at) => {
      const kind = lines[at]?.kind ?? 'announcement'
      return kind === 'announcement' && narrow ? NARROW_ROW : HEIGHTS[kind]
    },
    getItemKey: (at) => lines[at]?.key ?? at,
    // On one line a row is as high as its kind until the browser says otherwise: asking each new one lays the whole page out once more.
    measureElement: (row, entry, virtual) =>
      narrow || entry
        ? measureElement(row, entry, virtual)
        : (virtual.measurementsCache[virtual.indexFromElement(row)]?.size ?? HEIGHTS.announcement),
    // Known ahead, so that rows are drawn with the list and the page is laid out once.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    overscan: OVERSCAN,
    scrollMargin: margin,
    scrollPaddingStart: BAR,
    scrollPaddingEnd: BAR,
  })
  const takeFocus = () => {
    if (wanted.current === null) return
    const row = list.current?.querySelector<HTMLElement>(
      `[data-announcement="${CSS.escape(wanted.current)}"]`,
    )
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  }
  // No dependencies: the row to focus may be drawn one render after it was asked for.
  useLayoutEffect(takeFocus)
  useImperativeHandle(handle, () => ({
    toNow: () => {
      const at = lines.findIndex(({ kind }) => kind === 'now')
      if (at !== -1) virtualizer.scrollToIndex(at, { align: 'center' })
    },
    move: (by) => {
      const focused =
        document.activeElement?.closest<HTMLElement>('[data-announcement]')?.dataset.announcement
      const from = lines.findIndex(({ key }) => key === (focused ?? opened))
      const nowAt = lines.findIndex(({ kind }) => kind === 'now')
      const isRow = (line: Line) => line.kind === 'announcement' && line.announcement.kind !== 'holiday'
      const start = from === -1 ? Math.max(0, nowAt) : from
      const at =
        by === 1
          ? lines.findIndex((line, place) => place > start && isRow(line))
          : lines.findLastIndex((line, place) => place < start && isRow(line))
      const line = lines[at]
      if (!line) return false
      wanted.current = line.key
      virtualizer.scrollToIndex(at)
      takeFocus()
      return true
    },
  }))
  return (
    <div>
      <div
        aria-hidden
        className={classNames('hidden h-9 items-center text-13 font-medium text-muted sm:grid', COLUMNS)}
      >
        <span>{t('columns.time')}</span>
        <span>{t('columns.currency')}</span>
        <span />
        <span>{t('columns.title')}</span>
        <span className="text-right">{t('columns.actual')}</span>
        <span className="text-right">{t('columns.forecast')}</span>
        <span className="text-right">{t('columns.previous')}</span>
        <span className="text-right">{t('columns.surprise')}</span>
      </div>
      <ul
        ref={list}
        aria-label={t('title')}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[item.index]
          return (
            line && (
              <li
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                aria-setsize={lines.length}
                aria-posinset={item.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start - margin}px)` }}
              >
                {line.kind === 'day' ? (
                  <DayLine line={line} />
                ) : line.kind === 'now' ? (
                  <NowLine now={now} next={next} />
                ) : (
                  <AnnouncementLine
                    announcement={line.announcement}
                    deviation={line.announcement.indicator?.deviation ?? null}
                    past={isPast(line.announcement, now)}
                    closed={isClosed(line.announcement)}
                    opened={line.key === opened}
                    next={known === null && line.key === next?.id}
                    live={known === null}
                    onOpen={onOpen}
                  />
                )}
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

const isPast = (announcement: Announcement, now: number) =>
  isTimed(announcement) && Date.parse(announcement.starts_at) <= now

function DayLine({ line: { day, count, high } }: { line: Extract<Line, { kind: 'day' }> }) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  return (
    <h2 className="flex min-h-9 flex-wrap items-center gap-x-3 border-t border-line bg-well px-4 py-1 text-13 font-semibold lg:px-6">
      <span className="shrink-0 first-letter:uppercase">{format.longDate(day)}</span>
      <span className="tabular font-normal text-muted">
        {count === 0 ? t('day.none') : t('day.count', { count })}
        {high > 0 && `, ${t('day.high', { count: high })}`}
      </span>
    </h2>
  )
}

function NowLine({ now, next }: { now: number; next: Announcement | null }) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  return (
    <div
      data-now
      className="flex h-6 items-center gap-3 border-t border-line px-4 text-13 font-semibold text-lamp-text lg:px-6"
    >
      <span className="tabular">{format.time(now)}</span>
      <span aria-hidden className="h-px flex-1 bg-lamp-edge" />
      <span className="font-normal text-muted">
        {next ? (
          <>
            {t('now.next')} <TimeLeft to={next.starts_at} />
          </>
        ) : (
          t('now.now')
        )}
      </span>
    </div>
  )
}
