import { CircleQuestionMark } from 'lucide-react'
import { z } from 'zod'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { defineStudio } from '#studio/define-studio.ts'
import { CATEGORIES } from '../queries.ts'

const ArticleFigures = lazyPart(() => import('./article-figures.tsx'))

/** Help articles, by category. */
export const HELP = defineStudio({
  kind: 'help-article',
  words: 'help-studio',
  icon: CircleQuestionMark,
  schema: z.object({ category: z.enum(CATEGORIES) }),
  texts: {
    title: { as: 'line' },
    summary: { as: 'paragraph' },
    body: { as: 'markdown' },
    keywords: { as: 'paragraph' },
  },
  Beside: ArticleFigures,
})
