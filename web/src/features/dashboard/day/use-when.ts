import { useFormat } from '#lib/language/format.ts'

const WEEK_MS = 6 * 86_400_000

/** A coming moment as a reader says it: `14:30` today, `dimanche 23:00` within a week, then its date. */
export function useWhen(): (at: number, now: number) => { today: boolean; text: string } {
  const format = useFormat()
  return (at, now) => {
    if (format.date(at) === format.date(now)) return { today: true, text: format.time(at) }
    const text = at - now < WEEK_MS ? `${format.weekday(at)} ${format.time(at)}` : format.moment(at, now)
    return { today: false, text }
  }
}
