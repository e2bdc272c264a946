import type { Meeting } from '#lib/events/meetings.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage } from '#lib/language/i18n.ts'

/** What sentences say of a meeting: its name, and `vendredi 20 novembre, 18:00`. */
export function useMeetingWords(): (meeting: Pick<Meeting, 'event' | 'starts_at'>) => {
  event: string
  when: string
} {
  const language = useLanguage()
  const format = useFormat()
  return ({ event, starts_at }) => ({
    event: event.title[language],
    when: `${format.longDate(starts_at)}, ${format.time(starts_at)}`,
  })
}
