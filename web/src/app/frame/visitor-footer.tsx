import { Children, type ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Logo } from '#parts/brand/logo.tsx'
import { Button } from '#ui/button.tsx'
import { LanguageMenu, LookMenu } from './menus.tsx'

const COLUMNS = [
  {
    key: 'discover',
    links: [
      { key: 'signals', to: '/signaux' },
      { key: 'performance', to: '/performances' },
      { key: 'tools', to: '/outils' },
      { key: 'proof', to: '/preuve' },
      { key: 'help', to: '/aide' },
      { key: 'answerTimes', to: '/support/delais' },
      { key: 'moderation', to: '/moderation' },
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
/** Cancelling and withdrawing: the law requires both links on every page, in these words. */
const WAYS_OUT = [
  { key: 'cancel', to: '/resiliation' },
  { key: 'withdraw', to: '/retractation' },
] as const

const LINK = 'block rounded-inner py-1 text-muted transition-colors hover:text-text pointer-coarse:py-2.5'

/** The footer of public pages: every link, the risk warning, language and theme. */
export default function VisitorFooter() {
  const { t } = useTranslation('app')
  return (
    <footer className="mt-16 border-t border-line pt-10 pb-6 md:mt-24 md:pt-12">
      <div className="mx-auto w-full max-w-312 px-4 md:px-6">
        <div className="grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-4 md:gap-x-8 lg:grid-cols-[1.2fr_0.8fr_0.8fr_0.9fr_1fr_1.3fr]">
          <div className="col-span-2 md:max-lg:col-span-4 lg:col-span-1">
            <Logo name={brand.name} />
            <div className="mt-3 -ml-2 flex items-center gap-1">
              <LanguageMenu />
              <LookMenu />
            </div>
          </div>
          {COLUMNS.map(({ key, links }) => (
            <Column key={key} name={key} title={t(`visitor.${key}`)}>
              {links.map((link) => (
                <Link key={link.key} to={link.to} className={LINK}>
                  {t(`places.${link.key}`)}
                </Link>
              ))}
            </Column>
          ))}
          <Column name="account" title={t('visitor.account')}>
            <Link to="/login" className={LINK}>
              {t('visitor.logIn')}
            </Link>
            <Link to="/signup" className={LINK}>
              {t('visitor.signUp')}
            </Link>
            <a href={`mailto:${brand.contact}`} className={LINK}>
              {t('visitor.contact')}
            </a>
          </Column>
          <Column name="legal" title={t('visitor.legal.label')}>
            {LEGAL.map(({ key, to }) => (
              <Link key={key} to={to} className={LINK}>
                {t(`visitor.legal.${key}`)}
              </Link>
            ))}
          </Column>
          <Column
            name="contract"
            title={t('visitor.legal.contract')}
            className="col-span-2 md:max-lg:col-span-4 lg:col-span-1"
            listClassName="flex flex-wrap gap-2 pt-1 lg:flex-col"
          >
            {WAYS_OUT.map(({ key, to }) => (
              <Button
                key={key}
                asChild
                variant="outline"
                size="md"
                className="w-full whitespace-normal! h-auto! min-h-8 py-1.5"
              >
                <Link to={to}>{t(`visitor.legal.${key}`)}</Link>
              </Button>
            ))}
          </Column>
        </div>
        <div className="mt-10 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 border-t border-line pt-6 text-12 text-muted">
          <p className="max-w-3xl text-pretty">{t('risk')}</p>
          <p>© {brand.legalEntity}</p>
        </div>
      </div>
    </footer>
  )
}

type ColumnProps = {
  name: string
  title: string
  className?: string
  listClassName?: string
  children: ReactNode
}

function Column({ name, title, className, listClassName, children }: ColumnProps) {
  return (
    <nav aria-labelledby={`footer-${name}`} className={className}>
      <p id={`footer-${name}`} className="mb-2 font-semibold">
        {title}
      </p>
      <ul className={listClassName}>
        {Children.map(children, (child) => (
          <li>{child}</li>
        ))}
      </ul>
    </nav>
  )
}
