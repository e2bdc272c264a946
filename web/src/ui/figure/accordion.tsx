import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

type Props = {
  items: readonly { key: string; title: ReactNode; content: ReactNode }[]
  /** The item that is open at first. */
  open?: string
  /** If given, opening one item closes the others; must be unique on the page. */
  name?: string
  size?: 'md' | 'lg'
  className?: string
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Questions in the platform's own disclosure element: it opens without scripts, and the browser's search finds its text. */
export function Accordion({ items, open, name, size = 'md', className }: Props) {
  const large = size === 'lg'
  return (
    <div className={classNames('border-b border-line', className)}>
      {items.map((item) => (
        <details key={item.key} name={name} className="group border-t border-line" open={item.key === open}>
          <summary
            className={classNames(
              'flex cursor-pointer list-none items-center justify-between gap-4 py-3 font-medium [&::-webkit-details-marker]:hidden',
              large ? 'min-h-14 text-16' : 'min-h-11 text-14',
            )}
          >
            {item.title}
            <Plus {...icon} className="shrink-0 text-faint group-open:hidden" />
            <Minus {...icon} className="hidden shrink-0 text-faint group-open:block" />
          </summary>
          <div className={classNames('pb-5 text-pretty text-muted md:pr-12', large && 'text-16')}>
            {item.content}
          </div>
        </details>
      ))}
    </div>
  )
}
