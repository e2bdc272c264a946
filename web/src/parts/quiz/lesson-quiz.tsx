import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import {
  attemptQuery,
  attemptRefusal,
  lastQuizKey,
  lastQuizQuery,
  startAttempt,
} from '#lib/learning/attempts.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { AnswerSeal } from './answer-seal.tsx'
import { AttemptRun } from './attempt-run.tsx'

type Props = {
  course: string
  lesson: string
  /** Called when the quiz was passed. */
  onDone: () => void
}

/** The share of right answers that passes a quiz, as the server counts it. */
const PASS = 0.8
const threshold = (total: number) => Math.ceil(total * PASS)

/** A lesson's quiz: no time runs, leaving keeps the place, and below the threshold it opens again the next day. */
export default function LessonQuiz({ course, lesson, onDone }: Props) {
  const { t } = useTranslation('quiz')
  const cache = useQueryClient()
  const subject = `${course}/${lesson}`
  const last = useQuery(lastQuizQuery(subject))
  const [running, setRunning] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<ReturnType<typeof attemptRefusal> | 'unreached'>(null)

  const start = async () => {
    setRefusal(null)
    try {
      setRunning(await startAttempt('quiz', subject))
      // Whoever leaves finds the attempt that is now open.
      await cache.invalidateQueries({ queryKey: lastQuizKey(subject) })
    } catch (error) {
      setRefusal(attemptRefusal(error) ?? 'unreached')
    }
  }
  const finished = async (id: string) => {
    await cache.invalidateQueries({ queryKey: attemptQuery(id).queryKey })
    const read = await cache.fetchQuery(attemptQuery(id))
    await cache.invalidateQueries({ queryKey: lastQuizKey(subject) })
    setRunning(null)
    if ((read.score ?? 0) >= threshold(read.total)) onDone()
  }
  if (running) {
    return (
      <AttemptRun
        attempt={running}
        title={t('lesson.title')}
        aside={t('lesson.untimed')}
        note={(_, right, total) => t('lesson.threshold', { count: right, threshold: threshold(total) })}
        onFinished={() => void finished(running)}
        onLeave={() => setRunning(null)}
      />
    )
  }
  if (last.isLoadingError) return <ErrorState onRetry={() => void last.refetch()} />
  if (last.isPending) return <Skeleton className="h-60 w-full" />
  const attempt = last.data
  if (attempt?.finished_at) {
    return <QuizEnd id={attempt.id} finishedAt={attempt.finished_at} onAgain={() => void start()} />
  }
  return (
    <div className="grid gap-4">
      <EmptyState
        icon={<ListChecks size={20} strokeWidth={1.75} aria-hidden />}
        title={t('lesson.title')}
        action={
          <Button variant="primary" size="lg" onClick={() => void start()}>
            {t(attempt ? 'lesson.resume' : 'lesson.start')}
          </Button>
        }
      >
        {t('lesson.about')}
      </EmptyState>
      {refusal && <Notice refusal>{t(`refused.${refusal}`)}</Notice>}
    </div>
  )
}

/** The score, its seal, and when the quiz may be tried again. */
function QuizEnd({ id, finishedAt, onAgain }: { id: string; finishedAt: string; onAgain: () => void }) {
  const { t } = useTranslation('quiz')
  const format = useFormat()
  const { data, isLoadingError, refetch } = useQuery(attemptQuery(id))
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-60 w-full" />
  const right = data.questions.map(({ answer }) => answer?.right ?? false)
  const score = data.score ?? right.filter(Boolean).length
  const passed = score >= threshold(data.total)
  const nextDay = format.date(finishedAt) !== format.date(Date.now())
  return (
    <section className="grid justify-items-center gap-4 rounded-card border border-line bg-surface p-6 text-center">
      <AnswerSeal quizzes={[right]} label={t('seal', { right: score, of: data.total })}>
        {`${score} / ${data.total}`}
      </AnswerSeal>
      <h2 className="text-20 font-semibold tracking-title">
        {t(passed ? 'lesson.passed' : 'lesson.failed')}
      </h2>
      <p className="max-w-100 text-pretty text-muted">
        {t(passed ? 'lesson.passedText' : nextDay ? 'lesson.failedOpen' : 'lesson.failedText', {
          threshold: threshold(data.total),
        })}
      </p>
      {(passed || nextDay) && (
        <Button variant={passed ? 'outline' : 'primary'} size="lg" onClick={onAgain}>
          {t('lesson.again')}
        </Button>
      )}
    </section>
  )
}
