// Prices without a keyword: which is the entry ("BUY EURUSD 1.0850-60"), and whether the others raise doubts about filled fields.
import type { Decimal } from '../decimal.ts'
import { isThen } from './signal-context.ts'
import type { Doubt } from './signal-doubts.ts'
import type { Found, Scale } from './signal-found.ts'
import { isNear, isOrdinal, isWrittenAsPrice } from './signal-prices.ts'
import type { NumberToken, Token } from './signal-tokens.ts'

/** Adjacent prices. */
export type Loose = {
  values: Decimal[]
  tokens: NumberToken[]
  /** How each price after the first relates to the previous one, and whether it is abbreviated or a single digit. */
  sides: { side: 'joined' | 'beside'; shortened: boolean; figure: boolean }[]
  /** Whether unknown words surround them. */
  dirty: boolean
}

/** Takes the entry from prices without a keyword if none gave one; returns the remaining plausible prices. */
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
    // "BUY 20150 SL -100": one of the two is not a price.
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
  // Three adjacent prices without words are entry, stop and target rather than a zone.
  const taken = group.values.length > 2 && group.sides[0]?.side === 'beside' ? 1 : 2
  for (const [index, value] of group.values.slice(0, taken).entries()) {
    found.entries.push(value)
    const token = group.tokens[index] as Token
    read.add(token)
    found.sources.set('entry_low', [...(found.sources.get('entry_low') ?? []), token])
    if (group.sides[index - 1]?.shortened) found.deduced.add('entry_low')
  }
  return fitting.filter((one) => one !== group)
}

function isPlausible({ values, tokens: [first] }: Loose, { stop, targets }: Found, scale: Scale): boolean {
  const { price } = scale
  // "TP 20 40 60 pips": the first two are not prices either.
  const aimed = targets.some(({ pips }) => pips) ? [] : targets.flatMap((target) => target.price ?? [])
  const others = [...(stop ? [stop] : []), ...aimed]
  if (values.some((value) => value.isZero())) return false
  if (price) return values.every((value) => isNear(value, price))
  if (!first || !isWrittenAsPrice(first, scale.instrument)) return false
  return others.length === 0 || values.every((value) => others.some((other) => isNear(value, other)))
}

/** Unclaimed prices that nothing explains raise a doubt about the field next to them. */
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

/** The field filled directly before a number, separated only by marks. */
function fieldBefore(
  tokens: readonly Token[],
  at: number,
  found: Found,
  read: ReadonlySet<Token>,
): Doubt['field'] | undefined {
  for (let place = at - 1; place >= 0; place -= 1) {
    const token = tokens[place] as Token
    if (token.kind === 'mark' || (token.kind === 'word' && token.concept === 'join' && !isThen(token)))
      continue
    // "first target 2660, second 2670".
    if (token.kind === 'word' && token.concept === 'filler') continue
    // "Entry 1) 2650 2) 2645".
    if (token.kind === 'number' && isOrdinal(token)) continue
    if (token.kind !== 'number' || !read.has(token)) return undefined
    if (token === found.stopToken) return 'stop_loss'
    if (found.targets.some((target) => target.token === token)) return 'targets'
    return found.entries.some((value) => value.equals(token.value)) ? 'entry_low' : undefined
  }
  return undefined
}
