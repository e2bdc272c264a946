import { Fingerprint, ScanSearch } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Trans, useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { fingerprintOf } from './address-check.ts'

const CryptoCompare = lazyPart(() => import('./crypto-compare.tsx'))

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A replaced address is found by comparing: with another device by the fingerprint, with the wallet by its own text. */
export function CryptoCheck({ address }: { address: string }) {
  const { t } = useTranslation('payment')
  const [open, setOpen] = useState(false)
  const fingerprint = useMemo(() => fingerprintOf(address), [address])
  return (
    <Card className="p-5 md:px-6">
      <section
        aria-labelledby="crypto-check"
        className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-x-3 gap-y-3 sm:grid-cols-[16px_minmax(0,1fr)_auto] sm:items-center"
      >
        <Fingerprint {...icon} className="mt-0.5 self-start text-muted" />
        <div>
          <h2 id="crypto-check" className="font-semibold">
            {t('check.title')}
          </h2>
          <p className="mt-0.5 text-13 text-pretty text-muted">
            <Trans
              t={t}
              i18nKey="check.text"
              values={{ fingerprint }}
              components={{ code: <code className="font-mono whitespace-nowrap text-text" /> }}
            />
          </p>
        </div>
        <Button
          variant="outline"
          className="max-sm:col-start-2 max-sm:justify-self-start"
          icon={<ScanSearch {...icon} />}
          onClick={() => setOpen(true)}
        >
          {t('check.do')}
        </Button>
      </section>
      {open ? (
        <Suspense fallback={null}>
          <CryptoCompare address={address} fingerprint={fingerprint} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Card>
  )
}
