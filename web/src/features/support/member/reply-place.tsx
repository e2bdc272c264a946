import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { DraftLine } from '#parts/conversation/draft-line.tsx'
import { PendingReply } from '#parts/conversation/pending-reply.tsx'
import { TypingWords } from '#parts/conversation/typing-line.tsx'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { AttachButton } from '../conversation/attachment-list.tsx'
import { useAttachments } from '../conversation/use-attachments.ts'
import { useKeptText } from '../conversation/use-kept-text.ts'
import { useReplies } from '../conversation/use-replies.ts'
import { useTyping } from '../conversation/use-typing.ts'
import { WritingBox } from '../conversation/writing-box.tsx'
import { refusalKey } from '../refusals.ts'
import { SUPPORT, type Ticket } from '../tickets.ts'

const LONGEST = 20_000

/** Where a member replies: replies on their way, the field, and what a reply does to a solved ticket. */
export function ReplyPlace({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('support')
  const navigate = useNavigate()
  const cache = useQueryClient()
  const area = useRef<HTMLTextAreaElement>(null)
  const draft = useKeptText(ticket.id)
  const attachments = useAttachments()
  const [refused, setRefused] = useState<unknown>(null)
  const typing = useTyping(ticket.id, 'member', draft.text)
  const { outbox, waiting, sending, ready } = useReplies({
    arrived: (reply, { became, ticket: other }) => {
      void cache.invalidateQueries({ queryKey: SUPPORT })
      if (reply.ticket !== ticket.id) return
      if (became === 'thanked') toast({ title: t('reply.thanked') })
      if (became !== 'followed') return
      toast({ title: t('reply.followed') })
      navigate(`?demande=${other}`)
    },
    refused: (reply, error) => {
      if (reply.ticket !== ticket.id) return
      setRefused(error)
      draft.change([reply.body, draft.text].filter(Boolean).join('\n\n'))
    },
  })
  const mayLeave = ready && draft.text.trim() !== '' && !attachments.sending
  const send = () => {
    if (!mayLeave) return
    setRefused(null)
    const reply = { id: crypto.randomUUID(), ticket: ticket.id, body: draft.text, files: attachments.brought }
    draft.change('')
    attachments.clear()
    void outbox.add({ ...reply, at: Date.now() })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {waiting
        .filter((reply) => reply.ticket === ticket.id)
        .map((reply) => (
          <PendingReply
            key={reply.id}
            name=""
            reply={reply}
            sending={sending === reply.id}
            onRetry={() => void outbox.flush()}
            onEdit={() => {
              outbox.drop(reply.id)
              draft.change([reply.body, draft.text].filter(Boolean).join('\n\n'))
            }}
          />
        ))}
      <TypingWords className="px-4 md:pl-16">{typing && t('reply.teamTypes')}</TypingWords>
      <div className="sticky bottom-tabs z-10 px-4 pb-3 md:px-5 lg:static lg:pb-5">
        {refused !== null && (
          <div className="mb-2">
            <Notice refusal>{t(`refused.${refusalKey(refused)}`)}</Notice>
          </div>
        )}
        <WritingBox
          area={area}
          label={t('reply.label')}
          placeholder={t(`reply.${placeholderOf(ticket)}`)}
          value={draft.text}
          onChange={draft.change}
          onSubmit={send}
          maxLength={LONGEST}
          rows={1}
          attachments={attachments}
          foot={
            <div className="flex items-center gap-2 border-t border-line p-2">
              <AttachButton attachments={attachments} />
              <DraftLine state={draft.state} />
              <span className="ml-auto flex gap-1 max-lg:hidden pointer-coarse:hidden" aria-hidden>
                <Kbd>Ctrl</Kbd>
                <Kbd>{t('keys.enter')}</Kbd>
              </span>
              <Button variant="primary" disabled={!mayLeave} onClick={send}>
                {t('reply.send')}
              </Button>
            </div>
          }
        />
      </div>
    </div>
  )
}

/** What a reply will do. */
function placeholderOf({ state, solved_at, policy }: Ticket): 'placeholder' | 'reopens' | 'follows' {
  if (state === 'closed') return 'follows'
  if (state !== 'solved' || solved_at === null) return 'placeholder'
  const late = Date.now() > Date.parse(solved_at) + policy.reopen_days * 86_400_000
  return policy.reopens === 'never' || late ? 'follows' : 'reopens'
}
