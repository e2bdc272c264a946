import { useEffect, useState } from 'react'

const SECOND_MS = 1000

/** The current time, updated at each full second while `running`: for a countdown. */
export function useSeconds(running = true): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!running) return
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      setNow(Date.now())
      // Aligned, so that all countdowns of a page change together and none drifts.
      timer = setTimeout(tick, SECOND_MS - (Date.now() % SECOND_MS))
    }
    tick()
    return () => clearTimeout(timer)
  }, [running])
  return now
}
