import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useTopic } from '#lib/live/use-topic.ts'
import { useSession } from '#lib/session/session.tsx'
import { AnswerSearch } from '#parts/help/answer-search.tsx'
import { HelpLink } from '#parts/help/help-link.tsx'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/states.tsx'
import { useWide } from '#ui/use-wide.ts'
import { figuresQuery } from './figures.ts'
import { useHoursWords } from './hours-words.ts'
import { FigureStrip } from './member/figure-strip.tsx'
import { NewTicket } from './member/new-ticket.tsx'
import { OpenMark } from './member/open-mark.tsx'
import { OwnTickets } from './member/own-tickets.tsx'
import { TicketPane } from './member/ticket-pane.tsx'
import { hoursQuery, ownTicketsQuery, SUPPORT } from './tickets.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Support for members: answers first, then their tickets; the open one beside the list, or in its place on a phone. */
export default function SupportScreen() {
  const { t } = useTranslation('support')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const wide = useWide()
  const { user } = useSession()
  const { data: own } = useQuery(ownTicketsQuery)
  const { data: figures } = useQuery(figuresQuery(90))
  const refresh = () => void cache.invalidateQueries({ queryKey: [...SUPPORT, 'own'] })
  useTopic(user ? `member:${user.id}` : null, { ticket: refresh })
  const asked = search.get('demande')
  const writes = search.has('nouvelle')
  const named = asked !== null && ID.test(asked) ? asked : null
  // Beside the list there is room for the one that was spoken in last.
  const open = writes ? null : (named ?? (wide ? (own?.[0]?.id ?? null) : null))
  const covered = writes || named !== null
  return (
    <div className="flex flex-1 flex-col">
      <div className={classNames('px-4 pt-5 md:px-6', covered && 'max-lg:hidden')}>
        <header className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
          <div>
            <HelpTitle article="support-delais">{t('title')}</HelpTitle>
            <p className="text-pretty text-muted">{t('purpose')}</p>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            {figures?.demonstration && <Badge tone="line">{t('demonstration')}</Badge>}
            <OpenMark />
          </div>
        </header>
        <FigureStrip />
      </div>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] border-line lg:mt-4 lg:grid-cols-[minmax(360px,41%)_minmax(0,1fr)] lg:border-t xl:grid-cols-[488px_minmax(0,1fr)]">
        <section className={classNames('px-4 pb-6 md:px-6 lg:pt-5', covered && 'max-lg:hidden')}>
          <AnswerSearch
            className="[&_input]:h-12 [&_input]:text-16"
            onAsk={(words) => navigate(`?${new URLSearchParams({ nouvelle: '1', sujet: words })}`)}
          />
          <OwnTickets open={open} />
          <HoursLine />
        </section>
        <div
          className={classNames('min-w-0 border-line bg-surface lg:border-l', !covered && 'max-lg:hidden')}
        >
          {writes ? (
            <NewTicket />
          ) : open ? (
            <TicketPane key={open} id={open} />
          ) : (
            own?.length === 0 && (
              <div className="p-5">
                <EmptyState
                  icon={<LifeBuoy size={20} strokeWidth={1.75} aria-hidden />}
                  title={t('pane.empty')}
                >
                  {t('pane.emptyText')}
                </EmptyState>
              </div>
            )
          )}
        </div>
      </div>
    </div>
  )
}

function HoursLine() {
  const { t } = useTranslation('support')
  const { data } = useQuery(hoursQuery)
  const words = useHoursWords()
  if (!data) return null
  return (
    <p className="mt-3 text-12 text-pretty text-muted">
      {t('hours.line', { hours: words(data.hours) })} {t('hours.stops')} {t('hours.never')}{' '}
      <HelpLink article="arnaques" />
    </p>
  )
}
