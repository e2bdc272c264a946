import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { moneyRefusal } from '#lib/money/money.ts'
import { acceptedCard, TestCardFields } from '#parts/money/test-card-fields.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useTestCard } from '../subscription/subscription-queries.ts'

/** Another test card, for contracts with the sandbox. It says that an unpaid amount is charged to the card at once. */
export function MethodDialog({ pastDue, onClose }: { pastDue: boolean; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { t: money } = useTranslation('payment')
  const [card, setCard] = useState(() => acceptedCard(new Date().getFullYear()))
  const change = useTestCard()
  const refusal = change.isError ? moneyRefusal(change.error) : null
  const beside = refusal === 'not_a_test_card' || refusal === 'expiry_wrong'
  const submit = () =>
    change.mutate(card, {
      onSuccess: () => {
        toast({ title: t('contract.methodSaved') })
        onClose()
      },
    })
  return (
    <FormDialog
      title={t('contract.methodTitle')}
      description={t(pastDue ? 'contract.methodPastDue' : 'contract.methodText')}
      refusal={refusal && !beside && money(`refusals.${refusal}`)}
      submit={t('save')}
      busy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TestCardFields card={card} onChange={setCard} refusal={refusal} />
    </FormDialog>
  )
}
