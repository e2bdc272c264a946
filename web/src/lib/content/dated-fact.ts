import { parisDay } from '#lib/money/paris-day.ts'

/** What is known of a figure that does not hold for ever: where it was read, when, and from which day on it is to be read again. */
export type FactNote = {
  source: string
  source_url: string | null
  read_on: string
  expires_on: string
}

/** Whether a fact is to be verified again on a day in Paris (`2026-11-12`), as the staff's list counts it. */
export const isExpired = ({ expires_on: day }: FactNote, today: string = parisDay(new Date())): boolean =>
  today >= day
