// Finds words in the text layer of a PDF's page. That layer is what the file says of itself: it may differ from what is drawn, so
// what is found is a suggestion of where to look and never a proof.
import type { Area } from './place.ts'

/** As pdf.js gives it: a run of text with its matrix, in units of the page. */
export type TextItem = { str: string; transform: readonly number[]; width: number }
/** The page as it is drawn upright: its size, and the matrix that leads there from the file's own units. */
type Sheet = { width: number; height: number; transform: readonly number[] }
type Matrix = [number, number, number, number, number, number]
type Run = Area & { text: string }
/** A character with its place. A space between two runs has none. */
type Letter = { char: string; area: Area | null }
export type Line = readonly Letter[]
type Found = { words: string; area: Area }

/** Shares of a character's height: how far it reaches over its baseline, and how tall its area is. */
const ASCENT = 0.85
const TALL = 1.15
/** Of that height, the gap that divides two words. */
const GAP = 0.15
/** Fewer characters are found by chance. */
const LEAST = 3
const MOST_WORDS = 80

/** The lines of a page from left to right. Text that does not run along it (turned, upside down) is left out. */
export function linesOf(items: readonly TextItem[], sheet: Sheet): Line[] {
  const lines: Run[][] = []
  const runs = items.flatMap((item) => runOf(item, sheet) ?? [])
  for (const run of runs.toSorted((one, other) => middle(one) - middle(other))) {
    const [first] = lines.at(-1) ?? []
    if (first && middle(run) - middle(first) < first.height / 2) lines.at(-1)?.push(run)
    else lines.push([run])
  }
  return lines.map((line) =>
    lettersOf(
      line.toSorted((one, other) => one.x - other.x),
      sheet,
    ),
  )
}

const middle = ({ y, height }: Area) => y + height / 2

/** In units of the drawn page. */
function runOf({ str, transform, width }: TextItem, sheet: Sheet): Run | null {
  const [a, b, c, d, x, y] = product(sheet.transform as Matrix, transform as Matrix)
  const tall = Math.hypot(c, d)
  if (str === '' || a <= 0 || Math.abs(b) > 0.05 * a || tall === 0) return null
  const [scale] = sheet.transform as Matrix
  const wide = width * Math.hypot(scale, sheet.transform[1] as number)
  return { text: str, x, y: y - ASCENT * tall, width: wide, height: TALL * tall }
}

const product = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
]

/** Each character takes an equal part of its run: the file does not say more. */
function lettersOf(runs: readonly Run[], { width, height }: Sheet): Letter[] {
  return runs.flatMap((run, index) => {
    const chars = [...run.text]
    const part = run.width / chars.length
    const letters = chars.map((char, at) => ({
      char,
      area: {
        x: (run.x + at * part) / width,
        y: run.y / height,
        width: part / width,
        height: run.height / height,
      },
    }))
    const last = runs[index - 1]
    const apart = last !== undefined && run.x - (last.x + last.width) > GAP * run.height
    return apart ? [{ char: ' ', area: null }, ...letters] : letters
  })
}

/** These words in a page, alone and not as a part of longer ones; accents, case and spaces do not count. */
export function findWords(lines: readonly Line[], words: string): Found | null {
  const sought = plain(words)
  if (sought.length < LEAST) return null
  for (const line of lines) {
    const found = foundIn(line, sought)
    if (found) return found
  }
  return null
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()
const isWord = (letter: Letter | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter.char)

function foundIn(line: Line, sought: string): Found | null {
  // One character can become several, so each remembers whose it is.
  const whose: number[] = []
  let text = ''
  for (const [index, { char }] of line.entries())
    for (const one of plain(char)) {
      text += one
      whose.push(index)
    }
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const [from, to] = [whose[at] as number, whose[at + sought.length - 1] as number]
    if (isWord(line[from - 1]) || isWord(line[to + 1])) continue
    const letters = line.slice(from, to + 1)
    const words = letters.map(({ char }) => char).join('')
    return {
      words: words.replace(/\s+/g, ' ').trim().slice(0, MOST_WORDS),
      area: around(letters.flatMap(({ area }) => area ?? [])),
    }
  }
  return null
}

/** The area of several, within the page. */
function around(areas: readonly Area[]): Area {
  const within = (value: number) => Math.min(1, Math.max(0, value))
  const x = within(Math.min(...areas.map((area) => area.x)))
  const y = within(Math.min(...areas.map((area) => area.y)))
  return {
    x,
    y,
    width: within(Math.max(...areas.map((area) => area.x + area.width))) - x,
    height: within(Math.max(...areas.map((area) => area.y + area.height))) - y,
  }
}
