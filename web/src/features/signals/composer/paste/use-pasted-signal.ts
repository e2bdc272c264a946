import { useEffect, useRef } from 'react'
import type { Instrument } from 'trading/market/instruments'
import { parseSignalText } from 'trading/paste/signal-text'

/** Reads a signal pasted anywhere but into a text field of the form; any other text is pasted as usual. */
export function usePastedSignal(instruments: readonly Instrument[], onSignal: (text: string) => void): void {
  const latest = useRef({ instruments, onSignal })
  useEffect(() => {
    latest.current = { instruments, onSignal }
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLTextAreaElement) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const { kind, draft } = parseSignalText(text, { instruments: latest.current.instruments })
      // Outside fields, news about a signal gets its answer too.
      const isNews = kind !== 'signal' && !(event.target instanceof HTMLInputElement)
      if (!isNews && (!draft.symbol || !draft.stop_loss || !draft.targets)) return
      event.preventDefault()
      latest.current.onSignal(text)
    }
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
