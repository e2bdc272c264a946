import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

const MarkdownDesk = lazy(() => import('./markdown-desk.tsx'))

/** A text in Markdown: typed or formatted by buttons and shortcuts, and seen as others will see it. */
export function MarkdownEditor(props: ComponentProps<typeof MarkdownDesk>) {
  return (
    <Suspense fallback={<Skeleton className="h-48 w-full" />}>
      <MarkdownDesk {...props} />
    </Suspense>
  )
}
