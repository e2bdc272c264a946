// Places on the clock ruler. Its axis is business time from the opening to the promise, pauses included: nights and holidays take no room.

export type Clock = {
  opened_at: string
  answer_due_at: string
  /** Pauses that ended are in it; the running one is not. */
  solve_due_at: string
  first_answered_at: string | null
  solved_at: string | null
  /** Since when it waits for the member or for somebody else; null while the clock runs, and once it is solved. */
  waits_since: string | null
  pauses: readonly { since: string; until: string | null }[]
}

/** Business time between two moments, in milliseconds. */
export type BusinessTime = (since: number, until: number) => number

export type Share = number

export type ClockPlaces = {
  /** How far the needle is, from 0 (opened) to 1 (promised). */
  needle: Share
  answered: Share | null
  firstPromise: Share
  pauses: readonly { from: Share; to: Share }[]
  paused: boolean
  /** Business time left before the promise, in milliseconds; below zero it is late. It does not change while the clock is paused. */
  left: number
  /** Business time that was spent in pauses. */
  pausedFor: number
}

const within = (share: number): Share => Math.min(1, Math.max(0, share))

/** `now` is where the needle is while nothing has solved the ticket. */
export function clockPlaces(clock: Clock, now: number, business: BusinessTime): ClockPlaces {
  const opened = Date.parse(clock.opened_at)
  const end = clock.solved_at === null ? Math.max(opened, now) : Date.parse(clock.solved_at)
  const due = Date.parse(clock.solve_due_at)
  const running = clock.waits_since === null ? 0 : business(Date.parse(clock.waits_since), end)
  const whole = business(opened, due) + running
  const place = (moment: number) => (whole === 0 ? 1 : within(business(opened, moment) / whole))
  const pauses = clock.pauses.map(({ since, until }) => ({
    from: Date.parse(since),
    until: until === null ? end : Math.min(end, Date.parse(until)),
  }))
  return {
    needle: place(end),
    answered: clock.first_answered_at === null ? null : place(Date.parse(clock.first_answered_at)),
    firstPromise: place(Date.parse(clock.answer_due_at)),
    pauses: pauses.map(({ from, until }) => ({ from: place(from), to: place(until) })),
    paused: clock.waits_since !== null,
    left: (due >= end ? business(end, due) : -business(due, end)) + running,
    pausedFor: pauses.reduce((sum, { from, until }) => sum + business(from, until), 0),
  }
}
