import { useQuery } from '@tanstack/react-query'
import { MessageSquareQuote } from 'lucide-react'
import { LANGUAGES } from 'mails/languages'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { CannedDialog } from './canned-dialog.tsx'
import { type Canned, cannedQuery } from './inbox.ts'
import { OfficePage } from './office-page.tsx'

/** The answers that staff give often: found by their words, changed here, and how often each sufficed. */
export default function CannedAnswers() {
  const { t } = useTranslation('support')
  const format = useFormat()
  const [words, setWords] = useState('')
  const [edited, setEdited] = useState<Canned | 'new' | null>(null)
  const { data, isLoadingError, refetch } = useQuery(cannedQuery(null, words))
  return (
    <OfficePage
      title={t('canned.title')}
      purpose={t('canned.purpose')}
      action={
        <Button variant="primary" onClick={() => setEdited('new')}>
          {t('canned.add')}
        </Button>
      }
    >
      <SearchField className="max-w-120" label={t('canned.search')} value={words} onChange={setWords} />
      {isLoadingError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-60 w-full" />
      ) : data.length === 0 ? (
        <EmptyState
          icon={<MessageSquareQuote size={20} strokeWidth={1.75} aria-hidden />}
          title={t(words ? 'canned.noneFound' : 'canned.none')}
        >
          {!words && t('canned.noneText')}
        </EmptyState>
      ) : (
        <Card className="overflow-hidden">
          <ul aria-label={t('canned.title')} className="divide-y divide-line">
            {data.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  onClick={() => setEdited(one)}
                  className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 px-4 py-3 text-left -outline-offset-2 transition-colors hover:bg-raised"
                >
                  <b className="truncate font-semibold">/{one.name}</b>
                  <span className="tabular text-12 text-muted">
                    {one.uses > 0
                      ? t('canned.sufficed', { count: one.uses, sufficed: one.sufficed })
                      : t('canned.unused')}
                  </span>
                  <span className="truncate text-muted">{one.texts.fr}</span>
                  <span className="text-12 text-muted">
                    {[
                      one.topic && t(`topics.${one.topic}`),
                      LANGUAGES.filter((language) => one.texts[language]).join(', '),
                    ]
                      .filter(Boolean)
                      .join(' · ') || format.dash}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {edited && <CannedDialog canned={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </OfficePage>
  )
}
