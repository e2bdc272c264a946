import { ArrowDown, ArrowUp, Lock } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { type Signal, standing } from '#lib/signals/signal.ts'
import { classNames } from '#ui/class-names.ts'
import { laneScale, type Scale } from './lane-scale.ts'

/** An open signal on the time axis. A sealed one shows that it exists, without direction, result or end: its end would tell that it was filled. */
export type Lane = {
  signal: Signal
  instrument: MarketInstrument
}

/** A period in which nothing may be opened, and the stricter rule of a prop firm within it. */
export type Closed = {
  from: number
  to: number
  at: number
  rule: { from: number; to: number } | null
  touches: (signal: Signal) => boolean
}

type Props = { lanes: readonly Lane[]; closed: readonly Closed[]; now: number; says: string }

/** Null for a sealed one. */
const untilOf = ({ signal_levels, expires_at }: Signal): number | null =>
  signal_levels ? Date.parse(expires_at) : null

const percent = (share: number) => `${(share * 100).toFixed(3)}%`
/** Shares of the axis within which two labels would cover each other. */
const CLOSE = 0.09

/** Open signals against the windows in which nothing may be opened; now is a needle that moves by transform. */
export function Lanes({ lanes, closed, now, says }: Props) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const scale = laneScale(now, [
    ...lanes.map(({ signal }) => untilOf(signal) ?? 0),
    ...closed.slice(0, 1).map(({ to }) => to),
  ])
  // The next one always; a later one only where it crosses a lane.
  const shown = closed.filter(
    ({ from, to, touches }, place) =>
      to > scale.from &&
      from < scale.to &&
      (place === 0 || lanes.some(({ signal }) => touches(signal) && (untilOf(signal) ?? scale.to) > from)),
  )
  const needle = scale.share(now)
  const crowded = shown.some(({ at }) => Math.abs(scale.share(at) - needle) < CLOSE)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that keys must reach it
    <section aria-label={says} tabIndex={0} className="overflow-x-auto overscroll-x-contain pb-1">
      <div
        style={{ '--hours': scale.hours.length - 1 } as CSSProperties}
        className="relative min-w-[calc(var(--label)+var(--hours)*79px+16px)] pt-5 pb-6 [--end:16px] [--label:168px] lg:[--end:148px] lg:[--label:236px]"
      >
        <div aria-hidden className="absolute inset-y-0 right-(--end) left-(--label)">
          {scale.hours.map((hour) => (
            <span
              key={hour}
              style={{ left: percent(scale.share(hour)) }}
              className="absolute top-5 bottom-6 border-l border-grid"
            >
              <span className="tabular absolute top-full mt-1 -translate-x-1/2 text-12 text-muted">
                {format.time(hour)}
              </span>
            </span>
          ))}
          {shown.map((one) => (
            <Band key={one.at} closed={one} scale={scale} now={now} />
          ))}
        </div>
        <ul>
          {lanes.map((lane) => (
            <LaneRow key={lane.signal.id} lane={lane} scale={scale} closed={shown} now={now} />
          ))}
        </ul>
        <div aria-hidden className="pointer-events-none absolute inset-y-0 right-(--end) left-(--label)">
          <span
            style={{ transform: `translateX(${percent(needle)})` }}
            className="absolute inset-x-0 top-4 bottom-6 border-l border-lamp-edge transition-transform duration-200 motion-reduce:transition-none"
          >
            <span
              className={classNames(
                'tabular absolute -top-4 text-12 font-semibold text-lamp-text',
                crowded ? 'right-full mr-0.5 translate-x-3' : 'left-0 -translate-x-1/2',
              )}
            >
              {format.time(now)}
            </span>
          </span>
        </div>
      </div>
      <span className="sr-only">{t('window.lanes', { count: lanes.length })}</span>
    </section>
  )
}

