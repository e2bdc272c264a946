import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type QuestionFigures, questionFiguresQuery } from './statistics-queries.ts'
import { FiguresState, SwitchQuestion } from './switch-question.tsx'

/** Opens the figures of every published question, the worst first. */
export default function FiguresButton() {
  const { t } = useTranslation('courses-studio')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        icon={<ChartNoAxesColumn size={14} strokeWidth={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('figures.open')}
      </Button>
      <Dialog
        open={open}
        wide
        onOpenChange={setOpen}
        title={t('figures.open')}
        description={t('figures.how')}
      >
        {open && <FiguresList />}
      </Dialog>
    </>
  )
}

function FiguresList() {
  const { t } = useTranslation('courses-studio')
  const list = useQuery(questionFiguresQuery)
  if (list.isLoadingError) return <ErrorState onRetry={() => void list.refetch()} />
  if (list.isPending) return <Skeleton className="h-64" />
  if (list.data.length === 0) return <p className="text-muted">{t('figures.none')}</p>
  return (
    <ul
      aria-label={t('figures.open')}
      className="max-h-[60dvh] divide-y divide-line overflow-y-auto border-y border-line"
    >
      {list.data.map((figures) => (
        <FiguresLine key={figures.item} figures={figures} />
      ))}
    </ul>
  )
}

function FiguresLine({ figures }: { figures: QuestionFigures }) {
  const { t } = useTranslation('courses-studio')
  const format = useFormat()
  const { slug, title, topic, n, difficulty, discrimination } = figures
  return (
    <li className="grid items-center gap-x-4 gap-y-2 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="min-w-0">
        <Link
          to={`/admin/contenus/studio?contenu=question/${slug}`}
          className="block truncate rounded-inner font-medium hover:underline"
        >
          {title ?? slug}
        </Link>
        <p className="tabular text-13 text-muted">
          {t(`choices.${topic}`)} · {t('figures.answers', { count: n, number: format.number(n) })}
          {n > 0 &&
            ` · ${t('figures.rates', {
              difficulty: format.percent(difficulty),
              discrimination: format.number(discrimination, 2),
            })}`}
        </p>
      </div>
      <FiguresState figures={figures} />
      <SwitchQuestion figures={figures} />
    </li>
  )
}
