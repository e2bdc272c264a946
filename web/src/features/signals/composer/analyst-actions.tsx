import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { isOpen, type Signal } from '#lib/signals/signal.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useSignalActions } from '../queries.ts'
import { GradeThesis } from './grade-thesis.tsx'
import { MoveStop } from './move-stop.tsx'
import { refusalKey } from './refusal.ts'
import { requestOf } from './requested.tsx'

type Act = 'note' | 'cancel' | 'close'

/**
 * An analyst's actions: grade any ended signal; for their own signals, or as an admin for all, add a note, request the
 * withdrawal of a pending signal, move the stop closer, and request the closing of an active one.
 */
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
  if (signal.author_id !== user?.id && staffRole !== 'admin') return null
  const active = signal.signal_states.state === 'active'
  const ending = active ? 'close' : signal.signal_levels?.order_type === 'market' ? null : 'cancel'
  const acts: readonly Act[] = ending && !requestOf(signal) ? ['note', ending] : ['note']
  const running = act ? actions[act] : null
  const submit = () =>
    running?.mutate(text, {
      onSuccess: () => {
        if (act !== 'note') toast({ title: t('asked.sent') })
        setAct(null)
        setText('')
      },
    })
  return (
    <>
      {active && <MoveStop signalId={signal.id} />}
      {acts.map((one) => (
        <Button key={one} variant={one === 'note' ? 'outline' : 'danger'} onClick={() => setAct(one)}>
          {t(`act.${one}`)}
        </Button>
      ))}
      <FormDialog
        open={act !== null}
        title={act ? t(`act.${act}`) : ''}
        description={act ? t(`act.${act}Text`) : ''}
        submit={act ? t(`act.${act}`) : ''}
        busy={running?.isPending ?? false}
        onSubmit={submit}
        onClose={() => setAct(null)}
      >
        <Field
          label={t(act === 'note' ? 'act.noteLabel' : 'act.reason')}
          error={running?.error ? t(refusalKey(running.error)) : undefined}
        >
          <Textarea value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </FormDialog>
    </>
  )
}
