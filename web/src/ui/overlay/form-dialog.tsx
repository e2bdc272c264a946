import type { ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button, type ButtonProps } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  open?: boolean
  title: ReactNode
  description?: ReactNode
  /** The error message, if it concerns no single field. */
  refusal?: ReactNode
  /** The fields; none for a mere confirmation. */
  children?: ReactNode
  /** The label of the submit button; without it there is nothing to submit. */
  submit?: ReactNode
  submitLook?: ButtonProps['variant']
  cancel?: ReactNode
  /** Another button, on the left. */
  aside?: ReactNode
  busy?: boolean
  /** Whether something required is still missing. */
  incomplete?: boolean
  onSubmit?: () => void
  onClose: () => void
}

/** A dialog with one form: its error message, its fields, and at the bottom the buttons to cancel and to submit. */
export function FormDialog({
  open = true,
  title,
  description,
  refusal,
  children,
  submit,
  submitLook = 'primary',
  cancel,
  aside,
  busy = false,
  incomplete = false,
  onSubmit,
  onClose,
}: Props) {
  const { t } = useTranslation('ui')
  return (
    <Dialog open={open} onOpenChange={(next) => next || onClose()} title={title} description={description}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          // React's events also reach the form that opened this dialog.
          event.stopPropagation()
          onSubmit?.()
        }}
      >
        {refusal ? <Notice refusal>{refusal}</Notice> : null}
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          {aside}
          <Button variant="ghost" onClick={onClose}>
            {cancel ?? t('cancel')}
          </Button>
          {submit ? (
            <Button type="submit" variant={submitLook} busy={busy} disabled={busy || incomplete}>
              {submit}
            </Button>
          ) : null}
        </div>
      </form>
    </Dialog>
  )
}
