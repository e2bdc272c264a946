import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { AnswerRows } from './answer-rows.tsx'
import { ArticleSheet } from './article-sheet.tsx'
import { type Answer, answersQuery, noteOpening } from './help-queries.ts'

const REST_MS = 300
const MOST = 3
/** What is much worse than the best answers something else. */
const SHARE_OF_BEST = 0.4

type Props = {
  /** What a member has typed so far: unfinished, and with its errors. */
  question: string
  className?: string
}

/** Articles that may answer a question while it is typed. Draws nothing until there are two words and an article fits. */
export function SuggestedAnswers({ question, className }: Props) {
  const { t, i18n } = useTranslation('help')
  const rested = useRested(question)
  const asks = rested.split(' ').filter((word) => word.length > 1).length >= 2
  const { data } = useQuery(answersQuery(asks ? rested : '', i18n.language, MOST))
  const [opened, setOpened] = useState<string | null>(null)
  const open = useOpening(setOpened)
  const fitting = fit(data ?? [])
  return (
    <>
      <section aria-label={t('answers.title')} aria-live="polite" className={className}>
        {asks && fitting.length > 0 && (
          <Card className="overflow-hidden">
            <h2 className="border-b border-line px-4 py-2.5 text-13 font-medium text-muted md:px-5">
              {t('answers.title')}
            </h2>
            <AnswerRows answers={fitting} query={rested} onOpen={open} />
            <p
              className={classNames(
                'flex justify-between gap-4 border-t border-line px-4 py-2.5 text-13 md:px-5',
              )}
            >
              <span className="text-muted">{t('answers.nothing')}</span>
              <Link to={`/aide?q=${encodeURIComponent(rested)}`} className="font-medium">
                {t('answers.all')}
              </Link>
            </p>
          </Card>
        )}
      </section>
      <ArticleSheet slug={opened} onClose={() => setOpened(null)} />
    </>
  )
}

export const fit = (answers: readonly Answer[]): Answer[] =>
  answers.filter(({ score }) => score >= SHARE_OF_BEST * (answers[0]?.score ?? 0))

/** Opens a suggestion here, and notes that a member did. */
export function useOpening(show: (slug: string) => void): (slug: string) => void {
  const { status } = useSession()
  return (slug) => {
    if (status === 'signed-in') void noteOpening(slug)
    show(slug)
  }
}

/** A text once its writer pauses, in one line and at most as long as a search reads. */
function useRested(text: string): string {
  const words = text.replace(/\s+/g, ' ').trim().slice(-300)
  const [rested, setRested] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), REST_MS)
    return () => clearTimeout(timer)
  }, [words])
  return rested
}
