import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { refusalKey } from '../reasons.ts'
import { type CaseFile, useOpinion } from './cases.ts'

/** Asks the colleagues about a case, or answers who asked. */
export function OpinionDialog({ about, onClose }: { about: CaseFile; onClose: () => void }) {
  const { t } = useTranslation('moderation')
  const asks = !about.trail.some(({ kind }) => kind === 'asked')
  const [words, setWords] = useState('')
  const opinion = useOpinion()
  return (
    <FormDialog
      title={t(asks ? 'opinion.ask' : 'opinion.give')}
      description={t('opinion.note')}
      refusal={opinion.isError && t(`refused.${refusalKey(opinion.error)}`)}
      submit={t('opinion.send')}
      busy={opinion.isPending}
      incomplete={words.trim().length < 3}
      onSubmit={() => opinion.mutate({ id: about.id, asks, words }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field label={t(asks ? 'opinion.question' : 'opinion.words')}>
        <Textarea value={words} maxLength={1000} onChange={({ target }) => setWords(target.value)} />
      </Field>
    </FormDialog>
  )
}
