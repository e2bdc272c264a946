import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { CodeView } from '#ui/markdown/code-view.tsx'
import { useColumns } from '#ui/table/column-kit.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import { useEventWords } from './event-words.ts'
import { PROVIDER_EVENTS, type ProviderEvent } from './payments.ts'

const STATES = ['refused', 'waiting'] as const

/** Provider events without effect: forged, outdated, contradictory, or about unknown objects. */
export function ProviderEventsDesk({ action }: { action: ReactNode }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const { kindWords, reasonWords } = useEventWords()
  const columns = useColumns<ProviderEvent>(
    (c, { dash }) => [
      c.parisMoment('received_at', t('events.received'), 150, { narrow: 'fact' }),
      c.text('provider', t('payments.provider'), 120, {
        narrow: 'fact',
        value: (row) => t(`providers.${row.provider}`),
      }),
      c.text('kind', t('events.kind'), 180, { narrow: 'name', value: ({ kind }) => kindWords(kind) || dash }),
      c.text('state', t('payments.state'), 120, {
        narrow: 'state',
        value: (row) => t(`events.states.${row.state}`),
        cell: (row) => <EventBadge state={row.state} />,
      }),
      c.text('reason', t('events.reason'), 220, {
        narrow: 'fact',
        value: ({ reason }) => (reason === null ? dash : reasonWords(reason)),
      }),
      c.text('event_id', t('events.number'), 240),
    ],
    [t, kindWords, reasonWords],
  )
  return (
    <ResourceDesk
      resource={PROVIDER_EVENTS}
      title={t('payments.title')}
      purpose={t('events.purpose')}
      action={action}
      columns={columns}
      filters={[
        {
          kind: 'menu',
          at: 'etat',
          asks: 'state',
          label: t('payments.state'),
          options: STATES.map((value) => ({ value, label: t(`events.states.${value}`) })),
        },
      ]}
      empty={{ icon: Inbox, title: t('events.none'), note: t('events.noneNote') }}
      detail={{
        title: () => t('events.one'),
        badge: ({ state }) => <EventBadge state={state} />,
        body: (event) => (
          <DetailSection title={event.reason === null ? kindWords(event.kind) : reasonWords(event.reason)}>
            <Facts
              rows={[
                { name: t('payments.provider'), value: t(`providers.${event.provider}`) },
                {
                  name: t('events.number'),
                  value: <code className="[overflow-wrap:anywhere] text-13">{event.event_id}</code>,
                },
                { name: t('events.occurred'), value: format.parisDateTime(event.occurred_at) },
                { name: t('events.received'), value: format.parisDateTime(event.received_at) },
              ]}
            />
            <RawEvent event={event} />
          </DetailSection>
        ),
      }}
    />
  )
}

export function EventBadge({ state }: { state: ProviderEvent['state'] }) {
  const { t } = useTranslation('office-money')
  const tone = { processed: 'neutral', waiting: 'warn', refused: 'loss' } as const
  return <Badge tone={tone[state]}>{t(`events.states.${state}`)}</Badge>
}

/** The raw event, or its parsed content if the raw form was not stored. */
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
