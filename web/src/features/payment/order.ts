// What somebody has typed of an order, kept in this tab until it is paid: a reload or a way round by the log-in loses nothing.
// No number of a card is ever kept.
import type { BillingDetails, Means } from '#lib/money/money.ts'
import type { Period } from '#lib/money/plan.ts'

export type Draft = { details: BillingDetails; means: Means; coupon: string; waiver: boolean }

/** An order as the server was asked for it: the same one has the same key, so that it can never be opened twice. */
export type Asked = { content: string; key: string }

const DRAFT = 'vigie-order'
const ASKED = 'vigie-order-asked'

/**
 * The key under which an order is asked for. It stays as long as everything that was agreed to stays the same: a second press,
 * a reload and a lost answer lead to the order that is there. `before` is what was asked for last.
 */
export function keyFor(
  before: Asked | null,
  order: { plan: string; period: Period; total: number } & Draft,
  draw: () => string,
): Asked {
  const content = JSON.stringify([
    order.plan,
    order.period,
    order.means,
    order.total,
    order.coupon,
    order.waiver,
    Object.values(order.details),
  ])
  return before?.content === content ? before : { content, key: draw() }
}

export const readDraft = (): Partial<Draft> => read<Partial<Draft>>(DRAFT) ?? {}
export const keepDraft = (draft: Draft): void => keep(DRAFT, draft)
export const readAsked = (): Asked | null => read<Asked>(ASKED)
export const keepAsked = (asked: Asked): void => keep(ASKED, asked)

/** The order is paid, or another one is wanted. */
export function forgetOrder(): void {
  try {
    sessionStorage.removeItem(DRAFT)
    sessionStorage.removeItem(ASKED)
  } catch {
    // Storage that is closed to the page keeps nothing.
  }
}

function read<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as T | null
  } catch {
    return null
  }
}

function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // What is typed holds until the page is left.
  }
}
