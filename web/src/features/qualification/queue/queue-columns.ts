import { personName } from '#lib/data/person-name.ts'
import type { Translate } from '#lib/language/i18n.ts'
import { dueAt } from '#parts/requests/promise.ts'
import type { TableColumn } from '#ui/table/table-column.ts'
import type { QueuedRequest } from '../queries.ts'

type Names = { adminName: (id: string | null) => string; brokerName: (slug: string) => string }

/** The columns of the exported file. */
export const queueColumns = (
  t: Translate<'qualification'>,
  { adminName, brokerName }: Names,
): readonly Pick<TableColumn<QueuedRequest>, 'title' | 'value'>[] => [
  { title: t('columns.member'), value: ({ member }) => personName(member) },
  { title: t('email'), value: ({ member }) => member.email },
  { title: t('columns.account'), value: ({ account_number }) => account_number },
  { title: t('columns.broker'), value: ({ broker }) => brokerName(broker) },
  { title: t('columns.assignee'), value: ({ assignee }) => adminName(assignee) },
  { title: t('columns.state'), value: ({ state }) => t(`states.${state}`) },
  {
    title: t('columns.age'),
    value: ({ state, waiting_since }) => (state === 'pending' ? dueAt(waiting_since) : null),
  },
  { title: t('columns.decided'), value: ({ decided_at }) => decided_at },
]
