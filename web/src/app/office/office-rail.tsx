import { ArrowLeft } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link, NavLink } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import type { StaffRole } from '#lib/session/session.tsx'
import { brand } from '#lib/site/brand.ts'
import { Logo, Mark } from '#parts/brand/logo.tsx'
import { classNames } from '#ui/class-names.ts'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { AccountMenu } from '../frame/account-menu.tsx'
import { LanguageMenu, LookMenu } from '../frame/menus.tsx'
import { useRailToggle } from '../frame/rail-toggle.tsx'
import { SCREENS } from '../routing/screens.ts'
import { OfficeCount } from './office-count.tsx'
import { FIGURES, type OfficePlace, officeGroups } from './office-places.ts'

/** The back-office's navigation on a desktop. */
export function OfficeRail({ role }: { role: StaffRole }) {
  const { t } = useTranslation('office')
  const [closed, toggle] = useRailToggle()
  return (
    <aside
      className={classNames(
        'sticky top-0 hidden h-dvh shrink-0 flex-col border-r border-line lg:flex',
        closed ? 'w-rail-closed' : 'w-rail',
      )}
    >
      <div
        className={classNames(
          'flex h-topbar shrink-0 items-center',
          closed ? 'justify-center' : 'justify-between pr-3 pl-5',
        )}
      >
        <Link to="/" aria-label={brand.name} className="flex rounded-inner">
          {closed ? <Mark /> : <Logo name={brand.name} />}
        </Link>
        {!closed && toggle}
      </div>
      <nav aria-label={t('title')} className="min-h-0 flex-1 overflow-y-auto px-3 pb-4">
        <div className="pt-2">
          <OfficeLink place={FIGURES} closed={closed} />
        </div>
        {officeGroups(role).map((group) => (
          <section key={group.key} aria-label={t(`groups.${group.key}`)}>
            {closed ? (
              <hr className="mx-2 my-2 border-line" />
            ) : (
              <p className="px-2 pt-4 pb-1 text-12 font-medium text-faint">{t(`groups.${group.key}`)}</p>
            )}
            <ul>
              {group.places.map((place) => (
                <li key={place.key}>
                  <OfficeLink place={place} closed={closed} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className="grid grid-cols-1 px-3 pt-4 pb-3">
        {closed && <div className="mb-1 flex justify-center">{toggle}</div>}
        <Named title={closed ? t('leave') : null}>
          <Link to="/" aria-label={closed ? t('leave') : undefined} className={link(closed)}>
            <ArrowLeft size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
            {!closed && t('leave')}
          </Link>
        </Named>
        <div className={classNames('mt-1 mb-3 flex gap-1', closed && 'flex-col items-center')}>
          <div className={closed ? '' : 'mr-auto -ml-1.25'}>
            <LanguageMenu compact={closed} />
          </div>
          <LookMenu />
        </div>
        <AccountMenu compact={closed} />
      </div>
    </aside>
  )
}

function OfficeLink({ place, closed }: { place: OfficePlace; closed: boolean }) {
  const { t } = useTranslation('office')
  const title = t(`places.${place.key}`)
  const near = () => void SCREENS[place.to]?.preload()
  return (
    <Named title={closed ? title : null}>
      <NavLink to={place.to} onPointerEnter={near} onFocus={near} className={link(closed)}>
        <place.icon size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
        <span className={closed ? 'sr-only' : 'truncate'}>{title}</span>
        <OfficeCount place={place} over={closed} />
      </NavLink>
    </Named>
  )
}

/** An icon alone says its name beside it. */
const Named = ({ title, children }: { title: string | null; children: ReactElement }) =>
  title === null ? (
    children
  ) : (
    <Tooltip content={title} side="right">
      {children}
    </Tooltip>
  )

const link = (closed: boolean) =>
  classNames(
    'relative flex shrink-0 items-center gap-3 rounded-control font-medium text-muted transition-colors hover:bg-raised hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-text',
    closed ? 'h-9 justify-center' : 'h-8 px-2',
  )
