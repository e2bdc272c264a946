import { useQueryClient } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { startAttempt } from '#lib/learning/attempts.ts'
import { AttemptRun } from '#parts/quiz/attempt-run.tsx'
import { Button } from '#ui/button.tsx'
import { Breadcrumbs } from '#ui/figure/breadcrumbs.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { EmptyState } from '#ui/states.tsx'
import { courseAddress } from '../addresses.ts'
import { QUIZ_PASS } from '../course.ts'
import { coursesQuery } from '../queries.ts'
import { useCourses, useTexts } from '../use-courses.ts'

/** The final exam of a course. */
export default function ExamPage({ slug }: { slug: string }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const texts = useTexts()
  const cache = useQueryClient()
  const { data: courses } = useCourses()
  const [running, setRunning] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const course = courses?.find((one) => one.slug === slug)
  const pass = format.percent(QUIZ_PASS)
  const start = () =>
    startAttempt('exam', slug).then(setRunning, () => {
      setRefused(true)
    })
  const leave = () => {
    setRunning(null)
    void cache.invalidateQueries({ queryKey: coursesQuery.queryKey })
  }
  if (running)
    return (
      <AttemptRun
        attempt={running}
        title={t('exam.title')}
        note={(_, right) => t('exam.right', { count: right })}
        onFinished={leave}
        onLeave={leave}
      />
    )
  return (
    <>
      <Breadcrumbs
        items={[
          { title: course ? (texts(course).title ?? slug) : slug, to: courseAddress(slug) },
          { title: t('exam.title') },
        ]}
        className="mb-2"
      />
      <PageTitle className="mb-4">{t('exam.title')}</PageTitle>
      <div className="grid max-w-160 gap-4">
        <EmptyState
          icon={<ListChecks size={20} strokeWidth={1.75} aria-hidden />}
          title={
            course?.exam_best != null
              ? t('exam.result', { score: format.percent(course.exam_best) })
              : t('exam.title')
          }
          action={
            <Button variant="primary" size="lg" onClick={() => void start()}>
              {t('exam.start')}
            </Button>
          }
        >
          {t('exam.about', { pass })}
        </EmptyState>
        {refused && <Notice refusal>{t('exam.refused')}</Notice>}
      </div>
    </>
  )
}
