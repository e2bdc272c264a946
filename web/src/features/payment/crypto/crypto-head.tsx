import type { CryptoMethod } from 'payments/crypto-invoice'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Checkout } from '#lib/money/money.ts'
import { PageTitle } from '#ui/page-title.tsx'
import type { CryptoStage } from './crypto-stage.ts'
import { coinsReceived } from './received.ts'

type Props = { checkout: Checkout; method: CryptoMethod | undefined; stage: CryptoStage | 'down' }

/** What is to be done now, as the screen's heading; announced when it changes. */
export function CryptoHead({ checkout, method, stage }: Props) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const total = format.money(checkout.total, checkout.currency)
  const amount = method ? `${method.due} ${method.coin}` : total
  const surplus = method && coinsReceived(method).surplus
  return (
    <div role="status" className="mb-4 lg:mb-5">
      <PageTitle className="text-24! lg:text-28!">
        {stage === 'seen' ? t('crypto.seen.title') : t(`invoice.title.${stage}`, { amount })}
      </PageTitle>
      <p className="mt-0.5 text-pretty text-muted">
        {stage === 'seen'
          ? `${t('crypto.seen.text', { amount: total })} ${t('crypto.seen.do')}`
          : t(`invoice.text.${stage}`, { reference: checkout.reference, amount: total })}
        {surplus ? ` ${t('confirmed.surplus', { amount: `${surplus} ${method.coin}` })}` : ''}
      </p>
    </div>
  )
}
