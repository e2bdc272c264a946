import { RotateCcw, Unplug } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { contentRefusalOf } from '#studio/document/content.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { type QuestionFigures, useSwitchQuestion } from './statistics-queries.ts'

/** Takes a question out of use, or brings it back. */
export function SwitchQuestion({ figures }: { figures: QuestionFigures }) {
  const { t } = useTranslation('courses-studio')
  const { t: studio } = useTranslation('studio')
  const change = useSwitchQuestion()
  const retired = figures.retired_at !== null
  const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
  return (
    <Button
      size="sm"
      variant="outline"
      busy={change.isPending}
      aria-label={`${t(retired ? 'figures.putBack' : 'figures.retire')} : ${figures.title ?? figures.slug}`}
      icon={retired ? <RotateCcw {...icon} /> : <Unplug {...icon} />}
      onClick={() =>
        change.mutate(figures, {
          onSuccess: () => toast({ title: t(retired ? 'figures.isBack' : 'figures.isRetired') }),
          onError: (error) => {
            const { message } = error as { message?: string }
            const why =
              message === 'last_question'
                ? t('figures.last')
                : studio(`refused.${contentRefusalOf(error).key}`)
            toast({ title: why, variant: 'destructive' })
          },
        })
      }
    >
      {t(retired ? 'figures.putBack' : 'figures.retire')}
    </Button>
  )
}

/** Whether a question is out of use, or ought to be looked at. */
export function FiguresState({ figures: { bad, retired_at } }: { figures: QuestionFigures }) {
  const { t } = useTranslation('courses-studio')
  if (retired_at !== null) return <Badge tone="warn">{t('figures.retired')}</Badge>
  return bad ? <Badge tone="warn">{t('figures.bad')}</Badge> : <Badge tone="line">{t('figures.used')}</Badge>
}
