import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, CandlestickChart } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ExerciseChart } from './exercise-chart.tsx'
import { type ExerciseView, exerciseQuery, gradeExercise } from './exercise-chart-query.ts'
import { ExerciseMark } from './exercise-mark.tsx'
import { ExercisePlaces } from './exercise-places.tsx'

type Props = { course: string; lesson: string; onDone: () => void }

/** A lesson's exercise: one chart after the other, each a sealed signal that is shown with the grade. */
export default function Exercise({ course, lesson, onDone }: Props) {
  const { t } = useTranslation('exercise')
  const [place, setPlace] = useState(1)
  const path = `${course}/${lesson}`
  const chart = useQuery(exerciseQuery(path, place))
  if (chart.isPending) return <Skeleton className="h-120 w-full" />
  if (chart.isLoadingError) {
    if ((chart.error as { message?: string }).message === 'subject_unknown')
      return (
        <EmptyState
          icon={<CandlestickChart size={20} strokeWidth={1.75} aria-hidden />}
          title={t('none.title')}
        >
          {t('none.text')}
        </EmptyState>
      )
    return <ErrorState onRetry={() => void chart.refetch()} />
  }
  return (
    <Placing
      key={`${path} ${place}`}
      path={path}
      view={chart.data}
      onPlace={setPlace}
      onGraded={(view) => {
        if (Object.keys(view.points).length === view.of) onDone()
      }}
    />
  )
}

type PlacingProps = {
  path: string
  view: ExerciseView
  onPlace: (place: number) => void
  onGraded: (view: ExerciseView) => void
}

function Placing({ path, view, onPlace, onGraded }: PlacingProps) {
  const { t } = useTranslation('exercise')
  const cache = useQueryClient()
  const [price, setPrice] = useState('')
  const [sending, setSending] = useState(false)
  const [failed, setFailed] = useState(false)
  const { task, direction, answer, place, of } = view

  const grade = async () => {
    if (price === '' || sending || answer) return
    setSending(true)
    setFailed(false)
    try {
      const graded = await gradeExercise(path, place, price)
      cache.setQueryData(exerciseQuery(path, place).queryKey, graded)
      onGraded(graded)
    } catch (error) {
      // Another tab was first: its answer counts, and is shown.
      if ((error as { message?: string }).message === 'already_answered')
        await cache.invalidateQueries({ queryKey: exerciseQuery(path, place).queryKey })
      else setFailed(true)
    }
    setSending(false)
  }

  return (
    <div className={classNames('grid gap-6', answer && 'xl:grid-cols-[minmax(0,1fr)_21rem]')}>
      <section className="min-w-0">
        <header className="mb-4 flex flex-wrap items-end justify-between gap-3">
          <div className="min-w-0">
            <h2 className="text-20 font-semibold tracking-title text-balance">
              {t(`title.${task}.${direction}`)}
            </h2>
            <p className="mt-1 text-muted text-pretty">{t(`idea.${task}.${direction}`)}</p>
          </div>
          <ExercisePlaces view={view} onPlace={onPlace} />
        </header>
        <div className="overflow-hidden rounded-card border border-line bg-well max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
          <ExerciseChart
            view={view}
            price={answer?.price ?? price}
            onPrice={setPrice}
            onEnter={() => void grade()}
          />
          <footer className="flex min-h-14 flex-wrap items-center justify-between gap-3 border-t border-line bg-surface px-4 py-3">
            <p
              className={classNames('text-13 text-muted', !failed && !answer && 'hidden pointer-fine:block')}
              role="status"
            >
              {failed ? t('failed') : answer ? t('judged') : t('keys')}
            </p>
            {!answer ? (
              <Button
                variant="primary"
                size="lg"
                className="ml-auto max-sm:w-full"
                disabled={price === ''}
                busy={sending}
                onClick={() => void grade()}
              >
                {t('grade')}
              </Button>
            ) : (
              place < of && (
                <Button
                  variant="primary"
                  size="lg"
                  className="max-sm:w-full"
                  onClick={() => onPlace(place + 1)}
                >
                  {t('next')}
                  <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
                </Button>
              )
            )}
          </footer>
        </div>
      </section>
      {answer && <ExerciseMark view={view} answer={answer} />}
    </div>
  )
}
