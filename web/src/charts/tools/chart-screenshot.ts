import { type ChartColors, readChartColors } from '#charts/chart-colors.ts'
import { brand } from '#lib/site/brand.ts'
import { CANVAS_FONT, drawBrandMark } from './brand-mark.ts'

const HEADER = 56

export type ScreenshotWords = {
  /** `EUR/USD · H1` */
  title: string
  /** The time of the screenshot. */
  taken: string
  /** Printed on the picture: the data are simulated, or do not move. */
  remarks: readonly (string | null)[]
}

/** The chart as a picture, below a line with its title, its time, the brand, and whether the data are real. */
export function chartPicture(
  chart: HTMLCanvasElement,
  holder: HTMLElement,
  words: ScreenshotWords,
): HTMLCanvasElement {
  const colors = readChartColors(holder)
  const ratio = chart.width / holder.clientWidth
  const picture = document.createElement('canvas')
  picture.width = chart.width
  picture.height = chart.height + Math.round(HEADER * ratio)
  const context = picture.getContext('2d') as CanvasRenderingContext2D
  context.fillStyle = colors.well
  context.fillRect(0, 0, picture.width, picture.height)
  context.drawImage(chart, 0, picture.height - chart.height)
  context.scale(ratio, ratio)
  drawHeader(context, colors, words, holder.clientWidth)
  return picture
}

function drawHeader(
  context: CanvasRenderingContext2D,
  colors: ChartColors,
  { title, taken, remarks }: ScreenshotWords,
  width: number,
): void {
  context.textBaseline = 'middle'
  const middle = HEADER / 2
  const write = (text: string, x: number, color: string, font: string, align: CanvasTextAlign = 'left') => {
    context.font = `${font} ${CANVAS_FONT}`
    context.fillStyle = color
    context.textAlign = align
    context.fillText(text, x, middle)
    return context.measureText(text).width
  }
  const drawn = 16 + write(title, 16, colors.text, '600 16px')
  write([taken, ...remarks.filter(Boolean)].join(' · '), drawn + 12, colors.muted, '400 12px')
  const name = write(brand.name, width - 16, colors.text, '600 16px', 'right')
  drawBrandMark(context, colors, [width - 16 - name - 32, middle - 12])
}

/** Offers a picture as a PNG download. Rejects if the browser cannot write one. */
export async function savePicture(picture: HTMLCanvasElement, name: string): Promise<void> {
  const file = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'))
  if (!file) throw new Error('The picture could not be written.')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The download has started by then; the address must remain valid until it does.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** `vigie-eurusd-h1-2026-11-21.png` */
export const pictureName = (title: string, day: string): string =>
  `${brand.slug}-${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')}-${day}.png`
