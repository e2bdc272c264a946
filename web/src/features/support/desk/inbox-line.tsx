import { UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useSession } from '#lib/session/session.tsx'
import { classNames } from '#ui/class-names.ts'
import { ClockRuler } from '../clock/clock-ruler.tsx'
import { useTurn } from '../clock/use-turn.ts'
import type { InboxRow } from './inbox.ts'

type Props = { ticket: InboxRow; current: boolean; onOpen: () => void }

/** A ticket in the inbox: whose, what, who has it, and how long its next promise still runs. */
export function InboxLine({ ticket, current, onOpen }: Props) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const now = useNow()
  const { user } = useSession()
  const turn = useTurn(ticket)
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (current) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const { assignee } = ticket
  const runs = ticket.state === 'new' || ticket.state === 'open'
  return (
    <li className="border-b border-line">
      <button
        ref={ref}
        type="button"
        aria-current={current || undefined}
        onClick={onOpen}
        className={classNames(
          'grid w-full grid-cols-[8px_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-l-2 py-3 pr-4 pl-2.5 text-left -outline-offset-2 transition-colors',
          current ? 'border-text bg-raised' : 'border-transparent hover:bg-surface',
        )}
      >
        <span className="mt-1.5">
          {ticket.unread && (
            <i role="img" aria-label={t('desk.unread')} className="block size-2 rounded-pill bg-info" />
          )}
        </span>
        <bdi className={classNames('min-w-0 truncate', ticket.unread ? 'font-semibold' : 'font-medium')}>
          {ticket.member.name ?? t('message.gone')}
        </bdi>
        <span className="tabular text-12 text-muted">{format.moment(ticket.last_message_at, now)}</span>
        <span className="col-start-2 col-end-4 min-w-0 truncate text-13 text-muted">
          <span className="text-text">{ticket.subject}</span> {ticket.excerpt}
        </span>
        <span className="col-start-2 col-end-4 mt-1 flex min-w-0 items-center gap-2 text-12 text-muted">
          <span className="min-w-0 truncate">{t(`topics.${ticket.topic}`)}</span>
          {assignee ? (
            <span className="flex min-w-0 items-center gap-1">
              <UserRound size={12} strokeWidth={1.75} className="shrink-0" aria-hidden />
              <bdi className="truncate">
                {assignee.id === user?.id ? t('desk.you') : assignee.name.split(' ')[0]}
              </bdi>
            </span>
          ) : (
            runs && <span className="shrink-0 text-warn">{t('desk.toAssign')}</span>
          )}
          <span
            className={classNames(
              'tabular ml-auto shrink-0',
              turn && turn.left < 0 && runs ? 'text-loss' : '',
            )}
          >
            {!runs
              ? t(`states.staff.${ticket.state}`)
              : turn
                ? turn.left < 0
                  ? t('clock.late', { time: format.duration(-turn.left) })
                  : format.duration(turn.left)
                : format.dash}
          </span>
          {runs && turn && turn.left >= 0 && (
            <ClockRuler
              small
              className={classNames('w-18 shrink-0', current && 'bg-overlay!')}
              places={turn}
              description={t(ticket.first_answered_at ? 'clock.towardsSolution' : 'clock.towardsAnswer')}
            />
          )}
        </span>
      </button>
    </li>
  )
}
