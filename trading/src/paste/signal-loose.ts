// Owns the prices that no keyword claims: which of them is the entry ("BUY EURUSD 1.0850-60"), and whether the others make a
// field that was filled another one.
import type { Decimal } from '../decimal.ts'
import type { Doubt } from './signal-doubts.ts'
import type { Found, Scale } from './signal-found.ts'
import { isNear, isWrittenAsPrice } from './signal-prices.ts'
import type { NumberToken, Token } from './signal-tokens.ts'

/** Prices side by side. */
export type Loose = {
  values: Decimal[]
  tokens: NumberToken[]
  /** How each after the first stands to the one before, and whether it is written in short form or as a single figure. */
  sides: { side: 'joined' | 'beside'; shortened: boolean; figure: boolean }[]
  /** Whether unknown words stand around them. */
  dirty: boolean
}

/** Takes the entry from the loose prices where no keyword gave one; returns those that could be prices and are left. */
export function takeLoose(
  loose: readonly Loose[],
  found: Found,
  scale: Scale,
  read: Set<Token>,
): readonly Loose[] {
  const fitting = loose.filter((group) => isPlausible(group, found, scale))
  if (found.entries.length > 0) return fitting
  const clean = fitting.filter(({ dirty }) => !dirty)
  const group = clean[0] ?? (found.orderType === 'market' ? undefined : fitting[0])
  if (!group) {
    // "BUY 20150 SL -100": one of the two is no price.
    const isPrice = ({ dirty, tokens: [token] }: Loose) =>
      !dirty && !!token && isWrittenAsPrice(token, scale.instrument)
    if (found.entries.length === 0 && fitting.length === 0 && loose.some(isPrice)) {
      found.doubts.push(
        { key: 'far_from_price', field: 'stop_loss' },
        { key: 'far_from_price', field: 'targets' },
      )
    }
    return fitting
  }
  const ask = (key: Doubt['key']) => found.doubts.push({ key, field: 'entry_low' })
  if (group.dirty) ask('words_between')
  const isOdd = group.sides.some(({ side, shortened, figure }) => figure || (side === 'beside' && shortened))
  if (clean.length > 1 || group.values.length > 2 || isOdd) ask('other_price')
  if (group.sides.some(({ side }) => side === 'beside')) found.isBeside = true
  // Three prices in a row without a word are entry, stop and target rather than a zone.
  const taken = group.values.length > 2 && group.sides[0]?.side === 'beside' ? 1 : 2
  for (const [index, value] of group.values.slice(0, taken).entries()) {
    found.entries.push(value)
    read.add(group.tokens[index] as Token)
  }
  return fitting.filter((one) => one !== group)
}

function isPlausible({ values, tokens: [first] }: Loose, { stop, targets }: Found, scale: Scale): boolean {
  const { price } = scale
  // "TP 20 40 60 pips": the first two are no prices either.
  const aimed = targets.some(({ pips }) => pips) ? [] : targets.flatMap((target) => target.price ?? [])
  const others = [...(stop ? [stop] : []), ...aimed]
  if (values.some((value) => value.isZero())) return false
  if (price) return values.every((value) => isNear(value, price))
  if (!first || !isWrittenAsPrice(first, scale.instrument)) return false
  return others.length === 0 || values.every((value) => others.some((other) => isNear(value, other)))
}

/** Prices that nothing claimed although nothing says what else they are: the field beside them may be another one. */
export function askAboutOthers(
  others: readonly Loose[],
  tokens: readonly Token[],
  found: Found,
  read: ReadonlySet<Token>,
): void {
  const known = [...found.entries, ...(found.stop ? [found.stop] : [])]
  for (const { values, tokens: own, dirty } of others) {
    if (values.every((value) => known.some((one) => one.equals(value)))) continue
    const before = fieldBefore(tokens, tokens.indexOf(own[0] as Token), found, read)
    const field = before ?? (dirty ? undefined : 'entry_low')
    if (field) found.doubts.push({ key: 'other_price', field })
  }
}

/** The field that was filled right before a number, with marks alone between. */
function fieldBefore(
  tokens: readonly Token[],
  at: number,
  found: Found,
  read: ReadonlySet<Token>,
): Doubt['field'] | undefined {
  for (let place = at - 1; place >= 0; place -= 1) {
    const token = tokens[place] as Token
    if (token.kind === 'mark' || (token.kind === 'word' && token.concept === 'join')) continue
    if (token.kind !== 'number' || !read.has(token)) return undefined
    if (token === found.stopToken) return 'stop_loss'
    if (found.targets.some((target) => target.token === token)) return 'targets'
    return found.entries.some((value) => value.equals(token.value)) ? 'entry_low' : undefined
  }
  return undefined
}
