import { lazy, type ReactNode } from 'react'
import { OnDemand } from './on-demand.tsx'

const loadOpenMenu = () => import('./open-menu.tsx')
const OpenMenu = lazy(loadOpenMenu)

export type MenuItem =
  | {
      key: string
      label: ReactNode
      icon?: ReactNode
      /** For an item that is a choice: whether it is the current one. */
      selected?: boolean
      /** Whether the menu stays open after the choice. */
      keepsOpen?: boolean
      onSelect: () => void
    }
  | 'separator'

export type MenuProps = {
  /** The button that opens the menu. */
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
