// Periods of tax returns: quarters and months of the calendar, by their first and last days (`2026-10-01`).

export type TaxPeriod = { key: string; year: number; place: number; first: string; last: string }

const day = (moment: Date): string => moment.toISOString().slice(0, 10)

const period = (year: number, month: number, length: 1 | 3): TaxPeriod => {
  const first = new Date(Date.UTC(year, month, 1))
  const place = first.getUTCMonth() / length + 1
  return {
    key: `${first.getUTCFullYear()}-${length === 3 ? 'T' : 'M'}${place}`,
    year: first.getUTCFullYear(),
    place,
    first: day(first),
    last: day(new Date(Date.UTC(year, month + length, 0))),
  }
}

/** The quarter of `now` and those before it, the newest first. */
export const quartersBack = (now: Date, count: number): TaxPeriod[] =>
  Array.from({ length: count }, (_, back) =>
    period(now.getFullYear(), Math.floor(now.getMonth() / 3) * 3 - back * 3, 3),
  )

/** The month of `now` and those before it, the newest first. */
export const monthsBack = (now: Date, count: number): TaxPeriod[] =>
  Array.from({ length: count }, (_, back) => period(now.getFullYear(), now.getMonth() - back, 1))
