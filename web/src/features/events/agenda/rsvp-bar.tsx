import type { Meeting } from '#lib/events/meetings.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { RegisterButton } from './register-button.tsx'
import { useOffer } from './use-acts.tsx'

/** On a phone: the open meeting's one step, always in reach of the thumb. */
export function RsvpBar({ meeting, now }: { meeting: Meeting; now: number }) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const format = useFormat()
  const offer = useOffer()(meeting, now)
  if (offer === 'none') return null
  const { capacity, title } = meeting.event
  const left = capacity === null ? null : Math.max(0, capacity - meeting.taken)
  return (
    <div className="sticky bottom-tabs z-20 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line-strong bg-overlay px-4 py-2.5">
      <p className="grow basis-36 text-13">
        <span className="block font-semibold text-pretty">{title[language]}</span>
        <span className="block text-muted tabular">
          {format.longDate(meeting.starts_at).slice(0, 3)}. {format.dayMonth(meeting.starts_at)},{' '}
          {format.time(meeting.starts_at)}
          {left !== null &&
            capacity !== null &&
            left > 0 &&
            ` · ${t('seats.of', { taken: meeting.taken, of: capacity })}`}
        </span>
      </p>
      <RegisterButton meeting={meeting} now={now} variant="primary" short />
    </div>
  )
}
