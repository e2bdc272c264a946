import { parisDay } from '#lib/money/paris-day.ts'

/** The source of a figure that changes over time: where and when it was read, and from which day it must be verified again. */
export type FactNote = {
  source: string
  source_url: string | null
  read_on: string
  expires_on: string
}

/** Whether a fact must be verified again on a day in Paris (`2026-11-12`), by the same rule as the staff's list. */
export const isExpired = ({ expires_on: day }: FactNote, today: string = parisDay(new Date())): boolean =>
  today >= day
