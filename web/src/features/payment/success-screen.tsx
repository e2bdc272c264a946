import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
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
