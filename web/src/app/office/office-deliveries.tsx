import { Deliveries } from '#features/webhooks/deliveries.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { PageTitle } from '#ui/page-title.tsx'

/** The webhook deliveries of leads and their results. */
export default function OfficeDeliveries() {
  const { t } = useTranslation('office')
  return (
    <div className="grid w-full min-w-0 content-start gap-4 px-4 pt-5 pb-10 md:px-6">
      <header>
        <PageTitle>{t('places.deliveries')}</PageTitle>
        <p className="mt-0.5 text-pretty text-muted">{t('deliveries.purpose')}</p>
      </header>
      <Deliveries />
    </div>
  )
}
