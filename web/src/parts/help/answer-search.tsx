import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AnswerRows } from './answer-rows.tsx'
import { ArticleSheet } from './article-sheet.tsx'
import { answersQuery } from './help-queries.ts'
import { fit, useOpening } from './suggested-answers.tsx'

type Props = {
  /** The words that were searched, when the member asks a person instead. */
  onAsk: (words: string) => void
  className?: string
}

/** A search for answers with a way to a person: what stands before a ticket is opened. */
export function AnswerSearch({ onAsk, className }: Props) {
  const { t, i18n } = useTranslation('help')
  const [words, setWords] = useState('')
  const { data, isLoadingError } = useQuery(answersQuery(words.trim(), i18n.language, 3))
  const [opened, setOpened] = useState<string | null>(null)
  const open = useOpening(setOpened)
  const fitting = fit(data ?? [])
  return (
    <div className={className}>
      <SearchField label={t('search')} value={words} onChange={setWords} />
      {words.trim() !== '' && (
        <Card className="mt-2 overflow-hidden" aria-live="polite">
          {isLoadingError || data?.length === 0 ? (
            <p className="px-4 py-3 text-pretty text-muted md:px-5">
              {t(isLoadingError ? 'answers.failed' : 'answers.none')}
            </p>
          ) : data ? (
            <AnswerRows answers={fitting} query={words} onOpen={open} />
          ) : (
            <Skeleton className="m-4 h-20" />
          )}
          <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 text-13 md:px-5">
            {fitting.length > 0 && <span className="mr-auto text-muted">{t('answers.nothing')}</span>}
            <Link to={`/aide?q=${encodeURIComponent(words.trim())}`} className="font-medium">
              {t('answers.all')}
            </Link>
            <Button size="sm" onClick={() => onAsk(words.trim())}>
              {t('answers.ask')}
            </Button>
          </div>
        </Card>
      )}
      <ArticleSheet slug={opened} onClose={() => setOpened(null)} />
    </div>
  )
}
