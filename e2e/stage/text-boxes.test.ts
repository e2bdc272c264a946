import { describe, expect, it } from 'vitest'
import { type Box, type Clip, cutTexts, type DrawnText, isFigure, overprints } from './text-boxes.ts'

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom })
let owner = 0
const drawn = (text: string, line: Box, more: Partial<DrawnText> = {}): DrawnText => {
  owner += 1
  return { text, owner, layer: 0, lines: [line], shown: [line], clips: [], ...more }
}
const clip = (of: Box, more: Partial<Clip> = {}): Clip => ({ box: of, ellipsis: false, told: false, ...more })

describe('a text is cut', () => {
  const line = box(0, 0, 120, 20)
  const cut = (text: string, ...clips: Clip[]) => cutTexts([drawn(text, line, { clips })]).length > 0

  it('where a box that hides what leaves it is narrower or lower than its line', () => {
    expect(cut('Objectif atteint', clip(box(0, 0, 100, 20)))).toBe(true)
    expect(cut('Objectif atteint', clip(box(0, 0, 200, 12)))).toBe(true)
    expect(cut('Objectif atteint', clip(box(8, 0, 200, 20)))).toBe(true)
  })

  it('not by a rounded pixel, nor by a letter that reaches beyond its line', () => {
    expect(cut('Objectif atteint', clip(box(1, 0, 119, 20)))).toBe(false)
    expect(cut('Objectif atteint', clip(box(0, 4, 120, 16)))).toBe(false)
  })

  it('by any of the boxes around it', () => {
    expect(cut('Objectif atteint', clip(box(0, 0, 200, 20)), clip(box(0, 0, 100, 20)))).toBe(true)
  })

  it('by an ellipsis too, unless the whole can be read elsewhere', () => {
    const narrow = box(0, 0, 100, 20)
    expect(cut('Objectif atteint', clip(narrow, { ellipsis: true }))).toBe(true)
    expect(cut('Objectif atteint', clip(narrow, { ellipsis: true, told: true }))).toBe(false)
    expect(cut('Objectif atteint', clip(narrow, { ellipsis: true, told: true }), clip(narrow))).toBe(false)
    expect(
      cut('Objectif atteint', clip(narrow, { ellipsis: true, told: true }), clip(box(0, 0, 60, 20))),
    ).toBe(true)
  })

  it('whatever tells the rest, if it is a price or a number', () => {
    for (const price of ['1.0850–1.0860', '−1,00 R', 'TP 2 · 50 %', '12 450,00 €', '09:02']) {
      expect(isFigure(price)).toBe(true)
      expect(cut(price, clip(box(0, 0, 100, 20), { ellipsis: true, told: true }))).toBe(true)
    }
    expect(isFigure('Objectif 2 atteint')).toBe(false)
  })
})

describe('two texts are over each other', () => {
  const over = (one: Box, other: Box, more: Partial<DrawnText> = {}) =>
    overprints([drawn('1.0820', one), drawn('1.0850', other, more)]).length

  it('where their letters share more than two pixels both ways', () => {
    expect(over(box(0, 0, 50, 20), box(40, 0, 90, 20))).toBe(1)
    expect(over(box(40, 0, 90, 20), box(0, 2, 50, 22))).toBe(1)
  })

  it('not where they touch, or where only the space between their lines does', () => {
    expect(over(box(0, 0, 50, 20), box(48, 0, 90, 20))).toBe(0)
    expect(over(box(0, 0, 50, 20), box(0, 16, 50, 36))).toBe(0)
  })

  it('not if one lies in another layer, as a menu over the page', () => {
    expect(over(box(0, 0, 50, 20), box(0, 0, 50, 20), { layer: 1 })).toBe(0)
  })

  it('not if the part that would is hidden', () => {
    expect(over(box(0, 0, 50, 20), box(40, 0, 90, 20), { shown: [box(60, 0, 90, 20)] })).toBe(0)
  })

  it('once a pair, however many lines do', () => {
    const lines = [box(0, 0, 50, 20), box(0, 20, 50, 40)]
    const one = drawn('a', box(0, 0, 1, 1), { shown: lines })
    expect(overprints([one, drawn('b', box(0, 0, 1, 1), { shown: lines })])).toHaveLength(1)
  })
})
