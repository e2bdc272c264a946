// An announcement as readers see it: a row of the calendar with its indicator. Pure; days are the reader's own.
import { surprise } from 'trading/announcements/surprise'
import type { Localized } from '#lib/language/localized.ts'

export const IMPACTS = ['high', 'medium', 'low'] as const
export type Impact = (typeof IMPACTS)[number]
/** The currencies that readers choose among. */
export const CURRENCIES = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'NZD', 'CNY'] as const
export const CATEGORIES = [
  'inflation',
  'jobs',
  'growth',
  'activity',
  'consumption',
  'trade',
  'housing',
  'sentiment',
  'rates',
  'speech',
] as const
export type Category = (typeof CATEGORIES)[number]
export type Unit = 'percent' | 'index' | 'points' | 'thousand' | 'million' | 'billion' | 'trillion' | 'none'

/** A series of an authority, as the calendar lists it. */
export type Indicator = {
  slug: string
  title: Localized
  country: string
  currency: string
  category: Category
  better: 'higher' | 'lower' | 'neither'
  unit: Unit
  decimals: number
  authority: string
  /** The instruments whose reaction is measured, the first one first. */
  symbols: readonly string[]
  /** The standard deviation of its surprises of two years, as decimal text, and how many there were. */
  deviation: string | null
  n: number
}

/** A row of the calendar. Figures are decimal texts in the unit of the indicator. */
export type AnnouncementRow = {
  id: string
  indicator: string | null
  period: string | null
  kind: 'release' | 'speech' | 'decision' | 'holiday'
  country: string
  currency: string
  impact: Impact
  title: string | null
  starts_at: string
  precision: 'exact' | 'tentative' | 'all_day'
  /** The calendar day in the zone of its source. */
  day: string
  forecast: string | null
  forecast_low: string | null
  forecast_high: string | null
  previous: string | null
  revised: string | null
  actual: string | null
  state: 'scheduled' | 'moved' | 'postponed' | 'released' | 'cancelled'
  released_at: string | null
  moved_from: string | null
  source: string
  sample: boolean
}

export type Announcement = Omit<AnnouncementRow, 'indicator'> & {
  indicator: Indicator | null
  /** When a market closes early on a holiday; null: it is closed all day, or it is no holiday. */
  closes_at: string | null
}

/** Midnight of the reader's day on which it is listed. What lasts a day, or has no time yet, is on its own calendar day in every zone. */
export function dayOf({
  starts_at,
  precision,
  day,
}: Pick<AnnouncementRow, 'starts_at' | 'precision' | 'day'>): Date {
  if (precision === 'exact') return startOfDay(starts_at)
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

/** Midnight of a day on the reader's clock; `later` in days, which may have 23 or 25 hours. */
export function startOfDay(at: string | number | Date, later = 0): Date {
  const day = new Date(at)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later)
}

/** Whether it happens at a moment, so that one can count down to it and wait for it. */
export const isTimed = ({ precision, kind }: Pick<AnnouncementRow, 'precision' | 'kind'>): boolean =>
  precision === 'exact' && kind !== 'holiday'

/** Whether a figure is to be published. */
export const hasFigure = ({ kind, indicator }: Pick<Announcement, 'kind' | 'indicator'>): boolean =>
  kind !== 'speech' && kind !== 'holiday' && (indicator === null || indicator.unit !== 'none')

export type Surprise = {
  /** Actual less forecast, as decimal text in the unit of the indicator. */
  value: string
  /** Whether that is good for the currency; null if it is as forecast, or neither direction is. */
  good: boolean | null
}

/** The surprise of a release; null without a forecast or an actual value. */
export function surpriseOf(
  { forecast, actual }: Pick<AnnouncementRow, 'forecast' | 'actual'>,
  better: Indicator['better'] | undefined,
): Surprise | null {
  const found = surprise({ forecast, actual, better: better ?? 'neither' })
  return found && { value: found.difference, good: found.good === 'neutral' ? null : found.good === 'better' }
}
