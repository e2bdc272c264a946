import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

const MarkdownDesk = lazy(() => import('./markdown-desk.tsx'))

/** A Markdown text: typed or formatted with buttons and shortcuts, with a preview. */
export function MarkdownEditor(props: ComponentProps<typeof MarkdownDesk>) {
  return (
    <Suspense fallback={<Skeleton className="h-48 w-full" />}>
      <MarkdownDesk {...props} />
    </Suspense>
  )
}
