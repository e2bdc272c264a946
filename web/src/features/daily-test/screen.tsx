import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { attemptQuery, type Purpose } from '#lib/learning/attempts.ts'
import { DAILY, dailyQuery } from '#lib/learning/daily.ts'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { AttemptRun } from '#parts/quiz/attempt-run.tsx'
import { Tabs } from '#ui/figure/tabs.tsx'
import { ForecastsTab } from './forecasts/forecasts-tab.tsx'
import { RankingTab } from './ranking/ranking-tab.tsx'
import { ReviewsTab } from './reviews/reviews-tab.tsx'
import { TodayTab } from './today/today-tab.tsx'

const TABS = ['test', 'suite', 'revisions', 'classement'] as const
type Running = { purpose: Purpose; attempt: string }

export default function DailyTestScreen() {
  return (
    <QueryBoundary>
      <DailyTest />
    </QueryBoundary>
  )
}

/** The day's test, forecasts, reviews and ranking (S-111); while an attempt runs, it has the screen. */
function DailyTest() {
  const { t } = useTranslation('daily-test')
  const cache = useQueryClient()
  const daily = useQuery(dailyQuery)
  const [search, setSearch] = useSearchParams()
  const [running, setRunning] = useState<Running | null>(null)
  const [left, setLeft] = useState(false)
  const asked = search.get('onglet')
  const open = TABS.find((tab) => tab === asked) ?? 'test'

  // The time of an open test runs on: whoever reloads the page is back in it.
  const resumed =
    daily.data?.attempt && !daily.data.result && !left && open === 'test'
      ? ({ purpose: 'daily', attempt: daily.data.attempt } as const)
      : null
  const run = running ?? resumed
  const start = (next: Running) => setRunning(next)
  const finished = async ({ purpose, attempt }: Running) => {
    await Promise.all([
      cache.invalidateQueries({ queryKey: attemptQuery(attempt).queryKey }),
      cache.invalidateQueries({ queryKey: DAILY }),
      cache.invalidateQueries({ queryKey: ['reviews'] }),
    ])
    if (purpose === 'daily') setLeft(true)
    setRunning(null)
  }
  if (run) {
    const title = t(run.purpose === 'review' ? 'tabs.revisions' : 'tabs.test')
    return (
      <div className="flex flex-1 flex-col px-4">
        <h1 className="sr-only">{title}</h1>
        <AttemptRun
          key={run.attempt}
          attempt={run.attempt}
          title={title}
          note={({ topic, level }) => t('about', { topic: t(`topics.${topic}`), level })}
          onFinished={() => void finished(run)}
          onLeave={() => {
            setLeft(true)
            setRunning(null)
            void cache.invalidateQueries({ queryKey: DAILY })
          }}
        />
      </div>
    )
  }
  const content = {
    test: <TodayTab onStart={(attempt) => start({ purpose: 'daily', attempt })} />,
    suite: <ForecastsTab />,
    revisions: <ReviewsTab onStart={(attempt) => start({ purpose: 'review', attempt })} />,
    classement: <RankingTab />,
  }
  return (
    <div className="mx-auto w-full max-w-312 px-4 pt-5 pb-10 lg:px-6">
      <header className="mb-1">
        <HelpTitle article={open === 'suite' ? 'et-ensuite' : 'test-et-serie'}>
          {t(`titles.${open}`)}
        </HelpTitle>
        <p className="mt-0.5 text-pretty text-muted">{t(`purposes.${open}`)}</p>
      </header>
      <Tabs
        label={t('title')}
        value={open}
        onChange={(tab) =>
          setSearch(() => new URLSearchParams(tab === 'test' ? '' : { onglet: tab }), { replace: true })
        }
        tabs={TABS.map((tab) => ({ value: tab, label: t(`tabs.${tab}`), content: content[tab] }))}
      />
    </div>
  )
}
