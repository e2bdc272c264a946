import { useQuery } from '@tanstack/react-query'
import { Mail as MailIcon } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { MailSheet } from './mail-sheet.tsx'
import { MAILS, type MailRow, type MailState, mailState, templateNamesQuery } from './mails.ts'

export const MAIL_TONES: Readonly<Record<MailState, 'info' | 'warn' | 'gain' | 'loss' | 'neutral'>> = {
  waiting: 'info',
  retrying: 'warn',
  sent: 'gain',
  given_up: 'loss',
  expired: 'neutral',
}

/** Every mail on its way or sent, and what each says. */
export default function MailsScreen() {
  const { t, i18n } = useTranslation('office')
  const format = useFormat()
  const now = useNow()
  // A state changes by the minute at most; the table is not drawn anew each second.
  const minute = Math.floor(now / 60_000)
  const [search, setSearch] = useSearchParams()
  const show = useCallback(
    (mail: string | null) => setSearch((current) => withParameters(current, { mail }), { replace: true }),
    [setSearch],
  )
  const names = useQuery(templateNamesQuery(i18n.language)).data
  const columns = useMemo((): TableColumn<MailRow>[] => {
    const state = (mail: MailRow) => mailState(mail, new Date(minute * 60_000))
    return [
      {
        key: 'to',
        narrow: 'name',
        title: t('mails.to'),
        value: ({ to_address }) => to_address,
        cell: ({ to_address }) => <span className="font-medium">{to_address}</span>,
        width: 260,
      },
      {
        key: 'template',
        narrow: 'fact',
        title: t('mails.template'),
        value: ({ template }) => names?.[template] ?? template,
        width: 230,
      },
      {
        key: 'state',
        narrow: 'state',
        title: t('mails.state'),
        value: (mail) => t(`mails.states.${state(mail)}`),
        cell: (mail) => <Badge tone={MAIL_TONES[state(mail)]}>{t(`mails.states.${state(mail)}`)}</Badge>,
        width: 130,
      },
      {
        key: 'attempts',
        title: t('mails.attempts'),
        value: ({ attempts }) => attempts,
        numeric: true,
        width: 80,
      },
      { key: 'error', title: t('mails.error'), value: ({ last_error }) => last_error, width: 200 },
      {
        key: 'created',
        narrow: 'fact',
        title: t('mails.created'),
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => <span className="tabular">{format.dateTime(created_at)}</span>,
        width: 176,
      },
      {
        key: 'sent',
        title: t('mails.sent'),
        value: ({ sent_at }) => sent_at,
        cell: ({ sent_at }) => <span className="tabular">{format.dateTime(sent_at)}</span>,
        width: 176,
      },
    ]
  }, [t, format, minute, names])
  return (
    <ResourceDesk
      resource={MAILS}
      title={t('places.mails')}
      purpose={t('mails.purpose')}
      columns={columns}
      refresh={15_000}
      onOpen={({ id }) => show(String(id))}
      empty={
        <EmptyState icon={<MailIcon size={20} strokeWidth={1.75} aria-hidden />} title={t('mails.none')}>
          {t('mails.noneNote')}
        </EmptyState>
      }
    >
      <MailSheet id={search.get('mail')} onClose={() => show(null)} />
    </ResourceDesk>
  )
}
