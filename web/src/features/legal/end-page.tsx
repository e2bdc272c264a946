import { Mail } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { mayBeSignedIn } from '#lib/session/session-key.ts'
import { brand } from '#lib/site/brand.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CodeEnd } from './code-end.tsx'
import type { EndPurpose } from './contract-end.ts'
import { LegalPage } from './legal-page.tsx'

// Loaded on demand: it includes the Supabase client, which readers who are not signed in do not need.
const OwnEnd = lazyPart(() => import('./own-end.tsx'))

/** The page that ends a contract, with or without signing in, with the legal information below. */
export function EndPage({ purpose }: { purpose: EndPurpose }) {
  const { t } = useTranslation('legal')
  const [byCode, setByCode] = useState(!mayBeSignedIn())
  const message = `subject=${encodeURIComponent(t(`${purpose}.subject`))}&body=${encodeURIComponent(t(`${purpose}.body`))}`
  return (
    <LegalPage document={purpose}>
      <Card className="mt-6 p-4 md:p-6">
        {byCode ? (
          <CodeEnd purpose={purpose} />
        ) : (
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <OwnEnd purpose={purpose} onOther={() => setByCode(true)} />
          </Suspense>
        )}
      </Card>
      <Button asChild variant="ghost" className="mt-3 -ml-3 max-w-full">
        <a href={`mailto:${brand.contact}?${message}`}>
          <Mail size={16} strokeWidth={1.75} aria-hidden />
          <span className="truncate">{t('end.write', { contact: brand.contact })}</span>
        </a>
      </Button>
    </LegalPage>
  )
}
