import { Suspense, useId } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useLanguage } from '#lib/language/i18n.ts'
import { type Answer, type Given, inLanguage, type Question } from '#lib/learning/questions.ts'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AnswerReasons } from './answer-reasons.tsx'
import { Choices, GradedChoices, marksOf } from './choices.tsx'
import { GradedNumber, NumericAnswer } from './numeric-answer.tsx'
import { GradedOrder, OrderAnswer } from './order-answer.tsx'

// Few questions have a chart.
const QuestionChart = lazyPart(() => import('./question-chart.tsx'))

type Props = {
  question: Question
  /** What was answered and why it is right or wrong; null before. */
  answer: Answer | null
  /** What is chosen so far, not sent yet. */
  draft: Given | null
  onAnswer: (given: Given) => void
  /** The answer is on its way: it cannot be changed any more. */
  sent?: boolean
}

/** A question in any of its forms; once answered, what was right, where the mistake comes from, and where to read on. */
export function QuestionCard({ question, answer, draft, onAnswer, sent = false }: Props) {
  const language = useLanguage()
  const ask = useId()
  const { form, chart, digits } = question
  const texts = inLanguage(question.texts, language)
  const level = form === 'chart' ? String(answer?.given ?? draft ?? '') : undefined
  const own = { draft, onDraft: onAnswer, labelledBy: ask, disabled: sent }
  return (
    <div className="grid gap-5">
      <div id={ask}>
        <MarkdownView
          text={texts.ask}
          under={3}
          className="text-20! font-semibold tracking-title text-balance [&_p]:my-0 [&_table]:font-normal"
        />
      </div>
      {chart && (
        <Suspense fallback={<Skeleton className="h-64 sm:h-72" />}>
          <QuestionChart
            key={question.place}
            chart={chart}
            digits={digits}
            answer={answer}
            {...(level === undefined ? {} : { level })}
            {...(form === 'chart' && !answer && !sent ? { onLevel: onAnswer } : {})}
          />
        </Suspense>
      )}
      {answer ? (
        <>
          {(form === 'single' || form === 'multiple') && (
            <GradedChoices question={question} answer={answer} choices={texts.choices} />
          )}
          {form === 'numeric' && <GradedNumber answer={answer} unit={question.unit} digits={digits} />}
          {form === 'order' && <GradedOrder answer={answer} choices={texts.choices} />}
          <AnswerReasons question={question} answer={answer} />
        </>
      ) : (
        <>
          {(form === 'single' || form === 'multiple') && (
            <Choices
              key={question.place}
              form={form}
              choices={texts.choices}
              marks={marksOf(question)}
              {...own}
            />
          )}
          {form === 'numeric' && (
            <NumericAnswer key={question.place} unit={question.unit} digits={digits} {...own} />
          )}
          {form === 'order' && <OrderAnswer key={question.place} choices={texts.choices} {...own} />}
        </>
      )}
    </div>
  )
}
