import { useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { Spinner } from '#ui/spinner.tsx'
import { useField } from './field.tsx'

const LENGTH = 6
const PLACES = Array.from({ length: LENGTH }, (_, place) => place)

type Props = {
  value: string
  onChange: (value: string) => void
  /** Called with the sixth digit, so that the code is checked without another key. */
  onComplete?: (value: string) => void
  autoFocus?: boolean
  busy?: boolean
}

/**
 * A code of six digits. The boxes are drawn; one input lies over them, so that pasting, the phone's suggestion and screen
 * readers work as usual.
 */
export function CodeInput({ value, onChange, onComplete, autoFocus, busy }: Props) {
  const { t } = useTranslation('ui')
  const naming = useField()
  const input = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState(false)
  const at = Math.min(value.length, LENGTH - 1)
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, LENGTH)
    if (digits === value) return
    onChange(digits)
    if (digits.length === LENGTH) onComplete?.(digits)
  }
  // Typing always appends: the drawn caret is only ever at the end.
  const toEnd = () => input.current?.setSelectionRange(LENGTH, LENGTH)
  return (
    <div className="group/code relative flex w-full max-w-80 items-center gap-2">
      <input
        ref={input}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        aria-label={naming.id ? undefined : t('code.label')}
        {...naming}
        aria-busy={busy || undefined}
        // biome-ignore lint/a11y/noAutofocus: asked for by a screen whose only purpose is this code
        autoFocus={autoFocus}
        readOnly={busy}
        value={value}
        onChange={(event) => type(event.target.value)}
        // A pasted code replaces the whole value, wherever the caret is.
        onPaste={(event) => {
          event.preventDefault()
          if (!busy) type(event.clipboardData.getData('text'))
        }}
        onFocus={() => {
          setFocused(true)
          toEnd()
        }}
        onBlur={() => setFocused(false)}
        onSelect={toEnd}
        className="absolute inset-0 z-10 w-full cursor-text text-16 opacity-0"
      />
      {PLACES.map((place) => {
        const here = focused && place === at && !busy
        return (
          <span key={place} className="contents" aria-hidden>
            {place === LENGTH / 2 && (
              // The spinner takes the place of the dash, so that no box moves.
              <span className="grid w-4 shrink-0 place-items-center text-muted">
                {busy ? <Spinner /> : <span className="h-px w-2 bg-control" />}
              </span>
            )}
            <span
              className={classNames(
                'tabular grid h-12 min-w-0 flex-1 place-items-center rounded-control border bg-bg text-20 font-semibold transition-colors',
                here
                  ? 'border-focus outline-1 outline-focus'
                  : 'border-control group-has-aria-invalid/code:border-loss-mark',
              )}
            >
              {value[place] ?? (here && <span className="h-5 w-px animate-pulse bg-text" />)}
            </span>
          </span>
        )
      })}
      <span role="status" className="sr-only">
        {busy && t('code.checking')}
      </span>
    </div>
  )
}
