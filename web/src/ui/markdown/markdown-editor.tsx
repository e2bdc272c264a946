import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const MarkdownDesk = lazyPart(() => import('./markdown-desk.tsx'))

/** A Markdown text: typed or formatted with buttons and shortcuts, with a preview. */
export function MarkdownEditor(props: ComponentProps<typeof MarkdownDesk>) {
  return (
    <Suspense fallback={<Skeleton className="h-48 w-full" />}>
      <MarkdownDesk {...props} />
    </Suspense>
  )
}
