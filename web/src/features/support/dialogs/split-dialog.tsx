import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useWhen } from '#parts/conversation/when.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import type { DialogProps } from '../desk/asked.ts'
import { useSplit } from '../desk/inbox.ts'
import { refusalKey } from '../refusals.ts'

/** Which messages become a ticket of their own. At least one stays. */
export function SplitDialog({ ticket, onClose, onGo }: DialogProps) {
  const { t } = useTranslation('support')
  const when = useWhen()
  const split = useSplit()
  const [subject, setSubject] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const messages = ticket.message_list
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <FormDialog
      title={t('split.title')}
      description={t('split.text')}
      submit={t('split.submit')}
      busy={split.isPending}
      incomplete={subject.trim() === '' || chosen.size === 0 || chosen.size === messages.length}
      refusal={split.isError && t(`refused.${refusalKey(split.error)}`)}
      onClose={onClose}
      onSubmit={() =>
        split.mutate(
          { ticket: ticket.id, messages: [...chosen], subject },
          { onSuccess: ({ id }) => onGo(id) },
        )
      }
    >
      <Field label={t('split.subject')}>
        <Input value={subject} maxLength={160} onChange={({ target }) => setSubject(target.value)} />
      </Field>
      <fieldset className="grid max-h-72 gap-2 overflow-y-auto">
        <legend className="mb-2 text-13 font-medium text-muted">{t('split.messages')}</legend>
        {messages.map(({ id, name, body, at }) => (
          <Checkbox key={id} checked={chosen.has(id)} onCheckedChange={(on) => choose(id, on === true)}>
            <span className="line-clamp-2">
              <span className="text-muted">
                <bdi>{name}</bdi>, {when(at)}
              </span>{' '}
              {body}
            </span>
          </Checkbox>
        ))}
      </fieldset>
    </FormDialog>
  )
}
