import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { AnchoredPanel, type AnchoredProps } from '#ui/overlay/anchored-panel.tsx'
import { Calendar } from './calendar.tsx'
import { addDays, type Period } from './iso-date.ts'

type Props = {
  value: Period | null
  onChange: (value: Period | null) => void
  min: string | undefined
  max: string | undefined
  today: string
}

const LENGTHS = [7, 30, 90] as const

/** The common periods and the calendar under a period input. */
export default function OpenPeriod({ value, onChange, min, max, today, ...panel }: Props & AnchoredProps) {
  const { t } = useTranslation('ui')
  return (
    <AnchoredPanel
      {...panel}
      label={t('dates.calendar')}
      className="max-h-(--radix-popper-available-height) w-72 overflow-y-auto pointer-coarse:w-86 md:w-auto!"
    >
      <Choosing value={value} onChange={onChange} min={min} max={max} today={today} />
    </AnchoredPanel>
  )
}

function Choosing({ value, onChange, min, max, today }: Props) {
  const { t } = useTranslation('ui')
  const [start, setStart] = useState<string | null>(null)
  const [near, setNear] = useState<string | null>(null)
  const shown = start === null ? value : ordered(start, near ?? start)
  const presets = [
    ...LENGTHS.map((count) => ({
      name: t('dates.days', { count }),
      period: { from: addDays(today, 1 - count), to: today },
    })),
    { name: t('dates.year'), period: { from: `${today.slice(0, 4)}-01-01`, to: today } },
  ]
  return (
    <div className="md:flex">
      {/* biome-ignore lint/a11y/useSemanticElements: these are buttons that answer at once, not a form's fieldset */}
      <div
        role="group"
        aria-label={t('dates.presets')}
        className="grid grid-cols-2 content-start gap-1 border-b border-line-strong p-2 md:w-44 md:grid-cols-1 md:border-r md:border-b-0"
      >
        {presets.map(({ name, period }) => {
          const chosen = start === null && value?.from === period.from && value.to === period.to
          return (
            <button
              key={name}
              type="button"
              aria-pressed={chosen}
              onClick={() => onChange(period)}
              className={classNames(
                'h-8 rounded-inner px-2 text-left text-13 transition-colors hover:bg-line pointer-coarse:h-target',
                chosen ? 'bg-line font-medium' : 'text-muted hover:text-text',
              )}
            >
              {name}
            </button>
          )
        })}
      </div>
      <div>
        <Calendar
          from={shown?.from ?? null}
          to={shown?.to ?? null}
          onDay={(day) => (start === null ? setStart(day) : onChange(ordered(start, day)))}
          onNear={setNear}
          min={min}
          max={max}
          today={today}
          months={window.matchMedia('(min-width: 48rem)').matches ? 2 : 1}
        />
        <div className="flex min-h-10 items-center justify-between gap-3 border-t border-line-strong py-1 pr-1 pl-3 text-13 text-muted">
          <span aria-live="polite">{start === null ? t('dates.from') : t('dates.to')}</span>
          {value && (
            <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
              {t('dates.clear')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

const ordered = (one: string, other: string): Period =>
  one <= other ? { from: one, to: other } : { from: other, to: one }
