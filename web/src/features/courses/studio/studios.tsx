import { quotedNumbers } from 'content/numbers'
import { CircleQuestionMark, GraduationCap, Lightbulb, NotebookText } from 'lucide-react'
import { z } from 'zod'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { defineStudio } from '#studio/define-studio.ts'
import { data, decimal, slug } from '#studio/document/fields.ts'
import { figureFindings } from './findings.ts'
import { ImportButton } from './import/import-button.tsx'
import { LessonPreview } from './lesson-preview.tsx'
import { QuestionPreview } from './question-preview.tsx'

const FiguresButton = lazyPart(() => import('./statistics/figures-button.tsx'))
const VideoInput = lazyPart(() => import('./video-input.tsx'))
const QuestionFigures = lazyPart(() => import('./statistics/question-figures.tsx'))

const words = 'courses-studio'
const minutes = () => z.int().min(1).max(180).optional()
const path = () => z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/)

/** Courses: their level, modules and what one can do at their end. Lessons lie within them. */
export const COURSES = defineStudio({
  kind: 'course',
  words,
  icon: GraduationCap,
  schema: z.object({
    level: z.enum(['beginner', 'intermediate', 'advanced']),
    author: z.string().min(2).max(80),
    requires: z.array(slug()),
    modules: z.array(slug()).min(1),
    ordered: z.boolean(),
    opens_after_days: z.int().min(1).max(60).nullish(),
    engraving: data(),
  }),
  sections: { order: ['ordered', 'opens_after_days', 'requires'], drawing: ['engraving'] },
  texts: { title: { as: 'line' }, modules: { as: 'items' }, abilities: { as: 'items' } },
  Tools: ImportButton,
  children: {
    kind: 'lesson',
    groups: { keys: 'modules', names: 'modules', of: 'module' },
    placed: ({ parent, group }) => ({ course: parent, ...(group === null ? {} : { module: group }) }),
  },
})

/** Lessons: an article, slides, a video, an exercise and a quiz, each where it has minutes. */
export const LESSONS = defineStudio({
  kind: 'lesson',
  words,
  icon: NotebookText,
  schema: z.object({
    course: slug(),
    module: slug(),
    minutes: z.object({
      article: minutes(),
      slides: minutes(),
      video: minutes(),
      exercise: minutes(),
      quiz: minutes(),
    }),
    notions: z.array(slug()),
    exercise: data(),
    video: data(),
    claims: data(),
    sources: data(),
  }),
  sections: { parts: ['minutes', 'exercise', 'video'], record: ['notions', 'claims', 'sources'] },
  texts: {
    title: { as: 'line' },
    article: { as: 'markdown' },
    deck: { as: 'markdown' },
    captions: { as: 'markdown' },
  },
  children: {
    kind: 'question',
    placed: ({ parent, above }) => ({ lesson: above === null ? null : `${above}/${parent}`, daily: false }),
  },
  inputs: { video: VideoInput },
  findings: figureFindings,
  marks: quotedNumbers,
  Preview: LessonPreview,
})

/** Questions of quizzes and of the daily test. The right answer is for the server alone. */
export const QUESTIONS = defineStudio({
  kind: 'question',
  words,
  icon: CircleQuestionMark,
  schema: z.object({
    topic: z.enum(['risk', 'technical', 'fundamental', 'psychology', 'mechanics', 'regulation']),
    level: z.int().min(1).max(3),
    form: z.enum(['single', 'multiple', 'numeric', 'order', 'chart']),
    daily: z.boolean(),
    right: data(),
    computed: z.string().nullish(),
    unit: z.enum(['lot', 'pip', '%', 'R', '€', '$', 'none']).nullish(),
    tolerance: decimal().nullish(),
    digits: z.int().min(0).max(5).nullish(),
    wrong: data(),
    chart: data(),
    notion: slug().nullish(),
    lesson: path().nullish(),
    source: data(),
  }),
  sections: {
    answer: ['right', 'computed', 'unit', 'tolerance', 'digits', 'wrong'],
    links: ['notion', 'lesson', 'source'],
    drawing: ['chart'],
  },
  texts: {
    title: { as: 'markdown', most: 1500 },
    choices: { as: 'items' },
    mistakes: { as: 'items', most: 3000 },
    why: { as: 'markdown', most: 3000 },
  },
  Tools: FiguresButton,
  Beside: QuestionFigures,
  findings: figureFindings,
  marks: quotedNumbers,
  Preview: QuestionPreview,
})

/** Notions: what a signal must hold for the record to count it. */
export const NOTIONS = defineStudio({
  kind: 'notion',
  words,
  icon: Lightbulb,
  schema: z.object({ rule: data() }),
  texts: { title: { as: 'line' } },
})
