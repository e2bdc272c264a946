import { type ChartColors, readChartColors } from '#charts/chart-colors.ts'
import { CANVAS_FONT, drawBrandMark } from '#charts/tools/brand-mark.ts'
import { brand } from '#lib/site/brand.ts'
import type { CardContent } from './share-card.ts'

export const CARD_SIZE = { width: 1200, height: 630 } as const
const EDGE = 72

export type CardWords = {
  /** `Signal n° 128 · M15` */
  title: string
  direction: string
  /** `+1,50 R`, or the state if there is no result. */
  result: string
  /** What the result is: closed, expired, running. */
  outcome: string
  dates: string
  levels: readonly { name: string; price: string }[]
  seal: string
  proof: string
  /** One a line. */
  risk: readonly string[]
  /** Printed on the picture if the data are an example. */
  demonstration: string | null
}

/** The card as a picture of 1200 × 630, in the brand's dark colours whatever the reader's theme. */
export async function drawCard(card: CardContent, words: CardWords): Promise<HTMLCanvasElement> {
  await Promise.all(['400 24px', '600 24px'].map((font) => document.fonts.load(`${font} ${CANVAS_FONT}`)))
  const canvas = document.createElement('canvas')
  canvas.width = CARD_SIZE.width
  canvas.height = CARD_SIZE.height
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  const colors = darkColors()
  const pen = penOf(context)
  context.fillStyle = colors.well
  context.fillRect(0, 0, canvas.width, canvas.height)
  drawGrid(context, colors)
  const gains = card.r !== null && Number(card.r) > 0
  const loses = card.r !== null && Number(card.r) < 0
  context.fillStyle = gains ? colors['gain-mark'] : loses ? colors['loss-mark'] : colors.muted
  context.fillRect(0, 0, 8, canvas.height)

  drawBrandMark(context, colors, [EDGE, 60], 40)
  pen(brand.name, EDGE + 54, 80, colors.text, '600 30px')
  pen(words.title, CARD_SIZE.width - EDGE, 80, colors.muted, '400 26px', 'right')

  const name = pen(card.instrument, EDGE, 196, colors.text, '600 64px')
  pen(
    words.direction,
    EDGE + name + 28,
    202,
    card.direction === 'buy' ? colors.gain : colors.loss,
    '600 34px',
  )
  const result = gains ? colors.gain : loses ? colors.loss : colors.text
  pen(words.result, EDGE - 4, 318, result, card.r === null ? '600 72px' : '600 132px')
  pen(words.outcome, EDGE, 416, colors.text, '400 30px')
  pen(words.dates, EDGE, 458, colors.muted, '400 26px')
  // Without levels to show, the mark fills the empty half, faintly.
  if (words.levels.length === 0)
    drawBrandMark(context, { lamp: colors.raised, text: colors.raised }, [820, 150], 308)
  words.levels.slice(0, 5).forEach(({ name: level, price }, index) => {
    pen(level, 760, 250 + index * 46, colors.muted, '400 26px')
    pen(price, CARD_SIZE.width - EDGE, 250 + index * 46, colors.text, '600 26px', 'right')
  })

  context.fillStyle = colors['line-strong']
  context.fillRect(EDGE, 500, CARD_SIZE.width - 2 * EDGE, 1)
  pen(words.seal, EDGE, 532, colors.text, '400 24px')
  pen(words.proof, CARD_SIZE.width - EDGE, 532, colors.muted, '400 24px', 'right')
  words.risk.forEach((line, index) => {
    pen(line, EDGE, 572 + index * 24, colors.faint, '400 18px')
  })
  if (words.demonstration)
    pen(words.demonstration, CARD_SIZE.width - EDGE, 572, colors.muted, '600 18px', 'right')
  return canvas
}

function penOf(context: CanvasRenderingContext2D) {
  context.textBaseline = 'middle'
  return (
    text: string,
    x: number,
    y: number,
    color: string,
    font: string,
    align: CanvasTextAlign = 'left',
  ): number => {
    context.font = `${font} ${CANVAS_FONT}`
    context.fillStyle = color
    context.textAlign = align
    context.fillText(text, x, y, CARD_SIZE.width - 2 * EDGE)
    return context.measureText(text).width
  }
}

function drawGrid(context: CanvasRenderingContext2D, colors: ChartColors): void {
  context.fillStyle = colors.grid
  for (let x = EDGE; x < CARD_SIZE.width; x += 88) context.fillRect(x, 0, 1, CARD_SIZE.height)
  for (let y = 60; y < CARD_SIZE.height; y += 88) context.fillRect(0, y, CARD_SIZE.width, 1)
}

function darkColors(): ChartColors {
  const dark = document.createElement('div')
  dark.dataset.theme = 'dark'
  document.body.append(dark)
  const colors = readChartColors(dark)
  dark.remove()
  return colors
}
