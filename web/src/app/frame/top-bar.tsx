import { Search } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { useConnection } from '#lib/live/connection.ts'
import { displayName } from '#lib/session/person-name.ts'
import { useSession } from '#lib/session/session.tsx'
import { brand } from '#lib/site/brand.ts'
import { Logo } from '#parts/brand/logo.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Notifications } from '../notices/notifications.tsx'
import { OwnAvatar } from './own-avatar.tsx'

type Props = {
  onSearch: () => void
  /** Called when the pointer or the focus approaches the search, so that its code can be fetched. */
  onSearchNear: () => void
}

export function TopBar({ onSearch, onSearchNear }: Props) {
  const { t } = useTranslation('shell')
  const { status } = useSession()
  return (
    <header
      data-frame
      className="sticky top-0 z-20 flex h-topbar shrink-0 items-center gap-2 border-b border-line bg-bg pr-1 pl-4 lg:gap-4 lg:px-6"
    >
      <Link to="/" aria-label={brand.name} className="flex shrink-0 rounded-inner lg:hidden">
        <Logo name={brand.name} />
      </Link>
      <button
        type="button"
        onClick={onSearch}
        onPointerEnter={onSearchNear}
        onFocus={onSearchNear}
        aria-keyshortcuts="Control+K Meta+K /"
        className="hidden h-8 w-86 items-center gap-2 rounded-control border border-line-strong bg-surface pr-1.5 pl-2.5 text-13 text-muted transition-colors hover:bg-raised hover:text-text lg:flex"
      >
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <span className="flex-1 truncate text-left">{t('search.placeholder')}</span>
        <kbd className="flex h-5 items-center rounded-key px-1.5 font-sans text-12 font-medium ring-1 ring-line-strong ring-inset">
          {APPLE ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      <div className="ml-auto flex min-w-0 items-center lg:gap-3">
        <ConnectionState />
        <Membership />
        <Button
          variant="ghost"
          size="lg"
          iconOnly
          className="lg:hidden"
          aria-label={t('search.title')}
          onClick={onSearch}
          onPointerEnter={onSearchNear}
          icon={<Search size={20} strokeWidth={1.75} aria-hidden />}
        />
        {status === 'signed-in' && <Notifications />}
        <OwnAccount />
      </div>
    </header>
  )
}

const APPLE = /mac|iphone|ipad/i.test(navigator.platform)

function ConnectionState() {
  const { t } = useTranslation('shell')
  const connection = useConnection()
  // A screen without live data has no channel, so there is no state to show.
  if (connection === 'idle') return null
  const live = connection === 'live'
  return (
    <p
      role="status"
      title={t(`connection.${connection}`)}
      className={classNames(
        'flex h-4 min-w-0 items-center gap-1.5 px-2 text-13 font-medium lg:border-r lg:border-line-strong lg:pr-3',
        !live && 'text-muted',
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'size-2 shrink-0 rounded-pill',
          live ? 'bg-lamp-edge ring-3 ring-lamp-tint' : 'ring-2 ring-muted ring-inset',
        )}
      />
      {/* The narrowest phones have room for the dot alone, which is filled only while live. */}
      <span className={classNames('truncate', live && 'max-[359px]:sr-only')}>
        {t(`connection.${connection}`)}
      </span>
    </p>
  )
}

/** On a phone, where the rail with the account is hidden. */
function OwnAccount() {
  const { t } = useTranslation('shell')
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const name = session.user.is_anonymous ? t('menus.trial') : displayName(session.user)
  return (
    <Link to="/mon-compte" className="grid size-11 shrink-0 place-items-center rounded-control lg:hidden">
      <OwnAvatar user={session.user} name={name} />
      <span className="sr-only">{t('menus.myAccount')}</span>
    </Link>
  )
}

/** The member's tier, with a link to the offer for freemium members. */
function Membership() {
  const { t } = useTranslation('shell')
  const { t: app } = useTranslation('app')
  const session = useSession()
  if (session.status !== 'signed-in') {
    return (
      <Button variant="outline" asChild>
        <Link to="/login">{app('visitor.logIn')}</Link>
      </Button>
    )
  }
  return (
    <div className="hidden sm:flex">
      {session.staffRole ? (
        <Badge>{t(`staff.${session.staffRole}`)}</Badge>
      ) : session.tier === 'premium' ? (
        <Badge>{t('tiers.premium')}</Badge>
      ) : (
        <Button variant="outline" asChild>
          <Link to="/abonnements">{t('upgrade')}</Link>
        </Button>
      )}
    </div>
  )
}
