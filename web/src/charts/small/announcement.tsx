import { useEffect, useState } from 'react'

const QUIET_MS = 250

/** Tells a screen reader the last value read, once the keys rest: holding an arrow down must not announce every bar. */
export function Announcement({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(setSaid, QUIET_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p className="sr-only" aria-live="polite">
      {said}
    </p>
  )
}
