import { useId, useState } from 'react'

/**
 * A control whose panel is fetched when the control is approached and drawn from the first opening on: `button` goes on the
 * control, `panel` on what extends `AnchoredPanel`.
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
