import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

export type TimelineItem = {
  key: string
  icon: ReactNode
  title: ReactNode
  time: ReactNode
  children?: ReactNode
  current?: boolean
}

export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol>
      {items.map((item) => (
        <li
          key={item.key}
          className="relative grid grid-cols-[24px_1fr] gap-3 pb-5 not-last:before:absolute not-last:before:top-8 not-last:before:bottom-1 not-last:before:left-[11.5px] not-last:before:w-px not-last:before:bg-line-strong"
        >
          <span
            className={classNames(
              'grid size-6 place-items-center rounded-pill',
              item.current ? 'bg-lamp-tint text-lamp-text' : 'bg-raised text-muted',
            )}
          >
            {item.icon}
          </span>
          <div className="min-w-0">
            <div className="flex min-h-6 items-center justify-between gap-3">
              <span className="font-semibold">{item.title}</span>
              <span className="tabular text-13 whitespace-nowrap text-muted">{item.time}</span>
            </div>
            {item.children && <div className="text-13 text-muted">{item.children}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
