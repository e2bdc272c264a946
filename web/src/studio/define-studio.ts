// A studio is the editor for one kind of content. Its definition declares the fields and how each text is written; the list,
// form, languages, preview, versions and publication are the same for every kind.
import type { LucideIcon } from 'lucide-react'
import type { Language } from 'mails/languages'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import { CONTENT_KINDS, type ContentKind } from '#lib/content/content-kinds.ts'
import type { StaffRole } from '#lib/session/session.tsx'
import type { TextMark } from '#ui/markdown/text-marks.tsx'
import type { ContentDocument, Texts } from './document/document.ts'
import { freshOf, type Shape, shapesOf } from './document/fields.ts'

/** How a text is entered: a line, a paragraph, a list with one item per line, or Markdown. */
export type TextWriting = { as?: 'line' | 'paragraph' | 'items' | 'markdown'; most?: number }
export type Reader = 'visitor' | 'freemium' | 'premium'
export const READERS = ['visitor', 'freemium', 'premium'] as const satisfies readonly Reader[]

export type PreviewProps = {
  slug: string
  fields: Readonly<Record<string, unknown>>
  /** In the displayed language, with French as the fallback. */
  texts: Texts
  language: Language
  /** Today's date in Paris, such as `2026-11-21`. */
  today: string
  /** Who last saved the document. */
  author: string
}

export type FieldInputProps = { value: unknown; onChange: (value: unknown) => void; label: string }

/** A finding, in the words of the kind: `say` is a key of its messages. */
export type Finding = {
  key: string
  tone: 'warn' | 'good'
  say: string
  values: Readonly<Record<string, string | number>>
  /** The path of a text, and its line. */
  at?: { place: string; line?: number }
}

export type BesideProps = { item: { id: string }; mayWrite: boolean }

/** The place of a new or moved child: the slug of its parent, that of the item above the parent, and its group. */
export type ChildPlace = { parent: string; above: string | null; group: string | null }
type Children = {
  kind: string
  /** The parent's field that lists its groups, its text that names them line by line, and the child's field that names its own. */
  groups?: { keys: string; names: string; of: string }
  /** The fields of a child that follow from its place. */
  placed: (place: ChildPlace) => Record<string, unknown>
}

type Definition<Kind extends string = string> = {
  kind: Kind
  /** The namespace of the kind's messages: its kind with `one` and `many`, then `sections`, `fields`, `texts`, `choices`, `units`. */
  words: string
  icon: LucideIcon
  schema: z.ZodObject
  /** How each text is written; the default is a paragraph. The registry lists the texts of a kind. */
  texts?: Readonly<Record<string, TextWriting>>
  /** Fields grouped under headings, in order; fields without a section come first. */
  sections?: Readonly<Record<string, readonly string[]>>
  /** The only slugs allowed, for kinds with a fixed set. */
  slugs?: readonly string[]
  /** Returns the initial document of a new item. */
  begin?: (slug: string) => Promise<ContentDocument>
  /** What lies within an item of this kind, shown as a tree beside the editor. */
  children?: Children
  /** Inputs of its own for fields that the schema does not describe well enough. */
  inputs?: Readonly<Record<string, ComponentType<FieldInputProps>>>
  /** What editors should look at in a draft, beyond what every kind checks. */
  findings?: (document: ContentDocument) => Finding[]
  /** Parts of a text in Markdown that are underlined as it is written; `legend` in the kind's messages says what they are. */
  marks?: (text: string, language: Language) => TextMark[]
  /** What else editors see of a saved item, after its checks. */
  Beside?: ComponentType<BesideProps>
  /** Further tools above the list of this kind, for who may write it. */
  Tools?: ComponentType
  /** How readers see the item, for kinds that need more than a title, a summary and a text. */
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

/** The entry of a kind in the database's registry (content/content_kinds.sql). */
export type RegisteredKind = {
  writers: readonly StaffRole[]
  tiered: boolean
  requiredTexts: readonly string[]
  optionalTexts: readonly string[]
  fixedSlug: boolean
  address: string | null
}

/** `registered` supplies the registry entry of a kind that is not in the database: the worked example. */
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
