// Owns every read and write of courses.
import { queryOptions } from '@tanstack/react-query'
import type { ContentTexts, PublishedContent } from '#lib/content/published-content.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { Course, CourseLevel, Part, Quiz } from './course.ts'
import type { Step } from './pending-progress.ts'

const COURSES = ['courses'] as const
const NOTES = ['lesson-notes'] as const
const BOOKMARKS = ['lesson-bookmarks'] as const

export const coursesQuery = queryOptions({
  queryKey: COURSES,
  queryFn: async ({ signal }) => {
    return unwrap(await supabase.rpc('my_courses').abortSignal(signal)) as unknown as {
      courses: Course[]
      /** The texts of all notions, by slug. */
      notions: Readonly<Record<string, ContentTexts>>
    }
  },
})

/** A lesson's texts, by the caller's rights: null `texts` where the tier does not include it. */
export const lessonQuery = (slug: string) =>
  queryOptions({
    queryKey: ['lesson', slug],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase.rpc('content_at', { kind: 'lesson', slug }).abortSignal(signal),
      ) as unknown as PublishedContent | null,
    staleTime: 60_000,
  })

/** What may be seen of a lesson that premium opens: its first slide, or the first paragraph of its article. */
export type Opening = { part: 'slides' | 'article'; texts: ContentTexts }
export const openingQuery = (slug: string) =>
  queryOptions({
    queryKey: ['lesson-opening', slug],
    queryFn: async ({ signal }) =>
      unwrap(await supabase.rpc('lesson_opening', { slug }).abortSignal(signal)) as unknown as Opening | null,
    staleTime: 300_000,
  })

/** A course's whole text: its modules and abilities, which its card does not have. */
export const courseQuery = (slug: string) =>
  queryOptions({
    queryKey: ['course', slug],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase.rpc('content_at', { kind: 'course', slug }).abortSignal(signal),
      ) as unknown as PublishedContent | null,
    staleTime: 60_000,
  })

export type Note = { id: string; lesson: string; part: Part; place: number; body: string; updated_at: string }
export const notesQuery = queryOptions({
  queryKey: NOTES,
  queryFn: async ({ signal }) =>
    unwrap(
      await supabase
        .from('lesson_notes')
        .select('id, lesson, part, place, body, updated_at')
        .order('updated_at', { ascending: false })
        .limit(500)
        .abortSignal(signal),
    ) as Note[],
})

export type Bookmark = { lesson: string; part: Part; place: number }
export const bookmarksQuery = queryOptions({
  queryKey: BOOKMARKS,
  queryFn: async ({ signal }) =>
    unwrap(
      await supabase.from('bookmarks').select('lesson, part, place').limit(500).abortSignal(signal),
    ) as Bookmark[],
})

const LEVEL_REQUESTS = ['level-requests'] as const
/** The levels of which the caller wants to be told that there is a course. */
export const levelRequestsQuery = queryOptions({
  queryKey: LEVEL_REQUESTS,
  queryFn: async ({ signal }) =>
    unwrap(await supabase.from('level_requests').select('level').abortSignal(signal)).map(
      ({ level }) => level as CourseLevel,
    ),
})

export const useLevelRequest = () =>
  useWrite(
    async ({ level, on }: { level: CourseLevel; on: boolean }) =>
      on
        ? unwrap(await supabase.from('level_requests').insert({ level }))
        : unwrap(await supabase.from('level_requests').delete().eq('level', level)),
    [LEVEL_REQUESTS],
  )

/** Every quiz that the caller finished. */
export const quizzesQuery = queryOptions({
  queryKey: [...COURSES, 'quizzes'],
  queryFn: async ({ signal }) =>
    unwrap(
      await supabase
        .from('attempts')
        .select('lesson, score, total, finished_at')
        .eq('purpose', 'quiz')
        .not('finished_at', 'is', null)
        .order('finished_at')
        .limit(500)
        .abortSignal(signal),
    ) as Quiz[],
})

/** What the caller got wrong and should see again. */
export const dueQuery = queryOptions({
  queryKey: [...COURSES, 'due'],
  queryFn: async ({ signal }) =>
    unwrap(await supabase.rpc('my_reviews').abortSignal(signal)) as unknown as {
      due: number
      cards: { question: string; asked: { notion: string | null } }[]
    },
})

