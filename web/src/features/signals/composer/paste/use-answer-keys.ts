import { useEffect, useEffectEvent } from 'react'

/** Digits 1 to 9 answer, unless somebody is typing into a field or holds another key. */
export function useAnswerKeys(answer: (digit: number) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const isTyping =
      target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return
    event.preventDefault()
    answer(Number(event.key))
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
