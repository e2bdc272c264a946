import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { type Decision, useDecide } from '../queries.ts'
import { refusalOf } from '../refusal.ts'

const PERIODS = ['30', '90', '180', '365'] as const
const LONGEST = 1000

type Props = {
  ids: readonly string[]
  decision: Decision
  /** The member's name, if the decision is about a single request. */
  name: string | null
  onClose: () => void
  onDecided: () => void
}

/** Confirms a decision: what it does, for how long, and why. */
export function DecisionDialog({ ids, decision, name, onClose, onDecided }: Props) {
  const { t } = useTranslation('qualification')
  const [days, setDays] = useState<string>('365')
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const decide = useDecide()
  const count = ids.length
  const approves = decision === 'approved'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!approves && reason.trim() === '') {
      setMissing(true)
      return
    }
    decide.mutate(
      { ids, decision, reason, days: Number(days) },
      {
        onSuccess: ({ decided, skipped }) => {
          // The decision itself is told where it can be taken back.
          if (skipped > 0)
            toast({
              title: t(`done.${decision}`, { count: decided }),
              description: t('done.skipped', { count: skipped }),
            })
          onDecided()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={name ? t(`ask.${decision}One`, { name }) : t(`ask.${decision}Many`, { count })}
      description={t(`ask.${decision}Note`)}
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            form="decision"
            variant={decision === 'rejected' ? 'danger' : 'primary'}
            busy={decide.isPending}
          >
            {t(`decide.${decision}`)}
          </Button>
        </>
      }
    >
      <form id="decision" onSubmit={submit} noValidate className="grid gap-4">
        {decide.isError ? <Notice refusal>{t(`refused.${refusalOf(decide.error)}`)}</Notice> : null}
        {approves ? (
          <Field label={t('period')}>
            <Select value={days} onChange={({ target }) => setDays(target.value)}>
              {PERIODS.map((period) => (
                <option key={period} value={period}>
                  {t(`periods.${period}`)}
                </option>
              ))}
            </Select>
          </Field>
        ) : null}
        <Field
          label={t('reason')}
          optional={approves ? t('optional') : undefined}
          hint={t('reasonHint')}
          error={missing ? t('refused.reason_missing') : undefined}
        >
          <Textarea
            value={reason}
            maxLength={LONGEST}
            onChange={({ target }) => {
              setReason(target.value)
              setMissing(false)
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
