/** The colour tokens for a canvas: CSS computes them, and they are read back as red, green, blue and alpha. */
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
/** Tints blended with the chart's background: an axis tag must be opaque. */
const TAGS = { 'gain-tag': 'gain-tint', 'loss-tag': 'loss-tint' } as const

export type ChartColors = Record<(typeof NAMES)[number] | keyof typeof TAGS, string>

/** Reads the colours of the theme that an element is currently shown in. */
export function readChartColors(element: Element): ChartColors {
  const style = getComputedStyle(element)
  const wanted: [string, ...string[]][] = [
    ...NAMES.map((name): [string, string] => [name, name]),
    ...Object.entries(TAGS).map(([name, tint]): [string, string, string] => [name, 'well', tint]),
  ]
  // One pixel for each colour, read back together: every separate read would wait for the canvas.
  const canvas = document.createElement('canvas')
  canvas.width = wanted.length
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
  for (const [place, [, ...layers]] of wanted.entries()) {
    for (const layer of layers) {
      context.fillStyle = style.getPropertyValue(`--${layer}`)
      context.fillRect(place, 0, 1, 1)
    }
  }
  const { data } = context.getImageData(0, 0, wanted.length, 1)
  const color = (place: number) => {
    const [red, green, blue, alpha = 0] = data.subarray(place * 4, place * 4 + 4)
    return `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`
  }
  return Object.fromEntries(wanted.map(([name], place) => [name, color(place)])) as ChartColors
}
