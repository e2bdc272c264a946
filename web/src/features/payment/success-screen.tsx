import { CircleCheck } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { Upcoming } from '#ui/upcoming.tsx'

export default function PaymentSuccessScreen() {
  const { t } = useTranslation('payment')
  return (
    <Upcoming
      icon={CircleCheck}
      title={t('success.title')}
      purpose={t('success.purpose')}
      will={t('success.will')}
    />
  )
}
