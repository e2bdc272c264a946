import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { RadioGroup } from '#ui/form/radio.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import type { DialogProps } from '../desk/asked.ts'
import { useSnooze } from '../desk/inbox.ts'
import { refusalKey } from '../refusals.ts'
import { hoursQuery } from '../tickets.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Until when a ticket leaves the inbox. Its promise runs on. */
export function SnoozeDialog({ ticket, onClose }: DialogProps) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const snooze = useSnooze()
  const { data: hours } = useQuery(hoursQuery)
  const [now] = useState(Date.now)
  const [chosen, setChosen] = useState<string>('hours')
  const morning = (days: number) => {
    const at = new Date(now + days * DAY)
    at.setHours(Number(hours?.hours[0]?.opens.slice(0, 2) ?? 9), 0, 0, 0)
    return at.getTime()
  }
  const choices = { hours: now + 3 * HOUR, tomorrow: morning(1), days: morning(3), week: morning(7) } as const
  return (
    <FormDialog
      title={t('snooze.title')}
      description={t('snooze.text')}
      submit={t('snooze.submit')}
      busy={snooze.isPending}
      refusal={snooze.isError && t(`refused.${refusalKey(snooze.error)}`)}
      onClose={onClose}
      onSubmit={() =>
        snooze.mutate(
          { ticket: ticket.id, until: new Date(choices[chosen as keyof typeof choices]).toISOString() },
          { onSuccess: onClose },
        )
      }
    >
      <RadioGroup
        label={t('snooze.title')}
        value={chosen}
        onChange={setChosen}
        options={(Object.keys(choices) as (keyof typeof choices)[]).map((key) => ({
          value: key,
          label: t(`snooze.${key}`),
          aside: format.moment(choices[key], now),
        }))}
      />
    </FormDialog>
  )
}
