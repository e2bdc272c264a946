import { lazy, type ReactNode } from 'react'
import { OnDemand } from './on-demand.tsx'

const loadOpenPopover = () => import('./open-popover.tsx')
const OpenPopover = lazy(loadOpenPopover)

export type PopoverProps = {
  /** A button; it gets its behaviour from here. */
  trigger: ReactNode
  /** The accessible name of what opens. */
  label?: string
  align?: 'start' | 'center' | 'end'
  /** For a list rather than a sentence. */
  wide?: boolean
  children: ReactNode
}

/** Something more about a button, beside it. */
export function Popover(props: PopoverProps) {
  return (
    <OnDemand trigger={props.trigger} opens="dialog" load={loadOpenPopover}>
      <OpenPopover {...props} />
    </OnDemand>
  )
}
