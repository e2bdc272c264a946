import { Link, NavLink, Outlet, ScrollRestoration } from 'react-router'
import { brand } from '#lib/brand.ts'
import { useTranslation } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Logo } from '#ui/logo.tsx'
import { LanguageMenu, LookMenu } from './menus.tsx'
import { SkipLink } from './skip-link.tsx'

const LINKS = [
  { key: 'signals', to: '/signaux' },
  { key: 'courses', to: '/formations' },
  { key: 'subscriptions', to: '/abonnements' },
  { key: 'brokers', to: '/brokers' },
  { key: 'propFirms', to: '/propfirm' },
] as const

/** What a visitor sees around every public page. It loads no client. */
export default function VisitorLayout() {
  const { t } = useTranslation('app')
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="relative z-20 border-b border-line bg-bg">
        <div className="mx-auto flex h-16 w-full max-w-[1248px] items-center gap-4 px-4 md:px-6 lg:gap-10">
          <Link to="/" aria-label={brand.name}>
            <Logo name={brand.name} />
          </Link>
          <nav aria-label={t('visitor.label')} className="hidden gap-1 lg:flex">
            {LINKS.map((link) => (
              <NavLink
                key={link.key}
                to={link.to}
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
            <LookMenu />
            <Button variant="ghost" asChild className="max-sm:hidden">
              <Link to="/login">{t('visitor.logIn')}</Link>
            </Button>
            <Button variant="inverse" asChild className="ml-2">
              <Link to="/signup">{t('visitor.start')}</Link>
            </Button>
          </div>
        </div>
      </header>
      <main id="content" className="flex-1">
        <Outlet />
      </main>
      <footer className="mt-16 border-t border-line py-8 md:mt-24">
        <div className="mx-auto grid w-full max-w-[1248px] gap-6 px-4 md:px-6">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Logo name={brand.name} />
            <ul className="flex flex-wrap gap-x-5 gap-y-2 text-muted">
              {LINKS.map((link) => (
                <li key={link.key}>
                  <Link to={link.to} className="hover:text-text">
                    {t(`places.${link.key}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
          <p className="max-w-3xl text-12 text-muted">{t('risk')}</p>
        </div>
      </footer>
      <ScrollRestoration />
    </div>
  )
}
