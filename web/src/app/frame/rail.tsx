import { memo, useEffect } from 'react'
import { Link, NavLink } from '#lib/browser/router-link.tsx'
import { queryClient } from '#lib/data/query.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Logo, Mark } from '#parts/brand/logo.tsx'
import { classNames } from '#ui/class-names.ts'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { preloadWhenIdle } from '../routing/idle-preload.ts'
import { DASHBOARD, GROUPS, type Place, SUPPORT } from '../routing/navigation.ts'
import { SCREENS } from '../routing/screens.ts'
import { AccountMenu } from './account-menu.tsx'
import { DueDot } from './due-dot.tsx'
import { LanguageMenu, LookMenu } from './menus.tsx'
import { useRailToggle } from './rail-toggle.tsx'
import { UnreadCount } from './unread-count.tsx'

const PLACES = GROUPS.flatMap(({ places }) => places.flatMap(({ to }) => SCREENS[to] ?? []))

/** The member area's navigation on a desktop. It collapses to icons and remembers that. */
export const Rail = memo(function Rail() {
  const { t } = useTranslation('shell')
  const [closed, toggle] = useRailToggle()
  useEffect(() => preloadWhenIdle(PLACES, () => queryClient.isFetching() > 0), [])
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
      <nav aria-label={t('rail.label')} className="min-h-0 flex-1 overflow-y-auto px-3 pb-4">
        <div className="pt-2">
          <RailLink place={DASHBOARD} closed={closed} />
        </div>
        {GROUPS.map((group) => (
          <section key={group.key} aria-label={t(`groups.${group.key}`)}>
            {closed ? (
              <hr className="mx-2 my-2 border-line" />
            ) : (
              <p className="px-2 pt-4 pb-1 text-12 font-medium text-faint">{t(`groups.${group.key}`)}</p>
            )}
            <ul>
              {group.places.map((place) => (
                <li key={place.key}>
                  <RailLink place={place} closed={closed} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className={classNames('grid grid-cols-1 px-3 pt-4 pb-3', closed && 'justify-items-stretch')}>
        {closed && <div className="mb-1 flex justify-center">{toggle}</div>}
        <RailLink place={SUPPORT} closed={closed} />
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
})

function RailLink({ place, closed }: { place: Place; closed: boolean }) {
  const { t } = useTranslation('app')
  const title = t(`places.${place.key}`)
  const near = () => void SCREENS[place.to]?.preload()
  const link = (
    <NavLink
      to={place.to}
      within
      aria-label={closed ? title : undefined}
      onPointerEnter={near}
      onFocus={near}
      className={classNames(
        'flex items-center gap-3 rounded-control font-medium text-muted transition-colors hover:bg-raised hover:text-text aria-[current]:bg-raised aria-[current]:text-text',
        closed ? 'h-10 justify-center' : 'h-8 px-2',
      )}
    >
      <place.icon size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
      {!closed && <span className="truncate">{title}</span>}
      {!closed && place.key === 'dailyTest' && <DueDot />}
      {!closed && place.key === 'community' && <UnreadCount />}
    </NavLink>
  )
  return closed ? (
    <Tooltip content={title} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}
