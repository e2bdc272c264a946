import type { ParsedSignal } from 'trading/signal-text'
import { useTranslation } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'

type Props = { text: string; parsed: ParsedSignal | null; onPaste: (text: string) => void }

/** Where a signal is pasted, and at once what of it was not understood. */
export function PasteField({ text, parsed, onPaste }: Props) {
  const { t } = useTranslation('signals')
  const remarks = [
    ...(parsed?.problems ?? []).map(({ key, field }) =>
      t(`prepare.problem.${key}`, { field: t(`field.${field}`) }),
    ),
    ...(parsed && parsed.unread.length > 0
      ? [t('prepare.unread', { text: parsed.unread.map((span) => span.text).join(' · ') })]
      : []),
  ]
  return (
    <div className="grid gap-2">
      <Field label={t('compose.paste')} hint={t('compose.pasteHint')}>
        <Textarea
          rows={2}
          autoFocus
          value={text}
          onChange={(event) => onPaste(event.target.value)}
          placeholder="BUY EURUSD 1.0850-60 SL 1.0820 TP1 1.0900 TP2 1.0950"
        />
      </Field>
      <ul aria-live="polite" className="grid gap-1 text-13 text-muted empty:hidden">
        {remarks.map((remark) => (
          <li key={remark} className="[overflow-wrap:anywhere]">
            {remark}
          </li>
        ))}
      </ul>
    </div>
  )
}
