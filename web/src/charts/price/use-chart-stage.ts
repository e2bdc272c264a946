import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLook } from '#lib/browser/theme.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage } from '#lib/language/i18n.ts'
import type { Bar, MovingBars } from './bars.ts'
import { ChartStage } from './chart-stage.ts'
import type { EventMarker } from './event-markers.ts'
import type { IndicatorName } from './indicator-strokes.ts'
import type { Position } from './position-box.ts'
import type { TrendLine } from './trend-lines.ts'
import type { Zone } from './zones.ts'

export type ChartContent = {
  bars: readonly Bar[]
  /** With it the bars come from there, on every change. */
  moving: MovingBars | null
  /** The length of a bar in seconds. */
  interval: number
  digits: number
  position: Position | null
  events: readonly EventMarker[]
  zones: readonly Zone[]
  lines: readonly TrendLine[]
  indicators: readonly IndicatorName[]
  logarithmic: boolean
  /** The last price is static: the market is closed or its feed silent. */
  still: boolean
}

/** A chart in an element, kept up to date. Only another number of digits recreates it. */
export function useChartStage(
  holder: RefObject<HTMLElement | null>,
  content: ChartContent,
): ChartStage | null {
  const [kept, setStage] = useState<ChartStage | null>(null)
  const { bars, moving, interval, digits, position, events, zones, lines, indicators, logarithmic, still } =
    content
  const format = useFormat()
  const language = useLanguage()
  const look = useLook()
  // When the digits change, the effects below still run with the removed chart: the library throws if it is called again.
  const stage = kept?.digits === digits ? kept : null

  useEffect(() => {
    if (!holder.current) return
    const made = new ChartStage(holder.current, digits)
    setStage(made)
    return () => {
      setStage(null)
      made.remove()
    }
  }, [holder, digits])

  useEffect(() => stage?.setWords(format, language), [stage, format, language])
  // Inline objects are new at every render: their JSON text tells whether the content changed.
  const [box, dots, bands, segments, named] = [position, events, zones, lines, indicators].map((part) =>
    JSON.stringify(part),
  )
  useEffect(() => stage?.setIndicators(JSON.parse(named as string)), [stage, named])
  useEffect(() => stage?.setLogarithmic(logarithmic), [stage, logarithmic])
  useEffect(() => stage?.setStill(still), [stage, still])
  // Before the bars: the box decides which of them are shown at first.
  useEffect(() => stage?.position.show(JSON.parse(box as string)), [stage, box])
  const over = position?.over === true
  useEffect(() => stage?.setOver(over), [stage, over])
  useEffect(() => {
    if (!moving) return stage?.setBars(bars, interval)
    const take = () => stage?.setBars(moving.bars(), interval)
    take()
    return moving.subscribe(take)
  }, [stage, bars, moving, interval])
  useEffect(() => stage?.events.show(JSON.parse(dots as string)), [stage, dots])
  useEffect(() => stage?.zones.show(JSON.parse(bands as string)), [stage, bands])
  useEffect(() => stage?.lines.show(JSON.parse(segments as string)), [stage, segments])
  const drawn = useRef(look)
  useEffect(() => {
    if (drawn.current !== look) stage?.recolor()
    drawn.current = look
  }, [stage, look])
  return stage
}
