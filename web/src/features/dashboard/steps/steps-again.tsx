import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import type { FirstSteps, Step } from './first-steps.ts'
import { useNoteStep } from './first-steps-query.ts'

/** The way back to first steps that were put off. */
export function StepsAgain({ known, steps }: { known: FirstSteps; steps: readonly Step[] }) {
  const { t } = useTranslation('dashboard')
  const note = useNoteStep()
  if (known.put_off_at === null || steps.every(({ done }) => done)) return null
  return (
    <div>
      <Button variant="ghost" className="-ml-3" busy={note.isPending} onClick={() => note.mutate('resumed')}>
        {t('steps.resume')}
      </Button>
    </div>
  )
}
