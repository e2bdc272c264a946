import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Button } from '#ui/button.tsx'
import type { FirstSteps, Step } from './first-steps.ts'
import { useNoteStep } from './first-steps-query.ts'

/** How many steps are left and how long they take; the line is cut by minutes. */
export function FirstStepsHeader({
  name,
  known,
  steps,
}: {
  name: string | null
  known: FirstSteps
  steps: readonly Step[]
}) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const note = useNoteStep()
  const now = Date.now()
  const left = steps.filter(({ done }) => !done)
  const minutes = left.reduce((sum, step) => sum + step.minutes, 0)
  const next = left[0]
  return (
    <header className="grid gap-4 border-b border-line px-4 pt-5 pb-4 lg:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="text-13 text-muted">
            {t(name ? 'steps.welcome' : 'steps.welcomeNobody', {
              name,
              day: format.longDate(now),
              since: format.moment(known.joined_at, now),
            })}
          </p>
          <HelpTitle article="premiers-pas" className="mt-1 text-28! leading-8">
            {t('steps.title', { count: left.length, minutes: t('steps.minutes', { count: minutes }) })}
          </HelpTitle>
          <p className="mt-1 text-pretty text-muted">
            {t('steps.purpose')} <b className="font-semibold text-text">{t('steps.doubt')}</b>
          </p>
        </div>
        <Button variant="ghost" busy={note.isPending} onClick={() => note.mutate('put_off')}>
          {t('steps.later')}
        </Button>
      </div>
      <ol className="flex gap-0.5" aria-label={t('steps.line')}>
        {steps.map(({ key, minutes: of, done }) => (
          <li key={key} className="min-w-12" style={{ flexGrow: of }}>
            <span
              className={
                key === next?.key
                  ? 'block h-2 rounded-inner bg-lamp'
                  : done
                    ? 'block h-2 rounded-inner bg-gain'
                    : 'block h-2 rounded-inner bg-line-strong'
              }
            />
            <span className={key === next?.key ? 'text-12 font-semibold' : 'text-12 text-muted'}>
              {t('steps.short', { count: of })}
              {done && <span className="sr-only"> {t('steps.done')}</span>}
            </span>
          </li>
        ))}
      </ol>
    </header>
  )
}
