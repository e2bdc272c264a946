import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The placeholder of a guide: its filters, then its list. */
export function GuideSkeleton() {
  return (
    <div aria-busy="true">
      <div className="flex gap-2 overflow-hidden py-1">
        {[0, 1, 2, 3].map((chip) => (
          <Skeleton key={chip} className="h-8 w-32 shrink-0 rounded-pill!" />
        ))}
      </div>
      <Skeleton className="my-3 h-5 w-full max-w-md" />
      <Card className="divide-y divide-line">
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className="grid min-h-29 gap-x-6 gap-y-4 p-4 md:p-5 lg:grid-cols-2">
            <div className="grid content-start gap-2">
              <Skeleton className="h-6 w-48" />
              <Skeleton className="h-5 w-full max-w-96" />
              <Skeleton className="h-4 w-40" />
            </div>
            <div className="grid grid-cols-3 gap-4 lg:self-center">
              {[0, 1, 2].map((fact) => (
                <Skeleton key={fact} className="h-10" />
              ))}
            </div>
          </div>
        ))}
      </Card>
    </div>
  )
}
