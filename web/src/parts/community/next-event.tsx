import { Link } from '#lib/browser/router-link.tsx'
import { hasBegun, type Meeting, useMeetings } from '#lib/events/meetings.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { SeatsBar } from './seats-bar.tsx'

/** The next event with its seats, for a strip of figures. Draws nothing while none is known. */
export function NextEvent({ className }: { className?: string }) {
  const now = useNow()
  const { data } = useMeetings()
  const next = data?.find((meeting) => !meeting.cancelled && !hasBegun(meeting, now))
  return next ? <Strip meeting={next} className={className} /> : null
}

function Strip({ meeting, className }: { meeting: Meeting; className: string | undefined }) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const format = useFormat()
  const { event, taken, starts_at, own } = meeting
  const left = event.capacity === null ? null : Math.max(0, event.capacity - taken)
  const [weekday] = format.longDate(starts_at).split(' ')
  return (
    <section
      aria-label={t('next.label')}
      className={classNames('flex min-w-0 items-center gap-3', className)}
    >
      <time
        dateTime={starts_at}
        aria-hidden
        className="grid size-11 shrink-0 place-content-center rounded-control border border-line-strong text-center"
      >
        <span className="text-12 text-muted">{weekday?.slice(0, 3)}.</span>
        <span className="text-16 leading-5 font-semibold tabular">{new Date(starts_at).getDate()}</span>
      </time>
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="text-12 text-muted">{t('next.label')}</p>
        <p className="font-semibold text-pretty">
          {event.title[language]}, {format.time(starts_at)}
        </p>
        {event.capacity !== null && left !== null ? (
          <>
            <SeatsBar
              taken={taken}
              of={event.capacity}
              label={t('seats.label', { taken, of: event.capacity })}
            />
            <p className="text-12 text-muted tabular">
              {t('seats.left', { count: left, of: event.capacity })}
            </p>
          </>
        ) : (
          <p className="text-12 text-muted tabular">{t('seats.registered', { count: taken })}</p>
        )}
      </div>
      {own?.state === 'seated' ? (
        <Badge tone="gain">{t('state.seated')}</Badge>
      ) : (
        <Button asChild size="sm">
          <Link to={`/communaute/evenements?seance=${meeting.id}`}>{t('register.short')}</Link>
        </Button>
      )}
    </section>
  )
}