/** The caller's certificate of a course, unless it was revoked. */
export const certificateQuery = (course: string) =>
  queryOptions({
    queryKey: [...COURSES, 'certificate', course],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase
          .from('certificates')
          .select('code, member')
          .eq('course', course)
          .is('revoked_at', null)
          .abortSignal(signal),
      )[0] ?? null,
  })

export const useRequestCertificate = () =>
  useWrite(
    async (asked: { course: string; name: string }) =>
      unwrap(await supabase.rpc('request_certificate', asked)),
    [COURSES],
  )

export type UsedSignal = {
  number: number
  id: string
  symbol: string
  instrument: string
  direction: 'buy' | 'sell'
  closed_at: string
  realised_r: string
  close_reason: string
}
/** The last signals that used any of the notions, newest first: as many that won as that did not. */
export const lastSignalsQuery = (notions: readonly string[]) =>
  queryOptions({
    queryKey: ['last-signals', notions],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase.rpc('last_signals', { notions: [...notions] }).abortSignal(signal),
      ) as unknown as UsedSignal[],
    staleTime: 300_000,
  })

export type Review = { stars: number; body: string; name: string; created_at: string; mine: boolean }
export const reviewsQuery = (course: string) =>
  queryOptions({
    queryKey: [...COURSES, 'reviews', course],
    queryFn: async ({ signal }) =>
      unwrap(await supabase.rpc('read_reviews', { course, most: 20 }).abortSignal(signal)) as Review[],
  })

export type FoundWords = {
  kind: 'course' | 'lesson' | 'note'
  item: string
  /** `course/lesson`, or the course. */
  lesson: string
  part: Part | null
  place: number | null
  title: string
  excerpt: string
}
/** Courses, lessons with their articles and slides, and one's own notes, as far as the caller may read them. */
export const wordsQuery = (query: string, language: string) =>
  queryOptions({
    queryKey: ['lesson-words', language, query],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase.rpc('search_learning', { query, language, most: 20 }).abortSignal(signal),
      ) as FoundWords[],
    enabled: query.length > 1,
    staleTime: 60_000,
  })

/** Signed for an hour: long enough to watch, short enough that a copied address soon ends. */
const SIGNED_FOR_S = 3600
export const videoAddressQuery = (path: string) =>
  queryOptions({
    queryKey: ['lesson-video', path],
    queryFn: async () => {
      // Few lessons have a video: the client of storage comes with it.
      const { storage } = await import('#lib/data/storage.ts')
      const { signedUrl } = unwrap(await storage.from('lessons').createSignedUrl(path, SIGNED_FOR_S)) ?? {}
      return signedUrl ?? null
    },
    staleTime: (SIGNED_FOR_S / 2) * 1000,
    // Signed anew for each visit.
    gcTime: 0,
  })

export const sendStep = async ({ lesson, part, place, of, seconds }: Step): Promise<void> => {
  unwrap(await supabase.rpc('keep_progress', { lesson, part, place, of, seconds }))
}

export const useCompletePart = () =>
  useWrite(
    async ({ lesson, parts }: { lesson: string; parts: readonly Part[] }) => {
      for (const part of parts) unwrap(await supabase.rpc('complete_part', { lesson, part }))
    },
    [COURSES],
    'lesson-progress',
  )

export const useAddNote = () =>
  useWrite(
    async (note: { lesson: string; part: Part; place: number; body: string }) =>
      unwrap(await supabase.from('lesson_notes').insert(note)),
    [NOTES],
  )

export const useRemoveNote = () =>
  useWrite(async (id: string) => unwrap(await supabase.from('lesson_notes').delete().eq('id', id)), [NOTES])

export const useBookmark = () =>
  useWrite(
    async ({ on, ...place }: Bookmark & { on: boolean }) =>
      on
        ? unwrap(await supabase.from('bookmarks').insert(place))
        : unwrap(await supabase.from('bookmarks').delete().match(place)),
    [BOOKMARKS],
  )

export const useReview = () =>
  useWrite(
    async ({ course, known, ...review }: { course: string; known: boolean; stars: number; body: string }) =>
      known
        ? unwrap(await supabase.from('course_reviews').update(review).eq('course', course).select('course'))
        : unwrap(await supabase.from('course_reviews').insert({ course, ...review })),
    [COURSES],
  )
