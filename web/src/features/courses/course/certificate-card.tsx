import { useQuery } from '@tanstack/react-query'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { CertificateFile } from '#parts/certificate-file/certificate-file.tsx'
import { Ring } from '#ui/figure/ring.tsx'
import { courseAddress } from '../addresses.ts'
import { type Course, isDone, type Lesson, partOf, QUIZ_PASS } from '../course.ts'
import { certificateQuery } from '../queries.ts'
import { CertificateRequest } from './certificate-request.tsx'

/** What the certificate asks for. Reading alone proves nothing, so it is not on the list. */
export function CertificateCard({ course }: { course: Course }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const { lessons, exam_best } = course
  const parts = (part: 'quiz' | 'exercise') => lessons.flatMap((lesson: Lesson) => partOf(lesson, part) ?? [])
  const quizzes = parts('quiz')
  const exercises = parts('exercise')
  const conditions = [
    { name: t('certificate.lessons'), done: lessons.filter(isDone).length, of: lessons.length },
    {
      name: t('certificate.quizzes'),
      done: quizzes.filter(({ done_at }) => done_at !== null).length,
      of: quizzes.length,
    },
    {
      name: t('certificate.exercises'),
      done: exercises.filter(({ done_at }) => done_at !== null).length,
      of: exercises.length,
    },
  ].filter(({ of }) => of > 0)
  const passed = exam_best !== null && exam_best >= QUIZ_PASS
  const { data: certificate } = useQuery(certificateQuery(course.slug))
  const complete = lessons.every(isDone)
  return (
    <section aria-labelledby="certificate-title">
      <h2 id="certificate-title" className="text-14 font-semibold">
        {t('certificate.name')}
      </h2>
      <p className="mt-1 text-13 text-pretty text-muted">{t('certificate.about')}</p>
      <ul className="mt-2">
        {conditions.map(({ name, done, of }) => (
          <li key={name} className="flex min-h-9 items-center gap-3 border-t border-line first:border-t-0">
            <Ring size="sm" label={name} share={done / of} />
            {name}
            <b className="ml-auto text-13 font-medium tabular">{t('state.of', { place: done, of })}</b>
          </li>
        ))}
        <li className="flex min-h-9 items-center gap-3 border-t border-line">
          <Ring size="sm" label={t('certificate.exam')} share={passed ? 1 : 0} />
          {t('certificate.exam')}
          <span className="ml-auto text-13 text-muted tabular">
            {exam_best === null ? !complete && t('certificate.after') : format.percent(exam_best)}
            {complete && !passed && (
              <Link
                to={`${courseAddress(course.slug)}&examen=1`}
                className="ml-3 text-text underline underline-offset-3"
              >
                {t('exam.take')}
              </Link>
            )}
          </span>
        </li>
      </ul>
      {certificate ? (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link
            to={`/attestation?code=${certificate.code}`}
            className="font-mono text-13 underline decoration-line-strong underline-offset-3"
          >
            {certificate.code}
          </Link>
          {certificate.member && <CertificateFile member={certificate.member} code={certificate.code} />}
        </div>
      ) : (
        complete && passed && <CertificateRequest course={course.slug} />
      )}
    </section>
  )
}
