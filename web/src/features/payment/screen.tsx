import { CreditCard } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { Upcoming } from '#ui/upcoming.tsx'

export default function PaymentScreen() {
  const { t } = useTranslation('payment')
  return <Upcoming icon={CreditCard} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
