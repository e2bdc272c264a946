import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { AUDITED, type AuditEntry, useTableName } from '#ui/product/audit-trail.tsx'
import { ChangeList } from '#ui/product/change-list.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { AUDIT, colleaguesQuery } from './audit.ts'
import { memberName } from './members.ts'

const SPANS = ['1', '7', '30', '90'] as const
const DAY = 86_400_000

/** What staff wrote: who, what and when, with what stood before and after. Nobody changes it. */
export default function AuditScreen() {
  const { t } = useTranslation('office')
  const format = useFormat()
  const tableName = useTableName()
  const [search, setSearch] = useSearchParams()
  const colleagues = useQuery(colleaguesQuery)
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const [opened] = useState(() => Date.now())
  const actor = oneOf(colleagues.data?.map(({ user_id }) => user_id) ?? [], search.get('par'))
  const table = oneOf(AUDITED, search.get('table'))
  const span = oneOf(SPANS, search.get('jours'))
  const set = useCallback(
    (changes: Record<string, string | null>) =>
      setSearch((current) => withParameters(current, changes), { replace: true }),
    [setSearch],
  )
  const filter = useMemo(
    () => ({
      ...(actor ? { actor } : {}),
      ...(table ? { table } : {}),
      ...(span ? { since: new Date(opened - Number(span) * DAY).toISOString() } : {}),
    }),
    [actor, table, span, opened],
  )
  const columns = useMemo(
    (): TableColumn<AuditEntry>[] => [
      {
        key: 'at',
        narrow: 'fact',
        title: t('audit.at'),
        value: ({ at }) => at,
        cell: ({ at }) => <span className="tabular">{format.dateTime(at)}</span>,
        width: 160,
      },
      {
        key: 'actor',
        narrow: 'fact',
        title: t('audit.actor'),
        value: ({ actor_name }) => actor_name ?? t('audit.owner'),
        width: 170,
      },
      {
        key: 'table',
        narrow: 'name',
        title: t('audit.table'),
        value: ({ table_name }) => tableName(table_name),
        width: 200,
      },
      {
        key: 'action',
        narrow: 'state',
        title: t('audit.action'),
        value: ({ action }) => t(`audit.actions.${action}`),
        width: 120,
      },
      {
        key: 'fields',
        title: t('audit.fields'),
        value: ({ before, after }) =>
          [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].join(', '),
        cell: ({ before, after }) => (
          <span className="truncate font-mono text-12 text-muted">
            {[...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].join(', ')}
          </span>
        ),
        width: 330,
      },
      { key: 'row', title: t('audit.row'), value: ({ row_key }) => row_key, width: 160 },
    ],
    [t, format, tableName],
  )
  const filtered = Object.keys(filter).length > 0
  return (
    <ResourceDesk
      resource={AUDIT}
      title={t('places.audit')}
      purpose={t('audit.purpose')}
      filter={filter}
      columns={columns}
      onOpen={setOpen}
      filters={
        <>
          <ChipMenu
            label={t('audit.actor')}
            any={t('any')}
            value={actor}
            options={(colleagues.data ?? []).map((one) => ({ value: one.user_id, label: memberName(one) }))}
            onChange={(value) => set({ par: value })}
          />
          <ChipMenu
            label={t('audit.table')}
            any={t('any')}
            value={table}
            options={AUDITED.map((value) => ({ value, label: tableName(value) }))}
            onChange={(value) => set({ table: value })}
          />
          <ChipMenu
            label={t('audit.span')}
            any={t('audit.always')}
            value={span}
            options={SPANS.map((value) => ({ value, label: t('lastDays', { count: Number(value) }) }))}
            onChange={(value) => set({ jours: value })}
          />
        </>
      }
      empty={
        <EmptyState
          icon={<ScrollText size={20} strokeWidth={1.75} aria-hidden />}
          title={t(filtered ? 'audit.noneFound' : 'audit.none')}
        >
          {t(filtered ? 'noneFoundNote' : 'audit.noneNote')}
        </EmptyState>
      }
    >
      <DetailSheet
        full
        open={open !== null}
        title={open ? tableName(open.table_name) : ''}
        onClose={() => setOpen(null)}
      >
        {open && (
          <>
            <DetailSection title={t(`audit.actions.${open.action}`)}>
              <Facts
                rows={[
                  {
                    name: t('audit.at'),
                    value: <span className="tabular">{format.dateTimeWithZone(open.at)}</span>,
                  },
                  { name: t('audit.actor'), value: open.actor_name ?? t('audit.owner') },
                  {
                    name: t('audit.row'),
                    value: <code className="text-13 [overflow-wrap:anywhere]">{open.row_key}</code>,
                  },
                  {
                    name: t('audit.request'),
                    value: <code className="text-13 [overflow-wrap:anywhere]">{open.request_id}</code>,
                  },
                ]}
              />
            </DetailSection>
            <DetailSection title={t('audit.change')}>
              <ChangeList before={open.before} after={open.after} />
            </DetailSection>
          </>
        )}
      </DetailSheet>
    </ResourceDesk>
  )
}
