import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useSchedule } from './composer-queries.ts'
import { refusalKey } from './refusal.ts'

type Props = {
  open: boolean
  /** Resolves to the draft to publish once all of it is kept. */
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
  const submit = async (event: FormEvent) => {
    event.preventDefault()
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
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('prepare.scheduleTitle')}
      description={t('prepare.scheduleText')}
    >
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label={t('prepare.scheduleAt')} error={error ? t(refusalKey(error)) : undefined}>
          <Input type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('prepare.back')}</Button>
          <Button type="submit" variant="primary" busy={schedule.isPending} disabled={at === ''}>
            {t('prepare.schedule')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
