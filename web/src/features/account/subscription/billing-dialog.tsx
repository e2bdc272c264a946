import { useState } from 'react'
import { likelyCountry } from '#lib/language/countries.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type BillingDetails, moneyRefusal } from '#lib/money/money.ts'
import { BillingFields } from '#parts/money/billing-fields.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useBillingDetails } from './subscription-queries.ts'

/** The addressee of future invoices; issued ones do not change. */
export function BillingDialog({ details, onClose }: { details: BillingDetails | null; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { t: money } = useTranslation('payment')
  const [typed, setTyped] = useState<BillingDetails>(
    details ?? {
      name: '',
      address: '',
      postcode: '',
      city: '',
      country: likelyCountry(navigator.languages),
      vat_number: null,
    },
  )
  const save = useBillingDetails()
  const refusal = save.isError ? moneyRefusal(save.error) : null
  const beside = refusal && ['name_missing', 'address_required', 'vat_number_wrong'].includes(refusal)
  const submit = () =>
    save.mutate(typed, {
      onSuccess: () => {
        toast({ title: t('contract.billingSaved') })
        onClose()
      },
    })
  return (
    <FormDialog
      title={money('billing.title')}
      description={t('contract.billingText')}
      refusal={refusal && !beside && money(`refusals.${refusal}`)}
      submit={t('save')}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <BillingFields details={typed} onChange={setTyped} refusal={refusal} />
    </FormDialog>
  )
}
