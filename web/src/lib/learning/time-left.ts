import { useEffect, useState } from 'react'

/** Milliseconds that only go forward while a page is open, whatever happens to the device's clock. */
export const pageTime = (): number => performance.timeOrigin + performance.now()

type Timed = { deadline: string | null; now: string; readAt: number }

/** Milliseconds until the deadline by the server's clock, never below zero; null without a deadline. */
export function timeLeft({ deadline, now, readAt }: Timed, at: number): number | null {
  if (deadline === null) return null
  return Math.max(0, Date.parse(deadline) - Date.parse(now) - (at - readAt))
}

/** The same, updated every second. */
export function useTimeLeft(timed: Timed): number | null {
  const [at, setAt] = useState(pageTime)
  const runs = timed.deadline !== null
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => setAt(pageTime()), 1000)
    return () => clearInterval(timer)
  }, [runs])
  return timeLeft(timed, Math.max(at, timed.readAt))
}

/** `07:42` */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The moments worth a word to somebody who listens: 5 minutes, 1 minute, 20 seconds before the end. */
const SPOKEN = [20_000, 60_000, 300_000] as const

/** The last of these moments that was passed; null before the first. */
export const spokenLeft = (left: number): number | null => SPOKEN.find((moment) => left <= moment) ?? null
