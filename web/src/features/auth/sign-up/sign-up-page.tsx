import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Link as RouterLink } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Lighthouse } from '#parts/brand/lighthouse.tsx'
import { Logo } from '#parts/brand/logo.tsx'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Button } from '#ui/button.tsx'
import { entryPath } from '../next-path.ts'
import { BelowSignUp } from './below-sign-up.tsx'
import { FreeAccountList } from './free-account-list.tsx'
import type { SignedUp } from './sign-up.ts'
import { SignUpFields } from './sign-up-fields.tsx'

const RecordSummary = lazyPart(() => import('./record-summary.tsx'))

/** Two halves: the form, and the benefits of a free account over the lighthouse and the record. One column on a phone. */
export function SignUpPage({ onSignedUp }: { onSignedUp: (signedUp: SignedUp) => void }) {
  const { t } = useTranslation('auth')
  const { search } = useLocation()
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="flex flex-col px-4 pb-8 lg:px-12 lg:pb-6">
        <header className="flex h-14 items-center lg:h-16">
          <RouterLink to="/" aria-label={brand.name}>
            <Logo name={brand.name} />
          </RouterLink>
          <span className="mr-12 ml-auto flex items-center gap-2 text-13 lg:mr-0">
            <span className="text-muted max-lg:hidden">{t('signup.memberQuestion')}</span>
            <Button asChild variant="outline" size="sm">
              <RouterLink to={entryPath('/login', search)}>{t('signup.signIn')}</RouterLink>
            </Button>
          </span>
        </header>
        <main id="content" className="mx-auto mt-4 w-full max-w-[448px]">
          <HelpTitle article="creer-son-compte" className="text-28! tracking-[-0.02em]!">
            {t('signup.title')}
          </HelpTitle>
          <p className="mt-1 mb-5 text-muted">{t('signup.purpose')}</p>
          <SignUpFields onSignedUp={onSignedUp} />
          <BelowSignUp />
        </main>
      </div>
      <aside className="relative overflow-hidden border-line max-lg:mx-4 max-lg:border-t max-lg:pb-10 lg:border-l">
        <div className="pointer-events-none absolute right-0 bottom-0 h-[640px] w-full max-lg:hidden [&>svg]:h-full [&>svg]:w-full">
          <Lighthouse viewBox="660 0 720 640" align="xMaxYMax slice" />
        </div>
        <FreeAccountList />
        <div className="absolute inset-x-10 bottom-10 max-lg:hidden">
          <Suspense fallback={null}>
            <RecordSummary />
          </Suspense>
        </div>
      </aside>
    </div>
  )
}
