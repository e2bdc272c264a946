import { useQuery } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ClockRuler } from '../clock/clock-ruler.tsx'
import { useLeftWords } from '../clock/left-words.ts'
import { useClock } from '../clock/use-clock.ts'
import { StateMark } from '../state-mark.tsx'
import { ownTicketsQuery, type TicketRow } from '../tickets.ts'

/** The member's tickets, the last one spoken in first. */
export function OwnTickets({ open }: { open: string | null }) {
  const { t } = useTranslation('support')
  const { data, isLoadingError, refetch } = useQuery(ownTicketsQuery)
  return (
    <section aria-labelledby="own-tickets" className="mt-6">
      <div className="mb-2 flex min-h-8 items-center justify-between gap-3">
        <h2 id="own-tickets" className="font-semibold">
          {t('own.title')} <span className="tabular font-normal text-muted">{data?.length}</span>
        </h2>
        <Button asChild variant="outline">
          <Link to="?nouvelle=1">{t('own.ask')}</Link>
        </Button>
      </div>
      {isLoadingError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Card className="divide-y divide-line" aria-busy>
          {[1, 2, 3].map((place) => (
            <div key={place} className="grid h-[62px] content-center gap-2 px-4">
              <Skeleton className="h-3 w-1/2" />
              <Skeleton className="h-3 w-1/3" />
            </div>
          ))}
        </Card>
      ) : data.length === 0 ? (
        <EmptyState
          icon={<MessageCircleQuestion size={20} strokeWidth={1.75} aria-hidden />}
          title={t('own.none')}
        >
          {t('own.noneText')}
        </EmptyState>
      ) : (
        <Card className="overflow-hidden">
          <ul className="divide-y divide-line">
            {data.map((ticket) => (
              <TicketLine key={ticket.id} ticket={ticket} current={ticket.id === open} />
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

function TicketLine({ ticket, current }: { ticket: TicketRow; current: boolean }) {
  const { t } = useTranslation('support')
  const places = useClock(ticket)
  const { words, late } = useLeftWords()(ticket, places)
  const runs = (ticket.state === 'new' || ticket.state === 'open') && places
  return (
    <li>
      <Link
        to={`?demande=${ticket.id}`}
        aria-current={current || undefined}
        className={classNames(
          'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-l-2 py-2.5 pr-4 pl-3.5 -outline-offset-2 transition-colors',
          current ? 'border-text bg-raised' : 'border-transparent hover:bg-raised/40',
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          <b className={classNames('min-w-0 truncate', ticket.unread ? 'font-semibold' : 'font-medium')}>
            {ticket.subject}
          </b>
          {ticket.unread && (
            <i role="img" aria-label={t('own.unread')} className="size-2 shrink-0 rounded-pill bg-info" />
          )}
        </span>
        <StateMark state={ticket.state} side="member" />
        <span className="min-w-0 truncate text-13 text-muted">
          {t('own.line', { number: ticket.number, topic: t(`topics.${ticket.topic}`) })}
        </span>
        <span className={classNames('tabular justify-self-end text-13', late ? 'text-loss' : 'text-muted')}>
          {words}
        </span>
        {runs && <ClockRuler small places={places} description={words} className="col-span-2 my-1.5" />}
      </Link>
    </li>
  )
}
