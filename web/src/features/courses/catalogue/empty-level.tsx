import { useQuery } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import type { CourseLevel } from '../course.ts'
import { levelRequestsQuery, useLevelRequest } from '../queries.ts'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A level without a course: says so, and tells the reader when there is one if they ask for it. */
export function EmptyLevel({ level }: { level: CourseLevel }) {
  const { t } = useTranslation('courses')
  const { data: requests } = useQuery(levelRequestsQuery)
  const ask = useLevelRequest()
  const asked = requests?.includes(level) ?? false
  return (
    <div className="rounded-card border border-dashed border-line-strong p-4 text-13 text-muted">
      <p className="mb-1 text-14 font-semibold text-text">{t('empty.title')}</p>
      <p className="text-pretty">{t(asked ? 'empty.asked' : 'empty.text')}</p>
      <Button
        size="sm"
        className="mt-4"
        aria-pressed={asked}
        busy={ask.isPending}
        disabled={!requests}
        icon={asked ? <BellRing {...icon} /> : <Bell {...icon} />}
        onClick={() =>
          ask.mutate(
            { level, on: !asked },
            { onError: () => void toast({ title: t('empty.failed'), variant: 'destructive' }) },
          )
        }
      >
        {t('empty.ask')}
      </Button>
    </div>
  )
}
