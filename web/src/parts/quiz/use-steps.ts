import { useEffect, useState } from 'react'

const STEP_MS = 160

/** How many of `count` are shown: one more each step, all at once for those who want less motion. */
export function useSteps(count: number): number {
  const [shown, setShown] = useState(0)
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  useEffect(() => {
    if (still || shown >= count) return
    const timer = setTimeout(() => setShown(shown + 1), STEP_MS)
    return () => clearTimeout(timer)
  }, [shown, count, still])
  return still ? count : Math.min(shown, count)
}
