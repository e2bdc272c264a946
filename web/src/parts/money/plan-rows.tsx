import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { type Translate, useTranslation } from '#lib/language/i18n.ts'
import type { AllowanceKind } from '#lib/money/allowance-kinds.ts'
import { allowanceOf, type Plan, shareOfMost } from '#lib/money/plan.ts'
import { classNames } from '#ui/class-names.ts'

type T = Translate<'subscriptions'>
/** What the reader uses of each kind. */
export type Used = Readonly<Partial<Record<AllowanceKind, number>>>
type Quota = { amount: number | null; share: number; used: { share: number; all: boolean } | null }
type Cell = true | false | string | Quota
type Row = {
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

/** What each plan includes today, in the order of the brand's table; each cell is included, not included, or a quantity. */
export const PLAN_ROWS = [
  { key: 'open', cell: () => true },
  { key: 'closed', cell: () => true },
  { key: 'premium', cell: (plan, t) => plan.tier === 'premium' || t('plans.atClose') },
  { key: 'follow', cell: () => true },
  {
    key: 'alerts',
    kind: 'signal_alerts',
    cell: (plan, _t, plans, used) => quota('signal_alerts', plan, plans, used),
  },
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

/** What the reader uses of what a row measures out, as the mark on its bars. */
export function UsedNote({ row, used }: { row: Row; used: Used }): ReactNode {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  const count = row.kind && used[row.kind]
  if (count === undefined) return null
  return (
    <span className="flex items-center gap-1.5 text-13 text-muted">
      <span aria-hidden className="h-3 w-0.5 bg-info" />
      {t('plans.used', { count: format.number(count) })}
    </span>
  )
}

export function PlanCell({ cell, toCome }: { cell: Cell; toCome?: boolean }): ReactNode {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  if (typeof cell === 'string') return cell
  if (typeof cell === 'object') {
    const { amount, share, used } = cell
    return (
      <span className="flex items-center gap-3">
        <span className="relative h-1.5 min-w-16 flex-1 rounded-pill bg-line-strong" aria-hidden>
          <span className="block h-full rounded-pill bg-text" style={{ width: `${share * 100}%` }} />
          {used && (
            <span
              className={classNames(
                'absolute -inset-y-1 w-0.5 -translate-x-1/2 ring-2 ring-surface',
                used.all ? 'bg-warn' : 'bg-info',
              )}
              style={{ left: `${used.share * 100}%` }}
            />
          )}
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
