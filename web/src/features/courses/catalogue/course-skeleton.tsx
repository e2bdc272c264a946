import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The cards in the shape that they will have. */
export function CourseSkeleton() {
  return (
    <div aria-hidden className="grid animate-wait gap-6 sm:grid-cols-2 xl:grid-cols-3">
      {['one', 'two', 'three'].map((card) => (
        <Card key={card} className="overflow-hidden">
          <div className="h-30 border-b border-line bg-well" />
          <div className="grid gap-3 p-5">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="mt-4 h-4 w-3/5" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        </Card>
      ))}
    </div>
  )
}
