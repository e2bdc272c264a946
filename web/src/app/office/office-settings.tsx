import { SecurityCard } from '#features/office/settings/security-card.tsx'
import { TelegramCard } from '#features/office/settings/telegram-card.tsx'
import { TellingCard } from '#features/office/settings/telling-card.tsx'
import { BrowserCard } from '#features/webhooks/browser-card.tsx'
import { EndpointsCard } from '#features/webhooks/endpoints-card.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { PageTitle } from '#ui/page-title.tsx'

/** An admin's settings: the second-factor rule, how members are notified, and the webhooks for leads. */
export default function OfficeSettings() {
  const { t } = useTranslation('office')
  return (
    <div className="mx-auto grid w-full max-w-200 gap-6 px-4 pt-5 pb-10 md:px-6">
      <header>
        <PageTitle>{t('places.settings')}</PageTitle>
        <p className="mt-0.5 text-pretty text-muted">{t('settings.purpose')}</p>
      </header>
      <SecurityCard />
      <TellingCard />
      <TelegramCard />
      <EndpointsCard />
      <BrowserCard />
    </div>
  )
}
