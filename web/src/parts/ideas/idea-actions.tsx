import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownMemberQuery } from '#lib/community/members.ts'
import { hasEnded, type Idea, isOpened } from '#lib/ideas/idea.ts'
import { type IdeaAct, useIdeaAct, useIdeaNote } from '#lib/ideas/idea-queries.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { ideaRefusal } from './idea-refusal.ts'

type Asked = IdeaAct | 'note'

/** What its author may still do: withdraw it before the entry, close it, add a note, open it. Nothing for anybody else. */
export function IdeaActions({ idea }: { idea: Idea }) {
  const { t } = useTranslation('ideas')
  const { data: me } = useQuery(ownMemberQuery)
  const [asked, setAsked] = useState<Asked | null>(null)
  if (me?.id !== idea.author || !isOpened(idea)) return null
  const sealed = idea.opening === null
  const acts: Asked[] = sealed
    ? idea.opens_at === null
      ? []
      : ['reveal_idea']
    : hasEnded(idea)
      ? []
      : [
          ...(idea.state.state === 'pending' && idea.terms.terms.levels.order_type !== 'market'
            ? (['cancel_idea'] as const)
            : []),
          ...(idea.state.state === 'active' ? (['close_idea'] as const) : []),
          'note',
        ]
  const waiting = idea.events.find(({ kind }) => kind === 'close_asked' || kind === 'cancel_asked')
  const offered = acts.filter((act) => !waiting || act === 'note')
  if (offered.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
      {offered.map((act) => (
        <Button key={act} variant="outline" onClick={() => setAsked(act)}>
          {t(`act.${act}.name`)}
        </Button>
      ))}
      {waiting && (
        <span className="text-13 text-muted">{t(`act.waiting.${waiting.kind as 'close_asked'}`)}</span>
      )}
      {asked === 'note' && <NoteDialog idea={idea.id} onClose={() => setAsked(null)} />}
      {asked !== null && asked !== 'note' && (
        <ActDialog idea={idea.id} act={asked} onClose={() => setAsked(null)} />
      )}
    </div>
  )
}

function ActDialog({ idea, act, onClose }: { idea: string; act: IdeaAct; onClose: () => void }) {
  const { t } = useTranslation('ideas')
  const write = useIdeaAct()
  return (
    <FormDialog
      title={t(`act.${act}.name`)}
      description={t(`act.${act}.text`)}
      refusal={write.error && t(ideaRefusal(write.error))}
      submit={t(`act.${act}.do`)}
      busy={write.isPending}
      onSubmit={() => write.mutate({ idea, act }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function NoteDialog({ idea, onClose }: { idea: string; onClose: () => void }) {
  const { t } = useTranslation('ideas')
  const write = useIdeaNote()
  const [words, setWords] = useState('')
  return (
    <FormDialog
      title={t('act.note.name')}
      description={t('act.note.text')}
      refusal={write.error && t(ideaRefusal(write.error))}
      submit={t('act.note.do')}
      busy={write.isPending}
      incomplete={words.trim() === ''}
      onSubmit={() => write.mutate({ idea, words }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field label={t('act.note.words')}>
        <Textarea
          rows={4}
          maxLength={1000}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
