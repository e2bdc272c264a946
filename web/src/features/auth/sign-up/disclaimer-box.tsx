import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DISCLAIMER_VERSION } from './disclaimer.ts'

const PARAGRAPHS = ['loss', 'study', 'advice', 'past', 'method', 'decision'] as const

/** The risk warning in its own frame, not ticked in advance, with its version and its full text one click away. */
export function DisclaimerBox({
  checked,
  onChange,
  error,
  inputRef,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  error: string | undefined
  inputRef: (element: HTMLButtonElement | null) => void
}) {
  const { t } = useTranslation('auth')
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-1">
      <Checkbox
        framed
        ref={inputRef}
        checked={checked}
        onCheckedChange={(state) => onChange(state === true)}
        invalid={error !== undefined}
        {...(error ? { describedBy: id } : {})}
      >
        <b className="text-text">{t('signup.disclaimerLead')}</b>{' '}
        {t('signup.disclaimerText', { brand: brand.name })}{' '}
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="text-text underline decoration-line-strong underline-offset-3 hover:decoration-current"
        >
          {t('signup.disclaimerFull', { version: DISCLAIMER_VERSION })}
        </button>
      </Checkbox>
      {error ? (
        <p id={id} className="flex items-start gap-1.5 text-12 text-loss">
          <CircleAlert size={14} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden />
          {error}
        </p>
      ) : null}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('disclaimer.title')}
        description={t('disclaimer.version', { version: DISCLAIMER_VERSION })}
      >
        <div className="grid gap-3 text-pretty">
          {PARAGRAPHS.map((key) => (
            <p key={key}>{t(`disclaimer.${key}`, { brand: brand.name })}</p>
          ))}
        </div>
      </Dialog>
    </div>
  )
}
