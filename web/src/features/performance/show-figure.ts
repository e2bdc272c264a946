import type { Format } from '#lib/language/format.ts'
import type { Kind } from './figures.ts'

type Value = { toFixed(): string } | string | number | null

/** A formatted figure; an em dash for none. */
export function showFigure(format: Format, kind: Kind, value: Value): string {
  if (value === null) return format.dash
  const figure = typeof value === 'object' ? value.toFixed() : value
  switch (kind) {
    case 'r':
      return format.r(figure)
    case 'fall':
      return format.fall(figure, 2)
    case 'percent':
      return format.percent(figure, 1)
    case 'ratio':
      return format.number(figure, 2)
    case 'months':
      return format.number(figure, 1)
    case 'count':
      return format.number(figure)
    case 'duration':
      return format.duration(Number(figure) * 1000)
  }
}
