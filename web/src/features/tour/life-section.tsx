import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, History, Pause, Play } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { LifeSteps } from './life-steps.tsx'
import { lastClosedSignal, type Replayed } from './queries.ts'
import { ReplayChart } from './replay-chart.tsx'
import { Section } from './section.tsx'

const PACE = 1600

const phone = () => matchMedia('(max-width: 767px)')
const follow = (listener: () => void) => {
  const query = phone()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
const useNarrow = () =>
  useSyncExternalStore(
    follow,
    () => phone().matches,
    () => false,
  )

/** The newest closed signal, whatever its result: its story from the public ledger, on the prices of its time. */
export function LifeSection() {
  const { t } = useTranslation('tour')
  const { data, isPending, isLoadingError, refetch } = useQuery(lastClosedSignal)
  return (
    <Section id="signal" title={t('life.title')} lead={t('life.lead')}>
      {isPending ? (
        <div className="grid gap-8 lg:grid-cols-[400px_minmax(0,1fr)]">
          <div className="grid content-start gap-4">
            {[0, 1, 2, 3].map((row) => (
              <Skeleton key={row} className="h-16" />
            ))}
          </div>
          <Skeleton className="aspect-[766/520] rounded-card" />
        </div>
      ) : isLoadingError ? (
        <ErrorState title={t('life.unavailable')} onRetry={() => void refetch()} />
      ) : data ? (
        <Life key={data.life.signalId} replayed={data} />
      ) : (
        <EmptyState icon={<History size={20} strokeWidth={1.75} aria-hidden />} title={t('life.emptyTitle')}>
          {t('life.empty')}
        </EmptyState>
      )}
    </Section>
  )
}

function Life({ replayed }: { replayed: Replayed }) {
  const { t } = useTranslation('tour')
  const { life } = replayed
  const narrow = useNarrow()
  const last = life.steps.length - 1
  const [current, setCurrent] = useState(Math.min(2, last))
  const [playing, setPlaying] = useState(false)

  useEffect(() => {
    if (!playing) return
    if (current === last) return setPlaying(false)
    const timer = setTimeout(() => setCurrent(current + 1), PACE)
    return () => clearTimeout(timer)
  }, [playing, current, last])

  const choose = (step: number) => {
    setPlaying(false)
    setCurrent(step)
  }
  const play = () => {
    if (!playing && current === last) setCurrent(0)
    setPlaying(!playing)
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[400px_minmax(0,1fr)] lg:gap-8">
      <div className="max-lg:order-1">
        <div className="-mx-2">
          <LifeSteps life={life} current={current} onChoose={choose} />
        </div>
        <p className="mt-4 ml-10">
          <Link to="/signaux" className="inline-flex min-h-11 items-center pointer-fine:min-h-0">
            {t('life.open')}
          </Link>
        </p>
      </div>
      <figure className="overflow-hidden rounded-card border border-line bg-surface">
        <Caption replayed={replayed} />
        <div className="bg-well pt-2">
          {replayed.candles.length > 0 ? (
            <ReplayChart replayed={replayed} current={current} narrow={narrow} />
          ) : (
            <p className="grid min-h-64 place-items-center px-6 text-center text-muted">
              {t('life.noCandles')}
            </p>
          )}
        </div>
        <Scrubber life={replayed.life} current={current} playing={playing} onPlay={play} onChoose={choose} />
      </figure>
    </div>
  )
}

function Caption({ replayed }: { replayed: Replayed }) {
  const { t } = useTranslation('tour')
  const { direction } = replayed.life.levels
  const Arrow = direction === 'buy' ? ArrowUp : ArrowDown
  return (
    <figcaption className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-3 pr-4 pl-3">
      <span className="flex items-center gap-2">
        <span
          className={classNames(
            'inline-flex h-6 items-center gap-1 rounded-inner pr-2 pl-1.5 text-13 font-semibold',
            direction === 'buy' ? 'bg-gain-tint text-gain' : 'bg-loss-tint text-loss',
          )}
        >
          <Arrow size={14} strokeWidth={2.25} aria-hidden />
          {t(direction === 'buy' ? 'life.buy' : 'life.sell')}
        </span>
        <span className="font-semibold">{replayed.instrument.name}</span>
        <span className="text-13 text-muted">{replayed.timeframe ?? replayed.life.levels.timeframe}</span>
      </span>
      {replayed.simulated ? <Badge tone="line">{t('life.simulated')}</Badge> : null}
    </figcaption>
  )
}

function Scrubber({
  life,
  current,
  playing,
  onPlay,
  onChoose,
}: {
  life: Replayed['life']
  current: number
  playing: boolean
  onPlay: () => void
  onChoose: (step: number) => void
}) {
  const { t } = useTranslation('tour')
  const format = useFormat()
  const last = life.steps.length - 1
  const at = (step: number) => `${(step / Math.max(1, last)) * 100}%`
  const PlayIcon = playing ? Pause : Play
  return (
    <div className="flex items-center gap-3 border-t border-line py-2.5 pr-4 pl-3">
      <Button
        size="sm"
        iconOnly
        aria-label={t(playing ? 'life.pause' : 'life.play')}
        icon={<PlayIcon size={14} strokeWidth={1.75} aria-hidden />}
        onClick={onPlay}
      />
      <div className="relative h-5 flex-1">
        <div className="pointer-events-none absolute inset-x-[5px] top-2 h-1 rounded-pill bg-raised">
          <i className="absolute h-1 rounded-pill bg-muted" style={{ width: at(current) }} />
          {life.steps.map((step, index) => (
            <b
              key={`${step.kind}${step.at}`}
              className={classNames(
                'absolute -top-[3px] -ml-[5px] size-2.5 rounded-pill ring-2 ring-surface',
                index === current
                  ? 'bg-lamp'
                  : index < current
                    ? 'bg-inverse'
                    : 'border border-control bg-raised',
              )}
              style={{ left: at(index) }}
            />
          ))}
        </div>
        <input
          type="range"
          min={0}
          max={last}
          value={current}
          aria-label={t('life.step', { step: current + 1, count: last + 1 })}
          onChange={(event) => onChoose(Number(event.target.value))}
          className="absolute inset-x-0 top-1/2 m-0 h-6 w-full -translate-y-1/2 cursor-pointer appearance-none rounded-inner bg-transparent opacity-100 [&::-moz-range-thumb]:size-5 [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-transparent [&::-webkit-slider-thumb]:size-5 [&::-webkit-slider-thumb]:appearance-none"
        />
      </div>
      <span className="tabular text-13 text-muted">{format.time(life.steps[current]?.at)}</span>
    </div>
  )
}
