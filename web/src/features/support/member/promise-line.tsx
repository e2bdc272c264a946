import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { figuresQuery } from '../figures.ts'

/** What is promised for a ticket of this priority, before it opens. */
export function PromiseLine({ priority, complaint }: { priority: string; complaint: boolean }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const { data } = useQuery(figuresQuery(90))
  const promise = data?.promises.find((one) => one.priority === priority)
  return (
    <p className="flex items-start gap-2 text-13 text-muted" role="status">
      <Clock size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
      <span className="text-pretty">
        {promise
          ? t('new.promise', {
              answer: format.duration(promise.answer_minutes * 60_000),
              solution: format.duration(promise.solve_minutes * 60_000),
            })
          : format.dash}
        {complaint && <> {t('strip.complaintText')}</>}
      </span>
    </p>
  )
}
