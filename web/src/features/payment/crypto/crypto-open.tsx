import { useQuery } from '@tanstack/react-query'
import { Bitcoin, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useCut } from '#lib/live/connection.ts'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type CheckoutState, cryptoInvoiceQuery } from '../queries.ts'
import { StateHead } from '../state-head.tsx'
import { CryptoCases } from './crypto-cases.tsx'
import { CryptoDown, CryptoPay } from './crypto-pay.tsx'
import { CryptoPlay } from './crypto-play.tsx'
import { type CryptoStage, methodOf, stageOf } from './crypto-stage.ts'
import { CryptoSteps } from './crypto-steps.tsx'

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A crypto order that can be paid or was seen: what is still to send, and where the payment stands. */
export function CryptoOpen({ state: { checkout } }: { state: CheckoutState }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const cut = useCut()
  const [chosen, setChosen] = useState<string | null>(null)
  const { data: invoice, isError } = useQuery(cryptoInvoiceQuery(checkout.id))
  // An address from before cannot be checked while the server does not answer.
  const down = isError || cut !== null
  const { method, fixed } = invoice ? methodOf(invoice, chosen) : { method: undefined, fixed: false }
  const stage: CryptoStage = method ? stageOf(method) : 'send'
  const total = format.money(checkout.total, checkout.currency)
  const due = method && !down ? `${method.due} ${method.coin}` : total
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,440px)] lg:gap-6">
      <div className="grid min-w-0 gap-4">
        <Card className="overflow-hidden">
          <div className="p-5 md:p-8">
            <StateHead
              tone={stage === 'part' ? 'warn' : 'neutral'}
              icon={stage === 'seen' ? <Hourglass {...icon} /> : <Bitcoin {...icon} />}
              title={stage === 'seen' ? t('crypto.seen.title') : t(`invoice.title.${stage}`, { amount: due })}
            >
              {stage === 'seen'
                ? `${t('crypto.seen.text', { amount: total })} ${t('crypto.seen.do')}`
                : t(`invoice.text.${stage}`, { reference: checkout.reference, amount: total })}
            </StateHead>
          </div>
          {down ? (
            <CryptoDown />
          ) : method && invoice ? (
            stage === 'seen' ? null : (
              <CryptoPay
                checkout={checkout}
                methods={invoice.methods}
                method={method}
                fixed={fixed}
                expiresAt={invoice.expiresAt}
                onMethod={setChosen}
              />
            )
          ) : (
            <div className="border-t border-line p-5 md:p-8">
              <Skeleton className="h-60 w-full" />
            </div>
          )}
          {checkout.provider === 'sandbox' ? (
            <div className="border-t border-line p-5 md:px-8">
              <CryptoPlay checkout={checkout} />
            </div>
          ) : null}
        </Card>
        {method && !down && stage !== 'seen' ? <CryptoCases network={method.network} /> : null}
      </div>
      <Card className="grid min-w-0 divide-y divide-line">
        {invoice && method ? (
          <section className="p-5 md:p-6" aria-labelledby="crypto-steps">
            <h2 id="crypto-steps" className="mb-4 font-semibold">
              {t('invoice.steps')}
            </h2>
            <CryptoSteps checkout={checkout} invoice={invoice} method={method} />
          </section>
        ) : null}
        <section className="p-5 md:p-6" aria-labelledby="crypto-leave">
          <h2 id="crypto-leave" className="mb-1 font-semibold">
            {t('invoice.leave')}
          </h2>
          <p className="text-13 text-pretty text-muted">
            {t('invoice.leaveText')} {t('awaited.reference')}{' '}
            <code className="font-mono whitespace-nowrap text-text select-all">{checkout.reference}</code>
          </p>
        </section>
        <dl className="tabular grid gap-2 p-5 md:p-6">
          {checkout.tax > 0 ? (
            <>
              <Sum label={t('summary.net')} amount={format.money(checkout.net, checkout.currency)} />
              <Sum
                label={t('summary.tax', {
                  rate: format.percent(
                    checkout.tax_rate / 100,
                    Number.isInteger(Number(checkout.tax_rate)) ? 0 : 1,
                  ),
                })}
                amount={format.money(checkout.tax, checkout.currency)}
              />
            </>
          ) : null}
          <Sum strong label={t('crypto.amount')} amount={total} />
        </dl>
      </Card>
    </div>
  )
}

const Sum = ({ label, amount, strong }: { label: string; amount: string; strong?: boolean }) => (
  <div className={`flex items-baseline justify-between gap-4 ${strong ? 'font-semibold' : 'text-muted'}`}>
    <dt>{label}</dt>
    <dd>{amount}</dd>
  </div>
)
