import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { refusalKey } from '../reasons.ts'
import { type OwnAppeal, useAppeal } from './own-queries.ts'

type Props = { decision: string; until: string; appeal: OwnAppeal | null }

/** The appeal against a decision: its form while there is time, then its state and the answer. */
export function AppealPart({ decision, until, appeal }: Props) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const send = useAppeal()
  if (appeal)
    return (
      <div className="grid gap-1">
        <p className="font-medium">
          {appeal.outcome
            ? t(`appeal.${appeal.outcome}`)
            : t('appeal.waiting', { at: format.dateTime(appeal.filed_at) })}
        </p>
        {appeal.answer && <p className="text-pretty text-muted wrap-anywhere">{appeal.answer}</p>}
      </div>
    )
  if (Date.parse(until) < Date.now()) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t('appeal.open')}
      </Button>
      <p className="text-13 text-pretty text-muted">{t('appeal.until', { at: format.date(until) })}</p>
      {open && (
        <FormDialog
          title={t('appeal.open')}
          description={t('appeal.until', { at: format.date(until) })}
          refusal={send.isError && t(`refused.${refusalKey(send.error)}`)}
          submit={t('appeal.send')}
          busy={send.isPending}
          incomplete={words.trim().length < 3}
          onSubmit={() => send.mutate({ decision, words }, { onSuccess: () => setOpen(false) })}
          onClose={() => setOpen(false)}
        >
          <Field label={t('appeal.words')}>
            <Textarea value={words} maxLength={3000} onChange={({ target }) => setWords(target.value)} />
          </Field>
        </FormDialog>
      )}
    </div>
  )
}
