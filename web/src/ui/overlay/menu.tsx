import { type ComponentProps, lazy } from 'react'
import { OnDemand } from './on-demand.tsx'

const loadOpenMenu = () => import('./open-menu.tsx')
const OpenMenu = lazy(loadOpenMenu)

export function Menu(props: ComponentProps<typeof OpenMenu>) {
  return (
    <OnDemand trigger={props.trigger} opens="menu" load={loadOpenMenu}>
      <OpenMenu {...props} />
    </OnDemand>
  )
}
