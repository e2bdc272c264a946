import { Undo2 } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { ParsedSignal } from 'trading/paste/signal-text'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import type { MarkedSpan } from './field-marks.ts'
import { MarkedText } from './marked-text.tsx'
import { MarkLegend } from './source-mark.tsx'

type Props = {
  text: string
  parsed: ParsedSignal | null
  canUndo: boolean
  /** The text is about an open signal: what it may mean is offered below. */
  isFollow: boolean
  /** The words that were read, by how certain their field is. */
  spans: readonly MarkedSpan[]
  onText: (text: string, byKeys: boolean) => void
  onUndo: () => void
}

/** Where a signal is pasted: it shows at once what was not understood, and can restore what it replaced. */
export function PasteField({ text, parsed, canUndo, isFollow, spans, onText, onUndo }: Props) {
  const { t } = useTranslation('signals')
  const behind = useRef<HTMLDivElement>(null)
  const news = parsed && parsed.kind !== 'signal' ? parsed.kind : null
  const remarks =
    news || isFollow
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
        error={news && !isFollow ? t(`compose.${news}`) : undefined}
      >
        <div className="relative">
          <div
            aria-hidden
            ref={behind}
            className="pointer-events-none absolute inset-px overflow-hidden px-3 py-2 break-words whitespace-pre-wrap text-transparent"
          >
            <MarkedText text={text} spans={spans} />
          </div>
          <Textarea
            rows={Math.min(12, Math.max(3, text.split('\n').length))}
            autoFocus
            className="relative bg-transparent"
            value={text}
            onKeyDown={onKeyDown}
            onScroll={({ currentTarget }) => {
              if (behind.current) behind.current.scrollTop = currentTarget.scrollTop
            }}
            onChange={(event) => {
              const { inputType } = event.nativeEvent as InputEvent
              onText(event.target.value, inputType !== 'insertFromPaste' && inputType !== 'insertFromDrop')
            }}
            placeholder="BUY EURUSD 1.0850-60 SL 1.0820 TP1 1.0900 TP2 1.0950"
          />
        </div>
      </Field>
      {spans.length > 0 && <MarkLegend />}
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
