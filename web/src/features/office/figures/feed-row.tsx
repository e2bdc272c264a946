import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

type Row = { name: ReactNode; strip?: ReactNode; value: ReactNode; tone?: string; children?: ReactNode }

/** One source, in the list's three columns: its name, what its last hour was like, how old its last word is, and what there is to say of it. */
export const FeedRow = ({ name, strip, value, tone, children }: Row) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 text-13 sm:col-span-full sm:grid-cols-subgrid md:px-6">
    <span className={classNames('min-w-0 font-medium', !strip && 'sm:col-span-2')}>{name}</span>
    {strip}
    <span
      className={classNames(
        'tabular text-right max-sm:col-start-2 max-sm:row-start-1 sm:col-start-3',
        tone ?? 'font-semibold',
      )}
    >
      {value}
    </span>
    <div className="col-span-full text-12 text-pretty text-muted">{children}</div>
  </li>
)
