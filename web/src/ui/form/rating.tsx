import { Star } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { useFieldGroup } from './field.tsx'

const STARS = [1, 2, 3, 4, 5] as const
const star = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const

type Props = {
  value: number | null
  onChange: (value: number) => void
  /** Where no field names it. */
  label?: string
  disabled?: boolean
}

/** A judgement from one to five. The amber of other people's stars is the lamp's here, so these are ink. */
export function RatingInput({ value, onChange, label, disabled }: Props) {
  const { t } = useTranslation('ui')
  const naming = useFieldGroup()
  const name = useId()
  const [near, setNear] = useState<number | null>(null)
  const shown = near ?? value ?? 0
  return (
    <div
      role="radiogroup"
      aria-label={label}
      {...naming}
      onPointerLeave={() => setNear(null)}
      className={classNames('group/rating -mx-1 flex w-fit', disabled && 'opacity-50')}
    >
      {STARS.map((count) => (
        <label
          key={count}
          onPointerEnter={(event) => !disabled && event.pointerType === 'mouse' && setNear(count)}
          className={classNames(
            'grid size-8 place-items-center rounded-inner has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:size-target',
            !disabled && 'cursor-pointer',
          )}
        >
          <input
            type="radio"
            name={name}
            value={count}
            checked={value === count}
            disabled={disabled}
            onChange={() => onChange(count)}
            aria-label={t('rating.stars', { count })}
            className="sr-only"
          />
          <Star
            {...star}
            className={classNames(
              'transition-colors',
              count <= shown ? 'fill-text text-text' : 'text-control group-aria-invalid/rating:text-loss',
            )}
          />
        </label>
      ))}
    </div>
  )
}

type ShownProps = {
  /** From 0 to 5; it is drawn to the half and told to the tenth. */
  value: number | null
  /** A mean never stands without the number of those who gave it. */
  count: number
  children?: ReactNode
}

/** What others judged, in mean. Without a judgement there is an em dash and no star. */
export function Rating({ value, count, children }: ShownProps) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const figure = format.number(value, 1)
  const reviews = t('rating.reviews', { count })
  return (
    <span className="inline-flex items-center gap-2 text-13">
      {value !== null && (
        <span className="flex" role="img" aria-label={t('rating.value', { value: figure })}>
          {STARS.map((place) => (
            <Part key={place} fill={Math.min(1, Math.max(0, Math.round((value - place + 1) * 2) / 2))} />
          ))}
        </span>
      )}
      <span className="tabular font-semibold" aria-hidden={value !== null}>
        {figure}
      </span>
      <span className="text-muted">{children ?? reviews}</span>
    </span>
  )
}

function Part({ fill }: { fill: number }) {
  return (
    <span className="relative" aria-hidden>
      <Star size={16} strokeWidth={1.5} className="text-control" />
      {fill > 0 && (
        <span
          className={classNames('absolute inset-y-0 left-0 overflow-hidden', fill < 1 ? 'w-1/2' : 'w-full')}
        >
          <Star size={16} strokeWidth={1.5} className="fill-text text-text" />
        </span>
      )}
    </span>
  )
}
