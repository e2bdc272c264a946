import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

const MarkdownDesk = lazy(() => import('./markdown-desk.tsx'))

export type MarkdownEditorProps = {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  /** Used outside a `Field`. */
  label?: string
  rows?: number
  maxLength?: number
  disabled?: boolean
}

/** A Markdown text: typed or formatted with buttons and shortcuts, with a preview. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  return (
    <Suspense fallback={<Skeleton className="h-48 w-full" />}>
      <MarkdownDesk {...props} />
    </Suspense>
  )
}
