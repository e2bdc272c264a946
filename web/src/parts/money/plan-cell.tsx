import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import type { Cell, Row, Used } from './plan-rows.ts'

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
