import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { useCut } from '#lib/live/connection.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useNarrow } from '#ui/use-wide.ts'
import { type CheckoutState, cryptoInvoiceQuery } from '../queries.ts'
import { CryptoCases } from './crypto-cases.tsx'
import { CryptoCheck } from './crypto-check.tsx'
import { CryptoDock, CryptoFoot } from './crypto-foot.tsx'
import { CryptoHead } from './crypto-head.tsx'
import { CryptoNetwork } from './crypto-network.tsx'
import { CryptoDown, CryptoPay } from './crypto-pay.tsx'
import { CryptoPhone } from './crypto-phone.tsx'
import { CryptoPlay } from './crypto-play.tsx'
import { CryptoReceived } from './crypto-received.tsx'
import { methodOf, stageOf } from './crypto-stage.ts'
import { cryptoState } from './crypto-state.ts'
import { CryptoSteps } from './crypto-steps.tsx'
import { CryptoSums } from './crypto-sums.tsx'

/** A crypto order that can be paid or was seen: what is still to send, and where the payment stands. */
export function CryptoOpen({ state }: { state: CheckoutState }) {
  const { t } = useTranslation('payment')
  const { checkout } = state
  const cut = useCut()
  const narrow = useNarrow()
  const [chosen, setChosen] = useState<string | null>(null)
  const { data: invoice, isError } = useQuery(cryptoInvoiceQuery(checkout.id))
  // An address from before cannot be checked while the server does not answer.
  const down = isError || cut !== null
  const { method, fixed } = invoice ? methodOf(invoice, chosen) : { method: undefined, fixed: false }
  const stage = method ? stageOf(method) : cryptoState(state) === 'seen' ? 'seen' : 'send'
  const payable = method && invoice && !down && stage !== 'seen' ? { method, invoice } : null
  const received = method && stage !== 'send' ? <CryptoReceived checkout={checkout} method={method} /> : null
  const cases = payable ? <CryptoCases network={payable.method.network} /> : null
  const play = checkout.provider === 'sandbox' ? <CryptoPlay checkout={checkout} /> : null
  const foot = payable ? { checkout, method: payable.method, expiresAt: payable.invoice.expiresAt } : null
  return (
    <>
      <CryptoHead checkout={checkout} method={method} stage={down && stage !== 'seen' ? 'down' : stage} />
      {narrow && received ? <div className="mb-4">{received}</div> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,440px)] lg:gap-6">
        <div className="grid min-w-0 gap-4">
          <Card className="divide-y divide-line overflow-hidden">
            {method && invoice ? (
              <CryptoNetwork methods={invoice.methods} method={method} fixed={fixed} onMethod={setChosen} />
            ) : null}
            {down ? (
              <CryptoDown offline={cut === 'offline'} />
            ) : payable ? (
              <CryptoPay checkout={checkout} method={payable.method} />
            ) : method ? null : (
              <div className="p-5 md:p-6">
                <Skeleton className="h-60 w-full" />
              </div>
            )}
            {!narrow && received ? <div className="p-5 md:px-6">{received}</div> : null}
            {foot && !narrow ? <CryptoFoot {...foot} /> : null}
          </Card>
          {payable ? <CryptoCheck address={payable.method.address} /> : null}
          {narrow ? null : cases}
          {narrow ? null : play}
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
            <div className="mt-3 flex flex-wrap gap-2">
              {narrow ? null : <CryptoPhone />}
              <Button asChild variant={narrow ? 'outline' : 'ghost'}>
                <Link to="/support">{t('toSupport')}</Link>
              </Button>
            </div>
          </section>
          <CryptoSums checkout={checkout} />
        </Card>
        {narrow ? cases : null}
        {narrow ? play : null}
      </div>
      {foot && narrow ? <CryptoDock {...foot} /> : null}
    </>
  )
}
