import { CircleAlert, Lock, Wallet } from 'lucide-react'
import type { CryptoMethod } from 'payments/crypto-invoice'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Checkout } from '#lib/money/money.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Progress } from '#ui/figure/progress.tsx'
import { QrCode } from '#ui/figure/qr-code.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Notice } from '#ui/notice.tsx'
import { CryptoAddress } from './crypto-address.tsx'
import { shareReceived } from './crypto-stage.ts'
import { useCountdown } from './use-countdown.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  checkout: Checkout
  methods: readonly CryptoMethod[]
  method: CryptoMethod
  /** Coins have arrived by this method: the network cannot be changed. */
  fixed: boolean
  expiresAt: string
  onMethod: (id: string) => void
}

/** Coin, network, address and exact amount of what is still to send, and how long the rate holds. */
export function CryptoPay({ checkout, methods, method, fixed, expiresAt, onMethod }: Props) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const { left, share } = useCountdown(checkout.created_at, expiresAt)
  const { coin, due, amount, address } = method
  const received = shareReceived(method)
  const network = method.test ? t('invoice.testNetwork', { network: method.network }) : method.network
  const worth = format.money(Math.round(checkout.total * (1 - received)), checkout.currency)
  return (
    <div className="divide-y divide-line border-t border-line">
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-3 md:px-8">
        {methods.length > 1 && !fixed ? (
          <Segmented
            label={t('invoice.method')}
            value={method.id}
            onChange={onMethod}
            options={methods.map((one) => ({ value: one.id, label: `${one.coin} · ${one.network}` }))}
          />
        ) : (
          <p className="font-medium">
            {coin} · {network}
          </p>
        )}
        {fixed ? (
          <p className="inline-flex items-center gap-2 text-13 text-muted">
            <Lock {...icon} size={14} />
            {t('invoice.fixed')}
          </p>
        ) : null}
      </div>
      <div className="grid gap-5 p-5 sm:grid-cols-[216px_minmax(0,1fr)] md:p-8">
        <div className="max-sm:order-last max-sm:justify-self-center">
          <QrCode value={method.link} label={t('invoice.qr')} className="w-54" />
          <p className="mt-2 text-center text-12 text-muted">{t('invoice.qr')}</p>
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <p className="text-13 text-muted">{t('invoice.exact')}</p>
              <p className="tabular text-28 font-semibold tracking-figure wrap-anywhere">
                {due} <span className="text-16 font-normal text-muted">{coin}</span>
              </p>
              <p className="text-13 text-muted">{t('invoice.worth', { amount: worth })}</p>
            </div>
            <CopyButton iconOnly text={due} label={t('invoice.copyAmount')} />
          </div>
          <div>
            <div className="mb-1.5 flex items-end justify-between gap-3">
              <p className="text-13 text-muted">{t('invoice.address', { network })}</p>
              <CopyButton iconOnly text={address} label={t('invoice.copyAddress')} />
            </div>
            <CryptoAddress address={address} />
            <p className="mt-1.5 text-12 text-pretty text-muted">{t('invoice.check')}</p>
          </div>
        </div>
      </div>
      {received > 0 ? (
        <div className="p-5 md:px-8">
          <Progress
            shown
            label={t('invoice.received')}
            share={received}
            text={t('invoice.receivedOf', { share: format.percent(received), amount, coin })}
          />
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 p-5 md:px-8">
        <Button asChild variant="primary" size="lg" className="max-sm:w-full">
          <a href={method.link}>
            <Wallet {...icon} />
            {t('invoice.wallet')}
          </a>
        </Button>
        <Progress
          shown
          className="min-w-40 flex-1"
          label={t('crypto.left')}
          share={share}
          text={t('invoice.left', { left, time: format.timeWithSeconds(expiresAt) })}
        />
      </div>
    </div>
  )
}

/** The payment server does not answer: an address that cannot be checked is not shown. */
export function CryptoDown() {
  const { t } = useTranslation('payment')
  return (
    <div className="border-t border-line p-5 md:p-8">
      <Notice refusal icon={<CircleAlert {...icon} />}>
        <strong className="font-semibold text-text">{t('invoice.down')}</strong> {t('invoice.downText')}
      </Notice>
    </div>
  )
}
