import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

export type Line = { name: ReactNode; value: ReactNode; strong?: boolean }
export type Deadline = { date: string; title: ReactNode; text: ReactNode }

/** The price and how it is made up. */
export function SummaryLines({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className="grid gap-2">
      {lines.map(({ name, value, strong }, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a sum never move
          key={place}
          className={classNames('flex items-baseline justify-between gap-4', strong && 'font-semibold')}
        >
          <dt className={strong ? undefined : 'text-muted'}>{name}</dt>
          <dd className="tabular whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The total, large. */
export function SummaryTotal({ name, value }: { name: ReactNode; value: ReactNode }) {
  return (
    <p className="mt-3 flex items-baseline justify-between gap-4 border-t border-line-strong pt-3">
      <span className="font-semibold">{name}</span>
      <span aria-live="polite" className="tabular text-28 font-semibold tracking-figure">
        {value}
      </span>
    </p>
  )
}

/** What happens when, in order. */
export function Deadlines({ deadlines }: { deadlines: readonly Deadline[] }) {
  return (
    <dl className="grid gap-3">
      {deadlines.map(({ date, title, text }) => (
        <div key={date} className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[80px_1fr]">
          <dt className="tabular text-muted">{date}</dt>
          <dd className="text-pretty">
            <strong className="font-semibold">{title}</strong> {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}
