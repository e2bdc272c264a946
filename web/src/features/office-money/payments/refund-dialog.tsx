import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { hundredths, useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { minorUnits } from '#lib/money/minor-units.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/figure/facts.tsx'
import { Field } from '#ui/form/field.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { moneyRefusalOf } from '../money-refusal.ts'
import { type PaymentFile, refundPreviewQuery, useRefund } from './payments.ts'

/** Refunds a payment in full or in part, after showing the effects on access, tax and commission. */
export function RefundDialog({ payment, onClose }: { payment: PaymentFile; onClose: () => void }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const [amount, setAmount] = useState(hundredths(payment.refundable))
  const [words, setWords] = useState('')
  const [tried, setTried] = useState(false)
  const refund = useRefund()
  const minor = minorUnits(amount)
  const possible = minor !== null && minor > 0 && minor <= payment.refundable
  const preview = useQuery(refundPreviewQuery(payment.id, possible ? minor : null))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!possible || words.trim() === '') return
    refund.mutate(
      { payment: payment.id, amount: minor, words },
      {
        onSuccess: () => {
          toast({ title: t('refund.done', { amount: format.money(minor, payment.currency) }) })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('refund.ask')}
      description={t('refund.note')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form="refund" variant="danger" busy={refund.isPending}>
            {possible
              ? t('refund.doAmount', { amount: format.money(minor, payment.currency) })
              : t('refund.do')}
          </Button>
        </>
      }
    >
      <form id="refund" onSubmit={submit} noValidate className="grid gap-4">
        {refund.error !== null && <Notice refusal>{t(`refused.${moneyRefusalOf(refund.error)}`)}</Notice>}
        <Field
          label={t('refund.amount')}
          hint={t('refund.left', { amount: format.money(payment.refundable, payment.currency) })}
          error={(tried || amount !== '') && !possible ? t('refused.refund_exceeds') : undefined}
        >
          <NumberInput value={amount} onChange={setAmount} digits={2} min="0.01" unit={payment.currency} />
        </Field>
        <Field
          label={t('refund.words')}
          error={tried && words.trim() === '' ? t('refused.words_missing') : undefined}
        >
          <Textarea
            rows={2}
            maxLength={500}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </Field>
        {possible && preview.data && (
          <section
            aria-label={t('refund.preview')}
            className="rounded-card border border-line bg-well px-4 py-1"
          >
            <Facts
              rows={[
                {
                  name: t('refund.access'),
                  value:
                    preview.data.access_after === preview.data.access_before ? (
                      t('refund.accessStays', { day: format.parisDateTime(preview.data.access_after) })
                    ) : (
                      <strong className="font-semibold text-loss">
                        {preview.data.access_after === null
                          ? t('refund.accessEnds')
                          : t('refund.accessShorter', {
                              day: format.parisDateTime(preview.data.access_after),
                            })}
                      </strong>
                    ),
                },
                {
                  name: t('refund.tax'),
                  value: t('refund.taxOf', {
                    tax: format.money(preview.data.tax, preview.data.currency),
                    country: preview.data.country,
                    rate: format.number(
                      preview.data.tax_rate,
                      Number.isInteger(preview.data.tax_rate) ? 0 : 1,
                    ),
                  }),
                },
                {
                  name: t('refund.commission'),
                  value: preview.data.commission
                    ? t('refund.commissionFrom', {
                        before: format.money(preview.data.commission.before, preview.data.currency),
                        after: format.money(preview.data.commission.after, preview.data.currency),
                      })
                    : t('refund.noCommission'),
                },
              ]}
            />
          </section>
        )}
        {possible && preview.isError && (
          <Notice refusal>{t(`refused.${moneyRefusalOf(preview.error)}`)}</Notice>
        )}
      </form>
    </Dialog>
  )
}
