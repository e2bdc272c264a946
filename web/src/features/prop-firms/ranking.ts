// Owns the order of the guide: the lowest fee for the size of the account, then the name. It is given nothing else to look
// at, so that what a firm pays can be no part of it.
import type { Challenge, PropFirm } from './prop-firm.ts'

type Sized = Pick<Challenge, 'fee' | 'account_size'>
type Ranked = { name: PropFirm['name']; challenges: readonly Sized[] }

/** a/b against c/d by whole numbers. */
const compareShares = (one: Sized, other: Sized): number =>
  Math.sign(
    Number(BigInt(one.fee) * BigInt(other.account_size) - BigInt(other.fee) * BigInt(one.account_size)),
  )

/** The challenge whose fee is the smallest part of its account. */
export const cheapest = <C extends Sized>(challenges: readonly C[]): C | null =>
  challenges.toSorted(compareShares)[0] ?? null

export function ranked<F extends Ranked>(firms: readonly F[]): F[] {
  return firms.toSorted((one, other) => {
    const [mine, theirs] = [cheapest(one.challenges), cheapest(other.challenges)]
    // Without a challenge, last.
    if (!mine || !theirs) return mine ? -1 : theirs ? 1 : one.name.localeCompare(other.name)
    return compareShares(mine, theirs) || one.name.localeCompare(other.name)
  })
}
