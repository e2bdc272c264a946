import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { lessonAddress } from '../addresses.ts'
import type { Course, Part } from '../course.ts'
import { bookmarksQuery, notesQuery } from '../queries.ts'
import { useTexts } from '../use-courses.ts'
import { usePlaceName } from '../use-place-name.ts'

type Kept = { key: string; lesson: string; part: Part; place: number; body?: string; at?: string }

/** All bookmarks or all notes, each leading to its place. */
export function KeptList({
  courses,
  list,
  onClose,
}: {
  courses: readonly Course[]
  list: 'signets' | 'notes'
  onClose: () => void
}) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const texts = useTexts()
  const placeName = usePlaceName()
  const { data: notes } = useQuery(notesQuery)
  const { data: bookmarks } = useQuery(bookmarksQuery)
  const kept: Kept[] =
    list === 'notes'
      ? (notes ?? []).map(({ id, updated_at, ...note }) => ({ key: id, at: updated_at, ...note }))
      : (bookmarks ?? []).map((one) => ({ key: `${one.lesson} ${one.part} ${one.place}`, ...one }))
  const rows = kept.flatMap((one) => {
    const course = courses.find(({ lessons }) => lessons.some(({ item }) => item === one.lesson))
    const lesson = course?.lessons.find(({ item }) => item === one.lesson)
    return course && lesson ? [{ ...one, course, in: lesson }] : []
  })
  return (
    <section className="max-w-3xl">
      <div className="mb-3 flex items-center gap-2">
        <Button
          variant="ghost"
          size="sm"
          icon={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onClose}
        >
          {t('kept.back')}
        </Button>
        <h2 className="text-16 font-semibold">{t(list === 'notes' ? 'kept.notes' : 'kept.bookmarks')}</h2>
      </div>
      {rows.length === 0 ? (
        <p className="text-muted">{t(list === 'notes' ? 'kept.no-notes' : 'kept.no-bookmarks')}</p>
      ) : (
        <Card className="overflow-hidden">
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.key}>
                <Link
                  to={lessonAddress(row.course.slug, row.in.slug, row.part, row.place || undefined)}
                  className="block px-4 py-3 transition-colors hover:bg-raised/40 md:px-5"
                >
                  <span className="flex flex-wrap justify-between gap-x-4 text-13 text-muted">
                    <span>
                      {texts(row.course).title} · {texts(row.in).title} · {placeName(row.part, row.place)}
                    </span>
                    {row.at && <span>{format.date(row.at)}</span>}
                  </span>
                  {row.body && (
                    <span className="mt-0.5 block whitespace-pre-line text-pretty">{row.body}</span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}
