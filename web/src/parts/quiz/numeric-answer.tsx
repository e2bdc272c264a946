import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Answer, Given } from '#lib/learning/questions.ts'
import { Button } from '#ui/button.tsx'
import { couldBecomeDecimal, decimalsOf, readDecimal } from '#ui/form/decimal-text.ts'
import { Input } from '#ui/form/input.tsx'
import { Graded } from './choices.tsx'

type Props = {
  draft: Given | null
  /** A decimal with a point, '' while the text is no number. */
  onDraft: (given: string) => void
  unit: string | null
  digits: number | null
  labelledBy: string
  disabled: boolean
}

/** A number typed with comma or point. Keyboards of phones have no minus beside the digits: a key of our own changes the sign. */
export function NumericAnswer({ draft, onDraft, unit, labelledBy, disabled }: Props) {
  const { t, i18n } = useTranslation('quiz')
  const [text, setText] = useState(typeof draft === 'string' ? draft : '')
  const type = (next: string) => {
    if (!couldBecomeDecimal(next)) return
    setText(next)
    onDraft(readDecimal(next, i18n.language) ?? '')
  }
  const negative = /^[-−]/.test(text.trim())
  return (
    <div className="flex gap-2">
      <Button
        variant="outline"
        size="lg"
        iconOnly
        aria-label={t('numeric.sign')}
        aria-pressed={negative}
        disabled={disabled}
        onClick={() => type(negative ? text.trim().slice(1) : `−${text.trim().replace(/^\+/, '')}`)}
        className="h-14! w-14! text-20"
      >
        <span aria-hidden>{negative ? '−' : '+'}</span>
      </Button>
      <div className="min-w-0 flex-1">
        <Input
          aria-labelledby={labelledBy}
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          value={text}
          disabled={disabled}
          onChange={(event) => type(event.target.value)}
          className="tabular h-14! pr-16! text-20 font-semibold"
          trailing={unitText(unit) && <span className="px-2 text-16">{unitText(unit)}</span>}
        />
      </div>
    </div>
  )
}

/** What was answered, and the right number with its tolerance. */
export function GradedNumber({
  answer,
  unit,
  digits,
}: {
  answer: Answer
  unit: string | null
  digits: number | null
}) {
  const { t, i18n } = useTranslation('quiz')
  const write = useWriteNumber()
  const given = typeof answer.given === 'string' ? readDecimal(answer.given, i18n.language) : null
  const near = answer.tolerance && Number(answer.tolerance) > 0 ? write(answer.tolerance, null, null) : null
  return (
    <ul className="grid gap-3">
      {!answer.right && given && (
        <Graded right={false} note={t('graded.yours')} large>
          {write(given, unit, digits)}
        </Graded>
      )}
      <Graded right note={near ? t('graded.rightWithin', { near }) : t('graded.right')} large>
        {write(String(answer.right && given ? given : answer.correct), unit, digits)}
      </Graded>
    </ul>
  )
}

const unitText = (unit: string | null): string => (unit === null || unit === 'none' ? '' : unit)

/** Writes a number with its unit as the language does; results in R carry their sign. */
export function useWriteNumber() {
  const format = useFormat()
  return (value: string, unit: string | null, digits: number | null): string => {
    const count = Math.max(digits ?? 0, decimalsOf(value))
    if (unit === 'R') return format.r(value, count)
    if (unit === '%') return format.inPercent(value, count)
    return [format.number(value, count), unitText(unit)].filter(Boolean).join('\u00a0')
  }
}
