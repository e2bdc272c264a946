// Draws the parts of prerendered pages that show figures. The server calls it with answers of the database at the moment of a
// request (server/src/http/drawn-figures.ts), the build without any.
import { LANGUAGES, type Language } from 'mails/languages'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import RecordCard from '#features/home/record-card.tsx'
import { drawWith } from '#lib/data/drawn-ahead.ts'
import { drawIn, preloadTexts } from '#lib/language/i18n.ts'
import { RECORD_READS } from '#lib/record/public-record.ts'

type Reads = Readonly<Record<string, { rpc: string; args: object }>>
const PARTS: Readonly<Record<string, { Part: ComponentType; texts: string; reads: Reads }>> = {
  '/': { Part: RecordCard, texts: 'home', reads: RECORD_READS },
}

/** What each page reads: database functions by the names of their answers. */
export const READS: Readonly<Record<string, Reads>> = Object.fromEntries(
  Object.entries(PARTS).map(([path, { reads }]) => [path, reads]),
)

/** Loads every text, so that drawing waits for nothing. */
export async function prepare(): Promise<void> {
  for (const language of LANGUAGES) {
    drawIn(language)
    await Promise.all([...Object.values(PARTS).map(({ texts }) => texts), 'ui'].map(preloadTexts))
  }
}

/** The markup of a page's figures; null if the page has none. Synchronous, because the current language is global. */
export function draw(
  path: string,
  language: Language,
  answers: Readonly<Record<string, unknown>>,
): string | null {
  const part = PARTS[path]
  if (!part) return null
  drawIn(language)
  drawWith(answers)
  const markup = renderToString(<part.Part />)
  drawWith({})
  return markup
}
