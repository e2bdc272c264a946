import { type Decimal, decimal } from 'trading/decimal'
import { DIRECTIONS, ORDER_TYPES } from 'trading/levels'
import { microsOf, type ProofExport } from 'trading/proof/proof-format'
import { ANSWERS, STYLES, TIERS, TIMEFRAMES } from 'trading/signal'
import { SIDES, STATEMENT_KINDS } from 'trading/statements/condition'
import { AUTHOR_KINDS } from 'trading/statements/statement'
import { stamp } from './proof-refit.ts'
import type { Path } from './proof-tampering.ts'

const SECOND = 1_000_000
/** Time differences: the smallest, one within the tolerance between two clocks, and one beyond it. */
const STEPS = [1, 30 * SECOND, 3600 * SECOND]
const RULES = ['open', 'touch', 'close', 'expiry', 'asked']
const REASONS = ['targets', 'break_even', 'trailing', 'not_entered', 'analyst', 'cancelled', 'stop']
const KINDS = [
  'entered',
  'target_reached',
  'stop_moved',
  'stopped',
  'closed',
  'expired',
  'cancelled',
  'note',
  'graded',
]
const STATEMENTS = [[...STATEMENT_KINDS], [...SIDES, 'in_line'], [...AUTHOR_KINDS]]
const ERRATA = [
  ['performance', 'signal', 'statement'],
  ['expectancy_r', 'total_r', 'figures'],
  ['analyst', 'admin'],
]
const LISTS: readonly (readonly string[])[] = [
  ...Object.values(ANSWERS),
  ...STATEMENTS,
  ...ERRATA,
  ...[DIRECTIONS, ORDER_TYPES, STYLES, TIERS, TIMEFRAMES, RULES, REASONS, KINDS],
]

/** Other plausible values for a place: the nearest ones, and those of the same list. */
export function othersOf(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1]
  if (typeof value === 'boolean') return [!value]
  if (value === null) return ['1.00000', '1']
  if (typeof value === 'object') return [Array.isArray(value) ? ['x'] : { x: 'x' }]
  const text = String(value)
  const known = LISTS.find((list) => list.includes(text))
  if (known) return known.filter((one) => one !== text)
  const number = decimal(text)
  if (number) return near(number, text)
  const micros = /T\d\d:/.test(text) ? microsOf(text) : null
  if (micros !== null) {
    const write = (at: number) => (text.length === 24 ? stamp(at).replace(/\d{3}Z$/, 'Z') : stamp(at))
    const moved = STEPS.flatMap((step) => [write(micros + step), write(micros - step)])
    return moved.filter((other) => other !== text)
  }
  const place = text.search(/[\da-f](?=[^\da-f]*$)/)
  if (place === -1) return [`${text}.`]
  return [text.slice(0, place) + (text[place] === '1' ? '2' : '1') + text.slice(place + 1)]
}

/** The value plus and minus one in the last digit, and the same with an additional digit. */
function near(number: Decimal, text: string): string[] {
  const decimals = text.split('.')[1]?.length ?? 0
  const moved = [1, -1].map((steps) => number.plus(`${steps}e-${decimals}`).toFixed(decimals))
  return [...moved, `${text}${decimals > 0 ? '' : '.'}0`]
}

/** The name of a place in docs/proof.md, independent of its location in the export: `levels.stop_loss`, `event.data.text`. */
export function nameOf(path: Path, { entries }: Pick<ProofExport, 'entries'>): string {
  const keys = path.filter((key) => typeof key === 'string').join('.')
  const kind = path[0] === 'entries' ? entries[Number(path[1])]!.entry.kind : ''
  if (/^expect|^erratum$/.test(kind) && path[3] === 'data')
    return keys
      .replace('entries.entry.data.', kind === 'erratum' ? 'erratum.' : 'expectation.')
      .replace(/^expectation\.(expectation|nonce)$/, '$1')
  return keys
    .replace(/^entries\.entry\.data\.events\.|^signals\.events\./, 'event.')
    .replace(/^(entries\.entry\.data|signals)\.(levels|reasons)\./, '$2.')
    .replace(/^entries\.entry\.data\.(at|price|r|data)\b/, 'event.$1')
    .replace(/^signals\.closed_at$/, 'event.at')
    .replace(/^entries\.entry\.signal$|^signals\.id$|^event\.signal$/, 'signal')
    .replace(/^(entries\.entry\.data|statements)\.terms\./, 'terms.')
    .replace(
      /^(entries\.entry\.data|statements)\.(author_kind|made_at|deadline|outcome|candle|decided_at)\b/,
      'stated.$2',
    )
    .replace(/^entries\.entry\.data\.statement$|^statements\.id$/, 'statement')
    .replace(/^(entries\.entry\.data|signals)\.(?!events|open\b|as_of)/, 'published.')
    .replace(/^entries\.entry\./, 'entry.')
    .replace(/^heads\.recorded_at$|^head\.at$|^heads\.at$/, 'entry.at')
    .replace(/^(published|event)\.nonce$/, 'nonce')
}
