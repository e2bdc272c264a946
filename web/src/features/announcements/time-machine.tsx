import { History, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'

/** `2026-11-19T14:28`, on the reader's clock, as the browser's field writes it. */
const localText = (at: number) => {
  const zone = new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - zone).toISOString().slice(0, 16)
}

/** Asks for a past moment, to show the calendar as it was known then. */
export function TimeMachine({ onClose, onKnown }: { onClose: () => void; onKnown: (known: string) => void }) {
  const { t } = useTranslation('announcements')
  const [text, setText] = useState(() => localText(Date.now() - 86_400_000))
  const at = new Date(text).getTime()
  const invalid = Number.isNaN(at) || at > Date.now()
  return (
    <FormDialog
      title={t('known.title')}
      description={t('known.text')}
      submit={t('known.show')}
      incomplete={invalid}
      onSubmit={() => onKnown(new Date(at).toISOString())}
      onClose={onClose}
    >
      <Field label={t('known.at')} error={at > Date.now() ? t('known.future') : undefined}>
        <Input
          type="datetime-local"
          max={localText(Date.now())}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
    </FormDialog>
  )
}

/** Says that the page shows the past, and leads back. */
export function KnownBand({ known, onNow }: { known: string; onNow: () => void }) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  return (
    <div
      role="status"
      className="sticky top-14 z-10 mx-4 mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line-strong bg-overlay px-4 py-2 lg:mx-6"
    >
      <History size={16} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
      <p className="min-w-0 flex-1 text-pretty">
        <b className="font-semibold">{t('known.band', { when: format.dateTimeWithZone(known) })}</b>{' '}
        <span className="text-muted">{t('known.bandText')}</span>
      </p>
      <Button size="sm" onClick={onNow} icon={<RotateCcw size={14} strokeWidth={1.75} aria-hidden />}>
        {t('known.back')}
      </Button>
    </div>
  )
}
