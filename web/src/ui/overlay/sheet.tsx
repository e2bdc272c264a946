import { type ComponentProps, Suspense, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'

const OpenSheet = lazyPart(() => import('./open-sheet.tsx'))

/**
 * A panel over the page: from the bottom on a phone, from the right on a desktop. Its code is fetched the first time one
 * opens.
 */
export function Sheet(props: ComponentProps<typeof OpenSheet>) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return <Suspense fallback={null}>{wanted ? <OpenSheet {...props} /> : null}</Suspense>
}
