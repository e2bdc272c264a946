import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { RiskNote } from '#ui/product/risk-note.tsx'
import { Anatomy } from './anatomy.tsx'
import { EndedList, EndedSkeleton } from './ended-list.tsx'
import { OpenList, OpenSkeleton } from './open-list.tsx'
import { newestSignals } from './queries.ts'
import { RecordStrip } from './record-strip.tsx'

/** The visitors' page at the signals' address: what a signal is, and the newest ones as far as they are public. */
export default function PublicSignalsScreen() {
  return (
    <QueryBoundary>
      <PublicSignals />
    </QueryBoundary>
  )
}

function PublicSignals() {
  const { t } = useTranslation('public-signals')
  const { data, isLoadingError, refetch } = useQuery(newestSignals)
  // The lists render in slices, between which the page responds.
  const read = useDeferredValue(data)
  return (
    <div className="mx-auto w-full max-w-312 px-4 pt-8 pb-10 md:px-6 md:pt-12">
      <header className="max-w-3xl">
        <HelpTitle article="delai-de-publication" className="text-balance">
          {t('title')}
        </HelpTitle>
        <p className="mt-3 text-16 text-pretty text-muted">{t('purpose')}</p>
        <div className="mt-6 flex gap-3 max-sm:flex-col">
          <Button asChild variant="primary" size="lg">
            <Link to="/signup">{t('start')}</Link>
          </Button>
          <Button asChild variant="outline" size="lg">
            <Link to="/login?next=%2Fsignaux">{t('logIn')}</Link>
          </Button>
        </div>
        <p className="mt-3 text-13 text-muted">{t('note')}</p>
      </header>
      <RecordStrip className="mt-10" />
      <div className="mt-12 grid items-start gap-x-8 gap-y-12 lg:grid-cols-[minmax(0,1fr)_25rem]">
        {isLoadingError ? (
          <ErrorState className="lg:col-span-2" onRetry={() => void refetch()} />
        ) : read ? (
          <>
            <EndedList signals={read.ended} instruments={read.instruments} />
            <OpenList signals={read.open} instruments={read.instruments} />
          </>
        ) : (
          <>
            <EndedSkeleton />
            <OpenSkeleton />
          </>
        )}
      </div>
      <Anatomy className="mt-14" />
      <RiskNote className="mt-12">{t('risk')}</RiskNote>
    </div>
  )
}
