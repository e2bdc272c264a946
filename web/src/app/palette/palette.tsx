import { Suspense, useState } from 'react'
import { lazyFramePart } from '#lib/browser/lazy-part.ts'
import { WaitingField } from './waiting-field.tsx'

const load = () => import('./command-palette.tsx')
const CommandPalette = lazyFramePart(load)

/** Fetches the palette's code before it is opened; without a network it is asked for again then. */
export const preloadPalette = (): void => void load().catch(() => undefined)

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** The palette with what is typed into it, from the first letter: its field is there before its code. */
export function Palette({ open, onOpenChange }: Props) {
  const [typed, setTyped] = useState('')
  const show = (next: boolean) => {
    // The next opening starts with an empty search.
    if (!next) setTyped('')
    onOpenChange(next)
  }
  return (
    <Suspense
      fallback={open ? <WaitingField typed={typed} onType={setTyped} onClose={() => show(false)} /> : null}
    >
      <CommandPalette open={open} onOpenChange={show} typed={typed} onType={setTyped} />
    </Suspense>
  )
}
