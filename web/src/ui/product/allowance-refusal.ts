import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'

type UsedUp = { amount: number; renews_at: string | null }

/** What to say of an act that a plan's limit refused, and from when it is possible again; null for another error. */
export function useAllowanceRefusal(): (error: unknown) => string | null {
  const { t } = useTranslation('ui')
  const format = useFormat()
  return (error) => {
    const { message, details } = (error ?? {}) as { message?: string; details?: string }
    if (message !== 'allowance_used_up' || !details) return null
    const { amount, renews_at } = JSON.parse(details) as UsedUp
    return renews_at === null
      ? t('allowance.total', { amount })
      : t('allowance.renewing', { amount, date: format.parisDayMonth(renews_at) })
  }
}
