import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { type Checkout, type MoneyRefusal, moneyRefusal } from '#lib/money/money.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { type CryptoOutcome, checkoutQuery, cryptoInvoiceQuery, playCrypto } from '../queries.ts'

const OUTCOMES = ['seen', 'paid', 'underpaid', 'overpaid', 'late', 'expired'] as const

/** The sandbox's replacement for a network: the person chooses the invoice's outcome. */
export function CryptoPlay({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation('payment')
  const cache = useQueryClient()
  const [busy, setBusy] = useState<CryptoOutcome | null>(null)
  const [refusal, setRefusal] = useState<MoneyRefusal | null>(null)
  const play = async (outcome: CryptoOutcome) => {
    if (busy) return
    setBusy(outcome)
    setRefusal(null)
    try {
      cache.setQueryData(checkoutQuery(checkout.id).queryKey, await playCrypto(checkout.id, outcome))
      await cache.invalidateQueries({ queryKey: cryptoInvoiceQuery(checkout.id).queryKey })
    } catch (error) {
      setRefusal(moneyRefusal(error))
    } finally {
      setBusy(null)
    }
  }
  return (
    <fieldset className="rounded-card border border-dashed border-line-strong p-4">
      <legend className="px-1 text-13 font-medium text-warn">{t('crypto.play')}</legend>
      {refusal ? <Notice refusal>{t(`refusals.${refusal}`)}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        {OUTCOMES.map((outcome) => (
          <Button
            key={outcome}
            size="md"
            variant="outline"
            busy={busy === outcome}
            onClick={() => void play(outcome)}
          >
            {t(`crypto.outcomes.${outcome}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
