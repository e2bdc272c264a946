import { Slot } from 'radix-ui'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const loadOpenMenu = () => import('./open-menu.tsx')
const OpenMenu = lazy(loadOpenMenu)

export type MenuItem =
  | { key: string; label: ReactNode; icon?: ReactNode; selected?: boolean; onSelect: () => void }
  | 'separator'

export type MenuProps = {
  /** A button; it gets its behaviour from here. */
  trigger: ReactNode
  items: readonly MenuItem[]
  label?: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
}

/** A menu whose inner works are fetched when a pointer or the focus comes near: most pages are left without opening one. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false)
  const near = () => void loadOpenMenu()
  const closed = (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={near}
      onFocus={near}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setWanted(true)
      }}
    >
      {props.trigger}
    </Slot.Root>
  )
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <OpenMenu {...props} />
    </Suspense>
  )
}
