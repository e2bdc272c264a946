import { useLayoutEffect, useState } from 'react'

/** Ctrl-K, ⌘K and `/` open the palette, `?` the list of shortcuts. Single keys keep their meaning while a text is edited. */
export function useShortcuts() {
  const palette = useOpening()
  const help = useOpening()
  const { setOpen: setPalette } = palette
  const { setOpen: setHelp } = help
  // Before the screen is painted: a key that is pressed as soon as it can be read counts.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const command = event.ctrlKey || event.metaKey
      if (command && event.key.toLowerCase() === 'k') setPalette(true)
      else if (command || event.altKey || isWriting(event.target)) return
      else if (event.key === '/') setPalette(true)
      else if (event.key === '?') setHelp(true)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [setPalette, setHelp])
  return { palette, help }
}

/** Whether it is open, and whether it ever was: its code is fetched on the first opening. */
function useOpening() {
  const [state, setState] = useState<boolean | null>(null)
  return { open: state === true, wanted: state !== null, setOpen: setState as (open: boolean) => void }
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null
  )
}
