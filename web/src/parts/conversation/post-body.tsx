import { memo, Suspense } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const PostText = lazyPart(() => import('./post-text.tsx'))

/** A member's text: Markdown without HTML, with the cards of what it names. */
export const PostBody = memo(function PostBody({ text, className }: { text: string; className?: string }) {
  return (
    <Suspense fallback={<Skeleton className="h-6 w-full animate-wait" />}>
      <PostText text={text} className={className} />
    </Suspense>
  )
})
