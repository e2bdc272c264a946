import type { Translate } from '#lib/language/i18n.ts'
import type { AllowanceKind } from '#lib/money/allowance-kinds.ts'
import { allowanceOf, type Period, type Plan, type PresentPlan, shareOfMost } from '#lib/money/plan.ts'

type T = Translate<'subscriptions'>
/** What the reader uses of each kind. */
export type Used = Readonly<Partial<Record<AllowanceKind, number>>>
export const NOTHING: Used = {}

export type PlanTableProps = {
  plans: readonly Plan[]
  period: Period
  present?: PresentPlan | undefined
  /** What the reader uses, to be marked on the bars. */
  used?: Used | undefined
}

type Quota = { amount: number | null; share: number; used: { share: number; all: boolean } | null }
export type Cell = true | false | string | Quota
export type Row = {
  key: string
  cell: (plan: Plan, t: T, plans: readonly Plan[], used: Used) => Cell
  /** What the row measures out. */
  kind?: AllowanceKind
}

/** Without limit it is simply in. */
const counted = (count: number | null, text: string): Cell =>
  count === null ? true : count === 0 ? false : text

/** An amount beside the other plans': the most generous one fills its bar, and what the reader uses is marked on the same scale. */
const quota = (kind: AllowanceKind, plan: Plan, plans: readonly Plan[], { [kind]: used }: Used): Quota => {
  const amount = allowanceOf(plan, kind)
  const amounts = plans.map((one) => allowanceOf(one, kind))
  return {
    amount,
    share: shareOfMost(amount, amounts),
    used:
      used === undefined
        ? null
        : { share: Math.min(1, shareOfMost(used, amounts)), all: amount !== null && used >= amount },
  }
}

/** What each plan includes today, by what it is for; each cell is included, not included, or a quantity. */
export const PLAN_GROUPS = [
  {
    key: 'signals',
    rows: [
      { key: 'open', cell: () => true },
      { key: 'premium', cell: (plan, t) => plan.tier === 'premium' || t('plans.atClose') },
      { key: 'closed', cell: () => true },
      { key: 'proof', cell: () => true },
      { key: 'follow', cell: () => true },
      {
        key: 'alerts',
        kind: 'signal_alerts',
        cell: (plan, _t, plans, used) => quota('signal_alerts', plan, plans, used),
      },
    ],
  },
  {
    key: 'history',
    rows: [
      { key: 'depth', cell: (_plan, t) => t('plans.fromFirst') },
      { key: 'record', cell: (_plan, t) => t('plans.formats') },
      { key: 'export', cell: () => true },
      {
        key: 'copies',
        kind: 'data_copies',
        cell: (plan, _t, plans, used) => quota('data_copies', plan, plans, used),
      },
    ],
  },
  {
    key: 'learn',
    rows: [
      { key: 'lessons', cell: (plan, t) => t(plan.every_lesson ? 'plans.every' : 'plans.free') },
      { key: 'test', cell: () => true },
      {
        key: 'meetings',
        cell: (plan, t) => t(plan.tier === 'premium' ? 'plans.everyMeeting' : 'plans.openMeetings'),
      },
    ],
  },
] as const satisfies readonly { key: string; rows: readonly Row[] }[]

/** What a plan will include once it is built; a row moves up when its screen exists. */
export const COMING_ROWS = [
  {
    key: 'messages',
    cell: ({ allowances: { ai_messages: count = 0 } }, t) =>
      counted(count, t('plans.perDay', { count: count ?? 0 })),
  },
  {
    key: 'copy',
    cell: ({ allowances: { copied_accounts: count = 0 } }, t) =>
      counted(count, t('plans.accounts', { count: count ?? 0 })),
  },
] as const satisfies readonly Row[]

export type RowKey = (typeof PLAN_GROUPS)[number]['rows'][number]['key']
