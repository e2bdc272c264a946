import { ChevronDown, CircleAlert, QrCode as QrIcon } from 'lucide-react'
import type { CryptoMethod } from 'payments/crypto-invoice'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Checkout } from '#lib/money/money.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { QrCode } from '#ui/figure/qr-code.tsx'
import { Notice } from '#ui/notice.tsx'
import { useNarrow } from '#ui/use-wide.ts'
import { CryptoAddress } from './crypto-address.tsx'
import { shareReceived } from './crypto-stage.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = { checkout: Checkout; method: CryptoMethod }

/** Exact amount and address of what is still to send. A phone, which cannot scan itself, has the code folded below them. */
export function CryptoPay({ checkout, method }: Props) {
  const { t } = useTranslation('payment')
  const narrow = useNarrow()
  const code = (
    <div>
      <QrCode value={method.link} label={t('invoice.qr')} className="w-54" />
      <p className="mt-2 text-center text-12 text-muted">{t('invoice.qr')}</p>
    </div>
  )
  if (!narrow)
    return (
      <div className="grid grid-cols-[216px_minmax(0,1fr)] gap-6 p-6">
        {code}
        <div className="grid content-start gap-5">
          <Amount checkout={checkout} method={method} />
          <Address method={method} />
        </div>
      </div>
    )
  return (
    <>
      <div className="p-5">
        <Amount checkout={checkout} method={method} />
      </div>
      <div className="p-5">
        <Address method={method} />
      </div>
      <details className="group">
        <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-5 font-medium [&::-webkit-details-marker]:hidden">
          <QrIcon {...icon} className="shrink-0" />
          <span className="flex-1">{t('invoice.other')}</span>
          <ChevronDown {...icon} className="shrink-0 text-muted transition-transform group-open:rotate-180" />
        </summary>
        <div className="grid justify-center px-5 pb-5">{code}</div>
      </details>
    </>
  )
}

function Amount({ checkout, method: { due, coin, amount } }: Props) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const worth = Math.round(checkout.total * (1 - shareReceived({ amount, due })))
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="text-13 text-muted">{t('invoice.exact')}</p>
        <p className="tabular text-28 font-semibold tracking-figure wrap-anywhere max-[359px]:text-20">
          {due} <span className="text-16 font-normal text-muted">{coin}</span>
        </p>
        <p className="text-13 text-muted">
          {t('invoice.worth', { amount: format.money(worth, checkout.currency) })}
        </p>
      </div>
      <Copy text={due} name={t('invoice.copyAmount')} />
    </div>
  )
}

function Address({ method: { address, network } }: Pick<Props, 'method'>) {
  const { t } = useTranslation('payment')
  return (
    <div>
      <div className="mb-1.5 flex items-center justify-between gap-3">
        <p className="text-13 text-muted">{t('invoice.address', { network })}</p>
        <Copy text={address} name={t('invoice.copyAddress')} />
      </div>
      <CryptoAddress address={address} />
      <p className="mt-1.5 text-12 text-pretty text-muted">{t('invoice.check')}</p>
    </div>
  )
}

function Copy({ text, name }: { text: string; name: string }) {
  const narrow = useNarrow()
  return narrow ? (
    <CopyButton iconOnly size="lg" text={text} label={name} />
  ) : (
    <CopyButton size="sm" text={text} aria-label={name} />
  )
}

/** The payment server does not answer, or cannot be reached: an address that cannot be checked is not shown. */
export function CryptoDown({ offline }: { offline: boolean }) {
  const { t } = useTranslation('payment')
  return (
    <div className="p-5 md:p-6">
      <Notice refusal icon={<CircleAlert {...icon} />}>
        {t(offline ? 'invoice.offline' : 'invoice.down')}
      </Notice>
    </div>
  )
}
