import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import { refusalKey } from '../reasons.ts'
import { type CaseFile, useDecideAppeal, useSecond, useUndo } from './cases.ts'
import { StatementCard } from './statement-card.tsx'

type Decision = NonNullable<CaseFile['decision']>

/** What was decided: it can be undone before it is sent, waits for a second person, or was appealed. */
export function DecidedColumn({ about }: { about: CaseFile }) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  const { decision, appeal, state } = about
  if (!decision) return <p className="p-5 text-muted">{t('decided.published')}</p>
  return (
    <section className="grid gap-4 p-5">
      <h2 className="text-16 font-semibold">{t(`measures.${decision.measure}`)}</h2>
      {state === 'awaiting_second' ? (
        <SecondPerson decision={decision} />
      ) : (
        <Sending key={decision.due_at} decision={decision} />
      )}
      <StatementCard
        title={t('decided.statement', { at: format.dateTime(decision.decided_at) })}
        statement={decision.statement}
      />
      {appeal && <AppealPart key={appeal.id} appeal={appeal} />}
    </section>
  )
}

function Sending({ decision }: { decision: Decision }) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  const undo = useUndo()
  const left = useSecondsUntil(decision.due_at)
  const undoable = decision.own && decision.sent_at === null && left > 0
  useKeys(undoable ? { z: () => undo.mutate(decision.id) } : {})
  if (!undoable)
    return (
      <p role="status" className="text-muted">
        {decision.reversed_at
          ? t('decided.reversed', { at: format.dateTime(decision.reversed_at) })
          : decision.sent_at
            ? t('decided.sent', { at: format.dateTime(decision.sent_at) })
            : t('decided.sending')}
      </p>
    )
  return (
    <div className="grid gap-2">
      <p>
        {t('decided.leaves')}{' '}
        <span role="timer" className="tabular font-semibold">
          {t('decided.seconds', { count: left })}
        </span>
      </p>
      <Button
        className="justify-self-start"
        busy={undo.isPending}
        aria-keyshortcuts="Z"
        onClick={() => undo.mutate(decision.id)}
        icon={<Undo2 size={16} strokeWidth={1.75} aria-hidden />}
      >
        {t('decided.undo')}
        <span aria-hidden className="text-muted pointer-coarse:hidden">
          Z
        </span>
      </Button>
      {undo.isError && <Notice refusal>{t(`refused.${refusalKey(undo.error)}`)}</Notice>}
    </div>
  )
}

/** Seconds left until a moment, counted each second. */
function useSecondsUntil(moment: string | null): number {
  const left = () => (moment === null ? 0 : Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1000)))
  const [seconds, setSeconds] = useState(left)
  const over = seconds === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` is made of the moment alone
  useEffect(() => {
    if (over) return
    const timer = setInterval(() => setSeconds(left()), 1000)
    return () => clearInterval(timer)
  }, [moment, over])
  return seconds
}

/** A ban or a closing waits for a colleague of who proposed it. */
function SecondPerson({ decision }: { decision: Decision }) {
  const { t } = useTranslation('moderation')
  const second = useSecond()
  const undo = useUndo()
  const [words, setWords] = useState('')
  const answer = (agree: boolean) => second.mutate({ id: decision.id, agree, words })
  return (
    <div className="grid gap-3">
      <p className="text-pretty text-muted">{t(decision.own ? 'second.own' : 'second.asked')}</p>
      {decision.own ? (
        <Button className="justify-self-start" busy={undo.isPending} onClick={() => undo.mutate(decision.id)}>
          {t('decided.undo')}
        </Button>
      ) : (
        <>
          <Field label={t('second.words')}>
            <Textarea value={words} maxLength={2000} onChange={({ target }) => setWords(target.value)} />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" busy={second.isPending} onClick={() => answer(true)}>
              {t('second.agree')}
            </Button>
            <Button variant="outline" disabled={second.isPending} onClick={() => answer(false)}>
              {t('second.decline')}
            </Button>
          </div>
        </>
      )}
      {(second.isError || undo.isError) && (
        <Notice refusal>{t(`refused.${refusalKey(second.error ?? undo.error)}`)}</Notice>
      )}
    </div>
  )
}

/** An appeal goes to another person than who decided. */
function AppealPart({ appeal }: { appeal: NonNullable<CaseFile['appeal']> }) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  const decide = useDecideAppeal()
  const [words, setWords] = useState('')
  const answer = (overturn: boolean) => decide.mutate({ id: appeal.id, overturn, words })
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h2 className="font-semibold">{t('appeal.title', { at: format.dateTime(appeal.filed_at) })}</h2>
      <blockquote className="border-l-2 border-line-strong pl-3 text-pretty wrap-anywhere whitespace-pre-line">
        {appeal.words}
      </blockquote>
      {appeal.outcome ? (
        <>
          <p className="font-medium">{t(`appeal.${appeal.outcome}`)}</p>
          <p className="text-pretty text-muted wrap-anywhere">{appeal.answer}</p>
        </>
      ) : appeal.own_decision ? (
        <p className="text-muted">{t('appeal.otherPerson')}</p>
      ) : (
        <>
          <Field label={t('appeal.answer')} hint={t('appeal.answerHint')}>
            <Textarea value={words} maxLength={3000} onChange={({ target }) => setWords(target.value)} />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button disabled={words.trim().length < 3 || decide.isPending} onClick={() => answer(false)}>
              {t('appeal.confirm')}
            </Button>
            <Button
              variant="outline"
              disabled={words.trim().length < 3 || decide.isPending}
              onClick={() => answer(true)}
            >
              {t('appeal.reverse')}
            </Button>
          </div>
          {decide.isError && <Notice refusal>{t(`refused.${refusalKey(decide.error)}`)}</Notice>}
        </>
      )}
    </section>
  )
}
