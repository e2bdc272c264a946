// Owns reading what staff published, as anybody may: an item with its texts in four languages, of which French is always there.
// A first page reads by readContent(), without the data cache; screens that have it, by useContent() (use-content.ts).
import { publicRpc } from '#lib/data/public-rpc.ts'
import type { Language } from '#lib/language/i18n.ts'
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
  /** Null where the reader's tier has not the whole of it. */
  fields: Readonly<Record<string, unknown>> | null
  texts: ContentTexts | null
  /** The slug it has now, where it was asked for by one that it had before. */
  redirect?: string
}

/** An item; null where nothing is published under that slug. */
export const readContent = (
  kind: ContentKind,
  slug: string,
  signal: AbortSignal,
): Promise<PublishedContent | null> => publicRpc('content_at', { kind, slug }, signal)

/** Texts for a reader of `language`: each that is not translated is the French one, and `inFrench` says that some are. */
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
