import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lessonAddress, partNamed, placeIn } from './addresses.ts'
import {
  type Course,
  countSignals,
  courseShare,
  currentLesson,
  currentPart,
  type Lesson,
  type LessonPart,
  lessonShare,
  minutesLeft,
  PARTS,
  type Part,
  resumeOf,
} from './course.ts'

const part = (name: Part, minutes: number, more: Partial<LessonPart> = {}): LessonPart => ({
  part: name,
  minutes,
  place: 0,
  of: 0,
  seen: [],
  seconds: 0,
  done_at: null,
  updated_at: null,
  missing: null,
  ...more,
})
const lesson = (slug: string, parts: LessonPart[], more: Partial<Lesson> = {}): Lesson => ({
  item: slug,
  slug,
  texts: {},
  module: 'survive',
  notions: [],
  tier: 'freemium',
  version: 1,
  updated_at: '2026-11-01',
  locked: null,
  waits_for: null,
  opens_at: null,
  done_at: parts.every(({ done_at }) => done_at !== null) ? '2026-11-02' : null,
  updated_since_read: false,
  parts,
  ...more,
})
const course = (slug: string, lessons: Lesson[]): Course => ({
  item: slug,
  slug,
  updated_at: '2026-11-01',
  fields: { level: 'beginner', author: 'A', modules: ['survive'] },
  texts: {},
  share: 0,
  reviews: { n: 0, stars: null },
  exam_best: null,
  strip: [],
  lessons,
})
const done = { done_at: '2026-11-02', updated_at: '2026-11-02' }

describe('progress', () => {
  it('counts minutes, not lessons, and slides that were seen', () => {
    const short = lesson('short', [part('article', 5, done)])
    const long = lesson('long', [
      part('slides', 15, { seen: [1, 2, 3], place: 9, of: 10, updated_at: '2026-11-03' }),
    ])
    expect(courseShare(course('c', [short, long]))).toBeCloseTo((5 + 15 * 0.3) / 20)
    expect(minutesLeft([short, long])).toBe(11)
  })

  it('is never complete before it is done, nor more than complete', () => {
    const parts = fc.constantFrom(...PARTS).chain((name) =>
      fc
        .record({
          place: fc.nat(20),
          of: fc.nat(20),
          seconds: fc.nat(40),
          seen: fc.array(fc.nat(30)),
          minutes: fc.integer({ min: 1, max: 60 }),
        })
        .map(({ minutes, ...more }) => part(name, minutes, more)),
    )
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1 }), (all) => {
        const share = lessonShare(lesson('l', all))
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThan(1)
      }),
    )
    expect(lessonShare(lesson('l', [part('quiz', 5, done)]))).toBe(1)
  })
})

describe('where to go on', () => {
  const first = lesson('first', [
    part('article', 5, done),
    part('slides', 5, { updated_at: '2026-11-05' }),
    part('quiz', 5),
  ])
  const second = lesson('second', [part('article', 5)])

  it('is the part touched last, in the lesson worked on last', () => {
    expect(currentPart(first)).toBe('slides')
    const later = lesson('later', [part('article', 5, { updated_at: '2026-11-06' })])
    expect(resumeOf([course('a', [first, second]), course('b', [later])])?.lesson.slug).toBe('later')
  })

  it('is the first open lesson before anything was begun, and never a locked one', () => {
    expect(resumeOf([course('a', [second])])).toMatchObject({ part: 'article', at: null })
    const locked = lesson('locked', [part('article', 5, { updated_at: '2026-11-09' })], { locked: 'premium' })
    expect(currentLesson(course('a', [locked, second]))?.slug).toBe('second')
    expect(resumeOf([course('a', [locked])])).toBeNull()
  })
})

it('signals at exactly zero neither won nor lost', () => {
  expect(countSignals(['1.75', '-1', '0', '0.6'])).toEqual({ n: 4, won: 2, lost: 1, sum: 1.35 })
})

it('an address names a course, a lesson, a part and a slide, and is read back', () => {
  expect(lessonAddress('risk', 'stop', 'slides', 4)).toBe(
    '/formations?cours=risk&lecon=stop&partie=diapositives#4',
  )
  expect(partNamed('diapositives')).toBe('slides')
  expect(partNamed('autre')).toBeNull()
  expect(['#4', '#0', '#x', '', '#99999999'].map(placeIn)).toEqual([4, null, null, null, null])
})
