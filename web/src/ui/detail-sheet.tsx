import { type ReactNode, useSyncExternalStore } from 'react'
import { Sheet } from './sheet.tsx'

const wide = matchMedia('(min-width: 1024px)')
const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

type Props = { open: boolean; title: ReactNode; badge?: ReactNode; onClose: () => void; children: ReactNode }

/** The detail that the address names: from the right on a desk, from the bottom on a phone. */
export function DetailSheet({ open, title, badge, onClose, children }: Props) {
  const side = useSyncExternalStore(subscribe, () => wide.matches) ? 'right' : 'bottom'
  const heading = (
    <span className="flex items-center gap-3">
      <span className="truncate">{title}</span>
      {badge}
    </span>
  )
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()} title={heading} side={side}>
      {children}
    </Sheet>
  )
}
