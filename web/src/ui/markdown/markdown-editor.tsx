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
  /** What stands for a picture in the text, once it is kept; null where there is none. Without it pictures are not taken. */
  pictures?: { paste: (file: File) => Promise<string | null>; choose: () => Promise<string | null> }
  /** Fills the room it is given, without a frame of its own. */
  bare?: boolean
}

/** A text in Markdown: typed or formatted by buttons and shortcuts, and seen as others will see it. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  return (
    <Suspense fallback={<Skeleton className="h-48 w-full" />}>
      <MarkdownDesk {...props} />
    </Suspense>
  )
}
