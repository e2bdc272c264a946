import { Menu as MenuIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { lazyFramePart } from '#lib/browser/lazy-part.ts'
import { useNavigate } from '#lib/browser/navigate.ts'
import { Link, NavLink } from '#lib/browser/router-link.tsx'
import { setTheme, useTheme } from '#lib/browser/theme.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Logo } from '#parts/brand/logo.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Later } from '#ui/later.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { SCREENS } from '../routing/screens.ts'
import { LanguageMenu, LookMenu, THEMES } from './menus.tsx'
import { SkipLink } from './skip-link.tsx'

const VisitorFooter = lazyFramePart(() => import('./visitor-footer.tsx'))

const LINKS = [
  { key: 'signals', to: '/signaux' },
  { key: 'performance', to: '/performances' },
  { key: 'subscriptions', to: '/abonnements' },
  { key: 'brokers', to: '/brokers' },
  { key: 'propFirms', to: '/propfirm' },
] as const

/** The frame of every public page. It loads no Supabase client. */
export default function VisitorArea({ children }: { children: ReactNode }) {
  const { t } = useTranslation('app')
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="relative z-20 border-b border-line bg-bg">
        <div className="mx-auto flex min-h-14 w-full max-w-312 flex-wrap items-center pr-2 pl-4 md:min-h-16 md:px-6 lg:gap-x-10">
          <Link to="/" aria-label={brand.name} className="flex rounded-inner">
            <Logo name={brand.name} />
          </Link>
          <nav aria-label={t('visitor.label')} className="hidden gap-1 lg:flex">
            {LINKS.map((link) => (
              <NavLink
                key={link.key}
                to={link.to}
                onPointerEnter={() => void SCREENS[link.to]?.preload()}
                className={({ isActive }) =>
                  classNames(
                    'rounded-control px-3 py-1.5 font-medium transition-colors hover:text-text',
                    isActive ? 'text-text' : 'text-muted',
                  )
                }
              >
                {t(`places.${link.key}`)}
              </NavLink>
            ))}
          </nav>
          <div className="ml-auto flex items-center gap-1">
            <LanguageMenu short />
            <div className="hidden items-center gap-1 md:flex">
              <LookMenu />
              <Button variant="ghost" asChild>
                <Link to="/login">{t('visitor.logIn')}</Link>
              </Button>
            </div>
            <Button variant="inverse" asChild className="md:ml-2">
              <Link to="/signup">{t('visitor.start')}</Link>
            </Button>
            <PhoneMenu />
          </div>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="min-h-[calc(100svh-3.5rem)] flex-1 outline-none md:min-h-[calc(100svh-4rem)] [&_[data-title]]:text-28 [&_[data-title]]:tracking-[-0.02em]"
      >
        {children}
      </main>
      <Later fallback={<div className="min-h-100" />}>
        <VisitorFooter />
      </Later>
    </div>
  )
}

function PhoneMenu() {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const theme = useTheme()
  return (
    <Menu
      align="end"
      trigger={
        <Button
          variant="ghost"
          size="lg"
          iconOnly
          className="lg:hidden"
          aria-label={t('menus.open')}
          icon={<MenuIcon size={20} strokeWidth={1.75} aria-hidden />}
        />
      }
      items={[
        ...LINKS.map((link) => ({
          key: link.key,
          label: t(`places.${link.key}`),
          onSelect: () => navigate(link.to),
        })),
        'separator' as const,
        { key: 'login', label: t('visitor.logIn'), onSelect: () => navigate('/login') },
        'separator' as const,
        ...THEMES.map((value) => ({
          key: value,
          label: t(`themes.${value}`),
          selected: value === theme,
          onSelect: () => setTheme(value),
        })),
      ]}
    />
  )
}
