import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { BesideProps } from '#studio/define-studio.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Facts } from '#ui/figure/facts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { questionFiguresQuery } from './statistics-queries.ts'
import { FiguresState, SwitchQuestion } from './switch-question.tsx'

/** How members answered the published version of the question that is open. */
export default function QuestionFiguresPanel({ item, mayWrite }: BesideProps) {
  const { t } = useTranslation('courses-studio')
  const format = useFormat()
  const list = useQuery(questionFiguresQuery)
  const figures = list.data?.find((one) => one.item === item.id)
  return (
    <section aria-label={t('figures.title')} className="border-t border-line px-4 pt-3.5 pb-4 md:px-5">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="mr-auto font-semibold">{t('figures.title')}</h3>
        {figures && <FiguresState figures={figures} />}
        {figures && mayWrite && <SwitchQuestion figures={figures} />}
      </div>
      {list.isLoadingError ? (
        <ErrorState onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Skeleton className="h-16" />
      ) : !figures ? (
        <p className="text-13 text-muted">{t('figures.unpublished')}</p>
      ) : (
        <>
          <Facts
            rows={[
              { name: t('figures.n'), value: format.number(figures.n) },
              { name: t('figures.difficulty'), value: format.percent(figures.difficulty) },
              { name: t('figures.discrimination'), value: format.number(figures.discrimination, 2) },
            ]}
          />
          <p className="mt-2 text-13 text-pretty text-muted">{t('figures.how')}</p>
        </>
      )}
    </section>
  )
}
