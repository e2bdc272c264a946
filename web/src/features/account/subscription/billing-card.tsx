import { CreditCard, Repeat } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { SettingCard, SettingRow } from '../setting-row.tsx'

/** Payment method and renewal (S-12): nothing is charged here, and the card says so. */
export function BillingCard({ access }: { access: 'period' | 'staff' | 'free' }) {
  const { t } = useTranslation('account')
  return (
    <SettingCard title={t('billing.title')} help="remboursements">
      <SettingRow icon={CreditCard} title={t('billing.method')}>
        {t('billing.none')}
      </SettingRow>
      <SettingRow
        icon={Repeat}
        title={t('billing.renewal')}
        action={<Badge tone="line">{t('billing.off')}</Badge>}
      >
        {t(`billing.${access}`)}
      </SettingRow>
    </SettingCard>
  )
}
