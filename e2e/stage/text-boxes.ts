/** Whether drawn text is whole and legible, by the boxes of its lines alone: no page, no style. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** A box that hides what leaves it. An ellipsis tells that there is more; `told`: the reader can get at the whole text. */
export type Clip = { box: Box; ellipsis: boolean; told: boolean }

export type DrawnText = {
  text: string
  /** The element that it belongs to, and the layer: the page, or what lies fixed or sticky over it, or a dialog. */
  owner: number
  layer: number
  /** Its lines as laid out. */
  lines: readonly Box[]
  /** What can be seen of them. */
  shown: readonly Box[]
  /** From the inside out. */
  clips: readonly Clip[]
}

/** Layouts round; a letter may reach slightly beyond its line. */
const SLACK = 2
const LETTER_SLACK = 0.3
/** Above and below the letters of a line, as a share of its height. */
const LEADING = 0.18

/** A price, a count, a time: without its end it says something else. */
export const isFigure = (text: string): boolean => /\d/.test(text) && !/\p{L}{4}/u.test(text)

const leaves = (line: Box, clip: Box): boolean => {
  const slack = (line.bottom - line.top) * LETTER_SLACK
  return (
    line.right > clip.right + SLACK ||
    line.left < clip.left - SLACK ||
    line.bottom > clip.bottom + slack ||
    line.top < clip.top - slack
  )
}

const meet = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
})

/** Texts that are not whole. */
export const cutTexts = (texts: readonly DrawnText[]): DrawnText[] =>
  texts.filter(({ text, lines, clips }) => {
    let left = lines
    for (const { box, ellipsis, told } of clips) {
      if (!left.some((line) => leaves(line, box))) continue
      if (!(ellipsis && told && !isFigure(text))) return true
      // What an ellipsis stands for is cut by nothing else.
      left = left.map((line) => meet(line, box)).filter(({ top, bottom }) => bottom > top)
    }
    return false
  })

const letters = ({ left, top, right, bottom }: Box): Box => {
  const leading = (bottom - top) * LEADING
  return { left, right, top: top + leading, bottom: bottom - leading }
}

const cover = (one: Box, other: Box): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK

/** Pairs of texts of different elements in one layer, one drawn over the other. */
export function overprints(texts: readonly DrawnText[]): [DrawnText, DrawnText][] {
  const lines = texts
    .flatMap((text) => text.shown.map((box) => ({ text, box: letters(box) })))
    .sort((one, other) => one.box.top - other.box.top)
  const found = new Map<string, [DrawnText, DrawnText]>()
  for (const [place, { text, box }] of lines.entries()) {
    for (let next = place + 1; next < lines.length; next += 1) {
      const other = lines[next] as (typeof lines)[number]
      if (other.box.top >= box.bottom) break
      if (other.text.owner === text.owner || other.text.layer !== text.layer) continue
      if (cover(box, other.box)) found.set(`${text.owner} ${other.text.owner}`, [text, other.text])
    }
  }
  return [...found.values()]
}
