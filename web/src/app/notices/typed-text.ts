/**
 * Finds text typed on the page and still in its field, which a reload would lose. It cannot know whether the text was sent or
 * saved elsewhere, so it errs on the side of warning.
 */
export function isSomethingTyped(): boolean {
  const { typed } = window.early
  for (const field of typed) if (!field.isConnected) typed.delete(field)
  return [...typed].some((field) => writes(field) && field.value !== '')
}

/** Searches are kept in the address. */
const SEARCH = '[type=search], [role=searchbox], [role=combobox]'

const writes = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && !field.matches(SEARCH)
