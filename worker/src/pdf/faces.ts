// The fonts of PDF files: Inter, split by script (scripts/site/subset-fonts.ts). Each character uses the font that contains it; a
// character in none is shown as a question mark.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type PDFDocument from 'pdfkit'

const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic'] as const
const WEIGHTS = ['regular', 'semibold'] as const
/** figures: regular with tabular figures, so that amounts align. title: semibold set tighter, for large sizes. */
export type Face = (typeof WEIGHTS)[number] | 'figures' | 'title'

const folder = join(import.meta.dirname, 'fonts')
const FILES = new Map(
  WEIGHTS.flatMap((weight) =>
    SCRIPTS.map(
      (script) => [`${script}-${weight}`, readFileSync(join(folder, `${script}-${weight}.ttf`))] as const,
    ),
  ),
)

type Document = InstanceType<typeof PDFDocument>
type Known = { font: { hasGlyphForCodePoint(code: number): boolean } }

/** The faces, bound to a document whose size and colour are set. */
export function openFaces(document: Document): Record<Face, ReturnType<typeof openFace>> {
  for (const [name, file] of FILES) document.registerFont(name, file)
  return {
    regular: openFace(document, 'regular', ['kern']),
    semibold: openFace(document, 'semibold', ['kern']),
    figures: openFace(document, 'regular', ['kern', 'tnum']),
    title: openFace(document, 'semibold', ['kern'], -0.02),
  }
}

function openFace(
  document: Document,
  weight: (typeof WEIGHTS)[number],
  features: PDFKit.Mixins.OpenTypeFeatures[],
  /** Between two characters, as a share of the size. */
  spacing = 0,
) {
  const options = () => ({
    features,
    lineBreak: false,
    characterSpacing: spacing * (document as unknown as { _fontSize: number })._fontSize,
  })
  const holders = SCRIPTS.map((script) => {
    const name = `${script}-${weight}`
    const { font } = (document.font(name) as unknown as { _font: Known })._font
    return { name, holds: (letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) as number) }
  })
  const runs = (text: string): { name: string; text: string }[] => {
    const found: { name: string; text: string }[] = []
    // Inter has no narrow no-break space.
    for (const letter of text.normalize('NFC').replaceAll('\u202f', '\u00a0')) {
      const holder = holders.find(({ holds }) => holds(letter))
      const name = holder?.name ?? (holders[0] as { name: string }).name
      const last = found.at(-1)
      if (last?.name === name) last.text += holder ? letter : '?'
      else found.push({ name, text: holder ? letter : '?' })
    }
    return found
  }
  const width = (text: string) =>
    runs(text).reduce((sum, run) => sum + document.font(run.name).widthOfString(run.text, options()), 0)
  return {
    width,
    write(text: string, x: number, y: number): void {
      let place = x
      for (const run of runs(text)) {
        document.font(run.name).text(run.text, place, y, options())
        place += document.widthOfString(run.text, options())
      }
    },
    /** Breaks text at spaces into lines of a given width; a longer word is split. */
    wrap(text: string, most: number): string[] {
      const lines: string[] = []
      let line = ''
      for (const word of text.split(' ').flatMap((one) => cut(one, most, width))) {
        const longer = line ? `${line} ${word}` : word
        if (line && width(longer) > most) {
          lines.push(line)
          line = word
        } else line = longer
      }
      return [...lines, line]
    },
  }
}

function cut(word: string, most: number, width: (text: string) => number): string[] {
  if (width(word) <= most) return [word]
  const parts = ['']
  for (const letter of word) {
    const last = parts.length - 1
    if (width(parts[last] + letter) > most) parts.push(letter)
    else parts[last] += letter
  }
  return parts
}
