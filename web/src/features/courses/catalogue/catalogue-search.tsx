import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { EmptyState } from '#ui/states.tsx'
import { lessonAddress } from '../addresses.ts'
import type { Course, Lesson } from '../course.ts'
import { type FoundWords, wordsQuery } from '../queries.ts'
import { useTexts } from '../use-courses.ts'

/** The field; `/` leads to it. */
export function CatalogueField({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  const { t } = useTranslation('courses')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const writing = (event.target as Element | null)?.closest?.(
        'input, textarea, select, [contenteditable], [role="dialog"]',
      )
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || writing) return
      event.preventDefault()
      place.current?.querySelector('input')?.focus()
    }
    // Before the shortcut of the whole product, which `/` opens elsewhere.
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [])
  return (
    <div ref={place} className="w-full sm:w-70">
      <SearchField label={t('search.label')} keys="/" value={value} onChange={onChange} />
    </div>
  )
}

type Hit = { key: string; to: string; title: string; where: string; excerpt?: string }

/** Lessons by title, one's own notes, and the words of articles and slides. */
export function CatalogueResults({
  courses,
  query,
  onClear,
}: {
  courses: readonly Course[]
  query: string
  onClear: () => void
}) {
  const { t, i18n } = useTranslation('courses')
  const texts = useTexts()
  const { data: words, isPending } = useQuery(wordsQuery(query, i18n.language))
  const titled = courses
    .flatMap((course) => course.lessons.map((lesson) => ({ course, lesson })))
    .filter(({ course, lesson }) => matches(`${texts(course).title} ${texts(lesson).title}`, query))
  const hit = (course: Course, lesson: Lesson, more: Partial<FoundWords> = {}): Hit => ({
    key: more.item ?? lesson.item,
    to: lessonAddress(course.slug, lesson.slug, more.part ?? undefined, more.place || undefined),
    title: texts(lesson).title ?? '',
    where: `${texts(course).title}, ${course.lessons.indexOf(lesson) + 1}`,
    ...(more.excerpt ? { excerpt: more.excerpt } : {}),
  })
  const found = (kind: FoundWords['kind']) =>
    (words ?? []).flatMap((row) => {
      if (row.kind !== kind) return []
      const [courseSlug, slug] = row.lesson.split('/')
      const course = courses.find((one) => one.slug === courseSlug)
      const lesson = course?.lessons.find((one) => one.slug === slug)
      return course && lesson ? [{ course, lesson, row }] : []
    })
  const groups = [
    { name: t('search.lessons'), hits: titled.map(({ course, lesson }) => hit(course, lesson)) },
    {
      name: t('search.notes'),
      hits: found('note').map(({ course, lesson, row }) => hit(course, lesson, row)),
    },
    {
      name: t('search.words'),
      hits: found('lesson')
        .filter(({ lesson }) => !titled.some((one) => one.lesson === lesson))
        .map(({ course, lesson, row }) => hit(course, lesson, row)),
    },
  ].filter(({ hits }) => hits.length > 0)
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  if (count === 0 && isPending && query.length > 1) return null
  return (
    <div className="mt-4 grid max-w-3xl gap-6">
      <p role="status" className="sr-only">
        {t('search.count', { count })}
      </p>
      {count === 0 && (
        <EmptyState
          icon={<SearchX size={20} strokeWidth={1.75} aria-hidden />}
          title={t('search.none', { query })}
          action={<Button onClick={onClear}>{t('search.clear')}</Button>}
        >
          {t('search.nowhere')}
        </EmptyState>
      )}
      {groups.map(({ name, hits }) => (
        <section key={name}>
          <h2 className="mb-2 text-13 font-medium text-muted">{name}</h2>
          <Card className="overflow-hidden">
            <ul className="divide-y divide-line">
              {hits.map(({ key, to, title, where, excerpt }) => (
                <li key={key}>
                  <Link to={to} className="block px-4 py-3 transition-colors hover:bg-raised/40 md:px-5">
                    <span className="flex flex-wrap justify-between gap-x-4">
                      <span className="font-medium">{title}</span>
                      <span className="text-13 text-muted">{where}</span>
                    </span>
                    {excerpt && <span className="mt-0.5 line-clamp-2 text-pretty text-muted">{excerpt}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        </section>
      ))}
    </div>
  )
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** Whether every word of the query is in the text, whatever its accents and case. */
const matches = (text: string, query: string): boolean =>
  plain(query)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => plain(text).includes(word))
