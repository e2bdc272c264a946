// Owns the answers with which the server drew a page. Hydration starts from the same answers, so that its markup is the same;
// the page then reads them again.
type Answers = Readonly<Record<string, unknown>>

let given: Answers | undefined

/** Gives the answers to draw with, where there is no page to read them from. */
export function drawWith(answers: Answers): void {
  given = answers
}

/** The answer of this name in the page; undefined if the page was drawn without it. */
export function drawnAnswer<T>(name: string): T | undefined {
  given ??= inPage()
  return given[name] as T | undefined
}

function inPage(): Answers {
  if (typeof document === 'undefined') return {}
  const text = document.getElementById('figures')?.textContent
  return text ? (JSON.parse(text) as Answers) : {}
}
