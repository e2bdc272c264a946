import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { useSignalActions } from '../queries.ts'
import { refusalField, refusalKey } from './refusal.ts'

type Answer = 'yes' | 'no' | ''
const asBoolean = (answer: Answer) => (answer === '' ? null : answer === 'yes')

/** After the end: whether the thesis held, and whether the counter-thesis was right. It becomes part of the record. */
export function GradeThesis({ signalId }: { signalId: string }) {
  const { t } = useTranslation('signals')
  const { grade } = useSignalActions(signalId)
  const [open, setOpen] = useState(false)
  const [thesis, setThesis] = useState<Answer>('')
  const [counter, setCounter] = useState<Answer>('')
  const [words, setWords] = useState('')
  const error = grade.error ? t(refusalKey(grade.error)) : undefined
  const aboutAnswers = grade.error ? refusalField(grade.error) === 'thesis_held' : false
  const submit = () =>
    grade.mutate(
      { thesis: asBoolean(thesis), counter: asBoolean(counter), words },
      { onSuccess: () => setOpen(false) },
    )
  const options = (['yes', 'no'] as const).map((value) => ({ value, label: t(`prepare.${value}`) }))
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t('prepare.grade')}
      </Button>
      <FormDialog
        open={open}
        title={t('prepare.grade')}
        description={t('prepare.gradeText')}
        submit={t('prepare.grade')}
        busy={grade.isPending}
        onSubmit={submit}
        onClose={() => setOpen(false)}
      >
        <Field label={t('prepare.thesisHeld')} error={aboutAnswers ? error : undefined}>
          <Segmented<Answer>
            label={t('prepare.thesisHeld')}
            value={thesis}
            onChange={setThesis}
            options={options}
          />
        </Field>
        <Field label={t('prepare.counterHeld')}>
          <Segmented<Answer>
            label={t('prepare.counterHeld')}
            value={counter}
            onChange={setCounter}
            options={options}
          />
        </Field>
        <Field label={t('prepare.gradeWords')} error={aboutAnswers ? undefined : error}>
          <Textarea value={words} onChange={(event) => setWords(event.target.value)} />
        </Field>
      </FormDialog>
    </>
  )
}
