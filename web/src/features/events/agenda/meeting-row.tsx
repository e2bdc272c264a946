import { Check, Hourglass, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { hasBegun, isFull, isOver, type Meeting } from '#lib/events/meetings.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { HostLine } from './host-line.tsx'
import { LinkLine, OpenMeeting } from './open-meeting.tsx'
import { RegisterButton } from './register-button.tsx'
import { useActs } from './use-acts.tsx'
import { WaitingLine, WaitingWords } from './waiting-line.tsx'

const MARK = { size: 12, strokeWidth: 2, 'aria-hidden': true } as const

type Props = {
  meeting: Meeting
  all: readonly Meeting[]
  now: number
  open: boolean
  /** Under a heading that names the day already. */
  dated: boolean
  onOpen: () => void
}

/** A meeting in the agenda: closed a line with its seats, open all of it. */
export function MeetingRow({ meeting, all, now, open, dated, onOpen }: Props) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const format = useFormat()
  const { event, own, cancelled, taken, starts_at } = meeting
  const waits = own?.state === 'waiting'
  const hour = format.time(starts_at)
  const length = format.duration(event.minutes * 60_000)
  const day = `${format.longDate(starts_at).slice(0, 3)}. ${new Date(starts_at).getDate()}`
  const muted = cancelled || (isOver(meeting, now) && !meeting.replay)
  const upcoming = !cancelled && !hasBegun(meeting, now)
  const seats =
    event.capacity === null
      ? t('seats.registered', { count: taken })
      : t('seats.of', { taken, of: event.capacity })
  return (
    <article
      id={`seance-${meeting.id}`}
      aria-label={event.title[language]}
      className={classNames(
        'grid scroll-mt-20 grid-cols-[3.5rem_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 border-t border-line px-4 py-3 first:border-t-0 sm:gap-x-4',
        open && 'bg-raised',
      )}
    >
      <time dateTime={starts_at} className="tabular">
        <span className={classNames('block font-semibold whitespace-nowrap', muted && 'text-muted')}>
          {dated ? hour : day}
        </span>
        <span className="block text-12 text-muted">{dated ? length : hour}</span>
      </time>
      <div className="min-w-0">
        <h3 className="font-semibold">
          <button
            type="button"
            aria-expanded={open}
            onClick={onOpen}
            className={classNames(
              'relative text-left text-pretty after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline hover:decoration-line-strong hover:underline-offset-4',
              muted && 'text-muted',
              cancelled && 'line-through',
            )}
          >
            {event.title[language]}
          </button>
        </h3>
        <HostLine host={event.host}>
          {!dated && upcoming && own === null && !open ? <span className="tabular">{seats}</span> : null}
          {!dated && waits ? <span className="tabular">{length}</span> : null}
          {dated && own?.state === 'seated' ? (
            <span className="tabular">{t('seats.registered', { count: taken })}</span>
          ) : null}
        </HostLine>
      </div>
      <Standing meeting={meeting} now={now} open={open} dated={dated} seats={seats} />
      {waits && upcoming && (
        <Below>
          <WaitingLine meeting={meeting} />
          <WaitingWords meeting={meeting} all={all} />
          <LeaveList meeting={meeting} />
        </Below>
      )}
      {open ? (
        <Below>
          <OpenMeeting meeting={meeting} now={now} />
        </Below>
      ) : (
        own?.state === 'seated' && (
          <Below tight>
            <LinkLine meeting={meeting} now={now} />
          </Below>
        )
      )}
    </article>
  )
}

function Below({ tight = false, children }: { tight?: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'col-span-full grid min-w-0 gap-2 empty:hidden sm:col-start-2 sm:-col-end-1',
        !tight && 'mt-2',
      )}
    >
      {children}
    </div>
  )
}

/** On the right: the reader's own standing, or what can be done in one step. */
function Standing({
  meeting,
  now,
  open,
  dated,
  seats,
}: Pick<Props, 'meeting' | 'now' | 'open' | 'dated'> & { seats: string }) {
  const { t } = useTranslation('events')
  const { own, cancelled, replay, event } = meeting
  if (cancelled) return <Badge tone="line">{t('state.cancelled')}</Badge>
  if (replay) return <Badge icon={<Play {...MARK} />}>{t('replay.badge')}</Badge>
  if (own?.state === 'seated')
    return (
      <Badge tone="gain" icon={<Check {...MARK} />}>
        {t('state.seated')}
      </Badge>
    )
  if (hasBegun(meeting, now)) return <span />
  if (isFull(meeting))
    return (
      <Badge tone="warn" icon={<Hourglass {...MARK} />}>
        {t('seats.full')}
      </Badge>
    )
  if (open || dated) return <span className="text-13 whitespace-nowrap text-muted tabular">{seats}</span>
  if (event.tier === 'premium') return <Badge tone="line">{t('state.premium')}</Badge>
  return <RegisterButton meeting={meeting} now={now} size="sm" short />
}

function LeaveList({ meeting }: { meeting: Meeting }) {
  const { t } = useTranslation('events')
  const { busy, leave } = useActs(meeting)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="outline" size="sm" busy={busy} disabled={busy} onClick={() => leave()}>
        {t('register.leaveList')}
      </Button>
      <span className="text-12 text-muted">{t('register.held')}</span>
    </div>
  )
}
