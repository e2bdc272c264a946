import { Check, Lock } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Ring } from '#ui/figure/ring.tsx'
import { isBegun, isDone, type Lesson, lessonShare } from './course.ts'

/** Where a lesson stands, before its title: done, begun, or its number. */
export function LessonMark({ lesson, number }: { lesson: Lesson; number: number }) {
  const { t } = useTranslation('courses')
  if (isDone(lesson))
    return (
      <Check size={16} strokeWidth={1.75} className="text-gain" aria-label={t('lesson.done')} role="img" />
    )
  if (isBegun(lesson)) return <Ring size="sm" label={t('lesson.progress')} share={lessonShare(lesson)} />
  return <span className="text-13 font-medium text-faint tabular">{number}</span>
}

export function LockMark() {
  const { t } = useTranslation('courses')
  return <Lock size={14} strokeWidth={1.75} className="text-muted" role="img" aria-label={t('locked')} />
}
