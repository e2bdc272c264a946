import { Wallet } from 'lucide-react'
import type { CryptoMethod } from 'payments/crypto-invoice'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Checkout } from '#lib/money/money.ts'
import { Button } from '#ui/button.tsx'
import { CryptoClock } from './crypto-clock.tsx'

type Props = { checkout: Checkout; method: CryptoMethod; expiresAt: string }

const Open = ({ method, block }: { method: CryptoMethod; block?: boolean }) => {
  const { t } = useTranslation('payment')
  return (
    <Button asChild variant="primary" size="lg" block={block === true}>
      <a href={method.link}>
        <Wallet size={16} strokeWidth={1.75} aria-hidden />
        {t('invoice.wallet')}
      </a>
    </Button>
  )
}

/** The wallet and the time left, at the foot of the card. */
export function CryptoFoot({ checkout, method, expiresAt }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 p-5 md:px-6">
      <Open method={method} />
      <CryptoClock from={checkout.created_at} until={expiresAt} className="min-w-60 flex-1" />
    </div>
  )
}

/** The same on a phone: within reach of the thumb wherever the page is. */
export function CryptoDock({ checkout, method, expiresAt }: Props) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-4 -mb-12 grid gap-3 border-t border-line bg-bg px-4 pt-3 pb-[max(16px,env(safe-area-inset-bottom))]">
      <CryptoClock from={checkout.created_at} until={expiresAt} />
      <Open method={method} block />
    </div>
  )
}
