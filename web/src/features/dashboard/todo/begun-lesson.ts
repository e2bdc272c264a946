import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'

type Card = {
  texts: Readonly<Record<string, { title: string }>>
  fields?: { minutes?: Readonly<Record<string, string | number>> }
}
export type BegunLesson = {
  course: { slug: string; texts: Card['texts'] }
  lesson: { slug: string; texts: Card['texts'] }
  part: string
  place: number
  of: number
  /** What the part takes as a whole; null if it is not known. */
  minutes: number | null
  updatedAt: string
}

type Progress = { lesson: string; part: string; place: number; of: number; updated_at: string }

const cardOf = async (item: string) =>
  unwrap(
    await supabase.from('published_content').select('slug,parent,card').eq('item', item).maybeSingle(),
  ) as { slug: string; parent: string | null; card: Card } | null

/** The part of a lesson that the member left last without finishing it; null if there is none. */
export const begunLessonQuery = queryOptions({
  queryKey: ['dashboard', 'begun-lesson'],
  queryFn: async (): Promise<BegunLesson | null> => {
    const answer = await supabase
      .from('lesson_progress')
      .select('lesson,part,place,of,updated_at')
      .is('done_at', null)
      .order('updated_at', { ascending: false })
      .limit(1)
      .maybeSingle()
    const progress = unwrap(answer as never) as Progress | null
    const lesson = progress && (await cardOf(progress.lesson))
    const course = lesson?.parent ? await cardOf(lesson.parent) : null
    if (!lesson || !course) return null
    const minutes = Number(lesson.card.fields?.minutes?.[progress.part])
    return {
      course: { slug: course.slug, texts: course.card.texts },
      lesson: { slug: lesson.slug, texts: lesson.card.texts },
      part: progress.part,
      place: progress.place,
      of: progress.of,
      minutes: Number.isFinite(minutes) ? minutes : null,
      updatedAt: progress.updated_at,
    }
  },
  staleTime: 60_000,
})
