import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

const MarkdownDesk = lazy(() => import('./markdown-desk.tsx'))

export type MarkdownEditorProps = {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  /** Where it stands outside a `Field`. */
  label?: string
  rows?: number
  maxLength?: number
  disabled?: boolean
}

/** A text in Markdown: typed or formatted by buttons and shortcuts, and seen as others will see it. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  return (
    <Suspense fallback={<Skeleton className="h-48 w-full" />}>
      <MarkdownDesk {...props} />
    </Suspense>
  )
}
