import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useKeys } from '#lib/browser/single-keys.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useTopic } from '#lib/live/use-topic.ts'
import { useSession } from '#lib/session/session.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWide } from '#ui/use-wide.ts'
import { PaneSkeleton, useSeen } from '../member/ticket-pane.tsx'
import { SUPPORT, ticketQuery } from '../tickets.ts'
import type { Asked } from './asked.ts'
import { ContextColumn } from './context-column.tsx'
import type { DeskField } from './desk-composer.tsx'
import { inboxQuery, useAssign, useMove } from './inbox.ts'
import { filtersIn } from './inbox-filters.ts'
import { QueueColumn } from './queue-column.tsx'
import { TicketColumn } from './ticket-column.tsx'

const DeskDialog = lazyPart(() => import('./desk-dialogs.tsx'))
const Reports = lazyPart(() => import('./reports.tsx'))
const CannedAnswers = lazyPart(() => import('./canned-answers.tsx'))
const Settings = lazyPart(() => import('./settings.tsx'))

const PARTS = { rapports: Reports, reponses: CannedAnswers, reglages: Settings } as const

/** The staff's inbox, or one of its pages by the address: reports, canned answers, settings. */
export default function InboxScreen() {
  const [search] = useSearchParams()
  const asked = search.get('onglet')
  const Part = asked && asked in PARTS ? PARTS[asked as keyof typeof PARTS] : null
  return Part ? (
    <Suspense fallback={<Skeleton className="m-6 h-80" />}>
      <Part />
    </Suspense>
  ) : (
    <Inbox />
  )
}

/** Three panes: what waits, the ticket, its member. On a narrow screen one leads to the next. */
function Inbox() {
  const { t } = useTranslation('support')
  const [search, setSearch] = useSearchParams()
  const client = useQueryClient()
  const wide = useWide()
  const { user } = useSession()
  const filters = filtersIn(search)
  const queue = useInfiniteQuery(inboxQuery(filters))
  const rows = queue.data?.pages.flat()
  const asked = search.get('demande')
  const open = asked ?? (wide ? (rows?.[0]?.id ?? null) : null)
  const file = useQuery({ ...ticketQuery(open ?? ''), enabled: open !== null })
  const ticket = file.data
  const refresh = () => void client.invalidateQueries({ queryKey: SUPPORT })
  useTopic('inbox', { ticket: refresh }, refresh)
  useSeen(ticket, 'inbox')
  const [dialog, setDialog] = useState<Asked | null>(null)
  const field = useRef<DeskField>(null)
  const assign = useAssign()
  const move = useMove()
  const show = (id: string | null) =>
    setSearch(
      (current) => {
        if (id) current.set('demande', id)
        else current.delete('demande')
        return current
      },
      { replace: wide },
    )
  const step = (by: 1 | -1) => {
    const at = rows?.findIndex(({ id }) => id === open) ?? -1
    const next = rows?.[at === -1 ? 0 : at + by]
    if (next) show(next.id)
  }
  const withTicket = (act: (id: string) => void) => () => {
    if (!ticket) return false
    act(ticket.id)
  }
  // The key counts as used: otherwise the frame's own meaning of it would follow, as the palette does on a slash.
  const withField = (act: (desk: DeskField) => void) => () => {
    if (!field.current) return false
    act(field.current)
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    i: withTicket((id) => user && assign.mutate({ ticket: id, assignee: user.id })),
    a: withTicket(() => setDialog('assign')),
    r: withField((desk) => desk.write('answer')),
    n: withField((desk) => desk.write('note')),
    '/': withField((desk) => desk.canned()),
    e: withTicket((id) => move.mutate({ ticket: id, state: 'solved' })),
  })
  return (
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)] lg:h-[calc(100dvh-var(--spacing-topbar))] lg:flex-none lg:grid-rows-[minmax(0,1fr)] lg:grid-cols-[320px_minmax(0,1fr)] lg:overflow-hidden xl:grid-cols-[368px_minmax(0,1fr)_320px]">
      <QueueColumn
        className={asked ? 'hidden lg:flex' : 'flex'}
        filters={filters}
        rows={rows}
        failed={queue.isLoadingError}
        onRetry={() => void queue.refetch()}
        more={queue.hasNextPage ? () => void queue.fetchNextPage() : null}
        open={open}
        onOpen={show}
      />
      <section
        aria-label={t('desk.ticket')}
        className={classNames('flex min-h-0 min-w-0 flex-col', !asked && 'max-lg:hidden')}
      >
        {file.isLoadingError ? (
          <ErrorState className="m-5" onRetry={() => void file.refetch()} />
        ) : ticket ? (
          <TicketColumn
            key={ticket.id}
            ticket={ticket}
            field={field}
            refusal={assign.error ?? move.error}
            onAsk={setDialog}
            onBack={() => show(null)}
          />
        ) : (
          open && <PaneSkeleton />
        )}
      </section>
      <aside
        aria-label={t('desk.context')}
        className={classNames(
          'min-h-0 min-w-0 overflow-y-auto border-line max-xl:hidden xl:border-l',
          !asked && 'max-lg:hidden',
        )}
      >
        {ticket && <ContextColumn key={ticket.id} ticket={ticket} onAsk={setDialog} />}
      </aside>
      {dialog && ticket && (
        <Suspense fallback={null}>
          <DeskDialog
            asked={dialog}
            ticket={ticket}
            onClose={() => setDialog(null)}
            onGo={(id) => {
              setDialog(null)
              show(id)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
