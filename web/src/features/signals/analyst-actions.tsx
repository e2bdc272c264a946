import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/i18n.ts'
import { useSession } from '#lib/session.tsx'
import { isOpen, type Signal } from '#lib/signal.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { GradeThesis } from './grade-thesis.tsx'
import { MoveStop } from './move-stop.tsx'
import { useSignalActions } from './queries.ts'
import { refusalKey } from './refusal.ts'

type Act = 'note' | 'cancel' | 'close'

/** What an analyst may still do: add a note, withdraw what was not entered, bring the stop nearer and close what was, grade what ended. */
export function AnalystActions({ signal }: { signal: Signal }) {
  const { t } = useTranslation('signals')
  const { staffRole, user } = useSession()
  const actions = useSignalActions(signal.id)
  const [act, setAct] = useState<Act | null>(null)
  const [text, setText] = useState('')
  if (!staffRole) return null
  if (!isOpen(signal)) {
    const graded = signal.signal_events?.some(
      ({ kind, data }) => kind === 'graded' && data.grader_id === user?.id,
    )
    return graded ? null : <GradeThesis signalId={signal.id} />
  }
  const acts: readonly Act[] =
    signal.signal_states.state === 'pending' ? ['note', 'cancel'] : ['note', 'close']
  const running = act ? actions[act] : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    running?.mutate(text, {
      onSuccess: () => {
        setAct(null)
        setText('')
      },
    })
  }
  return (
    <>
      {signal.signal_states.state === 'active' && <MoveStop signalId={signal.id} />}
      {acts.map((one) => (
        <Button key={one} variant={one === 'note' ? 'outline' : 'danger'} onClick={() => setAct(one)}>
          {t(`act.${one}`)}
        </Button>
      ))}
      <Dialog
        open={act !== null}
        onOpenChange={(open) => !open && setAct(null)}
        title={act ? t(`act.${act}`) : ''}
        description={act ? t(`act.${act}Text`) : ''}
      >
        <form onSubmit={submit} className="grid gap-4">
          <Field
            label={t(act === 'note' ? 'act.noteLabel' : 'act.reason')}
            error={running?.error ? t(refusalKey(running.error)) : undefined}
          >
            <Textarea value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAct(null)}>{t('act.back')}</Button>
            <Button type="submit" variant="primary" busy={running?.isPending ?? false}>
              {act ? t(`act.${act}`) : ''}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
