// Decimals as people type them and as the product stores them: text such as `-12.50`, or '' for none. Nothing here passes
// through a binary float, so what is stored is what was typed.

const DECIMAL = /^-?\d+(\.\d+)?$/
const BLANKS = /[\s\u00a0\u202f'’]/g

/** Characters that a number may contain while it is typed; a letter is refused. */
export const couldBecomeDecimal = (text: string): boolean => /^[-−+]?[\d.,\s'’]*$/.test(text)

/** The decimal separator of a language. */
export function decimalMark(language: string): ',' | '.' {
  return language === 'en' ? '.' : ','
}

/**
 * The decimal that a text means; '' for blank text, null if unreadable. Point and comma both start the decimals, except where
 * the language uses them for thousands: `5.000` is five thousand in Italian, `0.125` an eighth.
 */
export function readDecimal(text: string, language: string): string | null {
  const bare = text.replace(BLANKS, '').replace('−', '-').replace(/^\+/, '')
  if (bare === '') return ''
  const [, sign = '', body = ''] = /^(-?)(.*)$/.exec(bare) ?? []
  if (!/^[\d.,]*$/.test(body)) return null
  const marks = body.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last === undefined) return canonical(sign, body)
  const mixed = marks.some((mark) => mark !== last)
  const grouped = /^[1-9]\d{0,2}([.,]\d{3})+$/.test(body) && !mixed
  const thousands = language === 'en' ? ',' : language === 'fr' ? undefined : '.'
  if (grouped && (marks.length > 1 || last === thousands)) return canonical(sign, body.replaceAll(last, ''))
  if (marks.filter((mark) => mark === last).length > 1) return null
  const cut = body.lastIndexOf(last)
  const whole = body.slice(0, cut)
  if (mixed && !/^[1-9]\d{0,2}([.,]\d{3})+$/.test(whole)) return null
  return canonical(sign, `${whole.replace(/[.,]/g, '')}.${body.slice(cut + 1)}`)
}

/** A typed price: its only point or comma starts the decimals in every language. */
export const readPrice = (text: string): string | null =>
  /[.,].*[.,]/.test(text) ? null : readDecimal(text, 'fr')

/** `1085,5` for editing: with the language's separator, and without thousands separators, which would move under the caret. */
export const editDecimal = (value: string, language: string): string =>
  value.replace('-', '−').replace('.', decimalMark(language))

/** The number of decimals in a text. */
export const decimalsOf = (value: string): number => value.split('.')[1]?.length ?? 0

/** Negative, zero or positive, as a sort needs it. */
export function compareDecimals(one: string, other: string): number {
  const scale = Math.max(decimalsOf(one), decimalsOf(other))
  const [a, b] = [units(one, scale), units(other, scale)]
  return a < b ? -1 : a > b ? 1 : 0
}

type Bounds = { min?: string | undefined; max?: string | undefined }

/**
 * The value `count` steps away, never past a bound. From between two steps it goes to the next one in that direction, as the
 * browser's number input does; steps are counted from `min`, or from zero.
 */
export function stepDecimal(value: string, step: string, count: number, bounds: Bounds = {}): string {
  const base = bounds.min ?? '0'
  const from = value === '' ? base : value
  const scale = Math.max(...[from, step, base].map(decimalsOf))
  const size = units(step, scale)
  if (size <= 0n) throw new RangeError(`A step is above zero, not "${step}".`)
  const offset = units(from, scale) - units(base, scale)
  const rest = ((offset % size) + size) % size
  const floor = offset - rest
  const start = count < 0 && rest > 0n ? floor + size : floor
  // An empty field first takes its base.
  const moved = value === '' ? 0n : BigInt(count) * size
  const next = asText(units(base, scale) + start + moved, scale, Math.max(decimalsOf(step), decimalsOf(base)))
  if (bounds.max !== undefined && compareDecimals(next, bounds.max) > 0) return bounds.max
  if (bounds.min !== undefined && compareDecimals(next, bounds.min) < 0) return bounds.min
  return next
}

function canonical(sign: string, body: string): string | null {
  const [whole = '', decimals = ''] = body.split('.')
  if (whole === '' && decimals === '') return null
  const text = `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals && `.${decimals}`}`
  if (!DECIMAL.test(text)) return null
  return /[1-9]/.test(text) ? sign + text : text
}

/** The value in units of ten to the minus `scale`. */
function units(value: string, scale: number): bigint {
  if (!DECIMAL.test(value)) throw new RangeError(`"${value}" is not a decimal.`)
  const [whole = '', decimals = ''] = value.split('.')
  return BigInt(whole + decimals.padEnd(scale, '0'))
}

function asText(count: bigint, scale: number, decimals: number): string {
  const digits = (count < 0n ? -count : count).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  // Decimals beyond those of the step are zeros: the value is on a step.
  const rest = digits.slice(digits.length - scale).slice(0, decimals)
  return `${count < 0n ? '-' : ''}${whole}${rest && `.${rest}`}`
}
