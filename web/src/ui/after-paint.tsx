import { Activity, type ReactNode, useEffect, useState } from 'react'

/** Content beside or below the text that is read first. React renders it together with that text; the browser lays it out after painting the text. */
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
