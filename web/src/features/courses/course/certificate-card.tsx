import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { Ring } from '#ui/figure/ring.tsx'
import { type Course, isDone, progressOf, QUIZ_PASS } from '../course.ts'

/** What the certificate asks for. Reading alone proves nothing, so it is not on the list. */
export function CertificateCard({ course }: { course: Course }) {
  const { t } = useTranslation('courses')
  const { lessons, certificate } = course
  const quizzes = lessons.filter(({ fields }) => fields.minutes.quiz !== undefined)
  const passed = quizzes.filter(({ quiz }) => quiz !== null && quiz.score / quiz.total >= QUIZ_PASS)
  const exercises = lessons.filter(({ fields }) => fields.exercise !== undefined)
  const conditions = [
    { name: t('certificate.lessons'), done: lessons.filter(isDone).length, of: lessons.length },
    { name: t('certificate.quizzes'), done: passed.length, of: quizzes.length },
    {
      name: t('certificate.charts'),
      done: exercises.reduce((sum, lesson) => sum + (progressOf(lesson, 'exercise')?.place ?? 0), 0),
      of: exercises.reduce((sum, { fields }) => sum + (fields.exercise?.charts ?? 0), 0),
    },
  ].filter(({ of }) => of > 0)
  return (
    <section aria-labelledby="certificate-title">
      <h2 id="certificate-title" className="text-14 font-semibold">
        {t('certificate.name')}
      </h2>
      <p className="mt-1 text-13 text-pretty text-muted">{t('certificate.about')}</p>
      {certificate ? (
        <Link
          to={`/attestation?code=${certificate.code}`}
          className="mt-2 inline-block font-mono text-13 underline decoration-line-strong underline-offset-3"
        >
          {certificate.code}
        </Link>
      ) : (
        <ul className="mt-2">
          {conditions.map(({ name, done, of }) => (
            <li key={name} className="flex min-h-9 items-center gap-3 border-t border-line first:border-t-0">
              <Ring size="sm" label={name} share={done / of} />
              {name}
              <b className="ml-auto text-13 font-medium tabular">{t('state.of', { place: done, of })}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
