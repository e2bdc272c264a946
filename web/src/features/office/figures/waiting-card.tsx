import { useQuery } from '@tanstack/react-query'
import { CircleCheck, ClipboardCheck, Gavel, Inbox, type LucideIcon, Send, WalletCards } from 'lucide-react'
import { startOfDay } from '#lib/announcements/announcement.ts'
import { upcomingQuery } from '#lib/announcements/announcement-queries.ts'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useTitle } from '#parts/announcements/use-announcement-words.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { PromiseBar } from '#ui/figure/promise-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { lastDecisionQuery } from './last-decision.ts'
import { waitingQuery } from './waiting.ts'
import type { Desk, Waiting } from './waiting-order.ts'

const PLACES: Readonly<Record<Desk, { icon: LucideIcon; to: string }>> = {
  support: { icon: Inbox, to: '/admin/support' },
  requests: { icon: ClipboardCheck, to: '/admin/qualification-requests' },
  moderation: { icon: Gavel, to: '/admin/moderation' },
  deliveries: { icon: Send, to: '/admin/livraisons?etat=failed' },
  payouts: { icon: WalletCards, to: '/admin/versements' },
}

/** What waits for staff, the overdue promise first. */
export function WaitingCard({ admin }: { admin: boolean }) {
  const { t } = useTranslation('office')
  const waiting = useQuery(waitingQuery(admin))
  if (!waiting.data)
    return waiting.isLoadingError ? (
      <ErrorState onRetry={() => void waiting.refetch()} />
    ) : (
      <Skeleton className="h-40" />
    )
  if (waiting.data.length === 0) return <AllDone admin={admin} />
  const sum = (of: 'count' | 'late') => waiting.data.reduce((total, row) => total + row[of], 0)
  return (
    <Card className="min-w-0 overflow-hidden">
      <h2 id="waiting" className="px-4 pt-4 pb-3 text-16 font-semibold text-pretty md:px-6 md:pt-5">
        {t('waits.count', { count: sum('count') })}
        {sum('late') > 0 && <span className="text-loss"> · {t('waits.late', { count: sum('late') })}</span>}
      </h2>
      <ul aria-labelledby="waiting" className="divide-y divide-line border-t border-line">
        {waiting.data.map((row) => (
          <WaitingRow key={row.desk} row={row} />
        ))}
      </ul>
    </Card>
  )
}

/** Nothing waits: who decided last and what, and the next thing that comes. */
function AllDone({ admin }: { admin: boolean }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const now = useNow()
  const titleOf = useTitle()
  const { data: last } = useQuery(lastDecisionQuery(admin))
  const calendar = useQuery(upcomingQuery(startOfDay(now).getTime())).data
  const next = calendar?.announcements.find(
    (one) =>
      one.impact === 'high' &&
      one.precision === 'exact' &&
      one.state !== 'cancelled' &&
      Date.parse(one.starts_at) > now,
  )
  return (
    <Card className="grid min-w-0 content-center gap-2 p-4 md:p-6">
      <CircleCheck size={20} strokeWidth={1.75} className="text-muted" aria-hidden />
      <h2 className="text-16 font-semibold">{t('waits.nothing')}</h2>
      {last && (
        <p className="text-pretty text-muted">
          {t('waits.last', {
            what: t(`waits.decisions.${last.what}`),
            who: last.name ?? t('waits.somebody'),
            when: format.atMoment(last.at, now),
          })}
        </p>
      )}
      {next && (
        <>
          <p className="text-pretty text-muted">
            {t('waits.next', {
              title: `${next.currency}, ${titleOf(next)}`,
              when: format.moment(next.starts_at, now),
            })}
          </p>
          <Button asChild className="mt-1 justify-self-start">
            <Link to={`/annonces?annonce=${next.id}`}>{t('waits.prepare')}</Link>
          </Button>
        </>
      )}
    </Card>
  )
}

/** Who has the most pressing one: their initials, or an empty ring for nobody. */
function Owner({ name }: { name: string | null | undefined }) {
  const { t } = useTranslation('office')
  if (name === undefined) return <span className={OWNER} />
  const words = name ? t('waits.owner', { name }) : t('waits.nobody')
  return (
    <span className={OWNER} title={words}>
      {name ? (
        <Avatar name={name} size="sm" />
      ) : (
        <span className="block size-6 rounded-pill border border-dashed border-line-strong" aria-hidden />
      )}
      <span className="sr-only">{words}</span>
    </span>
  )
}
// On a phone it stands under the count.
const OWNER = 'relative max-md:col-start-4 max-md:row-start-1'

function WaitingRow({ row: { desk, count, since, due, owner } }: { row: Waiting }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const now = useNow()
  const { icon: Icon, to } = PLACES[desk]
  const left = due === null ? null : Date.parse(due) - now
  const share =
    since === null || due === null ? 0 : (now - Date.parse(since)) / (Date.parse(due) - Date.parse(since))
  return (
    <li className="relative grid min-h-13 items-center gap-x-3 gap-y-1 px-4 py-2 transition-colors hover:bg-raised/40 grid-cols-[auto_minmax(0,1fr)_auto_1.5rem] md:grid-cols-[auto_minmax(0,1fr)_3rem_8rem_8.5rem_1.5rem] md:px-6">
      <Icon size={16} strokeWidth={1.75} className="text-muted" aria-hidden />
      <div className="min-w-0">
        <Link
          to={to}
          className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {t(`places.${desk}`)}
        </Link>
        <p className="text-13 text-muted">
          {since !== null && t('waits.since', { time: format.duration(now - Date.parse(since)) })}
        </p>
      </div>
      <span className="tabular text-right text-16 font-semibold">{format.number(count)}</span>
      {left === null ? (
        <span className="max-md:hidden" />
      ) : (
        <PromiseBar share={share} late={left < 0} className="max-md:hidden" />
      )}
      <span
        className={classNames(
          'tabular text-13 max-md:col-start-2 md:text-right',
          left === null ? 'max-md:hidden' : left < 0 ? 'text-loss' : '',
        )}
      >
        {left !== null &&
          t(left < 0 ? 'waits.overdue' : 'waits.left', { time: format.duration(Math.abs(left)) })}
      </span>
      <Owner name={owner} />
    </li>
  )
}
