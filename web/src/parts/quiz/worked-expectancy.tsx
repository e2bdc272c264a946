import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Decimal } from 'trading/decimal'
import { drawnTrades } from 'trading/learning/drawn-trades'
import { computeFigure } from 'trading/learning/figures/figures'
import { performance } from 'trading/performance'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { closedResultsQuery } from './closed-results-query.ts'
import { TradeBars } from './trade-bars.tsx'

/** An expectancy worked out: a few trades that have it, and the same sum over every closed signal, computed here. */
export default function WorkedExpectancy({ quotation }: { quotation: string }) {
  const given = computeFigure(quotation)?.given
  const { rate, gain } = given ?? {}
  return (
    <>
      {rate && gain && <OwnTrades rate={rate} gain={gain} loss={given?.loss ?? new Decimal(1)} />}
      <ClosedSignals />
    </>
  )
}

function OwnTrades({ rate, gain, loss }: Record<'rate' | 'gain' | 'loss', Decimal>) {
  const { t } = useTranslation('quiz')
  const format = useFormat()
  const trades = drawnTrades(rate)
  const lost = new Decimal(1).minus(rate)
  return (
    <Card className="grid gap-4 p-5">
      {trades && (
        <figure className="grid gap-3">
          <figcaption className="text-13 text-muted">
            {t('worked.drawn', { count: trades.length })}
          </figcaption>
          <TradeBars trades={trades} gain={gain.toNumber()} loss={loss.toNumber()} />
        </figure>
      )}
      <Sum
        rows={[
          [
            t('worked.winners'),
            `${format.percent(rate)} × ${format.number(gain, gain.dp())}`,
            rate.times(gain),
          ],
          [
            t('worked.losers'),
            `${format.percent(lost)} × ${format.number(loss.negated(), loss.dp())}`,
            lost.times(loss).negated(),
          ],
        ]}
        digits={2}
      />
    </Card>
  )
}

/** Of every closed signal, with three digits: parts that are rounded to two would not always add up. */
function ClosedSignals() {
  const { t } = useTranslation('quiz')
  const format = useFormat()
  const { data: results } = useQuery(closedResultsQuery)
  if (!results || results.length === 0) return null
  const figures = performance(results)
  const { resolved, wins, losses, averageWin, averageLoss, expectancy, expectancyHalfWidth } = figures
  const rows = (['winners', 'losers'] as const).map((side): Row => {
    const [count, mean] = side === 'winners' ? [wins, averageWin] : [losses, averageLoss]
    const share = new Decimal(count).dividedBy(resolved)
    const average = mean ?? new Decimal(0)
    return [
      t(`worked.signal-${side}`, { count }),
      `${format.percent(share, 1)} × ${format.number(average, 2)}`,
      share.times(average),
    ]
  })
  return (
    <Card className="grid gap-4 p-5">
      <h3 className="font-semibold">{t('worked.signals', { count: resolved })}</h3>
      <Sum rows={rows} digits={3} />
      <p className="text-13 text-pretty text-muted">
        {t('worked.mean', {
          mean: format.r(expectancy),
          width: format.number(expectancyHalfWidth, 2),
        })}
        {figures.sample === 'insufficient' && ` ${t('worked.few')}`}
        {results.some(({ demonstration }) => demonstration) && ` ${t('worked.example')}`}
      </p>
      <Button asChild variant="outline" size="lg">
        <Link to="/preuve">
          <ShieldCheck size={16} strokeWidth={1.75} aria-hidden />
          {t('worked.check')}
        </Link>
      </Button>
    </Card>
  )
}

type Row = readonly [name: string, product: string, value: Decimal]

function Sum({ rows, digits }: { rows: readonly Row[]; digits: number }) {
  const { t } = useTranslation('quiz')
  const format = useFormat()
  const total = rows.reduce((sum, [, , value]) => sum.plus(value), new Decimal(0))
  const cells = (name: ReactNode, product: ReactNode, value: Decimal) => (
    <>
      <th scope="row" className="text-left font-[inherit]">
        {name}
      </th>
      <td className="px-3">{product}</td>
      <td className="text-right text-text">{format.r(value, digits)}</td>
    </>
  )
  return (
    <table className="tabular w-full text-14 text-muted [&_td]:py-1 [&_th]:py-1">
      <tbody>
        {rows.map(([name, product, value]) => (
          <tr key={name}>{cells(name, product, value)}</tr>
        ))}
        <tr className="border-t border-line font-semibold text-text">
          {cells(t('worked.expectancy'), null, total)}
        </tr>
      </tbody>
    </table>
  )
}
