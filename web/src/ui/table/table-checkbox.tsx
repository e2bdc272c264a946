import { Check, Minus } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { classNames } from '#ui/class-names.ts'

type Props = {
  label: string
  checked: boolean | 'some'
  tabIndex?: number
  /** A class for the width of its click target. */
  className?: string
  /** Receives the click event, since Shift selects a range. */
  onToggle: (event: MouseEvent<HTMLInputElement>) => void
}

/** A native checkbox, cheap enough for every row; the whole cell is its click target. */
export function TableCheckbox({ label, checked, tabIndex, className = 'w-11', onToggle }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = checked === 'some'
  }, [checked])
  const Mark = checked === 'some' ? Minus : Check
  return (
    <label className={classNames('relative grid h-full cursor-pointer place-items-center', className)}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked === true}
        tabIndex={tabIndex}
        onClick={onToggle}
        onChange={() => undefined}
        className="peer size-4.5 cursor-pointer appearance-none rounded-inner border border-control bg-bg transition-colors checked:border-inverse checked:bg-inverse indeterminate:border-inverse indeterminate:bg-inverse"
      />
      <Mark
        size={14}
        strokeWidth={2.5}
        className="pointer-events-none absolute inset-0 m-auto hidden text-on-inverse peer-checked:block peer-indeterminate:block"
        aria-hidden
      />
    </label>
  )
}
