/**
 * What was typed on the page and still stands in its field: it goes when the page is loaded anew. Whether it was sent or is kept
 * elsewhere is not known here, so that rather too much is said to be at stake than too little.
 */
export function isSomethingTyped(): boolean {
  const { typed } = window.early
  for (const field of typed) if (!field.isConnected) typed.delete(field)
  return [...typed].some((field) => writes(field) && field.value !== '')
}

/** What is looked for stands in the address. */
const SEARCH = '[type=search], [role=searchbox], [role=combobox]'

const writes = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && !field.matches(SEARCH)
