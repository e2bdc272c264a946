import { useEffect, useState } from 'react'

const EVERY_MS = 30_000
type Tell = (now: number) => void
const asking = new Set<Tell>()
let timer: ReturnType<typeof setInterval> | undefined

/** The current time, updated every half minute for all components at once: precise enough for remaining validity. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    asking.add(setNow)
    timer ??= setInterval(() => {
      const time = Date.now()
      for (const tell of asking) tell(time)
    }, EVERY_MS)
    return () => {
      asking.delete(setNow)
      if (asking.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [])
  return now
}
