import { Bell, Search } from 'lucide-react'
import { Link } from 'react-router'
import { brand } from '#lib/brand.ts'
import { useConnection } from '#lib/connection.ts'
import { useTranslation } from '#lib/i18n.ts'
import { useSession } from '#lib/session.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Logo } from '#ui/logo.tsx'
import { Popover } from '#ui/popover.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

export function TopBar({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslation('app')
  const session = useSession()
  const connection = useConnection()
  return (
    <header className="sticky top-0 z-20 flex h-14 shrink-0 items-center gap-3 border-b border-line bg-bg px-4 lg:px-6">
      <Link to="/signaux" aria-label={brand.name} className="lg:hidden">
        <Logo name={brand.name} />
      </Link>
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
        className="hidden h-8 w-[344px] items-center gap-2 rounded-control border border-control px-3 text-muted transition-colors hover:bg-raised lg:flex"
      >
        <Search {...icon} />
        <span className="flex-1 truncate text-left">{t('search.placeholder')}</span>
        <kbd className="rounded-[4px] px-1.5 text-12 ring-1 ring-line-strong">Ctrl K</kbd>
      </button>
      <div className="ml-auto flex items-center gap-2">
        <p role="status" className="flex items-center gap-2 text-13 font-medium">
          <span
            aria-hidden
            className={classNames(
              'size-2 rounded-pill',
              connection === 'live' ? 'bg-lamp-edge ring-3 ring-lamp-tint' : 'ring-2 ring-muted ring-inset',
            )}
          />
          <span className={connection === 'live' ? '' : 'text-muted'}>{t(`connection.${connection}`)}</span>
        </p>
        <Button
          variant="ghost"
          iconOnly
          className="lg:hidden"
          aria-label={t('search.placeholder')}
          onClick={onSearch}
          icon={<Search size={20} strokeWidth={1.75} aria-hidden />}
        />
        {session.status === 'signed-in' && session.tier === 'freemium' && (
          <Button variant="outline" asChild className="max-sm:hidden">
            <Link to="/abonnements">{t('upgrade')}</Link>
          </Button>
        )}
        <Popover
          trigger={
            <Button
              variant="ghost"
              iconOnly
              aria-label={t('notifications.title')}
              icon={<Bell {...icon} />}
            />
          }
        >
          <p className="font-semibold">{t('notifications.title')}</p>
          <p className="mt-1 text-muted">{t('notifications.empty')}</p>
        </Popover>
      </div>
    </header>
  )
}
