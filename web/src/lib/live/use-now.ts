import { useEffect, useState } from 'react'

const EVERY_MS = 30_000
type Tell = (now: number) => void
const asking = new Set<Tell>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls `tell` every half minute; returns the end of it. */
function tellNow(tell: Tell): () => void {
  asking.add(tell)
  timer ??= setInterval(() => {
    const time = Date.now()
    for (const one of asking) one(time)
  }, EVERY_MS)
  return () => {
    asking.delete(tell)
    if (asking.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The current time, updated every half minute for all components at once: precise enough for remaining validity. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => tellNow(setNow), [])
  return now
}

/** What `words`, a stable function, says of the current time: drawn anew only when it says something else, so that a thousand of them cost nothing. */
export function useAtNow(words: (now: number) => string): string {
  const [said, setSaid] = useState({ words, text: words(Date.now()) })
  if (said.words !== words) setSaid({ words, text: words(Date.now()) })
  useEffect(
    () =>
      tellNow((now) => {
        const text = words(now)
        setSaid((before) => (before.text === text ? before : { words, text }))
      }),
    [words],
  )
  return said.text
}
