import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Definition } from '#ui/overlay/tooltip.tsx'
import { type Figures, STEPS } from './figures.ts'

/** The sign-up funnel: each step as a share of the first. */
export function StepBars({ steps }: { steps: Figures['steps'] }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const all = steps.signed_up
  return (
    <ol className="grid gap-3">
      {STEPS.map((step) => {
        const share = all === 0 ? null : steps[step] / all
        return (
          <li key={step} className="grid gap-1">
            <div className="flex items-baseline justify-between gap-3 text-13">
              <Definition term={t(`figures.steps.${step}`)}>{t(`figures.stepsNote.${step}`)}</Definition>
              <span className="tabular whitespace-nowrap">
                <b className="font-semibold">
                  {t('figures.of', { count: format.number(steps[step]), all: format.number(all) })}
                </b>
                <span className="ml-2 text-muted">{format.percent(share)}</span>
              </span>
            </div>
            <div aria-hidden className="h-1.5 overflow-hidden rounded-pill bg-raised">
              <div className="h-full rounded-pill bg-series-2" style={{ width: `${(share ?? 0) * 100}%` }} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}
