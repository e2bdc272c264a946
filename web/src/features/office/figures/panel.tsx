import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'

type Props = { title?: string; note?: string; badge?: ReactNode; children: ReactNode }

/** A card with a title, and what its figures count. */
export function Panel({ title, note, badge, children }: Props) {
  return (
    <Card className="min-w-0 p-4 md:p-6">
      {title && (
        <div className="mb-4">
          <h2 className="flex items-center gap-2 font-semibold">
            {title}
            {badge}
          </h2>
          {note && <p className="text-13 text-pretty text-muted">{note}</p>}
        </div>
      )}
      {children}
    </Card>
  )
}
