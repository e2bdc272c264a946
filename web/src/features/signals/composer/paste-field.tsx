import { Undo2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { ParsedSignal } from 'trading/paste/signal-text'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'

type Props = {
  text: string
  parsed: ParsedSignal | null
  canUndo: boolean
  onText: (text: string, byKeys: boolean) => void
  onUndo: () => void
}

/** Where a signal is pasted: it shows at once what was not understood, and can restore what it replaced. */
export function PasteField({ text, parsed, canUndo, onText, onUndo }: Props) {
  const { t } = useTranslation('signals')
  const news = parsed && parsed.kind !== 'signal' ? parsed.kind : null
  const remarks = news
    ? []
    : [
        ...(parsed?.problems ?? []).map(({ key, field }) =>
          t(`prepare.problem.${key}`, { field: t(`field.${field}`) }),
        ),
        ...(parsed && parsed.unread.length > 0
          ? [t('prepare.unread', { text: parsed.unread.map((span) => span.text).join(' · ') })]
          : []),
      ]
  const onKeyDown = (event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
    if (!isUndo || !canUndo) return
    event.preventDefault()
    onUndo()
  }
  return (
    <div className="grid gap-2">
      <Field
        label={t('compose.paste')}
        hint={t('compose.pasteHint')}
        error={news ? t(`compose.${news}`) : undefined}
      >
        <Textarea
          rows={2}
          autoFocus
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            const { inputType } = event.nativeEvent as InputEvent
            onText(event.target.value, inputType !== 'insertFromPaste' && inputType !== 'insertFromDrop')
          }}
          placeholder="BUY EURUSD 1.0850-60 SL 1.0820 TP1 1.0900 TP2 1.0950"
        />
      </Field>
      {canUndo && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-13 text-muted">
          <p role="status">{t('compose.replaced')}</p>
          <Button
            variant="ghost"
            size="sm"
            className="max-sm:-ml-2"
            icon={<Undo2 size={14} strokeWidth={1.75} aria-hidden />}
            aria-keyshortcuts="Control+Z Meta+Z"
            onClick={onUndo}
          >
            {t('compose.undo')}
          </Button>
        </div>
      )}
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
