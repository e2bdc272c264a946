import { useQuery } from '@tanstack/react-query'
import type { Window } from '#lib/announcements/announcement-queries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useLiveQuotes } from '#lib/market/live-quotes.ts'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'
import type { Signal } from '#lib/signals/signal.ts'
import { type Lane, Lanes } from './lanes.tsx'

/** More lanes than these would push the calendar off the screen. */
const SHOWN = 6

type Props = { signals: readonly Signal[]; windows: readonly Window[]; now: number }

/** The reader's open signals as lanes, those that a window crosses first. */
export function SignalLanes({ signals, windows, now }: Props) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const { data: instruments } = useQuery(instrumentsQuery)
  useLiveQuotes(signals.length > 0)
  // A sealed signal is touched by its instrument, which is no secret; whether its order was filled is one.
  const touches = ({ signals: crossed, symbols }: Window, { id, symbol, signal_levels }: Signal) =>
    signal_levels ? crossed.some((one) => one.id === id) : symbols.includes(symbol)
  const touched = (signal: Signal) => windows.some((window) => touches(window, signal))
  const shown = signals
    .toSorted(
      (one, other) =>
        Number(touched(other)) - Number(touched(one)) ||
        Number(!one.signal_levels) - Number(!other.signal_levels),
    )
    .slice(0, SHOWN)
  if (shown.length === 0 || !instruments) return null
  const [first] = windows
  const lanes = shown.flatMap((signal): Lane[] => {
    const instrument = instruments.find(({ symbol }) => symbol === signal.symbol)
    return instrument ? [{ signal, instrument }] : []
  })
  return (
    <Lanes
      lanes={lanes}
      now={now}
      says={
        first
          ? t('window.says', {
              count: lanes.length,
              from: format.time(first.starts_at),
              to: format.time(first.ends_at),
            })
          : t('window.lanes', { count: lanes.length })
      }
      closed={windows.map((window) => {
        const { starts_at, ends_at, firm } = window
        return {
          from: Date.parse(starts_at),
          to: Date.parse(ends_at),
          at: (Date.parse(starts_at) + Date.parse(ends_at)) / 2,
          rule: firm ? { from: Date.parse(firm.starts_at), to: Date.parse(firm.ends_at) } : null,
          touches: (signal: Signal) => touches(window, signal),
        }
      })}
    />
  )
}
