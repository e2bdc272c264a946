import { useQuery } from '@tanstack/react-query'
import { CalendarCheck2 } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { attemptRefusal, startAttempt } from '#lib/learning/attempts.ts'
import { type Daily, dailyQuery } from '#lib/learning/daily.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { WeekCard } from '../ranking/week-card.tsx'
import { DrawProof } from './draw-proof.tsx'
import { Result } from './result.tsx'
import { StreakCard } from './streak-card.tsx'
import { TopicRadar } from './topic-radar.tsx'

type Props = { onStart: (attempt: string) => void }

/** Today's test: what waits, or how it went; beside it the streak and the week's ranking. */
export function TodayTab({ onStart }: Props) {
  const { t } = useTranslation('daily-test')
  const { data, isLoadingError, refetch } = useQuery(dailyQuery)
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <TodaySkeleton />
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid min-w-0 gap-4">
        {data.result && data.attempt ? (
          <Result daily={data} attempt={data.attempt} result={data.result} />
        ) : data.test ? (
          <StartCard daily={data} onStart={onStart} />
        ) : (
          <EmptyState
            icon={<CalendarCheck2 size={20} strokeWidth={1.75} aria-hidden />}
            title={t('start.none')}
          >
            {t('start.noneText')}
          </EmptyState>
        )}
        <DrawProof />
      </div>
      <div className="grid min-w-0 gap-4">
        <StreakCard daily={data} />
        <TopicRadar topics={data.topics} />
        <WeekCard day={data.day} />
      </div>
    </div>
  )
}

/** What the test asks of a member before they begin: from then on its time runs. */
function StartCard({ daily, onStart }: { daily: Daily } & Props) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const quiz = useTranslation('quiz')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<ReturnType<typeof attemptRefusal> | 'unreached'>(null)
  const start = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      onStart(await startAttempt('daily', daily.day))
    } catch (error) {
      setRefusal(attemptRefusal(error) ?? 'unreached')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card className="grid gap-5 p-5 sm:p-6">
      <div>
        <h2 className="text-20 font-semibold tracking-title first-letter:uppercase">
          {format.longDate(`${daily.day}T12:00`)}
        </h2>
        <p className="mt-1 max-w-120 text-pretty text-muted">
          {t('start.about', { minutes: daily.minutes, time: format.time(daily.closes_at) })}
        </p>
      </div>
      <dl className="grid grid-cols-3 divide-x divide-line border-y border-line py-3">
        {(['questions', 'time', 'once'] as const).map((name) => (
          <div key={name} className="px-4 first:pl-0">
            <dt className="text-13 text-muted">{t(`start.facts.${name}`)}</dt>
            <dd className="text-20 font-semibold">{t(`start.values.${name}`, { minutes: daily.minutes })}</dd>
          </div>
        ))}
      </dl>
      {refusal && <Notice refusal>{quiz.t(`refused.${refusal}`)}</Notice>}
      <Button
        variant="primary"
        size="lg"
        busy={busy}
        disabled={busy}
        onClick={() => void start()}
        className="justify-self-start max-sm:w-full"
      >
        {t(daily.attempt ? 'start.resume' : 'start.begin')}
      </Button>
    </Card>
  )
}

function TodaySkeleton() {
  return (
    <div aria-busy className="grid animate-wait items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
      <Skeleton className="h-60 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}
