import { useQuery } from '@tanstack/react-query'
import { Check, Repeat2, X } from 'lucide-react'
import { percentile } from 'trading/learning/percentile'
import { useFormat } from '#lib/language/format.ts'
import { Trans, useTranslation } from '#lib/language/i18n.ts'
import { attemptQuery } from '#lib/learning/attempts.ts'
import type { Daily } from '#lib/learning/daily.ts'
import type { Question } from '#lib/learning/questions.ts'
import { WRONG_BAR } from '#parts/quiz/segments.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { MISTAKES, Mistakes } from './mistakes.tsx'
import { ScoreBars } from './score-bars.tsx'
import { ShareResult } from './share-result.tsx'

type Props = { daily: Daily; attempt: string; result: NonNullable<Daily['result']> }

/** The score first, then the mistakes: what is left to do with the day. */
export function Result({ daily, attempt, result }: Props) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const { data } = useQuery(attemptQuery(attempt))
  const { score, total } = result
  const better = daily.scores && percentile(daily.scores.counts, score)
  const wrong = data?.questions.filter(({ answer }) => answer && !answer.right) ?? []
  return (
    <>
      <Card className="overflow-hidden">
        <div className={classNames('grid', daily.scores && 'md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]')}>
          <div className="grid content-between gap-4 p-5 sm:p-6">
            <div>
              <p className="text-13 text-muted first-letter:uppercase">
                {t('result.when', {
                  day: format.longDate(`${daily.day}T12:00`),
                  time: format.time(result.finished_at),
                  length: lengthText(result.milliseconds),
                })}
              </p>
              <p className="mt-1 flex items-baseline gap-2">
                <b className="tabular text-40 tracking-figure">{score}</b>
                <span className="text-20 text-muted">{t('result.of', { total })}</span>
              </p>
              {better !== null && daily.scores && (
                <p className="text-16 text-muted">
                  <Trans
                    t={t}
                    i18nKey="result.better"
                    values={{
                      share: format.percent(better / 100),
                      players: format.number(daily.scores.players),
                    }}
                    components={{ b: <b className="text-text" /> }}
                  />
                </p>
              )}
              {!daily.scores && <p className="text-muted">{t('result.few')}</p>}
              {daily.month_mean && (
                <p className="text-muted">{t('result.mean', { mean: format.number(daily.month_mean, 1) })}</p>
              )}
            </div>
            <div className="flex flex-wrap gap-2">
              {wrong.length > 0 && (
                <Button asChild variant="primary" size="lg" className="max-sm:w-full">
                  <a href={`#${MISTAKES}`}>
                    <Repeat2 size={16} strokeWidth={1.75} aria-hidden />
                    {t('result.review', { count: wrong.length })}
                  </a>
                </Button>
              )}
              {data && (
                <ShareResult
                  daily={daily}
                  right={data.questions.map(({ answer }) => answer?.right === true)}
                />
              )}
            </div>
          </div>
          {daily.scores && (
            <div className="border-line p-5 max-md:border-t md:border-l">
              <ScoreBars counts={daily.scores.counts} score={score} />
            </div>
          )}
        </div>
        {data ? <Cells questions={data.questions} /> : <Skeleton className="h-20 w-full" />}
      </Card>
      {wrong.length > 0 && <Mistakes questions={wrong} attempt={attempt} />}
    </>
  )
}

/** `6 min 48` */
function lengthText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}\u00a0min\u00a0${String(seconds % 60).padStart(2, '0')}`
}

/** The ten questions with what they were about; wrong ones in dashes. */
function Cells({ questions }: { questions: readonly Question[] }) {
  const { t } = useTranslation('daily-test')
  return (
    <ol className="grid grid-cols-5 border-line max-lg:gap-y-px lg:grid-cols-10">
      {questions.map(({ place, topic, answer }, at) => {
        const right = answer?.right === true
        const Icon = right ? Check : X
        return (
          <li
            key={place}
            className={classNames(
              'grid min-w-0 content-start gap-1.5 border-t border-line px-1.5 pt-3 pb-3.5 sm:px-2.5',
              at % 5 > 0 && 'border-l',
              at === 5 && 'lg:border-l',
            )}
          >
            <i className={classNames('h-1 rounded-pill', right ? 'bg-gain-mark' : WRONG_BAR)} />
            <span className="flex items-center gap-1 text-13 font-medium">
              {at + 1}
              <Icon size={14} strokeWidth={2} className={right ? 'text-gain' : 'text-loss'} aria-hidden />
              <span className="sr-only">{t(right ? 'result.right' : 'result.wrong')}</span>
            </span>
            <span className="text-12 text-muted hyphens-auto wrap-anywhere">{t(`cells.${topic}`)}</span>
          </li>
        )
      })}
    </ol>
  )
}
