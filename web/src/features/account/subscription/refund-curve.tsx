import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { RefundStep } from '#lib/money/refund-steps.ts'

const HEIGHT = 48

type Props = {
  steps: readonly RefundStep[]
  /** When the right to withdraw ends, Unix time in milliseconds. */
  until: number
  now: number
  currency: string
  /** The place of a moment on the period's line, 0 to 1. */
  shareOf: (at: number) => number
}

/** What a withdrawal gives back from day to day, under the period it belongs to and on its scale. */
export function RefundCurve({ steps, until, now, currency, shareOf }: Props) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const [first, last] = [steps[0], steps.at(-1)]
  const today = steps.findLast(({ at }) => at <= now) ?? first
  if (!first || !last || !today) return null
  const x = (at: number) => Math.round(shareOf(at) * 1000)
  const y = (refund: number) => Math.round((1 - refund / first.refund) * HEIGHT)
  const line = `M0 0${steps.map(({ at, refund }) => `H${x(at)}V${y(refund)}`).join('')}H${x(until)}V${HEIGHT}`
  const amount = (step: RefundStep) => format.money(step.refund, currency)
  return (
    <figure className="mt-2 text-12 text-muted">
      <div className="relative border-b border-line pt-5">
        <svg
          viewBox={`0 0 1000 ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-12 w-full overflow-visible"
          role="img"
          aria-label={t('plan.refunds', {
            today: amount(today),
            last: amount(last),
            date: format.parisDayMonth(last.at),
          })}
        >
          <path className="fill-well" d={`${line}H0Z`} />
          <path className="fill-none stroke-muted" vectorEffect="non-scaling-stroke" d={line} />
          <path
            className="stroke-lamp-edge"
            strokeDasharray="1 3"
            vectorEffect="non-scaling-stroke"
            d={`M${x(now)} -20V${y(today.refund)}`}
          />
        </svg>
        <span
          aria-hidden
          className="absolute size-2 -translate-1/2 rounded-pill border-2 border-text bg-surface"
          style={{ left: `${shareOf(now) * 100}%`, top: 20 + y(today.refund) }}
        />
        <span
          aria-hidden
          className="tabular absolute ml-2 font-medium whitespace-nowrap text-text"
          style={{ left: `${shareOf(now) * 100}%`, top: y(today.refund) }}
        >
          {amount(today)}
        </span>
        {last === today ? null : (
          <span
            aria-hidden
            className="tabular absolute bottom-1 ml-2 text-balance"
            style={{ left: `${shareOf(until) * 100}%` }}
          >
            {t('plan.refundLast', { amount: amount(last) })}
          </span>
        )}
      </div>
      <figcaption className="mt-1.5 flex flex-wrap justify-between gap-x-3">
        <span>{t('plan.refundEach')}</span>
        <span>{t('plan.refundAfter')}</span>
      </figcaption>
    </figure>
  )
}
