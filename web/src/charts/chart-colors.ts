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
export type ChartColors = Record<(typeof NAMES)[number], string>

/** Reads the colours of the theme that is shown now. */
export function readChartColors(): ChartColors {
  const style = getComputedStyle(document.documentElement)
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
  const entries = NAMES.map((name) => {
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = style.getPropertyValue(`--${name}`)
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    return [name, `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`]
  })
  return Object.fromEntries(entries) as ChartColors
}
