import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The record's own shape while it is read: filters, four figures, the curve. */
export function RecordSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-5">
      <div className="flex gap-2 overflow-hidden py-1">
        {[0, 1, 2, 3, 4].map((chip) => (
          <Skeleton key={chip} className="h-8 w-28 shrink-0 rounded-pill!" />
        ))}
      </div>
      <Card className="grid grid-cols-2 lg:grid-cols-4">
        {[0, 1, 2, 3].map((cell) => (
          <div key={cell} className="grid gap-2 px-5 py-4">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-8 w-28" />
            <Skeleton className="h-4 w-32" />
          </div>
        ))}
      </Card>
      <Card className="p-5">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="mt-4 h-80 w-full" />
      </Card>
    </div>
  )
}
