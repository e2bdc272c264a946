// Which characters a reader has selected, and which of a text are to be masked. Offsets count characters, as the database does.

export type Part = { offset: number; length: number }

/** The selected characters of an element's text; null where nothing in it is selected. */
export function selectedPart(element: HTMLElement, selection: Selection | null): Part | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return null
  const before = range.cloneRange()
  before.selectNodeContents(element)
  before.setEnd(range.startContainer, range.startOffset)
  const [offset, length] = [lettersIn(before), lettersIn(range)]
  return length > 0 ? { offset, length } : null
}

/** The numbers beside what was found are no part of the text. */
function lettersIn(range: Range): number {
  const piece = range.cloneContents()
  for (const number of piece.querySelectorAll('sup')) number.remove()
  return Array.from(piece.textContent ?? '').length
}

/** The parts with another one, in order; parts that touch or overlap become one. */
export function withPart(parts: readonly Part[], added: Part): Part[] {
  const joined: Part[] = []
  for (const part of [...parts, added].sort((one, other) => one.offset - other.offset)) {
    const last = joined.at(-1)
    const end = part.offset + part.length
    if (last && part.offset <= last.offset + last.length)
      last.length = Math.max(last.offset + last.length, end) - last.offset
    else joined.push({ ...part })
  }
  return joined
}
