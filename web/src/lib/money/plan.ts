import type { Localized } from '#lib/language/localized.ts'
import { ALLOWANCES, type AllowanceKind, type PlanAllowances } from './allowance-kinds.ts'

export type Period = 'month' | 'year'

export type PlanPrice = {
  period: Period
  /** Minor units, tax included. */
  amount: number
  currency: string
  /** True for a price of the demonstration seed. */
  demonstration: boolean
}

export type Plan = {
  slug: string
  tier: 'freemium' | 'premium'
  name: Localized
  pitch: Localized
  every_lesson: boolean
  allowances: PlanAllowances
  /** Months of history that can be exported: 0 is none, null is all. */
  export_months: number | null
  /** Whether it includes content to download, for which the right to withdraw may be waived. */
  downloads: boolean
  prices: PlanPrice[]
}

/** The member's plan: that of the contract, or the free one (null). */
export type PresentPlan = { plan: null } | { plan: string; period: Period; means: 'card' | 'crypto' }

export const priceOf = (plan: Plan, period: Period): PlanPrice | null =>
  plan.prices.find((price) => price.period === period) ?? null

/** What a plan gives of an allowance; null is without limit. */
export const allowanceOf = (plan: Pick<Plan, 'allowances'>, kind: AllowanceKind): number | null =>
  plan.allowances[kind] === undefined ? ALLOWANCES[kind].otherwise : plan.allowances[kind]

/** A plan's part of what the most generous plan gives, from 0 to 1; without limit is all. */
export function shareOfMost(amount: number | null, amounts: readonly (number | null)[]): number {
  if (amount === null) return 1
  const most = Math.max(0, ...amounts.map((one) => one ?? 0))
  // Beside a plan without limit, any number is a part.
  const whole = amounts.includes(null) ? 2 * most : most
  return whole === 0 ? 0 : amount / whole
}

/** How many months a year saves, in whole months, for the plan that saves the fewest; 0 if it is not a whole number. */
export function monthsFree(plans: readonly Plan[]): number {
  const free = plans.flatMap((plan) => {
    const month = priceOf(plan, 'month')?.amount ?? 0
    const year = priceOf(plan, 'year')?.amount
    return month === 0 || year === undefined ? [] : [(12 * month - year) / month]
  })
  const fewest = free.length > 0 ? Math.min(...free) : 0
  return fewest > 0 && Number.isInteger(fewest) ? fewest : 0
}
