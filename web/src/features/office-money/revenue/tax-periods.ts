// Periods of tax returns: calendar quarters and months, by their first and last days (`2026-10-01`).

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

const monthOf = (today: string): [year: number, month: number] => [
  Number(today.slice(0, 4)),
  Number(today.slice(5, 7)) - 1,
]

/** The quarter that contains a day (`2026-11-21`) and those before it, newest first. */
export const quartersBack = (today: string, count: number): TaxPeriod[] => {
  const [year, month] = monthOf(today)
  return Array.from({ length: count }, (_, back) => period(year, Math.floor(month / 3) * 3 - back * 3, 3))
}

/** The month that contains a day and those before it, newest first. */
export const monthsBack = (today: string, count: number): TaxPeriod[] => {
  const [year, month] = monthOf(today)
  return Array.from({ length: count }, (_, back) => period(year, month - back, 1))
}
