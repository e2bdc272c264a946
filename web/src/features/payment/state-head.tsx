import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

type Props = { icon: ReactNode; tone?: 'gain' | 'warn' | 'neutral'; title: ReactNode; children: ReactNode }

const TONES = {
  gain: 'bg-gain-tint text-gain',
  warn: 'bg-warn-tint text-warn',
  neutral: 'bg-raised text-text',
} as const

/** The state of an order as an icon, a heading and a sentence; announced when it changes. */
export function StateHead({ icon, tone = 'neutral', title, children }: Props) {
  return (
    <div role="status">
      <span className={classNames('grid size-10 place-items-center rounded-control', TONES[tone])}>
        {icon}
      </span>
      <h2 className="mt-5 text-20 font-semibold tracking-title">{title}</h2>
      <p className="mt-1 text-16 text-pretty text-muted">{children}</p>
    </div>
  )
}
