import { useEffect, useState } from 'react'

/** The value once typing has paused for so many milliseconds: the server is not asked about half a number. */
export function useSettled(typed: string, stillFor = 400): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const waiting = setTimeout(() => setSettled(typed), stillFor)
    return () => clearTimeout(waiting)
  }, [typed, stillFor])
  return settled
}
