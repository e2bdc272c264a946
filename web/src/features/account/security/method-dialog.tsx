import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { moneyRefusal } from '#lib/money/money.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { acceptedCard, TestCardFields } from '#ui/product/test-card-fields.tsx'
import { useTestCard } from '../subscription/subscription-queries.ts'

/** Another test card, for contracts with the sandbox. What is unpaid is charged to it at once, and that is said. */
export function MethodDialog({ pastDue, onClose }: { pastDue: boolean; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { t: money } = useTranslation('payment')
  const [card, setCard] = useState(() => acceptedCard(new Date().getFullYear()))
  const change = useTestCard()
  const refusal = change.isError ? moneyRefusal(change.error) : null
  const beside = refusal === 'not_a_test_card' || refusal === 'expiry_wrong'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(card, {
      onSuccess: () => {
        toast({ title: t('contract.methodSaved') })
        onClose()
      },
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('contract.methodTitle')}
      description={t(pastDue ? 'contract.methodPastDue' : 'contract.methodText')}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        {refusal && !beside ? <Notice refusal>{money(`refusals.${refusal}`)}</Notice> : null}
        <TestCardFields card={card} onChange={setCard} refusal={refusal} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={change.isPending} disabled={change.isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
