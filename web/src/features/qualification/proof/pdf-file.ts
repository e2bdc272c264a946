// Opens a member's PDF. Nothing in it runs: pdf.js draws without a scripting engine, forms and links stay drawings, and whatever
// it needs is a file of this site. Loaded when a reviewer looks at such a proof, never before.
import { getDocument, PasswordException, PDFWorker, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { workerAddress } from '#lib/browser/worker-address.ts'
import { type Line, linesOf } from './page-text.ts'
import { drawPage } from './pdf-page.ts'
import { OwnResources } from './pdf-resources.ts'
import address from './pdf-worker.ts?worker&url'

/** The last page on which a mark can lie (`proof_marks.page`). */
const MOST_PAGES = 50
/** Of one picture in the file. */
const MOST_IMAGE_PIXELS = 64_000_000
/** A document that takes longer is too much for a browser, or made to be. */
const PATIENCE_MS = 30_000
const FAREWELL_MS = 2000

/** Why a document cannot be shown: damaged, behind a password, or too much for a browser. */
export type PdfRefusal = 'broken' | 'locked' | 'large'
export class PdfRefused extends Error {
  readonly why: PdfRefusal
  constructor(why: PdfRefusal) {
    super(`This PDF cannot be shown: ${why}`)
    this.why = why
  }
}

export type PdfFile = {
  pages: number
  /** A page as a picture of about that width in pixels. */
  draw(page: number, width: number, signal: AbortSignal): Promise<Blob>
  /** The lines of a page's text layer: what the file says of itself, which need not be what is drawn. */
  lines(page: number): Promise<readonly Line[]>
  close(): void
}

/** Throws `PdfRefused` for a document that cannot be shown, and another error if the reader itself does not work. */
export async function openPdf(data: Uint8Array): Promise<PdfFile> {
  const port = new Worker(workerAddress(address), { type: 'module', name: 'pdf' })
  const { promise: ended, reject } = Promise.withResolvers<never>()
  ended.catch(() => {})
  port.addEventListener('error', () => reject(new Error('The worker that reads PDFs ended.')))
  const worker = PDFWorker.create({ port })
  const opening = getDocument({
    data,
    worker,
    enableXfa: false,
    // The same on every machine, whatever its fonts.
    useSystemFonts: false,
    useWorkerFetch: false,
    BinaryDataFactory: OwnResources,
    maxImageSize: MOST_IMAGE_PIXELS,
    verbosity: VerbosityLevel.ERRORS,
  })
  const close = () => {
    // Its farewell takes the document's fonts from the page. A worker that hangs does not answer.
    const farewell = opening.destroy().catch(() => {})
    void Promise.race([farewell, pause(FAREWELL_MS)]).then(() => {
      worker.destroy()
      port.terminate()
    })
  }
  const within = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await Promise.race([inTime(work), ended])
    } catch (error) {
      throw refusalOf(error)
    }
  }
  try {
    const pdf = await within(opening.promise)
    if (pdf.numPages > MOST_PAGES) throw new PdfRefused('large')
    return {
      pages: pdf.numPages,
      draw: (number, width, signal) =>
        within(pdf.getPage(number).then((page) => drawPage(page, width, signal))),
      lines: (number) =>
        within(
          pdf.getPage(number).then(async (page) => {
            const { items } = await page.getTextContent()
            return linesOf(
              items.filter((item) => 'str' in item),
              page.getViewport({ scale: 1 }),
            )
          }),
        ),
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new PdfRefused('large')), PATIENCE_MS)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** What pdf.js says of a file, by the names of its errors; others are no matter of the file. */
function refusalOf(error: unknown): unknown {
  if (error instanceof PasswordException) return new PdfRefused('locked')
  return error instanceof Error && /^(InvalidPDF|UnknownError)Exception$/.test(error.name)
    ? new PdfRefused('broken')
    : error
}
