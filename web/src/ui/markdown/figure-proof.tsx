import { computeFigure } from 'trading/learning/figures/figures'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { ARGUMENTS, FORMULAS } from './figure-formulas.ts'
import { FormulaView } from './formula-view.tsx'

/** How a figure of a text is computed: its formula, its arguments and the result, computed here and now. */
export default function FigureProof({ quotation }: { quotation: string }) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const found = computeFigure(quotation)
  if (!found) return <p className="text-13 text-muted">{t('figure.unknown')}</p>
  const write = (value: { toDecimalPlaces: (count: number) => { toFixed: () => string } }) => {
    const text = value.toDecimalPlaces(6).toFixed()
    return format.number(text, (text.split('.')[1] ?? '').length)
  }
  const names = Object.fromEntries(ARGUMENTS.map((name) => [name, t(`figure.names.${name}`)]))
  const formula = FORMULAS[found.name]
  const { value } = found
  return (
    <div className="grid gap-3 text-13">
      <p className="font-semibold">{t('figure.title')}</p>
      {formula ? (
        <FormulaView formula={`\\displaystyle ${formula}`} names={names} />
      ) : (
        <p className="font-mono text-12">{found.name}</p>
      )}
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular">
        {Object.entries(found.given).map(([name, given]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{names[name] ?? name}</dt>
            <dd className="text-right">{write(given)}</dd>
          </div>
        ))}
        <dt className="border-t border-line pt-1 font-medium">{t('figure.result')}</dt>
        <dd className="border-t border-line pt-1 text-right font-semibold">
          {write(value)}
          {value.abs().lt(1) && !value.isZero() && (
            <span className="ml-2 font-normal text-muted">{format.percent(value, 2)}</span>
          )}
        </dd>
      </dl>
    </div>
  )
}
