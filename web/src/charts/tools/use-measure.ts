import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { ChartStage } from '#charts/price/chart-stage.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { measure, type Place } from './measure.ts'

type Span = { from: Place; to: Place; fixed: boolean }

/**
 * Pointer and keyboard for the measure tool. A pointer drags from one point to another; Enter sets the start at the selected
 * bar's close, the arrows move the end, and Enter again fixes it. Escape removes the measure.
 */
export function useMeasure(
  stage: ChartStage | null,
  on: boolean,
  digits: number,
  /** Null where the market is not measured in pips. */
  pipSize: string | null,
  leave: () => void,
) {
  const { t } = useTranslation('charts')
  const format = useFormat()
  const [span, setSpan] = useState<Span | null>(null)
  const dragging = useRef(false)
  const found = span ? measure(span.from, span.to, digits, pipSize ?? '1') : null
  const lines = found
    ? [
        `${pipSize === null ? format.signed(found.pips, Math.min(digits, 2)) : `${format.signed(found.pips, 1)} pips`} · ${signedPercent(format.percent(found.share.toFixed(), 2), found.share.isPositive())}`,
        t('measure.points', { count: Math.abs(found.points), points: format.signed(found.points, 0) }),
        `${t('measure.bars', { count: Math.abs(found.bars), bars: format.number(found.bars) })} · ${format.duration(found.milliseconds)}`,
      ]
    : []
  const said = lines.join(', ')

  // biome-ignore lint/correctness/useExhaustiveDependencies: `said` stands for the lines
  useEffect(() => {
    stage?.measure.show(span ? { from: span.from, to: span.to, lines } : null)
  }, [stage, span, said])
  useEffect(() => {
    if (!on) setSpan(null)
  }, [on])

  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return stage?.placeAt(event.clientX - box.left, event.clientY - box.top) ?? null
  }
  const pointer = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const place = placeOf(event)
      if (!place) return
      event.currentTarget.setPointerCapture(event.pointerId)
      dragging.current = true
      setSpan({ from: place, to: place, fixed: true })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const place = dragging.current ? placeOf(event) : null
      if (place) setSpan((current) => current && { ...current, to: place })
    },
    onPointerUp: () => {
      dragging.current = false
    },
  }

  /** Returns whether the tool handled the key. */
  const onKey = ({ key }: KeyboardEvent): boolean => {
    if (!on || !stage) return false
    if (key === 'Escape') {
      if (span) setSpan(null)
      else leave()
      return true
    }
    if (key !== 'Enter' && key !== ' ') return false
    const index = stage.pointed ?? stage.bars.length - 1
    const bar = stage.bars[index]
    if (!bar) return true
    const place = stage.placeOf(index, bar.close)
    setSpan((current) =>
      current && !current.fixed
        ? { ...current, to: place, fixed: true }
        : { from: place, to: place, fixed: false },
    )
    return true
  }
  /** Tells the tool that the keys selected another bar. */
  const onMoved = () => {
    const bar = stage?.pointed === null || !stage ? undefined : stage.bars[stage.pointed]
    if (!bar || !stage) return
    const place = stage.placeOf(stage.pointed as number, bar.close)
    setSpan((current) => (current && !current.fixed ? { ...current, to: place } : current))
  }
  return { said, pointer, onKey, onMoved }
}

const signedPercent = (text: string, positive: boolean) => (positive ? `+${text}` : text)
