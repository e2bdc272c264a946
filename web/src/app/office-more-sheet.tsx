import { ArrowLeft } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { Link, NavLink } from '#lib/router-link.tsx'
import { useSession } from '#lib/session.tsx'
import { classNames } from '#ui/class-names.ts'
import { Sheet } from '#ui/sheet.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LanguageMenu, LookMenu } from './menus.tsx'
import { OfficeCount } from './office-count.tsx'
import { FIGURES, type OfficePlace, officeGroups } from './office-places.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** All of the back-office, for a phone. */
export default function OfficeMoreSheet({ open, onOpenChange }: Props) {
  const { t } = useTranslation('office')
  const { staffRole } = useSession()
  const close = () => onOpenChange(false)
  if (!staffRole) return null
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('title')}>
      <div className="grid gap-4 px-4 pt-3 pb-[max(16px,env(safe-area-inset-bottom))]">
        <nav aria-label={t('title')} className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
          <div className="col-span-2 -mb-2">
            <MoreLink place={FIGURES} onClick={close} />
          </div>
          {officeGroups(staffRole).map((group) => (
            <section key={group.key} aria-label={t(`groups.${group.key}`)}>
              <p className="px-2 pb-1 text-12 font-medium text-faint">{t(`groups.${group.key}`)}</p>
              <ul>
                {group.places.map((place) => (
                  <li key={place.key}>
                    <MoreLink place={place} onClick={close} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <div className="border-t border-line pt-3">
          <Link to="/" onClick={close} className={classNames(LOOKS, 'text-muted')}>
            <ArrowLeft size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />
            {t('leave')}
          </Link>
          <div className="flex items-center justify-between">
            <LanguageMenu />
            <LookMenu />
          </div>
        </div>
        <AccountMenu onLeave={close} />
      </div>
    </Sheet>
  )
}

const LOOKS = 'flex h-target items-center gap-3 rounded-control px-2 font-medium'

function MoreLink({ place, onClick }: { place: OfficePlace; onClick: () => void }) {
  const { t } = useTranslation('office')
  return (
    <NavLink
      to={place.to}
      onClick={onClick}
      className={({ isActive }) => classNames(LOOKS, isActive ? 'bg-raised text-text' : 'text-muted')}
    >
      <place.icon size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <span className="truncate">{t(`places.${place.key}`)}</span>
      <OfficeCount place={place} />
    </NavLink>
  )
}
