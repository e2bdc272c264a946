import { ChartCandlestick, GraduationCap, MessagesSquare, RadioTower } from 'lucide-react'
import { memo } from 'react'
import { lazyFramePart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Tabs } from './tabs.tsx'

const loadMore = () => import('./more-sheet.tsx')
const MoreSheet = lazyFramePart(loadMore)

const TABS = [
  { key: 'signals', to: '/signaux', icon: RadioTower },
  { key: 'analyses', to: '/analyses', icon: ChartCandlestick },
  { key: 'learn', to: '/formations', icon: GraduationCap },
  { key: 'community', to: '/communaute', icon: MessagesSquare, within: true },
] as const

/** The member area's navigation on a phone. */
export const TabBar = memo(function TabBar() {
  const { t } = useTranslation('shell')
  return (
    <Tabs
      label={t('tabs.label')}
      tabs={TABS.map((tab) => ({ ...tab, name: t(`tabs.${tab.key}`) }))}
      more={t('tabs.more')}
      onMoreNear={() => void loadMore()}
      Sheet={MoreSheet}
    />
  )
})
