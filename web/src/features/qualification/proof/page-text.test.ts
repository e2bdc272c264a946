import { expect, it } from 'vitest'
import { findWords, linesOf, type TextItem } from './page-text.ts'

/** A4, in points; the file's own units begin in the lower left corner. */
const SHEET = { width: 600, height: 800, transform: [1, 0, 0, -1, 0, 800] }
const item = (str: string, x: number, y: number, size = 10): TextItem => ({
  str,
  transform: [size, 0, 0, size, x, y],
  width: str.length * size * 0.5,
})
/** What an area leaves free beside the words of `item`. */
const ROOM = 5.75
const find = (items: readonly TextItem[], words: string, sheet = SHEET) =>
  findWords(linesOf(items, sheet), words)

it('gives the place of words in shares of the page, from its upper left corner', () => {
  const found = find([item('Compte', 60, 700), item('7204418', 200, 700)], '7204418')
  expect(found?.words).toBe('7204418')
  // Letters 11.5 units tall leave half of that free beside them.
  expect(found?.area.x).toBeCloseTo((200 - ROOM) / 600)
  expect(found?.area.width).toBeCloseTo((35 + 2 * ROOM) / 600)
  // The baseline is 100 units under the upper edge, the letters reach 8.5 over it and 3 under it, and a tenth of that is free.
  expect(found?.area.y).toBeCloseTo((100 - 8.5 - 1.15) / 800)
  expect(found?.area.height).toBeCloseTo((11.5 + 2 * 1.15) / 800)
})

it('knows that letters are not equally wide', () => {
  // In Helvetica at this size, the name begins 14 units after the title.
  const area = find([{ ...item('M. LAURENT Alix', 60, 700), width: 83 }], 'LAURENT Alix')?.area
  expect((area?.x ?? 0) * 600 + ROOM).toBeGreaterThan(72)
  expect((area?.x ?? 0) * 600 + ROOM).toBeLessThan(76)
})

it.each([
  ['720 44 18', '7204418'],
  ['7204418', '720 44 18'],
  ['MT5\u00a0482\u202f013', 'mt5 482 013'],
  ['Éléonore  DUPRÉ', 'eleonore dupre'],
  ['Cap Horn Markets Ltd', 'CAP HORN MARKETS'],
  ['Of\ufb01ce FX', 'office fx'],
])('does not mind accents, case and spaces: %s has %s', (text, words) => {
  expect(find([item(text, 10, 10)], words)).not.toBeNull()
})

it.each([
  ['17204418', '7204418'],
  ['72044180', '7204418'],
  ['M. DUPREZ', 'DUPRE'],
  ['MT5 482-013', 'MT5 482013'],
  ['ab', 'ab'],
])(
  'takes no part of something longer, nothing spelled otherwise and nothing found by chance: %s, %s',
  (text, words) => {
    expect(find([item(text, 10, 10)], words)).toBeNull()
  },
)

it('passes over a longer word to the one that is meant', () => {
  expect(find([item('17204418', 0, 10), item('7204418', 100, 10)], '7204418')?.area.x).toBeCloseTo(
    (100 - ROOM) / 600,
  )
})

it('reads a line across its runs, in whichever order the file has them, and says what it reads', () => {
  const items = [item('Malik', 100, 500), item('Dupré', 60, 501), item('Solde', 60, 480)]
  const found = find(items, 'DUPRE MALIK')
  expect(found?.words).toBe('Dupré Malik')
  expect(found?.area.x).toBeCloseTo((60 - ROOM) / 600)
  expect(found?.area.width).toBeCloseTo((125 - 60 + 2 * ROOM) / 600)
  expect(find(items, 'Malik Solde')).toBeNull()
})

it('joins runs that touch, and divides those that do not', () => {
  expect(find([item('7204', 60, 500), item('418', 80, 500)], '7204418')?.words).toBe('7204418')
  expect(find([item('7204', 60, 500), item('418', 83, 500)], '7204418')?.words).toBe('7204 418')
  expect(find([item('7204', 60, 500), item('418', 83, 500)], '418')).not.toBeNull()
  expect(find([item('7204', 60, 500), item('418', 80, 500)], '418')).toBeNull()
})

it('leaves out text that is turned or upside down, and follows a page that the file turns', () => {
  const along = { str: '7204418', transform: [0, 10, -10, 0, 60, 500], width: 35 }
  expect(find([along], '7204418')).toBeNull()
  expect(find([{ ...along, transform: [-10, 0, 0, -10, 60, 500] }], '7204418')).toBeNull()
  // The page is shown turned by a quarter: what ran upwards runs along it now.
  const turned = { width: 800, height: 600, transform: [0, 1, 1, 0, 0, 0] }
  const found = find([{ ...along, transform: [0, 10, -10, 0, 500, 60] }], '7204418', turned)
  expect(found?.area.x).toBeCloseTo((60 - ROOM) / 800)
  expect(found?.area.width).toBeCloseTo((35 + 2 * ROOM) / 800)
})

it('stays within the page', () => {
  const area = find([item('7204418', 590, 798)], '7204418')?.area
  expect((area?.x ?? 0) + (area?.width ?? 0)).toBeCloseTo(1)
  expect(area?.y).toBe(0)
})
