import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect } from 'vitest'

export const squeezed = (text: string) => text.replace(/\s/g, '')

/** The words of a PDF's first page with their places, its text without spaces, its links and its metadata. */
export async function readPdf(bytes: Uint8Array) {
  const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 })
  const pdf = await loading.promise
  const page = await pdf.getPage(1)
  const { items } = await page.getTextContent()
  const links = (await page.getAnnotations()).map(({ url }: { url?: string }) => url)
  const { info } = await pdf.getMetadata()
  const words = items.flatMap((item) =>
    'str' in item
      ? [
          {
            text: item.str,
            x: item.transform[4] as number,
            y: item.transform[5] as number,
            width: item.width,
          },
        ]
      : [],
  )
  const { numPages: pages } = pdf
  await loading.destroy()
  const text = squeezed(words.map(({ text }) => text).join(''))
  return { pages, text, words, links, info: info as Record<string, string> }
}
type Word = Awaited<ReturnType<typeof readPdf>>['words'][number]

/** Fails for words that leave the space between two edges, or that touch on one line. */
export function expectOrder(words: readonly Word[], left: number, right: number): void {
  const shown = words.filter(({ text }) => text.trim() !== '')
  for (const one of shown) {
    expect(one.x, one.text).toBeGreaterThan(left)
    expect(one.x + one.width, one.text).toBeLessThan(right)
  }
  for (const [place, one] of shown.entries())
    for (const other of shown.slice(place + 1))
      if (Math.abs(one.y - other.y) < 5)
        expect(
          one.x + one.width <= other.x + 1 || other.x + other.width <= one.x + 1,
          `${one.text} | ${other.text}`,
        ).toBe(true)
}
