import { Scale } from 'lucide-react'
import { z } from 'zod'
import { defineStudio } from '#studio/define-studio.ts'

/** The legal pages that staff may write anew; the general terms change with a release (decision 040). */
export const LEGAL = defineStudio({
  kind: 'legal-page',
  words: 'legal-studio',
  icon: Scale,
  schema: z.object({}),
  texts: { title: { as: 'line' }, summary: { as: 'paragraph' }, body: { as: 'markdown' } },
})
