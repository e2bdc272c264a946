import { type ComponentProps, lazy, Suspense, useState } from 'react'

const OpenSheet = lazy(() => import('./open-sheet.tsx'))

/**
 * A panel over the page: from the bottom on a phone, from the right on a desktop. Its code is fetched the first time one
 * opens.
 */
export function Sheet(props: ComponentProps<typeof OpenSheet>) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return <Suspense fallback={null}>{wanted ? <OpenSheet {...props} /> : null}</Suspense>
}
