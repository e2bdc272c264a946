import type { ComponentProps } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { OnDemand } from './on-demand.tsx'

const loadOpenPopover = () => import('./open-popover.tsx')
const OpenPopover = lazyPart(loadOpenPopover)

/** More about a button, beside it. */
export function Popover(props: ComponentProps<typeof OpenPopover>) {
  return (
    <OnDemand trigger={props.trigger} opens="dialog" load={loadOpenPopover}>
      <OpenPopover {...props} />
    </OnDemand>
  )
}
