import { useQuery } from '@tanstack/react-query'
import { Decimal } from 'decimal.js'
import { useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useOfQuotes } from '#lib/market/live-quotes.ts'
import { instrumentsQuery, openSignalsQuery } from '#lib/signals/live-signals.ts'
import { isLocked, standing } from '#lib/signals/signal.ts'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Block } from './block.tsx'
import { type Change, changesQuery, closedSinceQuery, useSeeChanges } from './queries.ts'
import { DIGITS, instrumentOf } from './use-verdicts.ts'

const DAY_MS = 86_400_000

/** The events of signals while the member was away; of the last day if it is not known when that began. */
export function Changes({ since, pending }: { since: string | null | undefined; pending: boolean }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const [yesterday] = useState(() => new Date(Date.now() - DAY_MS).toISOString())
  return (
    <Block
      bare
      title={since ? t('changes.title') : t('changes.lastDay')}
      note={since ? format.moment(since, Date.now()) : undefined}
      link={since && <Seen since={since} />}
    >
      {pending ? <Waiting /> : <List since={since ?? yesterday} />}
    </Block>
  )
}

/** Where something changed: the member has seen it. */
function Seen({ since }: { since: string }) {
  const { t } = useTranslation('dashboard')
  const { data } = useQuery(changesQuery(since))
  const see = useSeeChanges()
  if (!data?.length) return null
  return (
    <button
      type="button"
      aria-disabled={see.isPending}
      onClick={() => see.mutate(undefined)}
      className="relative shrink-0 text-13 underline decoration-line-strong underline-offset-4 after:absolute after:-inset-3 hover:decoration-current"
    >
      {t('changes.seen')}
    </button>
  )
}

function List({ since }: { since: string }) {
  const { t } = useTranslation('dashboard')
  const changes = useQuery(changesQuery(since))
  if (changes.isPending) return <Waiting />
  if (changes.isLoadingError)
    return <ErrorState className="border-0" onRetry={() => void changes.refetch()} />
  if (changes.data.length === 0) return <p className="text-13 text-muted">{t('changes.none')}</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {changes.data.map((change) => (
          <Row key={change.key} change={change} />
        ))}
      </ul>
      <Sums since={since} />
    </>
  )
}

const ROW = 'grid grid-cols-[76px_minmax(0,1fr)_auto] items-baseline gap-x-3 py-1.5 text-13'

function Row({ change: { kind, at, signalId, symbol, r, target } }: { change: Change }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const instruments = useQuery(instrumentsQuery).data
  return (
    <li className={ROW}>
      <time dateTime={at} className="tabular text-12 text-muted">
        {format.moment(at, Date.now())}
      </time>
      <span className="min-w-0 text-pretty text-muted">
        <Link
          to={`/signaux?signal=${signalId}`}
          className="font-semibold text-text underline-offset-3 hover:underline"
        >
          {instrumentOf(instruments, symbol)?.name ?? symbol}
        </Link>{' '}
        {t(`changes.kinds.${kind === 'note' ? 'closed' : kind}`, { target: target ?? '' })}
      </span>
      {r !== null && <Result r={r} />}
    </li>
  )
}

function Result({ r }: { r: string | Decimal }) {
  const format = useFormat()
  const value = new Decimal(r)
  const tone = value.isZero() ? 'text-text' : value.isNegative() ? 'text-loss' : 'text-gain'
  return <b className={classNames('tabular font-semibold whitespace-nowrap', tone)}>{format.r(r)}</b>
}

/** What closed signals brought, losses included, and what open ones stand at: never added up. */
function Sums({ since }: { since: string }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const closed = useQuery(closedSinceQuery(since)).data
  const running = useRunning()
  if (!closed) return null
  const total = Decimal.sum(0, ...closed.map(({ realised_r }) => realised_r))
  return (
    <p className="tabular flex flex-wrap justify-between gap-x-4 border-t border-line-strong pt-2 text-13 text-muted">
      <span>
        {t('changes.closed', { count: closed.length })}{' '}
        <b className="font-semibold text-text">{format.r(closed.length > 0 ? total : null)}</b>
      </span>
      {running && (
        <span>
          {t('changes.open', { count: running.count })}{' '}
          <b className="font-semibold text-text">{format.r(running.r)}</b>
        </span>
      )}
    </p>
  )
}

/** The open result of all signals that were entered, at the prices of now; null while there is none or a price is missing. */
function useRunning(): { count: number; r: string } | null {
  const instruments = useQuery(instrumentsQuery).data
  const signals = (useQuery(openSignalsQuery).data ?? []).filter(
    (signal) => !isLocked(signal) && signal.signal_states.state === 'active',
  )
  const r = useOfQuotes([...new Set(signals.map(({ symbol }) => symbol))], (quoteOf) => {
    let sum = new Decimal(0)
    for (const signal of signals) {
      const digits = instrumentOf(instruments, signal.symbol)?.digits ?? DIGITS
      const now = standing(signal, digits, quoteOf(signal.symbol))?.r
      if (!now) return null
      sum = sum.plus(now)
    }
    return sum.toFixed(2)
  })
  return signals.length > 0 && r !== null ? { count: signals.length, r } : null
}

function Waiting() {
  return (
    <div className="grid gap-4 py-2" aria-busy>
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  )
}
