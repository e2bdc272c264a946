// Draws a page of a PDF as a picture, as large as a canvas may be.
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a phone's canvas holds. */
const MOST_PIXELS = 16_000_000
const LONGEST_SIDE = 8192

/** About `width` pixels wide; narrower where that would be too large. Ends with an error if the signal cancels it. */
export async function drawPage(page: PDFPageProxy, width: number, signal: AbortSignal): Promise<Blob> {
  signal.throwIfAborted()
  const { width: natural, height } = page.getViewport({ scale: 1 })
  const scale = Math.min(
    width / natural,
    LONGEST_SIDE / Math.max(natural, height),
    Math.sqrt(MOST_PIXELS / (natural * height)),
  )
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(viewport.width))
  canvas.height = Math.max(1, Math.round(viewport.height))
  const drawing = page.render({ canvas, viewport })
  const cancel = () => drawing.cancel()
  signal.addEventListener('abort', cancel)
  try {
    await drawing.promise
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser kept no picture.')))),
    )
  } finally {
    signal.removeEventListener('abort', cancel)
    // Some browsers keep a canvas's memory long after it is out of use.
    canvas.width = canvas.height = 0
    page.cleanup()
  }
}
