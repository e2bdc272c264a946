import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { useSignalActions } from '../queries.ts'
import { plainPrice } from './draft.ts'
import { refusalField, refusalKey } from './refusal.ts'

/** Moves the stop of an active signal closer; the database refuses every other direction. */
export function MoveStop({ signalId }: { signalId: string }) {
  const { t } = useTranslation('signals')
  const { moveStop } = useSignalActions(signalId)
  const [open, setOpen] = useState(false)
  const [price, setPrice] = useState('')
  const [reason, setReason] = useState('')
  const errorOf = (field: string) => {
    const { error } = moveStop
    return error && (refusalField(error) ?? 'reason') === field ? t(refusalKey(error)) : undefined
  }
  const submit = () =>
    moveStop.mutate(
      { price: plainPrice(price) || '0', reason },
      {
        onSuccess: () => {
          setOpen(false)
          setPrice('')
          setReason('')
        },
      },
    )
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t('prepare.moveStop')}
      </Button>
      <FormDialog
        open={open}
        title={t('prepare.moveStop')}
        description={t('prepare.moveStopText')}
        submit={t('prepare.moveStop')}
        busy={moveStop.isPending}
        onSubmit={submit}
        onClose={() => setOpen(false)}
      >
        <Field label={t('prepare.newStop')} error={errorOf('price')}>
          <Input
            inputMode="decimal"
            className="tabular"
            value={price}
            onChange={(event) => setPrice(event.target.value)}
          />
        </Field>
        <Field label={t('act.reason')} error={errorOf('reason')}>
          <Textarea value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </FormDialog>
    </>
  )
}
