import { useEffect, useState } from 'react'
import { usePresence } from '#lib/live/use-presence.ts'

type Here = { side: 'member' | 'staff'; writes: boolean }

const STOPPED_AFTER_MS = 5000

/** Shows the other side whether this one writes, and returns whether they do. */
export function useTyping(ticket: string, side: Here['side'], text: string): boolean {
  const [writes, setWrites] = useState(false)
  const [before, setBefore] = useState(text)
  if (text !== before) {
    setBefore(text)
    setWrites(text.trim() !== '')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text starts the wait anew
  useEffect(() => {
    if (!writes) return
    const timer = setTimeout(() => setWrites(false), STOPPED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [writes, text])
  const here = usePresence<Here>(`ticket:${ticket}`, { side, writes })
  return here.some((one) => one.side !== side && one.writes)
}
