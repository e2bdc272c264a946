import { lazyFramePart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { StaffRole } from '#lib/session/session.tsx'
import { Tabs } from '../frame/tabs.tsx'
import { FIGURES, officeGroups } from './office-places.ts'

const loadMore = () => import('./office-more-sheet.tsx')
const OfficeMoreSheet = lazyFramePart(loadMore)
/** The places that staff need on a phone. */
const TABS = { admin: ['requests', 'members', 'payments'], analyst: ['signals'] } as const

/** The back-office's navigation on a phone. */
export function OfficeTabBar({ role }: { role: StaffRole }) {
  const { t } = useTranslation('office')
  const known: readonly string[] = TABS[role]
  const places = officeGroups(role).flatMap((group) => group.places.filter(({ key }) => known.includes(key)))
  return (
    <Tabs
      label={t('title')}
      tabs={[
        { ...FIGURES, name: t('tabs.figures') },
        ...places.map((place) => ({ ...place, name: t(`places.${place.key}`) })),
      ]}
      more={t('tabs.more')}
      onMoreNear={() => void loadMore()}
      Sheet={OfficeMoreSheet}
    />
  )
}
