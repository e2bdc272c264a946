import type { Edit, Selected } from './markdown-edit.ts'

export const selected = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  from: selectionStart,
  to: selectionEnd,
})

/** Applies an edit as typing, so that the browser's undo reverts it. */
export function applyEdit(area: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
  area.focus()
  area.setSelectionRange(from, to)
  const typed = insert ? document.execCommand('insertText', false, insert) : document.execCommand('delete')
  if (!typed) {
    area.setRangeText(insert, from, to)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(...select)
}

/** Inserts a text where the caret is, in place of what is selected. */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  const { selectionStart: from, selectionEnd: to } = area
  applyEdit(area, { from, to, insert: text, select: [from + text.length, from + text.length] })
}
