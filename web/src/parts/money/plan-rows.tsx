import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Translate, useTranslation } from '#lib/language/i18n.ts'
import type { Plan } from '#lib/money/plan.ts'

type T = Translate<'subscriptions'>
type Cell = true | false | string
type Row = { key: string; cell: (plan: Plan, t: T) => Cell }

/** Without limit it is simply in. */
const counted = (count: number | null, text: string): Cell =>
  count === null ? true : count === 0 ? false : text

/** What each plan includes today, in the order of the brand's table; each cell is included, not included, or a quantity. */
export const PLAN_ROWS = [
  { key: 'open', cell: () => true },
  { key: 'closed', cell: () => true },
  { key: 'premium', cell: (plan, t) => plan.tier === 'premium' || t('plans.atClose') },
  { key: 'follow', cell: () => true },
  { key: 'export', cell: () => true },
] as const satisfies readonly Row[]

/** What a plan will include once it is built; a row moves up when its screen exists. */
export const COMING_ROWS = [
  { key: 'lessons', cell: (plan, t) => t(plan.every_lesson ? 'plans.every' : 'plans.free') },
  { key: 'test', cell: () => true },
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
  if (typeof cell === 'string') return cell
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
