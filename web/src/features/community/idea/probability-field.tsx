import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Field, useField } from '#ui/form/field.tsx'
import '#ui/form/slider.css'

type Props = {
  /** Whole percent. */
  value: string
  /** The R of target 1; null while the levels are incomplete. */
  targetR: number | null
  /** Above it nothing is lost on average; null while the levels are incomplete. */
  breakEven: number | null
  error: string | undefined
  onChange: (value: string) => void
}

/** How likely target 1 before the stop is, with a mark where it neither gains nor loses. */
export function ProbabilityField({ value, targetR, breakEven, error, onChange }: Props) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  return (
    <Field
      label={t('form.probability')}
      optional={
        <output className="tabular text-14 font-semibold text-text">
          {format.percent(Number(value) / 100)}
        </output>
      }
      error={error}
      hint={
        breakEven === null || targetR === null
          ? t('form.probabilityHint')
          : `${t('form.breakEven', { percent: format.percent(breakEven), ratio: format.number(targetR, Math.round(targetR * 10) % 10 === 0 ? 0 : 1) })} ${t('form.probabilityHint')}`
      }
    >
      <Track value={value} breakEven={breakEven} onChange={onChange} />
    </Field>
  )
}

function Track({ value, breakEven, onChange }: Pick<Props, 'value' | 'breakEven' | 'onChange'>) {
  const format = useFormat()
  const naming = useField()
  return (
    <div className="relative h-8 pointer-coarse:h-target">
      <div aria-hidden className="absolute inset-x-2.5 top-1/2 h-2 -translate-y-1/2 rounded-[4px] bg-raised">
        <div className="absolute inset-y-0 left-0 rounded-l-[4px] bg-curve" style={{ width: `${value}%` }} />
        {breakEven !== null && (
          <i
            className="absolute -top-1 h-4 w-0.5 -translate-x-1/2 bg-control"
            style={{ left: `${(breakEven * 100).toFixed(1)}%` }}
          />
        )}
      </div>
      <input
        {...naming}
        type="range"
        min="1"
        max="99"
        step="1"
        value={value}
        aria-valuetext={format.percent(Number(value) / 100)}
        onChange={(event) => onChange(event.target.value)}
        className="slider-input h-full"
      />
    </div>
  )
}
