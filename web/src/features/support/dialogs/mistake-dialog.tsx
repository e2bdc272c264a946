import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import type { DialogProps } from '../desk/asked.ts'
import { useConfirmMistake } from '../desk/inbox.ts'
import { refusalKey } from '../refusals.ts'

const SHORTEST = 10

/** A confirmed mistake of ours: an erratum enters the chain, with words that everybody reads and nobody can take back. */
export function MistakeDialog({ ticket, onClose }: DialogProps) {
  const { t } = useTranslation('support')
  const confirm = useConfirmMistake()
  const [words, setWords] = useState('')
  if (!ticket.proof) return null
  const { figure } = ticket.proof
  return (
    <FormDialog
      title={t('mistake.title')}
      description={t('mistake.text')}
      submit={t('mistake.submit')}
      submitLook="danger"
      busy={confirm.isPending}
      incomplete={words.trim().length < SHORTEST}
      refusal={confirm.isError && t(`refused.${refusalKey(confirm.error)}`)}
      onClose={onClose}
      onSubmit={() => confirm.mutate({ ticket: ticket.id, figure, words }, { onSuccess: onClose })}
    >
      <Field label={t('mistake.words')} hint={t('mistake.hint')}>
        <Textarea rows={5} maxLength={4000} value={words} onChange={({ target }) => setWords(target.value)} />
      </Field>
    </FormDialog>
  )
}
