import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const CELL =
  'grid content-start gap-1 border-line px-4 py-4 max-lg:even:border-l max-lg:nth-[n+3]:border-t md:px-5 lg:not-first:border-l'

/** The placeholder of the record: filters, four figures, the curve with its drawdowns, two cards. */
export function RecordSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-5">
      <div className="grid gap-3 lg:flex lg:justify-between lg:gap-6">
        <div className="flex gap-2 overflow-hidden py-1">
          {[0, 1, 2, 3, 4, 5, 6, 7].map((chip) => (
            <Skeleton key={chip} className="h-8 w-22 shrink-0 rounded-pill!" />
          ))}
        </div>
        <Skeleton className="h-8 w-52 max-lg:order-first lg:my-1" />
      </div>
      <Card className="grid grid-cols-2 lg:grid-cols-4">
        {[0, 1, 2, 3].map((cell) => (
          <div key={cell} className={CELL}>
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-9 w-28" />
            <Skeleton className="h-7 w-32" />
          </div>
        ))}
      </Card>
      <Card className="grid gap-6 p-4 md:p-5">
        <Skeleton className="h-66 w-full" />
        <Skeleton className="h-45 w-full" />
      </Card>
      <div className="grid gap-5 lg:grid-cols-2">
        {[0, 1].map((card) => (
          <Card key={card} className="p-4 md:p-5">
            <Skeleton className="h-146 w-full" />
          </Card>
        ))}
      </div>
    </div>
  )
}
