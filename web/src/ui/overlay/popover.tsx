import { type ComponentProps, lazy } from 'react'
import { OnDemand } from './on-demand.tsx'

const loadOpenPopover = () => import('./open-popover.tsx')
const OpenPopover = lazy(loadOpenPopover)

/** More about a button, beside it. */
export function Popover(props: ComponentProps<typeof OpenPopover>) {
  return (
    <OnDemand trigger={props.trigger} opens="dialog" load={loadOpenPopover}>
      <OpenPopover {...props} />
    </OnDemand>
  )
}
