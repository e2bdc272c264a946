import { useQuery } from '@tanstack/react-query'
import { BrainCircuit } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { attemptRefusal, startAttempt } from '#lib/learning/attempts.ts'
import { inLanguage } from '#lib/learning/questions.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { reviewsQuery } from '../queries.ts'
import { MemoryLine } from './memory-line.tsx'
import { RecallCard } from './recall-card.tsx'

/** Questions that were answered wrong come back when they are about to be forgotten. */
export function ReviewsTab({ onStart }: { onStart: (attempt: string) => void }) {
  const { t } = useTranslation('daily-test')
  const language = useLanguage()
  const { data, isLoadingError, refetch } = useQuery(reviewsQuery)
  const quiz = useTranslation('quiz')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<ReturnType<typeof attemptRefusal> | 'unreached'>(null)
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80 w-full animate-wait" />
  const start = async () => {
    setBusy(true)
    try {
      onStart(await startAttempt('review', ''))
    } catch (error) {
      setRefusal(attemptRefusal(error) ?? 'unreached')
      setBusy(false)
    }
  }
  const waits = data.due > 0 || data.attempt !== null
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid min-w-0 gap-4">
        {waits ? (
          <Card className="flex flex-wrap items-center justify-between gap-4 p-5 sm:p-6">
            <div>
              <h2 className="text-20 font-semibold tracking-title">
                {t('reviews.due', { count: data.due })}
              </h2>
              <p className="mt-0.5 text-muted">{t('reviews.about')}</p>
            </div>
            <Button
              variant="primary"
              size="lg"
              busy={busy}
              disabled={busy}
              onClick={() => void start()}
              className="max-sm:w-full"
            >
              {t(data.attempt ? 'reviews.resume' : 'reviews.start')}
            </Button>
          </Card>
        ) : (
          <EmptyState
            icon={<BrainCircuit size={20} strokeWidth={1.75} aria-hidden />}
            title={t(data.in_memory > 0 ? 'reviews.none' : 'reviews.empty')}
          >
            {t(data.in_memory > 0 ? 'reviews.noneText' : 'reviews.emptyText')}
          </EmptyState>
        )}
        {refusal && <Notice refusal>{quiz.t(`refused.${refusal}`)}</Notice>}
        {data.cards.length > 0 && (
          <Card className="overflow-hidden">
            <div className="flex items-baseline justify-between gap-3 px-5 py-3 sm:px-6">
              <h2 className="font-semibold">{t('reviews.memory')}</h2>
              <span className="text-13 text-muted">{t('reviews.count', { count: data.in_memory })}</span>
            </div>
            <ul>
              {data.cards.map((card) => (
                <li
                  key={card.question}
                  className="grid gap-x-4 gap-y-3 border-t border-line px-5 py-4 sm:px-6 md:grid-cols-[minmax(0,1fr)_216px]"
                >
                  <div className="min-w-0">
                    <MarkdownView
                      text={inLanguage(card.asked.texts, language).ask}
                      under={3}
                      className="text-14! font-semibold [&_p]:my-0"
                    />
                    <p className="mt-1 text-13 text-muted">{t(`topics.${card.asked.topic}`)}</p>
                  </div>
                  {card.reminders.length > 0 && <MemoryLine reminders={card.reminders} />}
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      <RecallCard />
    </div>
  )
}
