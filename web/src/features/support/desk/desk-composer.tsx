import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { DraftLine } from '#parts/conversation/draft-line.tsx'
import { TypingWords } from '#parts/conversation/typing-line.tsx'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { insertText } from '#ui/markdown/markdown-area.ts'
import { Notice } from '#ui/notice.tsx'
import { AttachButton } from '../conversation/attachment-list.tsx'
import { useAttachments } from '../conversation/use-attachments.ts'
import { useKeptText } from '../conversation/use-kept-text.ts'
import { useTyping } from '../conversation/use-typing.ts'
import { WritingBox } from '../conversation/writing-box.tsx'
import { refusalKey } from '../refusals.ts'
import type { Ticket } from '../tickets.ts'
import {
  type Answer,
  type Canned,
  type Colleague,
  cannedQuery,
  colleaguesQuery,
  useAnswer,
  useNote,
} from './inbox.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { useSuggestions } from './use-suggestions.ts'

export type DeskField = { write: (mode: Mode) => void; canned: () => void }
type Mode = 'answer' | 'note'

const LONGEST = { answer: 20_000, note: 5000 } as const
const FEW = 30

/** Where staff write: an answer to the member, or a note that only staff see. */
export function DeskComposer({ ticket, field }: { ticket: Ticket; field: RefObject<DeskField | null> }) {
  const { t } = useTranslation('support')
  const area = useRef<HTMLTextAreaElement>(null)
  const [mode, setMode] = useState<Mode>('answer')
  const answerText = useKeptText(`answer:${ticket.id}`)
  const noteText = useKeptText(`note:${ticket.id}`)
  const draft = mode === 'answer' ? answerText : noteText
  const attachments = useAttachments()
  const answer = useAnswer()
  const note = useNote()
  const [canned, setCanned] = useState<string | null>(null)
  // The same request until it is known to be written: a second click or a lost answer writes once.
  const [request, setRequest] = useState(() => crypto.randomUUID())
  const memberTypes = useTyping(ticket.id, 'staff', answerText.text)
  const { answers, mentions } = useDeskSuggestions(ticket, area, mode, setCanned)
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const busy = answer.isPending || note.isPending
  const empty = draft.text.trim() === ''

  const write = (next: Mode) => {
    setMode(next)
    requestAnimationFrame(() => area.current?.focus())
  }
  useImperativeHandle(field, () => ({
    write,
    canned: () => {
      write('answer')
      requestAnimationFrame(() => {
        if (!area.current) return
        insertText(area.current, area.current.value === '' ? '/' : ' /')
      })
    },
  }))
  const written = () => {
    draft.change('')
    attachments.clear()
    setCanned(null)
    setRequest(crypto.randomUUID())
  }
  const send = (next: Answer['next']) => {
    if (empty || busy || attachments.sending) return
    const words = { ticket: ticket.id, body: draft.text, request }
    if (mode === 'note') {
      const mentioned = colleagues.filter(({ username }) =>
        draft.text.toLowerCase().includes(`@${username.toLowerCase()}`),
      )
      note.mutate({ ...words, mentions: mentioned.map(({ id }) => id) }, { onSuccess: written })
    } else {
      answer.mutate(
        { ...words, seen: ticket.messages, next, files: attachments.brought, canned },
        { onSuccess: written },
      )
    }
  }
  const error = mode === 'note' ? note.error : answer.error
  const name = ticket.member?.name ?? t('message.gone')
  return (
    <div className="shrink-0 px-4 pb-4 max-lg:sticky max-lg:bottom-tabs max-lg:z-10 max-lg:bg-bg md:px-5 md:pb-5">
      <TypingWords className="md:pl-11">
        {memberTypes && t('desk.types', { name: name.split(' ')[0] ?? '' })}
      </TypingWords>
      {error && (
        <div className="mb-2">
          <Notice refusal>{t(`refused.${refusalKey(error)}`)}</Notice>
        </div>
      )}
      <SuggestionList
        suggestions={answers}
        label={t('canned.title')}
        enter={t('keys.enter')}
        row={(one) => <CannedRow canned={one} />}
      />
      <SuggestionList
        suggestions={mentions}
        label={t('note.colleagues')}
        enter={t('keys.enter')}
        row={({ name: who, username }) => (
          <>
            <bdi className="font-medium">{who}</bdi>
            <span className="text-13 text-muted">@{username}</span>
          </>
        )}
      />
      <WritingBox
        area={area}
        label={t(mode === 'note' ? 'note.label' : 'reply.label')}
        placeholder={t(mode === 'note' ? 'note.placeholder' : 'desk.placeholder')}
        value={draft.text}
        onChange={draft.change}
        onSubmit={() => send('pending')}
        maxLength={LONGEST[mode]}
        warn={mode === 'note'}
        {...(mode === 'answer' ? { attachments } : {})}
        onKey={(event) => answers.onKey(event) || mentions.onKey(event)}
        onCaret={() => {
          answers.look()
          mentions.look()
        }}
        naming={mode === 'answer' ? answers.naming : mentions.naming}
        head={
          <div className="flex flex-wrap items-center gap-2 border-b border-line px-2 py-1.5">
            <Segmented
              label={t('desk.mode')}
              value={mode}
              onChange={(next) => write(next)}
              options={[
                { value: 'answer', label: t('desk.answer') },
                {
                  value: 'note',
                  label: (
                    <>
                      <Lock size={12} strokeWidth={2} aria-hidden />
                      {t('note.title')}
                    </>
                  ),
                },
              ]}
            />
            {mode === 'answer' && <AttachButton attachments={attachments} />}
            <span
              className={`ml-auto px-1 text-12 ${mode === 'note' ? 'font-medium text-warn' : 'text-muted'}`}
            >
              {mode === 'note' ? t('note.hidden') : t('desk.towards', { name: name.split(' ')[0] ?? '' })}
            </span>
          </div>
        }
        foot={
          <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line p-2">
            <DraftLine state={draft.state} />
            {mode === 'answer' && (
              <Button variant="ghost" disabled={empty || busy} onClick={() => send('solved')}>
                {t('desk.sendAndSolve')}
              </Button>
            )}
            <Button
              variant="primary"
              busy={busy}
              disabled={empty || busy || attachments.sending}
              onClick={() => send('pending')}
            >
              {t(mode === 'note' ? 'note.keep' : 'reply.send')}
              <span aria-hidden className="font-medium opacity-75 pointer-coarse:hidden">
                {t('keys.ctrlEnter')}
              </span>
            </Button>
          </div>
        }
      />
    </div>
  )
}

