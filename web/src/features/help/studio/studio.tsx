import { CircleQuestionMark } from 'lucide-react'
import { z } from 'zod'
import { defineStudio } from '#studio/define-studio.ts'

/** Help articles, by category. */
export const HELP = defineStudio({
  kind: 'help-article',
  words: 'help-studio',
  icon: CircleQuestionMark,
  schema: z.object({ category: z.enum(['start', 'signals', 'record', 'money', 'security', 'partners']) }),
  texts: { title: { as: 'line' }, summary: { as: 'paragraph' }, body: { as: 'markdown' } },
})
