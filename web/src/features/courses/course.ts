// What a course is to its reader: its lessons, what they did of each, and what that amounts to. Progress counts minutes, not lessons.
import type { ContentTexts } from '#lib/content/published-content.ts'

/** In the order in which a lesson is done, and of the five fixed slots of a programme. */
export const PARTS = ['video', 'article', 'slides', 'exercise', 'quiz'] as const
export type Part = (typeof PARTS)[number]
export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const
export type CourseLevel = (typeof LEVELS)[number]

export type PartProgress = {
  part: Part
  place: number
  of: number
  /** How many slides were seen. */
  seen: number
  seconds: number
  done_at: string | null
  updated_at: string
  version: number
}
export type Lesson = {
  id: string
  slug: string
  position: number
  tier: 'freemium' | 'premium'
  /** The reader's tier does not include it. */
  locked: boolean
  version: number
  updated_at: string
  fields: {
    module: string
    minutes: Partial<Record<Part, number>>
    notions?: string[]
    exercise?: { task: string; charts: number }
  }
  texts: ContentTexts
  progress: PartProgress[]
  /** The best quiz that was finished. */
  quiz: { score: number; total: number; at: string } | null
}
export type CourseSignal = {
  number: number
  id: string
  symbol: string
  direction: 'buy' | 'sell'
  closed_at: string
  realised_r: string
  close_reason: string
}
export type Course = {
  id: string
  slug: string
  version: number
  updated_at: string
  fields: {
    level: CourseLevel
    author: string
    requires?: string[]
    modules: string[]
    engraving?: { kind: string; [word: string]: unknown }
    ordered?: boolean
  }
  texts: ContentTexts
  lessons: Lesson[]
  /** All closed signals that used one of its notions, oldest first. */
  signals: CourseSignal[]
  certificate: { code: string; issued_at: string } | null
  review: { stars: number; body: string } | null
  reviews: { n: number; mean: string | null }
}

/** The share of right answers that passes a quiz. */
export const QUIZ_PASS = 0.8
/** Below this, signals are too few to conclude anything. */
export const FEW_SIGNALS = 30

export const partsOf = (lesson: Lesson): Part[] =>
  PARTS.filter((part) => lesson.fields.minutes[part] !== undefined)

export const progressOf = (lesson: Lesson, part: Part): PartProgress | null =>
  lesson.progress.find((one) => one.part === part) ?? null

/** How much of a part is done, from 0 to 1. Only what is done is 1. */
export function partShare(lesson: Lesson, part: Part): number {
  const progress = progressOf(lesson, part)
  if (!progress) return 0
  if (progress.done_at !== null) return 1
  const reached = part === 'slides' ? progress.seen : part === 'video' ? progress.seconds : progress.place
  return progress.of > 0 ? Math.min(0.99, reached / progress.of) : 0
}

export const lessonMinutes = (lesson: Lesson): number =>
  partsOf(lesson).reduce((sum, part) => sum + (lesson.fields.minutes[part] ?? 0), 0)

export const minutesDone = (lesson: Lesson): number =>
  partsOf(lesson).reduce((sum, part) => sum + (lesson.fields.minutes[part] ?? 0) * partShare(lesson, part), 0)

export const isDone = (lesson: Lesson): boolean =>
  partsOf(lesson).every((part) => partShare(lesson, part) === 1)

export const isBegun = (lesson: Lesson): boolean => lesson.progress.length > 0

export const lessonShare = (lesson: Lesson): number => minutesDone(lesson) / (lessonMinutes(lesson) || 1)

export const courseMinutes = (course: Course): number =>
  course.lessons.reduce((sum, lesson) => sum + lessonMinutes(lesson), 0)

export const courseShare = (course: Course): number =>
  course.lessons.reduce((sum, lesson) => sum + minutesDone(lesson), 0) / (courseMinutes(course) || 1)

