import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink } from 'react-router'
import { brand } from '#lib/brand.ts'
import { useTranslation } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Logo, Mark } from '#ui/logo.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LanguageMenu, LookMenu } from './menus.tsx'
import { GROUPS, type Place, SUPPORT } from './navigation.ts'

const CLOSED = 'vigie-rail-closed'

/** The way through the member area on a desk; it can be closed to its icons, and remembers it. */
export function Rail() {
  const { t } = useTranslation('app')
  const [closed, setClosed] = useState(() => localStorage.getItem(CLOSED) === 'true')
  const toggle = () => {
    localStorage.setItem(CLOSED, String(!closed))
    setClosed(!closed)
  }
  const Toggle = closed ? PanelLeftOpen : PanelLeftClose
  return (
    <aside
      className={classNames(
        'sticky top-0 hidden h-dvh shrink-0 flex-col border-r border-line lg:flex',
        closed ? 'w-16' : 'w-[232px]',
      )}
    >
      <div
        className={classNames(
          'flex h-14 shrink-0 items-center',
          closed ? 'justify-center' : 'justify-between pr-3 pl-5',
        )}
      >
        {!closed && (
          <Link to="/signaux" aria-label={brand.name}>
            <Logo name={brand.name} />
          </Link>
        )}
        <Button
          variant="ghost"
          iconOnly
          aria-label={closed ? t('rail.open') : t('rail.close')}
          aria-expanded={!closed}
          onClick={toggle}
          icon={closed ? <Mark size={20} /> : <Toggle size={16} strokeWidth={1.75} aria-hidden />}
        />
      </div>
      <nav aria-label={t('rail.label')} className="min-h-0 flex-1 overflow-y-auto px-3 pb-4">
        {GROUPS.map((group) => (
          <div key={group.key} className="mt-3 first:mt-1">
            {!closed && (
              <p className="flex h-8 items-center px-2 text-12 font-medium text-faint">
                {t(`groups.${group.key}`)}
              </p>
            )}
            <ul className="grid gap-0.5">
              {group.places.map((place) => (
                <li key={place.key}>
                  <RailLink place={place} closed={closed} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="grid gap-0.5 px-3 pb-3">
        <RailLink place={SUPPORT} closed={closed} />
        <div
          className={classNames(
            'flex',
            closed ? 'flex-col items-center gap-1' : 'items-center justify-between',
          )}
        >
          <LanguageMenu compact={closed} />
          <LookMenu />
        </div>
        <AccountMenu compact={closed} />
      </div>
    </aside>
  )
}

function RailLink({ place, closed }: { place: Place; closed: boolean }) {
  const { t } = useTranslation('app')
  const title = t(`places.${place.key}`)
  const link = (
    <NavLink
      to={place.to}
      aria-label={closed ? title : undefined}
      className={({ isActive }) =>
        classNames(
          'flex h-8 items-center gap-3 rounded-control font-medium transition-colors',
          closed ? 'justify-center' : 'px-2',
          isActive ? 'bg-raised text-text' : 'text-muted hover:bg-raised hover:text-text',
        )
      }
    >
      <place.icon size={16} strokeWidth={1.75} aria-hidden />
      {!closed && <span className="truncate">{title}</span>}
    </NavLink>
  )
  return closed ? <Tooltip content={title}>{link}</Tooltip> : link
}
