import { Inbox } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { CodeView } from '#ui/markdown/code-view.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { useEventWords } from './event-words.ts'
import { PROVIDER_EVENTS, type ProviderEvent } from './payments.ts'

const STATES = ['refused', 'waiting'] as const

/** What providers told that nothing followed from: forged, stale or contradictory, or about what is not known yet. */
export function ProviderEventsDesk({ action }: { action: ReactNode }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const [search, setSearch] = useSearchParams()
  const state = oneOf(STATES, search.get('etat'))
  const [open, setOpen] = useState<ProviderEvent | null>(null)
  const { kindWords, reasonWords } = useEventWords()
  const columns = useMemo(
    (): TableColumn<ProviderEvent>[] => [
      {
        key: 'received',
        narrow: 'fact',
        title: t('events.received'),
        value: ({ received_at }) => received_at,
        cell: ({ received_at }) => <span className="tabular">{format.parisDateTime(received_at)}</span>,
        width: 150,
      },
      {
        key: 'provider',
        narrow: 'fact',
        title: t('payments.provider'),
        value: (row) => t(`providers.${row.provider}`),
        width: 120,
      },
      {
        key: 'kind',
        narrow: 'name',
        title: t('events.kind'),
        value: ({ kind }) => kindWords(kind) || format.dash,
        width: 180,
      },
      {
        key: 'state',
        narrow: 'state',
        title: t('payments.state'),
        value: (row) => t(`events.states.${row.state}`),
        cell: (row) => <EventBadge state={row.state} />,
        width: 120,
      },
      {
        key: 'reason',
        narrow: 'fact',
        title: t('events.reason'),
        value: ({ reason }) => (reason === null ? format.dash : reasonWords(reason)),
        width: 220,
      },
      { key: 'id', title: t('events.number'), value: ({ event_id }) => event_id, width: 240 },
    ],
    [t, format, kindWords, reasonWords],
  )
  return (
    <ResourceDesk
      resource={PROVIDER_EVENTS}
      title={t('payments.title')}
      purpose={t('events.purpose')}
      action={action}
      filter={useMemo((): Record<string, string> => (state ? { state } : {}), [state])}
      columns={columns}
      onOpen={setOpen}
      filters={
        <ChipMenu
          label={t('payments.state')}
          any={t('any')}
          value={state}
          options={STATES.map((value) => ({ value, label: t(`events.states.${value}`) }))}
          onChange={(value) =>
            setSearch((current) => withParameters(current, { etat: value }), { replace: true })
          }
        />
      }
      empty={
        <EmptyState icon={<Inbox size={20} strokeWidth={1.75} aria-hidden />} title={t('events.none')}>
          {t('events.noneNote')}
        </EmptyState>
      }
    >
      <DetailSheet
        full
        open={open !== null}
        title={t('events.one')}
        badge={open && <EventBadge state={open.state} />}
        onClose={() => setOpen(null)}
      >
        {open && (
          <DetailSection title={open.reason === null ? kindWords(open.kind) : reasonWords(open.reason)}>
            <Facts
              rows={[
                { name: t('payments.provider'), value: t(`providers.${open.provider}`) },
                {
                  name: t('events.number'),
                  value: <code className="[overflow-wrap:anywhere] text-13">{open.event_id}</code>,
                },
                { name: t('events.occurred'), value: format.parisDateTime(open.occurred_at) },
                { name: t('events.received'), value: format.parisDateTime(open.received_at) },
              ]}
            />
            <RawEvent event={open} />
          </DetailSection>
        )}
      </DetailSheet>
    </ResourceDesk>
  )
}

export function EventBadge({ state }: { state: ProviderEvent['state'] }) {
  const { t } = useTranslation('office-money')
  const tone = { processed: 'neutral', waiting: 'warn', refused: 'loss' } as const
  return <Badge tone={tone[state]}>{t(`events.states.${state}`)}</Badge>
}

/** What came on the wire, or where nothing of it was kept what was understood of it. */
export function RawEvent({ event }: { event: ProviderEvent }) {
  const { t } = useTranslation('office-money')
  return (
    <CodeView
      title={t(event.raw === null ? 'events.understood' : 'events.raw')}
      code={event.raw ?? JSON.stringify(event.event, null, 2)}
      wrap
      className="mt-2"
    />
  )
}
