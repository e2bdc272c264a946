import { History, LockOpen } from 'lucide-react'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { RRuler } from '#charts/r-ruler.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { EndedSignal } from '#lib/record/ledger-signal.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Levels } from './levels.tsx'
import { type Instrument, SHOWN } from './queries.ts'

type Props = { signals: readonly EndedSignal[]; instruments: ReadonlyMap<string, Instrument> }

/** The last signals that ended, whatever their result: levels, result and seal. */
export function EndedList({ signals, instruments }: Props) {
  const { t } = useTranslation('public-signals')
  return (
    <section aria-labelledby="ended" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="ended" className="text-16 font-semibold">
          {t('ended.title')}
        </h2>
        {signals.some(({ demonstration }) => demonstration) ? (
          <Badge tone="line">{t('demonstration')}</Badge>
        ) : null}
      </div>
      {signals.length === 0 ? (
        <EmptyState icon={<History size={20} strokeWidth={1.75} aria-hidden />} title={t('ended.emptyTitle')}>
          {t('ended.empty')}
        </EmptyState>
      ) : (
        <Card>
          <ul>
            {signals.map((signal) => (
              <Ended key={signal.id} signal={signal} instrument={instruments.get(signal.levels.symbol)} />
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

const ROW = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-3 border-line p-4 not-first:border-t md:px-5'

function Ended({ signal, instrument }: { signal: EndedSignal; instrument: Instrument | undefined }) {
  const { t } = useTranslation('public-signals')
  const format = useFormat()
  const { levels, result } = signal
  const name = instrument?.name ?? levels.symbol
  const towards = result === null ? 0 : Math.sign(Number(result))
  const exit = format.price(signal.exitPrice, instrument?.digits)
  return (
    <li className={ROW}>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <DirectionBadge direction={levels.direction} />
        <h3 className="font-semibold">{name}</h3>
        <span className="tabular text-13 text-muted">
          {levels.timeframe} · {t('number', { number: signal.number })}
        </span>
      </div>
      <p className="tabular text-right">
        <span
          className={classNames(
            'block font-semibold',
            towards > 0 ? 'text-gain' : towards < 0 ? 'text-loss' : 'text-muted',
          )}
        >
          {format.r(result)}
        </span>
      </p>
      <Levels levels={levels} className="col-span-2" />
      <div className="col-span-2">
        <RRuler
          ended
          levels={{
            entryLow: Number(levels.entryLow),
            entryHigh: Number(levels.entryHigh),
            stop: Number(levels.stopLoss),
            targets: levels.targets.map(({ price }) => Number(price)),
          }}
          price={signal.exitPrice === null ? null : Number(signal.exitPrice)}
          description={t(signal.exitPrice === null ? 'ended.rulerWithout' : 'ended.ruler', { price: exit })}
        />
      </div>
      <p className="tabular col-span-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-muted">
        <span>
          {t(`reason.${signal.reason ?? 'ended'}`)}, {format.dateTime(signal.endedAt)}
        </span>
        <span className="flex items-center gap-1.5 sm:ml-auto">
          <LockOpen size={14} strokeWidth={1.75} aria-hidden />
          {t('seal')}
          <code className="font-mono text-12" title={signal.commitment}>
            {format.hash(signal.commitment)}
          </code>
        </span>
        <Link
          to={`/preuve?signal=${signal.id}`}
          aria-label={t('ended.checkThis', { name, number: signal.number })}
          className="py-0.5 pointer-coarse:py-3"
        >
          {t('ended.check')}
        </Link>
      </p>
    </li>
  )
}

export function EndedSkeleton() {
  const { t } = useTranslation('public-signals')
  return (
    <section aria-labelledby="ended" aria-busy="true" className="min-w-0">
      <h2 id="ended" className="mb-3 text-16 font-semibold">
        {t('ended.title')}
      </h2>
      <Card>
        {Array.from({ length: SHOWN }, (_, row) => `row-${row}`).map((row) => (
          <div key={row} className={ROW}>
            <Skeleton className="h-6 w-48 max-w-full" />
            <Skeleton className="h-5 w-16" />
            <Skeleton className="col-span-2 h-10" />
            <Skeleton className="col-span-2 h-2" />
            <Skeleton className="col-span-2 h-6" />
          </div>
        ))}
      </Card>
    </section>
  )
}
