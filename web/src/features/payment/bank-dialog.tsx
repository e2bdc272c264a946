import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type MoneyRefusal, moneyRefusal } from '#lib/money/money.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { answerBank, type CheckoutState } from './queries.ts'

type Props = {
  checkout: { id: string; total: number; currency: string }
  onAnswered: (state: CheckoutState) => void
}

/** The sandbox's bank confirmation (3-D Secure). Like a real one, it must be answered. */
export function BankDialog({ checkout, onAnswered }: Props) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const [busy, setBusy] = useState<boolean | null>(null)
  const [refusal, setRefusal] = useState<MoneyRefusal | null>(null)
  const answer = async (accepted: boolean) => {
    if (busy !== null) return
    setBusy(accepted)
    try {
      onAnswered(await answerBank(checkout.id, accepted))
    } catch (error) {
      setRefusal(moneyRefusal(error))
      setBusy(null)
    }
  }
  return (
    <Dialog
      open
      closable={false}
      onOpenChange={() => undefined}
      title={t('bank.title')}
      description={t('bank.text', { amount: format.money(checkout.total, checkout.currency) })}
      footer={
        <>
          <Button variant="ghost" size="lg" busy={busy === false} onClick={() => void answer(false)}>
            {t('bank.refuse')}
          </Button>
          <Button variant="inverse" size="lg" busy={busy === true} onClick={() => void answer(true)}>
            {t('bank.accept')}
          </Button>
        </>
      }
    >
      {refusal ? <Notice refusal>{t(`refusals.${refusal}`)}</Notice> : null}
      <Notice icon={<Landmark size={16} strokeWidth={1.75} aria-hidden />}>{t('bank.test')}</Notice>
    </Dialog>
  )
}
