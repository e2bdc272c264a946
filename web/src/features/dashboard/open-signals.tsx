import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#lib/language/i18n.ts'
import { instrumentsQuery, openSignalsQuery } from '#lib/signals/live-signals.ts'
import { isLocked, isOpen, type Signal } from '#lib/signals/signal.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Block } from './block.tsx'
import { LockedSignalRow, OpenSignalRow } from './signal-row.tsx'

const SHOWN = 6

/** The signals that are active or waiting. */
export function OpenSignals() {
  const { t } = useTranslation('dashboard')
  const signals = useQuery(openSignalsQuery)
  const instruments = useQuery(instrumentsQuery)
  const open = (signals.data ?? []).filter(isOpen).sort((one, other) => rank(one) - rank(other))
  const shown = firstOf(open)
  const readable = open.filter((signal) => !isLocked(signal)).length
  const counted =
    readable < open.length && readable > 0 ? t('open.some', { count: open.length, readable }) : open.length
  const instrumentOf = (symbol: string) => instruments.data?.find((known) => known.symbol === symbol)
  return (
    <Block
      title={t('open.title')}
      note={signals.data && counted}
      link={
        <Link to="/signaux" className="text-13">
          {t('open.all')}
        </Link>
      }
    >
      {signals.isPending ? (
        <Rows />
      ) : signals.isLoadingError ? (
        <ErrorState className="border-0" onRetry={() => void signals.refetch()} />
      ) : open.length === 0 ? (
        <p className="p-4 text-muted">{t('open.none')}</p>
      ) : (
        <ul className="@container divide-y divide-line">
          {shown.map((signal) => (
            <li key={signal.id}>
              {signal.signal_levels ? (
                <OpenSignalRow signal={signal} instrument={instrumentOf(signal.symbol)} />
              ) : (
                <LockedSignalRow signal={signal} name={instrumentOf(signal.symbol)?.name ?? signal.symbol} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

/** Active ones before waiting ones, readable ones before locked ones. */
const rank = (signal: Signal): number =>
  (isLocked(signal) ? 2 : 0) + (signal.signal_states.state === 'active' ? 0 : 1)

/** The first few, with at least one locked signal if there are any: their existence is not hidden. */
function firstOf(ranked: readonly Signal[]): Signal[] {
  const first = ranked.slice(0, SHOWN)
  const locked = ranked.find(isLocked)
  return locked && !first.includes(locked) ? [...first.slice(0, -1), locked] : first
}

function Rows() {
  return (
    <div className="divide-y divide-line" aria-busy>
      {['one', 'two', 'three'].map((key) => (
        <div key={key} className="flex h-16 items-center gap-4 px-4">
          <Skeleton className="h-6 w-20" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="ml-auto h-2 w-2/5" />
        </div>
      ))}
    </div>
  )
}
