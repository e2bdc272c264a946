import { useEffect, useState } from 'react'

/** The time left, and the share of the whole time that has passed; updated every second. */
export function useCountdown(
  from: string,
  until: string,
): { minutes: number; seconds: number; share: number } {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const [start, end] = [Date.parse(from), Date.parse(until)]
  const left = Math.max(0, Math.round((end - now) / 1000))
  return {
    minutes: Math.floor(left / 60),
    seconds: left % 60,
    share: Math.min(1, Math.max(0, (now - start) / Math.max(1, end - start))),
  }
}
