import { Lock } from 'lucide-react'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { OpenSignal } from '#lib/record/ledger-signal.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Levels } from './levels.tsx'
import type { Instrument } from './queries.ts'

const MOST = 5
const ROW = 'grid gap-2 border-line p-4 not-first:border-t'

type Props = { signals: readonly OpenSignal[]; instruments: ReadonlyMap<string, Instrument> }

/** The open signals: free ones with their levels, the others as their seal only. */
export function OpenList({ signals, instruments }: Props) {
  const { t } = useTranslation('public-signals')
  const format = useFormat()
  const more = signals.length - MOST
  return (
    <section aria-labelledby="open" className="min-w-0">
      <h2 id="open" className="mb-3 text-16 font-semibold">
        {t('open.title')}
      </h2>
      <Card>
        {signals.length === 0 ? <p className="p-4 text-muted">{t('open.empty')}</p> : null}
        <ul>
          {signals.slice(0, MOST).map((signal) => (
            <li key={signal.id} className={ROW}>
              <Title signal={signal} name={instruments.get(signal.levels?.symbol ?? '')?.name} />
              {signal.levels ? <Levels levels={signal.levels} /> : null}
              <p className="tabular text-13 text-muted">
                {t('open.sealedAt', { at: format.dateTime(signal.publishedAt) })}{' '}
                <code className="font-mono text-12 whitespace-nowrap" title={signal.commitment}>
                  {format.hash(signal.commitment)}
                </code>
              </p>
            </li>
          ))}
        </ul>
        <p className="border-t border-line p-4 text-13 text-pretty text-muted">
          {more > 0 ? `${t('open.more', { count: more })} ` : ''}
          {t('open.note')}
        </p>
      </Card>
    </section>
  )
}

function Title({ signal, name }: { signal: OpenSignal; name: string | undefined }) {
  const { t } = useTranslation('public-signals')
  const number = t('number', { number: signal.number })
  return signal.levels ? (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <DirectionBadge direction={signal.levels.direction} />
      <h3 className="font-semibold">{name ?? signal.levels.symbol}</h3>
      <span className="tabular text-13 text-muted">
        {signal.levels.timeframe} · {number}
      </span>
      <Badge className="ml-auto">{t('open.free')}</Badge>
    </div>
  ) : (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Lock size={14} strokeWidth={1.75} className="text-muted" aria-hidden />
      <h3 className="font-semibold">{t('open.sealed')}</h3>
      <span className="tabular text-13 text-muted">{number}</span>
      <Badge className="ml-auto">{t('open.premium')}</Badge>
    </div>
  )
}

export function OpenSkeleton() {
  const { t } = useTranslation('public-signals')
  return (
    <section aria-labelledby="open" aria-busy="true" className="min-w-0">
      <h2 id="open" className="mb-3 text-16 font-semibold">
        {t('open.title')}
      </h2>
      <Card>
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className={ROW}>
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-5" />
          </div>
        ))}
      </Card>
    </section>
  )
}
