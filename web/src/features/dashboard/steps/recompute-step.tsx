import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useNoteStep } from './first-steps-query.ts'
import { LoserChart } from './loser-chart.tsx'
import { type Loser, newestLoser, type Recomputed, recompute } from './recompute.ts'

/** The newest losing signal with its numbers, and its recomputation on this device. */
export function RecomputeStep({ label }: { label: string }) {
  const { t } = useTranslation('dashboard')
  const loser = useQuery({
    queryKey: ['dashboard', 'loser'],
    queryFn: ({ signal }) => newestLoser(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const note = useNoteStep()
  const check = useMutation({ mutationFn: recompute })
  if (loser.isPending) return <Skeleton className="h-32 w-full" />
  if (loser.isLoadingError) return <ErrorState onRetry={() => void loser.refetch()} />
  if (loser.data === null)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">{t('steps.recompute.none')}</p>
        <Button onClick={() => note.mutate('recomputed')}>{t('steps.recompute.skip')}</Button>
      </div>
    )
  return (
    <div className="@container">
      <div className="grid items-start gap-4 @min-[640px]:grid-cols-[minmax(0,336px)_minmax(0,1fr)] @min-[640px]:gap-6">
        <LoserChart loser={loser.data} />
        <div className="grid min-w-0 gap-4">
          <Numbers loser={loser.data} />
          {check.data ? (
            <Found loser={loser.data} found={check.data} onDone={() => note.mutate('recomputed')} />
          ) : (
            <Button
              variant="primary"
              className="justify-self-start"
              busy={check.isPending}
              onClick={() => check.mutate(loser.data as Loser)}
            >
              {label}
            </Button>
          )}
          {check.isError && <p className="text-loss">{t('steps.recompute.failed')}</p>}
        </div>
      </div>
    </div>
  )
}

function Numbers({ loser: { signal, name, enteredAt, entry, exit, risk } }: { loser: Loser }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const now = Date.now()
  const [first, second] = signal.levels.direction === 'buy' ? [exit, entry] : [entry, exit]
  const rows = [
    [
      t('steps.recompute.signal'),
      <span key="signal" className="flex flex-wrap items-center gap-2">
        <DirectionBadge direction={signal.levels.direction} />
        <b className="font-semibold">
          {name}, {signal.levels.timeframe}
        </b>
        {t('steps.recompute.number', { number: signal.number })}
      </span>,
    ],
    [t('steps.recompute.published'), format.moment(signal.publishedAt, now)],
    [t('steps.recompute.entered'), format.moment(enteredAt, now)],
    [t('steps.recompute.seal'), <code key="seal">{format.hash(signal.commitment)}</code>],
    [
      t('steps.recompute.sum'),
      <span key="sum" className="tabular">
        ({first} − {second}) ÷ {risk} = <b className="font-semibold text-loss">{format.r(signal.result)}</b>
      </span>,
    ],
  ] as const
  return (
    <dl className="divide-y divide-line border-y border-line">
      {rows.map(([term, value]) => (
        <div key={term} className="grid gap-x-4 py-1.5 sm:grid-cols-[96px_minmax(0,1fr)]">
          <dt className="text-13 text-muted">{term}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Found({ loser, found, onDone }: { loser: Loser; found: Recomputed; onDone: () => void }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const honest = found.sealed && found.before && found.equal
  return (
    <div role="status" className="grid gap-3">
      <ul className="grid gap-1.5">
        {(['sealed', 'before', 'equal'] as const).map((key) => (
          <li key={key} className="flex items-start gap-2">
            {found[key] ? (
              <Check size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-gain" aria-hidden />
            ) : (
              <X size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-loss" aria-hidden />
            )}
            {t(`steps.recompute.${found[key] ? 'yes' : 'no'}.${key}`, { result: format.r(found.result) })}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-4">
        {honest && (
          <Button variant="primary" onClick={onDone}>
            {t('steps.recompute.next')}
          </Button>
        )}
        <Link to={`/preuve?signal=${loser.signal.id}`}>{t('steps.recompute.whole')}</Link>
      </div>
    </div>
  )
}
