/** The tokens as a canvas wants them: what CSS computes is read back as red, green, blue and alpha. */
const NAMES = [
  'well',
  'text',
  'muted',
  'faint',
  'grid',
  'line',
  'line-strong',
  'lamp',
  'lamp-edge',
  'on-lamp',
  'raised',
  'overlay',
  'inverse',
  'on-inverse',
  'info',
  'info-tint',
  'curve',
  'series-1',
  'series-2',
  'series-3',
  'gain',
  'gain-mark',
  'gain-tint',
  'loss',
  'loss-mark',
  'loss-tint',
  'zone-entry',
  'zone-stop',
  'zone-target',
  'zone-target-far',
] as const
/** Tints as they look on the chart's ground: an axis tag must hide what it covers. */
const TAGS = { 'gain-tag': 'gain-tint', 'loss-tag': 'loss-tint' } as const

export type ChartColors = Record<(typeof NAMES)[number] | keyof typeof TAGS, string>

/** Reads the colours of the theme that an element is shown in now. */
export function readChartColors(element: Element): ChartColors {
  const style = getComputedStyle(element)
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
  const paint = (...layers: string[]) => {
    context.clearRect(0, 0, 1, 1)
    for (const name of layers) {
      context.fillStyle = style.getPropertyValue(`--${name}`)
      context.fillRect(0, 0, 1, 1)
    }
    const [red, green, blue, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    return `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`
  }
  return Object.fromEntries([
    ...NAMES.map((name) => [name, paint(name)]),
    ...Object.entries(TAGS).map(([name, tint]) => [name, paint('well', tint)]),
  ]) as ChartColors
}
