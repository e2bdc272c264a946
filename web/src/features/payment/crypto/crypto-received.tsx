import type { CryptoMethod } from 'payments/crypto-invoice'
import { useFormat } from '#lib/language/format.ts'
import { Trans, useTranslation } from '#lib/language/i18n.ts'
import type { Checkout } from '#lib/money/money.ts'
import { useNarrow } from '#ui/use-wide.ts'
import { shareReceived } from './crypto-stage.ts'
import { coinsReceived } from './received.ts'

type Props = { checkout: Checkout; method: CryptoMethod; className?: string }

/** What has arrived of the amount, in coins and in the order's currency: solid on the bar, with what is missing hatched. */
export function CryptoReceived({ checkout, method, className }: Props) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const narrow = useNarrow()
  const share = shareReceived(method)
  const { amount, coin } = method
  return (
    <div className={className}>
      <p className="tabular mb-2 flex flex-wrap justify-between gap-x-4 text-muted">
        <span>
          <Trans
            t={t}
            i18nKey={narrow ? 'invoice.receivedShare' : 'invoice.receivedOf'}
            values={{ received: coinsReceived(method).received, amount, coin, share: format.percent(share) }}
            components={{ strong: <strong className="font-semibold text-text" /> }}
          />
        </span>
        <span>
          {t('invoice.moneyOf', {
            received: format.money(Math.round(checkout.total * share), checkout.currency),
            total: format.money(checkout.total, checkout.currency),
          })}
        </span>
      </p>
      <div
        role="progressbar"
        aria-label={t('invoice.received')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="flex h-2"
      >
        <span
          className="origin-left rounded-pill bg-text transition-[width]"
          style={{ width: `${share * 100}%` }}
        />
        <span className="hatched flex-1" />
      </div>
    </div>
  )
}
