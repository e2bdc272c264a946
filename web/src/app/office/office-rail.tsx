import { ArrowLeft } from 'lucide-react'
import { Link, NavLink } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import type { StaffRole } from '#lib/session/session.tsx'
import { brand } from '#lib/site/brand.ts'
import { Logo } from '#parts/brand/logo.tsx'
import { AccountMenu } from '../frame/account-menu.tsx'
import { LanguageMenu, LookMenu } from '../frame/menus.tsx'
import { SCREENS } from '../routing/screens.ts'
import { OfficeCount } from './office-count.tsx'
import { FIGURES, type OfficePlace, officeGroups } from './office-places.ts'

/** The back-office's navigation on a desktop. */
export function OfficeRail({ role }: { role: StaffRole }) {
  const { t } = useTranslation('office')
  return (
    <aside className="sticky top-0 hidden h-dvh w-rail shrink-0 flex-col border-r border-line lg:flex">
      <div className="flex h-topbar shrink-0 items-center pl-5">
        <Link to="/" aria-label={brand.name} className="flex rounded-inner">
          <Logo name={brand.name} />
        </Link>
      </div>
      <nav aria-label={t('title')} className="min-h-0 flex-1 overflow-y-auto px-3 pb-4">
        <div className="pt-2">
          <OfficeLink place={FIGURES} />
        </div>
        {officeGroups(role).map((group) => (
          <section key={group.key} aria-label={t(`groups.${group.key}`)}>
            <p className="px-2 pt-4 pb-1 text-12 font-medium text-faint">{t(`groups.${group.key}`)}</p>
            <ul>
              {group.places.map((place) => (
                <li key={place.key}>
                  <OfficeLink place={place} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className="grid grid-cols-1 px-3 pt-4 pb-3">
        <Link
          to="/"
          className="flex h-8 items-center gap-3 rounded-control px-2 font-medium text-muted transition-colors hover:bg-raised hover:text-text"
        >
          <ArrowLeft size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
          {t('leave')}
        </Link>
        <div className="mt-1 mb-3 flex gap-1">
          <div className="mr-auto -ml-1.25">
            <LanguageMenu />
          </div>
          <LookMenu />
        </div>
        <AccountMenu />
      </div>
    </aside>
  )
}

function OfficeLink({ place }: { place: OfficePlace }) {
  const { t } = useTranslation('office')
  const near = () => void SCREENS[place.to]?.preload()
  return (
    <NavLink
      to={place.to}
      onPointerEnter={near}
      onFocus={near}
      className="flex h-8 shrink-0 items-center gap-3 rounded-control px-2 font-medium text-muted transition-colors hover:bg-raised hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-text"
    >
      <place.icon size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <span className="truncate">{t(`places.${place.key}`)}</span>
      <OfficeCount place={place} />
    </NavLink>
  )
}
