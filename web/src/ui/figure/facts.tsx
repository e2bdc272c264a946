import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

type Props = { rows: readonly { name: string; value: ReactNode }[]; className?: string }

/** Names and values, one pair a line. */
export function Facts({ rows, className }: Props) {
  return (
    <dl className={classNames('@container divide-y divide-line', className)}>
      {rows.map(({ name, value }) => (
        <div key={name} className="grid gap-x-6 gap-y-0.5 py-2.5 @min-[440px]:grid-cols-[176px_1fr]">
          <dt className="text-13 leading-5 text-muted">{name}</dt>
          <dd className="min-w-0 text-pretty wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A section of a detail, with its heading. */
export function DetailSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="border-t border-line px-4 py-5 first:border-t-0 md:px-6">
      <h3 className="mb-2 text-16 font-semibold">{title}</h3>
      {children}
    </section>
  )
}
