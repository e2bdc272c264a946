// What a person has entered for an order, kept in this tab until it is paid: a reload or a detour through log-in loses
// nothing. Card numbers are never stored.
import type { BillingDetails, Means } from '#lib/money/money.ts'
import type { Period } from '#lib/money/plan.ts'

export type Draft = { details: BillingDetails; means: Means; coupon: string; waiver: boolean }

/** An order as sent to the server: the same order has the same key, so it can never be opened twice. */
export type Asked = { content: string; key: string }

const DRAFT = 'vigie-order'
const ASKED = 'vigie-order-asked'

/**
 * The idempotency key of an order. It stays as long as the agreed content stays: a second press, a reload and a lost answer
 * lead to the existing order. `before` is the previous request.
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
    // Storage is blocked, so it holds nothing.
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
    // The input lasts until the page is left.
  }
}
