import { Scale } from 'lucide-react'
import { z } from 'zod'
import { defineStudio } from '#studio/define-studio.ts'
import type { ContentDocument } from '#studio/document/document.ts'
import { builtInDocument } from '../built-in-document.ts'
import type { DocumentName } from '../documents.ts'

const PAGES = [
  'notice',
  'privacy',
  'cookies',
  'risk',
  'cancel',
  'withdraw',
] as const satisfies readonly DocumentName[]

/** The legal pages that staff may rewrite; the general terms change only with a release (decision 040). */
export const LEGAL = defineStudio({
  kind: 'legal-page',
  words: 'legal-studio',
  icon: Scale,
  schema: z.object({}),
  slugs: PAGES,
  // Starts from the built-in text, which the site shows until a page is published.
  begin: (slug) => builtInDocument(slug as (typeof PAGES)[number]) as Promise<ContentDocument>,
  texts: { title: { as: 'line' }, summary: { as: 'paragraph' }, body: { as: 'markdown' } },
})
