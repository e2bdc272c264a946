import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { type Translate, useTranslation } from '#lib/language/i18n.ts'
import type { AllowanceKind } from '#lib/money/allowance-kinds.ts'
import { allowanceOf, type Plan, shareOfMost } from '#lib/money/plan.ts'

type T = Translate<'subscriptions'>
type Quota = { amount: number | null; share: number }
type Cell = true | false | string | Quota
type Row = { key: string; cell: (plan: Plan, t: T, plans: readonly Plan[]) => Cell }

/** Without limit it is simply in. */
const counted = (count: number | null, text: string): Cell =>
  count === null ? true : count === 0 ? false : text

/** An amount beside the other plans': the most generous one fills its bar. */
const quota = (kind: AllowanceKind, plan: Plan, plans: readonly Plan[]): Quota => {
  const amount = allowanceOf(plan, kind)
  return {
    amount,
    share: shareOfMost(
      amount,
      plans.map((one) => allowanceOf(one, kind)),
    ),
  }
}

/** What each plan includes today, in the order of the brand's table; each cell is included, not included, or a quantity. */
export const PLAN_ROWS = [
  { key: 'open', cell: () => true },
  { key: 'closed', cell: () => true },
  { key: 'premium', cell: (plan, t) => plan.tier === 'premium' || t('plans.atClose') },
  { key: 'follow', cell: () => true },
  { key: 'alerts', cell: (plan, _t, plans) => quota('signal_alerts', plan, plans) },
  { key: 'lessons', cell: (plan, t) => t(plan.every_lesson ? 'plans.every' : 'plans.free') },
  { key: 'test', cell: () => true },
  { key: 'export', cell: () => true },
] as const satisfies readonly Row[]

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

export function PlanCell({ cell, toCome }: { cell: Cell; toCome?: boolean }): ReactNode {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  if (typeof cell === 'string') return cell
  if (typeof cell === 'object') {
    const { amount, share } = cell
    return (
      <span className="flex items-center gap-3">
        <span className="h-1.5 min-w-16 flex-1 overflow-hidden rounded-pill bg-line-strong" aria-hidden>
          <span className="block h-full rounded-pill bg-text" style={{ width: `${share * 100}%` }} />
        </span>
        <span className="tabular font-semibold">
          {amount === null ? t('plans.unlimited') : format.number(amount)}
        </span>
      </span>
    )
  }
  const Icon = cell ? Check : X
  return (
    <>
      <Icon
        size={16}
        strokeWidth={1.75}
        className={cell && !toCome ? 'inline text-gain' : 'inline text-faint'}
        aria-hidden
      />
      <span className="sr-only">{t(cell ? 'plans.yes' : 'plans.no')}</span>
    </>
  )
}
