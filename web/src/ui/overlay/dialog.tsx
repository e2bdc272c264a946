import { lazy, type ReactNode, Suspense, useState } from 'react'

const OpenDialog = lazy(() => import('./open-dialog.tsx'))

export type DialogProps = {
  open: boolean
  /** False if it must be answered: no close button, and neither Escape nor a click outside closes it. */
  closable?: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  footer?: ReactNode
}

/** A question or a task over the page. Its code is fetched the first time one opens. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return <Suspense fallback={null}>{wanted ? <OpenDialog {...props} /> : null}</Suspense>
}
