import { Coins, Link2, Network, Wallet } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { SettingCard, SettingRow } from './setting-row.tsx'

/** Referral link and where gains would be sent (S-11): the programme is not open, and this says so. */
export function ReferralCard() {
  const { t } = useTranslation('account')
  return (
    <SettingCard title={t('referral.title')} purpose={t('referral.purpose')}>
      <SettingRow icon={Link2} title={t('referral.link')}>
        {t('referral.linkText')}
      </SettingRow>
      <SettingRow icon={Coins} title={t('referral.currency')}>
        {t('referral.none')}
      </SettingRow>
      <SettingRow icon={Network} title={t('referral.network')}>
        {t('referral.none')}
      </SettingRow>
      <SettingRow icon={Wallet} title={t('referral.wallet')}>
        {t('referral.none')}
      </SettingRow>
    </SettingCard>
  )
}
