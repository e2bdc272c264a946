// The layout of a certificate: one A4 page in landscape. What was answered stands at the left, what it proves at the right. It
// prints in grey: wrong answers are inside the ring, so it needs no colour.
import encodeQr from 'qr'
import { answerStrokes } from 'trading/learning/answer-strokes'
import { drawMark, LINE, MUTED, type Pdf, renderPdf, TEXT } from '../pdf/document.ts'
import { type Pen, penOf } from '../pdf/pen.ts'
import { type Certificate, type CertificateWords, certificateWords } from './certificate-words.ts'

/** The light tokens of web/src/ui/theme.css. */
const GROUND = '#fbfaf8'
const LINE_STRONG = '#d3d5d7'
const LOSS_MARK = '#d93036'

const PAGE = { width: 841.89, height: 595.28 }
const SIDE = 251
const EDGE = 42
const LEFT = SIDE + 48
const RIGHT = PAGE.width - 48
const WIDTH = RIGHT - LEFT
const FOOT = PAGE.height - 36
const RING = { x: SIDE / 2, y: 200, radius: 69, stroke: 14 }
const QR = 72
const SMALL = { size: 8.5, color: MUTED, leading: 12.5 }
/** The least that the library makes; the page around the code is its quiet zone. */
const QR_BORDER = 1

/** Renders a certificate as PDF. */
export async function drawCertificate(
  certificate: Certificate,
  site: string,
  brand: string,
): Promise<Buffer> {
  const words = certificateWords(certificate, site, brand)
  const about = {
    language: certificate.language,
    title: `${words.kind} ${certificate.code}`,
    author: brand,
    subject: words.file,
    brand,
    at: certificate.issued_at,
  }
  return await renderPdf({ size: 'A4', layout: 'landscape' }, about, (document) => {
    const pen = penOf(document)
    document.rect(0, 0, SIDE, PAGE.height).fill(GROUND)
    document.moveTo(SIDE, 0).lineTo(SIDE, PAGE.height).lineWidth(0.75).strokeColor(LINE_STRONG).stroke()
    drawMark(document, EDGE, 42, 26)
    pen.line(brand, EDGE + 32, 44, { size: 18, face: 'title' })
    drawSeal(
      document,
      certificate.results.sections.map(({ answers }) => answers),
    )
    writeScore(pen, words)
    drawCode(document, pen, words.verify)
    const top = writeHead(pen, words)
    const bottom = FOOT - pen.height(words.limits, WIDTH, SMALL) - 10
    drawResults(document, pen, words, top, bottom - 60)
    drawFoot(document, pen, words, bottom)
  })
}

/** The answers as strokes of a ring (web/src/parts/quiz/answer-seal.tsx). */
function drawSeal(document: Pdf, quizzes: readonly (readonly boolean[])[]): void {
  const { x, y, radius, stroke } = RING
  document.circle(x, y, radius).lineWidth(0.75).strokeColor(LINE_STRONG).stroke()
  for (const one of answerStrokes(quizzes)) {
    const [from, to] = one.right ? [radius + 1, radius + stroke] : [radius - 1, radius - stroke / 2]
    document
      .moveTo(x + from * one.x, y + from * one.y)
      .lineTo(x + to * one.x, y + to * one.y)
      .lineWidth(1.7)
      .strokeColor(one.right ? TEXT : LOSS_MARK)
      .stroke()
  }
}

function writeScore(pen: Pen, { right, strokes }: CertificateWords): void {
  const middle = (text: string, y: number, style: Parameters<Pen['line']>[3]) =>
    pen.line(text, RING.x - pen.width(text, style) / 2, y, style)
  middle(right.count, RING.y - 26, { size: 30, face: 'title' })
  middle(right.of, RING.y + 12, { size: 10, color: MUTED })
  pen.block(strokes, EDGE, RING.y + 112, SIDE - 2 * EDGE, { size: 9.5, color: MUTED, leading: 15 })
}

