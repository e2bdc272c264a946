import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { RotateCw, Send } from 'lucide-react'
import { useMemo } from 'react'
import { withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/figure/facts.tsx'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { attemptsQuery, type Delivery, deliveriesQuery, deliveryQuery, useReplay } from './queries.ts'
import { refusalOf } from './refusal.ts'

const TONES = { pending: 'info', delivered: 'gain', failed: 'loss' } as const

/** The deliveries, sent and pending, with the result of each attempt. */
export function Deliveries() {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const deliveries = useInfiniteQuery(deliveriesQuery)
  const rows = useMemo(() => deliveries.data?.pages.flat() ?? [], [deliveries.data])
  const replay = useReplay()
  const [search, setSearch] = useSearchParams()
  const asked = Number(search.get('envoi'))
  const listed = rows.find(({ id }) => id === asked)
  const one = useQuery({ ...deliveryQuery(asked), enabled: asked > 0 && !listed && deliveries.isSuccess })
  const open = asked > 0 ? (listed ?? one.data ?? null) : null
  const show = (id: number | null) =>
    setSearch((current) => withParameters(current, { envoi: id === null ? null : String(id) }))
  const again = (rows: readonly Delivery[]) =>
    replay.mutate(
      rows.map(({ id }) => id),
      {
        onSuccess: (count) => toast({ title: t('deliveries.replayed', { count: Number(count) }) }),
        onError: (error) => toast({ title: t(`refused.${refusalOf(error)}`), variant: 'destructive' }),
      },
    )
  const columns = useMemo(
    (): TableColumn<Delivery>[] => [
      {
        key: 'created',
        narrow: 'fact',
        title: t('deliveries.created'),
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => <span className="tabular">{format.dateTime(created_at)}</span>,
        width: 150,
      },
      {
        key: 'endpoint',
        narrow: 'fact',
        title: t('deliveries.endpoint'),
        value: ({ endpoint }) => endpoint.name,
        width: 150,
        filter: 'choice',
      },
      {
        key: 'event',
        narrow: 'name',
        title: t('deliveries.event'),
        value: ({ event }) => t(`deliveries.events.${EVENT_KEYS[event]}`),
        width: 170,
        filter: 'choice',
      },
      {
        key: 'state',
        narrow: 'state',
        title: t('deliveries.state'),
        value: ({ state }) => t(`deliveries.states.${state}`),
        cell: ({ state }) => <Badge tone={TONES[state]}>{t(`deliveries.states.${state}`)}</Badge>,
        width: 130,
        filter: 'choice',
      },
      {
        key: 'attempts',
        title: t('deliveries.attempts'),
        value: ({ attempts }) => attempts,
        numeric: true,
        width: 90,
      },
      {
        key: 'answer',
        narrow: 'fact',
        title: t('deliveries.answer'),
        value: ({ last_status, last_error }) => last_error ?? last_status,
        width: 170,
        filter: 'text',
      },
    ],
    [t, format],
  )
  return (
    <section aria-labelledby="deliveries" className="grid gap-3">
      <h2 id="deliveries" className="text-16 font-semibold">
        {t('deliveries.title')}
      </h2>
      <DataTable
        label={t('deliveries.title')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        status={deliveries.isLoadingError ? 'error' : deliveries.data ? 'ready' : 'loading'}
        onRetry={() => void deliveries.refetch()}
        fixedOrder={deliveries.hasNextPage}
        onOpen={({ id }) => show(id)}
        selectable
        selectionActions={(rows) => (
          <Button
            size="sm"
            busy={replay.isPending}
            onClick={() => again(rows)}
            icon={<RotateCw size={16} strokeWidth={1.75} aria-hidden />}
          >
            {t('deliveries.replay')}
          </Button>
        )}
        exportName={t('deliveries.file')}
        empty={
          <EmptyState icon={<Send size={20} strokeWidth={1.75} aria-hidden />} title={t('deliveries.none')}>
            {t('deliveries.noneNote')}
          </EmptyState>
        }
        className="max-h-120"
      />
      {deliveries.hasNextPage ? (
        <div className="flex justify-center">
          <Button
            variant="outline"
            busy={deliveries.isFetchingNextPage}
            onClick={() => void deliveries.fetchNextPage()}
          >
            {t('deliveries.more')}
          </Button>
        </div>
      ) : null}
      <DetailSheet
        full
        open={open !== null}
        title={open ? t('deliveries.one', { number: open.id }) : ''}
        badge={open ? <Badge tone={TONES[open.state]}>{t(`deliveries.states.${open.state}`)}</Badge> : null}
        onClose={() => show(null)}
      >
        {open ? <DeliveryDetail delivery={open} onReplay={() => again([open])} /> : null}
      </DetailSheet>
    </section>
  )
}

/** A dot would split a message key in two. */
const EVENT_KEYS = {
  'lead.created': 'created',
  'lead.qualified': 'qualified',
  'lead.erased': 'erased',
  test: 'test',
} as const

function DeliveryDetail({ delivery, onReplay }: { delivery: Delivery; onReplay: () => void }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const attempts = useQuery(attemptsQuery(delivery.id))
  return (
    <>
      <DetailSection title={t('deliveries.tries')}>
        {attempts.data ? (
          <ol className="divide-y divide-line">
            {attempts.data.map(({ number, at, status, error, address, duration_ms }) => (
              <li key={number} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <span className="tabular w-6 text-muted">{number}</span>
                <span className="tabular">{format.dateTime(at)}</span>
                <Badge tone={error ? 'loss' : 'gain'}>{error ?? status}</Badge>
                <span className="tabular ml-auto text-13 text-muted">
                  {address ?? format.dash} · {format.number(duration_ms)}
                  {'\u00a0'}ms
                </span>
              </li>
            ))}
          </ol>
        ) : (
          <Skeleton className="h-16 w-full" />
        )}
        {delivery.state === 'pending' ? (
          <p className="mt-2 text-13 text-muted">
            {t('deliveries.next', { time: format.dateTime(delivery.next_attempt_at) })}
          </p>
        ) : (
          <Button
            size="sm"
            className="mt-3"
            onClick={onReplay}
            icon={<RotateCw size={16} strokeWidth={1.75} aria-hidden />}
          >
            {t('deliveries.replay')}
          </Button>
        )}
      </DetailSection>
      <DetailSection title={t('deliveries.body')}>
        <pre className="max-h-80 overflow-auto rounded-control border border-line bg-well p-3 font-mono text-12">
          {JSON.stringify(JSON.parse(delivery.body), null, 2)}
        </pre>
      </DetailSection>
    </>
  )
}
