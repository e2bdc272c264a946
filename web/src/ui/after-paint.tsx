import { Activity, type ReactNode, useEffect, useState } from 'react'

/** What stands beside or below the text that is read first: drawn together with it, but laid out only once that text was painted. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    // The second frame starts once the first has been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      setPainted(false)
    }
  }, [])
  return <Activity mode={painted ? 'visible' : 'hidden'}>{children}</Activity>
}
