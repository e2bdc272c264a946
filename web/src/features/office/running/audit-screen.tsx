import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { AUDIT, type AuditEntry } from '#lib/data/audit.ts'
import { colleaguesQuery } from '#lib/data/colleagues.ts'
import { personName } from '#lib/data/person-name.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { AUDITED, useTableName } from '#ui/product/audit-trail.tsx'
import { ChangeList } from '#ui/product/change-list.tsx'
import { useColumns } from '#ui/table/column-kit.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'

const SPANS = ['1', '7', '30', '90'] as const
const DAY = 86_400_000

const fieldsOf = ({ before, after }: AuditEntry) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].join(', ')

/** The audit log of staff writes: author, action and time, with the values before and after. It is read-only. */
export default function AuditScreen() {
  const { t } = useTranslation('office')
  const format = useFormat()
  const tableName = useTableName()
  const colleagues = useQuery(colleaguesQuery).data ?? []
  const [opened] = useState(() => Date.now())
  const columns = useColumns<AuditEntry>(
    (c) => [
      c.moment('at', t('audit.at'), 160, { narrow: 'fact' }),
      c.text('actor_name', t('audit.actor'), 170, {
        narrow: 'fact',
        value: ({ actor_name }) => actor_name ?? t('audit.owner'),
      }),
      c.text('table_name', t('audit.table'), 200, {
        narrow: 'name',
        value: ({ table_name }) => tableName(table_name),
      }),
      c.text('action', t('audit.action'), 120, {
        narrow: 'state',
        value: ({ action }) => t(`audit.actions.${action}`),
      }),
      c.text('after', t('audit.fields'), 330, {
        value: fieldsOf,
        cell: (entry) => <span className="truncate font-mono text-12 text-muted">{fieldsOf(entry)}</span>,
      }),
      c.text('row_key', t('audit.row'), 160),
    ],
    [t, tableName],
  )
  return (
    <ResourceDesk
      resource={AUDIT}
      title={t('places.audit')}
      purpose={t('audit.purpose')}
      columns={columns}
      filters={[
        {
          kind: 'menu',
          at: 'par',
          asks: 'actor',
          label: t('audit.actor'),
          options: colleagues.map((one) => ({ value: one.user_id, label: personName(one) })),
        },
        {
          kind: 'menu',
          at: 'table',
          asks: 'table',
          label: t('audit.table'),
          options: AUDITED.map((value) => ({ value, label: tableName(value) })),
        },
        {
          kind: 'menu',
          at: 'jours',
          asks: 'since',
          ask: (days) => new Date(opened - Number(days) * DAY).toISOString(),
          label: t('audit.span'),
          any: t('audit.always'),
          options: SPANS.map((value) => ({ value, label: t('lastDays', { count: Number(value) }) })),
        },
      ]}
      empty={{
        icon: ScrollText,
        title: t('audit.none'),
        note: t('audit.noneNote'),
        noneFound: t('audit.noneFound'),
      }}
      detail={{
        title: ({ table_name }) => tableName(table_name),
        body: (entry) => (
          <>
            <DetailSection title={t(`audit.actions.${entry.action}`)}>
              <Facts
                rows={[
                  {
                    name: t('audit.at'),
                    value: <span className="tabular">{format.dateTimeWithZone(entry.at)}</span>,
                  },
                  { name: t('audit.actor'), value: entry.actor_name ?? t('audit.owner') },
                  { name: t('audit.row'), value: <Code>{entry.row_key}</Code> },
                  { name: t('audit.request'), value: <Code>{entry.request_id}</Code> },
                ]}
              />
            </DetailSection>
            <DetailSection title={t('audit.change')}>
              <ChangeList before={entry.before} after={entry.after} />
            </DetailSection>
          </>
        ),
      }}
    />
  )
}

const Code = ({ children }: { children: string }) => (
  <code className="text-13 [overflow-wrap:anywhere]">{children}</code>
)
