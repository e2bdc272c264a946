import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import type { BadgeTone } from '#ui/badge.tsx'
import { useColumns } from '#ui/table/column-kit.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import { MailSheet } from './mail-sheet.tsx'
import { MAILS, type MailRow, type MailState, mailState, templateNamesQuery } from './mails.ts'

export const MAIL_TONES: Readonly<Record<MailState, BadgeTone>> = {
  waiting: 'info',
  retrying: 'warn',
  sent: 'gain',
  given_up: 'loss',
  expired: 'neutral',
}

/** The emails in the outbox, queued or sent, with their content. */
export default function MailsScreen() {
  const { t, i18n } = useTranslation('office')
  // States change once a minute at most, so the table does not render every second.
  const minute = Math.floor(useNow() / 60_000)
  const names = useQuery(templateNamesQuery(i18n.language)).data
  const columns = useColumns<MailRow>(
    (c) => {
      const state = (mail: MailRow) => mailState(mail, new Date(minute * 60_000))
      return [
        c.name('to_address', t('mails.to'), 260, ({ to_address }) => to_address),
        c.text('template', t('mails.template'), 230, {
          narrow: 'fact',
          value: ({ template }) => names?.[template] ?? template,
        }),
        c.badge(
          'sent_at',
          t('mails.state'),
          130,
          (mail) => t(`mails.states.${state(mail)}`),
          (mail) => MAIL_TONES[state(mail)],
        ),
        c.number('attempts', t('mails.attempts'), 80),
        c.text('last_error', t('mails.error'), 200),
        c.moment('created_at', t('mails.created'), 176, { narrow: 'fact' }),
        c.moment('sent_at', t('mails.sent'), 176, { key: 'sent' }),
      ]
    },
    [t, minute, names],
  )
  return (
    <ResourceDesk
      resource={MAILS}
      title={t('places.mails')}
      purpose={t('mails.purpose')}
      columns={columns}
      refresh={15_000}
      file={{ at: 'mail', sheet: (id, close) => <MailSheet id={id} onClose={close} /> }}
      empty={{ icon: Mail, title: t('mails.none'), note: t('mails.noneNote') }}
    />
  )
}
