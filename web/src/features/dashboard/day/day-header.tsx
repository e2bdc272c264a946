import { RadioTower } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { Trans, useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type DayState, nextBlackout } from './day-state.ts'
import { type Day, useDay } from './use-day.ts'
import { useWhen } from './use-when.ts'
import { Watch } from './watch.tsx'

/** What is still possible and until when, what is forbidden next, and the rest of the day on one line. */
export function DayHeader({ name }: { name: string | null }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const day = useDay(t('watch.test'))
  const sentence = useSentence()
  const { now } = day.facts
  const date = format.longDate(now)
  return (
    <header className="grid gap-4 border-b border-line px-4 pt-5 pb-3 lg:px-6">
      <div className="grid items-end gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <p className="text-13 text-muted">{name ? t('day.hello', { name, date }) : date}</p>
          <PageTitle className="mt-1 text-28! leading-8 text-balance">
            {day.pending ? t('title') : sentence(day.state, now)}
          </PageTitle>
          <p className="mt-1 min-h-5 text-pretty text-muted">
            {day.pending ? <Skeleton className="mt-1 h-4 w-72 max-w-full" /> : <Afterwards day={day} />}
          </p>
        </div>
        <Act state={day.state} />
      </div>
      <Watch facts={day.facts} deadlines={day.deadlines} />
    </header>
  )
}

function useSentence(): (state: DayState, now: number) => string {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const when = useWhen()
  return (state, now) => {
    const until = 'until' in state && state.until !== null ? when(state.until, now) : null
    const time = until?.text ?? ''
    switch (state.kind) {
      case 'enter':
        return t(until ? 'day.enterUntil' : 'day.enter', { count: state.count, time })
      case 'wait':
        return t(until ? 'day.waitUntil' : 'day.wait', { count: state.count, time })
      case 'blackout':
        return t('day.blackout', { currency: state.currency, time: format.time(state.until) })
      case 'closed':
        return t(until?.today ? 'day.closedToday' : 'day.closedLater', { time })
      case 'nothing':
        return t(until ? (until.today ? 'day.nothingToday' : 'day.nothingLater') : 'day.nothing', { time })
      case 'test':
        return t('day.test')
      default:
        return t(`day.${state.kind}`, { count: state.count })
    }
  }
}

function Afterwards({ day: { facts, state, announcement } }: { day: Day }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const when = useWhen()
  const blackout = nextBlackout(facts)
  if (blackout) {
    const words = {
      currency: blackout.currency,
      title: blackout.title ?? t('day.someAnnouncement'),
      time: format.time(blackout.at ?? blackout.from),
      until: format.time(blackout.to),
      length: format.duration(blackout.to - blackout.from),
      count: blackout.crossed,
    }
    if (blackout.from <= facts.now) return t('day.during', words)
    const strong = <b className="font-semibold text-text" />
    return <Trans t={t} i18nKey="day.then" values={words} components={{ strong }} />
  }
  if (announcement && state.kind !== 'test')
    return t('day.announcement', { title: announcement.title, when: when(announcement.at, facts.now).text })
  return facts.signals.length + facts.locked === 0 ? t('open.next') : null
}

/** The one primary action, only while something can be entered. */
function Act({ state }: { state: DayState }) {
  const { t } = useTranslation('dashboard')
  if (state.kind !== 'enter') return null
  return (
    <Button asChild variant="primary" className="max-sm:h-11! max-sm:w-full">
      <Link to={state.only === null ? '/signaux' : `/signaux?signal=${state.only}`}>
        <RadioTower size={16} strokeWidth={1.75} aria-hidden />
        {t('day.act', { count: state.count })}
      </Link>
    </Button>
  )
}
