import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { type Answer, type Given, inLanguage, type Question } from '#lib/learning/questions.ts'
import { chosenPlaces } from '#parts/quiz/choices.tsx'
import { useWriteNumber } from '#parts/quiz/numeric-answer.tsx'
import { QuestionCard } from '#parts/quiz/question-card.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import { type Reviews, reviewsQuery } from '../queries.ts'
import { MemoryLine } from '../reviews/memory-line.tsx'

export const MISTAKES = 'a-revoir'
const READ_AGAIN_MS = 2000
const MOST_READS = 10

/** What was answered wrong: the two answers, the mistake by its name, and when the question comes back. */
export function Mistakes({ questions, attempt }: { questions: readonly Question[]; attempt: string }) {
  const { t } = useTranslation('daily-test')
  const cardOf = (reviews: Reviews | undefined, { place }: Question) =>
    reviews?.cards.find((one) => one.attempt === attempt && one.place === place)
  const { data } = useQuery({
    ...reviewsQuery,
    // Reminders are computed after the answers were graded: they may come a moment later.
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < MOST_READS &&
      questions.some((one) => one.answer?.given !== null && !cardOf(state.data, one))
        ? READ_AGAIN_MS
        : false,
  })
  const [open, setOpen] = useState<number | null>(null)
  const others = (data?.in_memory ?? 0) - questions.length
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-baseline gap-x-3 px-5 py-3 sm:px-6">
        <h2 id={MISTAKES} tabIndex={-1} data-title className="scroll-mt-20 text-16 font-semibold">
          {t('mistakes.title')}
        </h2>
        <p className="text-13 text-muted">{t('mistakes.about')}</p>
        {others > 0 && (
          <p className="ml-auto text-13 text-muted">{t('mistakes.others', { count: others })}</p>
        )}
      </div>
      <ul>
        {questions.map((question) => {
          const card = cardOf(data, question)
          const shown = open === question.place
          return (
            <li key={question.place} className="grid gap-4 border-t border-line px-5 py-4 sm:px-6">
              <div className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-4 gap-y-3 md:grid-cols-[24px_minmax(0,1fr)_216px]">
                <span className="grid size-6 place-items-center rounded-inner bg-raised text-13 font-semibold text-muted">
                  {question.place}
                </span>
                <Mistake question={question} />
                {card && card.reminders.length > 0 && (
                  <div className="max-md:col-start-2">
                    <MemoryLine reminders={card.reminders} />
                  </div>
                )}
                <Button
                  size="sm"
                  variant="ghost"
                  aria-expanded={shown}
                  className="col-start-2 -ml-2 justify-self-start"
                  onClick={() => setOpen(shown ? null : question.place)}
                >
                  {t(shown ? 'mistakes.close' : 'mistakes.open')}
                </Button>
              </div>
              {shown && (
                <div className="max-w-160 border-t border-line pt-4">
                  <QuestionCard
                    question={question}
                    answer={question.answer}
                    draft={null}
                    onAnswer={() => {}}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function Mistake({ question }: { question: Question }) {
  const { t } = useTranslation('daily-test')
  const language = useLanguage()
  const write = useAnswerText(question)
  const { answer } = question
  if (!answer) return null
  return (
    <div className="grid min-w-0 gap-1">
      <MarkdownView
        text={inLanguage(question.texts, language).ask}
        under={3}
        className="text-14! font-semibold [&_p]:my-0"
      />
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-13">
        <span className="text-loss">
          {t('mistakes.you')} <b>{answer.given === null ? t('mistakes.none') : write(answer.given)}</b>
        </span>
        {question.form !== 'order' && (
          <span className="text-gain">
            {t('mistakes.right')} <b>{write(answer.correct)}</b>
          </span>
        )}
      </p>
      {answer.mistake && (
        <MarkdownView
          text={inLanguage(answer.mistake, language)}
          under={3}
          className="text-14! text-muted [&_p]:my-0"
        />
      )}
    </div>
  )
}

/** An answer in a few words. */
function useAnswerText({ form, texts, unit, digits }: Question) {
  const { t } = useTranslation('daily-test')
  const language = useLanguage()
  const number = useWriteNumber()
  const format = useFormat()
  const { choices } = inLanguage(texts, language)
  return (given: Answer['correct']): string => {
    if (typeof given === 'object' && 'low' in given) return t('mistakes.zone', given)
    if (form === 'chart') return format.price(String(given))
    if (form === 'numeric') return number(String(given).replace(',', '.'), unit, digits)
    if (form === 'order') return t('mistakes.order')
    return chosenPlaces(given as Given)
      .map((place) => choices[place] ?? '')
      .join(', ')
  }
}
