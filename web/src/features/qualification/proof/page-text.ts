// Finds words in the text layer of a PDF's page. That layer is what the file says of itself: it may differ from what is drawn, so
// what is found is a suggestion of where to look and never a proof.
import type { Area } from './place.ts'

/** As pdf.js gives it: a run of text with its matrix, in units of the page. */
export type TextItem = { str: string; transform: readonly number[]; width: number }
/** The page as it is drawn upright: its size, and the matrix that leads there from the file's own units. */
type Sheet = { width: number; height: number; transform: readonly number[] }
type Matrix = [number, number, number, number, number, number]
type Run = Area & { text: string }
/** A character with its area in units of the page. A space between two runs has none. */
type Letter = { char: string; area: Area | null }
export type Line = { sheet: Sheet; letters: readonly Letter[] }
type Found = { words: string; area: Area }

/** Shares of a character's height: how far it reaches over its baseline, and how tall its area is. */
const ASCENT = 0.85
const TALL = 1.15
/**
 * Of that height: the gap that divides two words, and what an area leaves free around them, so that a frame hides no letter. It
 * may not reach the next line: what is under a mask there would count as hidden.
 */
const GAP = 0.15
const ROOM = { across: 0.5, along: 0.1 }
/** How wide characters are beside a digit, in most fonts: a run says only how wide it is together. */
const WIDTHS: readonly [RegExp, number][] = [
  [/[\s.,:;'’|!ijlIÎÏîï]/u, 0.5],
  [/[()frt/-]/u, 0.6],
  [/[mwMW%@]/u, 1.55],
  [/\p{Lu}/u, 1.25],
]
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
  const inOrder = (line: readonly Run[]) => line.toSorted((one, other) => one.x - other.x)
  return lines.map((line) => ({ sheet, letters: lettersOf(inOrder(line)) }))
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

const widthOf = (char: string) => WIDTHS.find(([kind]) => kind.test(char))?.[1] ?? 1

function lettersOf(runs: readonly Run[]): Letter[] {
  return runs.flatMap((run, index) => {
    const chars = [...run.text]
    const unit = run.width / chars.reduce((sum, char) => sum + widthOf(char), 0)
    let x = run.x
    const letters = chars.map((char) => {
      const area = { x, y: run.y, width: unit * widthOf(char), height: run.height }
      x += area.width
      return { char, area }
    })
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

function foundIn({ sheet, letters: line }: Line, sought: string): Found | null {
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
      area: around(
        letters.flatMap(({ area }) => area ?? []),
        sheet,
      ),
    }
  }
  return null
}

/** The area of several characters with room around it, in shares of the page and within it. */
function around(areas: readonly Area[], sheet: Sheet): Area {
  const room = Math.max(...areas.map(({ height }) => height))
  const within = (value: number, side: number) => Math.min(1, Math.max(0, value / side))
  const { across, along } = ROOM
  const x = within(Math.min(...areas.map((one) => one.x)) - across * room, sheet.width)
  const y = within(Math.min(...areas.map((one) => one.y)) - along * room, sheet.height)
  const right = within(Math.max(...areas.map((one) => one.x + one.width)) + across * room, sheet.width)
  const foot = within(Math.max(...areas.map((one) => one.y + one.height)) + along * room, sheet.height)
  return { x, y, width: right - x, height: foot - y }
}
