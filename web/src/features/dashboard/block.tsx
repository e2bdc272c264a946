import { type ReactNode, useId } from 'react'
import { Card } from '#ui/card.tsx'

/** A block of the dashboard: its title, a link to the full screen, and a card. */
export function Block({
  title,
  note,
  link,
  children,
}: {
  title: ReactNode
  note?: ReactNode
  link?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <div className="flex min-h-6 items-baseline justify-between gap-3">
        <h2 id={id} className="font-semibold">
          {title} {note && <span className="tabular ml-1 font-normal text-muted">{note}</span>}
        </h2>
        {link}
      </div>
      <Card className="min-w-0 overflow-hidden">{children}</Card>
    </section>
  )
}
