// Owns public reads of published content: an item with its texts in four languages, of which French always exists. First pages
// use readContent(), which works without the data cache; screens that have the cache use useContent() (use-content.ts).
import type { Language } from 'mails/languages'
import { publicRpc } from '#lib/data/public-rpc.ts'
import type { ContentKind } from './content-kinds.ts'

export type ContentTexts = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>

export type PublishedContent = {
  item: string
  kind: ContentKind
  slug: string
  version: number
  published_at: string
  updated_at: string
  card: { texts: ContentTexts; fields: Readonly<Record<string, unknown>> }
  /** Null if the reader's tier does not include the full item. */
  fields: Readonly<Record<string, unknown>> | null
  texts: ContentTexts | null
  /** The current slug, if the item was requested by an earlier one. */
  redirect?: string
}

/** Reads an item; null if nothing is published under that slug. */
export const readContent = (
  kind: ContentKind,
  slug: string,
  signal: AbortSignal,
): Promise<PublishedContent | null> => publicRpc('content_at', { kind, slug }, signal)

/** The texts for a reader of `language`, with French as the fallback; `inFrench` says whether a fallback was used. */
export function textsIn(
  texts: ContentTexts,
  language: Language,
): { texts: Readonly<Record<string, string>>; inFrench: boolean } {
  const french = texts.fr ?? {}
  const own = Object.fromEntries(
    Object.entries(texts[language] ?? {}).filter(([, text]) => text.trim() !== ''),
  )
  const inFrench = Object.entries(french).some(([name, text]) => text.trim() !== '' && !(name in own))
  return { texts: { ...french, ...own }, inFrench: language !== 'fr' && inFrench }
}
