import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'

const PAUSE_SECONDS = 60

/** Sends again, at most once a minute. */
export function ResendButton({
  label,
  waiting,
  onSend,
}: {
  label: string
  /** The label with the time left, as m:ss. */
  waiting: (time: string) => string
  onSend: () => Promise<void>
}) {
  const [left, setLeft] = useState(PAUSE_SECONDS)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const send = async () => {
    setLeft(PAUSE_SECONDS)
    await onSend()
  }
  return (
    <Button
      variant="outline"
      size="lg"
      block
      className="text-14!"
      disabled={left > 0}
      onClick={() => void send()}
    >
      {left > 0 ? waiting(`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`) : label}
    </Button>
  )
}
