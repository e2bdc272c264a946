import type { ReactNode } from 'react'

/** Somebody of the other side is writing. Its place is kept, so that nothing moves when they begin. */
export const TypingMark = ({ shown, children }: { shown: boolean; children: ReactNode }) => (
  <p role="status" className="flex h-6 items-center gap-2 px-4 text-13 text-muted md:pl-16">
    {shown && (
      <>
        <span aria-hidden className="flex gap-0.5">
          <i className="size-1 animate-pulse rounded-pill bg-muted" />
          <i className="size-1 animate-pulse rounded-pill bg-muted [animation-delay:150ms]" />
          <i className="size-1 animate-pulse rounded-pill bg-muted [animation-delay:300ms]" />
        </span>
        {children}
      </>
    )}
  </p>
)
