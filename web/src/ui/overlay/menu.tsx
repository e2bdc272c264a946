import type { ComponentProps } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { OnDemand } from './on-demand.tsx'

const loadOpenMenu = () => import('./open-menu.tsx')
const OpenMenu = lazyPart(loadOpenMenu)

export function Menu(props: ComponentProps<typeof OpenMenu>) {
  return (
    <OnDemand trigger={props.trigger} opens="menu" load={loadOpenMenu}>
      <OpenMenu {...props} />
    </OnDemand>
  )
}
