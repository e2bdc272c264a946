// What a drawn chart shows: read from the words of a slide's directive, from a course's engraving or from a question's chart.
// Everything is checked here, so that a drawing that exists can be drawn.

export type Level = { at: number; as: string }
export type CandleDrawing = {
  kind: 'candles'
  path: number[]
  bars: number
  noise: number
  seed: number
  levels: Level[]
  entry: number | null
  stop: number | null
  targets: number[]
}
export type CurveDrawing = {
  kind: 'curve'
  figure: string
  /** The argument along the horizontal axis. */
  over: string
  from: number
  to: number
  /** The figure's other arguments, as decimal texts. */
  given: Readonly<Record<string, string>>
  points: number[]
  active: number | null
  /** Written beside the axes, in the text's language. */
  x: string
  y: string
  unit: string | null
}
export type PositionDrawing = { kind: 'position'; entry: number; stop: number; targets: number[] }
export type BarDrawing = { kind: 'bars'; values: number[]; labels: string[]; unit: string | null }
export type Drawing = CandleDrawing | CurveDrawing | PositionDrawing | BarDrawing

export type Words = Readonly<Record<string, unknown>>

const MOST_BARS = 200
const MOST_VALUES = 12
const CURVE_WORDS = ['figure', 'over', 'from', 'to', 'points', 'active', 'x', 'y', 'unit', 'kind']

/** A drawing of that kind, or null if a word that it needs is missing or cannot be drawn. */
export function readDrawing(kind: string, words: Words): Drawing | null {
  if (kind === 'candles') return candles(words)
  if (kind === 'curve') return curve(words)
  if (kind === 'position') return position(words)
  return kind === 'bars' ? bars(words) : null
}

function candles(words: Words): CandleDrawing | null {
  const path = numbers(words.path)
  const count = number(words.bars) ?? 40
  const noise = number(words.noise) ?? 0
  if (!path || path.length < 2 || count < 2 || count > MOST_BARS || noise < 0) return null
  const levels = levelsOf(words.levels)
  const targets = numbers(words.targets ?? '')
  if (!levels || !targets) return null
  return {
    kind: 'candles',
    path,
    bars: Math.round(count),
    noise,
    seed: Math.round(number(words.seed) ?? 1),
    levels,
    entry: number(words.entry),
    stop: number(words.stop),
    targets,
  }
}

function curve(words: Words): CurveDrawing | null {
  const [figure, over] = [text(words.figure), text(words.over)]
  const [from, to] = [number(words.from), number(words.to)]
  const points = numbers(words.points ?? '')
  if (!figure || !over || from === null || to === null || from >= to || !points) return null
  const given = Object.entries(words).flatMap(([name, value]) =>
    CURVE_WORDS.includes(name) || name === over ? [] : [[name, text(value)] as const],
  )
  return {
    kind: 'curve',
    figure,
    over,
    from,
    to,
    given: Object.fromEntries(given),
    points: points.filter((point) => point >= from && point <= to),
    active: number(words.active),
    x: text(words.x),
    y: text(words.y),
    unit: text(words.unit) || null,
  }
}

function position(words: Words): PositionDrawing | null {
  const [entry, stop] = [number(words.entry), number(words.stop)]
  const targets = numbers(words.targets ?? words.target ?? '')
  if (entry === null || stop === null || entry === stop || !targets || targets.length === 0) return null
  // Targets lie on the other side of the entry than the stop.
  if (targets.some((target) => (target - entry) * (entry - stop) <= 0)) return null
  return { kind: 'position', entry, stop, targets }
}

function bars(words: Words): BarDrawing | null {
  const values = numbers(words.values)
  const labels = Array.isArray(words.labels) ? words.labels.map(String) : text(words.labels).split('|')
  if (!values || values.length === 0 || values.length > MOST_VALUES || labels.length !== values.length)
    return null
  return { kind: 'bars', values, labels: labels.map((label) => label.trim()), unit: text(words.unit) || null }
}

/** `104:resistance,100:support`, or a list of `{ at, as }`. */
function levelsOf(value: unknown): Level[] | null {
  const listed: unknown[] = Array.isArray(value) ? value : text(value).split(',').filter(Boolean)
  const levels = listed.flatMap((entry) => {
    const { at, as } =
      typeof entry === 'object' && entry !== null
        ? (entry as { at?: unknown; as?: unknown })
        : { at: String(entry).split(':')[0], as: String(entry).split(':').slice(1).join(':') }
    const price = number(at)
    return price === null ? [] : [{ at: price, as: text(as) }]
  })
  return levels.length === listed.length ? levels : null
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

function number(value: unknown): number | null {
  const written = text(value)
  return /^-?\d{1,12}(\.\d{1,12})?$/.test(written) ? Number(written) : null
}

function numbers(value: unknown): number[] | null {
  const listed = Array.isArray(value) ? value : text(value).split(',').filter(Boolean)
  const read = listed.map(number)
  return read.every((one) => one !== null) ? read : null
}

/** How many decimals a price is written with, so that all prices of a drawing have the same. */
export const digitsOf = (prices: readonly number[]): number =>
  Math.max(0, ...prices.map((price) => (String(price).split('.')[1] ?? '').length))
