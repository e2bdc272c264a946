import { Lock } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { isBegun, type Lesson, lessonMinutes, partsOf } from '../course.ts'
import { useTexts } from '../use-courses.ts'

/** A lesson of the premium offer: what it holds, and that nothing done of it is lost. */
export function LessonLocked({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const texts = useTexts()
  return (
    <div className="mt-4 max-w-160">
      <EmptyState
        icon={<Lock size={20} strokeWidth={1.75} aria-hidden />}
        title={t('premium.lesson')}
        action={
          <Button asChild variant="primary">
            <Link to="/abonnements">{t('premium.offer')}</Link>
          </Button>
        }
      >
        <p>{texts(lesson).summary}</p>
        <p className="mt-2">
          {format.duration(lessonMinutes(lesson) * 60_000)} :{' '}
          {partsOf(lesson)
            .map((part) => t(`part.${part}`).toLowerCase())
            .join(', ')}
          .
        </p>
        {isBegun(lesson) && <p className="mt-2">{t('lapsed')}</p>}
      </EmptyState>
    </div>
  )
}
