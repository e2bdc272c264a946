import { CircleDot, Loader } from 'lucide-react'
import { EVENT_ICONS } from '#charts/event-icons.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { isOpen, type Signal } from '#lib/signals/signal.ts'
import { Timeline, type TimelineItem } from '#ui/figure/timeline.tsx'
import { GradeWords } from '../composer/grade-words.tsx'
import { useStanding } from '../use-standing.ts'

/** The events: what, when, at which price, and which candle decided. */
export function SignalEvents({ signal, digits }: { signal: Signal; digits: number }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const events = [...(signal.signal_events ?? [])].sort((one, other) => one.sequence - other.sequence)
  const now = Date.now()
  const today = format.date(now)
  const entered = events.some(({ kind }) => kind === 'entered')
  const items: TimelineItem[] = events.map((event) => {
    const Icon = EVENT_ICONS[event.kind]
    const data = event.data as {
      candle?: { opened_at: string }
      text?: string
      target?: number
      share?: string
      rule?: string
    }
    return {
      key: String(event.sequence),
      icon: <Icon size={14} strokeWidth={1.75} aria-hidden />,
      title: t(`events.${event.kind}`, { target: data.target ?? '' }),
      time: format.date(event.at) === today ? format.timeWithSeconds(event.at) : format.moment(event.at, now),
      children: (
        <>
          {event.author_name && event.kind !== 'published' && (
            <span>{t('asked.by', { name: event.author_name })} </span>
          )}
          {event.kind === 'published' &&
            t('events.by', {
              author: event.author_name ?? signal.author_name,
              price: format.price(event.price, digits),
            })}
          {event.price &&
            event.kind !== 'published' &&
            t('events.at', { price: format.price(event.price, digits) })}
          {event.kind === 'graded' && <GradeWords data={event.data} />}
          {data.candle &&
            `, ${t(data.rule === 'asked' ? 'asked.closedAsked' : 'events.candle', { time: format.moment(data.candle.opened_at, now) })}`}
          {event.kind === 'cancel_asked' && entered && <span>· {t('asked.noEffect')}</span>}
          {event.r !== null && <span className="tabular">{` · ${format.r(event.r)}`}</span>}
          {data.text && <q className="mt-1 block">{data.text}</q>}
        </>
      ),
    }
  })
  if (isOpen(signal)) {
    const { state } = signal.signal_states
    items.push({
      key: 'now',
      current: state === 'active',
      icon:
        state === 'active' ? (
          <Loader size={14} strokeWidth={1.75} aria-hidden />
        ) : (
          <CircleDot size={14} strokeWidth={1.75} aria-hidden />
        ),
      title: t(`state.${state}`),
      time: t('events.now'),
      children:
        state === 'active' ? (
          <Running signal={signal} digits={digits} />
        ) : (
          t('events.until', {
            time: `${format.dayMonth(signal.expires_at)} ${format.time(signal.expires_at)}`,
          })
        ),
    })
  }
  return <Timeline items={items} />
}

/** The result at the current price. */
function Running({ signal, digits }: { signal: Signal; digits: number }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  return t('events.running', { r: format.r(useStanding(signal, digits)?.r) })
}
