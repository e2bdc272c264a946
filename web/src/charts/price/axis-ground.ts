import type { IPrimitivePaneRenderer, IPrimitivePaneView } from 'lightweight-charts'
import type { ChartColors } from '#charts/chart-colors.ts'
import { hiddenTicks } from './axis-tags.ts'
import { Pen } from './crisp-pen.ts'
import { SeriesDrawing } from './series-drawing.ts'

/** Half the height of a tick's label: no band reaches the next tick, which is at least thirty pixels away. */
const HALF_TICK = 9

/** The prices of the axis's ticks, and the positions of its tags in CSS pixels. */
export type Axis = { ticks: () => readonly number[]; tags: () => readonly number[] }

/** Hides the ticks that a tag would touch, each as a whole: none is cut in half. */
export class AxisGround extends SeriesDrawing<Axis> {
  readonly #views: readonly IPrimitivePaneView[]

  constructor(axis: Axis, colors: ChartColors) {
    super(axis, colors, 'normal')
    const renderer: IPrimitivePaneRenderer = {
      draw: (target) =>
        target.useBitmapCoordinateSpace((scope) => {
          const pen = new Pen(scope)
          const ticks = this.what.ticks().map((price) => this.y(price))
          for (const at of hiddenTicks(ticks, this.what.tags())) {
            pen.band(1, at - HALF_TICK, pen.width, at + HALF_TICK, this.colors.well)
          }
        }),
    }
    this.#views = [{ zOrder: () => 'normal', renderer: () => renderer }]
  }

  priceAxisPaneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  protected draw(): void {}
}
