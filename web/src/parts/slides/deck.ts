// Reads a deck: Markdown with a small syntax of slides (docs/deck-syntax.md). Whatever the text, the result is a deck: a line
// that is not understood is kept and shown as written.

export type Directive = { name: string; asks: string; words: Readonly<Record<string, string>>; line: string }
export type Block = { kind: 'text'; text: string } | { kind: 'directive'; directive: Directive }
export type Slide = { kicker: string; title: string; blocks: Block[]; notes: string }

/** The largest deck that is read; staff cannot save a longer text. */
const MOST_SLIDES = 500

export function parseDeck(markdown: string): Slide[] {
  const slides = splitSlides(markdown.replaceAll('\r\n', '\n'))
    .map(parseSlide)
    .filter(({ kicker, title, blocks, notes }) => kicker || title || blocks.length > 0 || notes)
  return slides.slice(0, MOST_SLIDES)
}

/** Lines of each slide. A line `---` inside a code block separates nothing. */
function splitSlides(markdown: string): string[][] {
  const slides: string[][] = [[]]
  const fence = fences()
  for (const line of markdown.split('\n')) {
    const inCode = fence(line)
    if (!inCode && /^---\s*$/.test(line)) slides.push([])
    else slides.at(-1)?.push(line)
  }
  return slides
}

function parseSlide(lines: string[]): Slide {
  const slide: Slide = { kicker: '', title: '', blocks: [], notes: '' }
  const fence = fences()
  let text: string[] = []
  const keep = () => {
    const kept = text.join('\n').replace(/^\n+|\s+$/g, '')
    if (kept) slide.blocks.push({ kind: 'text', text: kept })
    text = []
  }
  for (const [index, line] of lines.entries()) {
    const inCode = fence(line)
    const note = inCode ? null : /^Note:\s?(.*)$/.exec(line)
    if (note) {
      slide.notes = [note[1] ?? '', ...lines.slice(index + 1)].join('\n').trim()
      break
    }
    const first = !inCode && text.every((earlier) => earlier.trim() === '') && slide.blocks.length === 0
    const kicker = first && !slide.title && !slide.kicker ? /^kicker:\s*(.+)$/i.exec(line) : null
    const title = first && !slide.title ? /^#\s+(.+?)\s*#*$/.exec(line) : null
    const directive = inCode ? null : parseDirective(line)
    if (kicker) slide.kicker = (kicker[1] ?? '').trim()
    else if (title) slide.title = title[1] ?? ''
    else if (directive) {
      keep()
      slide.blocks.push({ kind: 'directive', directive })
    } else text.push(line)
  }
  keep()
  return slide
}

/** `:::task stop path=100,104 labels=Gain net|Perte`: a name, at most one plain word, then `word=value`; values may hold blanks. */
export function parseDirective(line: string): Directive | null {
  const [, name = '', rest = ''] = /^:::([a-z][a-z-]*)(?:\s+(.*?))?\s*$/.exec(line) ?? []
  if (!name) return null
  const words: Record<string, string> = {}
  let last = ''
  const plain: string[] = []
  for (const part of rest.split(/\s+/).filter(Boolean)) {
    const [, key, value = ''] = /^([a-z][a-z-]*)=(.*)$/.exec(part) ?? []
    if (key) {
      last = key
      words[key] = value
    } else if (last) words[last] = `${words[last]} ${part}`
    else plain.push(part)
  }
  return { name, asks: plain.join(' '), words, line }
}

/** Tells, line by line, whether a line belongs to a fenced code block. */
function fences(): (line: string) => boolean {
  let open: string | null = null
  return (line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
    if (open === null) {
      open = mark
      return mark !== null
    }
    const closes =
      mark !== null && mark[0] === open[0] && mark.length >= open.length && /^\s*[`~]+\s*$/.test(line)
    if (closes) open = null
    return true
  }
}

/** A slide's name: its title, or its first words. */
export function slideName({ title, kicker, blocks }: Slide): string {
  if (title || kicker) return plainText(title || kicker)
  const text = blocks.find((block) => block.kind === 'text')
  return text ? (plainText(text.text).split('\n')[0]?.slice(0, 60) ?? '') : ''
}

/** Without Markdown's marks, for places that hold plain text. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`#>|]|\$\$/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
