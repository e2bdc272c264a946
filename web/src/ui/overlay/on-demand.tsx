import { Slot } from 'radix-ui'
import { type ReactNode, Suspense, useState } from 'react'

type Props = {
  /** The button shown until the part itself, with its own button, replaces it. */
  trigger: ReactNode
  opens: 'menu' | 'dialog'
  load: () => Promise<unknown>
  children: ReactNode
}

/**
 * A button for something that opens beside it. Its code is fetched when the pointer or the focus comes near, and rendered on
 * use: most pages are left without opening one.
 */
export function OnDemand({ trigger, opens, load, children }: Props) {
  const [wanted, setWanted] = useState(false)
  const near = () => void load()
  const closed = (
    <Slot.Root
      aria-haspopup={opens}
      aria-expanded={false}
      onPointerEnter={near}
      onFocus={near}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (opens !== 'menu' || event.key !== 'ArrowDown') return
        event.preventDefault()
        setWanted(true)
      }}
    >
      {trigger}
    </Slot.Root>
  )
  return wanted ? <Suspense fallback={closed}>{children}</Suspense> : closed
}
