export type Desk = 'support' | 'requests' | 'moderation' | 'deliveries' | 'payouts'
export type Waiting = {
  desk: Desk
  count: number
  /** How many promises are broken. */
  late: number
  /** The oldest one, or the one with the next promise. */
  since: string | null
  due: string | null
  /** Whose the most pressing one is; null: nobody's; absent where nobody is made responsible. */
  owner?: string | null
}

/** Late ones first, by their promise; then those without one, the oldest first. */
export const byUrgency = (one: Waiting, other: Waiting): number =>
  (one.due ?? '9').localeCompare(other.due ?? '9') || (one.since ?? '9').localeCompare(other.since ?? '9')
