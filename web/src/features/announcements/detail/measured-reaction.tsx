import { useQuery } from '@tanstack/react-query'
import { Decimal } from 'decimal.js'
import { useState } from 'react'
import { pipsBetween } from 'trading/market/instruments'
import type { Indicator } from '#lib/announcements/announcement.ts'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useDistanceUnit } from '#lib/market/distance.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import { instrumentsQuery, type MarketInstrument, openSignalsQuery } from '#lib/signals/live-signals.ts'
import { exitPrice, isOpen, levelsOf, type Signal } from '#lib/signals/signal.ts'
import { Segmented } from '#ui/form/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { reactionQuery, throughQuery } from './detail-queries.ts'
import { type OwnLevel, ReactionChart } from './reaction-chart.tsx'

/** Fewer than these are too few to conclude from. */
const ENOUGH = 30

/** What prices did after the releases, by our own candles, against the reader's stop; and what our signals made through them. */
export function MeasuredReaction({ indicator }: { indicator: Indicator }) {
  const { t } = useTranslation('announcements')
  const { data: instruments } = useQuery(instrumentsQuery)
  const { data: signals = [] } = useQuery(openSignalsQuery)
  const open = signals.filter((signal) => isOpen(signal) && signal.signal_levels)
  const offered = indicator.symbols.filter((symbol) => instruments?.some((one) => one.symbol === symbol))
  const [chosen, setChosen] = useState<string | null>(null)
  // The instrument that the reader has a signal on says more than the first one.
  const symbol = chosen ?? offered.find((one) => open.some((signal) => signal.symbol === one)) ?? offered[0]
  const instrument = instruments?.find((one) => one.symbol === symbol)
  if (!instrument) return null
  return (
    <section className="grid gap-3 border-t border-line px-5 py-4 max-lg:px-4">
      {offered.length > 1 && (
        <Segmented
          label={t('reaction.instrument')}
          value={instrument.symbol}
          onChange={setChosen}
          options={offered.slice(0, 4).map((one) => ({
            value: one,
            label: instruments?.find((known) => known.symbol === one)?.name ?? one,
          }))}
        />
      )}
      <OfInstrument
        key={instrument.symbol}
        indicator={indicator}
        instrument={instrument}
        signal={open.find((one) => one.symbol === instrument.symbol)}
      />
      <ThroughReleases indicator={indicator} />
    </section>
  )
}

/**
 * The reader's stop and first target in pips from the price at which the panel was opened: a figure that moves with each price
 * could not be read.
 */
function useOwnDistances(
  signal: Signal | undefined,
  instrument: MarketInstrument,
): { stop: number; target: number | null } | null {
  const quote = useQuote(signal?.symbol)
  const levels = signal && levelsOf(signal)
  const [price, setPrice] = useState<string | null>(null)
  if (levels && quote && price === null) setPrice(exitPrice(levels, quote))
  if (!levels || price === null) return null
  const away = (level: string) =>
    pipsBetween(instrument, new Decimal(price), new Decimal(level)).toDecimalPlaces(0).toNumber()
  const [target] = levels.targets
  return { stop: away(levels.stop_loss), target: target ? away(target.price) : null }
}

function OfInstrument({
  indicator,
  instrument,
  signal,
}: {
  indicator: Indicator
  instrument: MarketInstrument
  signal: Signal | undefined
}) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const own = useOwnDistances(signal, instrument)
  const stop = own?.stop ?? null
  const unit = useDistanceUnit()(instrument)
  const inUnit = (pips: string | number) => Number(pips) / unit.pips.toNumber()
  const level = (kind: OwnLevel['kind'], pips: number | null | undefined): OwnLevel[] =>
    pips == null
      ? []
      : [
          {
            kind,
            away: inUnit(pips),
            name: t(`reaction.${kind}`, { distance: format.signed(inUnit(pips), 0) }),
          },
        ]
  const { data } = useQuery(reactionQuery(indicator.slug, instrument.symbol, stop))
  if (!data) return <Skeleton className="h-60" />
  const { n, since, rows, beyond, sample } = data
  if (n === 0)
    return (
      <div>
        <h3 className="font-semibold">{t('reaction.title', { instrument: instrument.name })}</h3>
        <p className="text-13 text-pretty text-muted">{t('reaction.none')}</p>
      </div>
    )
  const hour = beyond?.find(({ minutes }) => minutes === 60)
  const few = rows.some((row) => row.n < ENOUGH)
  return (
    <>
      <ReactionChart
        name={instrument.name}
        unit={unit.name}
        levels={[...level('stop', own?.stop), ...level('target', own?.target)]}
        reactions={rows.map(({ surprise, minutes, n: cases, median, p10, p90 }) => ({
          sign: surprise,
          minutes,
          n: cases,
          median: inUnit(median),
          p10: inUnit(p10),
          p90: inUnit(p90),
        }))}
        note={t(sample ? 'reaction.sampleNote' : 'reaction.note', {
          count: n,
          year: since === null ? '' : new Date(since).getFullYear(),
        })}
      />
      <p className="text-13 text-pretty">
        {hour && stop !== null && (
          <>
            {t(stop < 0 ? 'reaction.belowStop' : 'reaction.aboveStop', { instrument: instrument.name })}{' '}
            <b className="font-semibold">
              {t('reaction.cases', { count: hour.beyond, of: format.number(hour.n) })}
            </b>{' '}
          </>
        )}
        {few && <span className="text-muted">{t('reaction.few')}</span>}
      </p>
    </>
  )
}

/** All closed signals that were open through a release, with the losing ones. */
function ThroughReleases({ indicator }: { indicator: Indicator }) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const { data } = useQuery(throughQuery(indicator.slug))
  if (!data || data.n === 0) return null
  const { n, won, stopped, mean_r, signals } = data
  return (
    <details className="text-13">
      <summary className="cursor-pointer text-pretty">
        <b className="font-semibold">{t('through.title', { count: n })}</b>{' '}
        <span className="text-muted">
          {t('through.text', { won, stopped, mean: format.r(mean_r) })} {n < ENOUGH && t('through.few')}
        </span>
      </summary>
      <ul className="mt-2 grid gap-1">
        {signals.map((signal) => (
          <li key={`${signal.id} ${signal.released_at}`} className="tabular flex gap-3">
            <Link
              to={`/signaux?signal=${signal.number}`}
              className="underline decoration-line-strong underline-offset-4"
            >
              {t('through.signal', { number: signal.number, symbol: signal.symbol })}
            </Link>
            <span className="text-muted">{format.date(signal.released_at)}</span>
            <span
              className={`ml-auto font-semibold ${Number(signal.realised_r) > 0 ? 'text-gain' : Number(signal.realised_r) < 0 ? 'text-loss' : 'text-muted'}`}
            >
              {format.r(signal.realised_r)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
