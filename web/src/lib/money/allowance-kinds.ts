// What plans measure out: each kind with the period it is counted in (a day or month of Paris, or all that one has at a time) and
// what a plan gives that does not say. A plan's own amounts are in `plans.allowances`. The database's list is made from this one
// (scripts/database/registries.ts).
export const ALLOWANCES = {
  ai_messages: { period: 'day', otherwise: 0 },
  copied_accounts: { period: 'total', otherwise: 0 },
  signal_alerts: { period: 'total', otherwise: 400 },
  data_copies: { period: 'day', otherwise: 3 },
} as const satisfies Record<string, { period: 'day' | 'month' | 'total'; otherwise: number }>

export type AllowanceKind = keyof typeof ALLOWANCES
export const ALLOWANCE_KINDS = Object.keys(ALLOWANCES) as AllowanceKind[]
/** Amounts of a plan; null is without limit, an absent kind has what `otherwise` says. */
export type PlanAllowances = Readonly<Partial<Record<AllowanceKind, number | null>>>
