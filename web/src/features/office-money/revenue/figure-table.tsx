import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

type Props = { label: string; head: readonly ReactNode[]; children: ReactNode }

/** A table of figures wider than a phone: it scrolls in its own region, with the first column pinned. */
export function FigureTable({ label, head, children }: Props) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full border-collapse text-13 whitespace-nowrap">
        <thead>
          <tr className="border-b border-line text-muted">
            {head.map((title, place) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns and their order never change
                key={place}
                scope="col"
                className={classNames(
                  'py-2 font-medium',
                  place === 0 ? 'sticky left-0 bg-surface pr-4 text-left' : 'px-3 text-right last:pr-0',
                )}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  )
}

export function RowName({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className="sticky left-0 bg-surface py-2 pr-4 text-left font-medium">
      {children}
    </th>
  )
}

export function Cell({ children }: { children: ReactNode }) {
  return <td className="tabular px-3 py-2 text-right last:pr-0">{children}</td>
}
