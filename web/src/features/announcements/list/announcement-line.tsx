import { memo } from 'react'
import { type Announcement, hasFigure, isTimed, surpriseOf } from '#lib/announcements/announcement.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { TimeLeft } from '#parts/announcements/countdown.tsx'
import { ImpactMark } from '#parts/announcements/impact-mark.tsx'
import { useTitle, useValue } from '#parts/announcements/use-announcement-words.ts'
import { classNames } from '#ui/class-names.ts'
import { Awaited, isAwaited } from './awaited.tsx'
import { SurpriseBar } from './surprise-bar.tsx'

/** The columns of the list from the width on at which they fit. */
export const COLUMNS =
  'sm:grid-cols-[44px_32px_16px_minmax(0,1fr)_64px_64px_68px_84px] sm:gap-x-2.5 sm:pr-4 sm:pl-4 lg:pl-6'

type Props = {
  announcement: Announcement
  /** How far surprises of its indicator usually go, as decimal text; null while too few are known. */
  deviation: string | null
  past: boolean
  /** Whether it lies in a window in which the reader opens nothing. */
  closed: boolean
  opened: boolean
  /** Whether it is the next one of high impact. */
  next: boolean
  /** Whether it is shown as it is now, so that a figure that is due can be awaited. */
  live: boolean
  onOpen: (id: string) => void
}

/** An announcement on one line, on a phone on three. */
export const AnnouncementLine = memo(function AnnouncementLine({
  announcement,
  deviation,
  past,
  closed,
  opened,
  next,
  live,
  onOpen,
}: Props) {
  const { t } = useTranslation('announcements')
  const titleOf = useTitle()
  const value = useValue()
  const { indicator, impact, kind, currency, state, forecast, previous, revised, actual } = announcement
  const cancelled = state === 'cancelled'
  const published = actual !== null
  const shape = classNames(
    'grid w-full grid-cols-[44px_minmax(0,1fr)] gap-x-2 gap-y-0.5 border-t border-line px-4 py-3 text-left sm:h-10 sm:items-center sm:py-0',
    COLUMNS,
  )
  // A closed market has nothing to open.
  const Row = kind === 'holiday' ? 'div' : 'button'
  const opens =
    kind === 'holiday'
      ? { className: shape }
      : {
          type: 'button' as const,
          'data-announcement': announcement.id,
          'aria-expanded': opened,
          onClick: () => onOpen(announcement.id),
          className: classNames(
            shape,
            'transition-colors -outline-offset-2 hover:bg-raised',
            opened && 'bg-raised shadow-[inset_2px_0_0_var(--text)]',
          ),
        }
  return (
    <Row {...opens}>
      <Time announcement={announcement} past={past} closed={closed} />
      <span className="contents max-sm:flex max-sm:items-baseline max-sm:gap-2">
        <span className="text-13 font-medium text-muted">{currency}</span>
        <ImpactMark impact={kind === 'holiday' ? 'holiday' : impact} />
        <span
          className={classNames(
            'min-w-0 max-sm:flex-1 max-sm:font-medium sm:flex sm:items-baseline sm:gap-2',
            past && 'text-muted',
            // Without figures the title has their columns too.
            kind === 'holiday' && 'sm:col-start-4 sm:col-end-[-1]',
          )}
        >
          <span className={classNames('sm:truncate', cancelled && 'line-through')}>
            {titleOf(announcement)}
          </span>
          <Note announcement={announcement} />
        </span>
      </span>
      <span
        className={classNames(
          'tabular contents max-sm:col-start-2 max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-2',
          kind === 'holiday' && 'hidden!',
        )}
      >
        <Figure
          name={t('columns.actual')}
          narrow={published || past}
          className={published ? 'font-semibold' : 'text-muted'}
        >
          {hasFigure(announcement) ? value(actual, indicator) : null}
        </Figure>
        <Figure name={t('columns.forecast')} narrow className={past ? 'text-muted' : ''}>
          {hasFigure(announcement) ? value(forecast, indicator) : null}
        </Figure>
        <Figure name={t('columns.previous')} narrow={!(published || past)} className="text-muted">
          {hasFigure(announcement) ? (
            revised === null ? (
              value(previous, indicator)
            ) : (
              <span
                title={t('revisedFrom', { value: value(previous, indicator) })}
                className="underline decoration-control decoration-dotted underline-offset-4"
              >
                {value(revised, indicator)}
                <span className="sr-only"> ({t('revisedFrom', { value: value(previous, indicator) })})</span>
              </span>
            )
          ) : null}
        </Figure>
        <Figure
          name={t(next && !published ? 'countdown.name' : 'columns.surprise')}
          narrow={published || past || next}
          className="text-13 text-muted"
        >
          <Surprise announcement={announcement} deviation={deviation} next={next} live={live} />
        </Figure>
      </span>
    </Row>
  )
})

