import { useEffect, useState } from 'react'

/** What is typed once it has stood still for a while, in milliseconds: nobody asks the server about half a number. */
export function useSettled(typed: string, stillFor = 400): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const waiting = setTimeout(() => setSettled(typed), stillFor)
    return () => clearTimeout(waiting)
  }, [typed, stillFor])
  return settled
}
