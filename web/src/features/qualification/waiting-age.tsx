import { Clock, TriangleAlert } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'

/** The promised response time, in milliseconds. */
const PROMISED_MS = 48 * 3_600_000

/** How long a request has waited for staff; overdue ones are marked. */
export function WaitingAge({ since, now }: { since: string; now: number }) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const age = now - Date.parse(since)
  const late = age > PROMISED_MS
  const soon = age > PROMISED_MS / 2
  const Icon = late ? TriangleAlert : Clock
  return (
    <Badge
      tone={late ? 'loss' : soon ? 'warn' : 'neutral'}
      icon={<Icon size={12} strokeWidth={1.75} aria-hidden />}
    >
      <span className="tabular">{format.duration(age)}</span>
      {late ? <span className="sr-only">, {t('late')}</span> : null}
    </Badge>
  )
}