function drawCode(
  document: Pdf,
  pen: Pen,
  { label, place, code, address }: CertificateWords['verify'],
): void {
  const top = FOOT - QR
  const modules = encodeQr(address, 'raw', { ecc: 'medium', border: QR_BORDER })
  const size = QR / (modules.length - 2 * QR_BORDER)
  // One path: between separate squares a viewer shows hairlines.
  for (const [y, row] of modules.entries())
    for (const [x, dark] of row.entries())
      if (dark) document.rect(EDGE + (x - QR_BORDER) * size, top + (y - QR_BORDER) * size, size, size)
  document.fill(TEXT)
  const x = EDGE + QR + 12
  const width = SIDE - x - 12
  const y = FOOT - 12 - pen.height(label, width, SMALL) - pen.height(place, width, SMALL)
  const next = pen.block(place, x, pen.block(label, x, y, width, SMALL), width, SMALL)
  pen.line(code, x, next, { size: 8.5, face: 'semibold' })
  document.link(EDGE, top, SIDE - EDGE - 12, QR, address)
}

function writeHead(pen: Pen, { kind, name, did, course }: CertificateWords): number {
  pen.line(kind, LEFT, 48, { size: 12, color: MUTED })
  // A long name is set smaller, then on two lines.
  const fits = (size: number) => pen.width(name, { size, face: 'title' }) <= WIDTH
  const size = [30, 27, 24, 21].find(fits) ?? 21
  const y = pen.block(name, LEFT, 84, WIDTH, { size, face: 'title', leading: size * 1.2 })
  pen.line(did, LEFT, y + 8, { size: 12, color: MUTED })
  return pen.block(course, LEFT, y + 28, WIDTH, { size: 21, face: 'title', leading: 26 })
}

/** What was proved, a row each, as large as the space between head and foot allows. */
function drawResults(
  document: Pdf,
  pen: Pen,
  { head, rows, exam }: CertificateWords,
  top: number,
  bottom: number,
): void {
  const first = top + 44
  pen.line(head[0], LEFT, top + 22, { size: 10, color: MUTED })
  pen.line(head[1], RIGHT, top + 22, { size: 10, color: MUTED }, true)
  rule(document, first, TEXT)
  const room = bottom - first
  const count = rows.length + (exam ? 1 : 0)
  const laid = (size: number) => {
    const leading = size * 1.35
    const texts = rows.map(({ text }) => pen.height(text, WIDTH - 110, { size, leading }))
    const written = texts.reduce((sum, height) => sum + height, exam ? leading : 0)
    return { size, leading, space: Math.min(15, (room - written) / count) }
  }
  const sizes = [10.8, 10, 9, 8, 7].map(laid)
  const { size, leading, space } = sizes.find((one) => one.space >= one.size / 2) ?? sizes.at(-1)!
  let y = first
  for (const { text, score } of rows) {
    const next = pen.block(text, LEFT, y + space / 2, WIDTH - 110, { size, leading })
    pen.line(score, RIGHT, y + space / 2, { size, face: 'figures' }, true)
    y = next + space / 2
    rule(document, y)
  }
  if (!exam) return
  const { charts } = exam
  const strong = { size, face: 'semibold' } as const
  const weak = { size, color: MUTED, face: 'figures' } as const
  const place = y + space / 2
  const end = charts ? ` · ${charts.score}` : ''
  const x = LEFT + pen.line(exam.text, LEFT, place, strong)
  if (charts) pen.line(` · ${charts.text}`, x, place, weak)
  pen.line(exam.score, RIGHT - pen.width(end, weak), place, strong, true)
  if (end) pen.line(end, RIGHT, place, weak, true)
}

function drawFoot(document: Pdf, pen: Pen, { facts, limits }: CertificateWords, line: number): void {
  const top = line - 46
  let x = LEFT
  for (const [label, value] of facts) {
    const width = pen.line(label, x, top, { size: 8.5, color: MUTED })
    x += Math.max(width, pen.line(value, x, top + 13, { size: 10.5, face: 'semibold' })) + 30
  }
  rule(document, line)
  pen.block(limits, LEFT, line + 12, WIDTH, SMALL)
}

function rule(document: Pdf, y: number, color = LINE): void {
  document.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(color).stroke()
}
