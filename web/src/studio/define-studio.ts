// A studio is what staff write a kind of content with. A definition says what its fields may hold and how its texts are
// written; list, form, languages, preview, versions and publication are the same for every kind.
import type { LucideIcon } from 'lucide-react'
import type { Language } from 'mails/languages'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import { CONTENT_KINDS, type ContentKind } from '#lib/content/content-kinds.ts'
import type { StaffRole } from '#lib/session/session.tsx'
import type { ContentDocument, Texts } from './document/document.ts'
import { freshOf, type Shape, shapesOf } from './document/fields.ts'

/** A line, a paragraph, one item a line, or Markdown. */
export type TextWriting = { as?: 'line' | 'paragraph' | 'items' | 'markdown'; most?: number }
export type Reader = 'visitor' | 'freemium' | 'premium'
export const READERS = ['visitor', 'freemium', 'premium'] as const satisfies readonly Reader[]

export type PreviewProps = {
  slug: string
  fields: Readonly<Record<string, unknown>>
  /** In the language that is looked at; French stands in for what is missing. */
  texts: Texts
  language: Language
  /** `2026-11-21` in Paris. */
  today: string
  /** Who saved it last. */
  author: string
}

type Definition<Kind extends string = string> = {
  kind: Kind
  /** The namespace of its messages: `one`, `many`, `sections`, `fields`, `texts`, `choices`, `units`. */
  words: string
  icon: LucideIcon
  schema: z.ZodObject
  /** How its texts are written; one that is not named is a paragraph. The registry says which there are. */
  texts?: Readonly<Record<string, TextWriting>>
  /** Its fields under headings, in their order; those not named come first. */
  sections?: Readonly<Record<string, readonly string[]>>
  /** The slugs that there can be, where others have no place. */
  slugs?: readonly string[]
  /** What a new one begins with. */
  begin?: (slug: string) => Promise<ContentDocument>
  /** How readers see it, where that is more than a title, a summary and a text. */
  Preview?: ComponentType<PreviewProps>
}

export type Studio = Omit<Definition, 'texts' | 'sections'> & {
  texts: readonly (Required<TextWriting> & { name: string; required: boolean })[]
  sections: readonly { key: string | null; fields: readonly string[] }[]
  shapes: Readonly<Record<string, Shape>>
  writers: readonly StaffRole[]
  tiered: boolean
  fixedSlug: boolean
  address: string | null
  fresh: () => Record<string, unknown>
}

const MOST = { line: 160, paragraph: 600, items: 1500, markdown: 100_000 } as const

/** What the registry of the database says of a kind (content/content_kinds.sql). */
export type RegisteredKind = {
  writers: readonly StaffRole[]
  tiered: boolean
  requiredTexts: readonly string[]
  optionalTexts: readonly string[]
  fixedSlug: boolean
  address: string | null
}

/** `registered` is given for a kind that installations do not have: the worked example. */
export function defineStudio<Kind extends string>(
  { texts = {}, sections = {}, ...definition }: Definition<Kind>,
  ...registered: Kind extends ContentKind ? [] : [RegisteredKind]
): Studio {
  const known: Readonly<Record<string, RegisteredKind>> = CONTENT_KINDS
  const row = registered[0] ?? known[definition.kind]
  if (!row) throw new Error(`The registry has no kind "${definition.kind}".`)
  const { requiredTexts, optionalTexts, writers, tiered, fixedSlug, address } = row
  const required: readonly string[] = requiredTexts
  const shapes = shapesOf(definition.schema)
  const placed = new Set(Object.values(sections).flat())
  return {
    ...definition,
    texts: [...required, ...optionalTexts].map((name) => {
      const { as = 'paragraph' as const, most }: TextWriting = texts[name] ?? {}
      return { name, as, most: most ?? MOST[as], required: required.includes(name) }
    }),
    sections: [
      { key: null, fields: Object.keys(shapes).filter((name) => !placed.has(name)) },
      ...Object.entries(sections).map(([key, fields]) => ({ key, fields })),
    ].filter(({ fields }) => fields.length > 0),
    shapes,
    writers,
    tiered,
    fixedSlug,
    address,
    fresh: () => freshOf(definition.schema),
  }
}
