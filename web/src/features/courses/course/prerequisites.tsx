import { Check } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Ring } from '#ui/figure/ring.tsx'
import { courseAddress } from '../addresses.ts'
import { type Course, courseShare } from '../course.ts'
import { useTexts } from '../use-courses.ts'

/** The courses to have done before. They are advice: nothing is locked by them. */
export function Prerequisites({ course, courses }: { course: Course; courses: readonly Course[] }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const texts = useTexts()
  const required = (course.fields.requires ?? []).flatMap(
    (slug) => courses.find((one) => one.slug === slug) ?? [],
  )
  if (required.length === 0) return null
  return (
    <section aria-labelledby="requires-title">
      <h2 id="requires-title" className="text-14 font-semibold">
        {t('requires')}
      </h2>
      <ul className="mt-2 grid gap-2">
        {required.map((one) => {
          const share = courseShare(one)
          const done = one.lessons.flatMap(({ done_at }) => done_at ?? [])
          return (
            <li key={one.item}>
              <Link
                to={courseAddress(one.slug)}
                className="flex min-h-11 items-center gap-3 rounded-control border border-line px-3 hover:bg-raised/40"
              >
                {share === 1 ? (
                  <Check size={16} strokeWidth={1.75} className="text-gain" aria-hidden />
                ) : (
                  <Ring size="sm" label={t('course.progress')} share={share} />
                )}
                {texts(one).title}
                <span className="ml-auto text-13 text-muted">
                  {share === 1 ? format.date(done.sort().at(-1)) : format.percent(share)}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
