import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The placeholder of the list. */
export function ListSkeleton() {
  return (
    <div className="grid gap-2" aria-busy="true">
      <Skeleton className="mb-1 h-4 w-24" />
      {[0, 1, 2].map((card) => (
        <Card key={card} className="grid gap-4 p-4">
          <div className="flex justify-between">
            <Skeleton className="h-6 w-44" />
            <Skeleton className="h-6 w-28" />
          </div>
          <Skeleton className="h-2 w-full" />
          <Skeleton className="h-9 w-full" />
        </Card>
      ))}
    </div>
  )
}
