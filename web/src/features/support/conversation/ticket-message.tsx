import { Check, Clock, Lock, Mail } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { plainLine } from '#parts/conversation/member-text.ts'
import { useWhen } from '#parts/conversation/when.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import type { Message, Note, Ticket } from '../tickets.ts'
import { TicketFiles } from './ticket-files.tsx'

type MessageProps = {
  message: Message
  ticket: Ticket
  /** Members see who is of the team; staff do not need it. */
  marksStaff: boolean
  /** The first answer, of which a promise was made. */
  first: boolean
}

/** What somebody wrote, as plain text: a mail's HTML was turned into its words before it was kept. */
export function TicketMessage({ message, ticket, marksStaff, first }: MessageProps) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const when = useWhen()
  const name = message.own ? t('message.you') : plainLine(message.name) || t('message.gone')
  return (
    <article className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3 gap-y-1">
      <Avatar name={message.name} className="row-span-2" />
      <p className="flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1 self-center text-13 text-muted">
        <bdi className="font-semibold text-text">{name}</bdi>
        {marksStaff && message.role === 'staff' && (
          <span className="inline-flex h-4 items-center rounded-key bg-inverse px-1 text-12 font-semibold text-on-inverse">
            {t('message.team')}
          </span>
        )}
        <time dateTime={message.at}>{when(message.at)}</time>
        {message.channel === 'mail' && (
          <span className="inline-flex items-center gap-1">
            <Mail size={14} strokeWidth={1.75} aria-hidden />
            {t('message.byMail')}
          </span>
        )}
        {message.moved_from !== null && <span>{t('message.moved', { number: message.moved_from })}</span>}
        {message.own && message.seen_at && (
          <span>{t('message.seen', { at: format.time(message.seen_at) })}</span>
        )}
        {first && <KeptBadge clock={ticket.clock} long={marksStaff} />}
      </p>
      <div className="col-start-2 min-w-0">
        <p className="max-w-140 text-[0.9375rem]/6 wrap-anywhere whitespace-pre-line max-lg:text-16">
          {message.body}
        </p>
        {message.quoted && (
          <details className="mt-2 max-w-140 text-13 text-muted">
            <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-inner bg-raised px-2 pointer-coarse:min-h-target">
              {t('message.quoted')}
            </summary>
            <p className="mt-2 border-l-2 border-line-strong pl-3 wrap-anywhere whitespace-pre-line">
              {message.quoted}
            </p>
          </details>
        )}
        <TicketFiles files={message.files} />
      </div>
    </article>
  )
}

/** Whether the first answer came within what was promised, in business time. */
function KeptBadge({ clock, long }: { clock: Ticket['clock']; long: boolean }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  if (clock.answered_in_seconds === null) return null
  const took = format.duration(clock.answered_in_seconds * 1000)
  const promised = format.duration(clock.promise.answer_minutes * 60_000)
  return clock.answer_kept ? (
    <Badge tone="gain" icon={<Check size={12} strokeWidth={2} aria-hidden />}>
      {t(long ? 'promise.keptLong' : 'promise.kept', { took, promised })}
    </Badge>
  ) : (
    <Badge tone="warn" icon={<Clock size={12} strokeWidth={2} aria-hidden />}>
      {t('promise.missed', { took, promised })}
    </Badge>
  )
}

/** What staff write to each other: its tint, its lock and its words all say that no member sees it. */
export function TicketNote({ note }: { note: Note }) {
  const { t } = useTranslation('support')
  const when = useWhen()
  return (
    <section className="ml-11 rounded-control bg-warn-tint px-4 py-3 max-lg:ml-0">
      <p className="flex flex-wrap items-center gap-x-2 text-13 text-warn">
        <Lock size={14} strokeWidth={1.75} aria-hidden />
        <b className="font-semibold">{t('note.title')}</b>
        <bdi>{note.own ? t('message.you') : note.name}</bdi>
        <time dateTime={note.at}>{when(note.at)}</time>
        <span className="ml-auto">{t('note.hidden')}</span>
      </p>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{note.body}</p>
    </section>
  )
}
