import { PathCandles } from './candles.tsx'
import { FigureCurve } from './curve.tsx'
import type { Drawing } from './drawing.ts'
import { PositionBox } from './position.tsx'
import { ValueBars } from './value-bars.tsx'

type Props = {
  drawing: Drawing
  /** Fills its place, without axes: for an engraving. */
  bare?: boolean
}

/** A chart drawn from its arguments. A screen reader gets it as one picture with its values in words. */
export function DrawnChart({ drawing, bare = false }: Props) {
  if (drawing.kind === 'curve') return <FigureCurve drawing={drawing} bare={bare} />
  if (drawing.kind === 'candles') return <PathCandles drawing={drawing} bare={bare} />
  if (drawing.kind === 'position') return <PositionBox drawing={drawing} bare={bare} />
  return <ValueBars drawing={drawing} />
}