/** A cell with its column's name: seen on a phone, heard everywhere. An empty one says nothing. */
function Figure({
  name,
  narrow,
  className,
  children,
}: {
  name: string
  /** Whether a phone has room for it. */
  narrow: boolean
  className?: string
  children: React.ReactNode
}) {
  return (
    <span
      className={classNames(
        'min-w-0 whitespace-nowrap max-sm:grid max-sm:grid-cols-[minmax(0,1fr)] max-sm:content-start sm:text-right',
        !narrow && 'max-sm:hidden',
        className,
      )}
    >
      {children !== null && (
        <>
          <span className="truncate text-12 font-normal text-muted sm:sr-only">{name} </span>
          {children}
        </>
      )}
    </span>
  )
}

function Time({
  announcement,
  past,
  closed,
}: {
  announcement: Announcement
  past: boolean
  closed: boolean
}) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const { precision, starts_at, state } = announcement
  if (precision !== 'exact')
    return (
      <span className="text-13 text-muted" title={t(`precision.${precision}`)}>
        {t(`precisionShort.${precision}`)}
      </span>
    )
  return (
    <time
      dateTime={starts_at}
      title={closed ? t('inWindow') : undefined}
      className={classNames(
        'tabular',
        past ? 'text-muted' : 'font-medium',
        state === 'cancelled' && 'line-through',
        closed && 'underline decoration-loss-mark decoration-2 underline-offset-4',
      )}
    >
      {format.time(starts_at)}
      {closed && <span className="sr-only"> {t('inWindow')}</span>}
    </time>
  )
}

/** What is unusual about it: moved, postponed, cancelled, or closing early. */
function Note({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const { state, moved_from, kind, closes_at } = announcement
  const note =
    kind === 'holiday'
      ? closes_at === null
        ? null
        : t('halfDay', { time: format.time(closes_at) })
      : state === 'moved' && moved_from !== null
        ? t('movedFrom', { when: format.atMoment(moved_from, Date.parse(announcement.starts_at)) })
        : state === 'postponed' || state === 'cancelled'
          ? t(`state.${state}`)
          : null
  return note && <span className="text-12 font-normal text-warn max-sm:ml-2 sm:shrink-0">{note}</span>
}

function Surprise({
  announcement,
  deviation,
  next,
  live,
}: {
  announcement: Announcement
  deviation: string | null
  next: boolean
  live: boolean
}) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const { indicator } = announcement
  if (live && isAwaited(announcement)) return <Awaited since={announcement.starts_at} fallback={next} />
  const surprise = surpriseOf(announcement, indicator?.better)
  if (!surprise) return next && isTimed(announcement) ? <TimeLeft to={announcement.starts_at} /> : null
  const deviations =
    deviation === null || Number(deviation) === 0
      ? null
      : Math.abs(Number(surprise.value)) / Number(deviation)
  return (
    <SurpriseBar
      deviations={deviations}
      good={surprise.good}
      text={format.signed(surprise.value, surprise.value.split('.')[1]?.length ?? 0)}
      says={
        deviations === null
          ? t('surprise.few')
          : t(surprise.good === null ? 'surprise.says' : surprise.good ? 'surprise.good' : 'surprise.bad', {
              count: format.number(deviations, 1),
            })
      }
    />
  )
}
