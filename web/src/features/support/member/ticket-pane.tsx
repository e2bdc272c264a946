import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Check } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useTopic } from '#lib/live/use-topic.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ClockCard } from '../clock/clock-card.tsx'
import { History } from '../conversation/history.tsx'
import { SUPPORT, seeTicket, type Ticket, ticketQuery, useCloseOwn } from '../tickets.ts'
import { ComplaintLine } from './complaint-line.tsx'
import { ReplyPlace } from './reply-place.tsx'
import { Satisfaction } from './satisfaction.tsx'

/** A ticket as its member reads it: title, promise, everything that was said, the field. */
export function TicketPane({ id }: { id: string }) {
  const { t } = useTranslation('support')
  const cache = useQueryClient()
  const { data, isLoadingError, error, refetch } = useQuery(ticketQuery(id))
  const refresh = () => void cache.invalidateQueries({ queryKey: SUPPORT })
  useTopic(`ticket:${id}`, { ticket: refresh }, refresh)
  useSeen(data, 'own')
  if (data) return <OpenTicket ticket={data} />
  if (!isLoadingError) return <PaneSkeleton />
  return (error as { message?: string }).message === 'ticket_not_found' ? (
    <ErrorState className="m-5" title={t('pane.gone')}>
      {t('pane.goneText')}
    </ErrorState>
  ) : (
    <ErrorState className="m-5" onRetry={() => void refetch()} />
  )
}

/** Tells the other side that the newest message was on this screen; `list` is the reader's, where it was unread. */
export function useSeen(ticket: Ticket | undefined, list: 'own' | 'inbox'): void {
  const cache = useQueryClient()
  const newest = ticket && `${ticket.id} ${ticket.last_message_at}`
  useEffect(() => {
    const id = newest?.split(' ')[0]
    if (!id) return
    const see = () => {
      if (document.visibilityState !== 'visible') return
      seeTicket(id)
        .then(() => cache.invalidateQueries({ queryKey: [...SUPPORT, list] }))
        .catch(() => undefined)
    }
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [newest, cache, list])
}

function OpenTicket({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const now = useNow()
  const close = useCloseOwn()
  const ended = ticket.state === 'solved' || ticket.state === 'closed'
  return (
    <article aria-labelledby="ticket-title" className="flex min-h-full flex-col">
      <header className="flex min-h-15 items-center gap-2 border-b border-line bg-surface px-4 py-2 max-lg:sticky max-lg:top-topbar max-lg:z-20 max-lg:min-h-14 md:px-5">
        <Button asChild variant="ghost" size="lg" iconOnly className="-ml-2 lg:hidden">
          <Link to="/support" aria-label={t('pane.back')}>
            <ArrowLeft size={20} strokeWidth={1.75} aria-hidden />
          </Link>
        </Button>
        <div className="min-w-0 flex-1">
          <h2
            id="ticket-title"
            className="text-20 font-semibold tracking-title text-pretty wrap-anywhere max-lg:text-16"
          >
            {ticket.subject}
          </h2>
          <p className="text-13 text-pretty text-muted">
            {t('pane.opened', {
              number: ticket.number,
              at: format.atMoment(ticket.opened_at, now),
              topic: t(`topics.${ticket.topic}`),
            })}
          </p>
        </div>
        {!ended && (
          <Button
            variant="outline"
            busy={close.isPending}
            onClick={() => close.mutate(ticket.id)}
            icon={<Check size={16} strokeWidth={1.75} aria-hidden />}
          >
            <span className="max-sm:sr-only">{t('pane.solved')}</span>
          </Button>
        )}
      </header>
      <ClockCard ticket={ticket} />
      <ComplaintLine ticket={ticket} />
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 md:p-5">
        {ticket.merged_into && (
          <p className="text-muted">
            <Link to={`?demande=${ticket.merged_into.id}`} className="underline underline-offset-3">
              {t('pane.merged', { number: ticket.merged_into.number })}
            </Link>
          </p>
        )}
        <History ticket={ticket} side="member" />
        {ended && !ticket.merged_into && <Satisfaction key={ticket.satisfaction} ticket={ticket} />}
      </div>
      {!ticket.merged_into && <ReplyPlace key={ticket.id} ticket={ticket} />}
    </article>
  )
}

export const PaneSkeleton = () => (
  <div className="grid gap-5 p-5" aria-busy>
    <Skeleton className="h-10 w-2/3" />
    <Skeleton className="h-20 w-full" />
    <Skeleton className="h-16 w-4/5" />
    <Skeleton className="h-24 w-full" />
  </div>
)
