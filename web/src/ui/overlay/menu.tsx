import { lazy, type ReactNode } from 'react'
import { OnDemand } from './on-demand.tsx'

const loadOpenMenu = () => import('./open-menu.tsx')
const OpenMenu = lazy(loadOpenMenu)

export type MenuItem =
  | {
      key: string
      label: ReactNode
      icon?: ReactNode
      /** Given where the item is a choice: whether it is the one. */
      selected?: boolean
      /** Whether the menu stays open for the next choice. */
      keepsOpen?: boolean
      onSelect: () => void
    }
  | 'separator'

export type MenuProps = {
  /** A button; it gets its behaviour from here. */
  trigger: ReactNode
  items: readonly MenuItem[]
  label?: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
}

export function Menu(props: MenuProps) {
  return (
    <OnDemand trigger={props.trigger} opens="menu" load={loadOpenMenu}>
      <OpenMenu {...props} />
    </OnDemand>
  )
}
