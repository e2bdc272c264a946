import { Check, X } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import type { ExerciseView } from './exercise-chart-query.ts'

/** Points from which a line counts as right, as the certificate counts it. */
const RIGHT = 75

/** The charts of an exercise, with what was right. */
export function ExercisePlaces({ view, onPlace }: { view: ExerciseView; onPlace: (place: number) => void }) {
  const { t } = useTranslation('exercise')
  return (
    <ol className="flex gap-2" aria-label={t('charts')}>
      {Array.from({ length: view.of }, (_, index) => index + 1).map((place) => {
        const points = view.points[place]
        const Mark = points !== undefined && points >= RIGHT ? Check : X
        return (
          <li key={place}>
            <button
              type="button"
              aria-current={place === view.place ? 'step' : undefined}
              aria-label={points === undefined ? t('chart', { place }) : t('chartGraded', { place, points })}
              onClick={() => onPlace(place)}
              className={classNames(
                'tabular grid size-9 place-items-center rounded-control border text-14 font-semibold',
                place === view.place
                  ? 'border-lamp-edge bg-lamp text-on-lamp'
                  : points === undefined
                    ? 'border-line-strong text-muted hover:bg-raised'
                    : points >= RIGHT
                      ? 'border-transparent bg-gain-tint text-gain'
                      : 'border-transparent bg-loss-tint text-loss',
              )}
            >
              {points === undefined || place === view.place ? (
                place
              ) : (
                <Mark size={16} strokeWidth={1.75} aria-hidden />
              )}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
