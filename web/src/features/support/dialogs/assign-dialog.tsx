import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import type { DialogProps } from '../desk/asked.ts'
import { colleaguesQuery, useAssign } from '../desk/inbox.ts'
import { refusalKey } from '../refusals.ts'

const NOBODY = 'nobody'

/** To whom a ticket goes, with how many each has. */
export function AssignDialog({ ticket, onClose }: DialogProps) {
  const { t } = useTranslation('support')
  const { user } = useSession()
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const assign = useAssign()
  const [chosen, setChosen] = useState(ticket.assignee?.id ?? NOBODY)
  return (
    <FormDialog
      title={t('assign.title')}
      submit={t('assign.submit')}
      busy={assign.isPending}
      refusal={assign.isError && t(`refused.${refusalKey(assign.error)}`)}
      onClose={onClose}
      onSubmit={() =>
        assign.mutate(
          { ticket: ticket.id, assignee: chosen === NOBODY ? null : chosen },
          { onSuccess: onClose },
        )
      }
    >
      <RadioGroup
        label={t('assign.title')}
        value={chosen}
        onChange={setChosen}
        options={[
          { value: NOBODY, label: t('desk.nobody') },
          ...colleagues.map(({ id, name, waiting }) => ({
            value: id,
            label: id === user?.id ? t('message.you') : name,
            aside: t('assign.waiting', { count: waiting }),
          })),
        ]}
      />
    </FormDialog>
  )
}
