/** The units of a duration, in seconds, largest first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Formats seconds as `42 ms`, `1,4 s` or `3 h` in the reader's language, with one decimal below ten. */
export function writeDuration(seconds: number, language: string): string {
  const write = (value: number, unit: string) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: value < 10 ? 1 : 0,
    }).format(value)
  if (seconds < 1) return write(Math.round(seconds * 1000), 'millisecond')
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? (['second', 1] as const)
  return write(seconds / size, unit)
}
