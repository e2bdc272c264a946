// The layout of an invoice: one A4 page, the brand's mark, Inter with tabular figures. The same row gives the same bytes: no
// clock, randomness or machine settings.
import { drawMark, LINE, MUTED, type Pdf, renderPdf } from '../pdf/document.ts'
import { type Pen, penOf } from '../pdf/pen.ts'
import type { Invoice } from './invoice-row.ts'
import { type InvoiceWords, invoiceWords } from './invoice-words.ts'

/** The light token of web/src/ui/theme.css. */
const WELL = '#f4f3f0'

const PAGE = { width: 595.28, height: 841.89 }
const EDGE = 52
const WIDTH = PAGE.width - 2 * EDGE
const RIGHT = PAGE.width - EDGE
const HALF = WIDTH / 2 + 8
/** Right edges of the number columns, from the left edge of the page. */
const COLUMNS = { quantity: EDGE + 268, unit: EDGE + 364, rate: EDGE + 412, net: RIGHT }
const FOOT = PAGE.height - 44

/** Renders an invoice or a credit note as PDF. */
export async function drawInvoice(invoice: Invoice): Promise<Buffer> {
  const words = invoiceWords(invoice)
  const { seller, issued_at, language } = invoice
  const about = {
    language,
    title: `${words.title} ${invoice.number}`,
    author: seller.name,
    subject: words.file,
    brand: seller.brand,
    at: issued_at,
  }
  return await renderPdf({ size: 'A4' }, about, (document) => {
    const pen = penOf(document)
    let y = drawHead(document, pen, words, seller.brand)
    y = drawFacts(document, pen, words, y)
    y = drawParties(pen, words, y)
    y = drawSettled(document, pen, words, y)
    y = drawLines(document, pen, words, y)
    drawTotals(document, pen, words, y)
    drawFoot(document, pen, words)
  })
}

function drawHead(document: Pdf, pen: Pen, words: InvoiceWords, brand: string): number {
  const top = 52
  drawMark(document, EDGE, top, 26)
  pen.line(brand, EDGE + 34, top + 3, { size: 18, face: 'semibold' })
  const width = pen.line(words.title, RIGHT, top - 2, { size: 26, face: 'semibold' }, true)
  if (words.test) {
    const x = RIGHT - width - 14
    const label = words.test.toUpperCase()
    const inside = pen.line(label, x - 9, top + 9, { size: 9, face: 'semibold', color: MUTED }, true)
    document
      .roundedRect(x - inside - 18, top + 4, inside + 18, 20, 10)
      .lineWidth(0.75)
      .strokeColor(MUTED)
      .stroke()
  }
  return top + 58
}

function rule(document: Pdf, y: number, from = EDGE): void {
  document.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(LINE).stroke()
}

function drawFacts(document: Pdf, pen: Pen, { facts }: InvoiceWords, y: number): number {
  rule(document, y)
  // Columns at natural width with equal gaps; a credit note's are set smaller if they would touch.
  const measured = (size: number) => facts.map(([, value]) => pen.width(value, { size, face: 'semibold' }))
  const sum = (widths: number[]) => widths.reduce((total, width) => total + width, 0)
  const size = sum(measured(10.5)) > WIDTH - 80 ? 9 : 10.5
  const widths = measured(size)
  const gap = Math.min((WIDTH - sum(widths)) / (facts.length - 1), 70)
  let x = EDGE
  for (const [place, [label, value]] of facts.entries()) {
    pen.line(label, x, y + 14, { size: 8.5, color: MUTED })
    pen.line(value, x, y + 28, { size, face: 'semibold' })
    x += (widths[place] ?? 0) + gap
  }
  rule(document, y + 56)
  return y + 80
}

function drawParties(pen: Pen, { seller, buyer }: InvoiceWords, y: number): number {
  const ends = [seller, buyer].map((party, place) => {
    const x = EDGE + place * HALF
    const width = WIDTH - HALF - 8
    pen.line(party.label, x, y, { size: 8.5, color: MUTED })
    let next = pen.block(party.name, x, y + 16, width, { size: 11, face: 'semibold', leading: 16 })
    for (const line of party.lines) next = pen.block(line, x, next, width, { size: 9.5, leading: 14.5 })
    return next
  })
  return Math.max(...ends) + 22
}

function drawSettled(document: Pdf, pen: Pen, { total, settled }: InvoiceWords, y: number): number {
  document.roundedRect(EDGE, y, WIDTH, 62, 8).fill(WELL)
  pen.line(total[1], EDGE + 18, y + 11, { size: 20, face: 'semibold' })
  pen.line(settled, EDGE + 18, y + 38, { size: 9.5, color: MUTED })
  return y + 90
}

function drawLines(document: Pdf, pen: Pen, { head, lines }: InvoiceWords, y: number): number {
  const small = { size: 8.5, color: MUTED }
  const [what, quantity, unit, rate, net] = head
  pen.line(what, EDGE, y, small)
  pen.line(quantity, COLUMNS.quantity, y, small, true)
  pen.line(unit, COLUMNS.unit, y, small, true)
  pen.line(rate, COLUMNS.rate, y, small, true)
  pen.line(net, COLUMNS.net, y, small, true)
  let top = y + 18
  rule(document, top)
  for (const line of lines) {
    const figure = { size: 10, face: 'figures' } as const
    const next = pen.block(line.text, EDGE, top + 12, 236, { size: 10, face: 'semibold', leading: 15 })
    const end = line.span ? pen.block(line.span, EDGE, next + 1, 236, { size: 8.5, color: MUTED }) : next
    pen.line(line.quantity, COLUMNS.quantity, top + 12, figure, true)
    pen.line(line.unit, COLUMNS.unit, top + 12, figure, true)
    pen.line(line.rate, COLUMNS.rate, top + 12, figure, true)
    pen.line(line.net, COLUMNS.net, top + 12, figure, true)
    top = end + 10
    rule(document, top)
  }
  return top + 14
}

function drawTotals(document: Pdf, pen: Pen, { totals, total }: InvoiceWords, y: number): void {
  const from = EDGE + HALF
  let top = y
  for (const [label, value] of totals) {
    pen.line(label, from, top, { size: 10, color: MUTED })
    pen.line(value, RIGHT, top, { size: 10, face: 'figures' }, true)
    top += 20
  }
  rule(document, top + 2, from)
  pen.line(total[0], from, top + 14, { size: 11, face: 'semibold' })
  pen.line(total[1], RIGHT, top + 12, { size: 13, face: 'semibold' }, true)
}

function drawFoot(document: Pdf, pen: Pen, { mentions, page }: InvoiceWords): void {
  const style = { size: 8.5, color: MUTED, leading: 13 }
  // Aligned to the bottom, whatever the number of lines.
  const height = mentions.reduce((sum, mention) => sum + pen.height(mention, WIDTH, style) + 4, 0)
  let y = FOOT - 26 - height
  for (const mention of mentions) y = pen.block(mention, EDGE, y, WIDTH, style) + 4
  rule(document, FOOT - 16)
  pen.line(page, RIGHT, FOOT - 6, { size: 8.5, color: MUTED }, true)
}
