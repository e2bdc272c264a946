import type { ComponentProps, ReactNode } from 'react'
import { HelpLink } from '#parts/help/help-link.tsx'
import { Card } from '#ui/card.tsx'

/** A card with its heading. */
export function Panel({
  title,
  note,
  action,
  help,
  children,
}: {
  title: string
  note?: ReactNode
  action?: ReactNode
  help?: ComponentProps<typeof HelpLink>['article']
  children: ReactNode
}) {
  return (
    <Card className="min-w-0">
      <section aria-label={title} className="grid gap-4 p-4 md:p-6">
        <header className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <div className="flex items-center gap-2">
              <h2 className="font-semibold">{title}</h2>
              {help && <HelpLink article={help} />}
            </div>
            {note ? <p className="text-13 text-pretty text-muted">{note}</p> : null}
          </div>
          {action}
        </header>
        {children}
      </section>
    </Card>
  )
}
