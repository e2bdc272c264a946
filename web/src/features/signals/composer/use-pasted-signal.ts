import { useEffect, useRef } from 'react'
import type { Instrument } from 'trading/market/instruments'
import { parseSignalText } from 'trading/paste/signal-text'

/** A signal pasted anywhere but into a text of the form is read as one; any other text goes where it was pasted. */
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
      // Elsewhere than in a field, news of a signal gets its answer, too.
      const isNews = kind !== 'signal' && !(event.target instanceof HTMLInputElement)
      if (!isNews && (!draft.symbol || !draft.stop_loss || !draft.targets)) return
      event.preventDefault()
      latest.current.onSignal(text)
    }
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
