import { z } from 'zod'
import { type ContentEntry, inLanguages, line, slug, textsOf } from './files.ts'

export const notionShape = z
  .strictObject({ slug, rule: z.record(z.string(), z.unknown()).default({}) })
  .and(inLanguages(z.strictObject({ title: line, summary: line })))

/** A notion as a content document. */
export const notionEntry = (
  { slug: name, rule, ...texts }: z.output<typeof notionShape>,
  position: number,
): ContentEntry => ({
  kind: 'notion',
  slug: name,
  parent: null,
  position,
  tier: 'freemium',
  document: { fields: { rule }, texts: textsOf(texts, (words) => words) },
})
