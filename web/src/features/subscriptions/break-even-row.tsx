import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { BreakEven, CapitalScale } from '#lib/money/break-even.ts'

type Props = { name: string; capital: BreakEven; currency: string; scale: CapitalScale }

/** One plan on the scale of capitals: the measure as a line with its figure, the interval as a band that may end at never. */
export function BreakEvenRow({ name, capital: { measured, least, most }, currency, scale }: Props) {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  const said = (capital: number | null) =>
    capital === null ? t('breakEven.never') : format.moneyShort(Math.round(capital) * 100, currency)
  const [at, from, to] = [measured, least, most].map((capital) => scale.placeOf(capital) * 100) as [
    number,
    number,
    number,
  ]
  return (
    <div className="grid items-end sm:grid-cols-[80px_minmax(0,1fr)]">
      <dt className="text-13 font-medium">{name}</dt>
      <dd>
        <span className="tabular mb-1 flex text-13 font-medium">
          <span className="relative" style={{ left: `${at}%`, transform: `translateX(-${at}%)` }}>
            {said(measured)}
          </span>
        </span>
        <span className="sr-only">{t('breakEven.band', { least: said(least), most: said(most) })}</span>
        <span aria-hidden className="relative block h-4">
          <span
            className="absolute top-1 h-2 rounded-pill bg-line-strong"
            style={{ left: `${from}%`, right: `${100 - to}%` }}
          />
          <span
            className="absolute inset-y-0 w-1 -translate-x-1/2 rounded-pill bg-text"
            style={{ left: `${at}%` }}
          />
        </span>
      </dd>
    </div>
  )
}
