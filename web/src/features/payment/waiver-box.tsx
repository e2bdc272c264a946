import { useId, useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { type Key, useTranslation } from '#lib/language/i18n.ts'
import { WAIVER_VERSION } from '#lib/site/terms-version.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

type Props = { checked: boolean; onChange: (checked: boolean) => void; withdrawUntil: string | undefined }

/** Waives the right to withdraw, for downloads only. The box is never ticked in advance, and its text has a version. */
export function WaiverBox({ checked, onChange, withdrawUntil }: Props) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const [reading, setReading] = useState(false)
  const note = useId()
  const text = (part: 'short' | 'title' | 'text') =>
    t(`waiver.texts.${WAIVER_VERSION}.${part}` as Key<'payment'>)
  return (
    <>
      <Checkbox
        framed
        checked={checked}
        onCheckedChange={(next) => onChange(next === true)}
        describedBy={note}
      >
        <strong className="font-semibold text-text">{text('title')}</strong> {text('short')}
      </Checkbox>
      <p className="mt-2 text-13">
        <button
          type="button"
          onClick={() => setReading(true)}
          className="relative text-text underline decoration-line-strong underline-offset-3 after:absolute after:-inset-2 hover:decoration-current"
        >
          {t('waiver.version', { version: WAIVER_VERSION })}
        </button>
      </p>
      <p id={note} className="mt-2 text-12 text-pretty text-muted">
        {t(checked ? 'waiver.ticked' : 'waiver.empty', {
          date: withdrawUntil ? format.parisDay(Date.parse(withdrawUntil) + 1000) : format.dash,
        })}
      </p>
      <Dialog
        open={reading}
        onOpenChange={setReading}
        title={t('waiver.full', { version: WAIVER_VERSION })}
        description={text('text')}
      />
    </>
  )
}
