import { brand } from '#lib/brand.ts'
import { useTranslation } from '#lib/i18n.ts'
import { Link } from '#lib/router-link.tsx'
import { Button } from '#ui/button.tsx'
import { Logo } from '#ui/logo.tsx'
import { LanguageMenu, LookMenu } from './menus.tsx'

const COLUMNS = [
  {
    key: 'discover',
    links: [
      { key: 'performance', to: '/performances' },
      { key: 'signals', to: '/signaux' },
      { key: 'courses', to: '/formations' },
      { key: 'tools', to: '/outils' },
      { key: 'proof', to: '/preuve' },
    ],
  },
  {
    key: 'compare',
    links: [
      { key: 'subscriptions', to: '/abonnements' },
      { key: 'brokers', to: '/brokers' },
      { key: 'propFirms', to: '/propfirm' },
    ],
  },
] as const

const LEGAL = [
  { key: 'notice', to: '/mentions-legales' },
  { key: 'terms', to: '/cgv' },
  { key: 'privacy', to: '/confidentialite' },
  { key: 'cookies', to: '/cookies' },
  { key: 'risk', to: '/avertissement-risques' },
] as const
/** The two ways out that the law wants at hand on every page, under these very words. */
const WAYS_OUT = [
  { key: 'cancel', to: '/resiliation' },
  { key: 'withdraw', to: '/retractation' },
] as const

const LINK = 'block rounded-inner py-1 text-muted transition-colors hover:text-text pointer-coarse:py-2.5'

/** Where the visitor's pages end: every link, the risk sentence, language and look. */
export default function VisitorFooter() {
  const { t } = useTranslation('app')
  return (
    <footer className="mt-16 border-t border-line pt-10 pb-6 md:mt-24 md:pt-12">
      <div className="mx-auto w-full max-w-312 px-4 md:px-6">
        <div className="grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-[1.5fr_1fr_1fr_1fr] md:gap-x-8">
          <div className="max-md:col-span-2">
            <Logo name={brand.name} />
            <div className="mt-3 -ml-2 flex items-center gap-1">
              <LanguageMenu />
              <LookMenu />
            </div>
          </div>
          {COLUMNS.map((column) => (
            <nav key={column.key} aria-labelledby={`footer-${column.key}`}>
              <p id={`footer-${column.key}`} className="mb-2 font-semibold">
                {t(`visitor.${column.key}`)}
              </p>
              <ul>
                {column.links.map((link) => (
                  <li key={link.key}>
                    <Link to={link.to} className={LINK}>
                      {t(`places.${link.key}`)}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <nav aria-labelledby="footer-account">
            <p id="footer-account" className="mb-2 font-semibold">
              {t('visitor.account')}
            </p>
            <ul>
              <li>
                <Link to="/login" className={LINK}>
                  {t('visitor.logIn')}
                </Link>
              </li>
              <li>
                <Link to="/signup" className={LINK}>
                  {t('visitor.signUp')}
                </Link>
              </li>
              <li>
                <a href={`mailto:${brand.contact}`} className={LINK}>
                  {t('visitor.contact')}
                </a>
              </li>
            </ul>
          </nav>
        </div>
        <div className="mt-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-6">
          <nav aria-label={t('visitor.legal.label')}>
            <ul className="flex flex-wrap gap-x-5 text-13">
              {LEGAL.map(({ key, to }) => (
                <li key={key}>
                  <Link to={to} className={LINK}>
                    {t(`visitor.legal.${key}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="flex flex-wrap gap-2">
            {WAYS_OUT.map(({ key, to }) => (
              <Button key={key} asChild variant="outline" size="md">
                <Link to={to}>{t(`visitor.legal.${key}`)}</Link>
              </Button>
            ))}
          </div>
        </div>
        <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 border-t border-line pt-6 text-12 text-muted">
          <p className="max-w-3xl text-pretty">{t('risk')}</p>
          <p>© {brand.legalEntity}</p>
        </div>
      </div>
    </footer>
  )
}
