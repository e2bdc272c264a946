import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'

/** A section of a figures page: its title, a description, and its actions. */
export function Panel({
  title,
  note,
  action,
  children,
}: {
  title?: string
  note?: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <Card className="min-w-0 p-4 md:p-6">
      {title && (
        <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
          <div className="min-w-0">
            <h2 className="font-semibold">{title}</h2>
            {note && <p className="max-w-2xl text-13 text-pretty text-muted">{note}</p>}
          </div>
          {action}
        </div>
      )}
      {children}
    </Card>
  )
}
