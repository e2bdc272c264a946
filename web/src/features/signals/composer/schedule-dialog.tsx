import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useSchedule } from './composer-queries.ts'
import { refusalKey } from './refusal.ts'

type Props = {
  open: boolean
  /** Resolves to the draft to publish once it is saved. */
  ready: () => Promise<string | null>
  onClose: () => void
  onScheduled: () => void
}

/** When a draft is to be published, in the reader's own time. */
export function ScheduleDialog({ open, ready, onClose, onScheduled }: Props) {
  const { t } = useTranslation('signals')
  const schedule = useSchedule()
  const [at, setAt] = useState('')
  const [unkept, setUnkept] = useState<unknown>(null)
  const error = schedule.error ?? unkept
  const submit = async () => {
    const moment = new Date(at)
    if (Number.isNaN(moment.getTime())) return
    setUnkept(null)
    try {
      const id = await ready()
      if (id) await schedule.mutateAsync({ id, at: moment.toISOString() })
    } catch (cause) {
      setUnkept(cause)
      return
    }
    toast({ title: t('prepare.scheduled') })
    onScheduled()
  }
  return (
    <FormDialog
      open={open}
      title={t('prepare.scheduleTitle')}
      description={t('prepare.scheduleText')}
      submit={t('prepare.schedule')}
      busy={schedule.isPending}
      incomplete={at === ''}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label={t('prepare.scheduleAt')} error={error ? t(refusalKey(error)) : undefined}>
        <Input type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
