import { lazy, type ReactNode } from 'react'
import { OnDemand } from './on-demand.tsx'

const loadOpenPopover = () => import('./open-popover.tsx')
const OpenPopover = lazy(loadOpenPopover)

export type PopoverProps = {
  /** The button that opens it. */
  trigger: ReactNode
  /** The accessible name of the popover. */
  label?: string
  align?: 'start' | 'center' | 'end'
  /** For a list rather than a sentence. */
  wide?: boolean
  children: ReactNode
}

/** More about a button, beside it. */
export function Popover(props: PopoverProps) {
  return (
    <OnDemand trigger={props.trigger} opens="dialog" load={loadOpenPopover}>
      <OpenPopover {...props} />
    </OnDemand>
  )
}
