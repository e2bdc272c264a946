import { useEffect, useState } from 'react'

/** The time left, `14:07`, and the share of the whole time that has passed; updated every second. */
export function useCountdown(from: string, until: string): { left: string; share: number; over: boolean } {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const [start, end] = [Date.parse(from), Date.parse(until)]
  const seconds = Math.max(0, Math.round((end - now) / 1000))
  return {
    left: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
    share: Math.min(1, Math.max(0, (now - start) / Math.max(1, end - start))),
    over: now >= end,
  }
}
