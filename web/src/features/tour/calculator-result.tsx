import { Decimal } from 'trading/decimal'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import type { CalculatorInput, CalculatorResult } from './position-calculator.ts'

/** The size and its consequences, with the calculation. A missing figure is an em dash. */
export function CalculatorResultPanel({
  result,
  asked,
  problem,
}: {
  result: CalculatorResult | null
  asked: Pick<CalculatorInput, 'capital' | 'riskPercent' | 'stopPips'> | null
  problem: string | null
}) {
  const { t } = useTranslation('tour')
  const format = useFormat()
  const money = (value: Decimal) => format.money(value.times(100).round().toNumber(), brand.currency)
  const rows = [
    { term: t('calculator.loss'), value: result ? money(result.lossAtStop) : format.dash },
    { term: t('calculator.pip'), value: result ? money(result.pipOfPosition) : format.dash },
    {
      term: t('calculator.margin', { leverage: result?.leverage ?? 30 }),
      value: result ? money(result.margin) : format.dash,
    },
  ]
  const tooSmall = result?.lots.isZero() ? asked : null
  return (
    <div className="grid items-center gap-x-8 gap-y-5 border-line bg-well px-4 py-5 max-lg:border-t md:grid-cols-[200px_1fr] md:px-8 md:py-6 lg:border-l">
      <div className="grid gap-1" aria-live="polite">
        <span className="text-13 text-muted">{t('calculator.size')}</span>
        <span className="tabular text-40 font-semibold tracking-[-0.015em]">
          {result ? format.number(result.lots, 2) : format.dash}{' '}
          <small className="text-20 font-semibold tracking-normal text-muted">
            {t(result?.lots.greaterThan(1) ? 'calculator.lots' : 'calculator.lot')}
          </small>
        </span>
      </div>
      <dl>
        {rows.map(({ term, value }) => (
          <div key={term} className="flex justify-between gap-4 py-1.5">
            <dt className="text-muted">{term}</dt>
            <dd className="font-semibold whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="tabular border-t border-line pt-4 text-13 md:col-span-2">
        {problem ? (
          <span className="text-muted">{problem}</span>
        ) : tooSmall ? (
          t('calculator.tooSmall', {
            needed: money(
              tooSmall.stopPips
                .times(result?.pipOfOneLot ?? 0)
                .dividedBy(tooSmall.riskPercent)
                .ceil(),
            ),
          })
        ) : (
          <>
            <span className="text-muted">{t('calculator.working')}</span>{' '}
            {result && asked
              ? t('calculator.formula', {
                  capital: money(asked.capital),
                  risk: format.percent(asked.riskPercent.dividedBy(100).toString(), 1),
                  stop: format.number(asked.stopPips, asked.stopPips.isInteger() ? 0 : 1),
                  pip: money(result.pipOfOneLot),
                  exact: format.number(result.exactLots.toDecimalPlaces(3, Decimal.ROUND_DOWN), 3),
                  lots: format.number(result.lots, 2),
                })
              : format.dash}
          </>
        )}
      </p>
    </div>
  )
}
