import { useSearchParams } from '#lib/browser/search-params.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Tabs } from '#ui/figure/tabs.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { HistoryTab } from './history-tab.tsx'
import { NotificationsTab } from './notifications/notifications-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { SubscriptionTab } from './subscription/subscription-tab.tsx'

const TABS = ['profil', 'abonnement', 'historique', 'notifications'] as const

/** The member's account in four tabs (S-10); the open one is in the address. */
export default function AccountScreen() {
  const { t } = useTranslation('account')
  const session = useSession()
  const [search, setSearch] = useSearchParams()
  if (session.status !== 'signed-in') return null
  const { user } = session
  const asked = search.get('onglet')
  const open = TABS.find((tab) => tab === asked) ?? 'profil'
  const content = {
    profil: <ProfileTab user={user} />,
    abonnement: <SubscriptionTab userId={user.id} tier={session.tier} />,
    historique: <HistoryTab />,
    notifications: <NotificationsTab userId={user.id} />,
  }
  return (
    <div className="mx-auto w-full max-w-312 px-4 pt-5 pb-10 md:px-6">
      <header className="mb-3">
        <PageTitle>{t('title')}</PageTitle>
        <p className="mt-0.5 text-pretty text-muted">{t('purpose')}</p>
      </header>
      <Tabs
        label={t('title')}
        value={open}
        onChange={(tab) =>
          setSearch(() => new URLSearchParams(tab === 'profil' ? '' : { onglet: tab }), { replace: true })
        }
        tabs={TABS.map((tab) => ({ value: tab, label: t(`tabs.${tab}`), content: content[tab] }))}
      />
    </div>
  )
}
