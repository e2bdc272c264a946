import { Skeleton } from '#ui/skeleton.tsx'

const WIDTHS = ['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5', 'w-1/2'] as const

/** The list while it is read, in its own shape. */
export const QueueSkeleton = () => (
  <ul aria-busy className="min-h-0 flex-1 overflow-hidden">
    {WIDTHS.map((width, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a placeholder row has no identity but its index
      <li key={place} aria-hidden className="grid h-21.5 content-center gap-2.5 border-b border-line px-6">
        <Skeleton className={`h-3.5 ${width}`} />
        <Skeleton className="h-3 w-3/4" />
      </li>
    ))}
  </ul>
)
