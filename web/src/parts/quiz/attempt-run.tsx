import { CloudOff, Timer, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { finishAttempt } from '#lib/learning/attempts.ts'
import type { Given, Question } from '#lib/learning/questions.ts'
import { clockText, spokenLeft, useTimeLeft } from '#lib/learning/time-left.ts'
import { useAttempt } from '#lib/learning/use-attempt.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, OfflineState } from '#ui/states.tsx'
import { givenByDigit, isReady } from './draft.ts'
import { QuestionCard } from './question-card.tsx'
import { type SegmentState, Segments } from './segments.tsx'
import './run.css'

type Props = {
  attempt: string
  title: string
  /** At the right of the title, where no time runs. */
  aside?: ReactNode
  /** Under the segments, at the right: the threshold, or what the question is about. */
  note: (question: Question, right: number, total: number) => ReactNode
  /** Called once the attempt has ended on the server. */
  onFinished: () => void
  /** Leaves; the attempt keeps its place. */
  onLeave: () => void
}

/** An attempt, one question at a time, by pointer or by keys: 1 to 9 choose, Enter answers and goes on. */
export function AttemptRun({ attempt, title, aside, note, onFinished, onLeave }: Props) {
  const { t } = useTranslation('quiz')
  const { data, isLoadingError, refetch, answer, refused, waiting } = useAttempt(attempt)
  const [place, setPlace] = useState<number | null>(null)
  const [draft, setDraft] = useState<Given | null>(null)
  const [failed, setFailed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const left = useTimeLeft(data ?? UNTIMED)

  const questions = data?.questions ?? []
  const given = (one: Question) => waiting.find((kept) => kept.place === one.place)?.given
  const isOpen = (one: Question) => !one.answer && given(one) === undefined
  const index = Math.max(
    0,
    place === null ? questions.findIndex(isOpen) : questions.findIndex((one) => one.place === place),
  )
  const question = questions[index]
  const sent = question ? given(question) : undefined
  const done = question !== undefined && !isOpen(question)
  const others = [...questions.slice(index + 1), ...questions.slice(0, index)].filter(isOpen)
  const over = data !== undefined && (data.finished_at !== null || left === 0)

  const go = (next: Question | undefined) => {
    if (!next) return
    setPlace(next.place)
    setDraft(null)
    // The next question starts at its top, for eyes and for a screen reader.
    requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true })
      heading.current?.closest('[data-run]')?.scrollIntoView({ block: 'start' })
    })
  }
  const finish = async () => {
    setFailed(false)
    try {
      if (!data?.finished_at) await finishAttempt(attempt)
      onFinished()
    } catch {
      setFailed(true)
    }
  }
  const proceed = () => {
    if (!question) return
    if (!done) {
      if (isReady(question, draft)) {
        setPlace(question.place)
        answer(question.place, draft ?? [])
      }
    } else if (others.length > 0) go(others[0])
    else if (waiting.length === 0) void finish()
  }

  const ended = useEffectEvent(() => void finish())
  // A refused end is tried again when the server has ended the attempt itself.
  const finishedAt = data?.finished_at
  // biome-ignore lint/correctness/useExhaustiveDependencies: that moment alone is the reason to try again
  useEffect(() => {
    if (over) ended()
  }, [over, finishedAt])
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !question) return
    if (target.closest('[role=dialog], [role=menu], textarea')) return
    if (event.key === 'Enter' && !target.closest('button, a, [contenteditable]')) {
      event.preventDefault()
      return proceed()
    }
    if (done || target.closest('input:not([type=radio]):not([type=checkbox])')) return
    const chosen = givenByDigit(question, draft, event.key)
    if (chosen === null) return
    event.preventDefault()
    setDraft(chosen)
  })
  // Before the question is seen: a key that is pressed at once is not lost.
  useLayoutEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!data || !question) return <RunSkeleton />
  if (over) {
    return (
      <EmptyState
        icon={<Timer size={20} strokeWidth={1.75} aria-hidden />}
        title={t('over.title')}
        action={failed && <Button onClick={() => void finish()}>{t('finish')}</Button>}
      >
        {t(failed ? 'unfinished' : 'over.text')}
      </EmptyState>
    )
  }
  const right = questions.filter((one) => one.answer?.right).length
  const states = questions.map((one, at): SegmentState => {
    if (one.answer) return one.answer.right ? 'right' : 'wrong'
    return given(one) !== undefined ? 'waiting' : at === index ? 'now' : 'open'
  })
  const last = done && others.length === 0
  return (
    <div data-run className="mx-auto flex w-full max-w-160 flex-1 flex-col scroll-mt-topbar">
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2 pt-2 pb-3">
        <Button
          variant="ghost"
          size="lg"
          iconOnly
          className="-ml-3"
          aria-label={t('leave')}
          onClick={onLeave}
          icon={<X size={20} strokeWidth={1.75} aria-hidden />}
        />
        <p className="font-semibold">{title}</p>
        <p className="tabular flex items-center justify-end gap-2 text-muted">
          {left === null ? aside : <Clock left={left} />}
        </p>
      </div>
      <Segments
        states={states}
        label={t('progress', {
          right,
          answered: questions.length - others.length - (done ? 0 : 1),
          of: questions.length,
        })}
      />
      <div className="mt-2 mb-5 flex flex-wrap justify-between gap-x-4 text-13 text-muted">
        <h2 ref={heading} tabIndex={-1} data-title className="text-13 font-normal">
          {t('question', { place: index + 1, of: questions.length })}
        </h2>
        <p>{note(question, right, questions.length)}</p>
      </div>
      <QuestionCard
        question={question}
        answer={question.answer}
        draft={sent ?? draft}
        onAnswer={setDraft}
        sent={sent !== undefined}
      />
      <div aria-live="polite" className="mt-4 grid gap-2">
        {sent !== undefined && !question.answer && (
          <OfflineState>{t('kept', { place: index + 1 })}</OfflineState>
        )}
        {question.answer && (
          <p className="sr-only">{t(question.answer.right ? 'graded.right' : 'graded.wrong')}</p>
        )}
        {refused && <Notice refusal>{t(`refused.${refused}`)}</Notice>}
        {failed && <Notice refusal>{t('unfinished')}</Notice>}
      </div>
      <div className="sticky bottom-0 z-10 -mx-4 mt-auto flex items-center gap-2 border-t border-line bg-bg px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:mx-0 lg:mt-6 lg:px-0">
        {!done && others.length > 0 && (
          <Button variant="ghost" size="lg" onClick={() => go(others[0])}>
            {t('skip')}
          </Button>
        )}
        <Button
          variant="primary"
          size="lg"
          className="flex-1"
          disabled={done ? last && waiting.length > 0 : !isReady(question, draft)}
          icon={
            last && waiting.length > 0 ? <CloudOff size={16} strokeWidth={1.75} aria-hidden /> : undefined
          }
          onClick={proceed}
        >
          {t(!done ? 'submit' : last ? 'finish' : 'next')}
        </Button>
      </div>
      <p className="hidden pb-6 text-13 text-faint pointer-fine:block">{t('keys')}</p>
    </div>
  )
}

const UNTIMED = { deadline: null, now: '', readAt: 0 }

/** What is left, announced three times and not every second. */
function Clock({ left }: { left: number }) {
  const { t } = useTranslation('quiz')
  const spoken = spokenLeft(left)
  return (
    <>
      <Timer size={16} strokeWidth={1.75} aria-hidden />
      <span role="timer" aria-live="off" aria-label={t('left', { time: clockText(left) })}>
        {clockText(left)}
      </span>
      <span className="sr-only" aria-live="polite">
        {spoken === null ? '' : t('left', { time: clockText(spoken) })}
      </span>
    </>
  )
}

function RunSkeleton() {
  return (
    <div aria-busy className="mx-auto grid w-full max-w-160 animate-wait gap-4 pt-6">
      <Skeleton className="h-1 w-full" />
      <Skeleton className="h-7 w-4/5" />
      {['a', 'b', 'c', 'd'].map((row) => (
        <Skeleton key={row} className="h-14 w-full" />
      ))}
    </div>
  )
}
