import { ChartCandlestick, GraduationCap, Menu as MenuIcon, MessagesSquare, RadioTower } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '#lib/i18n.ts'
import { NavLink } from '#lib/router-link.tsx'
import { classNames } from '#ui/class-names.ts'

const loadMore = () => import('./more-sheet.tsx')
const MoreSheet = lazy(loadMore)

const TABS = [
  { key: 'signals', to: '/signaux', icon: RadioTower },
  { key: 'analyses', to: '/analyses', icon: ChartCandlestick },
  { key: 'learn', to: '/formations', icon: GraduationCap },
  { key: 'community', to: '/communaute', icon: MessagesSquare },
] as const

const LOOKS =
  'flex h-16 min-w-0 flex-col items-center justify-center gap-1 text-12 font-medium -outline-offset-2'

/** The way through the member area on a phone. */
export function TabBar() {
  const { t } = useTranslation('app')
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <nav
        aria-label={t('tabs.label')}
        className="fixed inset-x-0 bottom-0 z-20 grid h-tabs grid-cols-5 content-start border-t border-line bg-surface lg:hidden"
      >
        {TABS.map((tab) => (
          <NavLink
            key={tab.key}
            to={tab.to}
            className={({ isActive }) => classNames(LOOKS, isActive ? 'text-text' : 'text-muted')}
          >
            <tab.icon size={20} strokeWidth={1.75} aria-hidden />
            <span className="max-w-full truncate">{t(`tabs.${tab.key}`)}</span>
          </NavLink>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          className={classNames(LOOKS, 'text-muted')}
          onPointerDown={() => void loadMore()}
          onClick={show}
        >
          <MenuIcon size={20} strokeWidth={1.75} aria-hidden />
          {t('tabs.more')}
        </button>
      </nav>
      <Suspense fallback={null}>{wanted ? <MoreSheet open={open} onOpenChange={setOpen} /> : null}</Suspense>
    </>
  )
}
