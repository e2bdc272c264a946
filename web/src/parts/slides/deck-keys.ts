import { useEffectEvent, useLayoutEffect } from 'react'

export type DeckAct = 'next' | 'previous' | 'first' | 'last' | 'overview' | 'notes' | 'laser' | 'full'

const EVERYWHERE: Readonly<Record<string, DeckAct>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  PageDown: 'next',
  PageUp: 'previous',
  Home: 'first',
  End: 'last',
  ' ': 'next',
}
/** Single letters work only within the deck (WCAG 2.1.4). */
const WITHIN: Readonly<Record<string, DeckAct>> = { o: 'overview', n: 'notes', l: 'laser', f: 'full' }
/** What uses these keys itself. */
const BUSY =
  'input, textarea, select, video, [contenteditable], [role="tab"], [role="slider"], [role="menu"], [role="dialog"], [role="radio"]'
const PRESSED = 'button, a, summary, [role="button"]'
/** Regions that scroll sideways need the arrows for that. */
const SCROLLS = 'pre, section[tabindex="0"]'

/** What a key means for a deck, or null. */
export function deckAct(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  target: Element | null,
  within: boolean,
): DeckAct | null {
  if (target?.closest(BUSY)) return null
  if (key === ' ') {
    if (target?.closest(PRESSED)) return null
    return shiftKey ? 'previous' : 'next'
  }
  if (key.startsWith('Arrow') && target?.closest(SCROLLS)) return null
  return EVERYWHERE[key] ?? (within ? (WITHIN[key.toLowerCase()] ?? null) : null)
}

/** Keys turn the deck wherever the focus is, unless what has it uses them. */
export function useDeckKeys(within: (target: Element) => boolean, act: (act: DeckAct) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target instanceof Element ? event.target : null
    const found = deckAct(event, target, target !== null && within(target))
    if (!found) return
    event.preventDefault()
    act(found)
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
