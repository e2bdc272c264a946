import { Skeleton } from '#ui/skeleton.tsx'

/** The rows before they are known, in their own shape. */
export function ListSkeleton() {
  return (
    <div aria-busy="true" className="overflow-hidden rounded-card border border-line bg-surface">
      {[0, 1, 2, 3, 4].map((row) => (
        <div
          key={row}
          className="grid grid-cols-[32px_minmax(0,1fr)_88px] items-center gap-3 border-t border-line px-4 py-5.5 first:border-t-0"
        >
          <Skeleton className="size-8 rounded-pill" />
          <div className="grid gap-2">
            <Skeleton className="h-2.5 w-3/5" />
            <Skeleton className="h-2.5 w-2/5" />
          </div>
          <Skeleton className="h-2.5 w-full" />
        </div>
      ))}
    </div>
  )
}
