import { Suspense, useEffect } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EntryList } from './entry-list.tsx'
import { HeadOfDay } from './head-of-day.tsx'
import { OfflineCheck } from './offline-check.tsx'
import { ProofLimits } from './proof-limits.tsx'
import { SignalProof } from './signal-proof.tsx'
import { StatementList } from './statement-list.tsx'
import { StatementScores } from './statement-scores.tsx'
import { useVerification } from './use-verification.ts'
import { BEGIN, VerificationCard } from './verification-card.tsx'

// Loaded on demand: only signature checks need it.
const KeptHeads = lazyPart(() => import('./kept-heads.tsx'))

/** The foundations of the track record, and the tools to verify it independently. */
export default function ProofScreen() {
  return (
    <QueryBoundary>
      <Proof />
    </QueryBoundary>
  )
}

function Proof() {
  const { t } = useTranslation('proof')
  const [search, setSearch] = useSearchParams()
  const verification = useVerification()
  const begin = search.has(BEGIN)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts once, when the address asks for it
  useEffect(() => {
    if (!begin) return
    setSearch((current) => withParameters(current, { [BEGIN]: null }), { replace: true })
    verification.verify([], false)
  }, [begin])
  const close = () => setSearch((current) => withParameters(current, { signal: null }))
  return (
    <div className="mx-auto w-full max-w-312 px-4 pt-8 pb-10 md:px-6 md:pt-12">
      <header className="max-w-3xl">
        <HelpTitle article="verifier-le-bilan" className="text-balance">
          {t('title')}
        </HelpTitle>
        <p className="mt-3 text-16 text-pretty text-muted">{t('purpose')}</p>
      </header>
      <VerificationCard className="mt-8" {...verification} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <HeadOfDay />
          <Suspense fallback={<Skeleton className="h-24" />}>
            <KeptHeads />
          </Suspense>
          <OfflineCheck file={verification.file} onDownload={verification.download} />
        </div>
        <EntryList />
      </div>
      <StatementScores className="mt-4" />
      <StatementList className="mt-4" />
      <ProofLimits className="mt-14" />
      <SignalProof id={search.get('signal')} onClose={close} />
    </div>
  )
}
