import { useQuery } from '@tanstack/react-query'
import { Ban, Lock, Send } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { ownMemberQuery } from '#lib/community/members.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { useMemberName } from '#parts/conversation/member-name.tsx'
import { PendingReply } from '#parts/conversation/pending-reply.tsx'
import { TypingLine } from '#parts/conversation/typing-line.tsx'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { insertText } from '#ui/markdown/markdown-area.ts'
import { Sheet } from '#ui/overlay/sheet.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { EmptyState } from '#ui/states.tsx'
import { reasonKey } from '../composer/reasons.ts'
import { ReplyComposer } from '../composer/reply-composer.tsx'
import { NO_DRAFT, useDraft } from '../composer/use-draft.ts'
import { useOutbox } from '../composer/use-outbox.ts'
import type { ThreadRow } from '../forum.ts'
import { standingQuery } from './posts-query.ts'
import { useTyping } from './use-thread-presence.ts'

type Props = {
  thread: ThreadRow
  area: RefObject<HTMLTextAreaElement | null>
  /** A quotation to insert. */
  insertion: { text: string; id: number } | null
  asksAnonymously: boolean
  /** On a phone the field opens over the posts. */
  inSheet: boolean
  onWrites: (writes: boolean) => void
  onPublished: (position: number) => void
}

const STOPPED_AFTER_MS = 5000

/** Where one answers: replies on their way, the field, and what stands in its place when nobody may write. */
export function ReplyPlace(props: Props) {
  const { thread, area, insertion, inSheet } = props
  const { t } = useTranslation('community')
  const { staffRole } = useSession()
  const { data: me } = useQuery(ownMemberQuery)
  const nameOf = useMemberName()
  const draft = useDraft(thread.id)
  const [refused, setRefused] = useState<unknown>(null)
  const [open, setOpen] = useState(false)
  const { outbox, waiting, sending, ready } = useOutbox({
    arrived: (reply, written) => {
      if (reply.thread !== thread.id) return
      if (written.held) toast({ title: t('held.title'), description: t('held.soon') })
      if (written.position !== null) props.onPublished(written.position)
    },
    refused: (reply, error) => {
      if (reply.thread !== thread.id) return
      setRefused(error)
      draft.change({ body: draft.text.body || reply.body })
    },
  })
  const pending = waiting.filter((reply) => reply.thread === thread.id)
  const { data: standing } = useQuery({ ...standingQuery, retry: false })
  const typing = useWritingState(draft.text.body, props.onWrites)
  const present = useTyping(thread.id, typing)

  const take = useEffectEvent((text: string) => {
    setOpen(true)
    const field = area.current
    if (!field) {
      const { body } = draft.text
      draft.change({ body: body ? `${body.trimEnd()}\n\n${text}` : text })
      return
    }
    field.setSelectionRange(field.value.length, field.value.length)
    insertText(field, field.value && !field.value.endsWith('\n') ? `\n\n${text}` : text)
    field.scrollIntoView({ block: 'center' })
  })
  useEffect(() => {
    if (insertion) take(insertion.text)
  }, [insertion])

  const send = () => {
    setRefused(null)
    setOpen(false)
    const { body, replyTo, anonymous } = draft.text
    draft.clear()
    void outbox.add({ id: crypto.randomUUID(), thread: thread.id, body, replyTo, anonymous, at: Date.now() })
  }
  const composer = (
    <ReplyComposer
      area={area}
      draft={draft}
      refused={refused}
      symbol={thread.symbol}
      anonymous={props.asksAnonymously}
      onSend={send}
    />
  )
  const mayWrite = ready && (thread.locked_at === null || staffRole !== null) && !standing?.sanction
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      {pending.length > 0 && (
        <div className="overflow-hidden border-y border-line bg-surface lg:rounded-card lg:border-x">
          {pending.map((reply) => (
            <PendingReply
              key={reply.id}
              name={me ? nameOf(me) : ''}
              reply={reply}
              sending={sending === reply.id}
              onRetry={() => void outbox.flush()}
              onEdit={() => {
                outbox.drop(reply.id)
                draft.change({
                  ...NO_DRAFT,
                  body: [reply.body, draft.text.body].filter(Boolean).join('\n\n'),
                })
                setOpen(true)
              }}
            />
          ))}
        </div>
      )}
      {thread.locked_at !== null && <LockedCard thread={thread} />}
      {standing?.sanction && <SanctionCard sanction={standing.sanction} />}
      {mayWrite &&
        (inSheet ? (
          <>
            <div className="fixed inset-x-0 bottom-tabs z-10 flex items-center gap-2 border-t border-line bg-surface px-4 py-2.5">
              <button
                type="button"
                onClick={() => setOpen(true)}
                className="h-11 min-w-0 flex-1 truncate rounded-control border border-control bg-bg px-3 text-left text-16 text-muted"
              >
                {draft.text.body.trim() || t('reply.short')}
              </button>
              <Button
                variant="primary"
                size="lg"
                iconOnly
                aria-label={t('reply.send')}
                disabled={draft.text.body.trim() === ''}
                onClick={send}
                icon={<Send size={16} strokeWidth={1.75} aria-hidden />}
              />
            </div>
            <Sheet open={open} onOpenChange={setOpen} title={t('reply.title')} side="bottom">
              {composer}
            </Sheet>
          </>
        ) : (
          composer
        ))}
      <div className="max-lg:px-4">
        <TypingLine {...present} />
      </div>
    </div>
  )
}

/** Whether the reader is writing now: the text changed within the last seconds. */
function useWritingState(body: string, onWrites: (writes: boolean) => void): boolean {
  const [writes, setWrites] = useState(false)
  const [before, setBefore] = useState(body)
  if (body !== before) {
    setBefore(body)
    setWrites(body.trim() !== '')
  }
  const tell = useEffectEvent(onWrites)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text starts the wait anew
  useEffect(() => {
    if (!writes) return
    const timer = setTimeout(() => setWrites(false), STOPPED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [writes, body])
  useEffect(() => tell(writes), [writes])
  return writes
}

function LockedCard({ thread }: { thread: ThreadRow }) {
  const { t } = useTranslation('community')
  const format = useFormat()
  return (
    <div className="max-lg:px-4">
      <EmptyState
        icon={<Lock size={20} strokeWidth={1.75} aria-hidden />}
        title={t('locked.title', { date: format.dateTime(thread.locked_at) })}
      >
        {thread.lock_reason && <>{t('locked.reason', { reason: plain(thread.lock_reason) })} </>}
        {t('locked.text')}
      </EmptyState>
    </div>
  )
}

const plain = (text: string) => text.replace(/[.\s]+$/, '')

function SanctionCard({ sanction }: { sanction: { kind: string; reason: string; until: string | null } }) {
  const { t } = useTranslation('community')
  const format = useFormat()
  const kind = sanction.kind === 'ban' ? 'banned' : 'muted'
  return (
    <div className="max-lg:px-4">
      <EmptyState
        icon={<Ban size={20} strokeWidth={1.75} aria-hidden />}
        title={t(`sanction.${kind}`, { until: format.dateTime(sanction.until) })}
        action={<Link to="/moderation?onglet=decisions">{t('sanction.appeal')}</Link>}
      >
        {t('sanction.reason', { reason: t(`reasons.${reasonKey(sanction.reason)}`) })}
      </EmptyState>
    </div>
  )
}
