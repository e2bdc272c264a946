import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

type Props = { title: string; onAdd: (name: string) => void; onClose: () => void }

/** Names a new group in French; its key follows from the name. */
export function AddGroup({ title, onAdd, onClose }: Props) {
  const { t } = useTranslation('studio')
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return
    onAdd(name.trim())
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="add-group" disabled={!name.trim()}>
            {t('tree.addIt')}
          </Button>
        </>
      }
    >
      <form id="add-group" onSubmit={submit} noValidate>
        <Field label={t('tree.groupName')} hint={t('tree.groupNote')}>
          <Input
            value={name}
            maxLength={80}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
