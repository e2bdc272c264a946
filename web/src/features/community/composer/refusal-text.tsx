import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Link } from '#ui/link.tsx'
import type { forumRefusal } from '../refusals.ts'
import { reasonKey } from './reasons.ts'

type Props = { refusal: NonNullable<ReturnType<typeof forumRefusal>> }

/** Why a text was not taken, and what its author can do. */
export function RefusalText({ refusal: { key, hint, detail } }: Props) {
  const { t } = useTranslation('community')
  const format = useFormat()
  if (key === 'text_refused')
    return <p>{t('refused.text_refused', { reason: t(`reasons.${reasonKey(hint)}`) })}</p>
  if (key === 'muted' || key === 'banned') {
    const { reason = '', until = null } = parsed(detail)
    return (
      <p>
        {t(`refused.${key}`, { until: format.dateTime(until), reason: t(`reasons.${reasonKey(reason)}`) })}{' '}
        <Link to="/moderation?onglet=decisions">{t('refused.decision')}</Link>
      </p>
    )
  }
  return <p>{t(`refused.${key}`, { count: Number(detail) || 0, most: detail })}</p>
}

function parsed(detail: string): { reason?: string; until?: string | null } {
  try {
    return JSON.parse(detail) as { reason?: string; until?: string | null }
  } catch {
    return {}
  }
}
