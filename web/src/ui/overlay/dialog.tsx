import { type ComponentProps, Suspense, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'

const OpenDialog = lazyPart(() => import('./open-dialog.tsx'))

/** A question or a task over the page. Its code is fetched the first time one opens. */
export function Dialog(props: ComponentProps<typeof OpenDialog>) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return <Suspense fallback={null}>{wanted ? <OpenDialog {...props} /> : null}</Suspense>
}
