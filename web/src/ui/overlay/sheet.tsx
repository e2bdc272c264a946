import { lazy, type ReactNode, Suspense, useState } from 'react'

const OpenSheet = lazy(() => import('./open-sheet.tsx'))

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  side?: 'bottom' | 'right'
  /** From the bottom it takes the full height: its content is a screen of its own. */
  full?: boolean
  children: ReactNode
  footer?: ReactNode
}

/**
 * A panel over the page: from the bottom on a phone, from the right on a desktop. Its code is fetched the first time one
 * opens.
 */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return <Suspense fallback={null}>{wanted ? <OpenSheet {...props} /> : null}</Suspense>
}
