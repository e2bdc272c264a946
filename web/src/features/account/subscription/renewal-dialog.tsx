import { useTranslation } from '#lib/language/i18n.ts'
import { moneyRefusal } from '#lib/money/money.ts'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useCancel } from './subscription-queries.ts'

/** Turning renewal off cancels the contract: the dialog says what that means, and when, before it is done. */
export function RenewalDialog({ until, onClose }: { until: string; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { t: money } = useTranslation('payment')
  const cancel = useCancel()
  const submit = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        toast({ title: t('contract.stopped'), description: t('contract.stoppedText', { date: until }) })
        onClose()
      },
    })
  return (
    <FormDialog
      title={t('contract.stopTitle')}
      description={t('contract.stopText', { date: until })}
      refusal={cancel.isError && money(`refusals.${moneyRefusal(cancel.error)}`)}
      submit={t('contract.stop')}
      submitLook="inverse"
      cancel={t('contract.stopKeep')}
      busy={cancel.isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
