// Single letters as shortcuts, which a member may switch off: a voice or a slip of the hand must not trigger them (WCAG 2.1.4).
import { type RefObject, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { readSetting, storeSetting } from '#lib/browser/setting.ts'

const KEY = 'vigie-single-keys'
const DIALOG = '[role="dialog"]'
/** A checkbox takes no letters. */
const WRITING = 'input:not([type="checkbox"]), textarea, select, [role="menu"], [contenteditable]'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const areOn = () => readSetting(KEY) !== 'off'

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areOn, areOn)
export function setSingleKeys(on: boolean): void {
  storeSetting(KEY, on ? 'on' : 'off')
  for (const listener of listeners) listener()
}

/**
 * Calls the handler of a key that is pressed outside of fields and dialogs, or within the one dialog that `inside` is in. A
 * handler that returns false did not use it.
 */
export function useKeys(
  handlers: Readonly<Record<string, () => unknown>>,
  inside?: RefObject<HTMLElement | null>,
): void {
  const on = useSingleKeys()
  const isHere = useEffectEvent(
    (target: HTMLElement) =>
      (target.closest?.(DIALOG) ?? null) === (inside?.current?.closest(DIALOG) ?? null),
  )
  const press = useEffectEvent((key: string) => {
    const handler = handlers[key]
    return handler !== undefined && handler() !== false
  })
  // Before the screen is painted: a key that is pressed as soon as it can be read counts.
  useLayoutEffect(() => {
    if (!on) return
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (target.closest?.(WRITING) || !isHere(target)) return
      if (press(event.key.length === 1 ? event.key.toLowerCase() : event.key)) event.preventDefault()
    }
    // On the document: a screen's key comes before the same key of the frame around it, which listens on the window.
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [on])
}
