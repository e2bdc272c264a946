import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import type { RequestState } from './queries.ts'

const TONES = {
  pending: 'info',
  needs_information: 'warn',
  approved: 'gain',
  rejected: 'loss',
  withdrawn: 'neutral',
} as const

export function StateBadge({ state }: { state: RequestState }) {
  const { t } = useTranslation('qualification')
  return <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
}
