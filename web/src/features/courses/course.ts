// What a course is to its reader: its lessons, what they did of each, and what that amounts to. Progress counts minutes, not lessons.
import type { ContentTexts } from '#lib/content/published-content.ts'

/** In the order in which a lesson is done, and of the five fixed slots of a programme. */
export const PARTS = ['video', 'article', 'slides', 'exercise', 'quiz'] as const
export type Part = (typeof PARTS)[number]
export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const
export type CourseLevel = (typeof LEVELS)[number]

/** What a part needs to be done. */
export type Missing =
  | { needs: 'word' }
  /** `left` is null before the slides were opened. */
  | { needs: 'slides'; left: number | null }
  | { needs: 'seconds'; left: number | null }
  | { needs: 'right'; of: number; right: number; best: number | null; retry_from: string | null }
  | { needs: 'charts' }
export type LessonPart = {
  part: Part
  minutes: number
  place: number
  of: number
  /** The slides that were seen. */
  seen: number[]
  seconds: number
  done_at: string | null
  updated_at: string | null
  missing: Missing | null
}
export type Lesson = {
  item: string
  slug: string
  texts: ContentTexts
  module: string
  notions: string[]
  tier: 'visitor' | 'freemium' | 'premium'
  version: number
  updated_at: string
  /** Why the reader cannot open it: their offer, the order of the course, or its date. */
  locked: null | 'premium' | 'order' | 'date'
  waits_for: { kind: 'lesson' | 'course'; slug: string } | null
  opens_at: string | null
  done_at: string | null
  updated_since_read: boolean
  parts: LessonPart[]
}
export type Course = {
  item: string
  slug: string
  updated_at: string
  fields: {
    level: CourseLevel
    author: string
    requires?: string[]
    modules: string[]
    engraving?: { kind: string; [word: string]: unknown }
  }
  texts: ContentTexts
  /** How much is done, by the minutes of the parts that are: what reviews depend on. */
  share: number
  reviews: { n: number; stars: number | null }
  exam_best: number | null
  /** R of all closed signals that used one of its notions, oldest first. */
  strip: string[]
  lessons: Lesson[]
}
export type Quiz = { lesson: string; score: number; total: number; finished_at: string }

/** The share of right answers that passes a quiz. */
export const QUIZ_PASS = 0.8
/** Below this, signals are too few to conclude anything. */
export const FEW_SIGNALS = 30

export const partOf = (lesson: Lesson, part: Part): LessonPart | null =>
  lesson.parts.find((one) => one.part === part) ?? null

/** The parts that a lesson has, in the order of the slots. */
export const partsOf = (lesson: Lesson): Part[] => PARTS.filter((part) => partOf(lesson, part) !== null)

/** How much of a part is done, from 0 to 1. Only what is done is 1. */
export function partShare({ done_at, part, of, place, seen, seconds }: LessonPart): number {
  if (done_at !== null) return 1
  const reached = part === 'slides' ? seen.length : part === 'video' ? seconds : place
  return of > 0 ? Math.min(0.99, reached / of) : 0
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

export const lessonMinutes = (lesson: Lesson): number => sum(lesson.parts.map(({ minutes }) => minutes))

const minutesDone = (lesson: Lesson): number =>
  sum(lesson.parts.map((part) => part.minutes * partShare(part)))

export const isDone = (lesson: Lesson): boolean => lesson.done_at !== null

export const isBegun = (lesson: Lesson): boolean => lesson.parts.some(({ updated_at }) => updated_at !== null)

export const lessonShare = (lesson: Lesson): number => minutesDone(lesson) / (lessonMinutes(lesson) || 1)

export const courseMinutes = (course: Course): number => sum(course.lessons.map(lessonMinutes))

export const courseShare = (course: Course): number =>
  sum(course.lessons.map(minutesDone)) / (courseMinutes(course) || 1)

/** Minutes left, rounded up: a started minute is not over. */
export const minutesLeft = (lessons: readonly Lesson[]): number =>
  Math.ceil(sum(lessons.map((lesson) => lessonMinutes(lesson) - minutesDone(lesson))))

const latest = (times: readonly (string | null)[]): string =>
  times.reduce<string>((last, time) => (time !== null && time > last ? time : last), '')
const lastTouched = (lesson: Lesson): string => latest(lesson.parts.map(({ updated_at }) => updated_at))

/** The lesson to go on with: the one worked on last if it is not finished, otherwise the first open one that is not. */
export function currentLesson(course: Course): Lesson | null {
  const open = course.lessons.filter((lesson) => lesson.locked === null && !isDone(lesson))
  const begun = open.filter(isBegun).sort((one, other) => (lastTouched(one) < lastTouched(other) ? 1 : -1))
  return begun[0] ?? open[0] ?? null
}

/** The part to go on with: the one touched last if it is not done, otherwise the first that is not. */
export function currentPart(lesson: Lesson): Part {
  const open = lesson.parts.filter(({ done_at }) => done_at === null)
  const [touched] = open
    .filter(({ updated_at }) => updated_at !== null)
    .sort((one, other) => ((one.updated_at ?? '') < (other.updated_at ?? '') ? 1 : -1))
  return (
    touched?.part ??
    PARTS.find((part) => open.some((one) => one.part === part)) ??
    partsOf(lesson)[0] ??
    'article'
  )
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

export type SignalCount = { n: number; won: number; lost: number; sum: number }

/** Counts results in R, given as decimal texts. Exactly zero neither won nor lost. */
export function countSignals(strip: readonly string[]): SignalCount {
  const results = strip.map(Number)
  return {
    n: results.length,
    won: results.filter((r) => r > 0).length,
    lost: results.filter((r) => r < 0).length,
    sum: Math.round(sum(results) * 100) / 100,
  }
}

/** A text that is a list, a line an item. */
export const linesOf = (text: string | undefined): string[] =>
  (text ?? '').split('\n').filter((line) => line.trim() !== '')
