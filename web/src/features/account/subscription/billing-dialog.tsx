import { type FormEvent, useState } from 'react'
import { likelyCountry } from '#lib/language/countries.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type BillingDetails, moneyRefusal } from '#lib/money/money.ts'
import { Button } from '#ui/button.tsx'
import { BillingFields } from '#ui/form/billing-fields.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useBillingDetails } from './subscription-queries.ts'

/** To whom the next invoices are made out; those that were issued stay as they are. */
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(typed, {
      onSuccess: () => {
        toast({ title: t('contract.billingSaved') })
        onClose()
      },
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={money('billing.title')}
      description={t('contract.billingText')}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        {refusal && !beside ? <Notice refusal>{money(`refusals.${refusal}`)}</Notice> : null}
        <BillingFields details={typed} onChange={setTyped} refusal={refusal} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={save.isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
