import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

const VARIANTS = {
  /** The one primary action of a screen. */
  primary: 'border-lamp-edge bg-lamp text-on-lamp font-semibold hover:bg-lamp-hover',
  secondary: 'border-line bg-raised hover:border-line-strong hover:bg-overlay',
  outline: 'border-line-strong hover:bg-raised',
  ghost: 'border-transparent text-muted hover:bg-raised hover:text-text',
  inverse:
    'border-inverse bg-inverse text-on-inverse font-semibold hover:opacity-90 disabled:border-line-strong disabled:bg-transparent disabled:text-muted disabled:opacity-100!',
  danger: 'border-line-strong text-loss hover:bg-loss-tint',
} as const

const SIZES = {
  sm: 'h-7 gap-1.5 rounded-inner px-2 text-13',
  md: 'h-8 gap-2 rounded-control px-3 text-14',
  lg: 'h-11 gap-2 rounded-control px-5 text-16',
} as const

/** A full-width button may be too narrow for one line of text; it then grows in height. */
const BLOCKS = { sm: 'min-h-7', md: 'min-h-8', lg: 'min-h-11' } as const

const SQUARE = { sm: 'w-7 px-0!', md: 'w-8 px-0!', lg: 'w-11 px-0!' } as const

export type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof VARIANTS
  size?: keyof typeof SIZES
  /** Renders the child (a link) with the appearance of a button. */
  asChild?: boolean
  icon?: ReactNode
  /** Square, with an accessible name given by aria-label. */
  iconOnly?: boolean
  block?: boolean
  /** Work started by an earlier press is running: further presses do nothing. */
  busy?: boolean
}

/** Also keeps a form from being sent. */
const ignore = (event: MouseEvent) => event.preventDefault()

export function Button({
  variant = 'secondary',
  size = 'md',
  asChild,
  icon,
  iconOnly,
  block,
  busy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const looks = classNames(
    // On a phone every target is at least 44 px high: the extra height is invisible.
    'relative inline-flex shrink-0 items-center justify-center border font-medium whitespace-nowrap transition-colors select-none',
    'after:absolute after:inset-x-0 after:top-1/2 after:h-11 after:-translate-y-1/2 pointer-fine:after:hidden',
    'disabled:opacity-45 aria-disabled:opacity-45',
    VARIANTS[variant],
    SIZES[size],
    iconOnly && SQUARE[size],
    block && `h-auto! w-full py-0.5 text-balance whitespace-normal! [&>svg]:shrink-0 ${BLOCKS[size]}`,
    className,
  )
  if (asChild) return <Slot.Root className={looks}>{children}</Slot.Root>
  return (
    <button
      type="button"
      className={looks}
      aria-busy={busy || undefined}
      onClick={busy ? ignore : onClick}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
