// Owns how a validity is typed: an amount and a unit, whole minutes in the draft.
export const UNITS = ['minutes', 'hours', 'days'] as const
export type Unit = (typeof UNITS)[number]
export type Validity = { amount: string; unit: Unit }

const MINUTES: Record<Unit, number> = { minutes: 1, hours: 60, days: 1440 }

/** Minutes in the largest unit that divides them. Text that is no number stays as typed. */
export function validityOf(minutes: string): Validity {
  const count = Number(minutes)
  if (minutes.trim() === '' || !Number.isInteger(count) || count <= 0)
    return { amount: minutes, unit: 'minutes' }
  const unit = [...UNITS].reverse().find((one) => count % MINUTES[one] === 0) ?? 'minutes'
  return { amount: String(count / MINUTES[unit]), unit }
}

/** An amount in minutes, as text of the draft; "1,5" hours are 90. Text that is no number stays as typed, and is refused. */
export function minutesOf({ amount, unit }: Validity): string {
  const plain = amount.trim().replace(',', '.')
  if (!/^\d+(\.\d+)?$/.test(plain)) return plain
  return String(Number((Number(plain) * MINUTES[unit]).toFixed(6)))
}
