/** Decimal places of a currency, such as 2 for EUR and 0 for JPY. Throws a RangeError for an invalid ISO code. */
function digitsOf(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}

/** `1999`, EUR → `19.99`. Exact: no floating-point arithmetic. */
export function toDecimal(minor: number, currency: string): string {
  if (!Number.isSafeInteger(minor) || minor < 0)
    throw new RangeError(`${minor} is not an amount in minor units`)
  const digits = digitsOf(currency)
  const text = String(minor).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** `19.99`, EUR → `1999`; further digits are rounded half up. Throws a RangeError for an invalid number. */
export function toMinor(decimal: string, currency: string): number {
  const [, whole, fraction = ''] = /^(\d{1,16})(?:\.(\d{1,30}))?$/.exec(decimal) ?? []
  if (whole === undefined) throw new RangeError(`"${decimal}" is not an amount`)
  const digits = digitsOf(currency)
  const kept = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  const minor = Number(kept + (Number(fraction[digits] ?? '0') >= 5 ? 1n : 0n))
  if (!Number.isSafeInteger(minor)) throw new RangeError(`"${decimal}" is too large`)
  return minor
}
