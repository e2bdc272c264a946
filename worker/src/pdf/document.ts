// A PDF file of one page. The same words give the same bytes: no clock, randomness or machine settings.
import PDFDocument from 'pdfkit'

/** The light tokens of web/src/ui/theme.css. */
export const TEXT = '#0e1a29'
export const MUTED = '#545d69'
export const LINE = '#e4e3df'
const LAMP = '#fdb432'

export type Pdf = InstanceType<typeof PDFDocument>
type About = { language: string; title: string; author: string; subject: string; brand: string; at: Date }

/** Renders what `draw` draws. */
export async function renderPdf(
  page: Pick<PDFKit.PDFDocumentOptions, 'size' | 'layout'>,
  { language, title, author, subject, brand, at }: About,
  draw: (document: Pdf) => void,
): Promise<Buffer> {
  const document = new PDFDocument({
    ...page,
    margin: 0,
    lang: language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: title,
      Author: author,
      Subject: subject,
      Creator: brand,
      Producer: 'PDFKit',
      CreationDate: at,
      ModDate: at,
    },
  })
  const parts: Buffer[] = []
  const drawn = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  draw(document)
  document.end()
  return await drawn
}

/** The brand's lighthouse (web/src/parts/brand/logo.tsx). */
export function drawMark(document: Pdf, x: number, y: number, size: number): void {
  document
    .save()
    .translate(x, y)
    .scale(size / 24)
  document.path('M9.8 4.9 23 .8v9.8L9.8 6.5z').fill(LAMP)
  document.path('M5.7.8h1.6v1.9H5.7zM2.6 8.6h7.8v1.6H9l1.3 13H2.7l1.3-13H2.6z').fill(TEXT)
  document.circle(6.5, 5.7, 2).fill(LAMP)
  document.restore()
}
