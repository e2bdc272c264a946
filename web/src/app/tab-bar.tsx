import { ChartCandlestick, GraduationCap, Menu as MenuIcon, MessagesSquare, Radio } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { useTranslation } from '#lib/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { Sheet } from '#ui/sheet.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LanguageMenu, LookMenu } from './menus.tsx'
import { GROUPS, SUPPORT } from './navigation.ts'

const TABS = [
  { key: 'signals', to: '/signaux', icon: Radio },
  { key: 'analyses', to: '/analyses', icon: ChartCandlestick },
  { key: 'learn', to: '/formations', icon: GraduationCap },
  { key: 'community', to: '/communaute', icon: MessagesSquare },
] as const

const LOOKS = 'flex h-16 flex-1 flex-col items-center justify-center gap-1 text-12 font-medium'

/** The way through the member area on a phone. */
export function TabBar() {
  const { t } = useTranslation('app')
  const [open, setOpen] = useState(false)
  return (
    <nav
      aria-label={t('rail.label')}
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-bg pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {TABS.map((tab) => (
        <NavLink
          key={tab.key}
          to={tab.to}
          className={({ isActive }) => classNames(LOOKS, isActive ? 'text-text' : 'text-muted')}
        >
          <tab.icon size={20} strokeWidth={1.75} aria-hidden />
          {t(`tabs.${tab.key}`)}
        </NavLink>
      ))}
      <button type="button" className={classNames(LOOKS, 'text-muted')} onClick={() => setOpen(true)}>
        <MenuIcon size={20} strokeWidth={1.75} aria-hidden />
        {t('tabs.more')}
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={t('tabs.more')}>
        <div className="grid gap-5 p-4">
          {[
            ...GROUPS.map(({ key, places }) => ({ key, title: t(`groups.${key}`), places })),
            { key: 'support', title: t('places.support'), places: [SUPPORT] },
          ].map((group) => (
            <section key={group.key}>
              <h2 className="mb-1 text-12 font-medium text-faint">{group.title}</h2>
              <ul>
                {group.places.map((place) => (
                  <li key={place.key}>
                    <NavLink
                      to={place.to}
                      onClick={() => setOpen(false)}
                      className="flex h-11 items-center gap-3 text-16"
                    >
                      <place.icon size={20} strokeWidth={1.75} className="text-muted" aria-hidden />
                      {t(`places.${place.key}`)}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <div className="flex items-center justify-between">
            <LanguageMenu />
            <LookMenu />
          </div>
          <AccountMenu />
        </div>
      </Sheet>
    </nav>
  )
}
