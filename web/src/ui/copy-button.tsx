import { Check, Copy, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button, type ButtonProps } from './button.tsx'

const SHOWN_MS = 2000
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = Omit<ButtonProps, 'children' | 'onClick' | 'icon'> & {
  /** The text to copy, or a function that returns it. */
  text: string | (() => string)
  /** The button's label; with the icon alone, its accessible name. */
  label?: string
  sign?: LucideIcon
}

/** Copies a text and confirms it, on screen and to screen readers. */
export function CopyButton({ text, label, iconOnly = false, sign: Sign = Copy, ...rest }: Props) {
  const { t } = useTranslation('ui')
  const [outcome, setOutcome] = useState<'done' | 'failed' | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    clearTimeout(timer.current)
    const done = await navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => true,
      () => false,
    )
    setOutcome(done ? 'done' : 'failed')
    timer.current = setTimeout(setOutcome, SHOWN_MS, null)
  }
  const name = label ?? t('copy.do')
  const said = outcome && t(`copy.${outcome}`)
  return (
    <>
      <Button
        {...rest}
        iconOnly={iconOnly}
        icon={outcome === 'done' ? <Check {...icon} /> : <Sign {...icon} />}
        onClick={copy}
        {...(iconOnly ? { 'aria-label': name, title: said ?? name } : {})}
      >
        {!iconOnly && (said ?? name)}
      </Button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}
