import { type ReactNode, useId } from 'react'
import { Card } from '#ui/card.tsx'

/** A block of the dashboard: its title, a link to the full screen, and a card; `bare` beside the others, without one. */
export function Block({
  title,
  note,
  link,
  bare = false,
  children,
}: {
  title: ReactNode
  note?: ReactNode
  link?: ReactNode
  bare?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2">
      <div className="flex min-h-6 items-baseline justify-between gap-3">
        <h2 id={id} className="font-semibold">
          {title} {note && <span className="tabular inline-block font-normal text-muted">{note}</span>}
        </h2>
        {link}
      </div>
      {bare ? children : <Card className="min-w-0 overflow-hidden">{children}</Card>}
    </section>
  )
}
