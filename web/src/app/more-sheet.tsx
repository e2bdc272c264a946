import { useTranslation } from '#lib/i18n.ts'
import { NavLink } from '#lib/router-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { Sheet } from '#ui/sheet.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LanguageMenu, LookMenu } from './menus.tsx'
import { DASHBOARD, GROUPS, type Place, SUPPORT } from './navigation.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** Everything that the tab bar has no room for. */
export default function MoreSheet({ open, onOpenChange }: Props) {
  const { t } = useTranslation('shell')
  const close = () => onOpenChange(false)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('tabs.more')}>
      <div className="grid gap-4 px-4 pt-3 pb-[max(16px,env(safe-area-inset-bottom))]">
        <nav aria-label={t('rail.label')} className="grid grid-cols-2 gap-x-3 gap-y-4">
          <div className="col-span-2 -mb-2">
            <MoreLink place={DASHBOARD} onClick={close} />
          </div>
          {GROUPS.map((group) => (
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
          <MoreLink place={SUPPORT} onClick={close} />
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

function MoreLink({ place, onClick }: { place: Place; onClick: () => void }) {
  const { t } = useTranslation('app')
  return (
    <NavLink
      to={place.to}
      onClick={onClick}
      className={({ isActive }) =>
        classNames(
          'flex h-target items-center gap-3 rounded-control px-2 font-medium',
          isActive ? 'bg-raised text-text' : 'text-muted',
        )
      }
    >
      <place.icon size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <span className="truncate">{t(`places.${place.key}`)}</span>
    </NavLink>
  )
}
