// Amounts as forms hold them (a decimal as text) and as the database does (integer minor units, hundredths). No float between.

/** `12.5` is 1250; null for what is no amount of hundredths at or above 0. */
export function minorUnits(decimal: string): number | null {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}
