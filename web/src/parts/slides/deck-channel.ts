// Keeps a deck and its speaker notes, in another window, at the same slide. Each browser tab has a channel of its own, so that two
// tabs with the same deck stay independent.
import { useEffect, useEffectEvent, useRef } from 'react'

const KEY = 'vigie-deck'

/** The channel of this tab, which survives a reload. */
export function tabChannel(): string {
  const fresh = crypto.randomUUID()
  try {
    const known = sessionStorage.getItem(KEY)
    if (known) return known
    sessionStorage.setItem(KEY, fresh)
  } catch {
    // Storage is blocked: the notes lose the deck when it is reloaded.
  }
  return fresh
}

type Message = { place: number } | { asks: true }

/** Tells the other windows each change of `place`, and calls `onPlace` with theirs. `leads`: answers windows that open later. */
export function useSameSlide(
  channel: string | null,
  place: number,
  leads: boolean,
  onPlace: (place: number) => void,
): void {
  const open = useRef<BroadcastChannel | null>(null)
  const told = useRef<number | null>(null)
  const hear = useEffectEvent(({ data }: MessageEvent<Message>) => {
    if ('asks' in data) {
      if (leads) open.current?.postMessage({ place } satisfies Message)
      return
    }
    // What came from there is not sent back.
    told.current = data.place
    onPlace(data.place)
  })
  useEffect(() => {
    if (channel === null) return
    const line = new BroadcastChannel(`${KEY}:${channel}`)
    open.current = line
    line.onmessage = hear
    if (!leads) line.postMessage({ asks: true } satisfies Message)
    return () => {
      open.current = null
      line.close()
    }
  }, [channel, leads])
  useEffect(() => {
    if (told.current === place || (told.current === null && !leads)) return
    told.current = place
    open.current?.postMessage({ place } satisfies Message)
  }, [place, leads])
}
