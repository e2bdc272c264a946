import { Card } from './card.tsx'
import { Skeleton } from './skeleton.tsx'

/** The shape of a guide's list. */
export function GuideSkeleton() {
  return (
    <Card className="divide-y divide-line" aria-busy="true">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="grid gap-4 p-5 lg:grid-cols-2">
          <div className="grid content-start gap-2">
            <Skeleton className="h-6 w-48" />
            <Skeleton className="h-4 w-full max-w-96" />
          </div>
          <Skeleton className="h-10 w-full" />
        </div>
      ))}
    </Card>
  )
}
