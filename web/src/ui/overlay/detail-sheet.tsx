import type { ReactNode } from 'react'
import { useWide } from '#ui/use-wide.ts'
import { Sheet } from './sheet.tsx'

type Props = {
  open: boolean
  title: ReactNode
  badge?: ReactNode
  /** On a phone it takes the full height. */
  full?: boolean
  /** On a desktop it takes most of the screen: several columns fit in it. */
  wide?: boolean
  onClose: () => void
  children: ReactNode
}

/** The detail that the address names: from the right on a desktop, from the bottom on a phone. */
export function DetailSheet({ open, title, badge, full = false, wide = false, onClose, children }: Props) {
  const side = useWide() ? 'right' : 'bottom'
  const heading = (
    <span className="flex items-center gap-3">
      <span className="truncate">{title}</span>
      {badge}
    </span>
  )
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={heading}
      side={side}
      full={full}
      wide={wide}
    >
      {children}
    </Sheet>
  )
}
