import { useId, useState } from 'react'

/**
 * A control whose panel is fetched when the control is approached and rendered from the first opening on: spread `button` on
 * the control and `panel` on a component that wraps `AnchoredPanel`.
 */
export function usePanel(load: () => Promise<unknown>) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const near = () => void load()
  return {
    open,
    wanted,
    setOpen: (next: boolean) => {
      setWanted(true)
      setOpen(next)
    },
    button: {
      'aria-haspopup': 'dialog',
      'aria-controls': open ? id : undefined,
      onPointerEnter: near,
      onFocus: near,
    },
    panel: { id, open, onOpenChange: setOpen },
  } as const
}
