import { useTranslation } from '#lib/language/i18n.ts'
import { moneyRefusal } from '#lib/money/money.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useCancel } from './subscription-queries.ts'

/** Turning the renewal off is cancelling: what that means, and when, before it is done. */
export function RenewalDialog({ until, onClose }: { until: string; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { t: money } = useTranslation('payment')
  const cancel = useCancel()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('contract.stopTitle')}
      description={t('contract.stopText', { date: until })}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('contract.stopKeep')}
          </Button>
          <Button
            variant="inverse"
            busy={cancel.isPending}
            disabled={cancel.isPending}
            onClick={() =>
              cancel.mutate(undefined, {
                onSuccess: () => {
                  toast({
                    title: t('contract.stopped'),
                    description: t('contract.stoppedText', { date: until }),
                  })
                  onClose()
                },
              })
            }
          >
            {t('contract.stop')}
          </Button>
        </>
      }
    >
      {cancel.isError ? <Notice refusal>{money(`refusals.${moneyRefusal(cancel.error)}`)}</Notice> : null}
    </Dialog>
  )
}