/** The window over all lanes, with its label; a firm's rule is nested in it. */
function Band({ closed, scale, now }: { closed: Closed; scale: Scale; now: number }) {
  const format = useFormat()
  const { from, to, at, rule } = closed
  const [left, right] = [scale.share(from), scale.share(to)]
  const middle = scale.share(at)
  const near = Math.abs(middle - scale.share(now)) < CLOSE
  return (
    <>
      <span
        style={{ left: percent(left), width: percent(right - left) }}
        className="absolute top-5 bottom-6 border-x border-dashed border-line-strong bg-zone-entry"
      />
      {rule && (
        <span
          style={{
            left: percent(scale.share(rule.from)),
            width: percent(scale.share(rule.to) - scale.share(rule.from)),
          }}
          className="absolute top-5 bottom-6 bg-zone-stop"
        />
      )}
      <span style={{ left: percent(middle) }} className="absolute top-4 bottom-6 border-l border-loss-mark" />
      <span
        style={{ left: percent(middle) }}
        className={classNames(
          'tabular absolute top-0 text-12 whitespace-nowrap text-loss',
          near || middle < 0.06 ? 'pl-1' : '-translate-x-1/2',
        )}
      >
        {format.time(from)}–{format.time(to)}
      </span>
    </>
  )
}

function LaneRow({
  lane,
  scale,
  closed,
  now,
}: {
  lane: Lane
  scale: Scale
  closed: readonly Closed[]
  now: number
}) {
  const { t } = useTranslation('announcements')
  const { t: ui } = useTranslation('ui')
  const { signal, instrument } = lane
  const format = useFormat()
  const stand = standing(
    signal,
    instrument.digits,
    useQuote(signal.signal_levels ? signal.symbol : undefined),
  )
  const direction = signal.signal_levels?.direction
  const until = untilOf(signal)
  const r = stand?.r ?? null
  const sign = r === null || r.isZero() ? 0 : r.isNegative() ? -1 : 1
  const end = until === null ? 1 : scale.share(until)
  const Arrow = direction === 'buy' ? ArrowUp : ArrowDown
  return (
    <li className="relative flex h-8 items-center lg:h-6.5">
      <div className="sticky left-0 z-10 grid h-full w-(--label) shrink-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-2 bg-surface pr-4 pl-4 text-12 lg:grid-cols-[72px_minmax(0,1fr)_auto] lg:pr-5">
        <b className="truncate font-semibold" title={instrument.name}>
          {instrument.name}
        </b>
        {direction ? (
          <span className="flex items-center gap-1 text-muted max-lg:sr-only">
            <Arrow size={12} strokeWidth={1.75} aria-hidden />
            {ui(`direction.${direction}`)}
          </span>
        ) : (
          <Lock size={12} strokeWidth={1.75} className="text-muted max-lg:hidden" aria-hidden />
        )}
        <span
          className={classNames(
            'tabular text-right',
            sign === 0 ? 'text-muted' : 'font-semibold',
            sign > 0 && 'text-gain',
            sign < 0 && 'text-loss',
          )}
        >
          {!direction
            ? t('window.sealed')
            : signal.signal_states.state === 'pending'
              ? t('window.pending')
              : format.r(r)}
        </span>
      </div>
      <div className="relative mr-(--end) h-2 flex-1" aria-hidden>
        <span
          style={{ width: percent(end) }}
          className={classNames(
            'absolute inset-y-0 left-0 rounded-[4px]',
            direction ? 'bg-raised' : 'hatched opacity-30',
          )}
        />
        {sign !== 0 && (
          <span
            style={{ width: percent(scale.share(now)) }}
            className={classNames(
              'absolute top-0.5 left-0 h-1 rounded-[2px]',
              sign > 0 ? 'bg-gain-mark' : 'bg-loss-mark',
            )}
          />
        )}
        {closed.map(({ from, to, at, touches }) => {
          const [left, right] = [scale.share(from), Math.min(end, scale.share(to))]
          return touches(signal) && right > left ? (
            <span
              key={at}
              style={{ left: percent(left), width: percent(right - left) }}
              className="hatched-closed absolute inset-y-0"
            />
          ) : null
        })}
        {direction && until !== null && (
          <span
            style={{ left: percent(end) }}
            className="tabular absolute -top-1 ml-2 text-12 whitespace-nowrap text-muted max-lg:hidden"
          >
            {t('window.until', { time: format.moment(until, now) })}
          </span>
        )}
      </div>
    </li>
  )
}
