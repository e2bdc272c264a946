import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { RadioGroup } from '#ui/form/radio.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import type { DialogProps } from '../desk/asked.ts'
import { inboxQuery, useMerge } from '../desk/inbox.ts'
import { refusalKey } from '../refusals.ts'

/** Into which ticket of the same member this one goes, with everything that was written in it. */
export function MergeDialog({ ticket, onClose, onGo }: DialogProps) {
  const { t } = useTranslation('support')
  const merge = useMerge()
  const member = ticket.member?.id
  const { data } = useInfiniteQuery({
    ...inboxQuery({ view: 'all', ...(member ? { member } : {}) }),
    enabled: Boolean(member),
  })
  const others = (data?.pages.flat() ?? []).filter(({ id, state }) => id !== ticket.id && state !== 'closed')
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <FormDialog
      title={t('merge.title', { number: ticket.number })}
      description={t('merge.text')}
      submit={others.length > 0 && t('merge.submit')}
      busy={merge.isPending}
      incomplete={chosen === null}
      refusal={merge.isError && t(`refused.${refusalKey(merge.error)}`)}
      onClose={onClose}
      onSubmit={() =>
        chosen && merge.mutate({ ticket: ticket.id, into_ticket: chosen }, { onSuccess: () => onGo(chosen) })
      }
    >
      {data && others.length === 0 ? (
        <p className="text-muted">{t('merge.none')}</p>
      ) : (
        <RadioGroup
          label={t('merge.into')}
          value={chosen}
          onChange={setChosen}
          options={others.map((one) => ({
            value: one.id,
            label: one.subject,
            note: t(`topics.${one.topic}`),
            aside: t('desk.number', { number: one.number }),
          }))}
        />
      )}
    </FormDialog>
  )
}
