import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'

const LEFT = 56
const RIGHT = 540

/** A row of a table: its left and its right text. */
type Row = readonly [left: string, right: string]
type Page = { head: Row; lines?: readonly string[]; rows: readonly Row[] }

/** A broker's statement as a PDF of A4 pages, whose fonts are the standard ones that no file brings along. */
export async function statementPdf(
  pages: readonly Page[],
  { password }: { password?: string } = {},
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    autoFirstPage: false,
    ...(password ? { userPassword: password } : {}),
  })
  const done = buffer(pdf)
  for (const { head, lines = [], rows } of pages) {
    pdf.addPage()
    const write = ([left, right]: Row, y: number, font = 'Helvetica', size = 11) => {
      pdf.font(font).fontSize(size).fillColor('#14181f').text(left, LEFT, y, { lineBreak: false })
      pdf.text(right, RIGHT - pdf.widthOfString(right), y, { lineBreak: false })
    }
    write(head, 60, 'Helvetica-Bold', 14)
    for (const [index, line] of lines.entries()) write([line, ''], 100 + index * 20)
    for (const [index, row] of rows.entries()) {
      const y = 220 + index * 32
      pdf
        .moveTo(LEFT, y - 10)
        .lineTo(RIGHT, y - 10)
        .lineWidth(0.5)
        .stroke('#c4cad4')
      write(row, y)
    }
  }
  pdf.end()
  await once(pdf, 'end')
  return done
}
