import type { KeyboardEvent, PointerEvent } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'

type Props = {
  /** Whole percent; null until the member has chosen: an untouched slider is no answer. */
  value: number | null
  /** What a price without direction would give. */
  chance: number
  onChange: (value: number) => void
}

const percent = (value: number) => `${value}%`

/** A probability from 0 to 100: ← and → by one point, with Shift by five; the tick is chance. */
export function ProbabilitySlider({ value, chance, onChange }: Props) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const keep = (next: number) => onChange(Math.min(100, Math.max(0, Math.round(next))))
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    keep(((event.clientX - left) / width) * 100)
  }
  const move = (event: KeyboardEvent) => {
    const from = value ?? chance
    const step = event.shiftKey ? 5 : 1
    const next: Record<string, number> = {
      ArrowRight: from + step,
      ArrowUp: from + step,
      ArrowLeft: from - step,
      ArrowDown: from - step,
      Home: 0,
      End: 100,
    }
    const to = next[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    keep(to)
  }
  const from = Math.min(value ?? chance, chance)
  return (
    <div className="grid gap-1">
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('forecast.probability')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value ?? chance}
        aria-valuetext={value === null ? t('forecast.unset') : format.inPercent(value)}
        onKeyDown={move}
        onPointerDown={drag}
        onPointerMove={drag}
        className="group relative h-11 cursor-pointer touch-pan-y outline-none"
      >
        <i className="absolute inset-x-0 top-1/2 h-2 -translate-y-1/2 rounded-pill bg-raised ring-1 ring-line-strong ring-inset group-focus-visible:outline-2 group-focus-visible:outline-offset-4 group-focus-visible:outline-focus" />
        {value !== null && (
          <i
            className="absolute top-1/2 h-2 -translate-y-1/2 bg-muted"
            style={{ left: percent(from), width: percent(Math.abs(value - chance)) }}
          />
        )}
        <i
          className="absolute top-1/2 h-4 w-px -translate-y-1/2 bg-muted"
          style={{ left: percent(chance) }}
        />
        {value !== null && (
          <i
            className="absolute top-1/2 h-6 w-2 -translate-1/2 rounded-pill bg-lamp-edge ring-3 ring-surface pointer-coarse:h-9 pointer-coarse:w-3"
            style={{ left: percent(value) }}
          />
        )}
      </div>
      <div aria-hidden className="tabular relative flex h-4 justify-between text-12 text-muted">
        <span className={classNames(chance < 28 && 'invisible')}>{t('forecast.no')}</span>
        <span
          className="absolute -translate-x-1/2 whitespace-nowrap"
          style={{ left: percent(Math.min(84, Math.max(14, chance))) }}
        >
          {t('forecast.chance', { chance: format.inPercent(chance) })}
        </span>
        <span className={classNames(chance > 72 && 'invisible')}>{t('forecast.yes')}</span>
      </div>
    </div>
  )
}
