import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const TONES = {
  neutral: 'bg-raised text-muted',
  gain: 'bg-gain-tint text-gain',
  loss: 'bg-loss-tint text-loss',
  warn: 'bg-warn-tint text-warn',
  info: 'bg-info-tint text-info',
  line: 'text-muted ring-1 ring-line-strong ring-inset',
} as const
export type BadgeTone = keyof typeof TONES

export function Badge({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  tone?: BadgeTone
  icon?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-inner px-1.5 text-12 font-medium whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