/** Minutes left, rounded up: a started minute is not over. */
export const minutesLeft = (lessons: readonly Lesson[]): number =>
  Math.ceil(lessons.reduce((sum, lesson) => sum + lessonMinutes(lesson) - minutesDone(lesson), 0))

const lastTouched = (lesson: Lesson): string =>
  lesson.progress.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), '')

/** The lesson to go on with: the one worked on last if it is not finished, otherwise the first open one that is not. */
export function currentLesson(course: Course): Lesson | null {
  const open = course.lessons.filter((lesson) => !lesson.locked && !isDone(lesson))
  const begun = open.filter(isBegun).sort((one, other) => (lastTouched(one) < lastTouched(other) ? 1 : -1))
  return begun[0] ?? open[0] ?? null
}

/** The part to go on with: the one touched last if it is not done, otherwise the first that is not. */
export function currentPart(lesson: Lesson): Part {
  const open = partsOf(lesson).filter((part) => partShare(lesson, part) < 1)
  const touched = lesson.progress
    .filter(({ part }) => open.includes(part))
    .sort((one, other) => (one.updated_at < other.updated_at ? 1 : -1))
  return touched[0]?.part ?? open[0] ?? partsOf(lesson)[0] ?? 'article'
}

export type Resume = { course: Course; lesson: Lesson; part: Part; at: string | null }

/** Where the reader stopped last, over all courses; before anything was begun, the first lesson of the first course. */
export function resumeOf(courses: readonly Course[]): Resume | null {
  const found = courses.flatMap((course) => {
    const lesson = currentLesson(course)
    return lesson ? [{ course, lesson, part: currentPart(lesson), at: lastTouched(lesson) || null }] : []
  })
  return (
    found
      .filter(({ at }) => at !== null)
      .sort((one, other) => ((one.at ?? '') < (other.at ?? '') ? 1 : -1))[0] ??
    found[0] ??
    null
  )
}

export type Missing =
  | { part: 'slides'; left: number; of: number }
  | { part: 'quiz'; score: number | null; total: number | null }
  | { part: 'exercise'; done: number; charts: number }
  | { part: 'video'; watched: number }
  | { part: 'article' }

/** Why a lesson is not complete: what of it is missing, part by part. */
export function missingOf(lesson: Lesson): Missing[] {
  return partsOf(lesson).flatMap((part): Missing[] => {
    if (partShare(lesson, part) === 1) return []
    const progress = progressOf(lesson, part)
    if (part === 'slides')
      return [{ part, left: (progress?.of ?? 0) - (progress?.seen ?? 0), of: progress?.of ?? 0 }]
    if (part === 'quiz')
      return [{ part, score: lesson.quiz?.score ?? null, total: lesson.quiz?.total ?? null }]
    if (part === 'exercise')
      return [
        { part, done: progress?.place ?? 0, charts: lesson.fields.exercise?.charts ?? progress?.of ?? 0 },
      ]
    return part === 'video' ? [{ part, watched: partShare(lesson, part) }] : [{ part }]
  })
}

/** Whether the text changed since the reader last did something in the lesson. */
export const changedSince = (lesson: Lesson): boolean =>
  lesson.progress.length > 0 && lesson.progress.every(({ version }) => version < lesson.version)

export type SignalCount = { n: number; won: number; lost: number; sum: number }

/** Exactly zero neither won nor lost. */
export function countSignals(signals: readonly CourseSignal[]): SignalCount {
  const results = signals.map(({ realised_r }) => Number(realised_r))
  return {
    n: results.length,
    won: results.filter((r) => r > 0).length,
    lost: results.filter((r) => r < 0).length,
    sum: Math.round(results.reduce((sum, r) => sum + r, 0) * 100) / 100,
  }
}

/** A text that is a list, a line an item. */
export const linesOf = (text: string | undefined): string[] =>
  (text ?? '').split('\n').filter((line) => line.trim() !== '')
