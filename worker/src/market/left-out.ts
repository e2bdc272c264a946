// Finds minutes within market hours that an answer neither contains nor had refused, and those that may still arrive.
import { marketIsOpen, type Session } from 'trading/market/sessions'
import type { CheckedBars } from './bar-check.ts'
import type { Stage } from './followed-markets.ts'
import { BASE_TIMEFRAMES } from './provider.ts'
import type { VenueBar } from './venue.ts'

const MINUTE = BASE_TIMEFRAMES.M1

type Stretch = { from: number; until: number }

export type LeftOut = {
  /** Missing minutes that opened before `givenUp`, as stretches. */
  old: Stretch[]
  /** The first younger one that is worth another request; Infinity if none. */
  waited: number
}

/**
 * The minutes missing from an answer for [from, until). A minute that may simply be late does not count: a later one must be in
 * the answer or, for a gap, a neighbour. All times in milliseconds since 1970, UTC.
 */
export function leftOut(
  session: Session,
  { from, until, isHole }: Pick<Stage, 'from' | 'until' | 'isHole'>,
  checked: Pick<CheckedBars, 'good' | 'refused'>,
  given: readonly VenueBar[],
  givenUp: number,
): LeftOut {
  const beside = given.some(({ openedAt }) => openedAt < from || openedAt >= until)
  const end = isHole ? (beside ? until : from) : (checked.good.at(-1)?.openedAt ?? from)
  const absent = absentMinutes(session, from, end, checked)
  // An outlying bar is accepted once others agree, so it is requested again with them.
  const apart = checked.refused.flatMap(({ reason, bar }) => (reason === 'far_away' ? bar.openedAt : []))
  const young = absent.filter((one) => one.until > givenUp).map((one) => Math.max(one.from, givenUp))
  return {
    old: absent.flatMap((one) =>
      one.from < givenUp ? [{ from: one.from, until: Math.min(one.until, givenUp) }] : [],
    ),
    waited: Math.min(Number.POSITIVE_INFINITY, ...young, ...apart.filter((at) => at >= givenUp)),
  }
}

/** Stretches of [from, until) without any bar. A refused bar does not mean that there was no trade. */
function absentMinutes(
  session: Session,
  from: number,
  until: number,
  { good, refused }: Pick<CheckedBars, 'good' | 'refused'>,
): Stretch[] {
  const given = new Set([
    ...good.map(({ openedAt }) => openedAt),
    ...refused.map(({ bar }) => bar.openedAt - (bar.openedAt % MINUTE)),
  ])
  const stretches: Stretch[] = []
  for (let at = from; at < until; at += MINUTE) {
    if (given.has(at) || !marketIsOpen(session, at)) continue
    const last = stretches.at(-1)
    if (last?.until === at) last.until = at + MINUTE
    else stretches.push({ from: at, until: at + MINUTE })
  }
  return stretches
}
