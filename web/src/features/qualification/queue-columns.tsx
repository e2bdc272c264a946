import type { Format } from '#lib/language/format.ts'
import type { Translate } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import type { Duplicates } from './duplicates.ts'
import type { QueuedRequest } from './queries.ts'
import { WaitingAge } from './waiting-age.tsx'

export const personName = (person: { first_name: string; last_name: string; username: string }): string =>
  `${person.first_name} ${person.last_name}`.trim() || person.username

type Context = {
  t: Translate<'qualification'>
  format: Format
  now: number
  /** Open requests show what is left of the promised time; decided ones, when they were decided. */
  open: boolean
  adminName: (id: string | null) => string
  brokerName: (slug: string) => string
  /** What was found of them in other accounts; undefined before. */
  doubles: Duplicates | undefined
}

/** The columns of the queue, also used by the search. */
export function queueColumns({
  t,
  format,
  now,
  open,
  adminName,
  brokerName,
  doubles,
}: Context): TableColumn<QueuedRequest>[] {
  return [
    {
      key: 'member',
      narrow: 'name',
      title: t('columns.member'),
      value: ({ member }) => personName(member),
      cell: ({ member }) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="shrink-0 truncate font-medium max-sm:max-w-full sm:max-w-2/3">
            {personName(member)}
          </span>
          <span className="truncate text-13 text-muted max-sm:hidden">{member.email ?? member.phone}</span>
        </span>
      ),
      width: 320,
      filter: 'text',
    },
    {
      key: 'account',
      narrow: 'fact',
      title: t('columns.account'),
      value: ({ account_number }) => account_number,
      cell: ({ id, account_number }) => {
        const kind = doubles?.get(id)?.[0]?.kind
        return (
          <span className="flex items-center gap-2">
            <span className="tabular truncate">{account_number}</span>
            {kind && kind !== 'again' && <Badge tone="warn">{t(`doubles.seen.${kind}`)}</Badge>}
          </span>
        )
      },
      width: 210,
      filter: 'text',
    },
    {
      key: 'broker',
      narrow: 'fact',
      title: t('columns.broker'),
      value: ({ broker }) => brokerName(broker),
      width: 130,
      filter: 'choice',
    },
    {
      key: 'assignee',
      narrow: 'fact',
      title: t('columns.assignee'),
      value: ({ assignee }) => adminName(assignee),
      width: 140,
      filter: 'choice',
    },
    open
      ? {
          key: 'age',
          narrow: 'state',
          title: t('columns.age'),
          // A whole number of minutes, for sorting and export.
          value: ({ waiting_since }) => Math.floor((now - Date.parse(waiting_since)) / 60_000),
          cell: (request) => <WaitingAge request={request} now={now} />,
          width: 170,
        }
      : {
          key: 'decided',
          narrow: 'state',
          title: t('columns.decided'),
          value: ({ decided_at, waiting_since }) => decided_at ?? waiting_since,
          cell: ({ decided_at }) => <span className="tabular">{format.dateTime(decided_at)}</span>,
          width: 150,
        },
  ]
}
