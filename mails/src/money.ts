/** Formats minor units in a language, exact at any size: 3900 EUR becomes 39,00 €. */
export function money(minor: string | number | bigint, currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency })
  const places = format.resolvedOptions().maximumFractionDigits ?? 2
  const whole = BigInt(minor)
  const digits = String(whole < 0n ? -whole : whole).padStart(places + 1, '0')
  const decimal = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return format.format(`${whole < 0n ? '-' : ''}${decimal}` as Intl.StringNumericLiteral).replace('-', '−')
}
