import { Eraser, EyeOff } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { reasonKey } from '../reasons.ts'
import type { CaseFile } from './cases.ts'
import { type Part, selectedPart, withPart } from './chosen-text.ts'

const FOUND = 'bg-transparent text-text underline decoration-lamp-edge decoration-2 underline-offset-4'
const CHOSEN = 'hatched-room rounded-key text-text ring-1 ring-line-strong ring-inset'

type Props = Pick<CaseFile, 'findings'> & {
  text: string
  /** What the moderator chose to mask; null: what was found. */
  parts: readonly Part[] | null
  /** Null: the text is only read. */
  onChoose: ((parts: readonly Part[] | null) => void) | null
}

/** The words as they were written, with what was found underlined and numbered, or what a moderator chose to mask hatched. */
export function MarkedText({ text, findings, parts, onChoose }: Props) {
  const { t } = useTranslation('moderation')
  const element = useRef<HTMLParagraphElement>(null)
  const choose = () => {
    const part = element.current && selectedPart(element.current, getSelection())
    if (!part || !onChoose) return
    onChoose(withPart(parts ?? [], part))
    getSelection()?.removeAllRanges()
  }
  useKeys(onChoose ? { w: choose } : {})
  const found = findings.flatMap(({ rule, offset, length }, place) =>
    offset === null ? [] : [{ offset, length, title: t(`reasons.${reasonKey(rule)}`), number: place + 1 }],
  )
  return (
    <>
      <p
        ref={element}
        data-words
        className="text-16 leading-6.5 text-pretty wrap-anywhere whitespace-pre-line"
      >
        {parts ? marked(text, parts, CHOSEN) : marked(text, found, FOUND)}
      </p>
      {onChoose && (
        <div className="flex flex-wrap items-center gap-2 text-13 text-muted">
          <Button
            variant="ghost"
            size="sm"
            // Keeps the selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={choose}
            aria-keyshortcuts="W"
            icon={<EyeOff size={14} strokeWidth={1.75} aria-hidden />}
          >
            {t('spans.mask')}
            <span className="pointer-coarse:hidden" aria-hidden>
              <Kbd>W</Kbd>
            </span>
          </Button>
          <span role="status">{parts ? t('spans.chosen', { count: parts.length }) : t('spans.how')}</span>
          {parts && (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => onChoose(null)}
              icon={<Eraser size={14} strokeWidth={1.75} aria-hidden />}
            >
              {t('spans.clear')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

type Marked = Part & { title?: string; number?: number }

function marked(text: string, parts: readonly Marked[], className: string): ReactNode[] {
  const letters = Array.from(text)
  const pieces: ReactNode[] = []
  let end = 0
  for (const { offset, length, title, number } of parts) {
    if (offset < end) continue
    pieces.push(letters.slice(end, offset).join(''))
    end = offset + length
    pieces.push(
      <mark key={offset} title={title} className={className}>
        {letters.slice(offset, end).join('')}
        {number && <sup className="ml-0.5 font-semibold text-lamp-text no-underline">{number}</sup>}
      </mark>,
    )
  }
  pieces.push(letters.slice(end).join(''))
  return pieces
}
