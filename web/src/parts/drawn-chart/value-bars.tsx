import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import type { BarDrawing } from './drawing.ts'

/** A few values beside each other. A list, because every value is written out anyway. */
export function ValueBars({ drawing }: { drawing: BarDrawing }) {
  const { t } = useTranslation('drawn-chart')
  const format = useFormat()
  const { values, labels, unit } = drawing
  const most = Math.max(...values.map(Math.abs)) || 1
  const count = Math.max(...values.map((value) => (String(value).split('.')[1] ?? '').length))
  const write = (value: number) => [format.number(value, count), unit].filter(Boolean).join('\u00a0')
  return (
    <ul aria-label={t('says.bars')} className="grid gap-4">
      {values.map((value, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of a drawing never move
        <li key={place} className="grid gap-1.5 text-13">
          <span className="flex justify-between gap-4">
            <span className="text-muted">{labels[place]}</span>
            <b className="tabular">{write(value)}</b>
          </span>
          <i
            className={classNames('h-2.5 rounded-inner', value < 0 ? 'bg-loss-mark' : 'bg-curve')}
            style={{ width: `${Math.max(0.5, (Math.abs(value) / most) * 100)}%` }}
          />
        </li>
      ))}
    </ul>
  )
}
