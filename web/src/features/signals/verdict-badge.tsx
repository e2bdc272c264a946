import { Check, Clock, Moon, TriangleAlert, WifiOff } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import type { EntryVerdict } from '#lib/signals/entry-verdict.ts'
import { Badge } from '#ui/badge.tsx'

const ICONS = {
  open: Check,
  late: Clock,
  closed: Moon,
  frozen: TriangleAlert,
  offline: WifiOff,
  connecting: WifiOff,
} as const
const TONES = { open: 'gain', late: 'warn' } as const

/** Whether the signal can still be entered, or why that is unknown. */
export function VerdictBadge({ verdict }: { verdict: EntryVerdict | null }) {
  const { t } = useTranslation('signals')
  if (!verdict) return null
  const Icon = ICONS[verdict]
  const judged = verdict === 'open' || verdict === 'late'
  return (
    <Badge tone={judged ? TONES[verdict] : 'neutral'} icon={<Icon size={12} strokeWidth={2} aria-hidden />}>
      {verdict === 'open' ? t('stillOpen') : verdict === 'late' ? t('tooLate') : t(`read.short.${verdict}`)}
    </Badge>
  )
}
