import { useState } from 'react'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { moneyRefusalOf } from '../money-refusal.ts'
import { type DeskPlan, useSavePlan } from './plans.ts'

/** Takes a plan off sale, or puts it back. Plans are never deleted: contracts and invoices refer to them. */
export function SaleSwitch({ plan }: { plan: DeskPlan }) {
  const { t } = useTranslation('office-money')
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const save = useSavePlan()
  const name = plan.name[language]
  const settle = () =>
    save.mutate(
      plan.on_sale
        ? { slug: plan.slug, sold_until: new Date().toISOString() }
        : { slug: plan.slug, sold_from: null, sold_until: null },
      {
        onSuccess: () => {
          toast({ title: t(plan.on_sale ? 'plans.withdrawn' : 'plans.putBack', { plan: name }) })
          setAsking(false)
        },
      },
    )
  const verb = t(plan.on_sale ? 'plans.withdraw' : 'plans.putOnSale')
  return (
    <>
      <Button
        variant="outline"
        aria-label={t(plan.on_sale ? 'plans.withdrawOf' : 'plans.putOnSaleOf', { plan: name })}
        onClick={() => {
          save.reset()
          setAsking(true)
        }}
      >
        {verb}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t(plan.on_sale ? 'plans.withdrawAsk' : 'plans.putOnSaleAsk', { plan: name })}
        description={t(plan.on_sale ? 'plans.withdrawNote' : 'plans.putOnSaleNote', {
          count: plan.members,
        })}
        footer={
          <>
            <Button variant="ghost" onClick={() => setAsking(false)}>
              {t('cancel')}
            </Button>
            <Button variant={plan.on_sale ? 'danger' : 'primary'} busy={save.isPending} onClick={settle}>
              {verb}
            </Button>
          </>
        }
      >
        {save.error !== null && <Notice refusal>{t(`refused.${moneyRefusalOf(save.error)}`)}</Notice>}
      </Dialog>
    </>
  )
}
