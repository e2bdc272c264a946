import { LANGUAGES, type Language } from 'mails/languages'
import { z } from 'zod'
import {
  type ContentDocument,
  type ContentEntry,
  type Folder,
  inLanguages,
  line,
  lines,
  type Problem,
  readYaml,
  slug,
  source,
  textsOf,
} from './files.ts'
import { questionEntry, questionProblems, questionShape } from './question.ts'

const LEVELS = ['beginner', 'intermediate', 'advanced'] as const
const courseShape = z
  .strictObject({
    level: z.enum(LEVELS),
    author: line,
    requires: z.array(slug).default([]),
    modules: z.array(slug).min(1).max(8),
    ordered: z.boolean().default(false),
    opens_after_days: z.int().min(1).max(60).optional(),
    engraving: z.looseObject({ kind: z.enum(['candles', 'curve', 'position', 'bars']) }),
  })
  .and(
    inLanguages(
      z.strictObject({ title: line, summary: line, modules: z.array(line), abilities: z.array(line) }),
    ),
  )

const minutes = z.int().min(1).max(180)
const decimalShare = z.string().regex(/^(0(\.\d{1,4})?|1)$/)
const lessonShape = z
  .strictObject({
    module: slug,
    minutes: z.strictObject({
      article: minutes.optional(),
      slides: minutes.optional(),
      video: minutes.optional(),
      exercise: minutes.optional(),
      quiz: minutes.optional(),
    }),
    free: z.boolean().default(false),
    notions: z.array(slug).default([]),
    exercise: z
      .strictObject({ task: z.enum(['stop', 'entry', 'level']), charts: z.int().min(1).max(10) })
      .optional(),
    video: z
      .strictObject({ path: z.string(), poster: z.string().optional() })
      .or(z.strictObject({ embed: z.url({ protocol: /^https$/ }) }))
      .optional(),
    claims: z.array(z.strictObject({ notion: slug, rate_at_least: decimalShare })).default([]),
    sources: z.array(source).default([]),
  })
  .and(inLanguages(z.strictObject({ title: line, summary: line })))

/** A course's folder as content entries: the course, then each lesson (its folder's number orders it) and the questions of its quiz. What does not fit is reported; the rest is read. */
export function courseEntries(folder: Folder, course: string, problems: Problem[]): ContentEntry[] {
  const head = readYaml(folder, 'course.yaml', courseShape, problems)
  if (!head) return []
  const { fr, en, es, it, ...fields } = head
  const entries: ContentEntry[] = [
    {
      kind: 'course',
      slug: course,
      parent: null,
      // Easier courses come first.
      position: LEVELS.indexOf(fields.level) + 1,
      tier: 'freemium',
      document: {
        fields,
        texts: textsOf({ fr, en, es, it }, (texts) => ({
          ...texts,
          modules: lines(texts.modules),
          abilities: lines(texts.abilities),
        })),
      },
    },
  ]
  const names = [
    ...new Set([...folder.keys()].flatMap((path) => path.match(/^(\d\d-[a-z0-9-]+)\//)?.[1] ?? [])),
  ].sort()
  names.forEach((name, at) => {
    entries.push(...lessonEntries(folder, name, course, at + 1, problems))
  })
  for (const language of LANGUAGES) {
    if (!head[language]) problems.push({ file: 'course.yaml', problem: `${language} is missing` })
    else if (head[language].modules.length !== fields.modules.length)
      problems.push({ file: 'course.yaml', problem: `${language} names other modules` })
    else if (head[language].abilities.length !== names.length)
      problems.push({ file: 'course.yaml', problem: `${language}: one ability a lesson` })
  }
  return entries
}

function lessonEntries(
  folder: Folder,
  name: string,
  course: string,
  position: number,
  problems: Problem[],
): ContentEntry[] {
  const head = readYaml(folder, `${name}/lesson.yaml`, lessonShape, problems)
  if (!head) return []
  const lesson = name.slice(3)
  const { fr, en, es, it, free, ...fields } = head
  const texts: ContentDocument['texts'] = textsOf({ fr, en, es, it }, (words, language) => ({
    ...words,
    ...textFile(folder, name, 'article', language, fields.minutes.article, problems),
    ...textFile(folder, name, 'deck', language, fields.minutes.slides, problems),
  }))
  const quiz = fields.minutes.quiz
    ? (readYaml(folder, `${name}/quiz.yaml`, z.array(questionShape).min(1), problems) ?? [])
    : []
  problems.push(...quiz.flatMap((question) => questionProblems(question, `${name}/quiz.yaml`)))
  return [
    {
      kind: 'lesson',
      slug: lesson,
      parent: course,
      position,
      tier: free ? 'freemium' : 'premium',
      document: { fields: { course, ...fields }, texts },
    },
    ...quiz.map((question, at) =>
      questionEntry({ ...question, lesson: `${course}/${lesson}` }, at + 1, lesson),
    ),
  ]
}

function textFile(
  folder: Folder,
  name: string,
  part: 'article' | 'deck',
  language: Language,
  wanted: number | undefined,
  problems: Problem[],
) {
  const file = `${name}/${part}.${language}.md`
  const text = folder.get(file)?.trim()
  if (!text === !wanted) return text ? { [part]: text } : {}
  problems.push({ file, problem: text ? `lesson.yaml gives it no minutes` : 'is missing' })
  return {}
}
