import { ArrowLeft, FlaskConical, LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Logo } from '#parts/brand/logo.tsx'

type Props = {
  /** Says above everything that this is a test. */
  test: boolean
  back?: { to: string; label: ReactNode }
  aside?: ReactNode
  children: ReactNode
}

/** The page around an order: the test notice, the logo, and one link back. No rail, few exits. */
export function CheckoutFrame({ test, back, aside, children }: Props) {
  const { t } = useTranslation('payment')
  return (
    <div className="flex min-h-dvh flex-col">
      {test ? (
        <p
          role="status"
          className="flex min-h-10 items-center justify-center gap-3 bg-warn-tint px-4 py-2 text-13 font-medium text-pretty text-warn"
        >
          <FlaskConical size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
          <span>
            <strong className="font-semibold">{t('test.title')}</strong> {t('test.text')}
          </span>
        </p>
      ) : null}
      <header className="border-b border-line">
        <div className="mx-auto flex min-h-16 w-full max-w-312 flex-wrap items-center gap-x-8 gap-y-1 px-4 py-2 md:px-6">
          <Link to="/" aria-label={brand.name} className="flex rounded-inner">
            <Logo name={brand.name} />
          </Link>
          {back ? (
            <Link
              to={back.to}
              className="relative inline-flex items-center gap-2 rounded-inner font-medium text-muted after:absolute after:-inset-3 hover:text-text"
            >
              <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
              {back.label}
            </Link>
          ) : null}
          <p className="ml-auto inline-flex items-center gap-2 text-13 text-muted max-md:hidden">
            {aside ?? (
              <>
                <LockKeyhole size={14} strokeWidth={1.75} aria-hidden />
                {t('noCard', { brand: brand.name })}
              </>
            )}
          </p>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <div className="mx-auto w-full max-w-312 px-4 pt-6 pb-12 md:px-6">{children}</div>
      </main>
    </div>
  )
}
