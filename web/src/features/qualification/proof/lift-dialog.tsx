import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { refusalOf } from '../refusal.ts'
import { useLiftMasks } from './marks.ts'

type Props = { requestId: string; onLifted: () => void; onClose: () => void }

/** Why somebody looks under the masks: the trail of the request keeps it before anything is shown. */
export function LiftDialog({ requestId, onLifted, onClose }: Props) {
  const { t } = useTranslation('qualification')
  const [reason, setReason] = useState('')
  const lift = useLiftMasks(requestId)
  return (
    <FormDialog
      title={t('masks.liftTitle')}
      description={t('masks.liftNote')}
      refusal={lift.isError ? t(`refused.${refusalOf(lift.error)}`) : null}
      submit={t('masks.lift')}
      busy={lift.isPending}
      incomplete={reason.trim() === ''}
      onSubmit={() => lift.mutate(reason, { onSuccess: onLifted })}
      onClose={onClose}
    >
      <Field label={t('reason')}>
        <Input value={reason} maxLength={300} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </FormDialog>
  )
}
