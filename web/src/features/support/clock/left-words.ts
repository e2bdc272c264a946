import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { TicketRow } from '../tickets.ts'
import type { ClockPlaces } from './clock.ts'

/** What a row says of its promise: time left, late by how much, paused, or how it ended. */
export function useLeftWords(): (
  ticket: TicketRow,
  places: ClockPlaces | null,
) => { words: string; late: boolean } {
  const { t } = useTranslation('support')
  const format = useFormat()
  return (ticket, places) => {
    if (!places) return { words: format.dash, late: false }
    const { left, paused } = places
    if (ticket.solved_at !== null)
      return { words: t(left < 0 ? 'clock.solvedLate' : 'clock.solvedKept'), late: false }
    if (ticket.state === 'closed') return { words: t('clock.closed'), late: false }
    if (paused) return { words: t('clock.paused'), late: false }
    return left < 0
      ? { words: t('clock.lateBy', { time: format.duration(-left) }), late: true }
      : { words: t('clock.left', { time: format.duration(left) }), late: false }
  }
}
