import { computeFigure } from 'trading/learning/figures/figures'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { ARGUMENTS, FORMULAS } from './figure-formulas.ts'
import { FormulaView } from './formula-view.tsx'

/** How a figure of a text is computed, here and now: its formula with the names of its arguments and their values, or with the values in it. */
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
  const named = Object.keys(found.given).every((name) => name in names)
  const shown = named
    ? names
    : Object.fromEntries(
        Object.entries(found.given).map(([name, one]) => [name.replace('-', ''), write(one)]),
      )
  const { value } = found
  return (
    <div className="grid gap-3 text-13">
      <p className="font-semibold">{t('figure.title')}</p>
      {formula && <FormulaView formula={`\\displaystyle ${formula}`} names={shown} />}
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular">
        {Object.entries(named ? found.given : {}).map(([name, given]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{names[name]}</dt>
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
