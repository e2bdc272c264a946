// Owns the order of the guide: the lowest fee relative to the account size, then the name. It receives no other data, so that
// what a firm pays cannot influence it.
import type { Challenge, PropFirm } from './prop-firm.ts'

type Sized = Pick<Challenge, 'fee' | 'account_size'>
type Ranked = Pick<PropFirm, 'name'>

/** Compares a/b with c/d in integers. */
const compareShares = (one: Sized, other: Sized): number =>
  Math.sign(
    Number(BigInt(one.fee) * BigInt(other.account_size) - BigInt(other.fee) * BigInt(one.account_size)),
  )

/** The challenge with the lowest fee relative to its account size. */
export const cheapest = <C extends Sized>(challenges: readonly C[]): C | null =>
  challenges.toSorted(compareShares)[0] ?? null

/** In the guide's order by one challenge of each firm, such as the cheapest of those that pass the filters. */
export function ranked<F extends Ranked>(firms: readonly F[], shown: (firm: F) => Sized | null): F[] {
  return firms.toSorted((one, other) => {
    const [mine, theirs] = [shown(one), shown(other)]
    // A firm without a challenge comes last.
    if (!mine || !theirs) return mine ? -1 : theirs ? 1 : one.name.localeCompare(other.name)
    return compareShares(mine, theirs) || one.name.localeCompare(other.name)
  })
}
