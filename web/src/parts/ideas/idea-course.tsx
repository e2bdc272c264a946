import { CircleDot, Fingerprint, Loader } from 'lucide-react'
import { EVENT_ICONS } from '#charts/event-icons.ts'
import { hasEnded, type Idea, type OpenedIdea } from '#lib/ideas/idea.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useMemberName } from '#parts/conversation/member-name.tsx'
import { Timeline, type TimelineItem } from '#ui/figure/timeline.tsx'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What happened, in order, and the minute that decided it. */
export function IdeaCourse({ idea, digits }: { idea: OpenedIdea<Idea>; digits: number }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const nameOf = useMemberName()
  const now = Date.now()
  const { reference_price: price, levels } = idea.terms.terms
  const items: TimelineItem[] = [
    {
      key: 'published',
      icon: <Fingerprint {...icon} />,
      title: t('course.published'),
      time: format.moment(idea.published_at, now),
      children: t('course.by', { price: format.price(price, digits), name: nameOf(idea.member) }),
    },
    ...idea.events.map((event): TimelineItem => {
      const Icon = EVENT_ICONS[event.kind]
      const data = event.data as { candle?: { opened_at: string }; target?: number }
      return {
        key: String(event.sequence),
        icon: <Icon {...icon} />,
        title: t(`course.${event.kind}`, { target: data.target ?? '' }),
        time: format.moment(event.at, now),
        children: (
          <>
            {event.price && t('course.at', { price: format.price(event.price, digits) })}
            {event.r !== null && <span className="tabular"> · {format.r(event.r)}</span>}
            {data.candle && (
              <span> · {t('course.candle', { time: format.moment(data.candle.opened_at, Date.now()) })}</span>
            )}
            {event.kind === 'note' && (
              <q dir="auto" className="block wrap-anywhere">
                {event.note?.text ?? t('course.noteHidden')}
              </q>
            )}
          </>
        ),
      }
    }),
  ]
  if (!hasEnded(idea)) {
    const active = idea.state.state === 'active'
    items.push({
      key: 'now',
      current: active,
      icon: active ? <Loader {...icon} /> : <CircleDot {...icon} />,
      title: t(`state.${idea.state.state}`),
      time: t('course.now'),
      children: active ? null : t('course.until', { time: format.dateTime(levels.expires_at) }),
    })
  }
  return (
    <section className="px-4 py-4">
      <h4 className="mb-4 font-semibold">{t('course.title')}</h4>
      <Timeline items={items} />
      <p className="text-12 text-muted">{t('course.engine')}</p>
    </section>
  )
}
