import { useQuery } from '@tanstack/react-query'
import { Flag, Lock, Milestone, ShieldCheck } from 'lucide-react'
import type { LedgerRow } from 'trading/proof/ledger'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useKindName } from '#parts/ledger-kind/kind-name.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { DetailSection } from '#ui/figure/facts.tsx'
import { Timeline } from '#ui/figure/timeline.tsx'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { MinuteCheck } from './minute-check.tsx'
import { signalEntriesQuery } from './queries.ts'
import { SignalProofFile } from './signal-proof-file.tsx'
import { SignalSeal } from './signal-seal.tsx'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** One signal in the chain: its entries, its seal, and the seal's content. */
export function SignalProof({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const query = useQuery({ ...signalEntriesQuery(id ?? ''), enabled: id !== null })
  const rows = query.data ?? []
  const number = rows.find(({ entry }) => entry.kind === 'published')?.entry.data.number
  const ended = rows.find(({ entry }) => Array.isArray(entry.data.minutes))?.entry
  const title =
    typeof number === 'number' ? t('signal.number', { number: format.number(number) }) : t('signal.unnamed')
  return (
    <DetailSheet open={id !== null} title={title} onClose={onClose}>
      {query.isPending ? (
        <Skeleton className="m-5 h-64" />
      ) : query.isLoadingError ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <p className="p-5 text-muted">{t('signal.unknown')}</p>
      ) : (
        <>
          <SignalSeal rows={rows} />
          {ended?.signal && <MinuteCheck key={ended.signal} id={ended.signal} />}
          <SignalProofFile rows={rows} number={String(number)} />
          <DetailSection title={t('signal.entries')}>
            <Entries rows={rows} />
          </DetailSection>
        </>
      )}
    </DetailSheet>
  )
}

function Entries({ rows }: { rows: readonly LedgerRow[] }) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const kindName = useKindName()
  return (
    <Timeline
      items={rows.map(({ sequence, entry, hash }) => ({
        key: String(sequence),
        icon: <KindIcon kind={entry.kind} />,
        title: kindName(entry.kind),
        time: format.dateTime(entry.at),
        children: (
          <>
            {t('head.entry', { sequence: format.number(sequence) })}
            <code className="block font-mono text-12 break-all">{hash}</code>
            {typeof entry.data.commitment === 'string' && (
              <span className="mt-1 block">
                {t('signal.commitment')}
                <code className="block font-mono text-12 break-all">{entry.data.commitment}</code>
              </span>
            )}
          </>
        ),
      }))}
    />
  )
}

function KindIcon({ kind }: { kind: string }) {
  if (kind === 'published') return <ShieldCheck {...icon} />
  if (kind === 'sealed') return <Lock {...icon} />
  return ['stopped', 'closed', 'expired', 'cancelled'].includes(kind) ? (
    <Flag {...icon} />
  ) : (
    <Milestone {...icon} />
  )
}
