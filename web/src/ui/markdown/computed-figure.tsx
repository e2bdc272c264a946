import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Popover } from '#ui/overlay/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const FigureProof = lazyPart(() => import('./figure-proof.tsx'))

/** A figure in a text that anybody may recompute: underlined, with its formula on demand. */
export function ComputedFigure({ quotation, children }: { quotation: string; children: ReactNode }) {
  return (
    <Popover
      align="start"
      trigger={
        <button
          type="button"
          className="cursor-help rounded-key text-left underline decoration-dotted decoration-control underline-offset-3 hover:decoration-current"
        >
          {children}
        </button>
      }
    >
      <Suspense fallback={<Skeleton className="h-12" />}>
        <FigureProof quotation={quotation} />
      </Suspense>
    </Popover>
  )
}
