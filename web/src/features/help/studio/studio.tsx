import { CircleQuestionMark } from 'lucide-react'
import { lazy } from 'react'
import { z } from 'zod'
import { defineStudio } from '#studio/define-studio.ts'
import { CATEGORIES } from '../queries.ts'

const ArticleFigures = lazy(() => import('./article-figures.tsx'))

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