/** Canned answers after a slash in an answer, colleagues after an at sign in a note. */
function useDeskSuggestions(
  ticket: Ticket,
  area: RefObject<HTMLTextAreaElement | null>,
  mode: Mode,
  onCanned: (id: string) => void,
) {
  const { data: canned = [] } = useQuery(cannedQuery(ticket.id, ''))
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const answers = useSuggestions<Canned>({
    area,
    sign: '/',
    on: mode === 'answer',
    options: (prefix) =>
      canned
        .filter(({ name, text }) => plain(`${name} ${text ?? ''}`).includes(plain(prefix)))
        .sort((one, two) => Number(two.name.startsWith(prefix)) - Number(one.name.startsWith(prefix)))
        .slice(0, 8),
    idOf: ({ id }) => id,
    insert: (one) => {
      onCanned(one.id)
      return one.text ?? ''
    },
  })
  const mentions = useSuggestions<Colleague>({
    area,
    sign: '@',
    on: mode === 'note',
    options: (prefix) =>
      colleagues
        .filter(({ name, username }) => plain(`${name} ${username}`).includes(plain(prefix)))
        .slice(0, 6),
    idOf: ({ id }) => id,
    insert: ({ username }) => `@${username} `,
  })
  return { answers, mentions }
}

/** A canned answer with how often it sufficed; without a percentage while it was used too rarely to tell. */
function CannedRow({ canned: { name, text, uses, sufficed } }: { canned: Canned }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  return (
    <>
      <b className="w-28 shrink-0 truncate font-semibold max-sm:w-auto">/{name}</b>
      <span className="min-w-0 flex-1 truncate text-13 text-muted">{text}</span>
      <span className="tabular shrink-0 text-12 text-muted">
        {uses >= FEW
          ? t('canned.useful', { share: format.percent(sufficed / uses), count: uses })
          : t('canned.count', { count: uses })}
      </span>
    </>
  )
}
